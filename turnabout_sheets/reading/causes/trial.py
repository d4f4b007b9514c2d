"""A sheet of matches on trial: which errors it would have if its cells stood otherwise."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from turnabout_sheets.core.problems import Place, Problem, Severity
from turnabout_sheets.core.text import key
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import BYE_NAME, Event
from turnabout_sheets.formats.live import find_live_columns
from turnabout_sheets.reading import result_checks, round_checks
from turnabout_sheets.reading.matches import order_matches, read_match_rows, round_number
from turnabout_sheets.reading.players import resolve_players
from turnabout_sheets.sheets.cell_kinds import PLAYER, PLAYER_OR_BYE, WINNER, CellKind, format_cell
from turnabout_sheets.sheets.grid import Grid, address, column_letters
from turnabout_sheets.sheets.table import Table, read_table

Errors = Mapping[int, frozenset[int]]
"""By row, the columns in which a sheet has an error; both counted from 0. Rows without one are left out."""


@dataclass(frozen=True, slots=True)
class Cause:
    """What is told in place of the problems in the cells that are ``gone``, and the sheet as it is ``cured`` of it."""

    problem: Problem
    gone: frozenset[Place]
    cured: Grid


@dataclass(frozen=True)
class Trial:
    """A sheet of matches in its event: ``table`` as it was read, ``grid`` its cells, cured of causes found before."""

    grid: Grid
    table: Table
    event: Event
    format: Format

    def with_grid(self, grid: Grid) -> Trial:
        """Return the same with other cells."""
        return replace(self, grid=grid)

    @property
    def rows(self) -> range:
        """The rows below the header, counted from 0."""
        return range(self.table.header_row, len(self.grid.rows))

    @property
    def positions(self) -> Mapping[str, int]:
        """The columns of the fields that the sheet has, counted from 0."""
        return self.table.positions

    @property
    def headers(self) -> Mapping[int, str]:
        """The headers by column."""
        return {self.positions[each.field]: each.header for each in self.table.sheet.columns if self.has(each.field)}

    @property
    def results(self) -> Sequence[int]:
        """The columns into which results are typed, but for the ruling, from left to right."""
        fields = [field for field in self.format.entry.fields if field != "ruling" and self.has(field)]
        return sorted(self.positions[field] for field in fields)

    def has(self, field: str) -> bool:
        """Say whether the sheet has a column."""
        return field in self.positions

    def has_any(self, row: int, columns: Collection[int]) -> bool:
        """Say whether something stands in any of some columns of a row."""
        cells = self.grid.rows[row]
        return any(column < len(cells) and format_cell(cells[column]) for column in columns)

    def has_flags(self, columns: Collection[int]) -> bool:
        """Say whether the value of a cell in some columns is not known, in a row with errors."""
        return any(address(row, column) in self.grid.flags for row in self.errors for column in columns)

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset(key(name) for player in self.event.players for name in player.names)

    @cached_property
    def _kinds(self) -> Mapping[int, CellKind]:
        return {self.positions[each.field]: each.kind for each in self.table.sheet.columns if self.has(each.field)}

    def fits(self, row: int, column: int, source: int) -> bool:
        """Say whether the value in one column of a row is such as another takes; a blank is."""
        cells, kind = self.grid.rows[row], self._kinds[column]
        value = cells[source] if source < len(cells) else ""
        text = key(format_cell(value))
        if not text or kind not in (PLAYER, PLAYER_OR_BYE, WINNER):
            return not text or kind.takes(value)
        return text in self._names or text in map(key, (*kind.choices, BYE_NAME))

    def place(self, row: int, column: int) -> Place:
        """Return the place of a cell, both counted from 0."""
        return Place(self.table.title, address(row, column))

    @cached_property
    def errors(self) -> Errors:
        """Where the sheet has errors: its cells each by itself, and against each other."""
        read, problems = read_table(self.grid, self.table.sheet)
        if read is None:
            return {}
        read, found = resolve_players(read, self.event.players)
        rows, more = read_match_rows(read, round_number(read.title), self.event.players)
        problems += [*found, *more]
        unreadable = frozenset(each.place for each in problems if each.severity is Severity.ERROR)
        matches = order_matches(rows, self.format)
        tables = {**self.event.tables, read.title: read}
        alone = Event(self.event.settings, self.event.players, matches, tables, unreadable)
        for check in (
            result_checks.rulings,
            result_checks.results_of_byes,
            result_checks.results_over_formulas,
            round_checks.once_in_a_round,
            *self.format.checks,
        ):
            problems += [each for each in check(alone, self.format) if each.place not in unreadable]
        errors: dict[int, set[int]] = defaultdict(set)
        places = {*read.positions.values(), *find_live_columns(read, self.format)}
        columns = {column_letters(column): column for column in places}
        for each in problems:
            letters = each.place.cell.rstrip("0123456789")
            if each.severity is Severity.ERROR and each.place.sheet == read.title and letters in columns:
                errors[int(each.place.cell[len(letters) :]) - 1].add(columns[letters])
        return {row: frozenset(found) for row, found in errors.items()}
