"""What the values of a sheet do not tell: errors, formulas without a stored value, numbers shown with leading zeros.

`python-calamine` reads values quickly, but gives an empty text for a cell that shows `#N/A` and for a formula that no
spreadsheet program has calculated yet, and a number as a number, even where its format shows 80 as `0080`. And it lays
out every cell from A1 to the last that is filled: one stray value at the bottom of a sheet makes millions of them. This
module goes through the sheet's XML (ECMA-376 Part 1, 18.3.1.4) before, row by row, in little memory.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from io import BytesIO
from typing import Final

from lxml import etree

from turnabout_sheets.workbook.ooxml.package import MAIN, SAVE_AS_XLSX, Package, UnusableWorkbookError, q

UNCALCULATED: Final = "a formula without a value"
"""The flag of a formula whose value no spreadsheet program has calculated and stored yet."""

_ROW: Final = q("row")
_CELL: Final = q("c")
_VALUE: Final = q("v")


def _path(path: str) -> etree.XPath:
    return etree.XPath(path, namespaces={"m": MAIN})


_FILLED: Final = _path("m:c[m:v or m:f or m:is or @t='e']")
_SUSPECT: Final = _path("m:c[@t='e' or (m:f and not(m:is) and not(m:v[text() or ../@t='str']))]")
"""Error cells, and formulas without a value. An empty text is a value; every other kind of empty value is none."""
_STYLED_NUMBERS: Final = _path("m:c[@s and m:v and (not(@t) or @t='n')]")
_WITHOUT_ADDRESS: Final = _path("boolean(m:c[not(@r)])")

_ZERO_PADDED: Final = re.compile(r"0{2,}")
_WHOLE: Final = re.compile(r"([0-9]+)(?:\.0+)?")


@dataclass(frozen=True, slots=True)
class Scanned:
    """What a sheet's XML tells beside the values, by address such as `F7`.

    `flags`: the error that a cell shows (`#N/A`), or `UNCALCULATED`. `shown`: whole numbers that are shown with leading
    zeros, as shown. `rows`, `columns`: how far the filled cells reach; `last`: the last of them.
    """

    flags: Mapping[str, str]
    shown: Mapping[str, str]
    rows: int
    columns: int
    last: str


def scan(package: Package, sheet_name: str, padding: Mapping[str, int]) -> Scanned:
    """Go through a worksheet; `padding` is what `zero_padding` gives for the package.

    Raises `KeyError` if there is no such worksheet, `UnusableWorkbookError` if its XML is damaged.
    """
    flags: dict[str, str] = {}
    shown: dict[str, str] = {}
    rows = columns = 0
    last = ""
    for number, row in _rows(package, package.sheets[sheet_name]):
        for cell in _SUSPECT(row):
            flags[cell.get("r")] = (cell.findtext(_VALUE) or "#N/A") if cell.get("t") == "e" else UNCALCULATED
        for cell in _STYLED_NUMBERS(row) if padding else ():
            whole, width = _WHOLE.fullmatch(cell.findtext(_VALUE)), padding.get(cell.get("s"), 0)
            if whole and len(whole[1]) < width:
                shown[cell.get("r")] = whole[1].zfill(width)
        filled = _FILLED(row)
        if filled:
            widest = max(_column(cell.get("r")) for cell in filled)
            rows, columns, last = max(rows, number), max(columns, widest), f"{_letters(widest)}{number}"
    return Scanned(flags, shown, rows, columns, last)


def _rows(package: Package, part: str) -> Iterator[tuple[int, etree._Element]]:
    """Yield the number and the element of each row, all its cells with their address, and forget it after.

    Rows and cells may leave out their `r`: they then follow the one before (18.3.1.73, 18.3.1.4).
    """
    number = 0
    stream = BytesIO(package.read(part))
    try:
        for _, row in etree.iterparse(stream, events=("end",), tag=_ROW, resolve_entities=False, no_network=True):
            number = _number(row, number + 1)
            if _WITHOUT_ADDRESS(row):
                column = 0
                for cell in row.iterchildren(_CELL):
                    column = _column(cell.get("r")) if cell.get("r") else column + 1
                    cell.set("r", f"{_letters(column)}{number}")
            yield number, row
            row.clear()
    except etree.XMLSyntaxError as error:
        raise UnusableWorkbookError(f"is damaged ({part} is not readable); {SAVE_AS_XLSX}") from error


def _number(row: etree._Element, otherwise: int) -> int:
    given = row.get("r", "")
    return int(given) if given.isdecimal() and len(given) < 8 else otherwise


@lru_cache(maxsize=1 << 16)
def _column(address: str) -> int:
    """Return the number of the column of an address: 28 for `AB7`; 1 for what is no address."""
    number = 0
    for letter in address.rstrip("0123456789")[:3]:
        number = number * 26 + ord(letter) - ord("A") + 1
    return max(1, number)


@cache
def _letters(column: int) -> str:
    """Return the letters of a column number: 28 is `AB`."""
    letters = ""
    while column:
        column, digit = divmod(column - 1, 26)
        letters = chr(ord("A") + digit) + letters
    return letters


def zero_padding(package: Package) -> Mapping[str, int]:
    """Return the cell formats (indices as in XML) that show whole numbers with leading zeros: the number of digits.

    Only formats of nothing but zeros (`0000`) are looked for: they are how people make Excel show such names and ids.
    """
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
