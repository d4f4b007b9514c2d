"""Workbooks for the tests, sheet by sheet as they are read: a few lines make an event, and any cell can be spoilt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from openpyxl import Workbook

from turnabout_sheets.core.problems import Problem
from turnabout_sheets.event.model import Event
from turnabout_sheets.event.results import Results, compute
from turnabout_sheets.formats.turnabout import TURNABOUT
from turnabout_sheets.reading.checks import check_event
from turnabout_sheets.reading.event import read_event
from turnabout_sheets.sheets.grid import Grid, Raw

Cells = Mapping[str, Raw]

MATCH_HEADERS = (
    "Table",
    "Player A",
    "Option A",
    "Player B",
    "Option B",
    "Game 1 winner",
    "Game 1 count",
    "Game 2 winner",
    "Game 2 count",
    "Ruling",
    "Note",
)


def sheet(
    name: str, headers: Sequence[Raw], rows: Sequence[Sequence[Raw]], flags: Mapping[str, str] | None = None
) -> Grid:
    """Return a sheet with its headers in row 1."""
    return Grid(name, (tuple(headers), *(tuple(row) for row in rows)), flags or {})


def event_sheet(**settings: Raw) -> Grid:
    """Return the Event sheet, setting ``bye_vp`` being written as Bye vp."""
    return sheet("Event", ("Setting", "Value"), [(name.replace("_", " "), value) for name, value in settings.items()])


def by_header(name: str, rows: Sequence[Cells], first: Sequence[str]) -> Grid:
    """Return a sheet of rows by header; headers that stand in no row but ``first`` are there all the same."""
    headers = list(dict.fromkeys([*first, *(header for row in rows for header in row)]))
    return sheet(name, headers, [[row.get(header, "") for header in headers] for row in rows])


def players(*who: str | Cells) -> Grid:
    """Return the Players sheet: a name, or a row by header, each."""
    return by_header("Players", [{"Player": each} if isinstance(each, str) else each for each in who], ("Player",))


def match(
    a: Raw, b: Raw, one: tuple[Raw, Raw] = ("", ""), two: tuple[Raw, Raw] = ("", ""), **others: Raw
) -> dict[str, Raw]:
    """Return a match row by header: its players, and winner and count of both games; ``option_a`` is Option A."""
    row: dict[str, Raw] = {"Player A": a, "Player B": b}
    row |= {"Game 1 winner": one[0], "Game 1 count": one[1], "Game 2 winner": two[0], "Game 2 count": two[1]}
    by_key = {header.replace(" ", "_").lower(): header for header in MATCH_HEADERS}
    return row | {by_key[name]: value for name, value in others.items()}


def tables_of(rows: Sequence[Cells]) -> list[Cells]:
    """Number the tables of the rows that name none and are no byes."""
    return [
        row if "Table" in row or row["Player B"] == "BYE" else {"Table": number, **row}
        for number, row in enumerate(rows, 1)
    ]


def round_sheet(number: int, *rows: Cells) -> Grid:
    """Return a round's sheet, the tables numbered from 1."""
    return by_header(f"Round {number}", tables_of(rows), MATCH_HEADERS)


def results_sheet(*rounds: Sequence[Cells]) -> Grid:
    """Return the sheet Results with rounds from 1 on."""
    rows = [{"Round": number, **row} for number, matches in enumerate(rounds, 1) for row in tables_of(matches)]
    return by_header("Results", rows, ("Round", *MATCH_HEADERS))


def read(*grids: Grid) -> tuple[Event | None, list[Problem]]:
    """Read an event, and check it; return all problems in the order in which they are found."""
    event, format, problems = read_event(grids, "Friday")
    return event, [*problems, *(check_event(event, format) if event is not None else ())]


def results(*grids: Grid) -> Results:
    """Return what the event in a valid workbook comes to."""
    event, found = read(*grids)
    assert event is not None
    assert not found, [str(problem) for problem in found]
    return compute(event, TURNABOUT)


def save(path: Path, *grids: Grid) -> Path:
    """Write the sheets to a real workbook."""
    book = Workbook()
    del book["Sheet"]
    for grid in grids:
        worksheet: Any = book.create_sheet(grid.name)
        for row in grid.rows:
            worksheet.append([None if value == "" else value for value in row])
    book.save(path)
    return path
