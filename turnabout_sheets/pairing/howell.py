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

    Only the first ``rounds`` are played, of as many as there are tables. To play fewer or more changes none before.
    ``empty`` is a chair in which nobody sits, for an odd number of players: who would meet it sits out. That happens to
    nobody twice (duplicate 1.2). ``late`` are chairs with the round, from 1 on, from which on somebody sits in them.

    After each round, everybody has had stock A as often as stock B, or once more or less, and never more than twice in
    a row (duplicate 2.4). With an empty chair, or late ones, that holds for the games that are really played. It also
    holds for the empty chair, which somebody who comes late may take, and after all rounds for everybody with the games
    that are not played.

    Raises `NoMovementError` if there is none (see `MOST_TABLES`).
    """
    _check_tables(tables)
    return _whole_movement(tables, empty, tuple(late))[:rounds]


def _check_tables(tables: int) -> None:
    """Raise `NoMovementError` for a number of tables for which there is no movement."""
    none = f"there is no such movement for {2 * tables} players"
    if tables < 1:
        raise NoMovementError(f"{none}: it takes 2 or more")
    if tables == 2:
        raise NoMovementError(f"{none}: they cannot all play at both tables without meeting an opponent again")
    if tables > MOST_TABLES:
        raise NoMovementError(f"{none}: the program has movements for up to {2 * MOST_TABLES}")


@cache
def _whole_movement(tables: int, empty: int | None, late: tuple[tuple[int, int], ...]) -> tuple[tuple[Seat, ...], ...]:
    """Return all rounds of a movement."""
    design = _two_steps(tables) if tables % 2 else _develop(_starters()[tables])
    comes = {chair: number - 1 for chair, number in late} | ({} if empty is None else {empty: tables})
    return tuple(tuple(Seat(a, b) for a, b in games) for games in balance_sides(design, comes))


def _two_steps(tables: int) -> list[list[Pair]]:
    """Return the games of each round for an odd number of tables.

    After every round the players of the one half (chairs 0 … t − 1) move on by one table, those of the other half by
    two. So in round r, counted from 0, x of the one half is at table x + r and y of the other at y + 2r, modulo t. Each
    half fills each table. 1 and 2 are prime to odd t, so everybody comes to every table. x and y are at the same table
    when x + r = y + 2r, which is when r = x − y: the difference of 1 and 2 is prime to t, too. So each of the one half
    meets each of the other exactly once, and nobody meets anybody else.
    """
    return [[((k - r) % tables, tables + (k - 2 * r) % tables) for k in range(tables)] for r in range(tables)]


def _develop(starter: Sequence[tuple[Pair, Pair]]) -> list[list[Pair]]:
    """Return the games of each round for an even number of tables t, from the first round.

    A player is (number, half), with numbers 0 … t − 1 and halves 0 and 1, and has the chair number + t · half. After
    every round all players move on by one table, and are replaced there by those of the next number, all modulo t:
    if x meets y at table k in the first round, x + r meets y + r at table k + r after r more. That is a movement if the
    first round is a *starter*, which means that, modulo t,

    - each player of either half is there once;
    - the differences number − table are all different within each half, so that everybody comes to every table;
    - so are the differences of two opponents: x − y of those where x is in half 0 and y in half 1; and in each half, of
      those where both are in it, both x − y and y − x. So nobody is met twice.

    The last excludes a difference of t / 2 in a half: x − y and y − x would be the same, and the two meet again after
    t / 2 rounds.
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
    return {int(tables): [_opponents(game) for game in games.split()] for tables, games in lines}


def _opponents(game: str) -> tuple[Pair, Pair]:
    """Return the two players of a game such as ``1a-2b``."""
    (x, of_x), (y, of_y) = re.findall(r"(\d+)([ab])", game)
    return (int(x), "ab".index(of_x)), (int(y), "ab".index(of_y))
