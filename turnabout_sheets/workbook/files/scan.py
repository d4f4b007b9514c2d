"""What the values of a sheet do not tell: errors, formulas without a stored value, numbers shown with leading zeros.

`python-calamine` reads values quickly, but gives an empty text for a cell that shows `#N/A` and for a formula that no
spreadsheet program has calculated yet, and a number as a number, even where its format shows 80 as `0080`. And it lays
out every cell from A1 to the last that is filled: one stray value at the bottom of a sheet makes millions of them. This
module goes through the sheet's XML (ECMA-376 Part 1, 18.3.1.4) before, row by row, in little memory: of a sheet that
has more than events need, it reads no further than to where that shows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from lxml import etree

from turnabout_sheets.workbook.ooxml.package import MAIN, SAVE_AS_XLSX, Package, UnusableWorkbookError, q
from turnabout_sheets.workbook.ooxml.streaming import TooMuchError, stream_elements

UNCALCULATED: Final = "a formula without a value"
"""The flag of a formula whose value no spreadsheet program has calculated and stored yet."""

MOST_ELEMENTS: Final = 150_000
MOST_VALUES: Final = 400_000
MOST_FLAGS: Final = 50_000
"""How many rows, filled or not, filled cells, and cells with errors a sheet may have that is read: it takes seconds.
A round of 20,000 players has 300,000 filled cells, with all live columns."""
MOST_LETTERS: Final = 24_000_000
"""Letters of all texts on the sheets that are read, each as often as it stands there: 8 rounds of 20,000 players with
their notes have 16 million."""

_ROW: Final = q("row")
_CELL: Final = q("c")
_VALUE: Final = q("v")


def _path(path: str) -> etree.XPath:
    return etree.XPath(path, namespaces={"m": MAIN}, smart_strings=False)


_ADDRESSES: Final = _path("m:c/@r")
_FILLED: Final = _path("m:c[m:v or m:f or m:is or @t='e']/@r")
_SUSPECT: Final = _path("m:c[@t='e' or (m:f and not(m:is) and not(m:v[text() or ../@t='str']))]")
"""Error cells, and formulas without a value. An empty text is a value; every other kind of empty value is none."""
_STYLED_NUMBERS: Final = _path("m:c[@s and m:v and (not(@t) or @t='n')]")
_SHARED: Final = _path("m:c[@t='s']/m:v/text()")
_OWN_TEXTS: Final = _path("m:c/m:is//m:t/text() | m:c[@t='str']/m:v/text()")
_WITHOUT_ADDRESS: Final = _path("boolean(m:c[not(@r)])")

_ADDRESS: Final = re.compile(r"(?<!\S)([A-Z]{1,3})([1-9][0-9]{0,6})(?!\S)")
_ROW_NUMBER: Final = re.compile(r"[1-9][0-9]{0,6}")
_COLUMNS: Final = 1 << 14
_ROWS: Final = 1 << 20
"""How many columns and rows a sheet has (XFD and 1,048,576)."""
_SHOWN: Final = 20
"""How much of what is no address a message shows."""

_ZERO_PADDED: Final = re.compile(r"0{2,}")
_WHOLE: Final = re.compile(r"([0-9]+)(?:\.0+)?")


@dataclass(frozen=True, slots=True)
class Scanned:
    """What a sheet's XML tells beside the values, by address such as `F7`.

    `flags`: the error that a cell shows (`#N/A`), or `UNCALCULATED`. `shown`: whole numbers that are shown with leading
    zeros, as shown. `rows`, `columns`: how far the filled cells reach; `last`: the last of them;
    `filled`: how many they are; `filled_rows`: on how many rows; `letters`: how many their texts have.
    """

    flags: Mapping[str, str]
    shown: Mapping[str, str]
    rows: int
    columns: int
    last: str
    filled: int
    filled_rows: int
    letters: int


def scan(
    package: Package,
    sheet_name: str,
    padding: Mapping[str, int],
    most_rows: int = MOST_ELEMENTS,
    lengths: Sequence[int] = (),
) -> Scanned:
    """Go through a worksheet; `padding` is what `zero_padding` gives for the package, `lengths` what `measure_texts`.

    Raises `KeyError` if there is no such worksheet, `UnusableWorkbookError` if its XML is damaged, or has
    a row or cell that no sheet has, or more of them than any event needs: filled are at most `most_rows`.
    """
    flags: dict[str, str] = {}
    shown: dict[str, str] = {}
    rows = columns = filled = filled_rows = letters = 0
    is_long = package.size(package.sheets[sheet_name]) > MOST_LETTERS
    last = ""
    for row in _rows(package, sheet_name):
        for cell in _SUSPECT(row):
            flags[cell.get("r")] = (cell.findtext(_VALUE) or "#N/A") if cell.get("t") == "e" else UNCALCULATED
        for cell in _STYLED_NUMBERS(row) if padding else ():
            whole, width = _WHOLE.fullmatch(cell.findtext(_VALUE)), padding.get(cell.get("s"), 0)
            if whole and len(whole[1]) < width:
                shown[cell.get("r")] = whole[1].zfill(width)
        addresses = _FILLED(row)
        filled, filled_rows = filled + len(addresses), filled_rows + bool(addresses)
        if filled_rows > most_rows:
            raise too_much_on(sheet_name, most_rows, "filled rows")
        if filled > MOST_VALUES:
            raise too_much_on(sheet_name, MOST_VALUES, "filled cells")
        if len(flags) > MOST_FLAGS:
            raise too_much_on(sheet_name, MOST_FLAGS, "cells with errors")
        letters += sum(lengths[number] for number in _shared_in(row, lengths))
        letters += sum(map(len, _OWN_TEXTS(row))) if is_long else 0
        if letters > MOST_LETTERS:
            raise too_much_on(sheet_name, MOST_LETTERS, "letters")
        found = _ADDRESS.findall(" ".join(addresses))
        bottom = max(map(int, {number for _, number in found}), default=0)
        right = max(map(_column, {column for column, _ in found}), default=0)
        for column, number in reversed(found):
            if int(number) == bottom >= rows or _column(column) == right > columns:
                last = f"{column}{number}"
                break
        rows, columns = max(rows, bottom), max(columns, right)
    return Scanned(flags, shown, rows, columns, last, filled, filled_rows, letters)


def _shared_in(row: etree._Element, lengths: Sequence[int]) -> Iterator[int]:
    """Yield the numbers of the texts that the cells of a row share, of those that there are."""
    for number in _SHARED(row) if lengths else ():
        if number.isdecimal() and len(number) < _SHOWN and int(number) < len(lengths):
            yield int(number)


def _rows(package: Package, sheet_name: str) -> Iterator[etree._Element]:
    """Yield the element of each row, all its cells with their address, and forget it after.

    Rows and cells may leave out their `r`: they then follow the one before (18.3.1.73, 18.3.1.4). A cell may give the
    number of another row than the one around it; its own counts, as for everybody who reads the sheet.
    """
    number = 0
    for row in _row_elements(package, sheet_name):
        number = _row_number(row.get("r", str(number + 1)), sheet_name)
        if _WITHOUT_ADDRESS(row):
            column = 0
            for cell in row.iterchildren(_CELL):
                given = cell.get("r")
                if given is None:
                    column += 1
                    cell.set("r", f"{_letters(column)}{number}")
                else:
                    read = _ADDRESS.fullmatch(given)
                    column = _column(read[1]) if read else column + 1
        _require_addresses(_ADDRESSES(row), number, sheet_name)
        yield row


def _row_elements(package: Package, sheet_name: str) -> Iterator[etree._Element]:
    try:
        for rows, row in enumerate(stream_elements(package, package.sheets[sheet_name], _ROW), start=1):
            if rows > MOST_ELEMENTS:
                raise too_much_on(sheet_name, MOST_ELEMENTS, "rows")
            yield row
    except TooMuchError as error:
        raise too_much_on(sheet_name) from error


def too_much_on(sheet_name: str, most: int = 0, what: str = "") -> UnusableWorkbookError:
    """Return the error that says that a sheet has more than is read, and where that is known, at most of what."""
    limit = f" (at most {most:,} {what})" if what else ""
    return UnusableWorkbookError(
        f"has more on the sheet {sheet_name} than any event needs{limit}; delete what is not needed there"
    )


def _row_number(given: str, sheet_name: str) -> int:
    number = int(given) if _ROW_NUMBER.fullmatch(given) else 0
    if not 1 <= number <= _ROWS:
        raise UnusableWorkbookError(
            f"has a row with the number “{_show(given)}” on the sheet {sheet_name}, and no sheet has "
            f"such a row; {SAVE_AS_XLSX}"
        )
    return number


def _require_addresses(addresses: Sequence[str], row: int, sheet_name: str) -> None:
    """Refuse a row with an address that is none, or beyond the last column or row of a sheet."""
    found = _ADDRESS.findall(" ".join(addresses))
    letters, numbers = {letters for letters, _ in found}, {number for _, number in found}
    sound = len(found) == len(addresses) and all(map(str.isalnum, addresses))
    if sound and all(map(_is_column, letters)) and all(map(_is_row, numbers)):
        return
    wrong = next(each for each in addresses if not _is_address(each))
    raise UnusableWorkbookError(
        f"has a cell with the address “{_show(wrong)}” in row {row} of the sheet {sheet_name}, and no "
        f"sheet has such a cell; {SAVE_AS_XLSX}"
    )


def _is_address(text: str) -> bool:
    match = _ADDRESS.fullmatch(text)
    return match is not None and _is_column(match[1]) and _is_row(match[2])


def _is_column(letters: str) -> bool:
    return _column(letters) <= _COLUMNS


def _is_row(number: str) -> bool:
    return int(number) <= _ROWS


@cache
def _column(letters: str) -> int:
    """Return the number of a column by its letters: 28 for `AB`."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


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


def _show(text: str) -> str:
    """Return a text as far as it makes sense to show it, in one line."""
    return re.sub(r"\s", " ", text[:_SHOWN])
