"""The cells of a match that its result is typed into: what they hold, and which of them have to change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from turnabout_sheets.core.problems import Place
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import Event, Match
from turnabout_sheets.reading.matches import find_winner
from turnabout_sheets.reading.typed_results import Value, list_players
from turnabout_sheets.sheets.cell_kinds import WINNER, format_cell
from turnabout_sheets.sheets.grid import Raw, address
from turnabout_sheets.workbook.ooxml.cells import CellChange


@dataclass(frozen=True, slots=True)
class ResultCell:
    """A cell, what it holds ``before`` (the empty text: nothing), and what it shall hold ``after`` (None: nothing)."""

    field: str
    header: str
    place: Place
    before: Raw
    after: Value

    @property
    def shown_before(self) -> str:
        """What it holds, as a text."""
        return format_cell(self.before)

    @property
    def shown_after(self) -> str:
        """What it shall hold, as a text."""
        return "" if self.after is None else str(self.after)

    @property
    def can_be_typed_back(self) -> bool:
        """Whether what it holds can be typed again: nothing, text or a whole number; not a date."""
        return self.before == "" or _to_typed(self.before) is not None


def read_cells(event: Event, format: Format, match: Match) -> dict[str, ResultCell]:
    """Return the cells of a match that the desk fills in, by field; after that they hold what they say now.

    Of a formula it is what it shows. Columns that the sheet lacks are blank, and so is a round that is just paired.
    """
    return {field: _read_cell(event, format, match, field) for field in format.entry.fields}


def change_values(cells: Mapping[str, ResultCell], values: Mapping[str, Value]) -> list[ResultCell]:
    """Return the cells that have to change, so that they say what is given by field."""
    return [
        replace(cells[field], after=value)
        for field, value in values.items()
        if value != cells[field].after or (value is None and cells[field].before != "")
    ]


def type_back(cells: Mapping[str, ResultCell], changed: Sequence[ResultCell]) -> list[ResultCell] | None:
    """Return the cells with what they held before they were ``changed``; None where they hold something else now."""
    if any(cells[each.field].shown_before != each.shown_after for each in changed):
        return None
    return [replace(cells[each.field], after=_to_typed(each.before)) for each in changed]


def to_changes(event: Event, match: Match, cells: Sequence[ResultCell]) -> Iterator[CellChange]:
    """Yield the changes that make cells of a match hold what they shall hold; the sheet has their columns."""
    positions = event.tables[match.sheet].positions
    return (CellChange(match.sheet, match.row, positions[cell.field], cell.after) for cell in cells)


def _read_cell(event: Event, format: Format, match: Match, field: str) -> ResultCell:
    table, column = event.tables[match.sheet], format.sheets.matches.column(field)
    position = table.positions.get(field)
    before: Raw = ""
    if position is not None:
        row = table.grid.rows[match.row - 1] if match.row <= len(table.grid.rows) else ()
        shown = row[position] if position < len(row) else ""
        before = table.grid.flags.get(address(match.row - 1, position), shown if format_cell(shown) else "")
    after: Value = None
    if before != "" and column.kind.takes(before):
        value = column.kind.read(before)
        if column.kind is WINNER:
            value = find_winner(value, list_players(event, match))
        after = value if value is None or isinstance(value, int) else str(value)
    return ResultCell(field, column.header, event.place(match, field), before, after)


def _to_typed(value: Raw) -> Value:
    """Return what types a value again; None where there is nothing to type, or nobody could."""
    if isinstance(value, str):
        return value or None
    if isinstance(value, bool) or not isinstance(value, int | float) or not float(value).is_integer():
        return None
    return int(value)
