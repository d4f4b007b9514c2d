"""Carrying cell formats from one workbook into another, by appending only.

A cell names its format by an index into `cellXfs` of the styles part; an entry there (`xf`) names a number format by id
and a font, a fill and a border by index (ECMA-376 Part 1, 18.8.45). Conditional formats use indices into `dxfs`. Cells
of sheets that we must not touch hold such indices, so no entry may ever move, change or go: what our sheets need is
looked up in the target's lists and appended if missing. Indices count *positions*, duplicates included.

Entries are compared by meaning rather than by their text, because Excel writes the same font in other words than
openpyxl when it saves. What is still not recognized is appended again; the lists stay small because spreadsheet
programs leave out unused formats when they save.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Hashable
from typing import Final

from lxml import etree

from turnabout_sheets.workbook.ooxml.areas import read_number
from turnabout_sheets.workbook.ooxml.package import MAIN, Package, UnusableWorkbookError, parse_xml, q, qs
from turnabout_sheets.workbook.ooxml.workbook_part import insert_in_order

_TYPE: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"
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


class Styles:
    """Finds or appends, in a target's styles, the formats that cells of a scratch workbook use.

    Indices go in and come out as the strings that stand in XML. Entry 0, the default format, stays the target's own,
    so that plain cells of our sheets look like plain cells of the organizer's. Raises `UnusableWorkbookError` where
    the target has something else for its styles.
    """

    def __init__(self, target: Package, scratch: Package) -> None:
        part = target.linked(target.workbook_part, "styles")
        if not part:
            part, root = target.new_name(""), parse_xml(f'<styleSheet xmlns="{MAIN}"/>'.encode())
            root.extend(_seeded(section) for section in ("fonts", "fills", "borders", "cellStyleXfs", "cellXfs"))
            target.put_tree(part, root, _TYPE)
            target.link(target.workbook_part, "styles", part)
        self._target: Final = target.tree(part)
        if self._target.tag != q("styleSheet"):  # nothing is ever written into what we do not know
            raise UnusableWorkbookError
        self._scratch: Final = scratch.tree(scratch.linked(scratch.workbook_part, "styles"))
        self._places: dict[str, dict[Hashable, int]] = {}
        self._known: dict[tuple[str, str], str] = {}

    def cell(self, index: str) -> str:
        """Return the target's index of a cell format of the scratch workbook."""
        return index if index == "0" else self._adopt("cellXfs", index, self._complete)

    def conditional(self, index: str) -> str:
        """Return the target's index of a conditional (differential) format of the scratch workbook."""
        return self._adopt("dxfs", index)

    def _adopt(self, section: str, index: str, complete: Callable[[etree._Element], None] | None = None) -> str:
        """Return the index in the target's list of an entry, after appending it if nothing there means the same."""
        if (section, index) not in self._known:
            entry = copy.deepcopy(self._scratch.findall(f"{q(section)}/{{*}}*")[int(index)])
            if complete is not None:
                complete(entry)
            entries = self._list(section)
            if section not in self._places:
                present = enumerate(entries.iterchildren("{*}*"))
                self._places[section] = {_meaning(each): at for at, each in reversed([*present])}
            places, meaning = self._places[section], _meaning(entry)
            if meaning not in places:
                places[meaning] = sum(1 for _ in entries.iterchildren("{*}*"))
                entries.append(entry)
                entries.set("count", str(places[meaning] + 1))
            self._known[section, index] = str(places[meaning])
        return self._known[section, index]

    def _complete(self, xf: etree._Element) -> None:
        """Make a cell format name the target's number format, font, fill and border."""
        xf.set("numFmtId", self._number_format(xf.get("numFmtId", "0")))
        for section, attribute in (("fonts", "fontId"), ("fills", "fillId"), ("borders", "borderId")):
            xf.set(attribute, self._adopt(section, xf.get(attribute, "0")))
        xf.set("xfId", "0")
        for attribute in _APPLIES:  # LibreOffice ignores what is not marked as applied
            xf.set(attribute, "1")

    def _number_format(self, number: str) -> str:
        """Return the target's id of a number format; ids below 164 are built in and the same everywhere."""
        path = f"{q('numFmts')}/{q('numFmt')}"
        codes = {each.get("numFmtId"): each.get("formatCode", "") for each in self._scratch.iterfind(path)}
        if number not in codes:
            return number
        formats = self._list("numFmts")
        ids = {each.get("formatCode", ""): each.get("numFmtId", "0") for each in formats.iterchildren(q("numFmt"))}
        if codes[number] not in ids:
            free = max([_FIRST_CUSTOM_FORMAT - 1, *map(read_number, ids.values())]) + 1
            etree.SubElement(formats, q("numFmt"), {"numFmtId": str(free), "formatCode": codes[number]})
            formats.set("count", str(len(formats)))
            return str(free)
        return ids[codes[number]]

    def _list(self, section: str) -> etree._Element:
        found = self._target.find(q(section))
        if found is None:
            found = _seeded(section)
            insert_in_order(self._target, found, _ORDER)
        return found


def _seeded(section: str) -> etree._Element:
    root = parse_xml(f'<{section} xmlns="{MAIN}">{_SEEDS[section]}</{section}>'.encode())
    root.set("count", str(len(root)))
    return root


def _meaning(element: etree._Element) -> Hashable:
    """Return what an entry says, without regard to the order of its children and to attributes left at default.

    Of a colour the alpha value, which spreadsheet programs ignore and write differently, is left out.
    """
    name = etree.QName(element).localname
    attributes = frozenset(
        (key, value[-6:].upper() if key == "rgb" else value)
        for key, value in element.attrib.items()
        if value not in _DEFAULTS.get((name, key), ())
        and not (key in _APPLIES and element.get(_APPLIES[key], "0") == "0")
    )
    children = tuple(sorted((_meaning(child) for child in element.iterchildren("{*}*")), key=repr))
    return name, attributes, children
