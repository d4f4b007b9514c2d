"""Putting whole sheets into the organizer's workbook without touching anything else in it.

The sheets come in a *scratch* workbook, which openpyxl has saved. The *target* is never loaded and saved by a
spreadsheet library: those keep what they know and lose the rest. Instead its package is edited:

* a worksheet part of our own is added, or the one that we added in an earlier run is replaced;
* `xl/workbook.xml`, its relationships and `[Content_Types].xml` get entries for new sheets; `docProps/app.xml` lists
  their titles; `xl/styles.xml` gets the formats that are missing, at the end of its lists.

All other members of the zip file keep their compressed bytes, order and dates. Sheets are only ever appended, because
names that belong to a sheet (print titles, filters) refer to it by position (`localSheetId`, ECMA-376 Part 1, 18.2.5).

**Whose sheet is it?** A sheet of the program's is marked by a hidden defined name, `_turnabout_Standings`, that refers
to its cell A1. Spreadsheet programs keep it pointing to the sheet when the organizer renames or moves it. When the
organizer deletes the sheet, it points nowhere, and the sheet is appended anew. Sheets without a mark are the
organizer's and are never written to.
"""

from __future__ import annotations

import posixpath
import re
import zipfile
from collections.abc import Collection, Iterator, Mapping
from typing import Final

from lxml import etree

from turnabout_sheets.workbook import worksheet
from turnabout_sheets.workbook.archive import ArchiveTooLargeError, rewrite
from turnabout_sheets.workbook.package import (
    CONTENT_TYPES,
    OFFICE_RELATIONSHIPS,
    PACKAGE_RELATIONSHIPS,
    R_ID,
    Package,
    WorkbookError,
    q,
    qs,
    relationships_part,
    to_xml,
)
from turnabout_sheets.workbook.styles import StyleMerger, empty_styles, insert_in_order
from turnabout_sheets.workbook.worksheet import Worksheet, follow_renames, quoted

_TYPES: Final = "http://schemas.openxmlformats.org/package/2006/content-types"
_CONTENT_TYPE: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.{}+xml"
_PROPERTIES: Final = "{http://schemas.openxmlformats.org/officeDocument/2006/extended-properties}"
_VARIANT: Final = "{http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes}"

_WORKBOOK_ORDER: Final = qs(
    "fileVersion fileSharing workbookPr workbookProtection bookViews sheets functionGroups externalReferences"
    " definedNames calcPr oleSize customWorkbookViews pivotCaches smartTagPr smartTagTypes webPublishing fileRecoveryPr"
    " webPublishObjects extLst"
)
"""The sequence of the workbook part's children (ECMA-376 Part 1, 18.2.27)."""

_SHEET: Final = re.compile(r"'(?P<quoted>(?:[^']|'')+)'!|(?P<plain>[^!]+)!")
"""The sheet at the beginning of a reference."""

_MARK: Final = "_turnabout_"
_FILTER_RANGE: Final = "_xlnm._FilterDatabase"
_PRINT_AREA: Final = "_xlnm.Print_Area"
_FOLLOW_THE_DATA: Final = (_FILTER_RANGE, _PRINT_AREA)
"""Names of a sheet that are renewed with its content. Print titles, like the page set-up, are given only once."""


class GraftError(WorkbookError):
    """The sheets cannot be put into this workbook."""


