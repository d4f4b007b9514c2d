"""Carrying cell formats from one workbook into another, by appending only.

A cell names its format by an index into `cellXfs` of the styles part; an entry there (`xf`) names a number format by id
and a font, a fill and a border by index (ECMA-376 Part 1, 18.8.45). Conditional formats use indices into `dxfs`. Cells
of sheets that we must not touch hold such indices, so no entry may ever move, change or go: what our sheets need is
looked up in the target's lists and appended if missing.

Indices count *positions*, duplicates included; LibreOffice writes some. Entries are compared by meaning rather than by
their text, because Excel writes the same font in other words than openpyxl when it saves. What is still not recognized
is appended again; the lists stay small because spreadsheet programs leave out unused formats when they save.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Hashable
from typing import Final

from lxml import etree

from turnabout_sheets.workbook.ooxml.areas import read_number
from turnabout_sheets.workbook.ooxml.package import MAIN, parse_xml, q, qs

_ORDER: Final = qs("numFmts fonts fills borders cellStyleXfs cellXfs cellStyles dxfs tableStyles colors extLst")
"""The sequence of the lists in a styles part (ECMA-376 Part 1, 18.8.39)."""

_SEEDS: Final = {
    "numFmts": "",
    "fonts": '<font><sz val="11"/><name val="Calibri"/><family val="2"/></font>',
    # Excel takes the first two fills for none and gray125, whatever they say.
    "fills": '<fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>',
    "borders": "<border><left/><right/><top/><bottom/><diagonal/></border>",
    "cellStyleXfs": '<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>',
    "cellXfs": '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
    "dxfs": "",
}
"""What a list holds when the target does not have it: entry 0 is what cells without a format use."""

_DEFAULTS: Final = {
    ("b", "val"): ("1", "true"),
    ("i", "val"): ("1", "true"),
    ("strike", "val"): ("1", "true"),
    ("u", "val"): ("single",),
    ("patternFill", "patternType"): ("none",),
    ("xf", "pivotButton"): ("0", "false"),
    ("xf", "quotePrefix"): ("0", "false"),
}
"""Attribute values that mean the same as leaving the attribute out."""

_APPLIES: Final = {
    "applyNumberFormat": "numFmtId",
    "applyFont": "fontId",
    "applyFill": "fillId",
    "applyBorder": "borderId",
}
"""Attributes of `xf` that say whether one of its parts counts. For entry 0 they make no difference."""

_FIRST_CUSTOM_FORMAT: Final = 164


class StyleMerger:
    """Finds or appends, in a target's styles, the formats that cells of a scratch workbook use.

    `target` is changed in place; `changed` tells whether anything was appended. Indices go in and come out as the
    strings that stand in XML. Entry 0, the default format, stays the target's own, so that plain cells of our sheets
    look like plain cells of the organizer's.
    """

    def __init__(self, target: etree._Element, scratch: etree._Element) -> None:
        self.changed = False
        self._target = target
        self._scratch = scratch
        self._known: dict[str, dict[Hashable, int]] = {}
        self._formats = {
            element.get("numFmtId", ""): element.get("formatCode", "")
            for element in scratch.iterfind(f"{q('numFmts')}/{q('numFmt')}")
        }
        self._adopted: dict[tuple[str, str], str] = {}

    def cell(self, index: str) -> str:
        """Return the target's index of a cell format of the scratch workbook."""
        return index if index == "0" else self._once("cellXfs", index, self._adopt_xf)

    def conditional(self, index: str) -> str:
        """Return the target's index of a conditional (differential) format of the scratch workbook."""
        return self._once("dxfs", index, lambda index: self._adopt("dxfs", index))

    def _once(self, section: str, index: str, adopt: Callable[[str], str]) -> str:
        if (section, index) not in self._adopted:
            self._adopted[section, index] = adopt(index)
        return self._adopted[section, index]

    def _adopt_xf(self, index: str) -> str:
        xf = copy.deepcopy(self._entry("cellXfs", index))
        xf.set("numFmtId", self._number_format(xf.get("numFmtId", "0")))
        for section, attribute in (("fonts", "fontId"), ("fills", "fillId"), ("borders", "borderId")):
            xf.set(attribute, self._adopt(section, xf.get(attribute, "0")))
        xf.set("xfId", "0")
        # LibreOffice ignores what is not marked as applied.
        for attribute in _APPLIES:
            xf.set(attribute, "1")
        return self._place("cellXfs", xf)

    def _adopt(self, section: str, index: str) -> str:
        return self._place(section, copy.deepcopy(self._entry(section, index)))

    def _entry(self, section: str, index: str) -> etree._Element:
        entries = self._scratch.findall(f"{q(section)}/{{*}}*")
        return entries[int(index)]

    def _place(self, section: str, entry: etree._Element) -> str:
        """Return the index of `entry` in the target's list, after appending it if nothing there means the same."""
        known = self._known.get(section)
        if known is None:
            known = self._known[section] = {}
            for position, present in enumerate(self._list(section).iterchildren("{*}*")):
                known.setdefault(_meaning(present), position)
        meaning = _meaning(entry)
        if meaning not in known:
            entries = self._list(section)
            known[meaning] = sum(1 for _ in entries.iterchildren("{*}*"))
            entries.append(entry)
            entries.set("count", str(known[meaning] + 1))
            self.changed = True
        return str(known[meaning])

    def _number_format(self, number: str) -> str:
        """Return the target's id of a number format; ids below 164 are built in and the same everywhere."""
        if number not in self._formats:
            return number
        code = self._formats[number]
        formats = self._list("numFmts")
        taken = _FIRST_CUSTOM_FORMAT - 1
        for present in formats.iterchildren(q("numFmt")):
            if present.get("formatCode") == code:
                return present.get("numFmtId", "")
            taken = max(taken, read_number(present.get("numFmtId", "0")))
        etree.SubElement(formats, q("numFmt"), {"numFmtId": str(taken + 1), "formatCode": code})
        formats.set("count", str(len(formats)))
        self.changed = True
        return str(taken + 1)

    def _list(self, section: str) -> etree._Element:
        found = self._target.find(q(section))
        if found is None:
            found = _seeded(section)
            insert_in_order(self._target, found, _ORDER)
            self.changed = True
        return found


