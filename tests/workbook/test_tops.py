"""Of a sheet that is not read, no more is looked at than its top, however its rows are written."""

from __future__ import annotations

import pytest

from tests.workbook.workbooks import MAIN, handmade
from turnabout_sheets.workbook.ooxml.package import Package
from turnabout_sheets.workbook.ooxml.sheet_reader import read_tops

PART = "book/sheets/one.xml"


def top(rows: str, most: int) -> list[object]:
    xml = f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>'
    package = Package(handmade(extra={PART: xml.encode()}))
    (title,) = [title for title, part in package.sheets.items() if part == PART]
    return [line[0] for grid in read_tops(package, [title], most).values() for line in grid.rows if any(line)]


@pytest.mark.parametrize(
    "row",
    [
        '<row r="{0}"><c r="A{0}"><v>{0}</v></c></row>',
        '<row><c r="A{0}"><v>{0}</v></c></row>',
        "<row><c><v>{0}</v></c></row>",
    ],
)
def test_rows_are_counted_whether_they_have_numbers_or_not(row: str) -> None:
    assert top("".join(row.format(number) for number in range(1, 30)), 3) == [1, 2, 3]


def test_a_row_may_be_far_below_the_one_before_or_have_no_number_of_any_row() -> None:
    assert top('<row r="1"/><row r="9"><c r="A9"><v>1</v></c></row><row><c r="A10"/></row>', 3) == []
    assert top(f'<row r="{"9" * 5000}"><c r="A2"><v>1</v></c></row>', 3) == []
