"""From scored matches to sides: one row for each player in each match, in every format."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from turnabout_sheets.core.frames import pd
from turnabout_sheets.core.outcomes import Outcome
from turnabout_sheets.event.model import BYE


@dataclass(frozen=True, slots=True)
class Side:
    """One player's part in one reported match: a row of a frame of sides; `event.standings` says what stands in it."""

    round: int
    player: int
    opponent: int
    points: int | Fraction
    margin: int | Fraction
    outcome: Outcome


def make_sides(scored: pd.DataFrame, **stems: str) -> pd.DataFrame:
    """Return the sides of scored matches, by round and player, indexed from 0; a bye has one side.

    ``scored`` has the columns round, a, b, outcome_a and outcome_b, and for each of ``stems`` (``points="vp"``) a pair
    (vp_a and vp_b): they become one column (points). The others are round, player, opponent and outcome (see
    `event.standings`).
    """
    halves = [
        pd.DataFrame(
            {
                "round": scored["round"],
                "player": scored[me],
                "opponent": scored[other],
                "outcome": scored[f"outcome_{me}"],
                **{column: scored[f"{stem}_{me}"] for column, stem in stems.items()},
            }
        )
        for me, other in (("a", "b"), ("b", "a"))
    ]
    both = pd.concat(halves, ignore_index=True)
    return both[both["player"] != BYE].sort_values(["round", "player"], ignore_index=True)
