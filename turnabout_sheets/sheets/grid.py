"""A sheet as it was read: raw values by row and column, and what the values alone do not tell."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from functools import cache
from string import digits
from typing import Final

Raw = str | float | int | bool | datetime | date | time | timedelta
"""A cell's stored value; the empty cell is the empty text."""


ROW: Final = "\ue000"
"""What stands in a formula of a whole column for the number of the row that it is in: nobody types this character."""


@cache
def column_letters(column: int) -> str:
    """Return the letters of a column counted from 0: 0 is A, 26 is AA."""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def address(row: int, column: int) -> str:
    """Return the address of a cell, both counted from 0: (6, 5) is F7."""
    return f"{column_letters(column)}{row + 1}"


def quote_title(title: str) -> str:
    """Return the name of a sheet as it is in references: `'Table results'`."""
    return "'" + title.replace("'", "''") + "'"


def cell_range(top: int, left: int, bottom: int, right: int) -> str:
    """Return a rectangle of cells as it is written, F5:I28, its four sides counted from 0; F5 if it is one cell."""
    first, last = address(top, left), address(bottom, right)
    return first if first == last else f"{first}:{last}"


@dataclass(frozen=True, slots=True)
class Grid:
    """One sheet's cells."""

    name: str
    rows: Sequence[Sequence[Raw]]  # from A1 on, with a value for each column
    flags: Mapping[str, str] = field(default_factory=dict)  # by address: an error (#N/A), or a formula not calculated
    days_behind: int = 0  # how much smaller the number of a day is, in workbooks that count from 1904
    formulas: Mapping[str, str] = field(default_factory=dict, compare=False)  # the first with a number, by address
    hidden: Collection[int] = field(default=(), compare=False)  # rows, as Excel numbers them


def keep_columns(grid: Grid, columns: Collection[int]) -> Grid:
    """Return a sheet with these columns alone, counted from 0, each where it stood; the last of them ends every row.

    Its last row has something in it: how many blank ones follow depends on who has read it.
    """
    width, letters = max(columns, default=-1) + 1, {*map(column_letters, columns)}
    rows = [[row[at] if at in columns and at < len(row) else "" for at in range(width)] for row in grid.rows]
    while rows and all(value == "" for value in rows[-1]):
        rows.pop()
    flags = {cell: flag for cell, flag in grid.flags.items() if cell.rstrip(digits) in letters}
    return replace(grid, rows=rows, flags=flags)
