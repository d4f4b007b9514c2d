"""The places that are free in rounds that are paired, and which a late player takes (rules 1.4.11, duplicate 4.8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from turnabout_sheets.event.model import BYE, Event, Player
from turnabout_sheets.pairing.empty_places import choose_places
from turnabout_sheets.pairing.methods import session_start
from turnabout_sheets.sheets.table import Row


@dataclass(frozen=True, slots=True)
class Place:
    """A place that is free in a round: in a row of a sheet, in the column of a or b."""

    round: int
    sheet: str
    row: int
    field: str
    had: int  # `BYE`, or the number of a player who has left
    opponent: int  # the number of the player beside it
    waits: bool  # whether that player is there
    table: int | None


_Meeting = tuple[int, int | None, int | None]
"""In which round a player meets whom, by number, and at which table: None where that is not known."""


def take_places(event: Event, player: Player, rounds: Sequence[int]) -> list[Place]:
    """Return the places that a player takes, in the order of ``rounds``: one in each, if possible, else in most.

    The place of a `BYE` comes before that of somebody who has left, and of these first those that nobody has who is
    still to come, then those of who comes last. Between games, it may be beside somebody who is not there: then the
    player sits out, as everybody does there.
    """
    others = reversed([each for each in event.latecomers if each.number != player.number])
    of_others = [_choose(event, other, [n for n in event.rounds if n < other.joined], {}) for other in others]
    kept = {place: turn for turn, places in enumerate(of_others, 1) for place in places}
    playing = _choose(event, player, rounds, kept)
    taken, used = {place.round: place for place in playing}, {use for place in playing for use in _uses(event, place)}
    first, meetings = min(taken, default=None), _list_meetings(event, player)
    for number in rounds:
        if first is not None and number > first and number not in taken:
            places = (place for place in _list_free(event, meetings, number) if not place.waits)
            place = next((place for place in places if used.isdisjoint(_uses(event, place))), None)
            taken |= {number: place} if place is not None else {}
    return [taken[number] for number in sorted(taken)]


def _choose(event: Event, player: Player, rounds: Iterable[int], kept: Mapping[Place, int]) -> list[Place]:
    """Return a free place for as many of the rounds as can be; ``kept`` tells of some how late they are to be taken.

    For somebody who is known to come late, and the rounds before, these are the places in which the movement has them.
    """
    meetings = _list_meetings(event, player)
    options = [
        sorted(
            (place for place in _list_free(event, meetings, number) if place.waits),
            key=lambda place: (place.had != BYE, kept.get(place, 0), place.had),
        )
        for number in rounds
    ]
    choice = choose_places([[dict(_uses(event, place)) for place in places] for places in options])
    return [places[index] for places, index in zip(options, choice, strict=True) if index is not None]


def _list_free(event: Event, meetings: Sequence[_Meeting], number: int) -> Iterator[Place]:
    """Yield the places of a round that nobody has and the player may have: nobody is met twice in a session.

    They are beside a player who has the bye, and has not asked for it, or one who is not there.
    """
    session = session_start(number, event.settings.rounds_per_session)
    met, been = {each[1] for each in meetings if each[0] >= session}, {each[2] for each in meetings} - {None}
    matches = {match.row: match for match in event.rounds[number]}
    for row in typed_rows(event, number):
        match = matches.get(row.number)
        if match is None and BYE in (row["a"], row["b"]):
            opponent = row["a"] if row["b"] == BYE else row["b"]
        elif match is not None and match.b == BYE and match.a is not None and match.ruling is None:
            opponent = match.a
        else:
            continue
        field, had = ("a", row["a"]) if row["b"] == opponent else ("b", row["b"])
        sheet, is_there = event.rounds[number][0].sheet, match is not None
        place = Place(number, sheet, row.number, field, had, opponent, is_there, row["table"])
        wants_bye = is_there and number in event.players[opponent].byes
        is_empty = not wants_bye and (had == BYE or event.players[had].has_left(number))
        if is_empty and opponent not in met and not (place.table in been and _each_table_once(event)):
            yield place


def _list_meetings(event: Event, player: Player) -> list[_Meeting]:
    """Return the meetings of a player, also in rounds in which the player is not there, but may be again."""
    return [
        (number, row["b"] if row["a"] == player.number else row["a"], row["table"])
        for number in event.rounds
        for row in typed_rows(event, number)
        if player.number in (row["a"], row["b"])
    ]


def _each_table_once(event: Event) -> bool:
    return event.settings.method.each_table_once and not event.settings.allow_rematches


def _uses(event: Event, place: Place) -> list[tuple[str, int]]:
    """Return what nobody can have twice."""
    uses = [] if event.settings.allow_rematches else [("opponent", place.opponent)]
    return [*uses, ("table", place.table)] if place.table is not None and _each_table_once(event) else uses


def typed_rows(event: Event, number: int) -> list[Row]:
    """Return the rows of a round as they are typed: also with players who are not there."""
    rows = event.tables[event.rounds[number][0].sheet].rows
    return [row for row in rows if row.values.get("round", number) == number]


def find_table(event: Event, place: Place) -> int:
    """Return the table of a place: that of its row, else the first that is free."""
    taken = {row["table"] for row in typed_rows(event, place.round)}
    return place.table if place.table is not None else next(table for table in count(1) if table not in taken)
