"""Reads an event from NRTM JSON, which Cobra and AesopsTables write, as did the phone app before them.

Rounds of the cut follow those of the Swiss rounds. Who is in the cut is placed by it, the others behind in the order
of the Swiss rounds. Points are those of games, as they stand in the file: three for one that is won.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from turnabout_sheets.archive.lists.event import tally_matches
from turnabout_sheets.archive.lists.nrtm_event import NrtmEvent, read_event
from turnabout_sheets.archive.lists.nrtm_games import JsonObject, NrtmError, show
from turnabout_sheets.archive.lists.understood import Given, Understood, count_of
from turnabout_sheets.archive.records import EventRecord, Meeting
from turnabout_sheets.core.problems import Place, error, warning
from turnabout_sheets.core.text import join_words

_OWN: Final = re.compile(
    r'"(cutToTop|preliminaryRounds|eliminationPlayers|(corp|runner)Identity|player1|corpPlayer)"\s*:'
    r'|"(players|rounds)"\s*:\s*\[\s*\]'
)
_LOOKED_AT: Final = 1 << 20
MOST_BYTES: Final = 5 * 10**6
"""What is larger is no event: one of a thousand players has two million bytes."""
_NAMED: Final = 20
"""How many are named in a line; more would bury it."""
_LATER: Final = "Import the file that is saved when something has been played."
_NOTHING: Final = Given()


def is_nrtm(data: bytes) -> bool:
    """Tell whether a file is meant to be an event in NRTM JSON, also where it is cut short or damaged."""
    text = data[:_LOOKED_AT].decode(json.detect_encoding(data), errors="replace").removeprefix("\ufeff").lstrip()
    return text.startswith("{") and bool(_OWN.search(text))


def read_nrtm(data: bytes, file: str, given: Given = _NOTHING) -> Understood:
    """Return the record of the event in a file, and what is told of it.

    With anything wrong in it there is none, nor where nothing is played yet. The name and the day that are ``given``
    count before those in the file.
    """
    try:
        event = read_event(_load(data), given)
    except NrtmError as reason:
        return Understood(problems=[error(Place(file), f"{reason}.", reason.hint)])
    if not event.record.meetings:
        lacking = "results" if event.record.entries else "players"
        message = f"{event.record.title} has no {lacking}: nothing to read yet."
        return Understood(problems=[warning(Place(file), message, _LATER)])
    return Understood(records=[event.record], remarks=[f"{file}: {each}." for each in _list_remarks(event)])


def _load(data: bytes) -> JsonObject:
    """Return the object that JSON in any Unicode encoding holds, its numbers as text; raises `NrtmError` for others."""
    if len(data) > MOST_BYTES:
        most = f"expected an event of at most {MOST_BYTES // 10**6}"
        raise NrtmError(f"The file cannot be read: it has {len(data) // 10**6} MB; {most}")
    try:
        text = data.decode(json.detect_encoding(data)).removeprefix("\ufeff")
        found = json.loads(text, parse_int=str, parse_float=str, parse_constant=str)
        if isinstance(found, dict):
            return found
        reason = f"it is {show(found)}; expected an object with players and rounds"
    except UnicodeDecodeError as wrong:
        reason = f"byte {wrong.start + 1} is no character in Unicode (UTF-8)"
    except json.JSONDecodeError as wrong:
        reason = f"it is incomplete or damaged from character {wrong.colno} of line {wrong.lineno} on"
    except RecursionError:
        reason = "it has more brackets within each other than any event"
    raise NrtmError(f"The file cannot be read: {reason}")


def _list_remarks(event: NrtmEvent) -> Iterator[str]:
    """Yield what was understood of an event, and what in it is odd."""
    record, names = event.record, [entry.name for entry in event.record.entries]
    swiss = [each for each in record.meetings if each.round not in event.cut]
    byes, rounds = sum(each.b is None for each in swiss), {each.round for each in swiss}
    yield (
        f"{record.title} has {count_of(len(names), 'player')}, {count_of(len(swiss) - byes, 'match', 'matches')} and "
        f"{count_of(byes, 'bye')} in {count_of(len(rounds), 'Swiss round')}; "
        "points are those of the file, three for a game won"
    )
    if event.cut:
        games = count_of(len(record.meetings) - len(swiss), "game")
        yield f"the cut begins in round {event.cut[0]}: {games}, without points"
    if not event.decided:
        yield "the cut is not decided, so places are those of the Swiss rounds"
    there = [tally.rounds for tally in tally_matches(swiss, len(names))]
    odd = {
        "without results, and left out: round": [f"{number}" for number in event.unplayed],
        "without a result:": [
            f"{names[each.a]} against {names[each.b]} in round {each.round}"
            for each in record.meetings
            if each.b is not None and each.outcome_a is None
        ],
        "scores that no match can have, as they stand in the file:": event.odd,
        "called the same, and told apart by Player ID:": [
            f"{entry.name} ({entry.player_id})" for entry in record.entries if entry.player_id
        ],
        "never paired:": sorted(name for name, played in zip(names, there, strict=True) if not played),
        "points that the matches do not explain, as they stand in the file:": list(
            _find_unexplained(swiss, record, there)
        ),
    }
    for what, found in odd.items():
        more = [f"{len(found) - _NAMED} more"] if len(found) > _NAMED else []
        yield from [f"{what} {join_words([*found[:_NAMED], *more], 'and')}"] if found else ()


def _find_unexplained(swiss: Sequence[Meeting], record: EventRecord, there: Sequence[set[int]]) -> Iterator[str]:
    """Yield who has other points than the matches give; more if nobody else is missing in a round: that was a bye."""
    points = defaultdict[int | None, Fraction](Fraction)
    for each in swiss:
        points[each.a] += each.points_a or 0
        points[each.b] += each.points_b or 0
    present = Counter(number for rounds in there for number in rounds)
    missing_one = {number for number, players in present.items() if players == len(there) - 1}
    for number, entry in enumerate(record.entries):
        if entry.points in (None, points[number]):
            continue
        alone = [f"{each}" for each in sorted(missing_one - there[number])]
        is_more = entry.points is not None and entry.points > points[number]
        bye = f" (the bye of round {join_words(alone)} is missing)" if alone and is_more else ""
        yield f"{entry.name} has {entry.points}, the matches give {points[number]}{bye}"
