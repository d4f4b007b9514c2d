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

from tests.workbook import untouched
from tests.workbook.untouched import faults, raw_members
from tests.workbook.workbooks import MAIN, OFFICE, with_parts
from tests.workbook.zoo import written
from turnabout_sheets.sheets.grid import address
from turnabout_sheets.workbook.ooxml.cells import CellChange, CellError, change_cells
from turnabout_sheets.workbook.ooxml.package import Package, parse_xml, q

FIRST = "xl/worksheets/sheet1.xml"
TABLE = "xl/tables/table1.xml"

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


def without_cells(sheet: etree._Element, places: Collection[tuple[int, int]]) -> bytes:
    """A worksheet in canonical form without these cells, without rows that have none, and without its dimension."""
    for place, cell in positions(sheet).items():
        # So that the others stay where they are, whether they have addresses or not.
        cell.set("r", str(place))
        if place in places:
            cell.getparent().remove(cell)
    rows = {row for row, _ in places}
    number = 0
    for row in sheet.findall(f"{q('sheetData')}/{q('row')}"):
        number = int(row.get("r", number + 1))
        row.set("r", str(number))
        if number in rows:
            row.attrib.pop("spans", None)
            if not len(row) and set(row.attrib) == {"r"}:
                row.getparent().remove(row)
    for dimension in sheet.findall(q("dimension")):
        dimension.attrib.pop("ref")
    for element in sheet.iter(q("sheetData"), q("row"), q("c")):
        element.text, element.tail = (element.text or "").strip(), (element.tail or "").strip()
    return etree.tostring(sheet, method="c14n")


def without_areas(table: etree._Element) -> bytes:
    for element in [table, *table.iter(q("autoFilter"))]:
        element.set("ref", element.get("ref", "").split(":")[0])
    return etree.tostring(table, method="c14n")


def without_calculation(workbook: etree._Element) -> bytes:
    for properties in workbook.findall(q("calcPr")):
        properties.attrib.pop("fullCalcOnLoad", None)
        if not properties.attrib:
            workbook.remove(properties)
    return etree.tostring(workbook, method="c14n")


def assert_only_cells_changed(before: bytes, after: bytes, changes: Collection[CellChange]) -> None:
    """Compare both workbooks part by part, zip members with all that belongs to them."""
    old, new = Package(before), Package(after)
    sheets = {old.sheets[each.sheet].casefold() for each in changes}
    members_before, members_after = raw_members(before), raw_members(after)
    assert list(members_after) == list(members_before)
    different = {name.lstrip("/").casefold() for name in members_before if members_before[name] != members_after[name]}
    tables = {name for name in different if untouched.Package(before).content_type(name).endswith(".table+xml")}
    assert different <= sheets | tables | {old.workbook_part.casefold()}
    for table in tables:
        assert without_areas(parse_xml(new.read(table))) == without_areas(parse_xml(old.read(table)))
    if old.workbook_part.casefold() in different:
        assert without_calculation(parse_xml(new.read(new.workbook_part))) == without_calculation(
            parse_xml(old.read(old.workbook_part))
        )
        assert parse_xml(new.read(new.workbook_part)).find(q("calcPr")).get("fullCalcOnLoad") == "1"
    for title, sheet in old.sheets.items():
        touched = {(each.row, each.column) for each in changes if each.sheet == title}
        if touched:
            assert without_cells(parse_xml(new.read(sheet)), touched) == without_cells(
                parse_xml(old.read(sheet)), touched
            )


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
