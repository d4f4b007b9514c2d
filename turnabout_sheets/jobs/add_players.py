"""Adds the players of a list to a workbook: those who are not there yet, below the others; and marks who is here.

Like `late_entry`, this types into a sheet of the organizer's, because the organizer asks for just that. Nothing else is
touched.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from turnabout_sheets.core.problems import Said, has_errors, say_of_file, say_system
from turnabout_sheets.core.text import key, tidy
from turnabout_sheets.event.model import Player
from turnabout_sheets.jobs.check import check_source
from turnabout_sheets.jobs.kept_rounds import read_kept_rounds
from turnabout_sheets.jobs.outcome import RunOutcome
from turnabout_sheets.jobs.read import read_source
from turnabout_sheets.jobs.start_over import start_over
from turnabout_sheets.prints.words import WordedError
from turnabout_sheets.reading.list_layout import PlayerListError
from turnabout_sheets.reading.player_list import PlayerList, choose_playing, read_player_list
from turnabout_sheets.sheets.cell_kinds import format_cell
from turnabout_sheets.sheets.csv_file import CsvError
from turnabout_sheets.sheets.declarations import Sheet
from turnabout_sheets.sheets.table import Table
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.files.save import Source
from turnabout_sheets.workbook.list_sheets import read_list_sheets
from turnabout_sheets.workbook.ooxml.cells import CellChange, change_cells
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


class AddError(WordedError):
    """No player can be added or marked now."""


class Addition(NamedTuple):
    """What is found in a workbook with the players that were ``added``, by name; none where it has errors."""

    outcome: RunOutcome
    added: Sequence[str] = ()


def add_players(path: Path, listed: PlayerList) -> Addition:
    """Add the players of a list who are not there yet to a workbook of which no round is paired.

    Raises `AddError` where one is, or `WorkbookError`.
    """
    workbook = save.open_workbook(path)
    kept = read_kept_rounds(workbook.path)
    event, format, in_cells = read_source(workbook, kept)
    before = check_source(path, workbook, kept)
    if event is None or before.exit or has_errors(in_cells):
        return Addition(before)
    if event.last_round:
        raise AddError("list.paired")
    there = {key(name) for player in event.players for name in player.names}
    ids = {key(player.player_id) for player in event.players if player.player_id}
    new = {key(row["name"]): row for row in reversed(listed.rows) if key(row["player_id"] or "") not in ids}
    new = {name: row for name, row in reversed(new.items()) if name not in there}
    if not new:
        return Addition(before)
    table = event.tables[format.sheets.players.name]
    filled = ({field: value for field, value in row.values.items() if value is not None} for row in new.values())
    rows = [{field: _as_typed(value) for field, value in each.items()} for each in filled]
    table, headers = plan_columns(workbook, table, {field for row in rows for field in row})
    below = max((row.number for row in table.rows), default=table.header_row) + 1
    changes = [
        CellChange(table.title, number, table.positions[field], value)
        for number, row in enumerate(rows, below)
        for field, value in row.items()
    ]
    data = change_cells(workbook.data, keep_used(headers, changes))
    outcome = check_source(path, replace(workbook, data=data), kept)
    if outcome.exit:
        return Addition(outcome)
    save.replace(workbook, data)
    return Addition(outcome, [row["name"] for row in new.values()])


def _as_typed(value: Any) -> str | int:
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else f"{float(value):.10g}"
    return value if isinstance(value, int) else str(value)


def mark_here(path: Path, marks: Mapping[str, bool]) -> None:
    """Mark players by name as here, or take their marks away; where somebody saves meanwhile, in that version.

    Raises `AddError` where a round is paired or somebody is not listed, `WorkbookError` where the workbook cannot be
    read or written.
    """
    start_over(partial(_mark, path, marks))


def _mark(path: Path, marks: Mapping[str, bool]) -> None:
    source = save.open_workbook(path)
    event, format, _ = read_source(source, read_kept_rounds(source.path))
    if event is None:
        raise AddError("people.unread")
    if event.last_round:
        raise AddError("list.marked_late")
    players = {key(player.name): player for player in event.players}
    if unknown := [name for name in marks if key(name) not in players]:
        raise AddError("list.not_there", name=unknown[0])
    table, headers = plan_columns(source, event.tables[format.sheets.players.name], ["here"])
    changed = ((players[key(name)], here) for name, here in marks.items() if players[key(name)].here is not here)
    changes = [_change_mark(table, player, here) for player, here in changed]
    if changes:
        save.replace(source, change_cells(source.data, keep_used(headers, changes)))


def _change_mark(table: Table, player: Player, here: bool) -> CellChange:
    """Return the mark as it would be typed; the cell of a checkbox stays one."""
    column = table.positions["here"]
    row = table.grid.rows[player.row - 1]
    is_checkbox = column < len(row) and isinstance(row[column], bool)
    return CellChange(table.title, player.row, column, here if is_checkbox else "x" if here else None)
