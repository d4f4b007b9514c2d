"""Read an event from NRTM JSON, which Cobra and AesopsTables write, as did the phone app before them.

Rounds of the cut follow those of the Swiss rounds. Players in the cut are placed by it, the others behind in the order
of the Swiss rounds. Points are those of the file: three for a game won. Numbers are read as they are written, so that 3
and "3" are the same, and NaN or ten thousand digits are no number.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from math import inf
from typing import Any, Final

from turnabout_sheets.archive.lists.event import counted_in, tally_matches
from turnabout_sheets.archive.lists.understood import Given, Understood, count_of
from turnabout_sheets.archive.records import Entry, EventRecord, Meeting
from turnabout_sheets.core.days import EXAMPLE, DayError, read_day
from turnabout_sheets.core.outcomes import A_WINS, B_WINS, DRAWN, Outcome, compare
from turnabout_sheets.core.problems import Place, error, warning
from turnabout_sheets.core.text import alphabetical_key, join_words, key, tidy
from turnabout_sheets.event.status import Status, StatusKind
from turnabout_sheets.formats import NRTM_FORMAT
from turnabout_sheets.sheets.cell_kinds import MOST_ROUNDS

_OWN: Final = re.compile(
    r'"(cutToTop|preliminaryRounds|eliminationPlayers|(corp|runner)Identity|player1|corpPlayer)"\s*:'
    r'|"(players|rounds)"\s*:\s*\[\s*\]'
)
MOST_BYTES: Final = 5 * 10**6  # an event of a thousand players has two million
_SCORES: Final = {"combinedScore": 6, "corpScore": 3, "runnerScore": 3}  # of a side, and the most of each
_PREFIXES: Final = {"Cobra": "cobra", "AesopsTables": "aesops"}
_CONTROLS: Final = dict.fromkeys((*range(32), *range(127, 160)), " ")
_HINT: Final = "Say name and date with --name and --date; correct all else in the program that it comes from."

Json = Mapping[str, Any]


class NrtmError(Exception):
    """An event cannot be read; the text says where, and what is expected."""


@contextmanager
def _naming(place: str) -> Iterator[None]:
    try:
        yield
    except NrtmError as reason:
        raise NrtmError(f"{place}: {reason}") from reason
    except (AttributeError, LookupError, TypeError) as reason:
        raise NrtmError(f"{place} is not as Cobra and AesopsTables write it") from reason


def is_nrtm(data: bytes) -> bool:
    """Return whether a file is meant to be an event in NRTM JSON, also where it is cut short or damaged."""
    text = data[: 1 << 20].decode(json.detect_encoding(data), errors="replace").removeprefix("\ufeff").lstrip()
    return text.startswith("{") and bool(_OWN.search(text))


def read_nrtm(data: bytes, file: str, given: Given | None = None) -> Understood:
    """Return the record of the event in a file, and remarks on it; with anything wrong in it there is no record.

    The name and the day that are ``given`` count before those in the file.
    """
    try:
        if len(data) > MOST_BYTES:
            raise NrtmError(f"The file has {len(data) // 10**6} MB; expected at most {MOST_BYTES // 10**6}")
        try:
            text = data.decode(json.detect_encoding(data)).removeprefix("\ufeff")
            top = json.loads(text, parse_int=str, parse_float=str, parse_constant=str)
        except (ValueError, RecursionError) as reason:
            raise NrtmError(f"The file is incomplete or damaged ({reason})") from reason
        with _naming("The event"):
            record, remarks = _read_event(top, given or Given())
    except NrtmError as reason:
        return Understood(problems=[error(Place(file), f"{reason}.".removeprefix("The event: "), _HINT)])
    if not record.meetings:
        lacking = "results" if record.entries else "players"
        message = f"{record.title} has no {lacking}: nothing to read yet."
        hint = "Import the file that is saved when something has been played."
        return Understood(problems=[warning(Place(file), message, hint)])
    return Understood(records=[record], remarks=[f"{file}: {each}." for each in remarks])


def _read_event(top: Json, given: Given) -> tuple[EventRecord, list[str]]:
    name, typed = given.name or _text(top.get("name")), given.date or _text(top.get("date"))[:40]
    if not name:
        raise NrtmError("The name is missing")
    try:
        date = read_day(typed).isoformat()
    except DayError as reason:
        said = f'"{typed}" {reason}' if typed else "The date is missing"
        raise NrtmError(f"{said}; expected a day such as {EXAMPLE}") from reason
    entries, numbers = dict[str, Entry](), dict[str, int | None]({"": None})
    for at, row in enumerate(top["players"], 1):
        with _naming(f"Player {at}"):
            who = _id(row)
            if row.get("isBye") is True:
                numbers[who] = None
                continue
            if not _text(row.get("name")) or not who:
                raise NrtmError("name or id is missing")
            if who in entries:
                raise NrtmError(f"{entries[who].name} has the same id, {who}")
            points = _whole(row, "matchPoints" if "matchPoints" in row else "prestige")
            status = Status(StatusKind.DISQUALIFIED) if row.get("disqualified") is True else None
            entries[who] = Entry(
                _text(row["name"]),
                who,
                _whole(row, "rank"),
                points=None if points is None else Fraction(points),
                status=status,
            )
    ranks: dict[str, int | None] = {}
    for at, row in enumerate(top.get("eliminationPlayers") or (), 1):
        with _naming(f"Place {at}"):
            if (who := _id(row)) not in entries or who in ranks:
                raise NrtmError(f'id is "{who}"; expected that of a player, each once')
            ranks[who] = _whole(row, "rank")
    decided, preliminary = None not in ranks.values(), (_whole(top, "preliminaryRounds") or inf) if ranks else inf
    players = _sort_players(entries, ranks if decided else {})
    numbers |= {player.player_id: number for number, player in enumerate(players)}
    meetings, cut, unplayed, odd = list[Meeting](), set[int](), list[str](), list[str]()
    for number, matches in enumerate(top["rounds"], 1):
        found, seen = list[Meeting](), set[int | None]()
        for at, match in enumerate(matches, 1):
            with _naming(f"Round {number}, match {at}"):
                if number > MOST_ROUNDS:
                    raise NrtmError(f"expected at most {MOST_ROUNDS} rounds")
                in_cut = match.get("eliminationGame", number > preliminary) is True
                sides = _read_sides(match)
                found.append(_read_match(match, sides, number, numbers, in_cut=in_cut))
                for twice in ({found[-1].a, found[-1].b} - {None}) & seen:
                    raise NrtmError(f"{players[twice or 0].name} has another match in this round")
                seen |= {found[-1].a, found[-1].b}
                cut |= {number} if in_cut else set()
                odd += [
                    f"{entries[_id(side)].name} has {field} {score} in round {number}, match {at}"
                    for side in sides
                    for field, most in _SCORES.items()
                    if not 0 <= (score := _whole(side, field) or 0) <= most and _id(side) in entries
                ]
        if any(each.outcome_a not in (None, Outcome.BYE) or each.points_a or each.points_b for each in found):
            meetings += sorted(found, key=lambda each: each.table or inf)
        else:
            unplayed.append(f"{number}")
    times, prefix = Counter(key(each.name) for each in players), _PREFIXES.get(f"{top.get('uploadedFrom')}", "nrtm")
    ids = [f"{prefix}:{each.player_id}" if times[key(each.name)] > 1 else "" for each in players]
    tallies, organizer = tally_matches(meetings, len(players)), top.get("tournamentOrganiser")
    record = EventRecord(
        name=name,
        date=date,
        format=NRTM_FORMAT,
        field=len(players),
        entries=tuple(
            replace(player, player_id=each, **counted_in(tally))
            for player, each, tally in zip(players, ids, tallies, strict=True)
        ),
        meetings=tuple(meetings),
        venue=", ".join(filter(None, (_text(top.get(each)) for each in ("city", "country")))),
        organizer=_text(organizer.get("nrdbUsername")) if isinstance(organizer, dict) else "",
        rounds=max((each.round for each in meetings), default=None),
    )
    swiss = [each for each in meetings if each.round not in cut]
    byes, rounds = sum(each.b is None for each in swiss), {each.round for each in swiss}
    told = [
        f"{record.title} has {count_of(len(players), 'player')}, {count_of(len(swiss) - byes, 'match', 'matches')} and "
        f"{count_of(byes, 'bye')} in {count_of(len(rounds), 'Swiss round')}; points are those of the file, three for a "
        "game won"
    ]
    if len(swiss) < len(meetings):
        games = count_of(len(meetings) - len(swiss), "game")
        first = min(each.round for each in meetings if each.round in cut)
        told.append(f"the cut begins in round {first}: {games}, without points")
    if not decided:
        told.append("the cut is not decided, so places are those of the Swiss rounds")
    there = [tally.rounds for tally in tally_matches(swiss, len(players))]
    unreported = [each for each in meetings if each.b is not None and each.outcome_a is None]
    for what, some in {
        "without results, and left out: round": unplayed,
        "without a result:": [
            f"{players[m.a].name} against {players[m.b or 0].name} in round {m.round}" for m in unreported
        ],
        "scores that no match can have, as they stand in the file:": odd,
        "called the same, and told apart by Player ID:": [
            f"{e.name} ({e.player_id})" for e in record.entries if e.player_id
        ],
        "never paired:": sorted(player.name for player, own in zip(players, there, strict=True) if not own),
        "points that the matches do not explain, as they stand in the file:": [
            *_find_unexplained(swiss, record, there)
        ],
    }.items():
        more = [f"{len(some) - 20} more"] if len(some) > 20 else []
        told += [f"{what} {join_words([*some[:20], *more], 'and')}"] if some else []
    return record, told


def _find_unexplained(swiss: Sequence[Meeting], record: EventRecord, there: Sequence[set[int]]) -> Iterator[str]:
    """Yield who has other points than the matches give; more if nobody else is missing in a round: that was a bye."""
    points = Counter[int | None]()
    for each in swiss:
        points.update({each.a: each.points_a or 0, each.b: each.points_b or 0})
    present = Counter(number for rounds in there for number in rounds)
    for number, entry in enumerate(record.entries):
        if entry.points not in (None, points[number]):
            alone = [f"{each}" for each in sorted({*present} - there[number]) if present[each] == len(there) - 1]
            bye = (
                f" (the bye of round {join_words(alone)} is missing)" if alone and entry.points > points[number] else ""
            )
            yield f"{entry.name} has {entry.points}, the matches give {points[number]}{bye}"


def _sort_players(players: Mapping[str, Entry], cut: Mapping[str, int | None]) -> Sequence[Entry]:
    """Place those in the cut first, the others behind in the order of the Swiss rounds; who are level share a place."""
    ranks = {who: (who not in cut, cut.get(who, each.position)) for who, each in players.items()}
    order = sorted((out, rank) for out, rank in ranks.values() if rank is not None)
    places = {who: 1 + bisect_left(order, rank) for who, rank in ranks.items() if rank[1] is not None}
    placed = [replace(each, position=places.get(who)) for who, each in players.items()]
    return sorted(placed, key=lambda each: (each.position or inf, alphabetical_key(each.name), each.player_id))


def _read_sides(match: Json) -> Sequence[Json]:
    """Return the two sides of a match; AesopsTables wrote them by their roles until 2024. One that is null is empty."""
    if "corpPlayer" not in match:
        return [match["player1"] or {}, match["player2"] or {}]
    winner = match.get("winner_id") or ...
    roles = [(match[f"{each}Player"], match.get(f"{each}Score")) for each in ("corp", "runner")]
    return [{"id": who, "corpScore": score, "winner": who == winner} for who, score in roles]


def _read_match(
    match: Json, sides: Sequence[Json], number: int, numbers: Mapping[str, int | None], *, in_cut: bool
) -> Meeting:
    """Return a match, or a bye of its first player; the cut has no points.

    Games of the cut name the winner, others have points. Where nobody has points, nothing was played, as even a drawn
    game gives one to each; but for an agreed draw.
    """
    for side in sides:
        if _id(side) not in numbers:
            raise NrtmError(f'nobody among the players has the id "{_id(side)}"')
    a, b = (numbers[_id(side)] for side in sides)
    won, points = [side.get("winner") is True for side in sides], [_read_points(side) for side in sides]
    if a == b or all(won):
        raise NrtmError("expected two players, and one winner")
    outcomes: tuple[Outcome | None, Outcome | None] = DRAWN if match.get("intentionalDraw") is True else (None, None)
    if any(won):
        outcomes = A_WINS if won[0] else B_WINS
    elif any(points):
        outcomes = compare(*(int(each or 0) for each in points))
    points_a, points_b = [None, None] if in_cut else points
    if a is None or b is None:
        return Meeting(number, None, a or b or 0, None, Outcome.BYE, None, points_b if a is None else points_a)
    table = _whole(match, "table" if "table" in match else "tableNumber")
    return Meeting(number, int(table) if table else None, a, b, *outcomes, points_a, points_b)


def _read_points(side: Json) -> Fraction | None:
    """Return the points of a side: those of the whole match, else of its games."""
    total, *games = (_whole(side, each) for each in _SCORES)
    known = [score for score in ([total] if total is not None else games) if score is not None]
    return Fraction(sum(known)) if known else None


def _text(value: object) -> str:
    """Return a text without what cannot be stored or shown; blank for what is none."""
    return tidy(value.encode(errors="replace").decode().translate(_CONTROLS)) if isinstance(value, str) else ""


def _whole(of: Json, field: str) -> int | None:
    """Return a whole number, None where it is blank."""
    value = of.get(field)
    if value in (None, ""):
        return None
    found = re.fullmatch(r"(-?\d{1,9})(?:\.0{1,9})?", value, re.ASCII) if isinstance(value, str) else None
    if not found or (field in ("rank", "table", "tableNumber") and found[1].startswith("-")):
        raise NrtmError(f"{field} is {json.dumps(value)[:40]}; expected a whole number")
    return int(found[1])


def _id(of: Json) -> str:
    """Return the id of a player, blank for nobody."""
    value = of.get("id")
    if value in (None, "", "(BYE)"):
        return ""
    if isinstance(value, str) and re.fullmatch(r"(?=.*\d)[\w-]{1,40}", value, re.ASCII):
        return value
    raise NrtmError(f"id is {json.dumps(value)[:40]}; expected a number")
