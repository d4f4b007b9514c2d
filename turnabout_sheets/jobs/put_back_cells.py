"""Plans how an older copy of a workbook gets what only its newest state had (safety 3.6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from turnabout_sheets.changes.differences import ChangedRow
from turnabout_sheets.event.model import Event
from turnabout_sheets.sheets.cell_kinds import ANYTHING, NUMBER, RATING, format_cell
from turnabout_sheets.sheets.declarations import Column
from turnabout_sheets.sheets.table import Table
from turnabout_sheets.workbook.ooxml.cells import CellChange


def plan_cells(event: Event, newest: Event, lost: Sequence[ChangedRow]) -> list[CellChange]:
    """Return the cells that make lost rows of an event what they were in the ``newest`` state.

    Rows that are gone go below the last of their sheet. What has no place here stays away, and so does a player's
    former name: it stands in every round, too.
    """
    changes: list[CellChange] = []
    last = {title: max([table.header_row, *(row.number for row in table.rows)]) for title, table in _list(event)}
    tables, before = dict(_list(event)), dict(_list(newest))
    for each in lost:
        if each.now is not None:
            changes += _type_back(tables[each.now.sheet], each)
        elif each.was is not None and each.was.sheet in tables:
            title = each.was.sheet
            last[title] += 1
            changes += _add_row(tables[title], last[title], before[title], each.was.number)
    return changes


def _list(event: Event) -> Iterator[tuple[str, Table]]:
    """Yield the sheets of an event by the names on their tabs."""
    return ((table.title, table) for table in event.tables.values())


def _type_back(table: Table, lost: ChangedRow) -> Iterator[CellChange]:
    """Yield the cells of a row that is there; what the newest state did not have is cleared."""
    assert lost.now is not None, "a row that is there"
    columns = {cell.address: table.sheet.column(field) for field, cell in lost.now.cells.items()}
    for change in lost.changes:
        column = columns[change.cell]
        is_new_name = lost.was is not None and table.sheet.name == "Players" and column.field == "name"
        if change.cell and not is_new_name:
            value = _to_typed(change.before, column)
            yield CellChange(table.title, lost.now.number, table.positions[column.field], value)


def _add_row(table: Table, number: int, before: Table, was: int) -> Iterator[CellChange]:
    """Yield the cells of a row that is gone, as ``before`` had them."""
    cells = before.grid.rows[was - 1]
    for field, position in before.positions.items():
        shown = format_cell(cells[position]) if position < len(cells) else ""
        if shown and field in table.positions:
            value = _to_typed(shown, table.sheet.column(field))
            yield CellChange(table.title, number, table.positions[field], value)


def _to_typed(shown: str, column: Column) -> str | int | None:
    """Return what is typed into a cell that is to show this: numbers as such, where they are meant as such."""
    if shown.removeprefix("-").isdecimal() and (column.kind.whole or column.kind in (NUMBER, RATING, ANYTHING)):
        return int(shown)
    return shown or None
