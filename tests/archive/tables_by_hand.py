"""Tables of an event as organizers have them, read from a file or typed in a test, and what becomes of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from python_calamine import CalamineWorkbook

from tests.archive.importing import read_lists
from turnabout_sheets.archive.lists.tables import read_tables
from turnabout_sheets.archive.lists.understood import Given, Understood
from turnabout_sheets.archive.records import EventRecord
from turnabout_sheets.core.problems import Problem
from turnabout_sheets.sheets.csv_file import read_csv
from turnabout_sheets.sheets.grid import Grid, Raw

TABLES = Path(__file__).parent / "tables"
LISTS = Path(__file__).parents[1] / "reading" / "lists"
"""Lists of players and the standings that are one, too."""
NO_DAY = Given(format="Turnabout")
DAY = Given(date="2012-05-31", format="Turnabout")


def load(name: str) -> list[Grid]:
    """Return the sheets of a file among the tables, each called as messages call it."""
    path = next(folder / name for folder in (TABLES, LISTS) if (folder / name).exists())
    if path.suffix in (".csv", ".tsv", ".txt"):
        return [read_csv(path)]
    book = CalamineWorkbook.from_path(path)
    rows = {each: book.get_sheet_by_name(each).to_python(skip_empty_area=False) for each in book.sheet_names}
    filled = [each for each, cells in rows.items() if any(value != "" for row in cells for value in row)]
    return [Grid(name if len(filled) == 1 else f"{name}, sheet {each}", rows[each]) for each in filled]


def typed(*lines: str | Sequence[Raw], name: str = "cup.csv") -> Grid:
    """Return a table, each row as its cells, or in a line with semicolons between them."""
    return Grid(name, [line.split(";") if isinstance(line, str) else list(line) for line in lines])


def archived(
    *grids: Grid, given: Given = DAY, file: str = "cup.csv"
) -> tuple[list[EventRecord], Understood, list[str]]:
    """Return the events of a file, what was understood, and everything that is wrong."""
    understood = read_tables(grids, file, given)
    records, problems = read_lists(understood.grids) if understood.grids else ([], [])
    found: list[Problem] = [*understood.problems, *problems]
    return records, understood, [str(problem) for problem in found]
