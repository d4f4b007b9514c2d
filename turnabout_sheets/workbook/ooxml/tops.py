"""What stands at the top of worksheets, read no further than that: of sheets that are not the program's to read."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Final

from lxml import etree

from turnabout_sheets.workbook.ooxml.areas import area_of
from turnabout_sheets.workbook.ooxml.package import Package, UnusableWorkbookError, q
from turnabout_sheets.workbook.ooxml.shared_texts import shared_texts
from turnabout_sheets.workbook.ooxml.streaming import stream_elements

MOST_CELLS: Final = 100_000
"""So many cells are looked at, at the top of all sheets."""
MOST_COLUMNS: Final = 256
_CELL: Final = q("c")
_ROW: Final = q("row")
_ROW_NUMBER: Final = re.compile("[0-9]{1,7}")
_ESCAPED: Final = re.compile("_x([0-9A-Fa-f]{4})_")


def read_tops(package: Package, titles: Collection[str], rows: int) -> Mapping[str, Sequence[Sequence[str]]]:
    """Return the texts in the first so many rows of worksheets, from A1 on, by title; blank for a cell without one.

    What cannot be read is left out: nothing more is asked of sheets that are not known.
    """
    found = (top_cells(package, title, package.sheets[title], rows) for title in titles if title in package.sheets)
    cells = list(islice(chain.from_iterable(found), MOST_CELLS))
    numbers = {int(text) for *_, kind, text in cells if kind == "s" and text.isdecimal()}
    shared: dict[str, str] = {}
    with contextlib.suppress(UnusableWorkbookError):
        shared = {str(number): item_text(item) for number, item in shared_texts(package, numbers).items()}
    tops: dict[str, list[list[str]]] = {}
    for title, address, kind, text in cells:
        place = area_of(address)
        if place is not None and place.top <= rows and place.left < MOST_COLUMNS:
            lines = tops.setdefault(title, [])
            lines += [[] for _ in range(place.top - len(lines))]
            line = lines[place.top - 1]
            line += [""] * (place.left + 1 - len(line))
            line[place.left] = shared.get(text, "") if kind == "s" else text
    return tops


def top_cells(package: Package, title: str, part: str, rows: int) -> Iterator[tuple[str, str, str, str]]:
    """Yield title, address, type and text of the cells in the first rows of a worksheet; see `cell_text`.

    A row without a number follows the one before (Part 1, 18.3.1.73).
    """
    number = 0
    with contextlib.suppress(UnusableWorkbookError):
        for element in stream_elements(package, part, _CELL, _ROW):
            if element.tag == _ROW:
                given = element.get("r", "")
                number = int(given) if _ROW_NUMBER.fullmatch(given) else number + 1
                if number >= rows:
                    break
                continue
            place = area_of(element.get("r", ""))
            if place is not None and place.top > rows:
                break
            yield title, element.get("r", ""), element.get("t", ""), cell_text(element)


def cell_text(cell: etree._Element) -> str:
    """Return the text of a cell; of one that shares its text, the number of that."""
    inline = cell.find(q("is"))
    return cell.findtext(q("v"), "") if inline is None else item_text(inline)


def item_text(item: etree._Element) -> str:
    """Return a text, plain or in runs of different looks, without how it is pronounced (Part 1, 18.4.8)."""
    texts = (text.text or "" for path in (q("t"), f"{q('r')}/{q('t')}") for text in item.iterfind(path))
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), "".join(texts))
