"""Players whose names stand beside other values than before, as where a column of Players is sorted without the others.

It is asked whether that is meant (rules 1.4.21); what stood beside each name can be put back.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from turnabout_sheets.changes.differences import Change
from turnabout_sheets.changes.guards import Asked, Question, describe_torn
from turnabout_sheets.core.text import key
from turnabout_sheets.event.model import Event
from turnabout_sheets.reading.published import read_grid
from turnabout_sheets.sheets.cell_kinds import format_cell
from turnabout_sheets.sheets.declarations import Column
from turnabout_sheets.sheets.table import Row, Table, read_table

FEWEST: Final = 3
"""So many players with other values in a column are more than two that were exchanged."""

_OF_THE_DAY: Final = ("here", "paid")
"""Marks that are alike for all who have one, and so go from one to another while people come."""


class Torn(NamedTuple):
    """A cell that was torn from its name: the row of the player now, the column, and what the cell showed before."""

    row: Row
    column: Column
    before: str


def ask_about_players(inputs: Mapping[str, str], event: Event) -> Iterator[Question]:
    """Yield the question about players who stand beside other values than on the remembered sheets."""
    torn, table = find_torn(inputs, event), event.tables["Players"]
    if torn:
        yield Question(Asked.PLAYERS, 0, describe_torn([_describe(table, each) for each in torn]))


def _describe(table: Table, torn: Torn) -> Change:
    cell = table.place(torn.row.number, torn.column.field).cell
    after = _show(table, torn.row, torn.column.field)
    return Change(table.title, cell, torn.row["name"], torn.column.header, torn.before, after)


def find_torn(inputs: Mapping[str, str], event: Event) -> Sequence[Torn]:
    """Return the cells of Players that were torn from their names since the sheets that are remembered."""
    now = event.tables["Players"]
    with contextlib.suppress(KeyError, ValueError):
        before, _ = read_table(read_grid(now.title, inputs[now.title]), now.sheet)
        if before is not None and before.grid.rows != now.grid.rows:
            return _find_torn(before, now)
    return []


def _find_torn(before: Table, now: Table) -> list[Torn]:
    columns = [column for column in now.sheet.columns if column.field != "name"]
    torn = {column.field: _find_in(before, now, column) for column in columns}
    most = max(len(torn[column.field]) for column in columns if column.field not in _OF_THE_DAY)
    # Where the names were sorted, and nothing else, few may have anything beside them that can be torn.
    are_names_alone = all(_have_stayed(before, now, column.field) for column in columns)
    moved = sum(now_named != was for was, now_named in _pair_names(before, now)) if are_names_alone else 0
    return [each for found in torn.values() for each in found] if max(most, moved) >= FEWEST else []


def _pair_names(before: Table, now: Table) -> Iterator[tuple[str, str]]:
    """Yield the names that stand in the same row, before and now."""
    names = {row.number: row["name"] for row in now.rows}
    return ((row["name"], names[row.number]) for row in before.rows if row.number in names)


def _find_in(before: Table, now: Table, column: Column) -> list[Torn]:
    """Return what was torn in a column: the same values are there, or in the same rows, and not beside their names."""
    field = column.field
    was, there = ({key(row["name"]): row for row in table.rows if row["name"]} for table in (before, now))
    both = [(was[name], row) for name, row in there.items() if name in was]
    are_all_there = Counter(repr(old[field]) for old, _ in both) == Counter(repr(row[field]) for _, row in both)
    if not are_all_there and not _have_stayed(before, now, field):
        return []
    return [Torn(row, column, _show(before, old, field)) for old, row in both if old[field] != row[field]]


def _have_stayed(before: Table, now: Table, field: str) -> bool:
    """Tell whether a column has in each row what it had."""
    rows = {row.number: row[field] for row in now.rows}
    return all(rows.get(row.number) == row[field] for row in before.rows)


def _show(table: Table, row: Row, field: str) -> str:
    cells, position = table.grid.rows[row.number - 1], table.positions.get(field)
    return "" if position is None or position >= len(cells) else format_cell(cells[position])
