"""Where a round's rows stand on their sheet: what formulas on other sheets look at while results are typed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from turnabout_sheets.event.format import Format, LiveColumn, get_name
from turnabout_sheets.event.model import Event
from turnabout_sheets.sheets.cell_kinds import format_cell
from turnabout_sheets.sheets.declarations import ROUND_COLUMN
from turnabout_sheets.sheets.grid import column_letters
from turnabout_sheets.sheets.table import Table

ROOM: Final = 50
"""Rows below a round's last one that formulas look at, too, for matches that are added by hand."""


class RoundCells(NamedTuple):
    """The cells of a round: its sheet, its columns, counted from 0, its first row and the last one that counts.

    Declared columns are known by field, live ones by header.
    """

    number: int
    title: str
    columns: Mapping[str, int]
    first: int
    last: int

    def __contains__(self, column: object) -> bool:
        return column in self.columns

    def column(self, name: str) -> str:
        """Return the range of a column as a formula on another sheet writes it; raises KeyError."""
        letter, title = column_letters(self.columns[name]), self.title.replace("'", "''")
        return f"'{title}'!${letter}${self.first}:${letter}${self.last}"


def find_live_columns(table: Table, format: Format, *, hidden: bool = False) -> Mapping[int, LiveColumn]:
    """Return the columns of a sheet, counted from 0, in which its formulas tell something; if asked, ``hidden`` too."""
    by_header = {each.header: each for each in format.entry.live_columns if hidden or not each.hidden}
    titles = table.grid.rows[table.header_row - 1] if table.header_row <= len(table.grid.rows) else ()
    texts = enumerate(map(format_cell, titles))
    return {column: by_header[title] for column, title in texts if title in by_header}


def find_round(event: Event, format: Format, number: int) -> RoundCells | None:
    """Return where a round of an event without errors stands; None where it has no rows.

    On the sheet Results it has its own rows only, as others may follow; None where rows of others stand among them.
    """
    matches = event.rounds.get(number, ())
    if not matches:
        return None
    table = event.tables[matches[0].sheet]
    columns = {get_name(column): place for place, column in enumerate(format.round_columns)}
    if table.grid.rows:  # else it is paired just now, and its sheet will have these
        live = find_live_columns(table, format, hidden=True)
        columns = {**table.positions, **{each.header: place for place, each in live.items()}}
    if ROUND_COLUMN.field not in table.positions:
        return RoundCells(number, table.title, columns, table.header_row + 1, matches[-1].row + ROOM)
    first, last = (limit(match.row for match in matches) for limit in (min, max))
    others = (match for match in event.rows if match.sheet == matches[0].sheet and match.round != number)
    if any(first < match.row < last for match in others):
        return None
    return RoundCells(number, table.title, columns, first, last)
