"""Putting whole sheets into the organizer's workbook without touching anything else in it.

The *target* is never loaded and saved by a spreadsheet library: those keep what they know and lose the rest. Instead
its package is edited: a worksheet part of our own is added, or the one that we added in an earlier run is replaced,
with the links on it; the workbook part, its relationships and the list of content types get entries for new sheets; the
styles get the formats that are missing, at the end of their lists. All other members of the zip file keep their
compressed bytes, order and dates.

Which sheets are ours, `ownership` knows. Every other sheet is the organizer's and is never written to, but for one
attribute: whether its tab is selected.

**What is whose on a sheet of ours?** All cells are ours, with what belongs to cells: filters, merged cells, conditional
formats, drop-downs, links. The view, the tab's colour, the widths of columns, the protection and all that concerns
printing are given to a new sheet once, and are the organizer's from then on; only the print area follows the data.
Pictures, notes and charts, but for those with our names, are the organizer's. A table over our cells goes: Excel calls
a file damaged in which its header reads otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Final

from lxml import etree

from turnabout_sheets.sheets.grid import quote_title
from turnabout_sheets.workbook.ooxml.book import NewBook, cell_writer, scratch_bytes, with_rows
from turnabout_sheets.workbook.ooxml.ownership import Ours, SheetTakenError, find_homes, mark_of
from turnabout_sheets.workbook.ooxml.package import (
    PIECE,
    R_ID,
    Package,
    Relationship,
    insert_in_order,
    parse_xml,
    q,
    qs,
    read_number,
    to_xml,
)
from turnabout_sheets.workbook.ooxml.styles import Styles
from turnabout_sheets.workbook.ooxml.workbook_part import NO_TABS, Tabs, WorkbookPart

_WORKSHEET: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"
_FILTER: Final = "_xlnm._FilterDatabase"
_PRINT_AREA: Final = "_xlnm.Print_Area"
"""Names of a sheet that are renewed with its content. Print titles, like the page set-up, are given only once."""

_CHART_NAME: Final = "turnabout_chart"
_DRAWING: Final = "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"
_DRAWING_TYPE: Final = "application/vnd.openxmlformats-officedocument.drawing+xml"
_CHART_TYPE: Final = "application/vnd.openxmlformats-officedocument.drawingml.chart+xml"
_SELECTED: Final = re.compile(rb"""\s+tabSelected\s*=\s*["'](?:1|true)["']""")
_HEAD: Final = 8 * PIECE  # in so many bytes of a sheet are its views
_CELLS: Final = re.compile(rb"<(?:[\w.-]+:)?sheetData\b")

_ORDER: Final = qs(
    "sheetPr dimension sheetViews sheetFormatPr cols sheetData sheetCalcPr sheetProtection protectedRanges scenarios"
    " autoFilter sortState dataConsolidate customSheetViews mergeCells phoneticPr conditionalFormatting dataValidations"
    " hyperlinks printOptions pageMargins pageSetup headerFooter rowBreaks colBreaks customProperties cellWatches"
    " ignoredErrors smartTags drawing legacyDrawing legacyDrawingHF drawingHF picture oleObjects controls"
    " webPublishItems tableParts extLst"
)
"""The sequence of a worksheet's children (ECMA-376 Part 1, 18.3.1.99)."""

_CONTENT: Final = qs(
    "dimension sheetFormatPr autoFilter sortState mergeCells conditionalFormatting dataValidations hyperlinks"
    " ignoredErrors tableParts"
)
"""What the program owns on its sheets: replaced whole at every run."""

_CONTENT_EXTENSIONS: Final = (
    "{78C0D931-6437-407D-A8EE-F0AAD7539E65}",  # conditional formats
    "{CCE6A557-97BC-4B89-ADB6-D9C93CAAB3DF}",  # data validations: those that refer to another sheet
)
"""Extensions (`ext`, by URI) that continue elements of `_CONTENT`, and go with them."""


def graft(
    target: bytes, made: NewBook, *, ours: Ours, front: str = "", tabs: Tabs = NO_TABS, again: Collection[str] = ()
) -> bytes:
    """Return the workbook `target` with every sheet of `made` put into it.

    Sheets named in `ours` are the program's: replaced where they are, or appended and marked. All others are added and
    are the organizer's from then on; those that are wanted `again` take the place of the sheets that have their names.
    `tabs` says where new ones stand, and which are to be seen; the new sheet `front` comes to the front. Grafting the
    same sheets again gives exactly the same bytes. Raises `SheetTakenError` and `UnusableWorkbookError`.
    """
    book, scratch = Package(target), Package(scratch_bytes(made))
    workbook, styles, homes = WorkbookPart(book), Styles(book, scratch), find_homes(book, ours)
    taken, titles = {name.casefold() for name in workbook.tabs}, dict[str, str]()
    for name in scratch.sheets:
        is_free = (name in again and name in book.sheets) or name.casefold() not in taken
        if (name not in homes) if name in ours.names else not is_free:
            raise SheetTakenError(name)
        titles[name] = homes[name].title if name in ours.names else name
    new, seen = [title for title in titles.values() if title not in book.sheets], {titles.get(x, x) for x in tabs.seen}
    renames = {name: home.title for name, home in homes.items() if home.title != name}
    cell = cell_writer(styles.cell, lambda formula: _follow(formula, renames))
    front = front if front and len(workbook.windows) == 1 and _deselect(book) else ""
    names, written = WorkbookPart(scratch), dict[str, str]()
    for tab in scratch.tabs:
        title = titles[tab.name]
        sheet, part = scratch.tree(tab.part), book.sheets.get(title, "")
        for element in sheet.iterfind(".//*[@dxfId]"):
            element.set("dxfId", styles.conditional(element.get("dxfId", "0")))
        for element in sheet.iter(*qs("formula formula1 formula2")):
            element.text = _follow(element.text or "", renames)
        if title in new:
            part = book.new_name("worksheets")
            hides = tab.name in tabs.hidden and title not in {front, *seen}
            relationship = book.link(book.workbook_part, "worksheet", part)
            workbook.add_tab(title, relationship, "hidden" if hides else tab.state, tabs)
        else:
            sheet = _replace_content(book, part, sheet)
        for view in sheet.iterfind(f"{q('sheetViews')}/{q('sheetView')}"):
            if front or title in new:
                view.attrib.pop("tabSelected", None)  # the organizer's active tab stays the only selected one
            if title == front:
                view.set("tabSelected", "1")
        _put_charts(book, scratch, tab.part, part, sheet)
        links = scratch.links(tab.part)
        for element in sheet.iterfind(f"{q('hyperlinks')}/{q('hyperlink')}"):
            if (link := links.get(element.get(R_ID, ""))) is not None:
                element.set(R_ID, book.link(part, link.kind, link.target, external=True))
            else:
                element.set("location", _follow(element.get("location", ""), renames))
        book.put(part, with_rows(to_xml(sheet), made.write_rows(tab.name, cell)), _WORKSHEET)
        written[title] = part.casefold()
        declared, present = names.names(tab.name), workbook.names(title)
        for name, element in declared.items():
            if title in new or name in (_FILTER, _PRINT_AREA):
                hidden = {"hidden": "1"} if element.get("hidden") == "1" else {}
                workbook.define(name, _follow(element.text or "", renames), title, **hidden)
        if _FILTER in present.keys() - declared.keys() and (parent := present[_FILTER].getparent()) is not None:
            parent.remove(present[_FILTER])
        if tab.name in ours.names:
            workbook.define(mark_of(tab.name), f"{quote_title(title)}!$A$1", hidden="1")
    if front:
        workbook.windows[0].set("activeTab", str(workbook.titles.index(front)))
    workbook.show(seen)
    if not (changed := book.find_changes().keys()):
        return target
    _drop_calculation_chain(book, workbook, [title for title, part in written.items() if part in changed])
    workbook.calculate_on_load()
    return book.to_bytes()


def _follow(formula: str, renames: Mapping[str, str]) -> str:
    """Return a formula or location of ours with its references to renamed sheets changed."""
    for name, title in renames.items():
        formula = formula.replace(f"{quote_title(name)}!", f"{quote_title(title)}!")
    return formula


def _replace_content(book: Package, part: str, new: etree._Element) -> etree._Element:
    """Return the sheet that a part holds, without its cells and with the content of ``new``, which is used up.

    All else stays, also the widths of columns, and which are hidden; columns that were not there have ours.
    """
    sheet = parse_xml(with_rows(book.read(part), ()))
    for child in sheet.findall(q("sheetData")):  # in an encoding in which its text is not found
        sheet.remove(child)
    for child in [*sheet.iterchildren(*_CONTENT)]:
        sheet.remove(child)
    for link in [*book.links(part).values()]:
        if link.kind in ("hyperlink", "table"):
            book.unlink(part, link)
    for extensions in sheet.findall(q("extLst")):
        for extension in extensions.findall(q("ext")):
            if extension.get("uri", "").upper() in _CONTENT_EXTENSIONS:
                extensions.remove(extension)
        if not len(extensions):
            sheet.remove(extensions)
    for child in [*new.iterchildren(*_CONTENT, q("sheetData"))]:
        insert_in_order(sheet, child, _ORDER)
    if (columns := sheet.find(q("cols"))) is None:
        insert_in_order(sheet, columns := etree.Element(q("cols")), _ORDER)
    last = max((read_number(each.get("max", "0")) for each in columns), default=0)
    columns.extend(each for each in new.findall(f"{q('cols')}/{q('col')}") if read_number(each.get("min", "0")) > last)
    if not len(columns):
        sheet.remove(columns)
    return sheet


def _put_charts(book: Package, scratch: Package, source: str, part: str, sheet: etree._Element) -> None:
    """Give a sheet our charts in place of those that bear our names, behind all that the organizer put there."""
    drawing, made = book.linked(part, "drawing"), scratch.linked(source, "drawing")
    if not drawing:
        for element in sheet.findall(q("drawing")):
            sheet.remove(element)
        if not made:
            return
        drawing = book.new_name("drawings")
        book.put(drawing, etree.Element(f"{{{_DRAWING}}}wsDr", nsmap={"xdr": _DRAWING}), _DRAWING_TYPE)
        insert_in_order(sheet, etree.Element(q("drawing"), {R_ID: book.link(part, "drawing", drawing)}), _ORDER)
    root, links, held = book.tree(drawing), book.links(drawing), dict[str, Relationship]()
    for anchor in [*root.iterchildren("{*}*")]:
        name = next((each.get("name", "") for each in anchor.iter("{*}cNvPr")), "")
        if name.startswith(_CHART_NAME):
            held |= [(name, links[x.get(R_ID, "")]) for x in anchor.iter("{*}chart") if x.get(R_ID) in links]
            root.remove(anchor)
    for place, anchor in enumerate([*scratch.tree(made)] if made else ()):
        name, number = f"{_CHART_NAME}{place + 1}", str(90_001 + place)  # the organizer's have small numbers
        for each in anchor.iter("{*}cNvPr"):
            each.attrib.update({"name": name, "id": number})
        for each in anchor.iter("{*}chart"):
            content, link = scratch.read(scratch.links(made)[each.get(R_ID, "")].target), held.pop(name, None)
            chart = link.target if link else book.new_name("charts")
            book.put(chart, content, _CHART_TYPE)
            each.set(R_ID, link.id if link else book.link(drawing, "chart", chart))
        root.insert(place, anchor)
    for link in held.values():
        book.unlink(drawing, link)


def _deselect(book: Package) -> bool:
    """Take the mark that its tab is selected off the sheet in front; return whether none has it any more.

    Several selected sheets are a group, which stays: what is typed goes into all of them (ECMA-376 Part 1, 18.3.1.87).
    """
    selected = list[str]()
    for tab in book.tabs:
        head = b""
        with book.open(tab.part) as stream:
            while len(head) < _HEAD and not _CELLS.search(head) and (piece := stream.read(PIECE)):
                head += piece
        if _SELECTED.search(_CELLS.split(head)[0]):
            selected.append(tab.part)
    if len(selected) > 1:
        return False
    for part in selected:
        content = book.read(part)
        end = cells.start() if (cells := _CELLS.search(content)) else len(content)
        book.put(part, _SELECTED.sub(b"", content[:end]) + content[end:])
    return True


def _drop_calculation_chain(book: Package, workbook: WorkbookPart, replaced: Collection[str]) -> None:
    """Remove Excel's calculation chain if it lists cells of a sheet that is replaced.

    The chain is a cache that Excel rebuilds. An entry for a cell without a formula makes it report a damaged file.
    """
    for link in [*book.links(book.workbook_part).values()]:
        if link.kind == "calcChain" and link.target in book:
            # A cell of the same sheet as the one before it may leave the sheet's number out.
            listed = {cell.get("i") for cell in book.tree(link.target).iterchildren(q("c"))}
            if listed & {workbook.tabs[each].get("sheetId") for each in replaced}:
                book.unlink(book.workbook_part, link)
