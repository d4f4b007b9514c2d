"""The values, players and games of NRTM JSON in all its layouts: Cobra, AesopsTables, and the phone app before them.

Numbers are read as they are written, so that 3 and "3" are the same, and NaN or ten thousand digits are no number.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

from turnabout_sheets.core.outcomes import A_WINS, B_WINS, DRAWN, Outcome, compare
from turnabout_sheets.core.text import tidy

_WHOLE: Final = re.compile(r"(\d{1,9})(?:\.0{1,9})?", re.ASCII)
_ID: Final = re.compile(r"(?=.*\d)[\w-]{1,40}", re.ASCII)
_BYE: Final = ("", "(BYE)")
_CONTROLS: Final = dict.fromkeys((*range(32), *range(127, 160)), " ")
_LONGEST: Final = 40

JsonObject = Mapping[str, Any]


class NrtmError(ValueError):
    """A part of a file cannot be read; the text says what was found and expected, to follow where that is."""


Points = tuple[int | None, int | None]
Known = tuple[Outcome | None, Outcome | None]


@dataclass(frozen=True, slots=True)
class Game:
    """A match or a bye: the ids of both sides, None for nobody, and as much of the result as is known."""

    place: str
    round: int
    table: int | None
    sides: tuple[str | None, str | None]
    points: Points
    outcomes: Known
    cut: bool

    @property
    def bye(self) -> bool:
        """Whether one side is nobody."""
        return None in self.sides

    @property
    def reported(self) -> bool:
        """Whether anything came of it; a bye alone, without points, is only paired."""
        return any(self.points) or (not self.bye and self.outcomes[0] is not None)


def read_text(value: object) -> str:
    """Return a text without what cannot be stored or shown; blank for what is none."""
    return tidy(value.encode(errors="replace").decode().translate(_CONTROLS)) if isinstance(value, str) else ""


def read_whole(of: JsonObject, field: str) -> int | None:
    """Return a whole number, None where it is blank; raises `NrtmError` for anything else."""
    value = of.get(field)
    if value in (None, ""):
        return None
    if isinstance(value, str) and (found := _WHOLE.fullmatch(value)):
        return int(found[1])
    raise NrtmError(f"{field} is {show(value)}; expected a whole number, 0 or more")


def show(value: object) -> str:
    """Return what a message says of a value."""
    if isinstance(value, str):
        text = read_text(value)
        return f'"{text[:_LONGEST]}…"' if len(text) > _LONGEST else f'"{text}"'
    return {list: "a list", dict: "an object", bool: "true or false"}.get(type(value), "missing")


def read_id(of: object) -> str | None:
    """Return the id of a player, None for nobody; raises `NrtmError` for what is no id, and no player at all."""
    if not isinstance(of, Mapping):
        raise NrtmError(f"it is {show(of)}; expected a player with an id")
    value = of.get("id")
    if value is None or value in _BYE:
        return None
    if isinstance(value, str) and _ID.fullmatch(value):
        return value
    raise NrtmError(f"id is {show(value)}; expected a number")


def read_game(match: object, place: str, number: int, nobody: Collection[str], preliminary: int) -> Game:
    """Return a game of round ``number``, whatever its layout; raises `NrtmError` where it is none.

    ``nobody`` are ids that stand for a bye. Whether a game belongs to the cut it says itself, else it does after so
    many ``preliminary`` rounds, if there is a cut (0: none). Where nobody has points, nothing was played: even a drawn
    game gives one to each.
    """
    if not isinstance(match, Mapping):
        raise NrtmError(f"it is {show(match)}; expected two players")
    a, b = _split_sides(match) if "corpPlayer" in match else _read_sides(match)
    one, other = (None if each in nobody else each for each in (read_id(a), read_id(b)))
    if one == other:
        empty = "both sides are empty; expected one player or two"
        raise NrtmError(empty if one is None else f"both sides have the id {show(one)}; expected two players")
    sides, points = (one, other), (_read_points(a), _read_points(b))
    table = read_whole(match, "table" if "table" in match else "tableNumber")
    cut = match.get("eliminationGame", 0 < preliminary < number) is True
    agreed = match.get("intentionalDraw") is True
    outcomes = (None, None) if None in sides else _find_outcomes(a, b, points, agreed=agreed)
    return Game(place, number, table or None, sides, points, outcomes, cut)


def _read_sides(match: JsonObject) -> tuple[JsonObject, JsonObject]:
    """Return the sides of a game as all others write them; a side that is null is empty."""
    if "player1" in match and "player2" in match:
        a, b = match["player1"] or {}, match["player2"] or {}
        if isinstance(a, Mapping) and isinstance(b, Mapping):
            return a, b
    raise NrtmError("expected player1 and player2 there, or corpPlayer and runnerPlayer")


def _split_sides(match: JsonObject) -> tuple[JsonObject, JsonObject]:
    """Return the sides of a game as AesopsTables wrote it until 2024."""
    winner = match.get("winner_id")

    def side(role: str) -> JsonObject:
        who = match.get(f"{role}Player")
        return {"id": who, "corpScore": match.get(f"{role}Score"), "winner": winner is not None and winner == who}

    return side("corp"), side("runner")


def _read_points(side: JsonObject) -> int | None:
    """Return the points of a side: those of the whole match, else of its games, else None."""
    total = read_whole(side, "combinedScore")
    games = [score for name in ("corpScore", "runnerScore") if (score := read_whole(side, name)) is not None]
    return total if total is not None else sum(games) if games else None


def _find_outcomes(a: JsonObject, b: JsonObject, points: Points, *, agreed: bool) -> Known:
    """Return how a game ended for both: games of the cut name the winner, others have points."""
    won = [side.get("winner") is True for side in (a, b)]
    if all(won):
        raise NrtmError("both are its winner; expected one")
    if any(won):
        return A_WINS if won[0] else B_WINS
    if any(points):
        return compare(points[0] or 0, points[1] or 0)
    return DRAWN if agreed else (None, None)
