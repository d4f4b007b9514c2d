"""Changing cells in the organizer's own sheets, where they have asked for exactly that.

Everywhere else the program only adds and replaces whole sheets of its own (see `graft`). Here it types for the
organizer: a late player's name below the others, an opponent into a row with a bye. So little is touched as can be: in
the text of the worksheet part the cells themselves, their rows, and the sheet's `dimension`. A table that ends just
above a new row takes it in, as it does when somebody types there. All other parts stay as they are, byte for byte; only
the workbook part asks for a calculation where formulas might now show something else.

What somebody has built is not typed over: formulas, the cells that an array formula fills, the covered cells of merged
ranges and the headers of tables are refused with a sentence that says what to do.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby, islice
from typing import Final, NamedTuple

from lxml import etree

from turnabout_sheets.core.problems import Said, say_of_file
from turnabout_sheets.sheets.grid import address
from turnabout_sheets.workbook.ooxml import bounds
from turnabout_sheets.workbook.ooxml.areas import Area, area_of, areas
from turnabout_sheets.workbook.ooxml.editor import Editor
from turnabout_sheets.workbook.ooxml.package import UNREADABLE, Package, WorkbookError, q
from turnabout_sheets.workbook.ooxml.row_writer import ILLEGAL, escape, inline_string
from turnabout_sheets.workbook.ooxml.shared_texts import shared_texts
from turnabout_sheets.workbook.ooxml.splice import PartText, Span, change_attributes, name, prefix, strip_closing
from turnabout_sheets.workbook.ooxml.workbook_part import WorkbookPart

_DIMENSION: Final = f"./{q('dimension')}"
_SHEET_DATA: Final = f"./{q('sheetData')}"
_ROW: Final = f"{_SHEET_DATA}/{q('row')}"
_CELL: Final = f"{_ROW}/{q('c')}"
_TABLE: Final = "."
_TABLE_FILTER: Final = f"./{q('autoFilter')}"

_ROWS: Final = 1 << 20
_COLUMNS: Final = 1 << 14
_LONGEST_TEXT: Final = 32767
"""UTF-16 code units; these are the limits of Excel and of LibreOffice."""

_ROW_NUMBER: Final = re.compile(r"[0-9]{1,7}")
_FORMULA: Final = re.compile(rb"<(?:[\w.-]+:)?f[\s/>]")
_LONGEST_TAG: Final = 64
"""Bytes that the beginning of a formula's tag has, at most, with any prefix that is sensible."""
_FILLS_ITS_RANGE: Final = ("array", "dataTable")
"""Kinds of formulas that fill all cells of their range; others stand in each of their cells (Part 1, 18.18.6)."""
_GO_WITH_THE_VALUE: Final = ("t", "cm", "vm")
"""Attributes of a cell that say something about its value: its type, and what metadata there is for it."""


class CellChange(NamedTuple):
    """A cell and what it shall hold; rows are counted from 1, columns from 0.

    A text is a text, whatever it looks like, and a truth value is one, as a checkbox of Excel's has it. None clears the
    cell, and so does the empty text.
    """

    sheet: str
    row: int
    column: int
    value: str | int | None


class CellError(WorkbookError):
    """A cell cannot be changed. `str()` is one plain sentence for the organizer."""


def change_cells(data: bytes, changes: Sequence[CellChange]) -> bytes:
    """Return the workbook with these cells changed; the very bytes if they hold all that already.

    A cell keeps its style; a new one takes that of the cell above it. A table grows by the rows that are filled just
    below it, if they were free. If there are formulas, the workbook is calculated when it is opened.

    Raises `CellError` if there is no such sheet or cell, if a cell holds a formula or is filled by one, is covered by a
    merged range, is a table's header or comes below its totals, or if no cell can hold a text; `UnusableWorkbookError`
    or `GraftError` if the workbook cannot be edited; `ValueError` for the same cell twice, and for a row below 1 or a
    column below 0.
    """
    ordered = sorted(map(_tidy, changes), key=_place)
    _require_sense(ordered)
    package = Package(data)
    editor, strings = Editor(package), _SharedStrings(package)
    for title, wanted in groupby(ordered, key=lambda change: change.sheet):
        if title not in package.sheets:
            raise CellError(
                f"The workbook has no sheet “{title}”; add it or give it this name, save, and run again.",
                Said("files.no_sheet", {"sheet": title}),
            )
        _change_sheet(editor, title, list(wanted), strings)
    if editor.has_changes and any(_has_formulas(package, part) for part in package.sheets.values()):
        workbook = WorkbookPart(package)
        workbook.calculate_on_load()
        editor.put_tree(package.workbook_part, workbook.root)
    return bytes(editor.written())


