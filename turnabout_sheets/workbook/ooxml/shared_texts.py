"""The texts that cells share (ECMA-376 Part 1, 18.4): of a long list, only those that somebody asks for.

A sheet of the organizer's may have millions of texts. They stand in one list with those of the sheets that are read,
so the list is gone through as bytes, which takes a second, and nothing of it is kept but what is wanted.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Collection, Iterator, Mapping, Sequence
from html import escape
from itertools import pairwise
from typing import Final

from lxml import etree

from turnabout_sheets.workbook.ooxml import bounds
from turnabout_sheets.workbook.ooxml.package import (
    MAIN,
    SAVE_AS_XLSX,
    Package,
    UnusableWorkbookError,
    parse_xml,
    q,
    too_much,
)
from turnabout_sheets.workbook.ooxml.streaming import stream_elements

_ITEM: Final = re.compile(rb"<(?:[\w.-]+:)?si(?=[\s/>])")
_SECTION: Final = re.compile(rb"<!--.*?-->|<!\[CDATA\[(.*?)\]\]>", re.DOTALL)
_NUMBERS: Final = etree.XPath("m:c[@t='s']/m:v", namespaces={"m": MAIN})
_AROUND: Final = len("<si><t></t></si>")
_LONGEST: Final = 1 << 20
"""Bytes that a text which is wanted may have, with its looks; a cell holds 32,767 characters."""


def cut_out(package: Package, part: str, wanted: Collection[int]) -> tuple[bytes, Sequence[int]]:
    """Return a list of texts, in UTF-8, with those that have these numbers only, and the numbers that there are.

    Raises `UnusableWorkbookError` if the part is damaged, or one of its texts longer than any.
    """
    found: dict[int, bytes] = {}
    try:
        items = _split(package, part)
        head = last = next(items)
        for number, last in enumerate(items):
            if number in wanted:
                found[number] = last
    except ValueError as error:
        raise _unreadable_error(part) from error
    tail = last[max(0, last.rfind(b"</")) :]
    return b"".join([head, *found.values()]).removesuffix(tail) + tail, list(found)


def measure_texts(package: Package) -> Sequence[int]:
    """Return the lengths of all shared texts, by number, in bytes; of rich ones with their looks. Raises as `cut_out`.

    A cell may have a long text with a few bytes, and a hundred thousand cells the same one: each has its own when read.
    """
    part = package.related("sharedStrings")
    if part is None:
        return ()
    try:
        items = _split(package, part)
        next(items)
        return array("L", (max(0, len(item) - _AROUND) for item in items))
    except ValueError as error:
        raise _unreadable_error(part) from error


def _unreadable_error(part: str) -> UnusableWorkbookError:
    return UnusableWorkbookError(f"is damaged ({part} is not readable); {SAVE_AS_XLSX}")


def _split(package: Package, part: str) -> Iterator[bytes]:
    """Yield what comes before the first text, then each text, the last with all that comes after it."""
    text, nodes = b"", 0
    for piece in _without_sections(package, part):
        text += piece
        nodes += bounds.count_nodes(piece)
        if len(text) > _LONGEST + len(piece) or nodes > bounds.MOST_STREAMED:
            raise too_much(part)
        # What stands at 0 is the beginning of the part, or of the text that may go on in the next piece.
        starts = [0, *(match.start() for match in _ITEM.finditer(text, 1))]
        yield from (text[start:end] for start, end in pairwise(starts))
        text = text[starts[-1] :]
    yield text


def _without_sections(package: Package, part: str) -> Iterator[bytes]:
    """Yield a part in UTF-8 piece by piece, without comments and with escaped text for CDATA: both may hold tags."""
    text = b""
    for piece in bounds.in_utf8(package.pieces(part)):
        text = _SECTION.sub(lambda match: escape((match[1] or b"").decode(), quote=False).encode(), text + piece)
        if len(text) > _LONGEST + len(piece):
            raise too_much(part)
        opened = text.find(b"<!")
        end = max(0, len(text) - 1) if opened < 0 else opened
        yield text[:end]
        text = text[end:]
    yield text


def shared_texts(package: Package, wanted: Collection[int]) -> Mapping[int, etree._Element]:
    """Return the elements of the shared texts that have these numbers. Raises like `cut_out`."""
    part = package.related("sharedStrings")
    if part is None or not wanted:
        return {}
    texts, numbers = cut_out(package, part, wanted)
    return dict(zip(numbers, parse_xml(texts, part).iterchildren(q("si")), strict=False))


def only_used(package: Package, part: str, sheets: Collection[str]) -> Mapping[str, bytes]:
    """Return the list of texts with those only that cells of these worksheet parts have, and these parts' rows.

    The cells have the texts' new numbers. Raises `UnusableWorkbookError`.
    """
    texts, numbers = cut_out(package, part, set().union(*(_numbers_on(package, sheet) for sheet in sheets)))
    new = {old: str(number) for number, old in enumerate(numbers)}
    return {part: texts} | {sheet: _renumber(package, sheet, new) for sheet in sheets}


def _cells_of(row: etree._Element) -> Iterator[etree._Element]:
    """Yield the elements of a row that hold the number of a text."""
    for value in _NUMBERS(row):
        if value.text is not None and value.text.isdecimal():
            yield value


def _numbers_on(package: Package, sheet: str) -> set[int]:
    return {int(value.text or "") for row in stream_elements(package, sheet, q("row")) for value in _cells_of(row)}


def _renumber(package: Package, sheet: str, new: Mapping[int, str]) -> bytes:
    """Return the rows of a worksheet, whose cells have their texts under the new numbers."""
    rows = []
    for row in stream_elements(package, sheet, q("row")):
        for value in _cells_of(row):
            value.text = new.get(int(value.text or ""), str(len(new)))  # one that is not there stays one
        rows.append(etree.tostring(row))
    return f'<worksheet xmlns="{MAIN}"><sheetData>'.encode() + b"".join(rows) + b"</sheetData></worksheet>"
