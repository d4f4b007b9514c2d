"""What is seen of sheets without reading them: which tab is active, and what stands at the top of each.

The workbook part has the place of the tab in front (`activeTab`, ECMA-376 Part 1, 18.2.30); besides, each sheet says
itself whether its tab is selected (`tabSelected`, 18.3.1.87). Several selected sheets are a *group*: what is typed goes
into all of them. So who brings a sheet to the front takes that one attribute off the sheet that had it, whosever it is.

It stands before the cells. So of a sheet no more than that is looked at, and the rest is copied as it is.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Final, NamedTuple

from lxml import etree

from turnabout_sheets.workbook.ooxml.areas import area_of
from turnabout_sheets.workbook.ooxml.package import Package, UnusableWorkbookError, q
from turnabout_sheets.workbook.ooxml.shared_texts import item_text, shared_texts
from turnabout_sheets.workbook.ooxml.splice import PartText
from turnabout_sheets.workbook.ooxml.streaming import stream_elements
from turnabout_sheets.workbook.ooxml.workbook_part import HIDDEN
from turnabout_sheets.workbook.ooxml.zip_rewrite import Packed, pack

MOST_CELLS: Final = 100_000
"""How many cells are looked at, at the top of all sheets."""
MOST_COLUMNS: Final = 256
_CELL: Final = q("c")
_ROW: Final = q("row")
_ROW_NUMBER: Final = re.compile("[0-9]{1,7}")


def read_tops(package: Package, titles: Collection[str], rows: int) -> Mapping[str, Sequence[Sequence[str]]]:
    """Return the texts in the first so many rows of worksheets, from A1 on, by title; blank for a cell without one.

    What cannot be read is left out: nothing more is asked of sheets that are not known.
    """
    found = (top_cells(package, title, package.sheets[title], rows) for title in titles if title in package.sheets)
    cells = list(islice(chain.from_iterable(found), MOST_CELLS))
    numbers = {int(text) for *_, kind, text in cells if kind == "s" and text.isdecimal()}
    shared: dict[str, str] = {}
    with contextlib.suppress(UnusableWorkbookError):
        shared = {str(number): text for number, text in shared_texts(package, numbers).items()}
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


_SELECTED: Final = "tabSelected"
_VIEW: Final = f"./{q('sheetViews')}/{q('sheetView')}"
_WINDOWS: Final = f"{q('bookViews')}/{q('workbookView')}"
_ROOT: Final = re.compile(rb"<((?:[\w.-]+:)?(?:work|chart|dialog)sheet)\b")
_CELLS: Final = re.compile(rb"<(?:[\w.-]+:)?sheetData\b")
_LONGEST: Final = 1 << 20
"""Bytes that may stand before a sheet's cells."""

_MOST_WRITTEN: Final = 8 << 20
"""Bytes of a sheet that is compressed anew only to take that attribute off it, in a fifth of a second: 25,000 rows."""


class _Head(NamedTuple):
    """What stands before the cells of a sheet, so many bytes of its part; the `closing` tag makes it a document."""

    text: PartText
    length: int
    closing: bytes


def find_selected(package: Package, written: Collection[str] = ()) -> Collection[str] | None:
    """Return the parts of the sheets whose tab is selected: one or none.

    None: there is more than one window or a group of sheets, something cannot be told, or the sheet is so long that it
    would take too long to write it anew, which those of `written` are anyway; then the tab in front is better left as
    it is.
    """
    if len(package.workbook.findall(_WINDOWS)) != 1:
        return None
    selected = []
    try:
        for tab in package.tabs:
            views = _read_head(package, tab.part).text.root.findall(_VIEW)
            is_selected = any(view.get(_SELECTED) in ("1", "true") for view in views)
            if len(views) > 1 or (is_selected and tab.state in HIDDEN):
                return None
            selected += [tab.part] if is_selected else []
    except (UnusableWorkbookError, ValueError):
        return None
    is_long = any(package.size(part) > _MOST_WRITTEN for part in selected if part not in written)
    return selected if len(selected) <= 1 and not is_long else None


def deselect(package: Package, part: str) -> Packed:
    """Return a sheet that `find_selected` has found, as it is but for that attribute."""
    head = _read_head(package, part)
    for _, span in head.text.places(_VIEW)[_VIEW]:
        head.text.set_attributes(span, {_SELECTED: None})
    return pack(_with_head(package, part, head.text.written().removesuffix(head.closing), head.length))


def is_selected(shell: etree._Element) -> bool:
    """Tell from the tree of a sheet whether its tab is selected."""
    return any(view.get(_SELECTED) in ("1", "true") for view in shell.iterfind(_VIEW))


def mark_selected(shell: etree._Element, *, selected: bool) -> None:
    """Say in the tree of a sheet whether its tab is selected."""
    for view in shell.iterfind(_VIEW):
        view.attrib.pop(_SELECTED, None)
        if selected:
            view.set(_SELECTED, "1")


def put_in_front(workbook: etree._Element, position: int) -> None:
    """Say in the tree of a workbook part with one window which tab is in front."""
    for window in workbook.iterfind(_WINDOWS):
        window.set("activeTab", str(position))


def _read_head(package: Package, part: str) -> _Head:
    """Return what stands before a sheet's cells. Raises `ValueError` or `UnusableWorkbookError` if that is unclear."""
    before = b""
    for piece in package.pieces(part):
        before += piece
        if (cells := _CELLS.search(before)) is not None:
            before = before[: cells.start()]
            break
        if len(before) > _LONGEST:
            raise ValueError(f"no cells near the beginning of {part}")
    else:
        return _Head(PartText(before, part), len(before), b"")
    root = _ROOT.search(before)
    if root is None:
        raise ValueError(f"no sheet that is known in {part}")
    closing = b"</" + root[1] + b">"
    return _Head(PartText(before + closing, part), len(before), closing)


def _with_head(package: Package, part: str, head: bytes, length: int) -> Iterator[bytes]:
    """Yield a part with another beginning in place of its first so many bytes."""
    yield head
    for piece in package.pieces(part):
        yield piece[length:]
        length = max(0, length - len(piece))
