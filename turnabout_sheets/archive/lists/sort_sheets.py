"""Which sheets of a file are our own lists; where none is, the file is taken for the table of one event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import compress
from typing import Final

from turnabout_sheets.archive.lists.rows import NAMED, list_of
from turnabout_sheets.archive.lists.tables import understand
from turnabout_sheets.archive.lists.understood import Given, Understood
from turnabout_sheets.core.problems import Place, error
from turnabout_sheets.core.text import header_key, join_words
from turnabout_sheets.sheets.cell_kinds import format_cell
from turnabout_sheets.sheets.grid import Grid
from turnabout_sheets.sheets.table import HEADER_SEARCH_ROWS

_NAMING: Final = frozenset(header_key(column.header) for column in NAMED)


def sort_sheets(grids: Sequence[Grid], file: str, given: Given) -> Understood:
    """Return the lists that the sheets of a file are, each called as messages call it: after the file, and its sheet.

    Of a workbook with some of our lists the other sheets are left out, and named.
    """
    filled = [grid for grid in grids if any(value != "" for row in grid.rows for value in row)]
    if not filled:
        return Understood(problems=[error(Place(file), "There is nothing in it.", "Check that it is the right file.")])
    is_text = len(grids) == 1 and file.endswith(grids[0].name)
    named = [replace(grid, name=file if is_text else f"{file}, sheet {grid.name}") for grid in filled]
    are_ours = [list_of(grid) is not None or _is_meant_for_ours(grid) for grid in named]
    if not any(are_ours):
        return understand(named, file, given)
    ours = list(compress(named, are_ours))
    left = [grid.name for grid, is_ours in zip(filled, are_ours, strict=True) if not is_ours]
    if not left:
        return Understood(ours)
    which = f"the sheet{'s' * (len(left) > 1)} {join_words(left, 'and')}"
    return Understood(ours, remarks=[f"{file}: left out {which}, which {'is' if len(left) == 1 else 'are'} no list."])


def _is_meant_for_ours(grid: Grid) -> bool:
    """Tell whether a sheet names an event in each row, so that its other headers are misspelt."""
    heads = ({header_key(format_cell(value)) for value in row} for row in grid.rows[:HEADER_SEARCH_ROWS])
    return any(len(head & _NAMING) > 1 for head in heads)
