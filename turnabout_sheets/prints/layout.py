"""Cuts lists into sheets and columns here, in the largest print that fits, so that no browser has to decide it."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor
from typing import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    from turnabout_sheets.prints.head import Paper

Line = TypeVar("Line")

MARGINS = 20
"""Millimetres of a sheet's width that its margins take."""

FURNITURE = 50
"""Millimetres of a sheet's height that its margins, its head and the heads of its columns take, with some to spare."""


class StandingsColumn(NamedTuple):
    """A column of the standings: its heading, and its ``role``: rank, name, points, number, signed or text.

    ``width`` is in millimetres; 0 is the usual one of its role.
    """

    heading: str
    role: str
    width: float = 0


class Layout(NamedTuple):
    """How a list stands on its sheets: columns on a sheet, and the height of a line in millimetres.

    A line may grow to ``most`` where that needs no more sheets; 0 is as high as it is.
    """

    columns: int
    row_height: float
    most: float = 0

    def lines_on_sheet(self, paper: Paper) -> int:
        """Return how many lines a sheet holds."""
        return int((paper.height - FURNITURE) / self.row_height) * self.columns

    def fill(self, lines: int, paper: Paper) -> Layout:
        """Return the layout with lines as high as they can be on the sheets that it needs, about as many on each."""
        sheets = ceil(lines / self.lines_on_sheet(paper)) or 1
        in_column = ceil(lines / (sheets * self.columns)) or 1
        room = floor(10 * (paper.height - FURNITURE) / in_column) / 10
        return self._replace(row_height=max(self.row_height, min(self.most, room)))

    def sheets(self, lines: Sequence[Line], paper: Paper) -> tuple[tuple[tuple[Line, ...], ...], ...]:
        """Cut ``lines`` into full sheets of columns; the columns of the last sheet are about equally long."""
        sheets = batch(lines, self.lines_on_sheet(paper))
        return tuple(batch(sheet, ceil(len(sheet) / self.columns)) for sheet in sheets)


def lay_out(
    lines: Sequence[Line], layouts: Sequence[Layout], paper: Paper
) -> tuple[Layout, tuple[tuple[tuple[Line, ...], ...], ...]]:
    """Return the first of ``layouts``, which go from the largest print to the smallest, that needs the fewest sheets.

    Its lines grow until these sheets are full. With it come the lines as they stand there: sheets of columns of lines.
    """
    fewest = min(layouts, key=lambda layout: ceil(len(lines) / layout.lines_on_sheet(paper)))
    filled = fewest.fill(len(lines), paper)
    return filled, filled.sheets(lines, paper)


def batch(lines: Sequence[Line], size: int) -> tuple[tuple[Line, ...], ...]:
    """Cut ``lines`` into batches of ``size``; nothing at all is one empty batch, so that there is always a sheet."""
    return tuple(tuple(lines[start : start + size]) for start in range(0, len(lines), max(1, size))) or ((),)
