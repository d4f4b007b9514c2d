"""Sheets of lists in whatever workbook: the content says what a file is, and nothing in it costs time or memory."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Sequence
from datetime import date
from io import BytesIO
from pathlib import Path

import pytest
from openpyxl import Workbook

from tests.dose import dose
from tests.workbook.workbooks import edited
from tests.workbook.zip_files import zipped
from turnabout_sheets.sheets.grid import Grid
from turnabout_sheets.workbook.list_sheets import read_list_sheets
from turnabout_sheets.workbook.ooxml.package import UnusableWorkbookError
from turnabout_sheets.workbook.ooxml.sheet_reader import MAX_ROWS

OTHERS = Path(__file__).parents[1] / "golden" / "imports"
ODS, XLS = ((OTHERS / f"old-results.{ending}").read_bytes() for ending in ("ods", "xls"))

DAMAGED = (
    "{} is damaged, protected with a password, or has a cell far away from all others. Open it in Excel or "
    "LibreOffice, and save it as an Excel Workbook (.xlsx)."
)
TOO_LONG = "list.ods holds more than any event needs. Check that it is the right file."

CELL = '<table:table-cell office:value-type="string"><text:p>x</text:p></table:table-cell>'
BLANK = '<table:table-cell table:number-columns-repeated="{}"/>'


def row(cells: str, count: int = 1) -> str:
    return f'<table:table-row table:number-rows-repeated="{count}">{cells}</table:table-row>'


def open_document(rows: str) -> bytes:
    """Return a spreadsheet in OpenDocument with one sheet, made by hand."""
    names = "".join(f' xmlns:{each}="urn:oasis:names:tc:opendocument:xmlns:{each}:1.0"' for each in OPEN_NAMES)
    table = f'<table:table table:name="Cup">{rows}</table:table>'
    body = f"<office:body><office:spreadsheet>{table}</office:spreadsheet></office:body>"
    content = f'<?xml version="1.0" encoding="UTF-8"?><office:document-content{names}>{body}</office:document-content>'
    manifest = '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>'
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet", zipfile.ZIP_STORED)
        file.writestr("META-INF/manifest.xml", manifest)
        file.writestr("content.xml", content)
    return packed.getvalue()


OPEN_NAMES = ("office", "table", "text")


def workbook(*rows: Sequence[object], far: str = "") -> bytes:
    book, packed = Workbook(), BytesIO()
    book.worksheets[0].title = "Cup"
    for each in rows:
        book.worksheets[0].append(each)
    if far:
        book.worksheets[0][far] = "far"
    book.save(packed)
    return packed.getvalue()


def read(folder: Path, data: bytes, name: str = "list.ods") -> list[Grid]:
    (folder / name).write_bytes(data)
    return read_list_sheets(folder / name)


def refusal(folder: Path, data: bytes, name: str = "list.ods") -> str:
    with pytest.raises(UnusableWorkbookError) as caught:
        read(folder, data, name)
    return str(caught.value)


@pytest.mark.parametrize("name", ["list.xls", "list.csv", "list"])
def test_the_content_says_what_a_file_is_and_not_its_name(name: str, tmp_path: Path) -> None:
    assert [sheet.name for sheet in read(tmp_path, ODS, name)] == ["Events", "Placings", "Matches"]
    (sheet,) = read(tmp_path, workbook(["Player"], ["Ann"]), name)
    assert (sheet.name, [list(cells) for cells in sheet.rows]) == ("Cup", [["Player"], ["Ann"]])
    (text,) = read(tmp_path, b"Player;Rank\nAnn;1\n", name)
    assert [list(cells) for cells in text.rows] == [["Player", "Rank"], ["Ann", "1"]]


@pytest.mark.processes
@pytest.mark.parametrize("name", ["list.xls", "list.xlsx", "list.csv"])
def test_an_old_workbook_is_one_whatever_it_is_called(name: str, tmp_path: Path) -> None:
    events, placings, _ = read(tmp_path, XLS, name)
    assert (events.name, events.rows[1][:3]) == ("Events", ["RO-09", "Riverside Opening", date(2009, 4, 18)])
    assert placings.rows[1][5] == 1


def test_days_are_days_and_numbers_are_numbers(tmp_path: Path) -> None:
    events, placings, _ = read(tmp_path, ODS)
    assert events.rows[2][1:6] == ["Harbour Open", date(2010, 9, 4), "Turnabout", 14, 4]
    assert placings.rows[1][3] == "Pim de Wit"
    (sheet,) = read(tmp_path, workbook([date(2010, 9, 4), 1.5]))
    assert list(sheet.rows[0]) == [date(2010, 9, 4), 1.5]


@pytest.mark.parametrize("name", ["no.xlsx", "no.csv"])
def test_a_file_that_is_not_there_is_told_as_such(name: str, tmp_path: Path) -> None:
    with pytest.raises(UnusableWorkbookError, match=name):
        read_list_sheets(tmp_path / name)


# Little that becomes much


@pytest.mark.processes
def test_a_row_that_is_repeated_a_million_times_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path, open_document(row(CELL * 3, count=1_000_000))) == TOO_LONG


def test_blank_rows_and_columns_to_the_end_of_the_sheet_are_nothing(tmp_path: Path) -> None:
    """So LibreOffice writes a sheet of which a whole column or row has a format."""
    beyond = BLANK.format(16_000)
    (sheet,) = read(tmp_path, open_document(row(CELL + beyond) + row(beyond, count=1_048_575)))
    assert [list(cells) for cells in sheet.rows] == [["x"]]


@pytest.mark.nightly
def test_so_many_rows_are_read_and_one_more_is_refused(tmp_path: Path) -> None:
    (sheet,) = read(tmp_path, open_document(row(CELL, count=MAX_ROWS)))
    assert len(sheet.rows) == MAX_ROWS
    assert refusal(tmp_path, open_document(row(CELL, count=MAX_ROWS + 1))) == TOO_LONG
    (sheet,) = read(tmp_path, with_rows(MAX_ROWS))
    assert len(sheet.rows) == MAX_ROWS
    assert "than any event needs" in refusal(tmp_path, with_rows(MAX_ROWS + 1), "a.xlsx")


def with_rows(count: int) -> bytes:
    """Return a workbook of today with so many rows of one cell."""
    row = '<row r="1"><c r="A1" t="n"><v>1</v></c></row>'
    return edited(workbook([1]), "xl/worksheets/sheet1.xml", (row, "<row><c><v>1</v></c></row>" * count))


def test_a_cell_far_away_in_a_workbook_of_today_does_no_harm(tmp_path: Path) -> None:
    assert refusal(tmp_path, workbook(["Ann", 1], far="XFD1048576"), "a.xlsx") == (
        "a.xlsx has something in the cell XFD1048576 of the sheet Cup, far away from everything else. Delete the rows "
        "and columns there, and save."
    )


# Damaged


@pytest.mark.soak
def test_an_open_document_cut_short_or_without_sheets_or_with_broken_ones_is_damaged(tmp_path: Path) -> None:
    empty = zipped({"mimetype": b"application/vnd.oasis.opendocument.spreadsheet"}, zipfile.ZIP_STORED)
    cut_short = (ODS[:cut] for cut in range(1000, len(ODS), dose(6000, 500)))
    for data in (empty, open_document("<table:table-row><broken"), *cut_short):
        assert refusal(tmp_path, data) == DAMAGED.format("list.ods"), len(data)


@pytest.mark.processes
def test_an_old_workbook_that_makes_its_reader_panic_is_damaged(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Cut within its directory: the reader is sure of whole entries, and gives up in a way that is no `Exception`."""
    from python_calamine import CalamineWorkbook

    cut = XLS[: XLS.index("CompObj".encode("utf-16-le")) + 16]
    with pytest.raises(BaseException, match="out of range") as caught:
        CalamineWorkbook.from_filelike(BytesIO(cut))
    assert not isinstance(caught.value, Exception)
    capfd.readouterr()
    assert refusal(tmp_path, cut, "old.xls") == DAMAGED.format("old.xls")
    assert capfd.readouterr() == ("", "")


@pytest.mark.processes
@pytest.mark.skipif(os.name == "nt", reason="Windows limits no memory so")
def test_an_old_workbook_that_makes_its_reader_take_all_memory_is_damaged(tmp_path: Path) -> None:
    """One byte of a record is another: the reader asks for more than there is, which ends its process."""
    data = XLS[:3565] + b"\xff" + XLS[3566:]
    assert refusal(tmp_path, data, "old.xls") == DAMAGED.format("old.xls")


@pytest.mark.slow
@pytest.mark.processes
def test_an_old_workbook_cut_anywhere_is_refused(tmp_path: Path) -> None:
    for cut in range(600, len(XLS), 1500):
        assert refusal(tmp_path, XLS[:cut], "old.xls").startswith("old.xls is "), cut
