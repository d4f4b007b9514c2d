"""Changing cells in the organizer's own sheets, where they have asked for exactly that.

Here the program types for the organizer: a late player's name, a result. All other parts stay as they are, byte for
byte; only the workbook part asks for a calculation. Formulas, the cells that an array formula fills, the covered cells
of merged ranges and the headers of tables are not typed over.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Final, NamedTuple

from lxml import etree

from turnabout_sheets.core.problems import Message
from turnabout_sheets.sheets.grid import Grid, address
from turnabout_sheets.workbook.ooxml.areas import Area, area_of, areas
from turnabout_sheets.workbook.ooxml.package import Package, WorkbookError, q
from turnabout_sheets.workbook.ooxml.sheet_reader import read_sheets
from turnabout_sheets.workbook.ooxml.workbook_part import WorkbookPart

ILLEGAL: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_LIKE_AN_ESCAPE: Final = re.compile("_(?=x[0-9A-Fa-f]{4}_)")  # `_x0041_` stands for A (Part 1, 22.9.2.19)
_LONGEST_TEXT: Final = 32767 // 2  # UTF-16 units, and a character is one of them, or two
SPACE_MATTERS: Final = re.compile(r"^\s|\s$|[\t\n\r]|\s\s")
_ROW_NUMBER: Final = re.compile(r"[0-9]{1,7}")
_FILLS_ITS_RANGE: Final = ("array", "dataTable")  # kinds of formulas (Part 1, 18.18.6)
_GO_WITH_THE_VALUE: Final = ("t", "cm", "vm")  # a cell's type, and what metadata there is


def to_writable(text: str) -> str:
    """Return a text as a cell can hold it: escaped, with � for what no workbook can hold, and cut off if too long."""
    return _LIKE_AN_ESCAPE.sub("_x005F_", ILLEGAL.sub("�", text[:_LONGEST_TEXT]))


class CellChange(NamedTuple):
    """A cell and what it shall hold, None for nothing; rows are counted from 1, columns from 0."""

    sheet: str
    row: int
    column: int
    value: str | float | None


class CellError(WorkbookError):
    """A cell cannot be changed. `str()` is one plain sentence for the organizer."""


def change_cells(data: bytes, changes: Sequence[CellChange]) -> bytes:
    """Return the workbook with these cells changed; the very bytes if they hold all that already.

    A cell keeps its style; a new one takes that of the cell above it. Raises `CellError`, `UnusableWorkbookError`.
    """
    package, wanted = Package(data), {(each.sheet, each.row, each.column): each for each in changes}
    for title, ordered in groupby((wanted[place] for place in sorted(wanted)), key=lambda change: change.sheet):
        if title not in package.sheets:
            raise CellError(
                Message("The workbook has no sheet “{sheet}”. Add it, or give it this name, and save.", sheet=title),
            )
        _change_sheet(package, title, [*ordered])
    if package.find_changes():
        WorkbookPart(package).calculate_on_load()
    return package.to_bytes()


def _refuse(change: CellChange, why: Message) -> CellError:
    """Return the error that a cell is not for the program to type into."""
    return CellError(
        Message(
            "Nothing can be typed into the cell {cell}: {why}. Change that, save, and try again.",
            cell=f"{change.sheet}!{address(change.row - 1, change.column)}",
            why=why,
        )
    )


def _change_sheet(package: Package, title: str, wanted: Sequence[CellChange]) -> None:
    sheet = _Sheet(title, package.tree(package.sheets[title]))
    for change in wanted:
        sheet.require_changeable(change)
    (grid,) = read_sheets(package, [title]).values()
    changes = [change for change in wanted if not sheet.holds(grid, change)]
    for link in package.links(package.sheets[title]).values():
        if link.kind == "table" and link.target in package:
            _require_no_header(package.tree(link.target), changes)
    for change in changes:
        sheet.change(change)


def _require_no_header(table: etree._Element, changes: Sequence[CellChange]) -> None:
    """Raise `CellError` where a change is of a table's header: Excel calls such a file damaged."""
    area = area_of(table.get("ref", "")) if table.get("headerRowCount") != "0" else None
    for change in changes:
        if area is not None and change.row == area.top and area.left <= change.column <= area.right:
            raise _refuse(change, Message("it is a header of the table “{table}”", table=table.get("displayName")))


