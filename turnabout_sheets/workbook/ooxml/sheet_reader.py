"""Reads worksheets as grids: values as they were last shown, errors, and formulas without a value, in one pass.

A row is in memory while it is read, and of its cells the values stay. Texts stand in one list that all sheets share
(ECMA-376 Part 1, 18.4), of the organizer's, too: it is gone through last, and nothing of it is kept but what is on the
sheets that are read.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Collection, Mapping
from functools import cache
from typing import Final

from lxml import etree

from turnabout_sheets.core.problems import Message
from turnabout_sheets.sheets.grid import Grid, Raw, address
from turnabout_sheets.workbook.ooxml.number_formats import Meaning, as_shown, count_days_behind, from_iso, read_formats
from turnabout_sheets.workbook.ooxml.package import TOO_LARGE, Package, UnusableWorkbookError, q, qs

UNCALCULATED: Final = "a formula without a value"
"""The flag of a formula whose value no spreadsheet program has calculated and stored yet."""

MAX_ROWS: Final = 150_000
"""Rows that a sheet may have: results of 20,000 players after 12 rounds, placings of some thousand events."""
MAX_CELLS: Final = 2_000_000
"""How many cells a sheet may span, from A1 to the last that is filled."""

_CELL: Final = q("c")
_VALUE: Final = q("v")
_FORMULA: Final = q("f")
_INLINE: Final = q("is")
_ROW: Final = q("row")
_TEXT: Final = q("t")
_SPACE: Final = "{http://www.w3.org/XML/1998/namespace}space"
_BEHIND_THE_ROWS: Final = qs("mergeCell hyperlink dataValidation conditionalFormatting")
"""Of what there may be many, all in one element, which is not to be in memory whole."""

_R: Final = b"r"
_T: Final = b"t"
_S: Final = b"s"
"""Names of attributes that all cells are asked for, as the parser has them: others are made so each time."""

_ADDRESS: Final = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6})")
_MOST_COLUMNS: Final = 1 << 14
_MOST_ROWS: Final = 1 << 20
"""How many columns and rows a sheet has (XFD and 1,048,576)."""

_NUMBER: Final = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?|[-+]?(?i:nan|inf|infinity)")
_TRUTH: Final = {"0": False, "false": False, "1": True, "true": True}
_INDEX: Final = re.compile(r"[0-9]{1,9}")
_ESCAPED: Final = re.compile("_x((?![Dd][89A-Fa-f])[0-9A-Fa-f]{4})_")
"""A character that XML cannot hold, by its number (22.9.2.19); halves of one are none."""


class _SharedText(int):
    """Stands for a text that cells share, by its number, until the texts are read."""


def read_sheets(package: Package, names: Collection[str], rows: int = MAX_ROWS) -> Mapping[str, Grid]:
    """Return worksheets, by name, as far as the first so many ``rows``.

    Raises `KeyError` if there is no such worksheet, `UnusableWorkbookError` if its XML is damaged, or has a row or cell
    that no sheet has, or more than any event needs.
    """
    formats, behind, readers = read_formats(package), count_days_behind(package), dict[str, _Reader]()
    for name in names:
        part = package.sheets[name]
        reader = readers[name] = _Reader(name, formats, behind)
        for element in package.stream(part, _ROW, *_BEHIND_THE_ROWS):
            if element.tag == _ROW:
                reader.read_row(element)
                if reader.number >= rows < MAX_ROWS:
                    break
    texts = shared_texts(package, {number for each in readers.values() for number in each.shared})
    return {name: reader.to_grid(texts, rows) for name, reader in readers.items()}


def read_tops(package: Package, names: Collection[str], rows: int) -> Mapping[str, Grid]:
    """Return what stands in the first so many rows of worksheets, by name; what cannot be read is left out."""
    tops = dict[str, Grid]()
    for name in names:
        with contextlib.suppress(UnusableWorkbookError):
            tops |= read_sheets(package, [name], rows)
    return tops


class _Reader:
    """A sheet that is being read, row by row."""

    def __init__(self, name: str, formats: Mapping[str, Meaning | int], days_behind: int) -> None:
        self._grid: Final = Grid(name, (), {}, days_behind, {}, set())
        self._formats: Final = formats
        self._values: Final[dict[int, list[Raw]]] = {}
        self._flags, self._formulas, self._hidden = dict[str, str](), dict[str, str](), set[int]()
        self.shared: Final[set[_SharedText]] = set()
        self.number = self._rows = self._columns = self._filled = 0
        self._last = self._rightmost = ""

    def read_row(self, row: etree._Element) -> None:
        """Read a row. Rows and cells may leave out their `r`: they then follow the one before (18.3.1.73, 18.3.1.4)."""
        given = row.get("r")
        number = self.number + 1 if given is None else int(given) if _INDEX.fullmatch(given) else 0
        if not 1 <= number <= _MOST_ROWS:
            raise UnusableWorkbookError
        self.number, suffix, column, values = number, str(number), 0, self._values.setdefault(number, [])
        if row.get("hidden") in ("1", "true"):
            self._hidden.add(number)
        for cell in row.iterchildren(_CELL):
            place = cell.get(_R)
            if place is None or not place.endswith(suffix) or not (found := _column(place.removesuffix(suffix))):
                place, line, column = _find_place(place, number, column)
                self._read_cell(cell, place, line, column, self._values.setdefault(line, []))
            else:
                column = found
                self._read_cell(cell, place, number, column, values)

    def _read_cell(self, cell: etree._Element, place: str, line: int, column: int, values: list[Raw]) -> None:
        kind = cell.get(_T)
        text = inline = None
        # The name of a child takes as long to look at as all else, and most cells are formulas with their values.
        if has_formula := len(cell) == 2 and kind != "inlineStr" and (last := cell[1]).tag == _VALUE:
            text = last.text or ""
        else:
            for child in cell:
                if (tag := child.tag) == _VALUE:
                    text = child.text or text or ""
                elif tag == _FORMULA:
                    has_formula = True
                elif tag == _INLINE:
                    inline = item_text(child)
            if inline is None and text is None and not has_formula and kind != "e":
                return
        if line >= self._rows:
            self._filled += line > self._rows
            self._rows, self._last = line, place
        if column > self._columns:
            self._columns, self._rightmost = column, place
        if self._rows > MAX_ROWS or self._rows * self._columns > MAX_CELLS:
            raise self._refuse_far_away()
        if kind == "e":
            self._flags[place] = text or "#N/A"
        elif has_formula and inline is None and not text and (text is None or kind != "str"):
            self._flags[place] = UNCALCULATED
        value = self._value(kind, text, cell) if inline is None else inline
        if value is None:
            return
        if has_formula and isinstance(value, float):
            self._formulas[place] = cell.findtext(_FORMULA) or "…"
        gap = column - len(values)
        if gap > 0:
            values += [""] * gap
        values[column - 1] = value

    def _value(self, kind: str | None, text: str | None, cell: etree._Element) -> Raw | None:
        """Return what a cell holds, by its type (18.18.11); None if that is nothing."""
        if kind == "str":
            return _unescape(text) if text else text
        if not text or kind in ("inlineStr", "is"):
            return None
        if kind is None or kind == "n":
            if _NUMBER.fullmatch(text):
                meaning = self._formats.get(cell.get(_S, ""))
                number = float(text)
                return number if meaning is None else as_shown(text, number, meaning, self._grid.days_behind)
            if kind is None:
                return text
        if kind == "s" and _INDEX.fullmatch(text):
            shared = _SharedText(text)
            self.shared.add(shared)
            return shared
        if kind == "b" and (truth := _TRUTH.get(text.strip().lower())) is not None:
            return truth
        if kind == "d":
            return from_iso(text)
        if kind == "e":
            return ""
        raise UnusableWorkbookError

    def _refuse_far_away(self) -> UnusableWorkbookError:
        if self._filled > MAX_ROWS / 2:  # nothing is far away: the sheet is full
            return UnusableWorkbookError(TOO_LARGE)
        stray = self._last if self._rows > MAX_ROWS else self._rightmost
        return UnusableWorkbookError(
            Message(
                "{file} has something in the cell {cell} of the sheet {sheet}, far away from everything else. Delete "
                "the rows and columns there, and save.",
                cell=stray,
                sheet=self._grid.name,
            )
        )

    def to_grid(self, texts: Mapping[int, str], most: int) -> Grid:
        """Return what was read, its rows all of one length. Raises `UnusableWorkbookError` where a text is lacking."""
        height = min(max((number for number, values in self._values.items() if values), default=0), most)
        rows = [self._values.get(number, []) for number in range(1, height + 1)]
        width = max(map(len, rows), default=0)
        for values in rows:
            values += [""] * (width - len(values))
            for column, value in enumerate(values) if self.shared else ():
                if isinstance(value, _SharedText):
                    if value not in texts:
                        raise UnusableWorkbookError
                    values[column] = texts[value]
        return Grid(self._grid.name, rows, self._flags, self._grid.days_behind, self._formulas, self._hidden)


def _find_place(given: str | None, number: int, before: int) -> tuple[str, int, int]:
    """Return address, row and column of a cell that has no address, or one of another row; that one counts."""
    place = address(number - 1, before) if given is None else given
    found = _ADDRESS.fullmatch(place)
    if found is None or not (column := _column(found[1])) or int(found[2]) > _MOST_ROWS:
        raise UnusableWorkbookError
    return place, int(found[2]), column


@cache
def _column(letters: str) -> int:
    """Return the number of a column by its letters, 28 for `AB`; 0 if no sheet has it."""
    number = 0
    for letter in letters if len(letters) <= len("XFD") else "":
        digit = ord(letter) - ord("A") + 1
        if not 1 <= digit <= 26:
            return 0
        number = number * 26 + digit
    return number if number <= _MOST_COLUMNS else 0


def item_text(item: etree._Element) -> str:
    """Return a text, plain or in runs of different looks, without how it is pronounced (18.4.8)."""
    if len(item) == 1 and item[0].tag == _TEXT:
        return _plain(item[0])
    pronounced = {text for reading in item.iter(q("rPh")) for text in reading.iter(_TEXT)}
    return "".join(_plain(text) for text in item.iter(_TEXT) if text not in pronounced)


def _plain(element: etree._Element) -> str:
    text = element.text or ""
    if (text[:1].isspace() or text[-1:].isspace()) and element.get(_SPACE) != "preserve":
        text = text.strip(" \t\r\n")
    return _unescape(text)


def _unescape(text: str) -> str:
    """Return a text with the characters that are escaped in it."""
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), text) if "_x" in text else text


def shared_texts(
    package: Package, wanted: Collection[int], read: Callable[[etree._Element], str] = item_text
) -> Mapping[int, str]:
    """Return the shared texts that have these numbers, as far as there are such; raises like `Package.stream`."""
    part = package.linked(package.workbook_part, "sharedStrings") if wanted else ""
    items = enumerate(package.stream(part, q("si"))) if part else ()
    return {number: read(item) for number, item in items if number in wanted}
