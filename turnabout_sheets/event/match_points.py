"""What a match is worth to its two players, by each measure that its format has."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from turnabout_sheets.core.text import format_number
from turnabout_sheets.sheets.cell_kinds import NUMBER

if TYPE_CHECKING:
    from turnabout_sheets.event.model import Match
    from turnabout_sheets.event.results import Results


class MatchPoints(NamedTuple):
    """What a match is worth to A and to B by one measure, as texts: VP, 21 and 9; B's is blank in a bye."""

    measure: str
    a: str
    b: str


def list_match_points(results: Results, match: Match) -> list[MatchPoints]:
    """Return what a match is worth, nothing where it is not reported.

    That is what its score has for A and for B, named as on the sheet Matches; in a format whose games have their worth
    from others, the points that count.
    """
    scored = results.matches
    if match.index not in scored.index:
        return []
    _, sheet, *_ = results.format.sheets.output
    found = []
    for column in sheet.columns:
        measure = column.field.removesuffix("_a")
        if column.kind is NUMBER and measure != column.field and column.field in scored:
            a, b = (scored[f"{measure}_{side}"][match.index] for side in ("a", "b"))
            if a is not None:  # nothing is counted where nobody plays
                found.append(MatchPoints(column.header.removesuffix(" A"), format_number(a), format_number(b)))
    if not found:
        a, b = results.sides_of(match)
        found.append(
            MatchPoints(results.format.points_name, format_number(a.points), format_number(b.points) if b else "")
        )
    return found
