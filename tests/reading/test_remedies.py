"""What is said to do about a cell that cannot be read: what to type instead."""

from __future__ import annotations

from datetime import datetime

import pytest

from tests.reading.grids import sheet
from turnabout_sheets.event.format import Format
from turnabout_sheets.formats import FORMATS, load
from turnabout_sheets.formats.common import MOST_ADJUSTED
from turnabout_sheets.sheets.cell_kinds import CORRECT, FILLED
from turnabout_sheets.sheets.grid import Raw
from turnabout_sheets.sheets.table import read_table

EVERY_FORMAT = [pytest.param(load(outline), id=name) for name, outline in FORMATS.items()]

A_DATE = datetime(2026, 5, 12)
"""What no column of the sheet Players can be read from."""

PLAYERS = [
    (
        "Dropped after",
        "yes",
        'Dropped after is "yes"; expected a whole number, 0 or more. Type the number of the last round that the player '
        "played, 0 if none; clear the cell if the player is still there.",
    ),
    (
        "Away",
        "all",
        'Away is "all"; expected whole numbers from 1, with commas between them, such as 4,3,4. Type the numbers of '
        "the rounds in which the player is not there, with commas between them; who does not come back has the last "
        "round played in Dropped after instead.",
    ),
    (
        "Joined round",
        "late",
        'Joined round is "late"; expected a whole number, 1 or more. Type the number of the first round that the '
        "player plays; clear the cell for round 1.",
    ),
    ("Fixed table", "near the door", 'Fixed table is "near the door"; expected a whole number, 1 or more. Type the '
     "number of the table; clear the cell if any will do."),
    ("Byes", "first", 'Byes is "first"; expected whole numbers from 1, with commas between them, such as 4,3,4. Type '
     "the numbers of the rounds in which the player has asked for a bye, with commas between them."),
    ("Here", "late", 'Here is "late"; expected x, yes, TRUE or 1, or nothing. Type x, or clear the cell.'),
    ("Rating", "good", 'Rating is "good"; expected a number. Clear the cell if the player is unrated.'),
    ("Player ID", A_DATE, 'Player ID is "2026-05-12"; expected text, but the spreadsheet has made a date of '
     "it. Type it with an apostrophe before it, as '3-4: then it stays as it is."),
]  # fmt: skip


@pytest.mark.parametrize("format", EVERY_FORMAT)
def test_what_to_type_on_players(format: Format) -> None:
    declared = format.sheets.players
    there = {column.header for column in declared.columns}
    for header, typed, said in PLAYERS:
        _, problems = read_table(sheet("Players", ("Player", header), [("Ada", typed)]), declared)
        assert [str(each) for each in problems] == ([f"Error: Players!B2: {said}"] if header in there else [])


@pytest.mark.parametrize("format", EVERY_FORMAT)
def test_every_column_of_players_says_what_to_type(format: Format) -> None:
    declared = format.sheets.players
    grid = sheet("Players", [column.header for column in declared.columns], [[A_DATE] * len(declared.columns)])
    told = [problem.hint for problem in read_table(grid, declared)[1]]
    assert len(told) == sum(column.kind is not FILLED for column in declared.columns)
    assert CORRECT not in told


@pytest.mark.parametrize("format", EVERY_FORMAT)
@pytest.mark.parametrize("points", [MOST_ADJUSTED + 1, -MOST_ADJUSTED - 1, 10_000.5, 1e12])
def test_one_row_adjusts_by_ten_thousand_points_at_most(format: Format, points: Raw) -> None:
    """Rules 1.4.8."""
    declared = next(each for each in format.sheets.others if each.name == "Adjustments")
    rows = [("Ada", MOST_ADJUSTED), ("Ben", -MOST_ADJUSTED), ("Cy", points)]
    _, (problem,) = read_table(sheet("Adjustments", ("Player", "Points"), rows), declared)
    assert str(problem.place) == "Adjustments!B4"
    assert problem.message.endswith("number from -10000 to 10000.")
    assert problem.hint == "Type how many points the row gives, or with a minus before it how many it takes."
