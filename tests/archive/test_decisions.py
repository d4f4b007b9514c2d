"""Who is who, decided for many at once, on both databases; filled in on the sheet People."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from openpyxl import load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from tests.archive.making import add, contents, event, turnabout
from tests.archive.postgresql import IN_A_FILE
from tests.archive.shared import told
from turnabout_sheets.archive.decisions import Decided, Decision, decide
from turnabout_sheets.archive.log import Command, list_changes, undo
from turnabout_sheets.archive.people import find_person, who_is_who
from turnabout_sheets.archive.queries import find_pairs, load_people
from turnabout_sheets.archive.ratings import make_rating_list
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

CLEAR = "Correct the cell, or clear it; if the sheet is older than the archive, write the workbook anew."


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


def standing(archive: Archive) -> dict[str, str]:
    """Return the ratings by label."""
    with archive.reading() as connection:
        who = who_is_who(connection)
        return {who.label(row.person): str(row.rating) for row in make_rating_list(connection, "2030-01-01").rows}


def alike(archive: Archive, name: str) -> tuple[Sequence[str], Sequence[str]]:
    """Return who may be the same as somebody, and who is known not to be."""
    with archive.reading() as connection:
        who = who_is_who(connection)
        pairs = find_pairs(connection, who, load_people(connection, who))
    near = [{each.main.label, each.other.label} - {name} for each in pairs if name in (each.main.name, each.other.name)]
    person = find_person(who, name)
    apart = [who.label(each) for pair in who.two_people if person in pair for each in pair - {person}]
    return sorted(label for each in near for label in each), sorted(apart)


def test_decisions_are_done_as_one_command_and_taken_back_as_one(archive: Archive) -> None:
    """Archive 5.6: all of a group come to the best name, whoever is named first."""
    before, listed = contents(archive), standing(archive)
    decided = settle(
        archive,
        "J2 Jose Nunez = José Núñez",
        "J3 Jose-Nunez = Jose Nunez",
        "J4 Ana Lee = Ann Lee (Player ID 17)",
        "K5 Anna Lee ≠ Anna Leo",
        "J6 José Núñez = Jose Nunez",
        "K7 Anna Lee ≠ Ana Lee",
    )
    assert decided.problems == ()
    assert decided.done == [
        "Merged Jose Nunez into José Núñez",
        "Merged Jose-Nunez into José Núñez",
        "Merged Ana Lee into Ann Lee (Player ID 17)",
        "Anna Lee and Anna Leo are two people",
        "Anna Lee and Ann Lee (Player ID 17) are two people",
    ]
    assert standing(archive)["José Núñez"] == "48"
    assert alike(archive, "Anna Lee") == ([], ["Ann Lee (Player ID 17)", "Anna Leo"])
    with archive.writing() as connection:
        changes = list_changes(connection)[:5]
        assert {(each.file, each.command) for each in changes} == {("Ratings.xlsx", changes[-1].number)}
        assert len(undo(connection, Command())) == 5
    assert standing(archive) == listed
    assert len(contents(archive)["log"]) == len(before["log"]) + 6
    assert alike(archive, "Anna Lee") == (["Ana Lee", "Ann Lee (Player ID 17)", "Anna Leo"], [])


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


# Filled in on the sheet


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an archive, and its ratings workbook."""
    folder = tmp_path_factory.mktemp("ratings")
    add(open_archive(str(folder / "archive.sqlite"), create=True), *EVENTS)
    assert turnabout("ratings", "--workbook", folder / "Ratings.xlsx", "--archive", folder / "archive.sqlite").stderr
    return folder


@pytest.fixture
def folder(written: Path, tmp_path: Path) -> Path:
    shutil.copytree(written, tmp_path, dirs_exist_ok=True)
    return tmp_path


def columns(page: Worksheet) -> dict[str, int]:
    return {str(cell.value): cell.column for cell in page[1] if cell.value is not None}


def fill_in(folder: Path, *filled: tuple[str, str, str, str | int]) -> None:
    """Fill cells in, each by the player of the row, who may be the same, the column, and what is typed."""
    book = load_workbook(folder / "Ratings.xlsx")
    page, at = book["People"], columns(book["People"])
    for name, near, column, value in filled:
        (row,) = (
            number
            for number in range(2, page.max_row + 1)
            if page.cell(number, at["Player"]).value == name
            and (page.cell(number, at["Perhaps the same as"]).value or "") == near
        )
        page.cell(row, at[column], value)
    book.save(folder / "Ratings.xlsx")


def take_in(folder: Path, *more: str) -> tuple[int, str, str]:
    done = turnabout("merge", "--sheet", folder / "Ratings.xlsx", *more, "--archive", folder / "archive.sqlite")
    code, out, err = told(done)
    return code, out.replace(str(folder / "Ratings.xlsx"), "Ratings.xlsx"), err


FILLED = (
    ("José Núñez", "Jose Nunez", "Same as", "x"),
    ("Jose-Nunez", "José Núñez", "Same as", True),
    ("Ana Lee", "Anna Lee", "Same as", "anna  lee"),
    ("Anna Leo", "Anna Lee", "Not the same as", "✓"),
    ("Zoë", "", "Not the same as", 17),
    ("Bo", "", "Same as", "no"),
)


def test_the_sheet_is_taken_in_however_it_is_sorted_and_with_rows_gone(folder: Path) -> None:
    """Archive 5.6."""
    fill_in(folder, *FILLED)
    book = load_workbook(folder / "Ratings.xlsx")
    page = book["People"]
    rows = [[cell.value for cell in row] for row in page.iter_rows(min_row=2, max_col=12)]
    page.delete_rows(2, len(rows))
    for number, row in enumerate([row for row in reversed(rows) if row[0] not in ("Dan", "Cleo")], 2):
        for column, value in enumerate(row, 1):
            page.cell(number, column, value)
    page.row_dimensions[3].hidden = True  # as a filter leaves it
    book.save(folder / "Ratings.xlsx")
    before = contents(open_archive(str(folder / "archive.sqlite")))
    first, *tried = take_in(folder, "--dry-run")[1].splitlines()
    assert first == "In this trial, which changes nothing:"
    assert contents(open_archive(str(folder / "archive.sqlite"))) == before
    code, out, err = take_in(folder, "--note", "said at the meeting", "--as", "Ann")
    assert (code, err) == (0, "")
    with open_archive(str(folder / "archive.sqlite")).reading() as connection:
        newest = list_changes(connection)[:5]
    assert {(each.note, each.author, each.file) for each in newest} == {("said at the meeting", "Ann", "Ratings.xlsx")}
    assert tried == out.splitlines()
    *done, last = out.splitlines()
    assert sorted(done) == [
        "Ana Lee and Anna Leo are two people.",
        "Ann Lee (Player ID 17) and Zoë are two people.",
        "Merged Anna Lee into Ana Lee.",
        "Merged Jose Nunez into José Núñez.",
        "Merged Jose-Nunez into José Núñez.",
    ]
    assert last == "From Ratings.xlsx: 5 done, 0 as it was already. turnabout archive undo takes all of it back."
    assert take_in(folder) == (0, "From Ratings.xlsx: 0 done, 5 as it was already.\n", "")
    assert len(turnabout("undo", "--dry-run", "--archive", folder / "archive.sqlite").stdout.splitlines()) == 6