def _tidy(change: CellChange) -> CellChange:
    return change._replace(value=None) if change.value == "" else change


def _place(change: CellChange) -> tuple[str, int, int]:
    return change.sheet, change.row, change.column


def _named(change: CellChange) -> str:
    return f"{change.sheet}!{address(change.row - 1, change.column)}"


def _refuse(change: CellChange, why: str) -> CellError:
    """Return the error that a cell is not for the program to type into, and why."""
    return CellError(f"{_named(change)} {why}", Said("files.cell_taken", {"cell": _named(change)}))


def _require_sense(changes: Sequence[CellChange]) -> None:
    """Refuse what the program must not ask for, places that no sheet has, and texts that no cell can hold."""
    if twice := [place for place, count in Counter(map(_place, changes)).items() if count > 1]:
        raise ValueError(f"the same cell twice: {twice}")
    for change in changes:
        if change.row < 1 or change.column < 0:
            raise ValueError(f"no such cell: {change}")
        if change.row > _ROWS or change.column >= _COLUMNS:
            why = "is beyond the last cell of a sheet; delete what stands far away from all other cells, save, and run"
            raise CellError(f"{_named(change)} {why} again.", Said("files.cell_far", {"cell": _named(change)}))
        text = change.value if isinstance(change.value, str) else ""
        if illegal := ILLEGAL.search(text):
            raise CellError(
                f"The text for {_named(change)} has a character that no workbook can hold (U+{ord(illegal[0]):04X});"
                " type it again without.",
                Said("files.cell_text", {"cell": _named(change)}),
            )
        if len(text.encode("utf-16-le")) > 2 * _LONGEST_TEXT:
            raise CellError(
                f"The text for {_named(change)} is longer than the {_LONGEST_TEXT} characters of a cell; shorten it.",
                Said("files.cell_text", {"cell": _named(change)}),
            )


def _change_sheet(editor: Editor, title: str, wanted: Sequence[CellChange], strings: _SharedStrings) -> None:
    part = editor.package.sheets[title]
    sheet = _Sheet(title, PartText(editor.read(part), part), strings)
    for change in wanted:
        sheet.require_changeable(change)
    changes = [change for change in wanted if not sheet.holds(change)]
    for link in editor.relationships(part).values():
        if link.kind == "table" and link.target in editor:
            _change_table(editor, link.target, sheet, changes)
    sheet.change(changes)
    editor.put(part, sheet.text.written())


def _change_table(editor: Editor, part: str, sheet: _Sheet, changes: Sequence[CellChange]) -> None:
    """Let a table grow by the rows below it that are filled now and were free, one after the other."""
    text = PartText(editor.read(part), part)
    table = text.root
    area = area_of(table.get("ref", ""))
    if area is None:
        return
    within = [change for change in changes if area.left <= change.column <= area.right]
    if table.get("headerRowCount") != "0" and (header := [change for change in within if change.row == area.top]):
        why = f"is a header of the table “{table.get('displayName')}”; change it there yourself, save, and run again."
        raise _refuse(header[0], why)
    filled = {change.row: change for change in reversed(within) if change.value is not None}
    bottom = area.bottom
    while bottom + 1 in filled and sheet.is_free(area._replace(top=bottom + 1, bottom=bottom + 1)):
        bottom += 1
    if bottom == area.bottom:
        return
    if table.get("totalsRowCount", "0") != "0":
        why = (
            f"comes below the totals of the table “{table.get('displayName')}”; switch its total row off, save, and run"
        )
        raise _refuse(filled[area.bottom + 1], f"{why} again.")
    for places in text.places(_TABLE, _TABLE_FILTER).values():
        for element, span in places:
            present = area_of(element.get("ref", ""))
            if present is not None:
                text.set_attributes(span, {"ref": str(present._replace(bottom=bottom))})
    editor.put(part, text.written())


def _has_formulas(package: Package, part: str) -> bool:
    """Tell whether a sheet has a formula, without keeping more of it in memory than a piece."""
    before = b""
    for piece in bounds.in_utf8(package.pieces(part)):
        if _FORMULA.search(before + piece):
            return True
        before = piece[-_LONGEST_TAG:]
    return False


