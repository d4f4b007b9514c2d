"""What is seen of sheets without reading them: which tab is active, and what stands at the top of each.

The workbook part has the place of the tab in front (`activeTab`, ECMA-376 Part 1, 18.2.30); besides, each sheet says
itself whether its tab is selected (`tabSelected`, 18.3.1.87). Several selected sheets are a *group*: what is typed goes
into all of them. So who brings a sheet to the front takes that one attribute off the sheet that had it, whosever it is.

It is before the cells. The rest of a sheet is copied as it is.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice, takewhile
from typing import Final

from lxml import etree

from turnabout_sheets.workbook.ooxml.areas import area_of
from turnabout_sheets.workbook.ooxml.package import Package, UnusableWorkbookError, q
from turnabout_sheets.workbook.ooxml.shared_texts import item_text, shared_texts
from turnabout_sheets.workbook.ooxml.streaming import stream_elements
from turnabout_sheets.workbook.ooxml.workbook_part import HIDDEN

_MOST_CELLS: Final = 100_000
"""How many cells are looked at, at the top of each sheet."""
_MOST_COLUMNS: Final = 1 << 14
_CELL: Final = q("c")
_ROW: Final = q("row")
_ROW_NUMBER: Final = re.compile("[0-9]{1,7}")


def read_tops(package: Package, titles: Collection[str], rows: int) -> Mapping[str, Sequence[Sequence[str]]]:
    """Return the texts in the first so many rows of worksheets, from A1 on, by title; blank for a cell without one.

    What cannot be read is left out: nothing more is asked of sheets that are not known.
    """
    cells = [
        cell
        for title in titles
        if title in package.sheets
        for cell in islice(_top_cells(package, title, package.sheets[title], rows), _MOST_CELLS)
    ]
    numbers = {int(text) for *_, kind, text in cells if kind == "s" and text.isdecimal()}
    shared: dict[str, str] = {}
    with contextlib.suppress(UnusableWorkbookError):
        shared = {str(number): text for number, text in shared_texts(package, numbers).items()}
    tops: dict[str, list[list[str]]] = {}
    for title, row, column, kind, text in cells:
        lines = tops.setdefault(title, [])
        lines += [[] for _ in range(row - len(lines))]
        lines[row - 1] += [""] * (column + 1 - len(lines[row - 1]))
        lines[row - 1][column] = shared.get(text, "") if kind == "s" else text
    return tops


def _top_cells(package: Package, title: str, part: str, rows: int) -> Iterator[tuple[str, int, int, str, str]]:
    """Yield title, row from 1, column from 0, type and text of the cells in the first rows; of shared texts the number.

    Rows and cells without a number follow the one before (Part 1, 18.3.1.73 and 18.3.1.4).
    """
    number, column = 0, -1
    with contextlib.suppress(UnusableWorkbookError):
        for element in stream_elements(package, part, _CELL, _ROW):
            if element.tag == _ROW:
                given = element.get("r", "")
                number, column = int(given) if _ROW_NUMBER.fullmatch(given) else number + 1, -1
                if number >= rows:
                    break
                continue
            place = area_of(element.get("r", ""))
            row, column = (number + 1, column + 1) if place is None else (place.top, place.left)
            if not 1 <= row <= rows or column >= _MOST_COLUMNS:
                break
            inline = element.find(q("is"))
            text = element.findtext(q("v"), "") if inline is None else item_text(inline)
            yield title, row, column, element.get("t", ""), text


_SELECTED: Final = "tabSelected"
_VIEW: Final = f"./{q('sheetViews')}/{q('sheetView')}"
_WINDOWS: Final = f"{q('bookViews')}/{q('workbookView')}"
_ATTRIBUTE: Final = re.compile(rb"""\s+tabSelected\s*=\s*["'](?:1|true)["']""")
_CELLS: Final = re.compile(rb"<(?:[\w.-]+:)?sheetData\b")


def find_selected(package: Package, written: Collection[str] = ()) -> Mapping[str, bytes] | None:
    """Return the sheets whose tab is selected, one or none: by part, as they are but for the attribute that says so.

    None: there is more than one window or a group of sheets, or something cannot be told, but for the sheets that are
    ``written`` anyway; then the tab in front is better left as it is.
    """
    if len(package.workbook.findall(_WINDOWS)) != 1:
        return None
    selected = {}
    try:
        for tab in package.tabs:
            elements = stream_elements(package, tab.part, q("sheetView"), _ROW)
            views = [dict(each.attrib) for each in takewhile(lambda each: each.tag != _ROW, elements)]
            if len(views) > 1:
                return None
            if views and views[0].get(_SELECTED) in ("1", "true"):
                data = package.read(tab.part)
                cells = _CELLS.search(data)
                end = cells.start() if cells else len(data)
                head, count = _ATTRIBUTE.subn(b"", data[:end])
                if tab.state in HIDDEN or (count != 1 and tab.part not in written):
                    return None
                selected[tab.part] = head + data[end:]
    except UnusableWorkbookError:
        return None
    return selected if len(selected) <= 1 else None


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
