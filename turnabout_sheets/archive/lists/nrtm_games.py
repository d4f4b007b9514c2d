"""The values and matches of NRTM JSON in all its layouts: Cobra, AesopsTables, and the phone app before them.

Numbers are read as they are written, so that 3 and "3" are the same, and NaN or ten thousand digits are no number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from itertools import product
from math import inf
from typing import Any, Final

from turnabout_sheets.archive.records import Meeting
from turnabout_sheets.core.outcomes import A_WINS, B_WINS, DRAWN, Outcome, compare
from turnabout_sheets.core.text import tidy

_WHOLE: Final = re.compile(r"(-?\d{1,9})(?:\.0{1,9})?", re.ASCII)
_MOST: Final = {"combinedScore": 6, "corpScore": 3, "runnerScore": 3}
"""The scores of a side, those of the whole match first, each with its most."""
_ID: Final = re.compile(r"(?=.*\d)[\w-]{1,40}", re.ASCII)
_CONTROLS: Final = dict.fromkeys((*range(32), *range(127, 160)), " ")
LONGEST: Final = 40
"""How much of a text is shown, and how long a day may be."""
_AGAIN: Final = "Save the event anew from the program that it comes from; if it is the same then, correct it there."

JsonObject = Mapping[str, Any]


class NrtmError(ValueError):
    """An event cannot be read; the text says where, what was found and what is expected, ``hint`` what to do."""

    def __init__(self, message: str, hint: str = _AGAIN) -> None:
        super().__init__(message)
        self.hint = hint


@contextmanager
def naming(place: str) -> Iterator[None]:
    """Say of what cannot be read where it stands."""
    try:
        yield
    except NrtmError as reason:
        raise NrtmError(f"{place}: {reason}") from reason


def read_list(top: JsonObject, field: str) -> Sequence[Any]:
    """Return a list of a file; raises `NrtmError` for anything else."""
    found = top.get(field)
    if isinstance(found, list):
        return found
    raise NrtmError(f"The file cannot be read: {field} is {show(found)}; expected a list")


def read_text(value: object) -> str:
    """Return a text without what cannot be stored or shown; blank for what is none."""
    return tidy(value.encode(errors="replace").decode().translate(_CONTROLS)) if isinstance(value, str) else ""


def read_whole(of: JsonObject, field: str, *, least: float = 0) -> int | None:
    """Return a whole number, None where it is blank; raises `NrtmError` for anything else."""
    value = of.get(field)
    if value in (None, ""):
        return None
    if isinstance(value, str) and (found := _WHOLE.fullmatch(value)) and int(found[1]) >= least:
        return int(found[1])
    raise NrtmError(f"{field} is {show(value)}; expected a whole number{', 0 or more' if least == 0 else ''}")


def read_id(of: object) -> str:
    """Return the id of a player, blank for nobody; raises `NrtmError` for what is no id, and no player at all."""
    if not isinstance(of, Mapping):
        raise NrtmError(f"it is {show(of)}; expected a player with an id")
    value = of.get("id")
    if value is None or value in ("", "(BYE)"):
        return ""
    if isinstance(value, str) and _ID.fullmatch(value):
        return value
    raise NrtmError(f"id is {show(value)}; expected a number")


def show(value: object) -> str:
    """Return what a message says of a value."""
    if isinstance(value, str):
        text = read_text(value)
        return f'"{text[:LONGEST]}…"' if len(text) > LONGEST else f'"{text}"'
    return {list: "a list", dict: "an object", bool: "true or false"}.get(type(value), "missing")


def read_match(match: JsonObject, number: int, ids: Mapping[str, int | None], *, in_cut: bool) -> Meeting:
    """Return a match, or a bye of its first player; the cut has no points."""
    sides = _read_sides(match)
    one, other = (_find_player(side, ids) for side in sides)
    if one == other:
        same = f"both sides have the id {show(sides[0].get('id'))}; expected two players"
        raise NrtmError("both sides are empty; expected one player or two" if one is None else same)
    points = [_read_points(side) for side in sides]
    table = read_whole(match, "table" if "table" in match else "tableNumber") or None
    outcomes = _find_outcomes(sides, points, agreed=match.get("intentionalDraw") is True)
    points_a, points_b = [None, None] if in_cut else points
    if one is None or other is None:
        who, own = (other or 0, points_b) if one is None else (one, points_a)
        return Meeting(number, None, who, None, Outcome.BYE, None, own)
    return Meeting(number, table, one, other, *outcomes, points_a, points_b)


def _read_sides(match: JsonObject) -> Sequence[JsonObject]:
    """Return the two sides of a match; AesopsTables wrote them by their roles until 2024. One that is null is empty."""
    if "corpPlayer" in match:
        winner = match.get("winner_id") or ...
        roles = [(match.get(f"{each}Player"), match.get(f"{each}Score")) for each in ("corp", "runner")]
        return [{"id": who, "corpScore": score, "winner": who == winner} for who, score in roles]
    sides = [match[each] or {} for each in ("player1", "player2") if each in match]
    if len(sides) == 2 and all(isinstance(side, Mapping) for side in sides):
        return sides
    raise NrtmError("expected player1 and player2 there, or corpPlayer and runnerPlayer")


def _find_player(side: JsonObject, ids: Mapping[str, int | None]) -> int | None:
    who = read_id(side)
    if who not in ids:
        raise NrtmError(f"nobody among the players has the id {show(who)}")
    return ids[who]


def _read_points(side: JsonObject) -> Fraction | None:
    """Return the points of a side: those of the whole match, else of its games, else None."""
    total, *games = (read_whole(side, each, least=-inf) for each in _MOST)
    known = [score for score in ([total] if total is not None else games) if score is not None]
    return Fraction(sum(known)) if known else None


def find_odd_scores(match: JsonObject) -> Iterator[tuple[str, str]]:
    """Yield the scores of a match that no match can have, below 0 or above their most, each with the player's id."""
    for side, (field, most) in product(_read_sides(match), _MOST.items()):
        score = read_whole(side, field, least=-inf)
        if score is not None and not 0 <= score <= most:
            yield read_id(side), f"{field} {score}"


def _find_outcomes(
    sides: Sequence[JsonObject], points: Sequence[Fraction | None], *, agreed: bool
) -> tuple[Outcome | None, Outcome | None]:
    """Return how a match ended: games of the cut name the winner, others have points.

    Where nobody has points, nothing was played, as even a drawn game gives one to each; but for an agreed draw.
    """
    won = [side.get("winner") is True for side in sides]
    if all(won):
        raise NrtmError("both are its winner; expected one")
    if any(won):
        return A_WINS if won[0] else B_WINS
    if any(points):
        return compare(*(int(each or 0) for each in points))
    return DRAWN if agreed else (None, None)
