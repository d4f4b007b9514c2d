"""At which table each pair of a round plays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Displaced:
    """A player who does not sit at their fixed table in this round."""

    player: int
    table: int
    """The player's fixed table."""
    by: int
    """Who sits there by their own fixed table; if nobody does, the opponent, whose fixed table counted instead."""


@dataclass(frozen=True, slots=True)
class Seating:
    """The tables of a round."""

    tables: tuple[int, ...]
    """The table of each pair, in the order in which the pairs were given."""
    displaced: tuple[Displaced, ...]
    """Fixed tables that could not be kept, in the order of the pairs."""


def assign_tables(
    pairs: Sequence[Pair], totals: Sequence[int | Fraction], fixed: Mapping[int, int] | None = None
) -> Seating:
    """Seat each pair: the highest-scoring at table 1, downwards, except those who have a fixed table (our ruling).

    `pairs` are (higher, lower) standing positions, `totals[i]` is the score of i, and `fixed` maps players to their
    fixed tables. The higher of two pairs is the one with the higher sum of scores, then the one with the
    better-standing player. Of two fixed tables in a pair the better-standing player's counts; of two pairs with the
    same fixed table the higher one gets it, and the other is seated as if it had none.
    """
    fixed = fixed or {}
    ranked = sorted(range(len(pairs)), key=lambda k: (-sum(totals[i] for i in pairs[k]), pairs[k]))

    tables: dict[int, int] = {}
    holder: dict[int, int] = {}  # of each fixed table that is taken: the player it is taken for
    for k in ranked:
        claimant = next((i for i in pairs[k] if i in fixed), None)
        if claimant is not None and fixed[claimant] not in holder:
            tables[k] = fixed[claimant]
            holder[tables[k]] = claimant

    free = (table for table in count(1) if table not in holder)
    for k in ranked:
        if k not in tables:
            tables[k] = next(free)
    return Seating(
        tables=tuple(tables[k] for k in range(len(pairs))),
        displaced=tuple(
            Displaced(i, fixed[i], by=holder.get(fixed[i], opponent))
            for k, (higher, lower) in enumerate(pairs)
            for i, opponent in ((higher, lower), (lower, higher))
            if fixed.get(i, tables[k]) != tables[k]
        ),
    )