class SheetTakenError(GraftError):
    """The organizer has a sheet of their own under a name that the program needs."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"The workbook already has a sheet “{name}” that the program did not make;"
            " rename or delete it, save, and run again."
        )
        self.name = name


def graft(target: bytes, scratch: bytes, *, ours: Collection[str]) -> bytes:
    """Return the workbook `target` with every sheet of `scratch` put into it.

    Sheets named in `ours` are the program's: replaced where they are, also under a name that the organizer gave them,
    or appended and marked. All others are appended and belong to the organizer from then on. The order of tabs and the
    active tab stay. Grafting the same sheets of ours again gives exactly the same bytes.

    Raises `SheetTakenError` if a name is taken by a sheet of the organizer's, `UnusableWorkbookError` if `target` is
    not a workbook that can be edited, and `ValueError` if `scratch` holds what cannot be carried over (drawings,
    tables, comments, external links): that is an error in the program.
    """
    return _Graft(Package(target), Package(scratch), frozenset(ours)).run()


class _Graft:
    """One run of `graft`: the parts to be changed, as trees, until they are written."""

    def __init__(self, target: Package, scratch: Package, ours: frozenset[str]) -> None:
        self.target = target
        self.scratch = scratch
        self.ours = ours
        self.changes: dict[str, bytes] = {}
        self.removed: list[str] = []
        self.workbook = target.xml(target.workbook_part)
        self.relationships_part = relationships_part(target.workbook_part)
        self.relationships = _frame(target, self.relationships_part)
        self.content_types = _frame(target, CONTENT_TYPES)
        self.tabs = _required(self.workbook, "sheets")
        styles_part = target.related("styles")
        self.styles = empty_styles() if styles_part is None else target.xml(styles_part)
        self.styles_part = styles_part or self._beside_workbook("styles.xml")
        scratch_styles = scratch.related("styles")
        if scratch_styles is None:
            raise ValueError("the scratch workbook has no styles")
        self.merger = StyleMerger(self.styles, scratch.xml(scratch_styles))

    def run(self) -> bytes:
        if any(tab.kind != "worksheet" for tab in self.scratch.tabs):
            raise ValueError("the scratch workbook holds a chart sheet")
        if any(name.get("localSheetId") is None for name in _defined_names(self.scratch.workbook)):
            raise ValueError("the scratch workbook defines names for the whole workbook")
        names = list(self.scratch.sheets)
        marked = self._marked()
        current = {name: marked[name] for name in names if name in self.ours and name in marked}
        renamed = {name: now for name, now in marked.items() if now != name}
        new = [name for name in names if name not in current]
        taken = {name.casefold() for name in self._tab_names()}
        for name in new:
            if name.casefold() in taken:
                raise SheetTakenError(name)
        for name in names:
            sheet = self._localised(name, renamed)
            if name in current:
                self._replace(current[name], sheet)
            else:
                self._append(name, sheet)
            self._set_names(name, current.get(name, name), renamed, is_new=name in new)
        if new:
            self._list_titles(new)
        self._collect()
        return self._written()

    # The target's sheets and marks

    def _tab_names(self) -> list[str]:
        return [tab.get("name", "") for tab in self.tabs.iterchildren(q("sheet"))]

    def _marked(self) -> Mapping[str, str]:
        """Return the sheets that the program owns: our name -> present name."""
        owners = {_mark(name): name for name in sorted(self.ours)}
        found: dict[str, str] = {}
        for name in _defined_names(self.workbook):
            # Copying a sheet in Excel copies its names, too, with the copy as their scope; the copy is not ours.
            if name.get("localSheetId") is None and name.get("name") in owners:
                sheet = _sheet_of(name.text or "")
                if sheet in self.target.sheets:
                    found[owners[name.get("name", "")]] = sheet
        return found

    # Single sheets

    def _localised(self, name: str, renamed: dict[str, str]) -> Worksheet:
        part = self.scratch.sheets[name]
        sheet = worksheet.split(self.scratch.read(part), part)
        if problems := sorted(set(worksheet.unsupported(sheet))):
            raise ValueError(f"sheet {name!r} holds what cannot be grafted: {', '.join(problems)}")
        return worksheet.localised(
            sheet, cell_style=self.merger.cell, conditional_style=self.merger.conditional, renamed=renamed
        )

    def _replace(self, present_name: str, sheet: Worksheet) -> None:
        part = self.target.sheets[present_name]
        present = worksheet.split(self.target.read(part), part)
        self._put(part, worksheet.join(worksheet.replaced(present, sheet)))

    def _append(self, name: str, sheet: Worksheet) -> None:
        part = self._free_part()
        self._put(part, worksheet.join(sheet))
        relationship = self._connect(part, "worksheet")
        number = max((int(tab.get("sheetId", "0")) for tab in self.tabs.iterchildren(q("sheet"))), default=0) + 1
        tab = etree.SubElement(self.tabs, q("sheet"), {"name": name, "sheetId": str(number)})
        if any(scratch_tab.name == name and scratch_tab.hidden for scratch_tab in self.scratch.tabs):
            tab.set("state", "hidden")
        tab.set(R_ID, relationship)

    def _free_part(self) -> str:
        number = 1
        while (
            part := self._beside_workbook(f"worksheets/turnabout{number}.xml")
        ) in self.target or part in self.changes:
            number += 1
        return part

    def _beside_workbook(self, path: str) -> str:
        return posixpath.join(posixpath.dirname(self.target.workbook_part), path)

    def _connect(self, part: str, kind: str) -> str:
        """Declare a new part of the workbook; return the id of its relationship."""
        taken = {element.get("Id") for element in self.relationships}
        number = 1
        while (identifier := f"rId{number}") in taken:
            number += 1
        folder = posixpath.dirname(self.target.workbook_part)
        etree.SubElement(
            self.relationships,
            f"{{{PACKAGE_RELATIONSHIPS}}}Relationship",
            {
                "Id": identifier,
                "Type": f"{OFFICE_RELATIONSHIPS}/{kind}",
                "Target": posixpath.relpath(f"/{part}", f"/{folder}"),
            },
        )
        etree.SubElement(
            self.content_types,
            f"{{{_TYPES}}}Override",
            {"PartName": f"/{part}", "ContentType": _CONTENT_TYPE.format(kind)},
        )
        return identifier

    # Names that belong to a sheet

    def _set_names(self, name: str, present_name: str, renamed: dict[str, str], *, is_new: bool) -> None:
        position = str(self._tab_names().index(present_name))
        declared = {
            element.get("name", ""): element
            for element in _defined_names(self.scratch.workbook)
            if element.get("localSheetId") == str([tab.name for tab in self.scratch.tabs].index(name))
        }
        for key, element in declared.items():
            if is_new or key in _FOLLOW_THE_DATA:
                attributes = {str(k): str(v) for k, v in element.attrib.items()} | {"localSheetId": position}
                self._define(attributes, follow_renames(element.text or "", renamed))
        if _FILTER_RANGE not in declared:
            self._undefine(_FILTER_RANGE, position)
        if name in self.ours:
            self._define({"name": _mark(name), "hidden": "1"}, f"{quoted(present_name)}!$A$1")

    def _define(self, attributes: dict[str, str], text: str) -> None:
        names = self.workbook.find(q("definedNames"))
        if names is None:
            names = etree.Element(q("definedNames"))
            insert_in_order(self.workbook, names, _WORKBOOK_ORDER)
        scope = attributes.get("localSheetId")
        for element in names.iterchildren(q("definedName")):
            if element.get("name") == attributes["name"] and element.get("localSheetId") == scope:
                element.text = text
                return
        etree.SubElement(names, q("definedName"), attributes).text = text

    def _undefine(self, name: str, position: str) -> None:
        for element in list(_defined_names(self.workbook)):
            if element.get("name") == name and element.get("localSheetId") == position:
                _required(self.workbook, "definedNames").remove(element)

    # The package's other parts

    def _list_titles(self, names: list[str]) -> None:
        """Add new sheets to the titles in docProps/app.xml, if they are laid out as Excel does it; else let them be."""
        part = self.target.related("extended-properties", "")
        if part is None:
            return
        root = self.target.xml(part)
        count = root.find(f"{_PROPERTIES}HeadingPairs//{_VARIANT}i4")
        titles = root.find(f"{_PROPERTIES}TitlesOfParts/{_VARIANT}vector")
        sheets = len(self.target.sheets)
        if count is None or titles is None or count.text != str(sheets):
            return
        for position, name in enumerate(names, start=sheets):
            title = etree.Element(f"{_VARIANT}lpstr")
            title.text = name
            titles.insert(position, title)
        titles.set("size", str(len(titles)))
        count.text = str(sheets + len(names))
        self._put(part, to_xml(root))

    def _put(self, part: str, content: bytes) -> None:
        """Take a part into the changes, unless that is what it holds already."""
        if part not in self.target or self.target.read(part) != content:
            self.changes[part] = content

    def _collect(self) -> None:
        """Turn the changed trees into parts."""
        if self.merger.changed:
            if self.styles_part not in self.target:
                self._connect(self.styles_part, "styles")
            self._put(self.styles_part, to_xml(self.styles))
        self._drop_calculation_chain()
        if self.removed or any(part not in self.target for part in self.changes):
            self._put(self.relationships_part, to_xml(self.relationships))
            self._put(CONTENT_TYPES, to_xml(self.content_types))
        if self.changes or _canonical(self.workbook) != _canonical(self.target.workbook):
            self._calculate_on_load()
            self._put(self.target.workbook_part, to_xml(self.workbook))

    def _calculate_on_load(self) -> None:
        """Ask spreadsheet programs to calculate all formulas, also those of others that refer to our sheets."""
        properties = self.workbook.find(q("calcPr"))
        if properties is None:
            properties = etree.Element(q("calcPr"))
            insert_in_order(self.workbook, properties, _WORKBOOK_ORDER)
        properties.set("fullCalcOnLoad", "1")

    def _drop_calculation_chain(self) -> None:
        """Remove Excel's calculation chain if it lists cells of a sheet that is replaced.

        The chain is a cache that Excel rebuilds. An entry for a cell without a formula makes it report a damaged file.
        """
        part = self.target.related("calcChain")
        if part is None:
            return
        replaced = {
            tab.get("sheetId")
            for tab in self.tabs.iterchildren(q("sheet"))
            if self.target.sheets.get(tab.get("name", "")) in self.changes
        }
        # A cell of the same sheet as the one before it may leave the sheet's number out.
        if not replaced & {cell.get("i") for cell in self.target.xml(part).iterchildren(q("c"))}:
            return
        self.removed.append(part)
        for element in list(self.relationships):
            if element.get("Type", "").endswith("/calcChain"):
                self.relationships.remove(element)
        for element in list(self.content_types):
            if element.get("PartName", "").casefold() == f"/{part}".casefold():
                self.content_types.remove(element)

    def _written(self) -> bytes:
        """Return the package with the changed parts; with its very bytes if there are none."""
        if not self.changes:
            return self.target.data
        changes = {self.target.member(part): content for part, content in self.changes.items()}
        try:
            return rewrite(self.target.data, changes, [self.target.member(part) for part in self.removed])
        except (zipfile.BadZipFile, ArchiveTooLargeError) as error:
            raise GraftError(
                "The workbook's file is damaged or far too large; open it in Excel and save it again."
            ) from error


def _frame(target: Package, part: str) -> etree._Element:
    if part not in target:
        raise GraftError(f"The workbook is damaged (it has no {part}); open it in Excel and save it again.")
    return target.xml(part)


def _required(root: etree._Element, name: str) -> etree._Element:
    found = root.find(q(name))
    if found is None:
        raise GraftError(f"The workbook is damaged (it has no list of {name}); open it in Excel and save it again.")
    return found


def _defined_names(workbook: etree._Element) -> Iterator[etree._Element]:
    return workbook.iterfind(f"{q('definedNames')}/{q('definedName')}")


def _canonical(root: etree._Element) -> bytes:
    return etree.tostring(root, method="c14n")


def _mark(name: str) -> str:
    """Return the defined name that marks our sheet `name`: letters, digits and underscores only."""
    return _MARK + re.sub(r"\W", "_", name)


def _sheet_of(reference: str) -> str:
    """Return the sheet that a reference such as `'Table results'!$A$1` names."""
    match = _SHEET.match(reference)
    return (match["quoted"] or match["plain"]).replace("''", "'") if match else ""
