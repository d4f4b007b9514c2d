"""The log of a workbook: every change between two runs is in it, and nothing else is."""

from __future__ import annotations

import re
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from tests.changes.logs import compare, damage, delete_sheet, remembered, run, run_and_compare
from tests.office import office
from tests.support.books import SAMPLES, cells, edit, records, sheet_names
from tests.support.commands import turnabout
from tests.support.edited_book import Book
from turnabout_sheets.changes.log import BEGINS, REMEMBERED
from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.jobs.keep_log import NOT_READ
from turnabout_sheets.sheets.grid import address
from turnabout_sheets.workbook.ooxml.package import Package
from turnabout_sheets.workbook.read import read_saved_by

pytestmark = pytest.mark.slow

COUNT = "Game 1 count"


def list_changed(workbook: Path, *more: str) -> list[tuple[str, ...]]:
    """Run, and return the cells that were changed: sheet, cell, before and after."""
    return [(each.sheet, each.cell, each.before, each.after) for each in run_and_compare(workbook, *more)]


def test_what_is_remembered_is_on_a_sheet_that_excel_does_not_list(event: Path) -> None:
    """Safety 1.11."""
    assert load_workbook(event)[REMEMBERED.name].sheet_state == "veryHidden"


def test_the_first_run_begins_the_log_and_says_only_that(event: Path) -> None:
    """Safety 1.13."""
    assert [(row["Run"], row["After"]) for row in records(event, "Log")] == [(1, BEGINS)]


def test_a_run_of_an_unchanged_workbook_notes_nothing_also_after_it_has_paired(event: Path) -> None:
    """Safety 1.13."""
    before = event.read_bytes()
    run(event, "--no-pair")
    assert event.read_bytes() == before


def test_old_results_come_first_then_corrections_then_what_is_new(corrected: Path) -> None:
    """Safety 1.13."""
    rows = records(corrected, "Log")
    told = [[row[header] for header in ("Run", "Sheet", "Who", "Column", "Before", "After")] for row in rows]
    assert told == [
        [2, "Round 1", "Table 1", COUNT, "43", "3"],
        [2, "Event", "", "Venue", "Town hall", "The cellar"],
        [2, "Round 3", "Tables 1 to 9", "", "", "9 results"],
        [1, "", "", "", "", BEGINS],
    ]
    late, venue, new, _ = (row["What followed"] for row in rows)
    assert late.startswith("Late: rounds 2 and 3 were already paired, and their pairings stay; points in round 1: ")
    assert (venue, new) == ("", "round 4 was paired")


def test_what_followed_are_points_and_ranks_as_of_the_last_complete_round(event: Path) -> None:
    """Safety 1.13."""
    before = {row["Player"]: row["VP"] for row in records(event, "Standings")}
    edit(event, {"Round 1": {"G2": 3}})
    run(event)
    after = {row["Player"]: row["VP"] for row in records(event, "Standings")}
    followed = records(event, "Log")[0]["What followed"]
    moved = {name: after[name] - points for name, points in before.items() if after[name] != points}
    assert len(moved) == 2
    for name, difference in moved.items():
        was, now = followed.partition(f"{name} ")[2].split(" → ")[0], followed.partition(f"{name} ")[2].split(" → ")[1]
        assert int(now.split(",")[0].split(";")[0].split()[0]) - int(was) == difference


def test_a_run_with_errors_notes_nothing_and_the_next_one_all_of_it(event: Path) -> None:
    """Safety 1.13."""
    edit(event, {"Round 1": {"G2": "many"}})
    assert turnabout("run", event).exit_code == ExitCode.PROBLEMS
    assert len(remembered(event).lines) == 1
    edit(event, {"Round 1": {"G2": 5}})
    assert list_changed(event) == [("Round 1", "G2", "43", "5")]


def test_a_dry_run_remembers_nothing_and_an_output_has_the_log(event: Path, tmp_path: Path) -> None:
    """Safety 1.13."""
    edit(event, {"Round 1": {"G2": 5}})
    before = event.read_bytes()
    run(event, "--dry-run")
    run(event, "--output", str(tmp_path / "other.xlsx"))
    assert event.read_bytes() == before
    found = compare(remembered(event), remembered(tmp_path / "other.xlsx"), event)
    assert [(each.cell, each.before, each.after) for each in found] == [("G2", "43", "5")]


