"""Who met whom, and how it ended: what the sheet and the page of the crosstable both word."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from turnabout_sheets.core.outcomes import PLAYED, Outcome
from turnabout_sheets.core.text import format_number

if TYPE_CHECKING:
    from turnabout_sheets.event.results import Results


@dataclass(frozen=True, slots=True)
class RoundResult:
    """How a round ended for a player; ``opponent`` and that player's ``rank`` now, None where no match was played."""

    outcome: Outcome
    points: int | Fraction
    opponent: int | None = None
    rank: int | None = None


def list_round_results(results: Results) -> Mapping[tuple[int, int], RoundResult]:
    """Return how every round ended for every player in it, by round and player number, in this order."""
    rank, sides = results.standings["rank"].to_dict(), results.sides
    columns = (sides[column] for column in ("round", "player", "opponent", "points", "outcome"))
    return {
        (number, player): RoundResult(outcome, points, opponent, int(rank[opponent]))
        if outcome in PLAYED
        else RoundResult(outcome, points)
        for number, player, opponent, points, outcome in zip(*columns, strict=True)
    }


def word_round(result: RoundResult | None, words: Mapping[Outcome, str]) -> str:
    """Return a round of the crosstable: "W 12 (20)", with the ``words`` of a sheet or page; nothing for no part in it.

    Who waits for the final has no points to show.
    """
    if result is None:
        return ""
    said = [words[result.outcome]]
    if result.rank is not None:
        said.append(str(result.rank))
    if result.outcome != Outcome.WAITS:
        said.append(f"({format_number(result.points)})")
    return " ".join(said)