# Values


class _SharedStrings:
    """The texts that cells refer to by number (Part 1, 18.4): each is looked for when it is asked for."""

    def __init__(self, package: Package) -> None:
        self._package: Final = package

    def text(self, index: str) -> str | None:
        """Return a text by its number as it stands in a cell; None if there is none."""
        number = int(index) if _ROW_NUMBER.fullmatch(index) else -1
        return shared_texts(self._package, {number}, _text).get(number)


def _text(item: etree._Element) -> str:
    """Return a text, plain or in runs of different looks, without how it is pronounced (Part 1, 18.4.8)."""
    return "".join(text.text or "" for path in (q("t"), f"{q('r')}/{q('t')}") for text in item.iterfind(path))


def _number(cell: etree._Element) -> float | None:
    try:
        return float(cell.findtext(q("v"), ""))
    except ValueError:
        return None


def _cell(beginning: bytes, value: str | int | None) -> bytes:
    """Return a whole cell: its tag, as far as it has nothing to do with the value, without its end, and the value."""
    x = prefix(beginning).decode()
    if value is None:
        return beginning + b"/>"
    if isinstance(value, int):
        beginning += b' t="b"' if isinstance(value, bool) else b""
        return beginning + f"><{x}v>{value:d}</{x}v></{x}c>".encode()
    return beginning + inline_string(escape(value), x).encode()


# Sheets


class _Cell(NamedTuple):
    element: etree._Element
    span: Span

    @property
    def is_filled(self) -> bool:
        return any(self.element.find(q(child)) is not None for child in ("f", "v", "is"))


class _Row(NamedTuple):
    span: Span
    cells: dict[int, _Cell]
    """By column."""


