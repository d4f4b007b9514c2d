"""Reads an event from a file in NRTM JSON: of Cobra, AesopsTables, and the phone app before them."""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import inf
from typing import Any, Final

from turnabout_sheets.archive.lists.old_events import Reading, count_figures, tally_matches, word_first
from turnabout_sheets.archive.records import Entry, EventRecord, Meeting
from turnabout_sheets.core.days import DayError, read_day
from turnabout_sheets.core.outcomes import A_WINS, B_WINS, DRAWN, Outcome, compare
from turnabout_sheets.core.problems import Place, error, warning
from turnabout_sheets.core.text import alphabetical_key, key, tidy, word_rounds
from turnabout_sheets.event.status import Status, StatusKind
from turnabout_sheets.formats import NRTM_FORMAT

_OWN: Final = re.compile(
    r'"(cutToTop|preliminaryRounds|eliminationPlayers|(corp|runner)Identity|player1|corpPlayer)"\s*:'
    r'|"(players|rounds)"\s*:\s*\[\s*\]'
)
_SCORES: Final = {"combinedScore": 6, "corpScore": 3, "runnerScore": 3}  # of a side, and the most of each
_PREFIXES: Final = {"Cobra": "cobra", "AesopsTables": "aesops"}
_CONTROLS: Final = dict.fromkeys((*range(32), *range(127, 160)), " ")

Json = Mapping[str, Any]


class NrtmError(ValueError):
    """What is wrong with a part of a file."""


def is_nrtm(data: bytes) -> bool:
    """Return whether a file is meant to be an event in NRTM JSON, also where it is cut short or damaged."""
    text = data[: 1 << 20].decode(json.detect_encoding(data), errors="replace").removeprefix("\ufeff").lstrip()
    return text.startswith("{") and bool(_OWN.search(text))


def read_nrtm(data: bytes, file: str, name: str | None = None, date: str | None = None) -> Reading:
    """Return the event in a file, or a problem; the name and the date that are given go before those in it."""
    place = "The file"
    try:
        text = data.decode(json.detect_encoding(data)).removeprefix("\ufeff")
        top = json.loads(text, parse_int=str, parse_float=str, parse_constant=str)
        place = "The event"
        name, date = name or _text(top.get("name")), date or _text(top.get("date"))[:40]
        if not name:
            raise NrtmError("the name is missing")
        date = read_day(date).isoformat()
        entries, nobody = dict[str, Entry](), {""}
        for at, row in enumerate(top["players"], 1):
            place = f"Player {at}"
            who = _id(row)
            if row.get("isBye") is True:
                nobody.add(who)
            elif who in entries or not who or not _text(row["name"]):
                raise NrtmError("name or id is missing, or another player has the id")
            else:
                points = _whole(row, "matchPoints" if "matchPoints" in row else "prestige")
                out = Status(StatusKind.DISQUALIFIED) if row.get("disqualified") is True else None
                has = None if points is None else Fraction(points)
                entries[who] = Entry(_text(row["name"]), who, _whole(row, "rank"), points=has, status=out)
        ranks: dict[str, int | None] = {}
        for at, row in enumerate(top.get("eliminationPlayers") or (), 1):
            place = f"Place {at} of the cut"
            if _id(row) in ranks or _id(row) not in entries:
                raise NrtmError("expected the id of a player, each once")
            ranks[_id(row)] = _whole(row, "rank")
        place = "The event"
        swiss = (_whole(top, "preliminaryRounds") or inf) if ranks else inf
        players = _place_players(entries, {} if None in ranks.values() else ranks)
        numbers = dict.fromkeys(nobody) | {player.player_id: number for number, player in enumerate(players)}
        meetings, unplayed, odd = list[Meeting](), list[int](), list[str]()
        for number, matches in enumerate(top["rounds"], 1):
            found, seen = list[Meeting](), set[int | None]()
            for at, match in enumerate(matches, 1):
                place = f"Round {number}, match {at}"
                sides = _list_sides(match)
                read = _read_match(match, sides, number, numbers)
                if match.get("eliminationGame", number > swiss) is True:  # the cut has no points
                    read = read._replace(points_a=None, points_b=None)
                if {read.a, read.b} & seen - {None}:
                    raise NrtmError("a player has another match in this round")
                seen |= {read.a, read.b}
                found.append(read)
                odd += [
                    f"{entries[_id(side)].name} has {field} {score} in round {number}, match {at}"
                    for side in sides
                    for field, most in _SCORES.items()
                    if _id(side) in entries and not 0 <= (score := _whole(side, field) or 0) <= most
                ]
            if any(each.outcome_a not in (None, Outcome.BYE) or each.points_a or each.points_b for each in found):
                meetings += sorted(found, key=lambda each: each.table or inf)
            else:
                unplayed.append(number)
    except (AttributeError, LookupError, RecursionError, TypeError, ValueError) as reason:
        what = f"{place}: not complete, or not as Cobra and AesopsTables write it."
        if isinstance(reason, NrtmError | DayError):
            what = f'The date "{date}" {reason}.' if isinstance(reason, DayError) else f"{place}: {reason}."
        hint = "Say name and date with --name and --date; correct all else in the program that it comes from."
        return Reading(problems=[error(Place(file), what, hint)])
    if not meetings:
        message = f"{name} ({date}) has no {'results' if players else 'players'}: nothing to read yet."
        hint = "Import the file that is saved when something has been played."
        return Reading(problems=[warning(Place(file), message, hint)])
    organizer, times = top.get("tournamentOrganiser"), Counter(key(each.name) for each in players)
    prefix = _PREFIXES.get(f"{top.get('uploadedFrom')}", "nrtm")
    record = EventRecord(
        name=name,
        date=date,
        format=NRTM_FORMAT,
        field=len(players),
        entries=tuple(
            # Only players of one name keep their IDs.
            replace(each, player_id=f"{prefix}:{each.player_id}" if times[key(each.name)] > 1 else "", **figures)
            for each, figures in zip(players, count_figures(tally_matches(meetings, len(players))), strict=True)
        ),
        meetings=tuple(meetings),
        venue=", ".join(filter(None, (_text(top.get(each)) for each in ("city", "country")))),
        organizer=_text(organizer.get("nrdbUsername")) if isinstance(organizer, dict) else "",
        rounds=meetings[-1].round,
    )
    explain = "points that the matches do not explain, as where a bye is missing"
    remarks = [f"{explain}: {word_first(unexplained)}"] if (unexplained := _list_unexplained(record)) else []
    remarks += ["the cut is not decided, so places are those of the Swiss rounds"] if None in ranks.values() else []
    remarks += [f"without results, and left out: {word_rounds(unplayed)}"] if unplayed else []
    remarks += [f"scores that no match can have: {'; '.join(odd)}"] if odd else []
    return Reading(record=record, remarks=[f"{file}: {each}." for each in remarks])


