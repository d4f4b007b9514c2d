"""What somebody has built is not typed over, and of several changes all are made or none."""

from __future__ import annotations

import re

import pytest

from tests.workbook.changed_cells import FIRST, book, canonical, change, worksheet
from tests.workbook.workbooks import MAIN, edited, organizer_workbook, part
from tests.workbook.zoo import written
from turnabout_sheets.workbook.ooxml.cells import CellChange, CellError, change_cells
from turnabout_sheets.workbook.ooxml.package import UnusableWorkbookError, WorkbookError

REFUSED = {
    "a formula": (
        '<row r="7"><c r="D7"><f>1+1</f><v>2</v></c></row>', "", change("D7", 2),
        "Nothing can be typed into the cell Players!D7: it holds a formula. Change that, save, and try again.",
    ),
    "a formula without text": (
        '<row r="7"><c r="D7"><f/></c></row>', "", change("D7", None), "Players!D7: it holds a formula",
    ),
    "a shared formula's first cell": (
        '<row r="7"><c r="D7"><f t="shared" si="0" ref="D7:D8">A1</f></c></row>', "", change("D7", 2), "D7: it holds",
    ),
    "a shared formula's other cell": (
        '<row r="7"><c r="D7"><f t="shared" si="0"/></c></row>', "", change("D7", 2), "Players!D7: it holds a formula",
    ),
    "an array formula": (
        '<row r="7"><c r="D7"><f t="array" ref="D7:E8">A1:B2</f></c></row>', "", change("D7", 2),
        "D7: it holds a formula",
    ),
    "a cell that an array formula fills": (
        '<row r="7"><c r="D7"><f t="array" ref="D7:E8">A1:B2</f></c></row><row r="8"><c r="E8"><v>1</v></c></row>', "",
        change("E8", 2), "Players!E8: it is filled by the formula for D7:E8",
    ),
    "a cell of a data table": (
        '<row r="7"><c r="D7"><f t="dataTable" ref="D7:D9" r1="A1"/></c></row>', "", change("D9", 2), "filled by",
    ),
    "a covered cell": (
        '<row r="7"><c r="D7"/><c r="E7"/></row>', '<mergeCells><mergeCell ref="D7:E8"/></mergeCells>', change("E7", 2),
        "Players!E7: it is hidden in the merged cells D7:E8. Change that, save, and try again.",
    ),
    "a covered place": (
        "", '<mergeCells><mergeCell ref="D7:E8"/></mergeCells>', change("D8", "x"),
        "D8: it is hidden in the merged cells",
    ),
    "rows in disorder": ('<row r="7"/><row r="3"/>', "", change("A1", 2), "the sheet “Players” are in disorder"),
    "a row twice": ('<row r="7"/><row r="7"/>', "", change("A7", 2), "in disorder"),
    "a row of no number": ('<row r="x"/>', "", change("A7", 2), "in disorder"),
    "cells in disorder": ('<row r="7"><c r="B7"/><c r="A7"/></row>', "", change("A7", 2), "in disorder"),
    "a cell in another row": ('<row r="7"><c r="B8"/></row>', "", change("A7", 2), "in disorder"),
}  # fmt: skip


@pytest.mark.parametrize(("rows", "after", "wanted", "message"), REFUSED.values(), ids=REFUSED)
def test_what_somebody_has_built_is_not_typed_over(rows: str, after: str, wanted: CellChange, message: str) -> None:
    with pytest.raises(CellError, match=rf"^[^\n]*{re.escape(message)}.*\.?$") as caught:
        change_cells(book(worksheet(rows, after)), [change("Z99", 1), wanted])
    assert str(caught.value).endswith(".")


def test_the_first_cell_of_a_merged_range_is_changed() -> None:
    xml = worksheet(
        '<row r="7"><c r="D7" s="1"/><c r="E7" s="1"/></row>', '<mergeCells><mergeCell ref="D7:E8"/></mergeCells>'
    )
    after = change_cells(book(xml), [change("D7", 2)])
    assert canonical(part(after, FIRST)) == canonical(xml.replace('<c r="D7" s="1"/>', '<c r="D7" s="1"><v>2</v></c>'))


@pytest.mark.parametrize("sheet", ["Round 3", "players", "Chart between"])
def test_a_sheet_that_is_not_there(sheet: str) -> None:
    with pytest.raises(CellError, match=rf"^The workbook has no sheet “{sheet}”. .*\.$"):
        change_cells(written({"chart_sheet"}), [change("A1", 2, sheet)])


def test_a_sheet_without_cells_altogether() -> None:
    with pytest.raises(CellError, match="in disorder"):
        change_cells(book(f'<worksheet xmlns="{MAIN}"/>'), [change("A1", 2)])


def test_a_protected_sheet_is_no_obstacle() -> None:
    xml = worksheet("", '<sheetProtection sheet="1" password="CC1A"/>')
    assert "<v>2</v>" in part(change_cells(book(xml), [change("A1", 2)]), FIRST)


@pytest.mark.parametrize("bad", ["<!DOCTYPE a [<!ENTITY b 'c'>]><worksheet/>", "<worksheet>", "\ufeff", ""])
def test_dangerous_and_damaged_sheets_are_refused(bad: str) -> None:
    with pytest.raises(UnusableWorkbookError):
        change_cells(book(bad), [change("A1", 2)])


def test_one_change_that_is_refused_stops_all() -> None:
    wanted = [change("A5", "Anna", "Players"), change("C2", 5, "Players")]
    with pytest.raises(WorkbookError, match="Players!C2: it holds a formula"):
        change_cells(organizer_workbook(), wanted)


def test_headers_of_tables_stay() -> None:
    before = written({"tables"})
    with pytest.raises(CellError, match=r"cell Second!D1: it is a header of the table “Standings”\."):
        change_cells(before, [change("D1", "Name", "Second")])
    assert change_cells(before, [change("D1", "Who", "Second")]) is before
    headless = edited(before, "xl/tables/table1.xml", ("<table ", '<table headerRowCount="0" '))
    assert change_cells(headless, [change("D1", "Name", "Second")]) != headless
