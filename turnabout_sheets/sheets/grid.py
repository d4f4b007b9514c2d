"""A sheet as it was read: raw values by row and column, and what the values alone do not tell."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from functools import cache
from string import digits
from typing import Final

Raw = str | float | int | bool | datetime | date | time | timedelta  # the empty cell is the empty text
ROW: Final = "\ue000"  # in a formula of a whole column: the number of the row that it is in


@cache
def column_letters(column: int) -> str:
    """Return the letters of a column counted from 0: 0 is A, 26 is AA."""
    return (column_letters(column // 26 - 1) if column >= 26 else "") + chr(ord("A") + column % 26)


def address(row: int, column: int) -> str:
    """Return the address of a cell, both counted from 0: (6, 5) is F7."""
    return f"{column_letters(column)}{row + 1}"


def quote_title(title: str) -> str:
    """Return the name of a sheet as it is in references: `'Table results'`."""
    return "'" + title.replace("'", "''") + "'"


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
    """Return a sheet with these columns alone, counted from 0, each where it stood, and no blank rows at its end."""
    width, letters = max(columns, default=-1) + 1, {*map(column_letters, columns)}
    rows = [[row[at] if at in columns and at < len(row) else "" for at in range(width)] for row in grid.rows]
    while rows and all(value == "" for value in rows[-1]):
        rows.pop()
    flags = {cell: flag for cell, flag in grid.flags.items() if cell.rstrip(digits) in letters}
    return replace(grid, rows=rows, flags=flags)
