"""The sample lists of old results in a workbook of today, of LibreOffice, and of Excel 97: the archive is the same.

The two of other programs in `workbooks/` were made by LibreOffice of the workbook that is made here, with
``soffice --headless --convert-to ods`` and ``xls``; days in them are days, and numbers are numbers.
"""

from __future__ import annotations

import csv
import shutil
from datetime import date
from pathlib import Path

import pytest
from openpyxl import Workbook

from tests.archive.importing import import_files
from tests.archive.making import turnabout
from tests.support.books import SAMPLES
from turnabout_sheets.archive.events import load
from turnabout_sheets.archive.records import EventRecord
from turnabout_sheets.archive.store import open_archive

LISTS = SAMPLES / "old-results"
WORKBOOKS = Path(__file__).parent / "workbooks"
NAMES = ("Events", "Placings", "Matches")


def typed(header: str, text: str) -> object:
    """Return what a spreadsheet makes of a cell: a day, a number, or text."""
    if header == "Date" and text:
        return date.fromisoformat(text)
    return float(text) if text.replace(".", "").isdecimal() else text or None


def make_workbook(file: Path, names: tuple[str, ...] = NAMES) -> Path:
    """Write some of the sample lists, each as a sheet."""
    book = Workbook()
    for at, name in enumerate(names):
        sheet = book.create_sheet(name, at)
        with (LISTS / f"{name.lower()}.csv").open(encoding="utf-8", newline="") as rows:
            headers, *others = csv.reader(rows)
        sheet.append(headers)
        for row in others:
            sheet.append([typed(*cell) for cell in zip(headers, row, strict=True)])
    book.save(file)
    return file


def archive_of(file: Path, *lists: Path) -> tuple[list[EventRecord], list[str]]:
    """Return what an archive has of lists, and its rating list as it is shown."""
    archive = open_archive(str(file), create=True)
    added = import_files(archive, *lists)
    assert [each.kind for each in added] == ["add"] * 3
    with archive.reading() as connection:
        records = [load(connection, version) for version in (1, 2, 3)]
    shown = turnabout("ratings", "--as-of", "2013-01-01", "--archive", file).stdout.splitlines()
    return records, shown


def test_a_workbook_of_today_gives_the_same_archive(tmp_path: Path) -> None:
    """Archive 3.3: figure for figure."""
    expected = archive_of(tmp_path / "csv.sqlite", LISTS)
    assert [len(record.entries) + len(record.meetings) for record in expected[0]] == [20, 12, 14]
    assert archive_of(tmp_path / "xlsx.sqlite", make_workbook(tmp_path / "old.xlsx")) == expected


def test_one_list_in_each_workbook_and_one_as_csv_belong_together(tmp_path: Path) -> None:
    folder = tmp_path / "lists"
    folder.mkdir()
    make_workbook(folder / "one.xlsx", NAMES[:1])
    make_workbook(folder / "two.xlsx", NAMES[1:2])
    shutil.copy(LISTS / "matches.csv", folder)
    assert archive_of(tmp_path / "a.sqlite", folder) == archive_of(tmp_path / "b.sqlite", LISTS)


@pytest.mark.parametrize("name", ["old-results.ods", pytest.param("old-results.xls", marks=pytest.mark.processes)])
def test_workbooks_of_other_programs_give_the_same_archive(name: str, tmp_path: Path) -> None:
    """Archive 3.3: figure for figure."""
    expected = archive_of(tmp_path / "csv.sqlite", LISTS)
    assert archive_of(tmp_path / "other.sqlite", WORKBOOKS / name) == expected
