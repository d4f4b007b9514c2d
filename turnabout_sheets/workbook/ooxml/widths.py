"""The widths of columns on our sheets: the organizer's stay, all others are the program's.

A `col` element (ECMA-376 Part 1, 18.3.1.13) gives a range of columns one width, in characters. It does not say who set
it: `bestFit` is meant to ("never been manually set by the user"), but not every program keeps it. So the widths that we
write are remembered, in a hidden defined name beside the sheet's mark, and a column whose present width is another one
has been changed by the organizer. The name holds them as a text, a number of columns before `x`: `"7 28 9 12x6"`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from lxml import etree

from turnabout_sheets.workbook.ooxml.areas import read_number
from turnabout_sheets.workbook.ooxml.package import q
from turnabout_sheets.workbook.ooxml.worksheet import insert

_ROUNDING: Final = 0.3
"""Characters by which a width may change when programs save it in units of their screen."""

_TRUE: Final = ("1", "true")
_HIDING: Final = ("hidden", "outlineLevel", "collapsed")
"""Attributes by which columns are put out of sight; the organizer's stay."""
_RUN: Final = re.compile(r"(?P<width>[\d.]+|-)(?:x(?P<times>\d+))?")

_Span = tuple[int, int, Mapping[str, str]]
"""First column, last column, attributes of both and all between."""


def remember(shell: etree._Element) -> str:
    """Return the widths of a sheet's columns as a text that `keep` understands."""
    found = _spans(shell)
    widths = [_width(_at(found, column)) for column in range(1, max((last for _, last, _ in found), default=0) + 1)]
    runs: list[tuple[str, int]] = []
    for width in ("-" if width is None else f"{width:g}" for width in widths):
        if runs and runs[-1][0] == width:
            runs[-1] = width, runs[-1][1] + 1
        else:
            runs.append((width, 1))
    return " ".join(width if times == 1 else f"{width}x{times}" for width, times in runs)


def keep(present: etree._Element | None, new: etree._Element, remembered: str) -> None:
    """Give the columns of the sheet `new` what the organizer has changed on the sheet `present` (None: there is none).

    `remembered` is what `remember` told when `present` was written.
    """
    theirs, ours, written = [] if present is None else _spans(present), _spans(new), _recall(remembered)
    for columns in new.findall(q("cols")):
        new.remove(columns)
    edges = sorted({edge for first, last, _ in (*theirs, *ours, *written) for edge in (first, last + 1)})
    columns = etree.Element(q("cols"))
    for first, following in pairwise(edges):
        attributes = _merged(_at(theirs, first), _at(ours, first), _width(_at(written, first)))
        if attributes:
            column = etree.SubElement(columns, q("col"), {"min": str(first), "max": str(following - 1)})
            for name in sorted(attributes):
                column.set(name, attributes[name])
    if len(columns):
        insert(new, columns)


def _merged(theirs: Mapping[str, str], ours: Mapping[str, str], written: float | None) -> dict[str, str]:
    merged = dict(ours)
    width = _width(theirs)
    if not _is_same(width, written):
        for name in ("width", "customWidth"):
            merged.pop(name, None)
        if width is not None:
            merged |= {"width": theirs["width"], "customWidth": "1"}
    return merged | {name: theirs[name] for name in _HIDING if theirs.get(name, "0") not in ("0", "false")}


def _spans(shell: etree._Element) -> list[_Span]:
    return [
        (read_number(column.get("min", "1")), read_number(column.get("max", "1")), _attributes(column))
        for column in shell.iterfind(f"{q('cols')}/{q('col')}")
    ]


def _recall(remembered: str) -> list[_Span]:
    found: list[_Span] = []
    first = 1
    for run in _RUN.finditer(remembered):
        last = first + int(run["times"] or 1) - 1
        if run["width"] != "-":
            found.append((first, last, {"width": run["width"], "customWidth": "1"}))
        first = last + 1
    return found


def _at(spans: Sequence[_Span], column: int) -> Mapping[str, str]:
    return next((attributes for first, last, attributes in spans if first <= column <= last), {})


def _width(attributes: Mapping[str, str]) -> float | None:
    """Return the width that somebody chose; None if it is the sheet's own."""
    return float(attributes["width"]) if attributes.get("customWidth") in _TRUE and "width" in attributes else None


def _is_same(one: float | None, other: float | None) -> bool:
    return one == other if one is None or other is None else abs(one - other) < _ROUNDING


def _attributes(column: etree._Element) -> dict[str, str]:
    return {str(name): str(value) for name, value in column.attrib.items() if name not in ("min", "max")}
