"""Who is who, decided for many at once, on both databases; filled in on the sheet People."""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl import load_workbook

from tests.archive.making import add, contents, event, turnabout
from tests.archive.postgresql import IN_A_FILE
from turnabout_sheets.archive.decisions import Decided, Decision, decide
from turnabout_sheets.archive.log import Command
from turnabout_sheets.archive.store import Archive, open_archive
from turnabout_sheets.core.problems import Place

pytestmark = pytest.mark.slow

KINDS = IN_A_FILE

EVENTS = (
    event("One", "2024-01-01", "José Núñez", "Ana Lee", "Bo", "Dan"),
    event("Two", "2024-02-01", "Jose Nunez", "Anna Lee", "Bo", "Dan"),
    event("Three", "2024-03-01", "Jose-Nunez", "Ann Lee", "Cleo", "Dan", ids={"Ann Lee": "17"}),
    event("Four", "2024-04-01", "Zoë", "Anna Leo", "Bo", "Cleo"),
)

CLEAR = "Correct the cell, or clear it; if the sheet is older than the archive, write the workbook again."


@pytest.fixture
def archive(archive: Archive) -> Archive:
    add(archive, *EVENTS)
    return archive


def said(*lines: str) -> list[Decision]:
    """Return decisions: the cell that says it, then who is = or ≠ whom."""
    made = []
    for line in lines:
        cell, _, words = line.partition(" ")
        one, same, other = words.partition(" = ") if " = " in words else words.partition(" ≠ ")
        made.append(Decision(Place("People", cell), one, other, same == " = "))
    return made


def settle(archive: Archive, *lines: str) -> Decided:
    return decide(archive, Command(), said(*lines), "Ratings.xlsx")


def problems(archive: Archive, *lines: str) -> list[str]:
    """Return why decisions are refused; then nothing is done."""
    before = contents(archive)
    decided = settle(archive, *lines)
    assert (decided.done, contents(archive)) == ((), before)
    return [problem.describe() for problem in decided.problems]


def test_a_row_without_a_player_id_is_of_the_one_who_has_none(place: str) -> None:
    archive = open_archive(place, create=True)
    add(
        archive,
        event("One", "2024-01-01", "Eva", "Ben", "Cleo", "Dan"),
        event("Two", "2024-02-01", "Eva", "Ben", "Cleo", "Dan", ids={"Eva": "7"}),
        event("Three", "2024-03-01", "Eva", "Ben", "Cleo", "Dan", ids={"Eva": "9"}),
    )
    assert problems(archive, "J2 Ben = Eva") == [
        'Error: People!J2: "Eva" is the name of 3 persons; say which, in full: Eva (no Player ID), Eva (Player ID 7) '
        f"or Eva (Player ID 9). {CLEAR}"
    ]
    assert settle(archive, "J2 Eva = Eva (Player ID 7)", "K3 Eva (Player ID 9) ≠ 7").done == [
        "Merged Eva (no Player ID) into Eva (Player ID 7)",
        "Eva (Player ID 7) and Eva (Player ID 9) are two people",
    ]


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
