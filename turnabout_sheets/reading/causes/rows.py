"""Results that stand rows above or below their own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from typing import Final

from turnabout_sheets.core.problems import error
from turnabout_sheets.core.text import key
from turnabout_sheets.event.model import BYE_NAME
from turnabout_sheets.reading.causes.trial import Cause, Trial
from turnabout_sheets.reading.lost_header import COPY
from turnabout_sheets.sheets.cell_kinds import format_cell
from turnabout_sheets.sheets.grid import Grid, cell_range

FEWEST: Final = 3
"""So many rows one below the other must have results: else only one of them is in the wrong row."""

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
