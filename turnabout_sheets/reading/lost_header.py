"""Results that were pasted over the headers of their own columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from turnabout_sheets.core.problems import Place, Problem, error
from turnabout_sheets.core.text import header_key, join_words
from turnabout_sheets.sheets.cell_kinds import format_cell
from turnabout_sheets.sheets.declarations import Column, Sheet
from turnabout_sheets.sheets.grid import Grid, Raw, address, cell_range
from turnabout_sheets.sheets.table import HEADER_SEARCH_ROWS

COPY: Final = "(Copy, do not cut: the formulas beside would follow.)"


def find_lost_header(grid: Grid, sheet: Sheet) -> Problem | None:
    """Return the error of a sheet whose header has values in place of the headers that it lacks; None else.

    The values must be ones that the columns take, and the headers of the columns that are never blank must be there.
    """
    for index, row in enumerate(grid.rows[:HEADER_SEARCH_ROWS]):
        there = [header_key(format_cell(value)) for value in row]
        lacking = [each for each in sheet.columns if each.required and header_key(each.header) not in there]
        if not lacking or any(each.filled for each in lacking):
            continue
        known = {header_key(each.header) for each in sheet.columns}
        for first in range(len(row) - len(lacking) + 1):
            here = range(first, first + len(lacking))
            if not any(there[each] in known for each in here) and _are_values(row[first : here.stop], lacking):
                return _tell(grid, index, here, lacking)
    return None


def _are_values(cells: Sequence[Raw], columns: Sequence[Column]) -> bool:
    """Say whether cells are values of columns: the first is one, and no other is anything else."""
    if not format_cell(cells[0]):
        return False
    for cell, column in zip(cells, columns, strict=True):
        words = {header_key(word) for word in column.kind.choices}
        text = format_cell(cell)
        if text and ((words and header_key(text) not in words) or not column.kind.takes(cell)):
            return False
    return True


def _tell(grid: Grid, header: int, columns: range, lacking: Sequence[Column]) -> Problem:
    last = max(
        index
        for index, row in enumerate(grid.rows)
        if index >= header and any(format_cell(cell) for cell in row[columns[0] : columns.stop])
    )
    headers = cell_range(header, columns[0], header, columns[-1])
    here, there = (cell_range(header + down, columns[0], last + down, columns[-1]) for down in (0, 1))
    names = join_words([each.header for each in lacking], "and")
    return error(
        Place(grid.name, address(header, columns[0])),
        f"The results in {here} stand one row too high: they were put over the headers in {headers}.",
        f"Copy them to {there}, and type the headers into {headers} again: {names}. {COPY}",
    )
