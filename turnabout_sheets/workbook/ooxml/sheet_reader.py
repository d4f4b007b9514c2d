"""Reads worksheets as grids: values as they were last shown, errors, and formulas without a value, in one pass."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final

from lxml import etree

from turnabout_sheets.core.problems import Message
from turnabout_sheets.sheets.grid import Grid, Raw, address
from turnabout_sheets.workbook.ooxml.areas import MOST_COLUMNS, column_of
from turnabout_sheets.workbook.ooxml.number_formats import as_shown, count_days_behind, from_iso, read_formats
from turnabout_sheets.workbook.ooxml.package import TOO_LARGE, Package, UnusableWorkbookError, q, qs

UNCALCULATED: Final = "a formula without a value"  # that no spreadsheet program has calculated and stored yet

MAX_ROWS: Final = 150_000  # results of 20,000 players after 12 rounds, placings of some thousand events
MAX_CELLS: Final = 2_000_000  # from A1 to the last that is filled

_ROW, _CELL, _VALUE, _FORMULA, _INLINE, _TEXT, _PRONOUNCED = qs("row c v f is t rPh")
_SPACE: Final = "{http://www.w3.org/XML/1998/namespace}space"
_BEHIND_THE_ROWS: Final = qs("mergeCell hyperlink dataValidation conditionalFormatting")
"""Of what there may be many, all in one element, which is not to be in memory whole."""

_ADDRESS: Final = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6})")
_MOST_ROWS: Final = 1 << 20
_NUMBER: Final = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?|[-+]?(?i:nan|inf|infinity)")
_TRUTH: Final = {"0": False, "false": False, "1": True, "true": True}
_INDEX: Final = re.compile(r"[0-9]{1,9}")
_ESCAPED: Final = re.compile("_x((?![Dd][89A-Fa-f])[0-9A-Fa-f]{4})_")  # a character by its number (22.9.2.19)


def read_sheets(package: Package, names: Collection[str], rows: int = MAX_ROWS) -> Mapping[str, Grid]:
    """Return worksheets, by name, as far as the first so many ``rows``. Raises `UnusableWorkbookError`."""
    reader = _Reader(package)
    return {name: reader.read(name, rows) for name in names}


def read_tops(package: Package, names: Collection[str], rows: int) -> Mapping[str, Grid]:
    """Return what stands in the first so many rows of worksheets, by name; what cannot be read is left out."""
    tops = dict[str, Grid]()
    for name in names:
        with contextlib.suppress(UnusableWorkbookError):
            tops |= read_sheets(package, [name], rows)
    return tops


class _Reader:
    def __init__(self, package: Package) -> None:
        self._package: Final = package
        self._formats: Final = read_formats(package)
        self._days_behind: Final = count_days_behind(package)

    @cached_property
    def _texts(self) -> Sequence[str]:
        """The texts that cells share, read when the first of them is met."""
        part = self._package.linked(self._package.workbook_part, "sharedStrings")
        return [_read_text(item) for item in self._package.stream(part, q("si"))] if part else ()

    def read(self, name: str, most: int) -> Grid:
        """Return a sheet as far as its first so many rows, all of one length."""
        values, flags, formulas, hidden = dict[int, list[Raw]](), dict[str, str](), dict[str, str](), set[int]()
        height = width = filled = 0  # as far as there is anything, and how many rows that makes
        lowest = rightmost = ""
        for line, column, place, cell in self._cells(name, most, hidden):
            kind, text, has_formula, inline = cell.get("t"), None, False, None
            if len(cell) == 2 and kind != "inlineStr" and (last := cell[1]).tag == _VALUE:
                has_formula, text = True, last.text or ""  # most cells: to look at a tag takes as long as all else
            else:
                for child in cell:
                    if (tag := child.tag) == _VALUE:
                        text = child.text or text or ""
                    elif tag == _FORMULA:
                        has_formula = True
                    elif tag == _INLINE:
                        inline = _read_text(child)
            if inline is None and text is None and not has_formula and kind != "e":
                continue
            if line >= height:
                filled += line > height
                height, lowest = line, place
            if column >= width:
                width, rightmost = column + 1, place
            if height > MAX_ROWS or height * width > MAX_CELLS:
                if filled > MAX_ROWS / 2:  # nothing is far away: the sheet is full
                    raise UnusableWorkbookError(TOO_LARGE)
                far = Message(
                    "{file} has something in the cell {cell} of the sheet {sheet}, far away from everything else. "
                    "Delete the rows and columns there, and save.",
                    cell=lowest if height > MAX_ROWS else rightmost,
                    sheet=name,
                )
                raise UnusableWorkbookError(far)
            if kind == "e":
                flags[place] = text or "#N/A"
            elif has_formula and inline is None and not text and (text is None or kind != "str"):
                flags[place] = UNCALCULATED
            value = self._value(kind, text, cell) if inline is None else inline
            if value is None:
                continue
            if has_formula and isinstance(value, float):
                formulas[place] = cell.findtext(_FORMULA) or "…"
            row = values.setdefault(line, [])
            row += [""] * (column + 1 - len(row))
            row[column] = value
        rows = [values.get(line, []) for line in range(1, min(max(values, default=0), most) + 1)]
        wide = max(map(len, rows), default=0)
        return Grid(name, [row + [""] * (wide - len(row)) for row in rows], flags, self._days_behind, formulas, hidden)

    def _cells(self, name: str, most: int, hidden: set[int]) -> Iterator[tuple[int, int, str, etree._Element]]:
        """Yield row, column and address of each cell, and itself; note which rows are hidden.

        Without their `r`, rows and cells follow the one before (18.3.1.73, 18.3.1.4).
        """
        number = 0
        for row in self._package.stream(self._package.sheets[name], _ROW, *_BEHIND_THE_ROWS):
            if row.tag != _ROW:
                continue
            given = row.get("r", str(number + 1))
            number, column = int(given) if _INDEX.fullmatch(given) else 0, -1
            if not 1 <= number <= _MOST_ROWS:
                raise UnusableWorkbookError
            if row.get("hidden") in ("1", "true"):
                hidden.add(number)
            suffix = str(number)
            for cell in row.iterchildren(_CELL):
                line, place = number, cell.get("r")
                if place is None:
                    column += 1
                    place = address(number - 1, column)
                elif place.endswith(suffix) and (found := column_of(place.removesuffix(suffix))) >= 0:
                    column = found
                elif match := _ADDRESS.fullmatch(place):
                    line, column = int(match[2]), column_of(match[1])
                else:
                    raise UnusableWorkbookError
                if not 0 <= column < MOST_COLUMNS or line > _MOST_ROWS:
                    raise UnusableWorkbookError
                yield line, column, place, cell
            if number >= most < MAX_ROWS:
                return

    def _value(self, kind: str | None, text: str | None, cell: etree._Element) -> Raw | None:
        """Return what a cell holds, by its type (18.18.11); None if that is nothing."""
        if kind == "str":
            return _unescape(text) if text else text
        if not text or kind in ("inlineStr", "is"):
            return None
        if kind is None or kind == "n":
            if _NUMBER.fullmatch(text):
                meaning, number = self._formats.get(cell.get("s", "")), float(text)
                return number if meaning is None else as_shown(text, number, meaning, self._days_behind)
            if kind is None:
                return text
        if kind == "s" and _INDEX.fullmatch(text) and int(text) < len(self._texts):
            return self._texts[int(text)]
        if kind == "b" and (truth := _TRUTH.get(text.strip().lower())) is not None:
            return truth
        if kind == "d":
            return from_iso(text)
        if kind == "e":
            return ""
        raise UnusableWorkbookError


def _read_text(item: etree._Element) -> str:
    """Return a text, plain or in runs of different looks, without how it is pronounced (18.4.8)."""
    said, parts = "", [*item]
    if len(parts) != 1 or parts[0].tag != _TEXT:
        parts = [text for part in parts if part.tag != _PRONOUNCED for text in part.iter(_TEXT)]
    for each in parts:
        text = each.text or ""
        if (text[:1].isspace() or text[-1:].isspace()) and each.get(_SPACE) != "preserve":
            text = text.strip(" \t\r\n")
        said += _unescape(text)
    return said


def _unescape(text: str) -> str:
    """Return a text with the characters that are escaped in it."""
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), text) if "_x" in text else text
