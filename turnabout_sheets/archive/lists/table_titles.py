"""What is said about a table of an event in a title above it, in its sheet's name or in its file's name."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from itertools import pairwise
from pathlib import PurePath
from typing import Final

from turnabout_sheets.archive.lists.titles import Title, read_title
from turnabout_sheets.core.text import tidy
from turnabout_sheets.sheets.cell_kinds import format_cell
from turnabout_sheets.sheets.grid import Grid, Raw

TITLE: Final = "the title"
SHEET: Final = "the sheet's name"
FILE: Final = "the file's name"
"""Where something is said of a table."""


def read_titles(grid: Grid, header: int, file: str) -> Sequence[tuple[str, Title]]:
    """Return what is said about a table whose header is in a row, and where: the likeliest first."""
    above = [(value, tidy(format_cell(value))) for row in grid.rows[:header] for value in row if value != ""]
    # A merged title stands in each of its cells where somebody has taken the merging back.
    cells = [each for before, each in pairwise([("", ""), *above]) if each != before and each[1]]
    sheet = grid.name.removeprefix(file).removeprefix(", sheet ") if grid.name != file else ""
    found = [(TITLE, _read_cell(value, text)) for value, text in cells]
    found += [(SHEET, read_title(sheet))] if sheet else []
    stem = PurePath(file).stem
    of_file = read_title(stem)
    of_file.name = of_file.name or stem
    return [*found, (FILE, of_file)]


def find_round(titles: Sequence[tuple[str, Title]]) -> int | None:
    """Return the round that a table is of: sheets are named by it; a file may be named by the last."""
    said = {where: title.round for where, title in reversed(titles) if title.round}
    return next((said[where] for where in (SHEET, TITLE, FILE) if where in said), None)


def _read_cell(value: Raw, text: str) -> Title:
    return Title(day=date(value.year, value.month, value.day)) if isinstance(value, date) else read_title(text)