def test_a_deleted_round_is_noted_and_the_one_that_is_paired_anew_is_not(event: Path) -> None:
    """Safety 1.13: of one that the same run pairs again, only what differs."""
    before = event.read_bytes()
    book = Book(before)
    book.delete("Round 3")
    event.write_bytes(book.to_bytes())
    assert list_changed(event) == []
    event.write_bytes(book.to_bytes())
    assert {(sheet, after) for sheet, _, _, after in list_changed(event, "--no-pair")} == {("Round 3", "")}
    before = event.read_bytes()
    run(event, "--no-pair")
    assert event.read_bytes() == before
    run(event)
    assert "Round 3" in sheet_names(event)


def test_a_renamed_player_is_one_change(event: Path) -> None:
    """Safety 1.13."""
    typed: dict[str, dict[str, Any]] = {}
    for sheet in ("Players", "Round 1", "Round 2", "Round 3"):
        for row, values in enumerate(cells(event, sheet), 1):
            for column, value in enumerate(values):
                if value == "Carla Silva" and column < 11:
                    typed.setdefault(sheet, {})[address(row - 1, column)] = "Karla Silva"
    assert typed.keys() == {"Players", "Round 1", "Round 2", "Round 3"}
    edit(event, typed)
    assert [each[0::2] for each in list_changed(event)] == [("Players", "Carla Silva")]


def test_a_restored_version_is_told_of_once(corrected: Path) -> None:
    """Safety 1.13."""
    edit(corrected, {"Round 1": {"G2": 7}})
    run(corrected)
    earlier = turnabout("restore", corrected).output
    assert turnabout("restore", corrected, "1").exit_code == 0, earlier
    restored = corrected.read_bytes()
    run(corrected)
    newest = remembered(corrected).lines
    assert newest[-2].after.startswith("Version ")
    assert newest[-2].after.endswith("was brought back")
    numbers = re.findall(r"ersion (\d{4})", f"{newest[-2].after} {newest[-2].followed}")
    assert len(numbers) == 2
    names = [file.name for file in (corrected.parent / "Friday backups").iterdir()]
    assert all(any(f" {number} " in name for name in names) for number in numbers)
    assert newest[-1].after == "7"
    assert corrected.read_bytes() != restored
    count = len(newest)
    run(corrected)
    assert len(remembered(corrected).lines) == count


# What is lost


@pytest.mark.parametrize("lose", [damage, lambda workbook: delete_sheet(workbook, "Remembered")])
def test_a_lost_memory_stops_no_run_and_is_told(corrected: Path, lose: Callable[[Path], None]) -> None:
    """Where nothing is known beside the workbook."""
    lose(corrected)
    done = turnabout("run", corrected)
    assert done.exit_code == 0
    assert "The hidden sheet Remembered is gone, or was altered" in " ".join(done.output.split())
    assert [line.after for line in remembered(corrected).lines] == [NOT_READ]
    assert "Remembered is gone" not in turnabout("run", corrected).output


def test_the_sheet_log_is_written_anew_whatever_was_done_to_it(corrected: Path) -> None:
    before = records(corrected, "Log")
    edit(corrected, {"Log": {"G2": 30}})
    run(corrected)
    assert records(corrected, "Log") == before
    delete_sheet(corrected, "Log")
    run(corrected)
    assert records(corrected, "Log") == before


def test_an_event_keeps_its_number(corrected: Path, tmp_path: Path) -> None:
    """From its first run on, also where only what is known beside the workbook says it."""
    known = remembered(corrected)
    assert known.event
    run(corrected)  # so that it is known beside it
    delete_sheet(corrected, "Remembered")
    run(corrected)
    again = remembered(corrected)
    assert again.event == known.event
    assert again.version > known.version
    other = Path(shutil.copy(SAMPLES / "finished.xlsx", tmp_path / "Saturday.xlsx"))
    run(other)
    assert remembered(other).event not in ("", known.event)


# What comes back from elsewhere


@pytest.mark.office
def test_libreoffice_keeps_the_log(corrected: Path, tmp_path: Path) -> None:
    """Safety 1.11."""
    before = remembered(corrected)
    folder = tmp_path / "saved"
    folder.mkdir()
    (saved,) = office().convert(corrected, "xlsx", folder)
    assert remembered(saved) == before
    run(saved)
    run(saved)
    assert remembered(saved).lines == before.lines
    assert sheet_names(saved).count("Remembered") == 1
    edit(saved, {"Round 1": {"G2": 5}})
    assert list_changed(saved) == [("Round 1", "G2", "3", "5")]


