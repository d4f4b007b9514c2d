"""Netrunner workbooks for the tests, sheet by sheet as they are read."""

from __future__ import annotations

from collections.abc import Sequence

from tests.reading.grids import Cells, by_header, event_sheet, tables_of
from turnabout_sheets.core.problems import Problem
from turnabout_sheets.event.model import Event
from turnabout_sheets.event.results import Results, compute
from turnabout_sheets.formats.netrunner import NETRUNNER
from turnabout_sheets.formats.netrunner.sheets import MATCHES
from turnabout_sheets.reading.checks import check_event
from turnabout_sheets.reading.event import read_event
from turnabout_sheets.sheets.grid import Grid, Raw

HEADERS = tuple(column.header for column in MATCHES.columns)

Game = tuple[Raw, Raw, Raw]
"""Who won, and the agenda points of A and of B."""

OPEN: Game = ("", "", "")


def netrunner(**settings: Raw) -> Grid:
    """Return the Event sheet of a Netrunner event."""
    return event_sheet(format="Netrunner", **settings)


def match(a: Raw, b: Raw, one: Game = OPEN, two: Game = OPEN, ruling: Raw = "") -> dict[str, Raw]:
    """Return a match row by header."""
    row: dict[str, Raw] = {"Player A": a, "Player B": b, "Ruling": ruling}
    for number, (winner, agenda_a, agenda_b) in enumerate((one, two), 1):
        row |= {f"Game {number} winner": winner, f"Game {number} agenda A": agenda_a}
        row |= {f"Game {number} agenda B": agenda_b}
    return row


def round_sheet(number: int, *rows: Cells) -> Grid:
    """Return a round's sheet, the tables numbered from 1."""
    return by_header(f"Round {number}", tables_of(rows), HEADERS)


def read(*grids: Grid) -> tuple[Event | None, list[Problem]]:
    """Read an event, and check it; return all problems in the order in which they are found."""
    event, format, problems = read_event(grids, "Friday")
    return event, [*problems, *(check_event(event, format) if event is not None else ())]


def results(*grids: Grid, warnings: Sequence[str] = ()) -> Results:
    """Return what the event in a workbook comes to that has these problems only: each its place and message."""
    event, found = read(*grids)
    assert [f"{problem.place}: {problem.message}" for problem in found] == list(warnings)
    assert event is not None
    return compute(event, NETRUNNER)
