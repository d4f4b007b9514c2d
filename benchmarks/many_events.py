"""Twenty years of played events for the archive, as records and as lists of old results; the same ones every time."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import date, timedelta
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random

from turnabout_sheets.archive.lists.rows import EVENTS, MATCHES, PLACINGS
from turnabout_sheets.archive.ratings import add_awards
from turnabout_sheets.archive.records import Entry, EventRecord, Meeting
from turnabout_sheets.core.outcomes import Outcome, compare, find_winner
from turnabout_sheets.core.text import yes_or_no
from turnabout_sheets.event.model import BYE_NAME
from turnabout_sheets.sheets.declarations import Sheet

PEOPLE = 8000
"""How many play; every other one has a Player ID."""
FIELD = (10, 50)
"""The smallest and the largest event."""
ROUNDS = 5
FIRST, LAST = date(2005, 1, 1), date(2024, 12, 31)

BYE_POINTS = 20
FIRSTS = "Ada Amir Ben Carla Chen Elena Emre Farah Finn Grace Hugo Ines Jorge Kaya Lars Mara Nadia Omar Rosa Tom"
STARTS = "Ab Bran Cor Dal Eng Fal Gar Hol Ist Jan Kov Lind Mor Nov Oster Pell Quin Ross Sand Thor Ulm Vel Wer"
MIDDLES = "a ber den e gor ing lo man o ter u ver"
ENDS = "berg da feld ić ley mann nen ov quist rez sen ton well wski"


@dataclass(slots=True)
class Player:
    """Somebody in an event that is being played; ``place`` counts the event's players from 0."""

    place: int
    name: str
    player_id: str
    strength: float
    points: int = 0
    outcomes: list[Outcome] = field(default_factory=list)


def events(count: int, seed: str = "archive") -> Iterator[EventRecord]:
    """Yield so many events from the first day to the last, with their awards."""
    random = Random(seed)
    parts = (each.split() for each in (FIRSTS, STARTS, MIDDLES, ENDS))
    names = [f"{first} {''.join(last)}" for first, *last in product(*parts)]
    pool = [
        (name, f"P{number:05}" if number % 2 else "", random.gauss(0, 1))
        for number, name in enumerate(random.sample(names, PEOPLE))
    ]
    days = (LAST - FIRST).days
    for number in range(count):
        day = FIRST + timedelta(days=days * number // max(1, count - 1))
        # Some play often, most seldom.
        drawn = {int(PEOPLE * random.random() ** 2) for _ in range(random.randint(*FIELD))}
        players = [Player(place, *pool[each]) for place, each in enumerate(sorted(drawn))]
        yield _event(f"Event {number + 1:05}", day.isoformat(), players, random)


def _event(name: str, day: str, players: list[Player], random: Random) -> EventRecord:
    meetings = [meeting for number in range(1, ROUNDS + 1) for meeting in _round(number, players, random)]
    totals = sorted((player.points for player in players), reverse=True)
    order = sorted(players, key=lambda player: (-player.points, player.place))
    entry = {player.place: number for number, player in enumerate(order)}
    return add_awards(
        EventRecord(
            name=name,
            date=day,
            format="Turnabout",
            field=len(players),
            entries=tuple(_entry(player, 1 + totals.index(player.points)) for player in order),
            meetings=tuple(_by_entry(meeting, entry) for meeting in meetings),
            event_id=f"T{name[-5:]}",
            venue="Town hall",
            organizer="The club",
            rounds=ROUNDS,
        )
    )


def _round(number: int, players: list[Player], random: Random) -> Iterator[Meeting]:
    """Play a round, those with equal points against each other; ``a`` and ``b`` are places of players."""
    order = sorted(players, key=lambda player: (-player.points, random.random()))
    if len(order) % 2:
        last = order.pop()
        last.points += BYE_POINTS
        last.outcomes.append(Outcome.BYE)
        yield Meeting(number, None, last.place, None, Outcome.BYE, None, Fraction(BYE_POINTS))
    for table, (a, b) in enumerate(zip(order[::2], order[1::2], strict=True), 1):
        margin = round(5 * random.gauss(a.strength - b.strength, 1))
        points = 15 + max(-15, min(15, margin))
        outcome, other = compare(margin, 0)
        for player, won, came in ((a, points, outcome), (b, 30 - points, other)):
            player.points += won
            player.outcomes.append(came)
        yield Meeting(number, table, a.place, b.place, outcome, other, Fraction(points), Fraction(30 - points))


def _by_entry(meeting: Meeting, entry: dict[int, int]) -> Meeting:
    """Return a match with the entries of its players."""
    return Meeting(
        meeting.round,
        meeting.table,
        entry[meeting.a],
        None if meeting.b is None else entry[meeting.b],
        meeting.outcome_a,
        meeting.outcome_b,
        meeting.points_a,
        meeting.points_b,
    )


def _entry(player: Player, position: int) -> Entry:
    return Entry(
        name=player.name,
        player_id=player.player_id,
        position=position,
        wins=player.outcomes.count(Outcome.WIN),
        draws=player.outcomes.count(Outcome.DRAW),
        losses=player.outcomes.count(Outcome.LOSS),
        byes=player.outcomes.count(Outcome.BYE),
        points=Fraction(player.points),
        played_all=True,
    )


def write_lists(folder: Path, records: Iterable[EventRecord]) -> None:
    """Write events as the three lists that ``turnabout archive import`` reads."""
    with ExitStack() as opened:
        writers = {}
        for sheet in (EVENTS, PLACINGS, MATCHES):
            file = opened.enter_context((folder / f"{sheet.name}.csv").open("w", encoding="utf-8", newline=""))
            writers[sheet.name] = csv.DictWriter(file, [column.field for column in sheet.columns])
            writers[sheet.name].writerow(_headers(sheet))
        for record in records:
            for sheet, row in _lines(record):
                writers[sheet.name].writerow(row)


def _headers(sheet: Sheet) -> dict[str, str]:
    return {column.field: column.header for column in sheet.columns}


def _lines(record: EventRecord) -> Iterator[tuple[Sheet, dict[str, object]]]:
    named = {"event_id": record.event_id, "event": record.name, "date": record.date}
    facts = {"format": record.format, "players": record.field, "rounds": record.rounds, "venue": record.venue}
    yield EVENTS, {**named, **facts, "organizer": record.organizer}
    for each in record.entries:
        won = {"wins": each.wins, "draws": each.draws, "losses": each.losses, "byes": each.byes}
        who = {"player": each.name, "player_id": each.player_id, "position": each.position}
        yield PLACINGS, {**named, **who, **won, "points": each.points, "played_all": yes_or_no(each.played_all)}
    names = [each.name for each in record.entries]
    for match in record.meetings:
        winner = find_winner((match.outcome_a, match.outcome_b), bye_wins=False) or ""
        sides = {"a": names[match.a], "b": BYE_NAME if match.b is None else names[match.b], "winner": winner}
        points = {"points_a": match.points_a, "points_b": match.points_b}
        yield MATCHES, {**named, "round": match.round, "table": match.table, **sides, **points}