@pytest.fixture
def two_hours_ahead(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The clock of the computer is two hours ahead of UTC."""
    if sys.platform == "win32":
        pytest.skip("a process has no time zone of its own there")
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "UTC-2")
        time.tzset()
        yield
    time.tzset()


@pytest.mark.usefixtures("two_hours_ahead")
@pytest.mark.parametrize(
    ("modified", "told"),
    [
        ("2026-05-31T18:42:11Z", "2026-05-31 20:42"),
        ("2026-05-31T18:42:11", "2026-05-31 20:42"),
        ("2026-05-31T18:42:11+02:00", "2026-05-31 18:42"),
        ("1980-01-01T00:00:00Z", ""),
        ("yesterday", ""),
    ],
)
def test_a_line_says_when_the_workbook_was_saved(corrected: Path, modified: str, told: str) -> None:
    """Safety 1.13."""
    book = Book(corrected.read_bytes())
    part = "docProps/core.xml"
    book.parts[part] = re.sub(rb"(<dcterms:modified[^>]*>)[^<]*", rb"\g<1>" + modified.encode(), book.parts[part])
    corrected.write_bytes(book.to_bytes())
    edit(corrected, {"Round 1": {"G2": 5}})
    run(corrected)
    assert records(corrected, "Log")[0]["Saved (local time)"] == told


def type_setting(workbook: Path, name: str, value: str | None) -> dict[str, dict[str, Any]]:
    row = next(number for number, row in enumerate(cells(workbook, "Event"), 1) if row[0] == name)
    return {"Event": {f"B{row}": value}}


def save_by(workbook: Path, written: str | None) -> None:
    """Have a workbook tell when it was saved, and what is ``written`` of by whom; None damages both."""
    book = Book(workbook.read_bytes())
    core = "http://schemas.openxmlformats.org/package/2006/metadata/core-properties"
    book.parts["docProps/core.xml"] = (
        f'<cp:coreProperties xmlns:cp="{core}" xmlns:dcterms="http://purl.org/dc/terms/">{written}'
        "<dcterms:modified>2026-05-31T18:42:11Z</dcterms:modified></cp:coreProperties>"
        if written is not None
        else "<cp:"
    ).encode()
    workbook.write_bytes(book.to_bytes())


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("<cp:lastModifiedBy/>", ""),
        ("<cp:lastModifiedBy> \n </cp:lastModifiedBy>", ""),
        ("", ""),
        (f"<cp:lastModifiedBy>{'Al' * 40}</cp:lastModifiedBy>", "Al" * 30),
    ],
    ids=["blank", "spaces", "missing", "long"],
)
def test_who_saved_the_workbook_is_read_as_far_as_it_is_told(corrected: Path, written: str, told: str) -> None:
    """Safety 1.13."""
    save_by(corrected, written)
    assert read_saved_by(Package(corrected.read_bytes())) == told


@pytest.mark.usefixtures("two_hours_ahead")
@pytest.mark.parametrize(
    ("setting", "written", "told"),
    [
        ("yes", "<cp:lastModifiedBy> Carla  Silva</cp:lastModifiedBy>", "2026-05-31 20:42 by Carla Silva"),
        ("yes", "", "2026-05-31 20:42"),
        ("yes", None, ""),
        ("no", "<cp:lastModifiedBy>Carla Silva</cp:lastModifiedBy>", "2026-05-31 20:42"),
        (None, "<cp:lastModifiedBy>Carla Silva</cp:lastModifiedBy>", "2026-05-31 20:42"),
    ],
    ids=["named", "missing", "damaged", "off", "by default"],
)
def test_a_line_names_who_saved_the_workbook_where_that_is_wanted(
    corrected: Path, setting: str | None, written: str | None, told: str
) -> None:
    """Safety 1.13."""
    edit(corrected, {"Round 1": {"G2": 5}, **type_setting(corrected, "Log names", setting)})
    save_by(corrected, written)
    run(corrected)
    assert records(corrected, "Log")[0]["Saved (local time)"] == told
