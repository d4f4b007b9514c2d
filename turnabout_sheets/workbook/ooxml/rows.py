"""The rows of a worksheet as bytes, each cell written in the one plain way in which nearly all programs write it.

That is `<c r="A1" s="3" t="s"><f>…</f><v>…</v></c>` (ECMA-376 Part 1, 18.3.1.4): no prefix, no comment, every cell with
its address. Whether a part is well-formed and its rows are plain, two passes over its bytes tell, a fifth of the time
that it takes to make elements of them. Of any other part elements are made, row by row, and written plainly.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from html import escape
from itertools import islice
from typing import Final
from xml.parsers import expat

from lxml import etree

from turnabout_sheets.workbook.ooxml import bounds
from turnabout_sheets.workbook.ooxml.package import MAIN, SAVE_AS_XLSX, Package, UnusableWorkbookError, q
from turnabout_sheets.workbook.ooxml.streaming import stream_elements

_LONGEST: Final = 1 << 20
"""Bytes that a plain row may have, or what stands before the first. Elements are made of longer ones, within bounds."""
_AT_ONCE: Final = 20
"""How many rows that are written anew make a piece."""

# Plain rows. What may come next is told by its first letters everywhere, so that what does not match is found out at
# once. Single letters are never given back (*+); groups may be: Python before 3.11.5 mistakes those that may not.

_ROW_NUMBER_AS_USUAL: Final = rb'r="[1-9][0-9]{0,5}"'
_ATTRIBUTE: Final = rb'(?!r=)[A-Za-z][\w:.]*+="[^"<>&]*+"'
_ATTRIBUTES: Final = b"(?: %b)* ?+" % _ATTRIBUTE
_ADDRESS_AS_USUAL: Final = rb"(?:[A-Z]{1,2}|[A-W][A-Z]{2})[1-9][0-9]{0,5}"
"""Up to WZZ999999: whether there is a cell that is further away is looked at where elements are made."""


def _element(tag: bytes, text: bytes) -> bytes:
    return b"<%b%b(?:/>|>%b</%b>)" % (tag, _ATTRIBUTES, text, tag)


_FORMULA: Final = _element(b"f", b"[^<]*+")
_VALUE: Final = _element(b"v", b"(?:[^<&]++|&(?!#))*")
"""Without digits that are written as `&#49;`: the number of a text is looked for as it stands."""
_INLINE: Final = b"<is>%b</is>" % _element(b"t", b"[^<]*+")
_CELL: Final = b'<c r="%b"%b(?:/>|>(?:%b)?(?:%b|%b)?</c>)' % (
    _ADDRESS_AS_USUAL, _ATTRIBUTES, _FORMULA, _VALUE, _INLINE,
)  # fmt: skip
_ROW: Final = re.compile(
    rb"<row(?: (?:%b|%b))* ?+(?:/>|>\s*+(?:%b\s*+)*</row>)\s*+" % (_ROW_NUMBER_AS_USUAL, _ATTRIBUTE, _CELL)
)
_BEFORE: Final = re.compile(
    rb'\s*+(?:<\?xml[^<>?]*+\?>\s*+)?<worksheet(?= [^<>]*?xmlns="%b")[^<>]*+>'
    rb"(?:[^<]++|<(?!\?|sheetData[\s/>]))*<sheetData>\s*+" % re.escape(MAIN.encode())
)
_END_OF_ROW: Final = b"</row>"
_END_OF_ROWS: Final = b"</sheetData>"

# Elements

_CELL_TAG: Final = q("c")
_VALUE_TAG: Final = q("v")
_FORMULA_TAG: Final = q("f")
_INLINE_TAG: Final = q("is")


def _path(path: str) -> etree.XPath:
    return etree.XPath(path, namespaces={"m": MAIN}, smart_strings=False)


_ADDRESSES: Final = _path("m:c/@r")
_FILLED: Final = _path("m:c[m:v or m:f or m:is or @t='e']")
_WITHOUT_ADDRESS: Final = _path("boolean(m:c[not(@r)])")
_TEXTS: Final = _path(".//m:t/text()")

_ADDRESS: Final = re.compile(r"(?<!\S)([A-Z]{1,3})([1-9][0-9]{0,6})(?!\S)")
_ROW_NUMBER: Final = re.compile(r"[1-9][0-9]{0,6}")
_MOST_COLUMNS: Final = 1 << 14
_MOST_ROWS: Final = 1 << 20
"""How many columns and rows a sheet has (XFD and 1,048,576)."""
_SHOWN: Final = 20
"""How much of what is no address a message shows."""


class NotPlainError(Exception):
    """The rows of a worksheet, or what stands around them, are written in another way than most, or are damaged."""


def plain_rows(package: Package, part: str) -> Iterator[bytes]:
    """Yield the rows of a worksheet part, some at a time, as they stand there.

    Raises `NotPlainError` as soon as they are not plain, and `UnusableWorkbookError` if the part cannot be unpacked.
    """
    pieces = _well_formed(package, part)
    text = b""
    while (before := _BEFORE.match(text)) is None:
        text = _lengthen(text, pieces)
    text = text[before.end() :]
    while (end := text.find(_END_OF_ROWS)) < 0:
        rows, tag, text = text.rpartition(_END_OF_ROW)
        yield _require_plain(rows + tag)
        text = _lengthen(text, pieces)
    yield _require_plain(text[:end])
    for _ in pieces:
        pass  # what stands behind the rows is to be well-formed, too


def _well_formed(package: Package, part: str) -> Iterator[bytes]:
    """Yield a part in UTF-8 piece by piece; raises `NotPlainError` for a comment, CDATA, a DOCTYPE, or bad XML."""
    parser = expat.ParserCreate("utf-8", " ")
    last = b""
    try:
        for piece in bounds.in_utf8(package.pieces(part)):
            if b"<!" in piece or last + piece[:1] == b"<!":
                raise NotPlainError
            parser.Parse(piece)
            last = piece[-1:]
            yield piece
        parser.Parse(b"", True)
    except (expat.ExpatError, ValueError) as error:
        raise NotPlainError from error


def _lengthen(text: bytes, pieces: Iterator[bytes]) -> bytes:
    piece = next(pieces, b"") if len(text) <= _LONGEST else b""
    if not piece:
        raise NotPlainError
    return text + piece


def _require_plain(rows: bytes) -> bytes:
    place = len(rows) - len(rows.lstrip())
    while place < len(rows):
        row = _ROW.match(rows, place)
        if row is None:
            raise NotPlainError
        place = row.end()
    return rows


def rewritten_rows(package: Package, sheet_name: str) -> Iterator[bytes]:
    """Yield the rows of any worksheet, some at a time, in the plain way; of their cells those only that are filled.

    Rows and cells may leave out their `r`: they then follow the one before (18.3.1.73, 18.3.1.4). A cell may give the
    number of another row than the one around it; its own counts, as for everybody who reads the sheet. Raises
    `UnusableWorkbookError` if the XML is damaged, or has a row or cell that no sheet has, `TooMuchError` if it has
    more than there is room for.
    """
    rows = _rows(package, sheet_name)
    while piece := b"".join(map(_rewrite, islice(rows, _AT_ONCE))):
        yield piece


def _rows(package: Package, sheet_name: str) -> Iterator[etree._Element]:
    """Yield the element of each row, all its cells with their address, and forget it after."""
    number = 0
    for row in stream_elements(package, package.sheets[sheet_name], q("row")):
        number = _row_number(row.get("r", str(number + 1)), sheet_name)
        if _WITHOUT_ADDRESS(row):
            column = 0
            for cell in row.iterchildren(_CELL_TAG):
                given = cell.get("r")
                if given is None:
                    column += 1
                    cell.set("r", f"{_letters(column)}{number}")
                else:
                    read = _ADDRESS.fullmatch(given)
                    column = column_number(read[1].encode()) if read else column + 1
        _require_addresses(_ADDRESSES(row), number, sheet_name)
        yield row


def _rewrite(row: etree._Element) -> bytes:
    return f"<row>{''.join(map(_rewrite_cell, _FILLED(row)))}</row>".encode()


def _rewrite_cell(cell: etree._Element) -> str:
    kind, style = cell.get("t"), cell.get("s")
    attributes = (f' s="{escape(style)}"' if style else "") + (f' t="{escape(kind)}"' if kind else "")
    formula = inside = ""
    for child in cell:
        if child.tag == _VALUE_TAG:
            inside += f"<v>{escape(child.text or '', quote=False)}</v>"
        elif child.tag == _FORMULA_TAG:
            formula = "<f/>"
        elif child.tag == _INLINE_TAG:
            inside += f"<is><t>{escape(''.join(_TEXTS(child)), quote=False)}</t></is>"
    return f'<c r="{cell.get("r")}"{attributes}>{formula}{inside}</c>'


def _row_number(given: str, sheet_name: str) -> int:
    number = int(given) if _ROW_NUMBER.fullmatch(given) else 0
    if not 1 <= number <= _MOST_ROWS:
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
    return column_number(letters.encode()) <= _MOST_COLUMNS


def _is_row(number: str) -> bool:
    return int(number) <= _MOST_ROWS


@cache
def column_number(letters: bytes) -> int:
    """Return the number of a column by its letters: 28 for `AB`."""
    number = 0
    for letter in letters:
        number = number * 26 + letter - ord("A") + 1
    return number


@cache
def _letters(column: int) -> str:
    """Return the letters of a column number: 28 is `AB`."""
    letters = ""
    while column:
        column, digit = divmod(column - 1, 26)
        letters = chr(ord("A") + digit) + letters
    return letters


def _show(text: str) -> str:
    """Return a text as far as it makes sense to show it, in one line."""
    return re.sub(r"\s", " ", text[:_SHOWN])
