"""At which table each pair of a round plays (rules 1.5.8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import count
from typing import NamedTuple

Pair = tuple[int, int]


class DisplacedPlayer(NamedTuple):
    """A player who does not sit at their fixed table in this round."""

    player: int
    table: int
    """The player's fixed table."""
    by: int
    """Who sits there by their own fixed table; if nobody does, the opponent, whose fixed table counted instead."""


class Seating(NamedTuple):
    """The tables of a round."""

    tables: tuple[int, ...]
    """The table of each pair, in the order in which the pairs were given."""
    displaced: tuple[DisplacedPlayer, ...]
    """Fixed tables that could not be kept, in the order of the pairs."""


def sort_by_score(pairs: Sequence[Pair], totals: Sequence[int | Fraction]) -> list[Pair]:
    """Return the pairs from the highest-scoring down (rules 1.5.8).

    `pairs` are (higher, lower) standing positions, and `totals[i]` is the score of i. The higher of two pairs is that
    with the higher sum of scores, then that with the better-standing player.
    """
    return sorted(pairs, key=lambda pair: (-sum(totals[i] for i in pair), pair))


def assign_tables(pairs: Sequence[Pair], fixed: Mapping[int, int] | None = None) -> Seating:
    """Seat each pair: the first at table 1, downwards, except those who have a fixed table (rules 1.5.8).

    `fixed` maps players to their fixed tables. Of two fixed tables in a pair that of the player named first counts; of
    two pairs with the same fixed table the first gets it, and the other is seated as if it had none.
    """
    fixed = fixed or {}
    tables: dict[int, int] = {}
    holder: dict[int, int] = {}  # of each fixed table that is taken: the player it is taken for
    for k, pair in enumerate(pairs):
        claimant = next((i for i in pair if i in fixed), None)
        if claimant is not None and fixed[claimant] not in holder:
            tables[k] = fixed[claimant]
            holder[tables[k]] = claimant

    free = (table for table in count(1) if table not in holder)
    for k in range(len(pairs)):
        if k not in tables:
            tables[k] = next(free)
    return Seating(
        tables=tuple(tables[k] for k in range(len(pairs))),
        displaced=tuple(
            DisplacedPlayer(i, fixed[i], by=holder.get(fixed[i], opponent))
            for k, (higher, lower) in enumerate(pairs)
            for i, opponent in ((higher, lower), (lower, higher))
            if fixed.get(i, tables[k]) != tables[k]
        ),
    )
