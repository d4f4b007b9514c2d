"""Cells are found that a reader of values would take for something else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from openpyxl import Workbook

from tests.workbook.workbooks import MAIN, handmade, organizer_workbook, plain_workbook, saved
from turnabout_sheets.workbook.ooxml import sheet_reader
from turnabout_sheets.workbook.ooxml.package import Package, UnusableWorkbookError
from turnabout_sheets.workbook.ooxml.sheet_reader import UNCALCULATED, read_sheets


def scan_cells(package: Package, sheet_name: str) -> Mapping[str, str]:
    return read_sheets(package, [sheet_name])[sheet_name].flags


def sheet(rows: str) -> Package:
    """A workbook whose sheet `First` holds these rows, in the prefix x."""
    xml = f'<x:worksheet xmlns:x="{MAIN}"><x:sheetData>{rows}</x:sheetData></x:worksheet>'
    return Package(handmade(extra={"book/sheets/one.xml": xml.encode()}))


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ('<x:c r="B1"><x:v>1</x:v></x:c>', None),
        ('<x:c r="B1" t="e"><x:v>#N/A</x:v></x:c>', "#N/A"),
        ('<x:c r="B1" t="e"><x:f>1/0</x:f><x:v>#DIV/0!</x:v></x:c>', "#DIV/0!"),
        ('<x:c r="B1" t="e"/>', "#N/A"),
        ('<x:c r="B1"><x:f>A1+1</x:f><x:v>5</x:v></x:c>', None),
        ('<x:c r="B1"><x:f>A1+1</x:f><x:v></x:v></x:c>', UNCALCULATED),
        ('<x:c r="B1"><x:f>A1+1</x:f><x:v/></x:c>', UNCALCULATED),
        ('<x:c r="B1"><x:f>A1+1</x:f></x:c>', UNCALCULATED),
        ('<x:c r="B1"><x:f t="shared" si="0"/></x:c>', UNCALCULATED),
        ('<x:c r="B1" t="str"><x:f>A1</x:f><x:v></x:v></x:c>', None),
        ('<x:c r="B1" t="str"><x:f>A1</x:f></x:c>', UNCALCULATED),
        ('<x:c r="B1" t="inlineStr"><x:f>A1</x:f><x:is><x:t>x</x:t></x:is></x:c>', None),
        ('<x:c r="B1" t="str"><x:v>#N/A</x:v></x:c>', None),
    ],
)
def test_flags(cell: str, expected: str | None) -> None:
    flags = scan_cells(sheet(f'<x:row r="1"><x:c r="A1"/>{cell}</x:row>'), "First")
    assert flags == ({} if expected is None else {"B1": expected})


def test_addresses_may_be_left_out() -> None:
    error = '<x:c t="e"><x:v>#REF!</x:v></x:c>'
    flags = scan_cells(
        sheet(
            f"<x:row>{error}<x:c/>{error}</x:row>"
            f'<x:row r="7"><x:c r="Z7"/>{error}<x:c r="AZ7" t="e"/>{error}</x:row>'
            f"<x:row>{error}</x:row>"
        ),
        "First",
    )
    assert list(flags) == ["A1", "C1", "AA7", "AZ7", "BA7", "A8"]


def test_openpyxls_formulas_are_uncalculated_and_typed_errors_are_errors() -> None:
    package = Package(organizer_workbook())
    assert scan_cells(package, "Players") == {f"C{row}": UNCALCULATED for row in (2, 3, 4)}
    typed = Package(plain_workbook({"Players": [["#N/A", "#VALUE!", "N/A"]]}))
    assert scan_cells(typed, "Players") == {"A1": "#N/A", "B1": "#VALUE!"}


ZEROS = [80, 7.0, 12345, "80", None, 1.5, 0, -3]
FORMATS = {"0000": ["0080", "0007", 12345.0, "80", "", 1.5, "0000", -3.0]}
OTHERWISE = [80.0, 7.0, 12345.0, "80", "", 1.5, 0.0, -3.0]
FORMATS |= dict.fromkeys(["0", "General", "0.00", "000%", '"No." 000'], OTHERWISE)


@pytest.mark.parametrize(("number_format", "shown"), FORMATS.items())
def test_numbers_with_leading_zeros_are_given_as_shown(number_format: str, shown: list[Any]) -> None:
    workbook = Workbook()
    for row, value in enumerate(ZEROS, start=1):
        workbook.worksheets[0].cell(row, 1, value).number_format = number_format
    rows = read_sheets(Package(saved(workbook)), ["Sheet"])["Sheet"].rows
    assert [row[0] for row in rows] == shown


def test_how_far_a_sheet_reaches() -> None:
    cells = '<x:row r="3"><x:c r="B3"><x:v>1</x:v></x:c><x:c r="XFD3" s="1"/></x:row><x:row r="9"><x:c r="A9"/></x:row>'
    assert read_sheets(sheet(cells), ["First"])["First"].rows == [["", ""], ["", ""], ["", 1.0]]
    assert read_sheets(sheet(""), ["First"])["First"].rows == []


A_CELL = '<x:row r="7"><x:c r="A7"/><x:c r="{}"><x:v>1</x:v></x:c></x:row>'
A_ROW = '<x:row r="{}"><x:c><x:v>1</x:v></x:c></x:row>'
ADDRESSES = "XFE1 AAAA1 A1048577 A4294967295 A0 A-1 -A1 A 1 A1:B2 $A$1 a1".split()
NUMBERS = ["0", "-1", "1048577", "4294967295", "", "1.0", "x", "9" * 5000]
NOWHERE = [*map(A_CELL.format, ["", " ", "A1 B1", *ADDRESSES]), *map(A_ROW.format, NUMBERS)]


@pytest.mark.parametrize(
    "rows", [*NOWHERE, '<x:row r="60">' + "<x:c/>" * 16_385 + "</x:row>"], ids=lambda rows: rows[:60]
)
def test_a_cell_or_row_that_no_sheet_has_is_refused(rows: str) -> None:
    with pytest.raises(UnusableWorkbookError, match="written in an unusual way"):
        read_sheets(sheet(rows), ["First"])


def test_a_cell_reaches_as_far_as_its_own_address_says() -> None:
    with pytest.raises(UnusableWorkbookError, match="the cell XFD1048576 of the sheet First, far away"):
        read_sheets(sheet('<x:row r="60"><x:c r="XFD1048576"><x:v>1</x:v></x:c></x:row>'), ["First"])
    mixed = '<x:row r="9"><x:c r="C2"><x:v>1</x:v></x:c><x:c r="A80"><x:v>1</x:v></x:c><x:c><x:v>1</x:v></x:c></x:row>'
    rows = read_sheets(sheet(mixed), ["First"])["First"].rows
    assert (len(rows), rows[1], rows[79][0]) == (80, ["", "", 1.0], 1.0)


LONG, FAR = "holds more than any event needs", "the cell {} of the sheet Event, far away from everything else"


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ([["Setting"]] * 8, LONG),
        ([["Setting"], *[[None]] * 6, ["Name"]], FAR.format("A8")),
        ([["Setting"], ["Name", *[None] * 40, "x"], ["Date"], ["Venue"]], FAR.format("AP2")),
    ],
)
def test_more_than_a_sheet_may_hold_is_named(rows: list[list[Any]], told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Safety 5.3."""
    monkeypatch.setattr(sheet_reader, "MAX_ROWS", 7)
    monkeypatch.setattr(sheet_reader, "MAX_CELLS", 100)
    assert len(read_sheets(Package(plain_workbook({"Event": [["Setting"]] * 7})), ["Event"])["Event"].rows) == 7
    with pytest.raises(UnusableWorkbookError) as refused:
        read_sheets(Package(plain_workbook({"Event": rows})), ["Event"])
    assert told in str(refused.value)
