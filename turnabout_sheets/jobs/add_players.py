"""Loads lists of players, and makes room on the sheet Players for what is typed there."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from turnabout_sheets.core.problems import Said, say_of_file, say_system
from turnabout_sheets.core.text import tidy
from turnabout_sheets.reading.list_layout import PlayerListError
from turnabout_sheets.reading.player_list import PlayerList, choose_playing, read_player_list
from turnabout_sheets.sheets.cell_kinds import format_cell
from turnabout_sheets.sheets.csv_file import CsvError
from turnabout_sheets.sheets.declarations import Sheet
from turnabout_sheets.sheets.table import Table
from turnabout_sheets.workbook.files.save import Source
from turnabout_sheets.workbook.list_sheets import read_list_sheets
from turnabout_sheets.workbook.ooxml.cells import CellChange
from turnabout_sheets.workbook.ooxml.package import WorkbookError
from turnabout_sheets.workbook.read import Worksheets


def load_player_list(path: Path, sheet: Sheet, playing: Collection[str] | None = None) -> PlayerList:
    """Return the list of players in a file, read as the declared ``sheet``; only those who play, if these are given.

    Raises `PlayerListError`, and `WorkbookError` for a workbook that cannot be read.
    """
    try:
        grids = read_list_sheets(path)
    except CsvError as reason:
        raise PlayerListError(str(reason), reason.said) from reason
    listed = read_player_list(grids, sheet, path.name)
    return listed if playing is None else choose_playing(listed, playing, path.name)


def load_sent_list(name: str, data: bytes, sheet: Sheet) -> PlayerList:
    """Return the list of players in a file that a page has sent, of which the last part of the ``name`` is known;
    that is blank for a list that was pasted.

    Raises `PlayerListError`.
    """
    shown = name or "The pasted list"
    try:
        with TemporaryDirectory() as folder:
            path = Path(folder) / "sent-list"
            path.write_bytes(data)
            try:
                return load_player_list(path, sheet)
            except (PlayerListError, WorkbookError) as reason:
                text = str(reason).replace(str(path), path.name).replace(path.name, shown)
                raise PlayerListError(text, reason.said and _name_list(reason.said, name)) from reason
    except OSError as reason:
        text = f"{shown} could not be kept for a moment ({reason.strerror}). Make room."
        raise PlayerListError(text, _name_list(say_system(reason), name)) from reason


def _name_list(said: Said, name: str) -> Said:
    return say_of_file(said, name) if name else said._replace(values={**said.values, "file": Said("list.pasted", {})})


def plan_columns(source: Source, table: Table, fields: Collection[str]) -> tuple[Table, Sequence[CellChange]]:
    """Return the table as if it had a column for each of the fields, and the headers that this takes."""
    wanted = set(fields) - set(table.positions)
    lacking = [column for column in table.sheet.columns if column.field in wanted]
    if not lacking:
        return table, ()
    (grid,) = [each for each in Worksheets(source).read(lambda name: name == table.title) if each.name == table.title]
    used = {at for row in grid.rows for at, value in enumerate(row) if tidy(format_cell(value))}
    free = (column for column in count(max(table.positions.values()) + 1) if column not in used)
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
