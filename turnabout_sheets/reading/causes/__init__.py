"""Many errors with one cause are told as one: results beside their columns or rows, columns that are swapped.

A cause is known by its cure. Cells are moved as they would have to be, the sheet is read and checked again, and the
move is the cause of those errors that are gone then. What stays wrong keeps its own error. Begin with `CAUSES`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from turnabout_sheets.core.problems import Problem, Severity, has_errors, stop_at
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import Event
from turnabout_sheets.reading.causes.columns import find_columns_off
from turnabout_sheets.reading.causes.trial import Trial, find_rows_off
from turnabout_sheets.sheets.grid import Grid
from turnabout_sheets.sheets.table import Table

__all__ = ["tell_causes"]

CAUSES: Final = (find_columns_off, find_rows_off)
"""What is looked for: functions from a sheet on trial to the cause that explains the most of its errors, or None."""

MOST_CAUSES: Final = 4
"""How many causes are looked for on a sheet."""


def tell_causes(problems: Sequence[Problem], event: Event | None, format: Format) -> list[Problem]:
    """Return the problems of an event, with one in place of all errors that have their cause in common."""
    told = list(problems)
    if event is None or not has_errors(problems):
        return told
    matches = [column.field for column in format.sheets.matches.columns]
    for table in event.tables.values():
        if [column.field for column in table.sheet.columns][-len(matches) :] == matches:
            told = _tell_causes_on(table, told, event, format)
    return told


def _tell_causes_on(table: Table, problems: list[Problem], event: Event, format: Format) -> list[Problem]:
    """Return the problems with the causes that a sheet has before all others of it."""
    first = next((number for number, each in enumerate(problems) if each.place.sheet == table.title), len(problems))
    before, others = problems[:first], problems[first:]
    causes: list[Problem] = []
    trial = Trial(_take_head(table, others), table, event, format)
    while len(causes) < MOST_CAUSES and any(_is_error_on(table, each) for each in others):
        cause = next((found for find in CAUSES if (found := find(trial)) is not None), None)
        if cause is None:
            break
        causes.append(cause.problem)
        others = [each for each in others if each.place not in cause.gone and not _is_stop_on(table, each)]
        trial = trial.with_grid(cause.cured)
    return [*before, *causes, *others]


def _is_error_on(table: Table, problem: Problem) -> bool:
    return problem.severity is Severity.ERROR and problem.place.sheet == table.title


def _is_stop_on(table: Table, problem: Problem) -> bool:
    return problem.place.sheet == table.title and problem == stop_at(problem.place)


def _take_head(table: Table, problems: Sequence[Problem]) -> Grid:
    """Return the sheet as far as it was looked at: behind `MOST` problems no further than to the last error."""
    if not any(_is_stop_on(table, each) for each in problems):
        return table.grid
    listed = (each.place for each in problems if _is_error_on(table, each) and not _is_stop_on(table, each))
    return replace(table.grid, rows=table.grid.rows[: max((place.position[0] for place in listed), default=0)])
