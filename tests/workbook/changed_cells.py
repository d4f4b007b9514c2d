"""Workbooks whose cells are changed, and whether nothing else of them was."""

from __future__ import annotations

import io
import re
import warnings
import zipfile
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any

from lxml import etree
from openpyxl import Workbook, load_workbook
from openpyxl.worksheet.formula import ArrayFormula
from python_calamine import CalamineError, CalamineWorkbook

from tests.workbook.untouched import assert_the_rest_is_untouched, faults, raw_members
from tests.workbook.workbooks import MAIN, OFFICE, with_parts
from tests.workbook.zoo import written
from turnabout_sheets.sheets.grid import address
from turnabout_sheets.workbook.ooxml.cells import CellChange, CellError, change_cells
from turnabout_sheets.workbook.ooxml.package import Package, parse_xml, q

FIRST = "xl/worksheets/sheet1.xml"

Values = Mapping[tuple[int, int], object]


def canonical(xml: str | bytes) -> bytes:
    """XML in canonical form, by which documents are compared that say the same."""
    return etree.tostring(etree.fromstring(xml.encode() if isinstance(xml, str) else xml), method="c14n")


def change(place: str, value: str | int | None, sheet: str = "Players") -> CellChange:
    """The change of a cell by its address."""
    letters, row = re.fullmatch(r"([A-Z]+)([0-9]+)", place).groups()
    return CellChange(sheet, int(row), column_number(letters), value)


def column_number(letters: str) -> int:
    return sum((ord(letter) - 64) * 26**power for power, letter in enumerate(reversed(letters))) - 1


def book(xml: str | bytes, parts: Mapping[str, bytes] | None = None) -> bytes:
    """A workbook whose sheet `Players` is this part, with more parts."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(written())) as source, zipfile.ZipFile(out, "w") as target:
        for info in source.infolist():
            sheet = xml.encode() if isinstance(xml, str) else xml
            target.writestr(info.filename, sheet if info.filename == FIRST else source.read(info))
    return with_parts(out.getvalue(), parts or {})


def worksheet(rows: str, after: str = "", before: str = "") -> str:
    return f'<worksheet xmlns="{MAIN}" xmlns:r="{OFFICE}">{before}<sheetData>{rows}</sheetData>{after}</worksheet>'


def positions(sheet: etree._Element) -> dict[tuple[int, int], etree._Element]:
    """The cells of a worksheet, by row from 1 and column from 0, with or without addresses of their own."""
    found: dict[tuple[int, int], etree._Element] = {}
    number = 0
    for row in sheet.iterfind(f"{q('sheetData')}/{q('row')}"):
        number = int(row.get("r", number + 1))
        column = -1
        for cell in row.iterfind(q("c")):
            letters = cell.get("r", "").rstrip("0123456789")
            column = column_number(letters) if letters else column + 1
            found[number, column] = cell
    return found


def assert_only_cells_changed(before: bytes, after: bytes, changes: Collection[CellChange]) -> None:
    """Compare all but the cells that were typed into; a table may have grown, and formulas are calculated again."""
    sheets = {each.sheet for each in changes}
    touched = {title: {(each.row, each.column) for each in changes if each.sheet == title} for title in sheets}
    rows = {title: len({row for row, _ in places}) for title, places in touched.items()}
    assert_the_rest_is_untouched(before, after, rows)
    for title, places in touched.items():
        was, now = (positions(each.tree(each.sheets[title])) for each in map(Package, (before, after)))
        assert was.keys() - places == now.keys() - places
        for place in was.keys() - places:
            for cell in (was[place], now[place]):
                cell.attrib.pop("r", None)
                cell.tail = None
            assert etree.tostring(was[place], method="c14n") == etree.tostring(now[place], method="c14n"), place
    frame = (".rels", "styles.xml", "app.xml", "_Types].xml")
    was, now = ([(n, n.endswith(frame) and each) for n, each in raw_members(data).items()] for data in (before, after))
    assert was == now, "also the frame stays as it was, but for the workbook's part"


def accepted(data: bytes, candidates: Sequence[CellChange]) -> list[CellChange]:
    """Those changes that are not refused because of what stands there."""
    left = {f"{each.sheet}!{address(each.row - 1, each.column)}": each for each in candidates}
    while True:
        try:
            change_cells(data, list(left.values()))
        except CellError as error:
            why = "it holds a formula|it is filled by|it is hidden in|it is a header"
            refused = re.match(f"Nothing can be typed into the cell (.+): (?:{why})", str(error))
            assert refused
            del left[refused[1]]
        else:
            return list(left.values())


def many_changes(data: bytes) -> list[CellChange]:
    """Changes of all kinds on all sheets: over cells, beside, below and far below them."""
    package, found = Package(data), []
    for title, sheet in package.sheets.items():
        places = positions(parse_xml(package.read(sheet)))
        last = max((row for row, _ in places), default=0)
        wide = max((column for _, column in places), default=0)
        wanted = [(1, 0), (2, 1), (2, wide + 2), (last, 0), (last + 1, 0), (last + 1, 1), (last + 4, 3)]
        values = ["=SUM(A1)", 7, "007", None, " Zoë & <b> ", -40, "two\nlines"]
        pairs = {place: value for place, value in zip(wanted, values, strict=True) if place[0]}
        found += accepted(data, [CellChange(title, row, column, value) for (row, column), value in pairs.items()])
    return found


@lru_cache(maxsize=2)
def opened_by_calamine(data: bytes) -> CalamineWorkbook:
    return CalamineWorkbook.from_filelike(io.BytesIO(data))


def by_calamine(data: bytes, sheet: str) -> dict[tuple[int, int], object]:
    rows = opened_by_calamine(data).get_sheet_by_name(sheet).to_python(skip_empty_area=False)
    return {(r, c): value for r, row in enumerate(rows, 1) for c, value in enumerate(row) if value != ""}


@lru_cache(maxsize=2)
def opened_by_openpyxl(data: bytes) -> Workbook:
    with warnings.catch_warnings(action="ignore"):
        return load_workbook(io.BytesIO(data))


def by_openpyxl(data: bytes, sheet: str) -> dict[tuple[int, int], object]:
    cells = opened_by_openpyxl(data)[sheet]
    found = {(c.row, c.column - 1): c.value for row in cells.iter_rows() for c in row if c.value not in (None, "")}
    return {place: vars(value) if isinstance(value, ArrayFormula) else value for place, value in found.items()}


def expected(values: Values, sheet: str, changes: Collection[CellChange]) -> dict[tuple[int, int], object]:
    mine = {(each.row, each.column): each.value for each in changes if each.sheet == sheet}
    return {place: value for place, value in {**values, **mine}.items() if value is not None}


def readable(data: bytes, reader: Any) -> bool:
    try:
        for sheet in Package(data).sheets:
            reader(data, sheet)
    except (CalamineError, KeyError, IndexError, TypeError, ValueError):
        return False
    return True


def assert_changes_well(before: bytes) -> None:
    changes = many_changes(before)
    assert {each.sheet for each in changes} == set(Package(before).sheets)
    after = change_cells(before, changes)
    assert after != before
    assert_only_cells_changed(before, after, changes)
    assert change_cells(after, changes) == after
    assert change_cells(before, changes[::-1]) == after
    assert [fault for fault in faults(after) if fault not in faults(before)] == []
    for reader in (by_calamine, by_openpyxl):
        if readable(before, reader):  # not every library reads every file
            for sheet in Package(before).sheets:
                assert reader(after, sheet) == expected(reader(before, sheet), sheet, changes)
