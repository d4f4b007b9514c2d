"""The movement of Duplicate Magic: everybody plays once at each table, every time against somebody else.

That is duplicate 1.1. With 2t players, t tables and t rounds this is a Howell design H(t, 2t). There is one for every t
but 2 (Anderson, Schellenberg and Stinson, "The existence of Howell designs of even side", 1984).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from turnabout_sheets.pairing.seating import Pair, balance_sides

MOST_TABLES = 60
"""The largest movement that we give: up to here there is a starter for every even number of tables."""


class NoMovementError(ValueError):
    """There is no movement for so many players, or we have none; the text says which."""


class Seat(NamedTuple):
    """A game of the movement: who has stock A and who has stock B; the chairs are 0 … 2t − 1."""

    a: int
    b: int


def make_movement(
    tables: int, rounds: int | None = None, empty: int | None = None, late: Sequence[tuple[int, int]] = ()
) -> tuple[tuple[Seat, ...], ...]:
    """Return, for each round, the game at each table: ``result[r][k]`` is round r + 1 at the (k + 1)-th table.

    Only the first ``rounds`` are played, of as many as there are tables. ``empty`` is a chair in which nobody sits, for
    an odd number of players: who would meet it sits out, once at most (duplicate 1.2). ``late`` are chairs with the
    round, from 1 on, from which on somebody sits in them. Stocks are shared out by `balance_sides` (duplicate 2.4).
    Raises `NoMovementError` if there is none.
    """
    none = f"there is no such movement for {2 * tables} players"
    if tables < 1:
        raise NoMovementError(f"{none}: it takes 2 or more")
    if tables == 2:
        raise NoMovementError(f"{none}: they cannot all play at both tables without meeting an opponent again")
    if tables > MOST_TABLES:
        raise NoMovementError(f"{none}: the program has movements for up to {2 * MOST_TABLES}")
    return _whole_movement(tables, empty, tuple(late))[:rounds]


@cache
def _whole_movement(tables: int, empty: int | None, late: tuple[tuple[int, int], ...]) -> tuple[tuple[Seat, ...], ...]:
    """Return all rounds of a movement."""
    design = _two_steps(tables) if tables % 2 else _develop(_starters()[tables])
    comes = {chair: number - 1 for chair, number in late} | ({} if empty is None else {empty: tables})
    return tuple(tuple(Seat(a, b) for a, b in games) for games in balance_sides(design, comes))


def _two_steps(tables: int) -> list[list[Pair]]:
    """Return the games of each round for an odd number of tables t.

    After every round the players of the one half (chairs 0 … t − 1) move on by one table, those of the other by two. As
    1, 2 and their difference are prime to t, everybody comes to every table, and nobody meets anybody twice.
    """
    return [[((k - r) % tables, tables + (k - 2 * r) % tables) for k in range(tables)] for r in range(tables)]


def _develop(starter: Sequence[tuple[Pair, Pair]]) -> list[list[Pair]]:
    """Return the games of each round for an even number of tables t, from the first round.

    A player is (number, half), with numbers 0 … t − 1 and halves 0 and 1, and has the chair number + t · half. After
    every round all move on by one table, and are replaced there by those of the next number, all modulo t. In a starter
    the differences number − table are all different in each half, and so are those of opponents, so that everybody
    comes to every table and meets nobody twice.
    """
    tables = len(starter)

    def chair(player: Pair, r: int) -> int:
        number, half = player
        return (number + r) % tables + tables * half

    return [
        [(chair(x, r), chair(y, r)) for x, y in (starter[(k - r) % tables] for k in range(tables))]
        for r in range(tables)
    ]


@cache
def _starters() -> Mapping[int, list[tuple[Pair, Pair]]]:
    """Return the opponents at each table in the first round, (number, half) each, by the number of tables."""
    text = files("turnabout_sheets.pairing").joinpath("howell_starters.txt").read_text("utf-8")
    lines = (line.split(": ") for line in text.splitlines() if not line.startswith("#"))
    return {
        int(tables): [
            ((int(x), "ab".index(of_x)), (int(y), "ab".index(of_y)))
            for x, of_x, y, of_y in re.findall(r"(\d+)([ab])-(\d+)([ab])", games)
        ]
        for tables, games in lines
    }
