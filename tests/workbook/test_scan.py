"""Cells are found that a reader of values would take for something else."""

from __future__ import annotations

import time

import pytest
from openpyxl import Workbook
from openpyxl.utils import get_column_letter

from tests.workbook.workbooks import MAIN, edited, handmade, organizer_workbook, part, plain_scratch, saved
from turnabout_sheets.workbook.package import Package
from turnabout_sheets.workbook.scan import CellFlag, scan_cells, zero_padded

UNCALCULATED = CellFlag(None)


def sheet(rows: str) -> Package:
    """A workbook whose sheet `First` holds these rows, in the prefix x."""
    xml = f'<x:worksheet xmlns:x="{MAIN}"><x:sheetData>{rows}</x:sheetData></x:worksheet>'
    return Package(handmade(extra={"book/sheets/one.xml": xml.encode()}))


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ('<x:c r="B1"><x:v>1</x:v></x:c>', None),
        ('<x:c r="B1" t="e"><x:v>#N/A</x:v></x:c>', CellFlag("#N/A")),
        ('<x:c r="B1" t="e"><x:f>1/0</x:f><x:v>#DIV/0!</x:v></x:c>', CellFlag("#DIV/0!")),
        ('<x:c r="B1" t="e"/>', CellFlag("#N/A")),
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
def test_flags(cell: str, expected: CellFlag | None) -> None:
    flags = scan_cells(sheet(f'<x:row r="1"><x:c r="A1"/>{cell}</x:row>'), "First")
    assert flags == ({} if expected is None else {"B1": expected})


def test_only_formulas_without_a_value_are_uncalculated() -> None:
    assert UNCALCULATED.uncalculated
    assert not CellFlag("#N/A").uncalculated


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
    typed = Package(plain_scratch({"Players": [["#N/A", "#VALUE!", "N/A"]]}))
    assert scan_cells(typed, "Players") == {"A1": CellFlag("#N/A"), "B1": CellFlag("#VALUE!")}


def test_an_unknown_sheet_is_an_error_of_the_program() -> None:
    with pytest.raises(KeyError):
        scan_cells(Package(organizer_workbook()), "players")


def padded(values: list[object], number_format: str) -> Package:
    workbook = Workbook()
    for row, value in enumerate(values, start=1):
        cell = workbook.worksheets[0].cell(row, 1, value)
        cell.number_format = number_format
    return Package(saved(workbook))


def test_numbers_with_leading_zeros_are_given_as_shown() -> None:
    values = [80, 7.0, 12345, "80", None, 1.5, 0, -3]
    assert zero_padded(padded(values, "0000"), "Sheet") == {"A1": "0080", "A2": "0007", "A7": "0000"}


@pytest.mark.parametrize("number_format", ["0", "General", "0.00", "000%", '"No." 000'])
def test_other_formats_are_left_alone(number_format: str) -> None:
    assert zero_padded(padded([80], number_format), "Sheet") == {}


def test_large_sheets_are_quick() -> None:
    rows = "".join(
        f'<row r="{row}">'
        + "".join(f'<c r="{get_column_letter(c)}{row}"><v>{c}</v></c>' for c in range(1, 101))
        + "</row>"
        for row in range(1, 1301)
    )
    data = plain_scratch({"Big": [["x"]]})
    content = part(data, "xl/worksheets/sheet1.xml").split("<sheetData>")[1].split("</sheetData>")[0]
    flagged = rows.replace('<c r="CV1300"><v>100</v>', '<c r="CV1300" t="e"><v>#N/A</v>')
    package = Package(edited(data, "xl/worksheets/sheet1.xml", (content, flagged)))
    started = time.perf_counter()
    flags = scan_cells(package, "Big")
    assert time.perf_counter() - started < 2
    assert flags == {"CV1300": CellFlag("#N/A")}
