"""Turnabout's two scales: match points by the losing deck's scoring option, victory points by the difference.

Both are tables; the functions beside them only look things up.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from types import MappingProxyType

MATCH_POINTS_LEAST, MATCH_POINTS_MOST = 10, 30
"""Of a game that is won (rules 1.2.3)."""

VICTORY_POINTS = 30
"""Of a match, both players together (rules 1.3.2)."""


@dataclass(frozen=True, slots=True)
class ScoringOption:
    """A scoring option: what the winner counts when a deck with this option loses, and what it is worth.

    ``counts`` is the word for it on slips; ``base`` the match points for a count of 0; ``per_unit`` those for each
    unit counted, exact; ``round_up`` says which way fractions go; ``allow_negative`` whether the count can be below 0.
    """

    name: str
    counts: str
    base: int
    per_unit: Fraction
    round_up: bool = True
    allow_negative: bool = False

    def match_points(self, count: int) -> int:
        """Return the match points of a game won with ``count`` (rules 1.2.2 and 1.2.3)."""
        return max(MATCH_POINTS_LEAST, min(MATCH_POINTS_MOST, self.round(self.value(count))))

    def value(self, count: int) -> Fraction:
        """Return what ``count`` is worth before it is rounded and kept within limits (rules 1.2.2)."""
        return self.base + self.per_unit * count

    def round(self, exact: Fraction) -> int:
        """Return match points as whole ones (rules 1.2.2)."""
        return ceil(exact) if self.round_up else floor(exact)


DEFAULT_OPTION = "Dominaria"

STANDARD_OPTIONS: Mapping[str, ScoringOption] = MappingProxyType(
    {
        option.name: option
        for option in (
            ScoringOption("Dominaria", "life", base=10, per_unit=Fraction(1), allow_negative=True),
            ScoringOption("Tolaria", "library", base=10, per_unit=Fraction(1, 2)),
            ScoringOption("Phyrexia", "poison", base=30, per_unit=Fraction(-2)),
        )
    }
)
"""The three options that the rules name (rules 1.2.2)."""

VP_STEPS: tuple[tuple[int, int], ...] = (
    (0, 15),
    (1, 16),
    (4, 17),
    (7, 18),
    (10, 19),
    (13, 20),
    (16, 21),
    (19, 22),
    (23, 23),
    (27, 24),
    (31, 25),
    (36, 26),
    (41, 27),
    (46, 28),
    (51, 29),
    (56, 30),
)
"""From which match point difference on the winner gets how many of the 30 VP (rules 1.3.2)."""


def victory_points(match_points: int, opponent_match_points: int) -> int:
    """Return a player's share of the 30 VP of a match (rules 1.3.2)."""
    difference = match_points - opponent_match_points
    step = bisect_right(VP_STEPS, abs(difference), key=lambda row: row[0]) - 1
    winner_share = VP_STEPS[step][1]
    return winner_share if difference >= 0 else VICTORY_POINTS - winner_share
