"""Cells of our sheets that were cut and pasted by the organizer: no sheet of theirs is written to."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from openpyxl import load_workbook

from tests.real_data import each_file
from tests.support.books import SAMPLES, edit, enter_results, records
from tests.support.edited_book import Book
from tests.whole.moved_marks import OURS, event, event_to_copy, run, sheets
from tests.workbook.workbooks import edited
from turnabout_sheets.cli.main import main
from turnabout_sheets.workbook.ooxml.package import Package
from turnabout_sheets.workbook.ours.recognition import NOTE

__all__ = ["event", "event_to_copy"]

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("no_pages")]


def move_mark(workbook: Path, sheet: str, reference: str) -> None:
    """Let the mark of a sheet point elsewhere, as spreadsheet programs do it with cells that are cut and pasted."""
    data = workbook.read_bytes()
    part = Package(data).workbook_part
    workbook.write_bytes(edited(data, part, (f">'{sheet}'!$A$1<", f">{reference}<")))


def check_left_alone(workbook: Path, others: set[str], *added: str) -> str:
    """Run twice; return what the first run said. ``others`` are all sheets that must stay as they are."""
    before = sheets(workbook)
    output = run(workbook)
    after = sheets(workbook)
    assert {name: after.get(name) for name in others} == {name: before[name] for name in others}
    assert (
        after.keys() - before.keys() == {*added, "Desk", "Log", "Remembered"} - before.keys()
    )  # earlier versions had fewer
    assert len(records(workbook, "Standings (2)")) == 19
    again = run(workbook)
    assert "Nothing has changed" in again
    assert sheets(workbook) == after
    return output


@pytest.mark.parametrize(
    "moved",
    [
        {"Standings": "Players!$L$40", "Matches": "'My notes'!$D$1"},
        {"Standings": "'My notes'!$A$1", "Matches": "'Round 1'!$A$1"},
    ],
    ids=str,
)
def test_the_sheet_that_a_mark_was_moved_to_stays(event: Path, moved: dict[str, str]) -> None:
    """Safety 1.9."""
    others = sheets(event).keys() - OURS
    for sheet, reference in moved.items():
        move_mark(event, sheet, reference)
    output = check_left_alone(event, {*others, *moved}, *(f"{sheet} (2)" for sheet in moved))
    for sheet in moved:
        assert f"Warning: {sheet}: The program does not know this sheet as its own" in output
        [problem] = [row for row in records(event, "Problems") if row["Sheet"] == sheet]
        assert f"the program writes the sheet “{sheet} (2)” instead" in problem["Problem"]
    # Delete ours of before, give the new one its name: that is the end of it.
    book = load_workbook(event)
    del book["Standings"]
    book["Standings (2)"].title = "Standings"
    book.save(event)
    move_mark(event, "Standings (2)", "Standings!$A$1")
    run(event)
    assert not [row for row in records(event, "Problems") if row["Sheet"] == "Standings"]
    assert "Standings (2)" not in sheets(event)


def test_a_sheet_without_its_note_stays(event: Path) -> None:
    """Safety 1.9."""
    edit(event, {"Standings": {"M1": None}})
    others = sheets(event).keys() - OURS
    check_left_alone(event, {*others, "Standings"}, "Standings (2)")


def test_where_errors_stop_the_run_the_problems_are_told_beside(event: Path) -> None:
    move_mark(event, "Problems", "'My notes'!$A$1")
    edit(event, {"Players": {"A2": "Kaya Nakamura", "A3": "Kaya Nakamura"}})
    before = sheets(event)
    run(event, exit_code=1)
    after = sheets(event)
    assert after.keys() - before.keys() == {"Problems (2)"}
    assert {name: after[name] for name in before} == before
    run(event, exit_code=1)
    assert sheets(event) == after


def test_our_sheets_are_known_again_with_the_columns_of_another_round(event: Path) -> None:
    enter_results(event, 3)
    before = sheets(event)
    run(event)
    assert sheets(event).keys() - before.keys() == {"Round 4"}
    assert "Rank 3" in records(event, "Progress")[0]
    assert not [row for row in records(event, "Problems") if row["Severity"]]


def test_a_check_that_finds_errors_tells_of_no_sheet_that_the_run_will_not_write(event: Path) -> None:
    move_mark(event, "Standings", "Players!$L$40")
    edit(event, {"Players": {"A2": "Kaya Nakamura", "A3": "Kaya Nakamura"}})
    checked = CliRunner().invoke(main, ["check", str(event)])
    assert checked.exit_code == 1
    assert "Standings" not in checked.output


def test_without_players_our_own_sheets_are_not_among_those_that_are_there(tmp_path: Path) -> None:
    event = Path(shutil.copy(SAMPLES / "in-progress.xlsx", tmp_path))
    book = load_workbook(event)
    book["Players"].title = "Leute"
    book.save(event)
    run(event, exit_code=1)
    once = event.read_bytes()
    run(event, exit_code=1)
    assert event.read_bytes() == once
    [problem] = [row for row in records(event, "Problems") if row["Severity"] == "Error"]
    assert problem["Problem"] == (
        "The workbook has no sheet Players; the sheets are Event, Leute, Scoring options, Adjustments, Rulings, Decks, "
        "Banned cards, How to, Round 1 and Round 2."
    )


def test_a_check_says_what_the_run_will(event: Path) -> None:
    move_mark(event, "Standings", "Players!$L$40")
    before = event.read_bytes()
    checked = CliRunner().invoke(main, ["check", str(event)])
    assert checked.exit_code == 0
    warnings = [line for line in checked.output.splitlines() if "Warning" in line]
    assert len(warnings) == 1
    assert event.read_bytes() == before
    assert [line for line in run(event).splitlines() if "Warning" in line] == warnings


EARLIER_NOTE = b"turnabout writes this sheet anew at every run: look, but do not type here."


@pytest.mark.parametrize("source", **each_file("hostile/ui_*.xlsx"))
def test_what_libreoffice_saves_after_cut_and_paste(source: Path, tmp_path: Path) -> None:
    workbook = tmp_path / "event.xlsx"
    book = Book(source.read_bytes())
    book.parts = {name: part.replace(EARLIER_NOTE, NOTE.encode()) for name, part in book.parts.items()}
    workbook.write_bytes(book.to_bytes())
    check_left_alone(workbook, {*(sheets(workbook).keys() - OURS), "Standings"}, "Standings (2)")
