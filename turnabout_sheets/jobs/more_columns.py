"""Gives a sheet the columns that it lacks for what is to be typed into it: behind its own, where nothing stands."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import count

from turnabout_sheets.core.text import tidy
from turnabout_sheets.sheets.cell_kinds import format_cell
from turnabout_sheets.sheets.grid import Grid
from turnabout_sheets.sheets.table import Table
from turnabout_sheets.workbook.files.save import Source
from turnabout_sheets.workbook.ooxml.cells import CellChange
from turnabout_sheets.workbook.read import Worksheets


def plan_columns(source: Source, table: Table, fields: Collection[str]) -> tuple[Table, Sequence[CellChange]]:
    """Return the table as if it had a column for each of the fields, and the headers that this takes."""
    wanted = set(fields) - set(table.positions)
    lacking = [column for column in table.sheet.columns if column.field in wanted]
    if not lacking:
        return table, ()
    (grid,) = [each for each in Worksheets(source).read(lambda name: name == table.title) if each.name == table.title]
    free = (column for column in count(max(table.positions.values()) + 1) if _is_free(grid, column))
    places = dict(zip((column.field for column in lacking), free, strict=False))
    headers = [CellChange(table.title, table.header_row, places[column.field], column.header) for column in lacking]
    return replace(table, positions={**table.positions, **places}), headers


def keep_used(headers: Sequence[CellChange], changes: Sequence[CellChange]) -> list[CellChange]:
    """Return the changes, and before them the headers of those columns that they fill, side by side."""
    filled = {(change.sheet, change.column) for change in changes if change.value is not None}
    used = [header for header in headers if (header.sheet, header.column) in filled]
    planned = {(header.sheet, header.column): None for header in headers}
    places = planned | {(use.sheet, use.column): header.column for use, header in zip(used, headers, strict=False)}
    moved = ((change, places.get((change.sheet, change.column), change.column)) for change in (*used, *changes))
    return [change._replace(column=column) for change, column in moved if column is not None]


def _is_free(grid: Grid, column: int) -> bool:
    return not any(tidy(format_cell(row[column])) for row in grid.rows if column < len(row))
