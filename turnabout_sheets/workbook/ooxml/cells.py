"""Changing cells in the organizer's own sheets, where they have asked for exactly that.

Everywhere else the program only adds and replaces whole sheets of its own (see `graft`). Here it types for the
organizer: a late player's name below the others, an opponent into a row with a bye. In the tree of the worksheet part
the cells themselves change, their rows, and the sheet's `dimension`. A table that ends just above a new row takes it
in, as it does when somebody types there. All other parts stay as they are, byte for byte; only the workbook part asks
for a calculation where formulas might now show something else.

What somebody has built is not typed over: formulas, the cells that an array formula fills, the covered cells of merged
ranges and the headers of tables are refused with a sentence that says what to do.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from lxml import etree

from turnabout_sheets.core.problems import Message
from turnabout_sheets.sheets.grid import address
from turnabout_sheets.workbook.ooxml.areas import Area, area_of, areas
from turnabout_sheets.workbook.ooxml.package import Package, UnusableWorkbookError, WorkbookError, q
from turnabout_sheets.workbook.ooxml.sheet_reader import shared_texts
from turnabout_sheets.workbook.ooxml.workbook_part import WorkbookPart

_ROWS: Final = 1 << 20
_COLUMNS: Final = 1 << 14
_LONGEST_TEXT: Final = 32767
"""UTF-16 code units; these are the limits of Excel and of LibreOffice."""

ILLEGAL: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""What XML cannot hold: all but what it can (XML 1.0, 2.2), which would take ten times as long to compile."""
_LIKE_AN_ESCAPE: Final = re.compile("_(?=x[0-9A-Fa-f]{4}_)")
"""In the text of a cell, `_x0041_` stands for A (Part 1, 22.9.2.19); if it is meant as it is, its `_` is escaped."""
SPACE_MATTERS: Final = re.compile(r"^\s|\s$|[\t\n\r]|\s\s")

_ROW_NUMBER: Final = re.compile(r"[0-9]{1,7}")
_FILLS_ITS_RANGE: Final = ("array", "dataTable")
"""Kinds of formulas that fill all cells of their range; others stand in each of their cells (Part 1, 18.18.6)."""
_GO_WITH_THE_VALUE: Final = ("t", "cm", "vm")
"""Attributes of a cell that say something about its value: its type, and what metadata there is for it."""


def escape(text: str) -> str:
    """Return a text of which nothing is taken for an escaped character."""
    return _LIKE_AN_ESCAPE.sub("_x005F_", text)


class CellChange(NamedTuple):
    """A cell and what it shall hold; rows are counted from 1, columns from 0.

    A text is a text, whatever it looks like, and a truth value is one, as a checkbox of Excel's has it. None clears the
    cell, and so does the empty text.
    """

    sheet: str
    row: int
    column: int
    value: str | float | None


class CellError(WorkbookError):
    """A cell cannot be changed. `str()` is one plain sentence for the organizer."""


def change_cells(data: bytes, changes: Sequence[CellChange]) -> bytes:
    """Return the workbook with these cells changed; the very bytes if they hold all that already.

    A cell keeps its style; a new one takes that of the cell above it. A table grows by the rows that are filled just
    below it, if they were free. If there are formulas, the workbook is calculated when it is opened.

    Raises `CellError` if there is no such sheet or cell, if a cell holds a formula or is filled by one, is covered by a
    merged range, is a table's header or comes below its totals, or if no cell can hold a text; `UnusableWorkbookError`
    if the workbook cannot be edited.
    """
    tidied = {
        (each.sheet, each.row, each.column): each._replace(value=None) if each.value == "" else each for each in changes
    }
    package, ordered = Package(data), [tidied[place] for place in sorted(tidied)]
    for each in ordered:
        _require_possible(each)
    for title, wanted in groupby(ordered, key=lambda change: change.sheet):
        if title not in package.sheets:
            raise CellError(
                Message("The workbook has no sheet “{sheet}”. Add it, or give it this name, and save.", sheet=title),
            )
        _change_sheet(package, title, [*wanted])
    if package.find_changes() and any(_has_formulas(package, part) for part in package.sheets.values()):
        WorkbookPart(package).calculate_on_load()
    return package.to_bytes()


def _refuse(change: CellChange, why: Message) -> CellError:
    """Return the error that a cell is not for the program to type into."""
    return CellError(
        Message(
            "Nothing can be typed into the cell {cell}: {why}. Change that, save, and try again.",
            cell=_named(change),
            why=why,
        )
    )


