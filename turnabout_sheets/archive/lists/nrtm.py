"""Reads an event from NRTM JSON, which Cobra and AesopsTables write, as did the phone app before them.

Rounds of the cut follow those of the Swiss rounds. Who is in the cut is placed by it, the others behind in the order
of the Swiss rounds. Points are those of games, as they stand in the file: three for one that is won.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from math import inf
from typing import Final

from turnabout_sheets.archive.lists.event import counted_in, tally_matches
from turnabout_sheets.archive.lists.nrtm_event import AGAIN, NrtmEvent
from turnabout_sheets.archive.lists.nrtm_games import Game, JsonObject, NrtmError, read_text, show
from turnabout_sheets.archive.lists.nrtm_remarks import list_remarks
from turnabout_sheets.archive.lists.understood import Given, Understood
from turnabout_sheets.archive.records import Entry, EventRecord, Meeting
from turnabout_sheets.core.outcomes import Outcome
from turnabout_sheets.core.problems import Place, error, warning
from turnabout_sheets.core.text import alphabetical_key, key
from turnabout_sheets.event.status import Status, StatusKind
from turnabout_sheets.formats import NRTM_FORMAT

_OWN: Final = re.compile(
    r'"(cutToTop|preliminaryRounds|eliminationPlayers|(corp|runner)Identity|player1|corpPlayer)"\s*:'
)
_EMPTY: Final = re.compile(r'"(players|rounds)"\s*:\s*\[\s*\]')
_LOOKED_AT: Final = 1 << 20
MOST_BYTES: Final = 5 * 10**6
"""What is larger is no event: one of a thousand players has two million bytes."""
_PREFIXES: Final = {"Cobra": "cobra", "AesopsTables": "aesops"}
_LATER: Final = "Import the file that is saved when something has been played."
_NOTHING: Final = Given()


def is_nrtm(data: bytes) -> bool:
    """Tell whether a file is meant to be an event in NRTM JSON, also where it is cut short or damaged."""
    text = data[:_LOOKED_AT].decode(json.detect_encoding(data), errors="replace").removeprefix("\ufeff").lstrip()
    return text.startswith("{") and bool(_OWN.search(text) or _EMPTY.search(text))


def read_nrtm(data: bytes, file: str, given: Given = _NOTHING) -> Understood:
    """Return the record of the event in a file, and what is told of it.

    With anything wrong in it there is none, nor where nothing is played yet. The name and the day that are ``given``
    count before those in the file.
    """
    try:
        event = NrtmEvent(_load(data))
    except NrtmError as reason:
        return Understood(problems=[error(Place(file), f"The file cannot be read: {reason}.", AGAIN)])
    if problems := [error(Place(file), *fault) for fault in event.read(given)]:
        return Understood(problems=problems)
    if not event.games:
        message = f"{event.title} has no {'results' if event.players else 'players'}: nothing to read yet."
        return Understood(problems=[warning(Place(file), message, _LATER)])
    record = _make_record(event)
    return Understood(records=[record], remarks=[f"{file}: {each}." for each in list_remarks(event, record)])


def _load(data: bytes) -> JsonObject:
    """Return the object that JSON in any Unicode encoding holds, its numbers as text; raises `NrtmError` for others."""
    if len(data) > MOST_BYTES:
        raise NrtmError(f"it has {len(data) // 10**6} MB; expected an event of at most {MOST_BYTES // 10**6}")
    try:
        text = data.decode(json.detect_encoding(data)).removeprefix("\ufeff")
        found = json.loads(text, parse_int=str, parse_float=str, parse_constant=str)
    except UnicodeDecodeError as reason:
        raise NrtmError(f"byte {reason.start + 1} is no character in Unicode (UTF-8)") from reason
    except json.JSONDecodeError as reason:
        where = f"character {reason.colno} of line {reason.lineno}"
        raise NrtmError(f"it is incomplete or damaged from {where} on") from reason
    except RecursionError as reason:
        raise NrtmError("it has more brackets within each other than any event") from reason
    if not isinstance(found, dict):
        raise NrtmError(f"it is {show(found)}; expected an object with players and rounds")
    return found


def _make_record(event: NrtmEvent) -> EventRecord:
    positions, ids = _find_positions(event), _make_ids(event)
    names = {who: alphabetical_key(player.name) for who, player in event.players.items()}
    order = sorted(names, key=lambda who: (positions.get(who, inf), names[who], who))
    numbers = {who: number for number, who in enumerate(order)}
    unsorted = [_make_meeting(game, numbers) for game in event.games]
    meetings = sorted(unsorted, key=lambda each: (each.round, inf if each.table is None else each.table))
    entries = [
        Entry(
            event.players[who].name,
            ids.get(who, ""),
            positions.get(who),
            points=_exact(event.players[who].points),
            status=Status(StatusKind.DISQUALIFIED) if event.players[who].disqualified else None,
            **counted_in(tally),
        )
        for who, tally in zip(order, tally_matches(meetings, len(order)), strict=True)
    ]
    organizer = event.top.get("tournamentOrganiser")
    return EventRecord(
        name=event.name,
        date=event.date,
        format=NRTM_FORMAT.name,
        field=len(entries),
        entries=tuple(entries),
        meetings=tuple(meetings),
        venue=", ".join(filter(None, (read_text(event.top.get(each)) for each in ("city", "country")))),
        organizer=read_text(organizer.get("nrdbUsername")) if isinstance(organizer, dict) else "",
        rounds=meetings[-1].round,
    )


def _exact(points: int | None) -> Fraction | None:
    return None if points is None else Fraction(points)


def _find_positions(event: NrtmEvent) -> Mapping[str, int]:
    """Return the places of all whose rank is known; those who are level share one."""
    cut = event.cut if None not in event.cut.values() else {}
    ranks = {who: (0, cut[who]) if who in cut else (1, player.rank) for who, player in event.players.items()}
    known = {who: (part, rank) for who, (part, rank) in ranks.items() if rank is not None}
    order = sorted(known.values())
    return {who: 1 + bisect_left(order, rank) for who, rank in known.items()}


def _make_ids(event: NrtmEvent) -> Mapping[str, str]:
    """Return Player IDs for those who share their name: the ids of the program that the file comes from."""
    times = Counter(key(player.name) for player in event.players.values())
    source = event.top.get("uploadedFrom")
    prefix = _PREFIXES.get(source, "nrtm") if isinstance(source, str) else "nrtm"
    return {who: f"{prefix}:{who}" for who, player in event.players.items() if times[key(player.name)] > 1}


def _make_meeting(game: Game, numbers: Mapping[str, int]) -> Meeting:
    """Return a game as it is archived; in a bye, the player is the first. The cut has no points."""
    sides = [
        (numbers[who], None if game.cut else _exact(points), outcome)
        for who, points, outcome in zip(game.sides, game.points, game.outcomes, strict=True)
        if who is not None
    ]
    (a, points_a, outcome_a), *other = sides
    if not other:
        return Meeting(game.round, None, a, None, Outcome.BYE, None, points_a)
    ((b, points_b, outcome_b),) = other
    return Meeting(game.round, game.table, a, b, outcome_a, outcome_b, points_a, points_b)
