"""The workbook part: tabs and defined names. Elements are only added, and entries of ours changed; the rest stays.

A sheet of ours that has nothing to say is hidden (`sheet/@state`, ECMA-376 Part 1, 18.2.19) until it has. What the last
run has hidden is remembered in a hidden defined name, `_turnabout_hidden`; a tab that is not as it was left then was
hidden or shown by the organizer, and stays so. A round that is drawn ahead comes hidden in the same way; it is the
organizer's, and so it is shown when its turn comes, and never hidden again.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence, Set
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
"""The states of tabs that are not to be seen; the second only a program can show again."""

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

_MEMORY: Final = "_turnabout_hidden"
_BETWEEN: Final = ", "


class Tabs(NamedTuple):
    """How tabs are to stand.

    ``beside``: right of which sheet a new one stands, by title. ``hidden``: the names of those of our sheets that have
    nothing to say, and of rounds whose turn is not yet. ``seen``: the sheets that have to be seen, also of the
    organizer's. ``rounds``: the titles of the rounds' sheets, by the names that the program has for them. A new sheet
    ``first`` stands first, and all others before the one that is ``last``, in a workbook that has that one.
    """

    beside: Mapping[str, str] = MappingProxyType({})
    hidden: Set[str] = frozenset()
    seen: Collection[str] = ()
    rounds: Mapping[str, str] = MappingProxyType({})
    first: str = ""
    last: str = ""


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
        """All tabs by name, from the left, chart sheets included: a tab's place is what `localSheetId` counts."""
        return {tab.get("name", ""): tab for tab in self._sheets.iterchildren(q("sheet"))}

    @property
    def windows(self) -> Sequence[etree._Element]:
        """The windows in which the workbook opens, as a rule one."""
        return self._root.findall(_WINDOWS)

    def add_tab(self, name: str, relationship: str, state: str, tabs: Tabs) -> None:
        """Add a tab for the sheet that a relationship of the part leads to, where `tabs` say.

        Names that belong to a sheet and windows count tabs from the left; they follow.
        """
        titles = [*self.tabs]
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
        self.tabs[titles[place]].addprevious(tab)
        for path, attribute, missing in _COUNTING:
            for element in self._root.iterfind(path):
                text, least = element.get(attribute, missing), max(place, attribute == "firstSheet")
                if text is not None and read_number(text) >= least:
                    element.set(attribute, str(read_number(text) + 1))

    def names(self, tab: str = "") -> Mapping[str, etree._Element]:
        """Return the defined names of a tab, or those of the whole workbook."""
        scope = str([*self.tabs].index(tab)) if tab else None
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
                present.set("localSheetId", str([*self.tabs].index(tab)))
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

    def arrange(self, tabs: Tabs, ours: Mapping[str, str], new: Collection[str], front: str) -> None:
        """Hide those of our sheets that have nothing to say, and show the others, but where the organizer has chosen.

        ``ours`` has the title of each by name, ``new`` the titles of new sheets. What is in ``front`` stays. Of the
        rounds none is hidden but a new one.
        """
        known, titles = {**ours, **tabs.rounds}, [*self.tabs]
        active = {titles[at] for each in self.windows if (at := read_number(each.get("activeTab", ""))) < len(titles)}
        seen = {*tabs.seen, *(ours.get(name, name) for name in tabs.seen)}
        mark = self.names().get(_MEMORY)
        text = "" if mark is None else (mark.text or "").strip('"')
        before = {name for name in text.split(_BETWEEN) if name and known.get(name) not in new}
        after = set(before)
        may_hide = {*ours, *before, *(name for name, title in known.items() if title in new)} & tabs.hidden
        for name, title in known.items():
            if _state(self.tabs[title]) == ("hidden" if name in before else ""):
                hides = name in may_hide and title not in {*seen, *active, front}
                _set_state(self.tabs[title], "hidden" if hides else "")
                (after.add if hides else after.discard)(name)
        for title in seen & self.tabs.keys():
            _set_state(self.tabs[title], "")
        if after or mark is not None:
            self.define(_MEMORY, f'"{_BETWEEN.join(sorted(after))}"', hidden="1")


def _state(tab: etree._Element) -> str:
    state = tab.get("state", "")
    return state if state in _HIDDEN else ""


def _set_state(tab: etree._Element, state: str) -> None:
    if _state(tab) != state:
        tab.set("state", state or "visible")
