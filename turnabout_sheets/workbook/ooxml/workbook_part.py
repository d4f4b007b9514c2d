"""The workbook part and what is said of the workbook as a whole: tabs, defined names, its version.

Elements are only added, and entries of ours changed; whatever else stands in the part stays.

The defined name `_turnabout_form` has the number of the workbook's form. Whoever saves the workbook keeps it, as all
defined names (ECMA-376 Part 1, 18.2.5).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Final

from lxml import etree

from turnabout_sheets.core.problems import say_of_file
from turnabout_sheets.workbook.ooxml.areas import read_number
from turnabout_sheets.workbook.ooxml.editor import GraftError
from turnabout_sheets.workbook.ooxml.package import R_ID, UNREADABLE, Package, q, qs
from turnabout_sheets.workbook.ooxml.styles import insert_in_order

HIDDEN: Final = ("hidden", "veryHidden")
"""The states of tabs that are not to be seen; the second only a program can show again."""

_ORDER: Final = qs(
    "fileVersion fileSharing workbookPr workbookProtection bookViews sheets functionGroups externalReferences"
    " definedNames calcPr oleSize customWorkbookViews pivotCaches smartTagPr smartTagTypes webPublishing fileRecoveryPr"
    " webPublishObjects extLst"
)
"""The sequence of the workbook part's children (ECMA-376 Part 1, 18.2.27)."""


class WorkbookPart:
    """The tree of a package's workbook part, to be changed. Raises `GraftError` if it has no list of sheets."""

    def __init__(self, package: Package) -> None:
        self.root: Final = deepcopy(package.workbook.getroottree()).getroot()
        sheets = self.root.find(q("sheets"))
        if sheets is None:
            raise GraftError(say_of_file(UNREADABLE))
        self._sheets = sheets

    # Tabs

    @property
    def tab_names(self) -> list[str]:
        """Names of all tabs in their order, chart sheets included: a tab's place is what `localSheetId` counts."""
        return [tab.get("name", "") for tab in self._sheets.iterchildren(q("sheet"))]

    def sheet_ids(self) -> Mapping[str, str]:
        """Return the number by which other parts know each tab, by its name."""
        return {tab.get("name", ""): tab.get("sheetId", "0") for tab in self._sheets.iterchildren(q("sheet"))}

    def states(self) -> Mapping[str, str]:
        """Return of each tab, by its name, whether it is `hidden`, `veryHidden`, or, as usual, nothing of the kind."""
        return {tab.get("name", ""): _state(tab) for tab in self._sheets.iterchildren(q("sheet"))}

    def set_state(self, name: str, state: str) -> None:
        """Hide a tab that is to be seen, or the other way round."""
        for tab in self._sheets.iterchildren(q("sheet")):
            if tab.get("name") == name and _state(tab) != state:
                tab.set("state", state or "visible")

    @property
    def windows(self) -> Sequence[etree._Element]:
        """The windows in which the workbook opens, as a rule one."""
        return self.root.findall(f"{q('bookViews')}/{q('workbookView')}")

    def in_front(self) -> Collection[str]:
        """Return the names of the tabs that are in front, one for each window."""
        names = dict(enumerate(self.tab_names))
        return {names.get(read_number(window.get("activeTab", "0")), "") for window in self.windows}

    def insert_tab(self, name: str, relationship: str, state: str = "", beside: str = "") -> None:
        """Add a tab for the sheet that a relationship of the workbook part leads to: right of another, or at the end.

        ``state`` is `hidden`, `veryHidden`, or nothing where it is to be seen. Names that belong to a sheet and windows
        count tabs from the left; they follow.
        """
        number = max((read_number(number) for number in self.sheet_ids().values()), default=0) + 1
        tab = etree.Element(q("sheet"), {"name": name, "sheetId": str(number)})
        if state in HIDDEN:
            tab.set("state", state)
        tab.set(R_ID, relationship)
        if beside not in (names := self.tab_names):
            self._sheets.append(tab)
            return
        place = names.index(beside)
        list(self._sheets.iterchildren(q("sheet")))[place].addnext(tab)
        for element in self.root.iterfind(f"{q('definedNames')}/{q('definedName')}"):
            _count_on(element, "localSheetId", place)
        for window in self.windows:
            _count_on(window, "activeTab", place)
            _count_on(window, "firstSheet", place)

    # Defined names

    def names(self, position: int | None = None) -> Mapping[str, etree._Element]:
        """Return the defined names of the tab at a position, or those of the whole workbook."""
        return {element.get("name", ""): element for element in self._names(position)}

    def define(self, attributes: Mapping[str, str], text: str) -> None:
        """Give a defined name these attributes (`name`, `localSheetId`, …) and this text; add it if missing."""
        scope = attributes.get("localSheetId")
        present = self.names(None if scope is None else int(scope)).get(attributes["name"])
        if present is None:
            parent = self.root.find(q("definedNames"))
            if parent is None:
                parent = etree.Element(q("definedNames"))
                insert_in_order(self.root, parent, _ORDER)
            present = etree.SubElement(parent, q("definedName"))
        for name, value in attributes.items():
            present.set(name, value)
        present.text = text

    def undefine(self, name: str, position: int) -> None:
        """Remove a defined name of the tab at a position, if there is one."""
        present = self.names(position).get(name)
        parent = None if present is None else present.getparent()
        if present is not None and parent is not None:
            parent.remove(present)

    def _names(self, position: int | None) -> Iterator[etree._Element]:
        scope = None if position is None else str(position)
        for element in self.root.iterfind(f"{q('definedNames')}/{q('definedName')}"):
            if element.get("localSheetId") == scope:
                yield element

    # Formulas

    def calculate_on_load(self) -> None:
        """Ask spreadsheet programs to calculate all formulas, also those of others that refer to our sheets."""
        properties = self.root.find(q("calcPr"))
        if properties is None:
            properties = etree.Element(q("calcPr"))
            insert_in_order(self.root, properties, _ORDER)
        properties.set("fullCalcOnLoad", "1")


def _state(tab: etree._Element) -> str:
    state = tab.get("state", "")
    return state if state in HIDDEN else ""


def _count_on(element: etree._Element, attribute: str, place: int) -> None:
    """Raise by one what counts tabs, from 0, where it is behind a place."""
    number = read_number(element.get(attribute, ""))
    if number > place:
        element.set(attribute, str(number + 1))


NAME: Final = "_turnabout_form"

FORM: Final = 1
"""The form that this version writes. It goes up if a program of the form before would do harm to such a workbook."""


def read_form(workbook: WorkbookPart) -> int:
    """Return the form of a workbook; 0 of one without a mark, or with one that was typed over."""
    mark = workbook.names().get(NAME)
    text = (mark.text or "").strip() if mark is not None else ""
    return int(text) if re.fullmatch("[0-9]{1,4}", text) else 0


def mark_form(workbook: WorkbookPart) -> None:
    """Mark a workbook that this version writes into; hidden, as LibreOffice shows the names that it saves."""
    workbook.define({"name": NAME, "hidden": "1"}, str(FORM))
