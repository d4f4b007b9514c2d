"""An event as it stands in NRTM JSON: its players in the order of their places, and its rounds."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import inf
from typing import Final

from turnabout_sheets.archive.lists.event import counted_in, tally_matches
from turnabout_sheets.archive.lists.nrtm_games import (
    LONGEST,
    JsonObject,
    NrtmError,
    find_odd_scores,
    naming,
    read_id,
    read_list,
    read_match,
    read_text,
    read_whole,
    show,
)
from turnabout_sheets.archive.lists.understood import Given
from turnabout_sheets.archive.records import Entry, EventRecord, Meeting
from turnabout_sheets.core.days import EXAMPLE, DayError, read_day
from turnabout_sheets.core.outcomes import Outcome
from turnabout_sheets.core.text import alphabetical_key, key
from turnabout_sheets.event.status import Status, StatusKind
from turnabout_sheets.formats import NRTM_FORMAT
from turnabout_sheets.sheets.cell_kinds import MOST_ROUNDS

_PREFIXES: Final = {"Cobra": "cobra", "AesopsTables": "aesops"}


@dataclass(frozen=True, slots=True)
class NrtmEvent:
    """An event that was read, and what its record does not tell: which rounds belong to the cut, and are not played.

    ``decided``: the places of the cut, if there is one, are known. ``odd`` are the scores that no match can have.
    """

    record: EventRecord
    cut: Sequence[int]
    decided: bool
    unplayed: Sequence[int]
    odd: Sequence[str]


def read_event(top: JsonObject, given: Given) -> NrtmEvent:
    """Read everything that counts, whatever else there is; raises `NrtmError` for the first that cannot be read."""
    rounds, listed = read_list(top, "rounds"), read_list(top, "players")
    name, date = _read_title(top, given)
    by_id: dict[str, Entry] = {}
    numbers: dict[str, int | None] = {"": None}
    for place, row in enumerate(listed, 1):
        with naming(f"Player {place}"):
            who = read_id(row)
            if row.get("isBye") is True and who:
                numbers[who] = None
            else:
                by_id[who] = _read_player(who, row, by_id)
    cut = _read_cut(top, by_id)
    decided = None not in cut.values()
    players = _sort_players(by_id, cut if decided else {})
    numbers |= {player.player_id: number for number, player in enumerate(players)}
    preliminary = (read_whole(top, "preliminaryRounds") or inf) if cut else inf
    meetings, cut_rounds, unplayed = list[Meeting](), list[int](), list[int]()
    for number, matches in enumerate(rounds, 1):
        found, is_cut = _read_round(matches, number, numbers, players, preliminary)
        if any(each.outcome_a not in (None, Outcome.BYE) or each.points_a or each.points_b for each in found):
            meetings += sorted(found, key=lambda each: each.table or inf)
            cut_rounds += [number] if is_cut else []
        else:
            unplayed.append(number)
    source, organizer = top.get("uploadedFrom"), top.get("tournamentOrganiser")
    record = EventRecord(
        name=name,
        date=date,
        format=NRTM_FORMAT.name,
        field=len(players),
        entries=_finish(players, meetings, _PREFIXES.get(source, "nrtm") if isinstance(source, str) else "nrtm"),
        meetings=tuple(meetings),
        venue=", ".join(filter(None, (read_text(top.get(each)) for each in ("city", "country")))),
        organizer=read_text(organizer.get("nrdbUsername")) if isinstance(organizer, dict) else "",
        rounds=max((each.round for each in meetings), default=None),
    )
    odd = [
        f"{by_id[who].name} has {score} in round {number}, match {place}"
        for number, matches in enumerate(rounds, 1)
        for place, match in enumerate(matches, 1)
        for who, score in find_odd_scores(match)
        if who in by_id
    ]
    return NrtmEvent(record, cut_rounds, decided, unplayed, odd)


def _read_title(top: JsonObject, given: Given) -> tuple[str, str]:
    name = given.name or read_text(top.get("name"))
    if not name:
        raise NrtmError("The event has no name; expected one", "Say what it is called with --name.")
    typed = given.date or read_text(top.get("date"))[:LONGEST]
    try:
        return name, read_day(typed).isoformat()
    except DayError as reason:
        said = f', "{typed}", {reason}' if typed else " is missing"
        message = f"The date of the event{said}; expected a day such as {EXAMPLE}"
        raise NrtmError(message, "Say it with --date.") from reason


def _read_player(who: str, row: JsonObject, others: Mapping[str, Entry]) -> Entry:
    """Return a player with the id, and the rank after the Swiss rounds as position."""
    name = read_text(row.get("name"))
    if not name or not who:
        raise NrtmError(f"{'id' if name else 'name'} is missing; expected one")
    if who in others:
        raise NrtmError(f"{name} has the id {who}, which {others[who].name} has already")
    points = read_whole(row, "matchPoints" if "matchPoints" in row else "prestige", least=-inf)
    return Entry(
        name,
        who,
        read_whole(row, "rank"),
        points=None if points is None else Fraction(points),
        status=Status(StatusKind.DISQUALIFIED) if row.get("disqualified") is True else None,
    )


def _read_cut(top: JsonObject, players: Mapping[str, Entry]) -> Mapping[str, int | None]:
    """Return the places of those in the cut, by id; None where they are not known."""
    cut: dict[str, int | None] = {}
    for place, row in enumerate(read_list(top, "eliminationPlayers") if top.get("eliminationPlayers") else (), 1):
        with naming(f"Place {place}"):
            who = read_id(row)
            if who not in players or who in cut:
                raise NrtmError(f"id is {show(who or None)}; expected that of a player, each once")
            cut[who] = read_whole(row, "rank")
    return cut


def _sort_players(players: Mapping[str, Entry], cut: Mapping[str, int | None]) -> Sequence[Entry]:
    """Place those in the cut first, the others behind in the order of the Swiss rounds; who are level share a place."""
    swiss = {who: player.position for who, player in players.items()}
    ranks = {who: (who not in cut, rank) for who, rank in (swiss | {**cut}).items() if rank is not None}
    order = sorted(ranks.values())
    places = {who: 1 + bisect_left(order, rank) for who, rank in ranks.items()}
    placed = [replace(player, position=places.get(who)) for who, player in players.items()]
    return sorted(placed, key=lambda each: (each.position or inf, alphabetical_key(each.name), each.player_id))


def _finish(players: Sequence[Entry], meetings: Sequence[Meeting], prefix: str) -> tuple[Entry, ...]:
    """Count the matches of all players; only who is called the same keeps the id, with that of the program."""
    times = Counter(key(player.name) for player in players)
    ids = [f"{prefix}:{player.player_id}" if times[key(player.name)] > 1 else "" for player in players]
    tallies = tally_matches(meetings, len(players))
    return tuple(
        replace(player, player_id=each, **counted_in(tally))
        for player, each, tally in zip(players, ids, tallies, strict=True)
    )


def _read_round(
    matches: object, number: int, numbers: Mapping[str, int | None], players: Sequence[Entry], preliminary: float
) -> tuple[Sequence[Meeting], bool]:
    """Return the matches of a round, and whether it belongs to the cut, as it says itself or comes after the Swiss."""
    if number > MOST_ROUNDS or not isinstance(matches, list):
        what = f"expected a list of matches in each of at most {MOST_ROUNDS} rounds"
        raise NrtmError(f"Round {number} is {show(matches)}; {what}")
    found, is_cut = list[Meeting](), False
    first: dict[int | None, int] = {}
    for place, match in enumerate(matches, 1):
        with naming(f"Round {number}, match {place}"):
            if not isinstance(match, Mapping):
                raise NrtmError(f"it is {show(match)}; expected two players")
            in_cut = match.get("eliminationGame", number > preliminary) is True
            is_cut = is_cut or in_cut
            meeting = read_match(match, number, numbers, in_cut=in_cut)
            for who in (meeting.a, meeting.b):
                if who is not None and first.setdefault(who, place) != place:
                    there = f"here and in match {first[who]}"
                    raise NrtmError(f"{players[who].name} stands in this round twice, {there}")
            found.append(meeting)
    return found, is_cut
