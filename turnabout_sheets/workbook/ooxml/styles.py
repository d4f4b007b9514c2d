"""Carrying cell formats from one workbook into another, by appending only.

A cell names its format by an index into `cellXfs` of the styles part, and an entry there a font, a fill and a border by
index (ECMA-376 Part 1, 18.8.45); conditional formats use `dxfs`. Cells that we must not touch hold such indices, so no
entry may ever move, change or go: what our sheets need is looked up, and appended if missing.
"""

from __future__ import annotations

import copy
from collections.abc import Hashable
from typing import Final

from lxml import etree

from turnabout_sheets.workbook.ooxml.package import (
    MAIN,
    Package,
    UnusableWorkbookError,
    insert_in_order,
    parse_xml,
    q,
    qs,
    read_number,
)

_TYPE: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"
_ORDER: Final = qs("numFmts fonts fills borders cellStyleXfs cellXfs cellStyles dxfs tableStyles colors extLst")
"""The sequence of the lists in a styles part (ECMA-376 Part 1, 18.8.39)."""

_SEEDS: Final = {
    "fonts": '<font><sz val="11"/><name val="Calibri"/><family val="2"/></font>',
    # Excel takes the first two fills for none and gray125, whatever they say.
    "fills": '<fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>',
    "borders": "<border><left/><right/><top/><bottom/><diagonal/></border>",
    "cellStyleXfs": '<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>',
    "cellXfs": '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
}
"""What a list holds when the target does not have it: entry 0 is what cells without a format use."""

_APPLIED: Final = ("applyNumberFormat", "applyFont", "applyFill", "applyBorder")
"""Without these attributes LibreOffice ignores what a format names."""

_FIRST_CUSTOM_FORMAT: Final = 164


class Styles:
    """Finds or appends, in a target's styles, the formats that cells of a scratch workbook use.

    Entry 0, the default format, stays the target's own, so that plain cells look alike. Raises `UnusableWorkbookError`
    where the target has something else for its styles.
    """

    def __init__(self, target: Package, scratch: Package) -> None:
        part = target.linked(target.workbook_part, "styles")
        if not part:
            part = target.new_name("")
            target.put(part, parse_xml(f'<styleSheet xmlns="{MAIN}"/>'.encode()), _TYPE)
            target.link(target.workbook_part, "styles", part)
        self._target: Final = target.tree(part)
        if self._target.tag != q("styleSheet"):  # nothing is ever written into what we do not know
            raise UnusableWorkbookError
        self._scratch: Final = scratch.tree(scratch.linked(scratch.workbook_part, "styles"))
        for section in _SEEDS:
            self._list(section)
        self._places: dict[str, dict[Hashable, int]] = {}
        self._known: dict[tuple[str, str], str] = {}

    def cell(self, index: str) -> str:
        """Return the target's index of a cell format of the scratch workbook."""
        return index if index == "0" else self._adopt("cellXfs", index)

    def conditional(self, index: str) -> str:
        """Return the target's index of a conditional (differential) format of the scratch workbook."""
        return self._adopt("dxfs", index)

    def _adopt(self, section: str, index: str) -> str:
        """Return the index in the target's list of an entry, after appending it if nothing there says the same."""
        if (section, index) not in self._known:
            entry = copy.deepcopy(self._scratch.findall(f"{q(section)}/{{*}}*")[int(index)])
            if section == "cellXfs":
                entry.set("numFmtId", self._number_format(entry.get("numFmtId", "0")))
                for part, attribute in (("fonts", "fontId"), ("fills", "fillId"), ("borders", "borderId")):
                    entry.set(attribute, self._adopt(part, entry.get(attribute, "0")))
                entry.attrib.update({"xfId": "0", **dict.fromkeys(_APPLIED, "1")})
            entries = self._list(section)
            if section not in self._places:
                present = enumerate(entries.iterchildren("{*}*"))
                self._places[section] = {_content(each): at for at, each in reversed([*present])}
            places, content = self._places[section], _content(entry)
            if content not in places:
                places[content] = sum(1 for _ in entries.iterchildren("{*}*"))
                entries.append(entry)
                entries.set("count", str(places[content] + 1))
            self._known[section, index] = str(places[content])
        return self._known[section, index]

    def _number_format(self, number: str) -> str:
        """Return the target's id of a number format; ids below 164 are built in and the same everywhere."""
        path = f"{q('numFmts')}/{q('numFmt')}"
        codes = {each.get("numFmtId"): each.get("formatCode", "") for each in self._scratch.iterfind(path)}
        if number not in codes:
            return number
        formats = self._list("numFmts")
        ids = {each.get("formatCode", ""): each.get("numFmtId", "0") for each in formats.iterchildren(q("numFmt"))}
        if codes[number] not in ids:
            free = str(max([_FIRST_CUSTOM_FORMAT - 1, *map(read_number, ids.values())]) + 1)
            etree.SubElement(formats, q("numFmt"), {"numFmtId": free, "formatCode": codes[number]})
            formats.set("count", str(len(formats)))
            return free
        return ids[codes[number]]

    def _list(self, section: str) -> etree._Element:
        found = self._target.find(q(section))
        if found is None:
            found = parse_xml(f'<{section} xmlns="{MAIN}">{_SEEDS.get(section, "")}</{section}>'.encode())
            found.set("count", str(len(found)))
            insert_in_order(self._target, found, _ORDER)
        return found


def _content(entry: etree._Element) -> Hashable:
    """Return what an entry says, whatever the prefix of its namespace and the order in it."""
    children = sorted(map(_content, entry.iterchildren("{*}*")), key=repr)
    return entry.tag, tuple(sorted(entry.attrib.items())), tuple(children)
