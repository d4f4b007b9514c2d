"""Events into whose running round somebody is let, and which cells that changes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from openpyxl import load_workbook

from tests.event.worked_events import drawn, sweep
from tests.reading.grids import Cells, by_header, event_sheet, match, round_sheet, save
from tests.support.late import let_in
from turnabout_sheets.sheets.grid import Grid

Changes = dict[str, Any]

HEADERS = ("Player", "Scoring option", "Joined round", "Dropped after", "Byes", "Away", "Let in")
"""Columns A to G of the sheet Players."""


def who(*each: str | Cells) -> Grid:
    return by_header("Players", [{"Player": row} if isinstance(row, str) else row for row in each], HEADERS)


def contents(workbook: Path) -> Changes:
    """Return every cell that is not blank, by sheet and address."""
    return {
        f"{page.title}!{cell.coordinate}": cell.value
        for page in load_workbook(workbook)
        for row in page.iter_rows()
        for cell in row
        if cell.value is not None
    }


def let(folder: Path, name: str, *grids: Grid) -> tuple[str, Changes]:
    """Let somebody in; return what is said, and the cells that changed (None: now blank)."""
    workbook = save(folder / "event.xlsx", *grids)
    before = contents(workbook)
    outcome, done = let_in(workbook, name)
    errors = [problem for problem in outcome.problems if problem.severity == "Error"]
    assert [problem for problem in errors if not problem.let_in] == []
    after = contents(workbook)
    return done, {cell: after.get(cell) for cell in {**before, **after} if before.get(cell) != after.get(cell)}


THREE = ("Ada", "Ben", "Cy")
SWISS = event_sheet(rounds=3)
FIRST = round_sheet(1, sweep("Ada", "Ben"), match("Cy", "BYE"))
SECOND = round_sheet(2, match("Ada", "Cy"), match("Ben", "BYE"))  # row 3 is Ben's

ROBIN = event_sheet(pairing="round robin")
ROBIN_ROUNDS = [
    [match("Ben", "Eve"), match("Cy", "Dee"), match("Ada", "BYE")],
    [match("Ada", "Eve"), match("Ben", "Cy"), match("Dee", "BYE")],
    [match("Dee", "Ada"), match("Eve", "Cy"), match("Ben", "BYE")],
    [match("Cy", "Ada"), match("Dee", "Ben"), match("Eve", "BYE")],
    [match("Ada", "Ben"), match("Eve", "Dee"), match("Cy", "BYE")],
]
FIVE = ("Ada", "Ben", "Cy", "Dee", "Eve")


def robin(complete: int) -> list[Grid]:
    """Return the rounds of a round robin, some of them with results."""
    done = [[row if row["Player B"] == "BYE" else drawn(str(row["Player A"]), str(row["Player B"])) for row in rows]
            for rows in ROBIN_ROUNDS[:complete]]  # fmt: skip
    return [round_sheet(number, *rows) for number, rows in enumerate([*done, *ROBIN_ROUNDS[complete:]], 1)]


PLAIN = [SWISS, who(*THREE), FIRST, SECOND]
