"""Merge and separate many people at once, with the sheet People as organizers may fill it in."""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl import load_workbook

from tests.archive.making import add, event, turnabout
from turnabout_sheets.archive.store import open_archive

pytestmark = pytest.mark.slow

EVENTS = (
    event("One", "2024-01-01", "José Núñez", "Ana Lee", "Bo", "Dan"),
    event("Two", "2024-02-01", "Jose Nunez", "Anna Lee", "Bo", "Dan"),
    event("Three", "2024-03-01", "Jose-Nunez", "Ann Lee", "Cleo", "Dan", ids={"Ann Lee": "17"}),
    event("Four", "2024-04-01", "Zoë", "Anna Leo", "Bo", "Cleo"),
)

FILLED = {
    ("José Núñez", "Jose Nunez"): {"Same as": "x"},
    ("Jose-Nunez", "José Núñez"): {"Same as": True},
    ("Ana Lee", "Anna Lee"): {"Same as": "anna  lee"},
    ("Anna Leo", "Anna Lee"): {"Not the same as": "✓"},
    ("Zoë", None): {"Not the same as": 17},
    ("Bo", None): {"Same as": "no"},
}
"""What is filled in beside a player and who may be the same."""


def test_the_sheet_is_taken_in_however_it_is_sorted_and_with_rows_gone(tmp_path: Path) -> None:
    """Archive 5.6."""
    file, here = tmp_path / "Ratings.xlsx", ("--archive", tmp_path / "archive.sqlite")
    add(open_archive(str(here[1]), create=True), *EVENTS)
    assert turnabout("ratings", "--workbook", file, *here).exit_code == 0
    book = load_workbook(file)
    page = book["People"]
    titles, *rows = ([cell.value for cell in row] for row in page.iter_rows(max_col=12))
    page.delete_rows(2, len(rows))
    for number, row in enumerate([row for row in reversed(rows) if row[0] not in ("Dan", "Cleo")], 2):
        said = dict(zip(titles, row, strict=True))
        said |= FILLED.get((said["Player"], said["Perhaps the same as"]), {})
        for column, title in enumerate(titles, 1):
            page.cell(number, column, said[title])
    page.row_dimensions[3].hidden = True  # as a filter leaves it
    book.save(file)
    *done, last = turnabout("merge", "--sheet", file, *here).stdout.splitlines()
    assert sorted(done) == [
        "Ana Lee and Anna Leo are two people.",
        "Ann Lee (Player ID 17) and Zoë are two people.",
        "Merged Anna Lee into Ana Lee.",
        "Merged Jose Nunez into José Núñez.",
        "Merged Jose-Nunez into José Núñez.",
    ]
    assert last.endswith(": 5 done, 0 as it was already. turnabout archive undo takes all of it back.")