def empty_styles() -> etree._Element:
    """Return the root of a styles part for a workbook that has none."""
    root = parse_xml(f'<styleSheet xmlns="{MAIN}"/>'.encode(), "xl/styles.xml")
    for section in ("fonts", "fills", "borders", "cellStyleXfs", "cellXfs"):
        root.append(_seeded(section))
    return root


def insert_in_order(parent: etree._Element, child: etree._Element, order: tuple[str, ...]) -> None:
    """Insert `child` into `parent`, whose children the schema wants in the given sequence of names.

    Children that are not in the sequence (extensions) stay where they are.
    """
    rank = order.index(child.tag)
    following = set(order[rank + 1 :])
    for position, present in enumerate(parent):
        if present.tag in following:
            parent.insert(position, child)
            return
    parent.append(child)


def _seeded(section: str) -> etree._Element:
    root = parse_xml(f'<{section} xmlns="{MAIN}">{_SEEDS[section]}</{section}>'.encode(), "xl/styles.xml")
    root.set("count", str(len(root)))
    return root


def _meaning(element: etree._Element) -> Hashable:
    """Return what an entry says, without regard to the order of its children and to attributes left at default."""
    name = etree.QName(element).localname
    attributes = frozenset(
        (key, _colour(value) if key == "rgb" else value)
        for key, value in element.attrib.items()
        if value not in _DEFAULTS.get((name, key), ())
        and not (key in _APPLIES and element.get(_APPLIES[key], "0") == "0")
    )
    children = tuple(sorted((_meaning(child) for child in element.iterchildren("{*}*")), key=repr))
    return name, attributes, children


def _colour(rgb: str) -> str:
    """Return a colour without its alpha value, which spreadsheet programs ignore and write differently."""
    return rgb[-6:].upper()
