"""A sheet of matches on trial: which errors it would have if its cells stood otherwise, or its rows above or below."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import Final

from turnabout_sheets.core.problems import Place, Problem, Severity, error
from turnabout_sheets.core.text import key
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import BYE_NAME, Event
from turnabout_sheets.formats.live import find_live_columns
from turnabout_sheets.reading import result_checks, round_checks
from turnabout_sheets.reading.matches import order_matches, read_match_rows, round_number
from turnabout_sheets.reading.players import resolve_players
from turnabout_sheets.reading.result_checks import COPY
from turnabout_sheets.sheets.cell_kinds import PLAYER, PLAYER_OR_BYE, WINNER, CellKind, format_cell
from turnabout_sheets.sheets.grid import Grid, address, cell_range, column_letters
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


FEWEST: Final = 3
"""How many rows one below the other must have results: else only one of them is in the wrong row."""

_DISTANCES: Final = {1: "one row", 2: "two rows"}


def find_rows_off(trial: Trial) -> Cause | None:
    """Return the first block of results that fills the rows of matches if it is moved up or down, and no other row."""
    if not trial.errors or not trial.results or trial.has_flags(trial.results):
        return None
    return next((found for block in _blocks(trial) for found in _find(trial, block)), None)


def _blocks(trial: Trial) -> Iterator[range]:
    """Yield the rows one below the other that have results."""
    for filled, rows in groupby(trial.rows, lambda row: trial.has_any(row, trial.results)):
        block = list(rows)
        if filled and len(block) >= FEWEST:
            yield range(block[0], block[-1] + 1)


def _find(trial: Trial, block: range) -> Iterator[Cause]:
    for distance in (1, -1, 2, -2):
        room = range(block[0] - distance, block[0]) if distance > 0 else range(block[-1] + 1, block[-1] + 1 - distance)
        outside = block[-distance:] if distance > 0 else block[:-distance]
        inside = [row for row in block if row not in outside]
        if room[0] < trial.rows[0] or room[-1] > trial.rows[-1]:
            continue
        if not all(_is_match(trial, row) for row in (*room, *inside)) or any(_is_match(trial, row) for row in outside):
            continue
        cured = _apply(trial, block, distance)
        rows = range(min(block[0], room[0]), max(block[-1], room[-1]) + 1)
        if not trial.with_grid(cured).errors.keys().isdisjoint(rows):
            continue
        columns = (trial.results[0], trial.results[-1])
        here, there, rest = (
            cell_range(each[0], columns[0], each[-1], columns[1])
            for each in (block, [row - distance for row in block], outside)
        )
        side = "low" if distance > 0 else "high"
        problem = error(
            trial.place(block[0], columns[0]),
            f"The results in {here} seem to stand {_DISTANCES[abs(distance)]} too {side}: {rest} has results, but no "
            f"match is there, and {cell_range(room[0], columns[0], room[-1], columns[1])} has none.",
            f"If so, copy {here} to {there} and clear {rest}; if only {rest} is wrong, type that where it belongs. "
            f"{COPY}",
        )
        gone = frozenset(
            trial.place(row, column) for row in rows for column in {*trial.results, *trial.errors.get(row, ())}
        )
        yield Cause(problem, gone, cured)


def _is_match(trial: Trial, row: int) -> bool:
    """Say whether two players stand in a row."""
    cells = trial.grid.rows[row]
    columns = [trial.positions[side] for side in ("a", "b")]  # without these two a sheet is not read
    names = [key(format_cell(cells[column])) if column < len(cells) else "" for column in columns]
    return all(names) and key(BYE_NAME) not in names


def _apply(trial: Trial, block: range, distance: int) -> Grid:
    """Return the sheet with a block of results moved up so many rows."""
    old = trial.grid.rows
    width = max(trial.results) + 1
    cells = {row: [*old[row], *[""] * (width - len(old[row]))] for row in range(len(old))}
    moved = {row: [*cells[row]] for row in {*block, *(row - distance for row in block)}}
    for row, values in moved.items():
        for column in trial.results:
            values[column] = cells[row + distance][column] if row + distance in block else ""
    return replace(trial.grid, rows=[moved.get(row, values) for row, values in cells.items()])
