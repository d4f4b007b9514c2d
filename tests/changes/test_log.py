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

from tests.changes.logs import damage, delete_sheet, remembered, run, run_and_compare
from tests.support.books import SAMPLES, cells, edit, records
from tests.support.commands import turnabout
from tests.support.edited_book import Book
from turnabout_sheets.changes.log import BEGINS, REMEMBERED
from turnabout_sheets.workbook.ooxml.package import Package
from turnabout_sheets.workbook.read import read_saved_by

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("no_pages")]

COUNT = "Game 1 count"


def list_changed(workbook: Path, *more: str) -> list[tuple[str, ...]]:
    """Run, and return the cells that were changed: sheet, cell, before and after."""
    return [(each.sheet, each.cell, each.before, each.after) for each in run_and_compare(workbook, *more)]


def test_what_is_remembered_is_on_a_sheet_that_excel_does_not_list(event: Path) -> None:
    """Safety 1.11."""
    assert load_workbook(event)[REMEMBERED.name].sheet_state == "veryHidden"


# What is lost


@pytest.mark.parametrize("lose", [damage, lambda workbook: delete_sheet(workbook, "Remembered")])
def test_a_lost_memory_stops_no_run_and_is_told(corrected: Path, lose: Callable[[Path], None]) -> None:
    """Where nothing is known beside the workbook."""
    lose(corrected)
    done = turnabout("run", corrected)
    assert done.exit_code == 0
    assert "The hidden sheet Remembered is missing or was altered" in " ".join(done.output.split())
    assert [line.after for line in remembered(corrected).lines] == [BEGINS]
    assert "Remembered is gone" not in turnabout("run", corrected).output


def test_an_event_keeps_its_number(corrected: Path, tmp_path: Path) -> None:
    """From its first run on, also where only what is known beside the workbook says it."""
    known = remembered(corrected)
    assert known.event
    run(corrected)  # so that it is known beside it
    delete_sheet(corrected, "Remembered")
    run(corrected)
    again = remembered(corrected)
    assert again.event == known.event
    assert again.number > known.number
    other = Path(shutil.copy(SAMPLES / "finished.xlsx", tmp_path / "Saturday.xlsx"))
    run(other)
    assert remembered(other).event not in ("", known.event)


# When and by whom it was saved


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
        pytest.param("2026-05-31T18:42:11", "2026-05-31 20:42", marks=pytest.mark.nightly),
        ("2026-05-31T18:42:11+02:00", "2026-05-31 18:42"),
        pytest.param("1980-01-01T00:00:00Z", "", marks=pytest.mark.nightly),
        ("yesterday", ""),
    ],
)
def test_a_line_says_when_the_workbook_was_saved(corrected: Path, modified: str, told: str) -> None:
    """Safety 1.13."""
    book = Book(corrected.read_bytes())
    part = "docProps/core.xml"
    book.parts[part] = re.sub(rb"(<dcterms:modified[^>]*>)[^<]*", rb"\g<1>" + modified.encode(), book.parts[part])
    corrected.write_bytes(book.to_bytes())
    edit(corrected, {"Round 1": {"E2": 5}})
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
        pytest.param("yes", "", "2026-05-31 20:42", marks=pytest.mark.nightly),
        ("yes", None, ""),
        (None, "<cp:lastModifiedBy>Carla Silva</cp:lastModifiedBy>", "2026-05-31 20:42"),
    ],
    ids=["named", "missing", "damaged", "by default"],
)
def test_a_line_names_who_saved_the_workbook_where_that_is_wanted(
    corrected: Path, setting: str | None, written: str | None, told: str
) -> None:
    """Safety 1.13."""
    edit(corrected, {"Round 1": {"E2": 5}, **type_setting(corrected, "Log names", setting)})
    save_by(corrected, written)
    run(corrected)
    assert records(corrected, "Log")[0]["Saved (local time)"] == told
