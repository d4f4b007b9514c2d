"""What the values of a sheet do not tell: errors, formulas without a stored value, numbers shown with leading zeros.

`python-calamine` reads values quickly, but gives an empty text for a cell that shows `#N/A` and for a formula that no
spreadsheet program has calculated yet, and a number as a number, even where its format shows 80 as `0080`. This module
finds such cells in the sheet's XML (ECMA-376 Part 1, 18.3.1.4), each by its address, such as `F7`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from lxml import etree

from turnabout_sheets.workbook.package import Package, q

_ROW: Final = q("row")
_CELL: Final = q("c")
_FORMULA: Final = q("f")
_VALUE: Final = q("v")
_INLINE: Final = q("is")

_ADDRESS: Final = re.compile(r"([A-Z]+)([1-9][0-9]*)")
_ZERO_PADDED: Final = re.compile(r"0{2,}")
_WHOLE: Final = re.compile(r"([0-9]+)(?:\.0+)?")


@dataclass(frozen=True, slots=True)
class CellFlag:
    """Why the value of a cell cannot be used."""

    error: str | None
    """The error that the cell shows, such as `#N/A`; None for a formula without a stored value."""

    @property
    def uncalculated(self) -> bool:
        """Whether the cell is a formula whose value no spreadsheet program has calculated and stored yet."""
        return self.error is None


def scan_cells(package: Package, sheet_name: str) -> Mapping[str, CellFlag]:
    """Return the cells of a worksheet that show an error or hold a formula without a value, by address.

    Raises `KeyError` if there is no such worksheet, `UnusableWorkbookError` if its XML is damaged.
    """
    flags: dict[str, CellFlag] = {}
    for address, cell in _cells(package.xml(package.sheets[sheet_name])):
        kind = cell.get("t")
        if kind == "e":
            flags[address] = CellFlag(cell.findtext(_VALUE) or "#N/A")
        elif cell.find(_FORMULA) is not None and not _has_value(cell, kind):
            flags[address] = CellFlag(None)
    return flags


def zero_padded(package: Package, sheet_name: str) -> Mapping[str, str]:
    """Return the whole numbers of a worksheet that are shown with leading zeros, by address: what is shown, `0080`.

    Only formats of nothing but zeros (`0000`) are looked for: they are how people make Excel show such names and ids.
    The sheet is not read if the workbook has no such format. Raises like `scan_cells`.
    """
    part = package.sheets[sheet_name]
    widths = _padding_styles(package)
    if not widths:
        return {}
    shown: dict[str, str] = {}
    for address, cell in _cells(package.xml(part)):
        width = widths.get(cell.get("s", "0"))
        whole = _WHOLE.fullmatch(cell.findtext(_VALUE) or "") if width and cell.get("t", "n") == "n" else None
        if width and whole and len(whole[1]) < width:
            shown[address] = whole[1].zfill(width)
    return shown


def _has_value(cell: etree._Element, kind: str | None) -> bool:
    value = cell.find(_VALUE)
    # An empty text is a value; every other kind of empty value is none.
    return (value is not None and (bool(value.text) or kind == "str")) or cell.find(_INLINE) is not None


def _cells(root: etree._Element) -> Iterator[tuple[str, etree._Element]]:
    """Yield a worksheet's cells with their addresses.

    Rows and cells may leave out their `r`: they then follow the one before (18.3.1.73, 18.3.1.4).
    """
    letters: list[str] = []
    row_number = 0
    for row in root.iterfind(f"{q('sheetData')}/{_ROW}"):
        row_number = int(row.get("r", row_number + 1))
        column = 0
        for cell in row.iterchildren(_CELL):
            given = cell.get("r")
            column = column + 1 if given is None else _column(given, column + 1)
            while len(letters) < column:
                letters.append(_letters(len(letters) + 1))
            yield given or f"{letters[column - 1]}{row_number}", cell


def _column(address: str, otherwise: int) -> int:
    """Return the column number of an address such as `F7`: 6."""
    match = _ADDRESS.fullmatch(address)
    if match is None:
        return otherwise
    number = 0
    for letter in match[1]:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def _letters(column: int) -> str:
    """Return the letters of a column number: 28 is `AB`."""
    letters = ""
    while column:
        column, digit = divmod(column - 1, 26)
        letters = chr(ord("A") + digit) + letters
    return letters


def _padding_styles(package: Package) -> Mapping[str, int]:
    """Return the cell formats (indices as in XML) that show whole numbers with leading zeros: the number of digits."""
    part = package.related("styles")
    if part is None:
        return {}
    styles = package.xml(part)
    widths = {
        element.get("numFmtId"): len(element.get("formatCode", ""))
        for element in styles.iterfind(f"{q('numFmts')}/{q('numFmt')}")
        if _ZERO_PADDED.fullmatch(element.get("formatCode", ""))
    }
    return {
        str(index): widths[xf.get("numFmtId")]
        for index, xf in enumerate(styles.iterfind(f"{q('cellXfs')}/{q('xf')}"))
        if xf.get("numFmtId") in widths
    }
