"""The workbook part: tabs and defined names. Elements are only added, and entries of ours changed; the rest stays."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from lxml import etree

from turnabout_sheets.workbook.ooxml.package import (
    R_ID,
    Package,
    UnusableWorkbookError,
    insert_in_order,
    q,
    qs,
    read_number,
)

_HIDDEN: Final = ("hidden", "veryHidden")
_ORDER: Final = qs(
    "fileVersion fileSharing workbookPr workbookProtection bookViews sheets functionGroups externalReferences"
    " definedNames calcPr oleSize customWorkbookViews pivotCaches smartTagPr smartTagTypes webPublishing fileRecoveryPr"
    " webPublishObjects extLst"
)
"""The sequence of the workbook part's children (ECMA-376 Part 1, 18.2.27)."""

_NAMES: Final = f"{q('definedNames')}/{q('definedName')}"
_WINDOWS: Final = f"{q('bookViews')}/{q('workbookView')}"
_COUNTING: Final = ((_NAMES, "localSheetId", None), (_WINDOWS, "activeTab", "0"), (_WINDOWS, "firstSheet", None))
"""What counts tabs from the left, and what it says where it says nothing."""


class Tabs(NamedTuple):
    """How tabs are to stand."""

    beside: Mapping[str, str] = MappingProxyType({})  # right of which sheet a new one stands
    hidden: Collection[str] = ()  # come hidden if they are new
    seen: Collection[str] = ()  # have to be seen, also of the organizer's
    first: str = ""
    last: str = ""  # new ones stand before it, in a workbook that has it


NO_TABS: Final = Tabs()


class WorkbookPart:
    """The workbook part of a package, to be changed. Raises `UnusableWorkbookError` if it has no list of sheets."""

    def __init__(self, package: Package) -> None:
        self._root: Final = package.workbook
        sheets = self._root.find(q("sheets"))
        if sheets is None:
            raise UnusableWorkbookError
        self._sheets = sheets

    @property
    def tabs(self) -> Mapping[str, etree._Element]:
        """All tabs by name; of several that are called the same, which is damage, the last."""
        return {tab.get("name", ""): tab for tab in self._sheets.iterchildren(q("sheet"))}

    @property
    def titles(self) -> list[str]:
        """The names of all tabs from the left, chart sheets included: a tab's place is what `localSheetId` counts."""
        return [tab.get("name", "") for tab in self._sheets.iterchildren(q("sheet"))]

    @property
    def windows(self) -> Sequence[etree._Element]:
        """The windows in which the workbook opens, as a rule one."""
        return self._root.findall(_WINDOWS)

    def add_tab(self, name: str, relationship: str, state: str, tabs: Tabs) -> None:
        """Add a tab where `tabs` say; names that belong to a sheet and windows count tabs, and follow."""
        titles = self.titles
        number = max((read_number(tab.get("sheetId", "0")) for tab in self.tabs.values()), default=0) + 1
        tab = etree.Element(q("sheet"), {"name": name, "sheetId": str(number)})
        if state in _HIDDEN:
            tab.set("state", state)
        tab.set(R_ID, relationship)
        place = len(titles)
        if (beside := tabs.beside.get(name)) in titles:
            place = titles.index(beside) + 1
        elif tabs.last in titles:
            place = 0 if name == tabs.first else titles.index(tabs.last)
        if place == len(titles):
            self._sheets.append(tab)
            return
        self._sheets.findall(q("sheet"))[place].addprevious(tab)
        for path, attribute, missing in _COUNTING:
            for element in self._root.iterfind(path):
                text, least = element.get(attribute, missing), max(place, attribute == "firstSheet")
                if text is not None and read_number(text) >= least:
                    element.set(attribute, str(read_number(text) + 1))

    def names(self, tab: str = "") -> Mapping[str, etree._Element]:
        """Return the defined names of a tab, or those of the whole workbook."""
        scope = str(self.titles.index(tab)) if tab else None
        elements = self._root.iterfind(_NAMES)
        return {each.get("name", ""): each for each in elements if each.get("localSheetId") == scope}

    def define(self, name: str, text: str, tab: str = "", **attributes: str) -> None:
        """Give a defined name, of the workbook or of a tab, this text and attributes; add it if missing."""
        present = self.names(tab).get(name)
        if present is None:
            parent = self._root.find(q("definedNames"))
            if parent is None:
                parent = etree.Element(q("definedNames"))
                insert_in_order(self._root, parent, _ORDER)
            present = etree.SubElement(parent, q("definedName"), {"name": name})
            if tab:
                present.set("localSheetId", str(self.titles.index(tab)))
        for each, value in attributes.items():
            present.set(each, value)
        present.text = text

    def calculate_on_load(self) -> None:
        """Ask spreadsheet programs to calculate all formulas, also those of others that refer to our sheets."""
        properties = self._root.find(q("calcPr"))
        if properties is None:
            properties = etree.Element(q("calcPr"))
            insert_in_order(self._root, properties, _ORDER)
        properties.set("fullCalcOnLoad", "1")

    def show(self, names: Collection[str]) -> None:
        """Show the tabs of these names, if there are such."""
        for name, tab in self.tabs.items():
            if name in names and tab.get("state") in _HIDDEN:
                tab.set("state", "visible")