def _named(change: CellChange) -> str:
    return f"{change.sheet}!{address(change.row - 1, change.column)}"


def _require_possible(change: CellChange) -> None:
    """Refuse a place that no sheet has, and a text that no cell can hold."""
    if change.row > _ROWS or change.column >= _COLUMNS:
        raise CellError(
            Message(
                "{cell} is beyond the last cell of a sheet. Delete what is far away from all other cells, and save.",
                cell=_named(change),
            ),
        )
    text = change.value if isinstance(change.value, str) else ""
    if ILLEGAL.search(text) or len(text.encode("utf-16-le")) > 2 * _LONGEST_TEXT:
        raise CellError(
            Message(
                "The text for the cell {cell} is too long, or has a character that no workbook can hold. Type another "
                "one.",
                cell=_named(change),
            )
        )


def _change_sheet(package: Package, title: str, wanted: Sequence[CellChange]) -> None:
    part = package.sheets[title]
    sheet = _Sheet(title, package, part)
    for change in wanted:
        sheet.require_changeable(change)
    changes = [change for change in wanted if not sheet.holds(change)]
    for link in package.links(part).values():
        if link.kind == "table" and link.target in package:
            _change_table(package.tree(link.target), sheet, changes)
    sheet.change(changes)


def _change_table(table: etree._Element, sheet: _Sheet, changes: Sequence[CellChange]) -> None:
    """Let a table grow by the rows below it that are filled now and were free, one after the other."""
    area = area_of(table.get("ref", ""))
    if area is None:
        return
    within = [change for change in changes if area.left <= change.column <= area.right]
    if table.get("headerRowCount") != "0" and (header := [change for change in within if change.row == area.top]):
        raise _refuse(header[0], Message("it is a header of the table “{table}”", table=table.get("displayName")))
    filled = {change.row: change for change in reversed(within) if change.value is not None}
    bottom = area.bottom
    while bottom + 1 in filled and sheet.is_free(area._replace(top=bottom + 1, bottom=bottom + 1)):
        bottom += 1
    if bottom > area.bottom and table.get("totalsRowCount", "0") != "0":
        below = Message("it is below the totals of the table “{table}”", table=table.get("displayName"))
        raise _refuse(filled[area.bottom + 1], below)
    for element in (table, *table.iterchildren(q("autoFilter"))):
        present = area_of(element.get("ref", ""))
        if present is not None and bottom > area.bottom:
            element.set("ref", str(present._replace(bottom=bottom)))


def _has_formulas(package: Package, part: str) -> bool:
    """Return whether a sheet has a formula, or cannot be read."""
    try:
        return any(True for _ in package.stream(part, q("f")))
    except UnusableWorkbookError:
        return True


def _text(item: etree._Element) -> str:
    """Return a text, plain or in runs of different looks, without how it is pronounced (Part 1, 18.4.8)."""
    return "".join(text.text or "" for path in (q("t"), f"{q('r')}/{q('t')}") for text in item.iterfind(path))