class _Sheet:
    """A worksheet part: its cells by row from 1 and column from 0, and which of them must stay."""

    def __init__(self, title: str, root: etree._Element) -> None:
        disorder = CellError(
            Message(
                "The cells of the sheet “{sheet}” are in disorder. Open the workbook in Excel or LibreOffice, save it, "
                "and try again.",
                sheet=title,
            )
        )
        self._rows: Final[dict[int, etree._Element]] = {}
        self._cells: Final[dict[int, dict[int, etree._Element]]] = {}
        self._merged: Final = areas(root.iterfind(f"{q('mergeCells')}/{q('mergeCell')}"))
        self._formulas: Final = areas(each for each in root.iter(q("f")) if each.get("t") in _FILLS_ITS_RANGE)
        self._dimensions: Final = root.findall(q("dimension"))
        if (data := root.find(q("sheetData"))) is None:
            raise disorder
        self._data: Final = data
        last = 0
        for row in data.iterchildren(q("row")):  # rows and cells may leave out their `r`: they follow the one before
            given = row.get("r", str(last + 1))
            number, column, cells = int(given) if _ROW_NUMBER.fullmatch(given) else 0, -1, dict[int, etree._Element]()
            for cell in row.iterchildren(q("c")):
                area = area_of(cell.get("r", address(number - 1, column + 1)))
                if area is None or area.top != number or area.left <= column:
                    raise disorder
                column = area.left
                cells[column] = cell
            if number <= last:
                raise disorder
            last, self._rows[number], self._cells[number] = number, row, cells

    def require_changeable(self, change: CellChange) -> None:
        """Raise `CellError` if a cell must not be changed."""
        cell = self._cells.get(change.row, {}).get(change.column)
        if cell is not None and cell.find(q("f")) is not None:
            raise _refuse(change, Message("it holds a formula"))
        place = Area(change.row, change.column, change.row, change.column)
        for area in self._formulas:
            if area.overlaps(place):
                raise _refuse(change, Message("it is filled by the formula for {area}", area=str(area)))
        for area in self._merged:
            if area.overlaps(place) and (area.top, area.left) != (change.row, change.column):
                raise _refuse(change, Message("it is hidden in the merged cells {area}", area=str(area)))

    def holds(self, grid: Grid, change: CellChange) -> bool:
        """Return whether a cell holds already what it shall hold, as it is read."""
        cell = self._cells.get(change.row, {}).get(change.column)
        if cell is None or not len(cell):
            return change.value in (None, "")
        row = grid.rows[change.row - 1] if change.row <= len(grid.rows) else ()
        held = row[change.column] if change.column < len(row) else None
        is_flagged = address(change.row - 1, change.column) in grid.flags
        return (
            held == change.value != "" and isinstance(held, bool) == isinstance(change.value, bool) and not is_flagged
        )

    def change(self, change: CellChange) -> None:
        """Replace what is in a cell, and the attributes that say something about it; a new cell looks as that above."""
        number, column, value = change.row, change.column, change.value
        cells = self._cells.setdefault(number, {})
        if (cell := cells.get(column)) is None:
            if (row := self._rows.get(number)) is None:
                row = etree.Element(q("row"), {"r": str(number)})
                _put_in(self._data, row, self._rows, number)
            row.attrib.pop("spans", None)  # from where to where there are cells: it must not be wrong
            cell = etree.Element(q("c"), {"r": address(number - 1, column)})
            above = self._cells.get(number - 1, {}).get(column)
            if above is not None and (style := above.get("s")) is not None:
                cell.set("s", style)
            _put_in(row, cell, cells, column)
            for dimension in self._dimensions:
                if (area := area_of(dimension.get("ref", ""))) is not None:
                    sides = min(area.top, number), min(area.left, column), max(area.bottom, number)
                    dimension.set("ref", str(Area(*sides, max(area.right, column))))
        for name in _GO_WITH_THE_VALUE:
            cell.attrib.pop(name, None)
        cell.text = None
        del cell[:]
        if isinstance(value, str) and value:
            cell.set("t", "inlineStr")
            text = etree.SubElement(etree.SubElement(cell, q("is")), q("t"))
            text.text = to_writable(value)
            if SPACE_MATTERS.search(value):
                text.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
        elif value is not None and value != "":
            if isinstance(value, bool):
                cell.set("t", "b")
            etree.SubElement(cell, q("v")).text = (
                f"{value:d}" if isinstance(value, int) else repr(value).removesuffix(".0")
            )


def _put_in(parent: etree._Element, new: etree._Element, present: dict[int, etree._Element], number: int) -> None:
    """Put a row or cell among those that an element has, by its number."""
    following = min((other for other in present if other > number), default=None)
    if following is None:
        parent.append(new)
    else:
        present[following].addprevious(new)
    present[number] = new