class _Sheet:
    """A worksheet part: where its cells are, which of them must stay, and its text, in which they are changed."""

    def __init__(self, title: str, text: PartText, strings: _SharedStrings) -> None:
        self.title: Final = title
        self.text: Final = text
        self._strings: Final = strings
        self._places: Final = text.places(_DIMENSION, _SHEET_DATA, _ROW, _CELL)
        if len(self._places[_SHEET_DATA]) != 1:
            raise self._disorder()
        self._data: Final = self._places[_SHEET_DATA][0][1]
        self._rows: Final = self._read_rows()
        self._merged: Final = areas(text.root.iterfind(f"{q('mergeCells')}/{q('mergeCell')}"))
        self._formulas: Final = areas(each for each in text.root.iter(q("f")) if each.get("t") in _FILLS_ITS_RANGE)
        self._new_styles: Final[dict[tuple[int, int], str | None]] = {}

    def _read_rows(self) -> Mapping[int, _Row]:
        """Return the rows by number. Rows and cells may leave out their `r`: they then follow the one before."""
        rows: dict[int, _Row] = {}
        cells = iter(self._places[_CELL])
        number = 0
        for element, span in self._places[_ROW]:
            given = element.get("r", str(number + 1))
            number = self._ascending(number, int(given) if _ROW_NUMBER.fullmatch(given) else None)
            row = rows[number] = _Row(span, {})
            column = -1
            for cell, cell_span in islice(cells, len(element.findall(q("c")))):
                area = area_of(cell.get("r", address(number - 1, column + 1)))
                column = self._ascending(column, area.left if area is not None and area.top == number else None)
                row.cells[column] = _Cell(cell, cell_span)
        return rows

    def _ascending(self, last: int, number: int | None) -> int:
        if number is None or number <= last:
            raise self._disorder()
        return number

    def _disorder(self) -> CellError:
        return CellError(
            f"The cells of the sheet “{self.title}” are in disorder; open the workbook in Excel or LibreOffice,"
            " save it, and run again.",
            say_of_file(UNREADABLE),
        )

    def _cell(self, row: int, column: int) -> _Cell | None:
        return self._rows[row].cells.get(column) if row in self._rows else None

    def require_changeable(self, change: CellChange) -> None:
        """Raise `CellError` if a cell must not be changed."""
        cell = self._cell(change.row, change.column)
        if cell is not None and cell.element.find(q("f")) is not None:
            why = "holds a formula, which turnabout does not type over; clear the cell or type its value, save, and run"
            raise _refuse(change, f"{why} again.")
        place = Area(change.row, change.column, change.row, change.column)
        for area in self._formulas:
            if area.overlaps(place):
                why = (
                    f"is filled by the formula for {area}, which turnabout does not change; clear or move the formula,"
                )
                raise _refuse(change, f"{why} save, and run again.")
        for area in self._merged:
            if area.overlaps(place) and (area.top, area.left) != (change.row, change.column):
                raise _refuse(change, f"is hidden in the merged cells {area}; unmerge them, save, and run again.")

    def holds(self, change: CellChange) -> bool:
        """Tell whether a cell holds already what it shall hold."""
        cell = self._cell(change.row, change.column)
        if cell is None or not cell.is_filled:
            return change.value is None
        if isinstance(change.value, int):
            kind = "b" if isinstance(change.value, bool) else "n"
            return cell.element.get("t", "n") == kind and _number(cell.element) == change.value
        return change.value is not None and self._stored_text(cell.element) == escape(change.value)

    def _stored_text(self, cell: etree._Element) -> str | None:
        kind, inline, value = cell.get("t"), cell.find(q("is")), cell.findtext(q("v"), "")
        if kind == "s":
            return self._strings.text(value)
        if kind == "inlineStr" and inline is not None:
            return _text(inline)
        return value if kind == "str" else None

    def is_free(self, area: Area) -> bool:
        """Tell whether nothing is in the cells of one row."""
        cells = self._rows[area.top].cells if area.top in self._rows else {}
        filled = any(cell.is_filled for column, cell in cells.items() if area.left <= column <= area.right)
        return not filled and not any(merged.overlaps(area) for merged in self._merged)

    def change(self, changes: Iterable[CellChange]) -> None:
        """Make the cells hold what they shall hold. To be called once, with the changes in the order of the cells."""
        data_tag = self.text.tag(self._data)
        new_rows: dict[int, bytes] = {}
        for number, in_row in groupby(changes, key=lambda change: change.row):
            row = self._rows.get(number)
            # `spans` says from where to where there are cells; it may be left out, and must not be wrong.
            tag = data_tag if row is None else change_attributes(self.text.tag(row.span), {"spans": None})
            x = prefix(tag).decode()
            new_cells: dict[int, bytes] = {}
            for change in in_row:
                cell = self._cell(number, change.column)
                if cell is None:
                    new_cells[change.column] = self._new_cell(x, change)
                else:
                    without_value = change_attributes(self.text.tag(cell.span), dict.fromkeys(_GO_WITH_THE_VALUE))
                    self.text.replace(cell.span.start, cell.span.end, _cell(strip_closing(without_value), change.value))
            if row is None:
                new_rows[number] = (
                    f'<{x}row r="{number}">'.encode() + b"".join(new_cells.values()) + f"</{x}row>".encode()
                )
            elif new_cells:
                self._put_in(row.span, tag, {column: cell.span for column, cell in row.cells.items()}, new_cells)
        if new_rows:
            self._put_in(self._data, data_tag, {number: row.span for number, row in self._rows.items()}, new_rows)
        self._widen_dimension()

    def _new_cell(self, x: str, change: CellChange) -> bytes:
        """Return a cell that is not there yet, with the namespace prefix `x`, in the style of the cell above it."""
        above = self._cell(change.row - 1, change.column)
        style = self._new_styles.get((change.row - 1, change.column)) if above is None else above.element.get("s")
        self._new_styles[change.row, change.column] = style
        place = f'<{x}c r="{address(change.row - 1, change.column)}"'
        return _cell((place if style is None else f'{place} s="{style}"').encode(), change.value)

    def _put_in(self, parent: Span, tag: bytes, present: Mapping[int, Span], new: Mapping[int, bytes]) -> None:
        """Put rows or cells among those that an element has, by their numbers, and make `tag` its first tag."""
        if parent.is_one_tag:
            content = b"".join(new.values())
            self.text.replace(parent.start, parent.end, strip_closing(tag) + b">" + content + b"</" + name(tag) + b">")
            return
        self.text.replace(parent.start, parent.inside, tag)
        ends = max((span.end for span in present.values()), default=parent.inside)
        for number, xml in new.items():
            at = next((span.start for other, span in present.items() if other > number), ends)
            self.text.replace(at, at, xml)

    def _widen_dimension(self) -> None:
        for element, span in self._places[_DIMENSION]:
            area = wider = area_of(element.get("ref", ""))
            for row, column in self._new_styles:
                wider = wider and wider.with_cell(row, column)
            if wider != area:
                self.text.set_attributes(span, {"ref": str(wider)})