class _Sheet:
    """A worksheet part: its cells by row from 1 and column from 0, and which of them must stay."""

    def __init__(self, title: str, package: Package, part: str) -> None:
        self.root: Final = package.tree(part)
        root = self.root
        self._title: Final = title
        self._package: Final = package
        data = root.findall(q("sheetData"))
        if len(data) != 1:
            raise self._disorder()
        self._data: Final = data[0]
        self._rows: Final[dict[int, etree._Element]] = {}
        self._cells: Final[dict[int, dict[int, etree._Element]]] = {}
        self._read_rows()
        self._merged: Final = areas(root.iterfind(f"{q('mergeCells')}/{q('mergeCell')}"))
        self._formulas: Final = areas(each for each in root.iter(q("f")) if each.get("t") in _FILLS_ITS_RANGE)

    def _read_rows(self) -> None:
        """Note where rows and cells are. They may leave out their `r`: they then follow the one before."""
        number = 0
        for row in self._data.iterchildren(q("row")):
            given = row.get("r", str(number + 1))
            number = self._ascending(number, int(given) if _ROW_NUMBER.fullmatch(given) else None)
            self._rows[number], cells, column = row, self._cells.setdefault(number, {}), -1
            for cell in row.iterchildren(q("c")):
                area = area_of(cell.get("r", address(number - 1, column + 1)))
                column = self._ascending(column, area.left if area is not None and area.top == number else None)
                cells[column] = cell

    def _ascending(self, last: int, number: int | None) -> int:
        if number is None or number <= last:
            raise self._disorder()
        return number

    def _disorder(self) -> CellError:
        return CellError(
            Message(
                "The cells of the sheet “{sheet}” are in disorder. Open the workbook in Excel or LibreOffice, save it, "
                "and try again.",
                sheet=self._title,
            )
        )

    def _cell(self, row: int, column: int) -> etree._Element | None:
        return self._cells.get(row, {}).get(column)

    def require_changeable(self, change: CellChange) -> None:
        """Raise `CellError` if a cell must not be changed."""
        cell = self._cell(change.row, change.column)
        if cell is not None and cell.find(q("f")) is not None:
            raise _refuse(change, Message("it holds a formula"))
        place = Area(change.row, change.column, change.row, change.column)
        for area in self._formulas:
            if area.overlaps(place):
                raise _refuse(change, Message("it is filled by the formula for {area}", area=str(area)))
        for area in self._merged:
            if area.overlaps(place) and (area.top, area.left) != (change.row, change.column):
                raise _refuse(change, Message("it is hidden in the merged cells {area}", area=str(area)))

    def holds(self, change: CellChange) -> bool:
        """Return whether a cell holds already what it shall hold."""
        cell, value = self._cell(change.row, change.column), change.value
        if cell is None or not _is_filled(cell):
            return value is None
        kind, stored = cell.get("t", "n"), cell.findtext(q("v"), "")
        if kind == "s" and _ROW_NUMBER.fullmatch(stored):
            stored = shared_texts(self._package, {int(stored)}, _text).get(int(stored), "")
        elif (inline := cell.find(q("is"))) is not None:
            stored = _text(inline)
        if isinstance(value, int | float):
            with contextlib.suppress(ValueError):
                return kind == ("b" if isinstance(value, bool) else "n") and float(stored) == value
            return False
        return value is not None and kind in ("s", "inlineStr", "str") and stored == escape(value)

    def is_free(self, area: Area) -> bool:
        """Return whether nothing is in the cells of one row."""
        cells = self._cells.get(area.top, {})
        filled = any(_is_filled(cell) for column, cell in cells.items() if area.left <= column <= area.right)
        return not filled and not any(merged.overlaps(area) for merged in self._merged)

    def change(self, changes: Iterable[CellChange]) -> None:
        """Make the cells hold what they shall hold; the changes come in the order of the cells."""
        for change in changes:
            cell = self._cell(change.row, change.column)
            _set_value(self._new_cell(change.row, change.column) if cell is None else cell, change.value)

    def _new_cell(self, number: int, column: int) -> etree._Element:
        """Add a cell in the style of the cell above it."""
        row = self._rows.get(number)
        if row is None:
            row = etree.Element(q("row"), {"r": str(number)})
            _put_in(self._data, row, self._rows, number)
        row.attrib.pop("spans", None)  # from where to where there are cells; it may be left out, and must not be wrong
        cell = etree.Element(q("c"), {"r": address(number - 1, column)})
        above = self._cell(number - 1, column)
        if above is not None and (style := above.get("s")) is not None:
            cell.set("s", style)
        _put_in(row, cell, self._cells.setdefault(number, {}), column)
        for dimension in self.root.iterfind(q("dimension")):
            if (area := area_of(dimension.get("ref", ""))) is not None:
                dimension.set("ref", str(area.with_cell(number, column)))
        return cell


def _put_in(parent: etree._Element, new: etree._Element, present: dict[int, etree._Element], number: int) -> None:
    """Put a row or cell among those that an element has, by its number."""
    following = min((other for other in present if other > number), default=None)
    if following is None:
        parent.append(new)
    else:
        present[following].addprevious(new)
    present[number] = new


def _is_filled(cell: etree._Element) -> bool:
    return any(cell.find(q(child)) is not None for child in ("f", "v", "is"))


def _set_value(cell: etree._Element, value: str | float | None) -> None:
    """Replace what is in a cell, and the attributes that say something about it."""
    for name in _GO_WITH_THE_VALUE:
        cell.attrib.pop(name, None)
    cell.text = None
    del cell[:]
    if isinstance(value, str):
        cell.set("t", "inlineStr")
        text = etree.SubElement(etree.SubElement(cell, q("is")), q("t"))
        text.text = escape(value)
        if SPACE_MATTERS.search(value):
            text.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
    elif value is not None:
        if isinstance(value, bool):
            cell.set("t", "b")
        etree.SubElement(cell, q("v")).text = f"{value:d}" if isinstance(value, int) else repr(value).removesuffix(".0")
