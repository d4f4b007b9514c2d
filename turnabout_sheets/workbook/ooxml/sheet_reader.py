"""Reads the cells of a worksheet: values, errors and formulas without a value, in one pass over its rows.

A row is in memory while it is read, and of its cells the values stay. A sheet with more rows than events need is read
no further than to where that shows. Of a sheet with something far away from everything else nothing is kept, and it is
gone through to its end to tell where that is.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple, NoReturn

from lxml import etree

from turnabout_sheets.core.problems import Message
from turnabout_sheets.sheets.grid import Raw, address
from turnabout_sheets.workbook.ooxml.number_formats import Meaning, as_shown, from_iso
from turnabout_sheets.workbook.ooxml.package import Package, UnusableWorkbookError, q, qs
from turnabout_sheets.workbook.ooxml.shared_texts import item_text, shared_texts, unescape
from turnabout_sheets.workbook.ooxml.streaming import stream_elements

UNCALCULATED: Final = "a formula without a value"
"""The flag of a formula whose value no spreadsheet program has calculated and stored yet."""

MAX_ROWS: Final = 150_000
"""Rows of a sheet that may be filled: results of 20,000 players after 12 rounds, placings of some thousand events."""
MAX_CELLS: Final = 2_000_000
"""How many cells a sheet may span, from A1 to the last that is filled."""
MAX_FORMULAS: Final = 5_000
"""Formulas that are kept of a sheet: enough for a list of names; those of all large rounds would take a second."""

_CELL: Final = q("c")
_VALUE: Final = q("v")
_FORMULA: Final = q("f")
_INLINE: Final = q("is")
_ROW: Final = q("row")
_BEHIND_THE_ROWS: Final = qs("mergeCell hyperlink dataValidation conditionalFormatting")
"""Of what there may be many, all in one element, which is not to be in memory whole."""

_R: Final = b"r"
_T: Final = b"t"
_S: Final = b"s"
_HIDDEN: Final = b"hidden"
"""Names of attributes that all cells or rows are asked for, as the parser has them: others are made so each time."""

_ADDRESS: Final = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6})")
_ROW_NUMBER: Final = re.compile(r"[1-9][0-9]{0,6}")
_MOST_COLUMNS: Final = 1 << 14
_MOST_ROWS: Final = 1 << 20
"""How many columns and rows a sheet has (XFD and 1,048,576)."""

_NUMBER: Final = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?|[-+]?(?i:nan|inf|infinity)")
_TRUTH: Final = {"0": False, "false": False, "1": True, "true": True}
_INDEX: Final = re.compile(r"[0-9]{1,9}")


class SharedText(int):
    """Stands for a text that cells share, by its number, until the texts are read."""


class Content(NamedTuple):
    """What stands on a sheet.

    `values`: by rows and columns from A1 on; none where the sheet reaches too far. `flags`, by address such as `F7`:
    the error that a cell shows (`#N/A`), or `UNCALCULATED`. `rows`, `columns`: how far the filled cells reach; `last`:
    the last one of the lowest row, `rightmost`: the first one of the column furthest to the right; `shared`: the texts
    that cells share; `formulas`: the first `MAX_FORMULAS` whose value is a number, by address; `hidden`: the numbers of
    the rows that are hidden.
    """

    values: list[list[Raw]]
    flags: Mapping[str, str]
    rows: int
    columns: int
    last: str
    rightmost: str
    shared: Collection[SharedText]
    formulas: Mapping[str, str]
    hidden: Collection[int]


def read_sheet(
    package: Package,
    sheet_name: str,
    formats: Mapping[str, Meaning | int],
    *,
    days_behind: int = 0,
    rows: int = MAX_ROWS,
) -> Content:
    """Read a worksheet, or the first ``rows`` of it. `formats` are what `read_formats` gives.

    Raises `KeyError` if there is no such worksheet, `UnusableWorkbookError` if its XML is damaged, or has
    a row or cell that no sheet has, or more rows than any event needs.
    """
    part = package.sheets[sheet_name]
    package.require_size(part)
    reader = _Reader(sheet_name, formats, days_behind)
    for element in stream_elements(package, part, _ROW, *_BEHIND_THE_ROWS):
        if element.tag == _ROW:
            reader.read_row(element)
            if reader.number >= rows and rows < MAX_ROWS:
                break
    return reader.content()


def read_tops(package: Package, titles: Collection[str], rows: int) -> Mapping[str, Sequence[Sequence[Raw]]]:
    """Return what stands in the first so many rows of worksheets, by title; what cannot be read is left out."""
    contents = dict[str, Content]()
    for title in titles:
        with contextlib.suppress(UnusableWorkbookError):
            contents[title] = read_sheet(package, title, {}, rows=rows)
    texts: Mapping[int, str] = {}
    with contextlib.suppress(UnusableWorkbookError):
        texts = shared_texts(package, set().union(*(each.shared for each in contents.values())))
    return {
        title: [[texts.get(v, "") if isinstance(v, SharedText) else v for v in row] for row in each.values[:rows]]
        for title, each in contents.items()
    }


class _Reader:
    """A sheet that is being read, row by row."""

    def __init__(self, sheet_name: str, formats: Mapping[str, Meaning | int], days_behind: int) -> None:
        self._name: Final = sheet_name
        self._formats: Final = formats
        self._days_behind: Final = days_behind
        self._values: Final[dict[int, list[Raw]]] = {}
        self._flags: Final[dict[str, str]] = {}
        self._shared: Final[set[SharedText]] = set()
        self._formulas: Final[dict[str, str]] = {}
        self._hidden: Final[set[int]] = set()
        self._filled_rows: Final[set[int]] = set()
        self.number = self._rows = self._columns = 0
        self._last = self._rightmost = ""

    def read_row(self, row: etree._Element) -> None:
        """Read a row. Rows and cells may leave out their `r`: they then follow the one before (18.3.1.73, 18.3.1.4)."""
        number = self.number = self._row_number(row.get("r", str(self.number + 1)))
        suffix, column = str(number), 0
        values = self._line(number)
        if row.get(_HIDDEN) in ("1", "true"):
            self._hidden.add(number)
        for cell in row.iterchildren(_CELL):
            place = cell.get(_R)
            if place is None or not place.endswith(suffix) or not (found := _column(place.removesuffix(suffix))):
                place, line, column = self._find_place(place, number, column)
                self._read_cell(cell, place, line, column, self._line(line))
            else:
                column = found
                self._read_cell(cell, place, number, column, values)
        if len(self._filled_rows) > MAX_ROWS:
            raise too_much_on(self._name, MAX_ROWS)

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
        self._filled_rows.add(line)
        if line >= self._rows:
            self._rows, self._last = line, place
        if column > self._columns:
            self._columns, self._rightmost = column, place
        if kind == "e":
            self._flags[place] = text or "#N/A"
        elif has_formula and inline is None and not text and (text is None or kind != "str"):
            self._flags[place] = UNCALCULATED
        value = self._value(kind, text, cell) if inline is None else inline
        if value is None:
            return
        if has_formula and len(self._formulas) < MAX_FORMULAS and isinstance(value, float):
            self._formulas[place] = cell.findtext(_FORMULA) or "…"
        gap = column - len(values)
        if gap > 0:
            values += [""] * gap
        values[column - 1] = value

    def _line(self, number: int) -> list[Raw]:
        """Return the values of a row; a list that is not kept if the row is too far away from everything else."""
        if number > MAX_ROWS or self._rows * self._columns > MAX_CELLS:
            return []
        return self._values.setdefault(number, [])

    def _value(self, kind: str | None, text: str | None, cell: etree._Element) -> Raw | None:
        """Return what a cell holds, by its type (18.18.11); None if that is nothing."""
        if kind == "str":
            return unescape(text) if text else text
        if not text or kind in ("inlineStr", "is"):
            return None
        if kind is None or kind == "n":
            if _NUMBER.fullmatch(text):
                meaning = self._formats.get(cell.get(_S, ""))
                number = float(text)
                return number if meaning is None else as_shown(text, number, meaning, self._days_behind)
            return text if kind is None else self._refuse()
        if kind == "s" and _INDEX.fullmatch(text):
            shared = SharedText(text)
            self._shared.add(shared)
            return shared
        if kind == "b" and (truth := _TRUTH.get(text.strip().lower())) is not None:
            return truth
        if kind == "d":
            return from_iso(text)
        return "" if kind == "e" else self._refuse()

    def _refuse(self) -> NoReturn:
        raise UnusableWorkbookError

    def _find_place(self, given: str | None, number: int, before: int) -> tuple[str, int, int]:
        """Return address, row and column of a cell that has no address, or one of another row; that one counts."""
        place = address(number - 1, before) if given is None else given
        found = _ADDRESS.fullmatch(place)
        if found is None or not (column := _column(found[1])) or int(found[2]) > _MOST_ROWS:
            raise UnusableWorkbookError
        return place, int(found[2]), column

    def _row_number(self, given: str) -> int:
        number = int(given) if _ROW_NUMBER.fullmatch(given) else 0
        if not 1 <= number <= _MOST_ROWS:
            raise UnusableWorkbookError
        return number

    def content(self) -> Content:
        """Return what was read, its rows all of one length."""
        is_far = self._rows > MAX_ROWS or self._rows * self._columns > MAX_CELLS
        height = 0 if is_far else max((number for number, values in self._values.items() if values), default=0)
        rows = [self._values.get(number, []) for number in range(1, height + 1)]
        width = max(map(len, rows), default=0)
        for values in rows:
            values += [""] * (width - len(values))
        return Content(
            rows, self._flags, self._rows, self._columns, self._last, self._rightmost, self._shared, self._formulas,
            self._hidden,
        )  # fmt: skip


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


def too_much_on(sheet_name: str, most: int) -> UnusableWorkbookError:
    """Return the error that says that a sheet has more filled rows than may be read."""
    return UnusableWorkbookError(
        Message(
            "{file} holds more on the sheet {sheet} than any event needs (at most {most} filled rows). Delete there "
            "what is not needed, and save.",
            sheet=sheet_name,
            most=f"{most:,}",
        )
    )
