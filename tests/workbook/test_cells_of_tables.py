"""Tables take in the rows that are written below them, and keep their headers."""

from __future__ import annotations

import pytest

from tests.workbook.changed_cells import FIRST, TABLE, book, canonical, change, worksheet
from tests.workbook.conftest import Convert
from tests.workbook.untouched import faults, raw_members
from tests.workbook.workbooks import MAIN, OFFICE, PACKAGE, loaded, part
from tests.workbook.zoo import written
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
MERGED = '<mergeCells><mergeCell ref="C5:D5"/></mergeCells>'


@pytest.mark.parametrize(
    ("places", "more", "merged", "grown"),
    [
        (["B5"], "", "", "B2:C5"),
        (["C5"], "", "", "B2:C5"),
        (["A5", "B5", "C5", "D5"], "", "", "B2:C5"),
        (["B6", "C7", "B5"], "", "", "B2:C7"),
        (["A5"], "", "", None),
        (["D5"], "", "", None),
        (["B6"], "", "", None),
        (["B5", "B7"], "", "", "B2:C5"),
        (["B3", "C4"], "", "", None),
        (["B5"], '<row r="5"><c r="A5"><v>1</v></c><c r="B5" s="1"/><c r="D5"><v>1</v></c></row>', "", "B2:C5"),
        (["B5"], '<row r="5"><c r="C5"><v>1</v></c></row>', "", None),
        (["B5", "B6"], '<row r="6"><c r="B6"><v>1</v></c></row>', "", "B2:C5"),
        (["B5"], "", MERGED, None),
    ],
)
def test_a_table_takes_in_the_rows_below_it(places: list[str], more: str, merged: str, grown: str | None) -> None:
    before = with_table(TABLE_ROWS + more, after=merged)
    changes = [change(place, "x") for place in places]
    after = change_cells(before, changes)
    was = part(before, TABLE)
    wanted = was if grown is None else was.replace("'B2:C4'", f'"{grown}"').replace('"B2:C4"', f'"{grown}"')
    assert canonical(part(after, TABLE)) == canonical(wanted)
    assert change_cells(after, changes) == after
    old, new = raw_members(before), raw_members(after)
    different = {name for name in old if old[name] != new[name]}
    assert different == {FIRST} | ({TABLE} if grown else set())
    assert list(old) == list(new)


def test_clearing_cells_below_a_table_does_not_let_it_grow() -> None:
    before = with_table(TABLE_ROWS)
    assert change_cells(before, [change("B5", None)]) is before


def test_below_totals_nothing_is_added() -> None:
    before = with_table(TABLE_ROWS, 'totalsRowCount="1"')
    with pytest.raises(CellError, match=r"cell Players!C5: it is below the totals of the table “Members”\."):
        change_cells(before, [change("C5", "x"), change("A5", 1)])
    with pytest.raises(CellError, match=r"cell Players!B5: it is below"):
        change_cells(before, [change("C5", "x"), change("B5", 1)])
    assert change_cells(before, [change("A5", "x")]) != before


def test_headers_of_tables_stay() -> None:
    before = with_table(TABLE_ROWS)
    with pytest.raises(CellError, match=r"cell Players!B2: it is a header of the table “Members”\."):
        change_cells(before, [change("B2", "Name")])
    assert change_cells(before, [change("B2", "Player")]) is before
    headless = with_table(TABLE_ROWS, 'headerRowCount="0"')
    assert change_cells(headless, [change("B2", "Name")]) != headless


def test_openpyxl_reads_a_table_that_has_grown() -> None:
    before = written({"tables"})
    after = change_cells(before, [change("D5", "new", "Second"), change("G5", "new", "Second")])
    assert dict(loaded(after)["Second"].tables.items()) == {"Standings": "D1:E5", "turnabout_Standings": "G1:H5"}
    assert {part(after, f"xl/tables/table{n}.xml").count('ref="') for n in (1, 2)} == {2}
    assert faults(after) == []


def test_libreoffice_keeps_a_table_that_has_grown(convert: Convert) -> None:
    after = change_cells(written({"tables"}), [change("D5", "new", "Second")])
    assert loaded(convert(after, "xlsx"))["Second"].tables["Standings"].ref == "D1:E5"
