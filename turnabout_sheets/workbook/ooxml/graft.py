"""Putting whole sheets into the organizer's workbook without touching anything else in it.

The sheets come in a *scratch* workbook, which openpyxl has saved. The *target* is never loaded and saved by a
spreadsheet library: those keep what they know and lose the rest. Instead its package is edited: a worksheet part of our
own is added, or the one that we added in an earlier run is replaced, with the links on it; the workbook
part, its relationships and the list of content types get entries for new sheets; the styles get the formats that are
missing, at the end of their lists. All other members of the zip file keep their compressed bytes, order and dates.

**Whose sheet is it?** A sheet of ours is known by a hidden name that points to it and our note on it: see `ownership`.
Every other sheet is the organizer's and is never written to, but for one attribute: whether its tab is selected.

**What is whose on a sheet of ours?** All cells are ours, with what belongs to cells: filters, merged cells, conditional
formats, drop-downs, links. The view, the widths of columns, the protection and all that concerns printing are given to
a new sheet once, and are the organizer's from then on; only the print area follows the data. Charts, pictures and
notes on it are the organizer's. A table of theirs over our cells stays as long as its header reads the same.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from lxml import etree

from turnabout_sheets.workbook.ooxml import worksheet
from turnabout_sheets.workbook.ooxml.ownership import Home, Ours, SheetTakenError, find_homes, mark_of
from turnabout_sheets.workbook.ooxml.package import R_ID, Package, q
from turnabout_sheets.workbook.ooxml.row_writer import CellWriter, Rows, cell_writer, write_rows
from turnabout_sheets.workbook.ooxml.styles import Styles
from turnabout_sheets.workbook.ooxml.workbook_part import NO_TABS, Tabs, WorkbookPart
from turnabout_sheets.workbook.ooxml.worksheet import Renames, quote

_WORKSHEET: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"
_FILTER: Final = "_xlnm._FilterDatabase"
_PRINT_AREA: Final = "_xlnm.Print_Area"
"""Names of a sheet that are renewed with its content. Print titles, like the page set-up, are given only once."""

_SELECTED: Final = re.compile(rb"""\s+tabSelected\s*=\s*["'](?:1|true)["']""")
_CELLS: Final = re.compile(rb"<(?:[\w.-]+:)?sheetData\b")
_HEAD: Final = 1 << 13
"""Bytes that are unpacked at a time to see what stands before the cells of a sheet."""


@dataclass(slots=True)
class _Sheet:
    """A sheet on its way: its name and part in the scratch, its tab in the target, and its part, blank before it is."""

    name: str
    source: str
    title: str
    part: str
    is_ours: bool
    is_new: bool
    shell: etree._Element | None = None  # what the part holds already but for its cells, without what was ours in it


def graft(
    target: bytes,
    scratch: bytes,
    *,
    ours: Ours,
    rows: Mapping[str, Rows] = MappingProxyType({}),
    front: str = "",
    tabs: Tabs = NO_TABS,
    again: Collection[str] = (),
) -> bytes:
    """Return the workbook `target` with every sheet of `scratch` put into it.

    Sheets named in `ours` are the program's: replaced where they are, also under a name that the organizer gave them,
    or appended and marked (`ownership.find_homes` tells beforehand). All others are added and belong to the organizer
    from then on; those that are wanted `again` take the place of the sheets that have their names. `rows` follow the
    first row of sheets of `scratch`, by name. The order of tabs stays; `tabs` says where new ones stand, and which are
    to be seen. The new sheet `front` comes to the front, if the workbook opens in one window; without one the tab that
    was there stays. Grafting the same sheets of ours again gives exactly the same bytes.

    Raises `SheetTakenError` if a name is taken by a sheet of the organizer's, and `UnusableWorkbookError` if `target`
    is not a workbook that can be edited.
    """
    book, made = Package(target), Package(scratch)
    workbook, styles, homes = WorkbookPart(book), Styles(book, made), find_homes(book, ours)
    sheets = [_find_place(book, name, part, homes, ours, again) for name, part in made.sheets.items()]
    renames = Renames({name: home.title for name, home in homes.items() if home.title != name})
    cell = cell_writer(styles.cell, renames.followed)
    for sheet in sheets:  # all are taken out first, so that the names of their parts are free again
        if not sheet.is_new:
            _take_out(sheet, book, made)
    book.sweep()
    if front := front if len(workbook.windows) == 1 else "":
        _deselect(book)
    for sheet in sheets:
        worksheet.localise(made.tree(sheet.source), styles, renames)
        if sheet.is_new:
            sheet.part = book.new_name("worksheets")
            state = next(tab.state for tab in made.tabs if tab.name == sheet.name)
            relationship = book.link(book.workbook_part, "worksheet", sheet.part)
            workbook.add_tab(sheet.title, relationship, state, tabs)
        _put_in(sheet, book, made, renames, rows.get(sheet.name), cell, front)
        _define_names(workbook, WorkbookPart(made), sheet, renames)
    if front:
        workbook.windows[0].set("activeTab", str([*workbook.tabs].index(front)))
    new = [each.title for each in sheets if each.is_new]
    workbook.arrange(tabs, {each.name: each.title for each in sheets if each.is_ours}, new, front)
    if not (changed := book.find_changes().keys()):
        return target
    _drop_calculation_chain(book, workbook, [each.title for each in sheets if each.part.casefold() in changed])
    workbook.calculate_on_load()
    return book.to_bytes()


def _find_place(
    book: Package, name: str, source: str, homes: Mapping[str, Home], ours: Ours, again: Collection[str]
) -> _Sheet:
    titles, is_ours = {tab.name.casefold() for tab in book.tabs}, name in ours.names
    home = homes.get(name) if is_ours else None
    if not is_ours and ((name in again and name in book.sheets) or name.casefold() not in titles):
        home = Home(name, is_new=name not in book.sheets)
    if home is None:
        raise SheetTakenError(name)
    return _Sheet(name, source, home.title, "" if home.is_new else book.sheets[home.title], is_ours, home.is_new)


def _take_out(sheet: _Sheet, book: Package, made: Package) -> None:
    """Take what is ours, and what our cells have led to, out of a sheet that is there already."""
    sheet.shell = worksheet.read_shell(book.read(sheet.part))
    worksheet.take_out_tables(book, sheet.part, sheet.shell, made.tree(sheet.source))
    for link in [*book.links(sheet.part).values()]:
        if link.kind == "hyperlink":
            book.unlink(sheet.part, link.id)


def _put_in(
    sheet: _Sheet, book: Package, made: Package, renames: Renames, rows: Rows | None, cell: CellWriter, front: str
) -> None:
    """Write a sheet: as it was made if it is new, else with the made one's content."""
    root, links = made.tree(sheet.source), made.links(sheet.source)
    if rows is not None:
        for dimension in root.iterfind(q("dimension")):  # it is only of the first row
            dimension.set("ref", f"{dimension.get('ref', '').rstrip('1')}{1 + len(rows)}")
    cells = worksheet.cut_cells(root)
    shell = root if sheet.shell is None else sheet.shell
    if sheet.shell is not None:
        worksheet.replace_content(shell, root)
    for view in shell.iterfind(f"{q('sheetViews')}/{q('sheetView')}"):
        if front or sheet.is_new:
            view.attrib.pop("tabSelected", None)  # the organizer's active tab stays the only selected one
        if sheet.name == front:
            view.set("tabSelected", "1")
    for element in shell.iterfind(f"{q('hyperlinks')}/{q('hyperlink')}[@{R_ID}]"):
        link = links[element.get(R_ID, "")]
        element.set(R_ID, book.link(sheet.part, link.kind, link.target, external=True))
    book.put(sheet.part, worksheet.join(shell, cells, write_rows(rows or (), cell)), _WORKSHEET)


def _define_names(workbook: WorkbookPart, made: WorkbookPart, sheet: _Sheet, renames: Renames) -> None:
    """Give a sheet the names that belong to it: titles, filter, print area, and our mark."""
    declared, present = made.names(sheet.name), workbook.names(sheet.title)
    for name, element in declared.items():
        if sheet.is_new or name in (_FILTER, _PRINT_AREA):
            hidden = {"hidden": "1"} if element.get("hidden") == "1" else {}
            workbook.define(name, renames.followed(element.text or ""), sheet.title, **hidden)
    if _FILTER in present.keys() - declared.keys() and (parent := present[_FILTER].getparent()) is not None:
        parent.remove(present[_FILTER])
    if sheet.is_ours:
        workbook.define(mark_of(sheet.name), f"{quote(sheet.title)}!$A$1", hidden="1")


def _deselect(book: Package) -> None:
    """Take the mark that its tab is selected off every sheet that is there.

    Several selected sheets are a group: what is typed goes into all of them (ECMA-376 Part 1, 18.3.1.87).
    """
    for _, part, *_ in book.tabs:
        head = b""
        for piece in book.pieces(part, _HEAD):
            head += piece
            if _CELLS.search(head):
                break
        if _SELECTED.search(_CELLS.split(head)[0]):
            content = book.read(part)
            end = cells.start() if (cells := _CELLS.search(content)) else len(content)
            book.put(part, _SELECTED.sub(b"", content[:end]) + content[end:])


def _drop_calculation_chain(book: Package, workbook: WorkbookPart, replaced: Collection[str]) -> None:
    """Remove Excel's calculation chain if it lists cells of a sheet that is replaced.

    The chain is a cache that Excel rebuilds. An entry for a cell without a formula makes it report a damaged file.
    """
    for link in [*book.links(book.workbook_part).values()]:
        if link.kind == "calcChain" and link.target in book:
            # A cell of the same sheet as the one before it may leave the sheet's number out.
            listed = {cell.get("i") for cell in book.tree(link.target).iterchildren(q("c"))}
            if listed & {workbook.tabs[each].get("sheetId") for each in replaced}:
                book.unlink(book.workbook_part, link.id)
