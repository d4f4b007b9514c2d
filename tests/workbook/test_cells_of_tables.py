"""Tables keep their headers."""

from __future__ import annotations

import pytest

from tests.workbook.changed_cells import TABLE, book, change, worksheet
from tests.workbook.workbooks import MAIN, OFFICE, PACKAGE
from turnabout_sheets.workbook.ooxml.cells import CellError, change_cells


def with_table(rows: str, attributes: str = "", after: str = "") -> bytes:
    """A workbook with a table B2:C4 on the sheet `Players`."""
    table = (
        f"<table xmlns='{MAIN}' id='1' displayName='Members' ref='B2:C4' {attributes}><autoFilter ref=\"B2:C4\"/>"
        "<tableColumns count='2'><tableColumn id='1' name='Player'/><tableColumn id='2' name='Club'/></tableColumns>"
        "</table>"
    )
    link = f'<Relationship Id="t1" Type="{OFFICE}/table" Target="../tables/table1.xml"/>'
    return book(
        worksheet(rows, f'{after}<tableParts count="1"><tablePart r:id="t1"/></tableParts>'),
        {
            TABLE: table.encode(),
            "xl/worksheets/_rels/sheet1.xml.rels": f'<Relationships xmlns="{PACKAGE}">{link}</Relationships>'.encode(),
        },
    )


TABLE_ROWS = '<row r="2"><c r="B2" t="str"><v>Player</v></c><c r="C2" t="str"><v>Club</v></c></row><row r="4"/>'


def test_headers_of_tables_stay() -> None:
    before = with_table(TABLE_ROWS)
    with pytest.raises(CellError, match=r"cell Players!B2: it is a header of the table “Members”\."):
        change_cells(before, [change("B2", "Name")])
    assert change_cells(before, [change("B2", "Player")]) is before
    headless = with_table(TABLE_ROWS, 'headerRowCount="0"')
    assert change_cells(headless, [change("B2", "Name")]) != headless
