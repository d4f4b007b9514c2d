"""What the values of a sheet do not tell: errors, formulas without a stored value, numbers shown with leading zeros.

`python-calamine` reads values quickly, but gives an empty text for a cell that shows `#N/A` and for a formula that no
spreadsheet program has calculated yet, and a number as a number, even where its format shows 80 as `0080`. This module
finds such cells in the sheet's XML (ECMA-376 Part 1, 18.3.1.4), each by its address, such as `F7`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from lxml import etree

from turnabout_sheets.workbook.package import MAIN, Package, q

_ROW: Final = q("row")
_CELL: Final = q("c")
_VALUE: Final = q("v")

_WITHOUT_VALUE: Final = etree.XPath(
    "m:sheetData/m:row/m:c[@t='e' or (m:f and not(m:is) and not(m:v[text() or ../@t='str']))]", namespaces={"m": MAIN}
)
"""Error cells, and formulas without a value. An empty text is a value; every other kind of empty value is none."""

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
    root = package.xml(package.sheets[sheet_name])
    return {
        address: CellFlag((cell.findtext(_VALUE) or "#N/A") if cell.get("t") == "e" else None)
        for address, cell in _addressed(root, _WITHOUT_VALUE(root))
    }


def zero_padded(package: Package, sheet_name: str) -> Mapping[str, str]:
    """Return the whole numbers of a worksheet that are shown with leading zeros, by address: what is shown, `0080`.

    Only formats of nothing but zeros (`0000`) are looked for: they are how people make Excel show such names and ids.
    The sheet is not read if the workbook has no such format. Raises like `scan_cells`.
    """
    part = package.sheets[sheet_name]
    widths = _padding_styles(package)
    if not widths:
        return {}
    root = package.xml(part)
    styled = (cell for cell in root.iterfind(f"{q('sheetData')}/{_ROW}/{_CELL}[@s]") if cell.get("s") in widths)
    shown: dict[str, str] = {}
    for address, cell in _addressed(root, styled):
        whole = _WHOLE.fullmatch(cell.findtext(_VALUE) or "") if cell.get("t", "n") == "n" else None
        width = widths[cell.get("s", "")]
        if whole and len(whole[1]) < width:
            shown[address] = whole[1].zfill(width)
    return shown


def _addressed(root: etree._Element, cells: Iterable[etree._Element]) -> Iterator[tuple[str, etree._Element]]:
    """Yield some cells of a worksheet with their addresses, in the order of the sheet.

    Rows and cells may leave out their `r`: they then follow the one before (18.3.1.73, 18.3.1.4).
    """
    wanted = set(cells)
    rows = {cell.getparent() for cell in wanted}
    number = 0
    for row in root.iterfind(f"{q('sheetData')}/{_ROW}"):
        number = int(row.get("r", number + 1))
        column = 0
        for cell in row.iterchildren(_CELL) if row in rows else ():
            given = cell.get("r")
            column = column + 1 if given is None else _column(given, column + 1)
            if cell in wanted:
                yield given or f"{_letters(column)}{number}", cell


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
