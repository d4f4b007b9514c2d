"""Duplicate Magic workbooks for the tests, sheet by sheet as they are read."""

from __future__ import annotations

from collections.abc import Sequence

from tests.reading.grids import Cells, by_header, event_sheet
from turnabout_sheets.core.problems import Problem, has_errors
from turnabout_sheets.event.model import Event
from turnabout_sheets.event.results import Results, compute
from turnabout_sheets.formats.duplicate import DUPLICATE
from turnabout_sheets.reading.checks import check_event
from turnabout_sheets.reading.event import read_event
from turnabout_sheets.sheets.grid import Grid, Raw


def duplicate(**settings: Raw) -> Grid:
    """Return the Event sheet of a Duplicate Magic event."""
    return event_sheet(format="Duplicate Magic", **settings)


def tables_sheet(*tables: int | Cells) -> Grid:
    """Return the sheet Tables: a number, or a row by header, each."""
    return by_header("Tables", [{"Table": each} if isinstance(each, int) else each for each in tables], ("Table",))


def read(*grids: Grid) -> tuple[Event | None, list[Problem]]:
    """Read an event, and check it; return all problems in the order in which they are found."""
    event, format, problems = read_event(grids, "Friday")
    return event, [*problems, *(check_event(event, format) if event is not None else ())]


def results(*grids: Grid, warnings: Sequence[str] = ()) -> Results:
    """Return what the event in a workbook comes to that has these problems only: each its place and message."""
    event, found = read(*grids)
    assert [f"{problem.place}: {problem.message}" for problem in found] == list(warnings)
    assert not has_errors(found)
    assert event is not None
    return compute(event, DUPLICATE)