def _list_unexplained(record: EventRecord) -> list[str]:
    """Return the players whose points are not those of their matches."""
    totals = Counter[int | None]()
    for each in record.meetings:
        totals[each.a] += int(each.points_a or 0)
        totals[each.b] += int(each.points_b or 0)
    return [
        f"{entry.name} has {entry.points}, the matches give {totals[number]}"
        for number, entry in enumerate(record.entries)
        if entry.points not in (None, totals[number])
    ]


def _place_players(players: Mapping[str, Entry], cut: Mapping[str, int | None]) -> Sequence[Entry]:
    """Place those in the cut first, the others behind in the order of the Swiss rounds; level ones share a place."""
    ranks = {who: (who not in cut, cut.get(who, each.position)) for who, each in players.items()}
    order = sorted((out, rank) for out, rank in ranks.values() if rank is not None)
    places = {who: 1 + bisect_left(order, rank) for who, rank in ranks.items() if rank[1] is not None}
    placed = [replace(each, position=places.get(who)) for who, each in players.items()]
    return sorted(placed, key=lambda each: (each.position or inf, alphabetical_key(each.name), each.player_id))


def _list_sides(match: Json) -> list[Json]:
    """Return what a match says of its two sides; AesopsTables wrote them by their roles until 2024."""
    if "corpPlayer" not in match:
        return [match["player1"] or {}, match["player2"] or {}]
    winner = match.get("winner_id") or ...
    roles = [(match[f"{each}Player"], match.get(f"{each}Score")) for each in ("corp", "runner")]
    return [{"id": who, "corpScore": score, "winner": who == winner} for who, score in roles]


def _read_match(match: Json, sides: Sequence[Json], number: int, numbers: Mapping[str, int | None]) -> Meeting:
    """Return a match, or a bye of its first player.

    Games of the cut name the winner, others have points. Where nobody has points, nothing was played, as even a drawn
    game gives one to each; but for an agreed draw.
    """
    ids = [_id(side) for side in sides]
    won, points = [side.get("winner") is True for side in sides], [_read_points(side) for side in sides]
    if not {*ids} <= numbers.keys() or numbers[ids[0]] == numbers[ids[1]] or all(won):
        raise NrtmError("expected two of the players, and one winner")
    (a, b), (points_a, points_b) = [numbers[each] for each in ids], points
    outcomes: tuple[Outcome | None, Outcome | None] = DRAWN if match.get("intentionalDraw") is True else (None, None)
    if any(won):
        outcomes = A_WINS if won[0] else B_WINS
    elif any(points):
        outcomes = compare(*(int(each or 0) for each in points))
    if a is None or b is None:
        return Meeting(number, None, a or b or 0, None, Outcome.BYE, None, points_b if a is None else points_a)
    table = _whole(match, "table" if "table" in match else "tableNumber")
    return Meeting(number, table or None, a, b, *outcomes, points_a, points_b)


def _read_points(side: Json) -> Fraction | None:
    """Return the points of a side: those of the whole match, else of its games."""
    total, *games = (_whole(side, each) for each in _SCORES)
    known = [score for score in ([total] if total is not None else games) if score is not None]
    return Fraction(sum(known)) if known else None


def _text(value: object) -> str:
    """Return a text without what cannot be stored or shown; blank for what is none."""
    return tidy(value.encode(errors="replace").decode().translate(_CONTROLS)) if isinstance(value, str) else ""


def _whole(of: Json, field: str) -> int | None:
    """Return a whole number, None where it is blank; no rank and no table is negative."""
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
