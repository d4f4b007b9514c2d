"""Putting whole sheets into the organizer's workbook without touching anything else in it.

The sheets come in a *scratch* workbook, which openpyxl has saved. The *target* is never loaded and saved by a
spreadsheet library: those keep what they know and lose the rest. Instead its package is edited:

* a worksheet part of our own is added, or the one that we added in an earlier run is replaced, with the charts and
  links on it;
* `xl/workbook.xml`, its relationships and `[Content_Types].xml` get entries for new sheets; `docProps/app.xml` lists
  their titles; `xl/styles.xml` gets the formats that are missing, at the end of its lists.

All other members of the zip file keep their compressed bytes, order and dates. Sheets are appended, or put
beside others: see `tabs`.

**Whose sheet is it?** A sheet of ours is known by a hidden name that points to it and our note on it: see `ownership`.
Every other sheet is the organizer's and is never written to, but for one attribute: see `preview`.

**What is whose on a sheet of ours?** All cells are ours, with what belongs to cells: filters, merged cells, conditional
formats, drop-downs, links. The view, the protection and all that concerns printing is given to a new sheet once, and is
the organizer's from then on; only the print area follows the data. So are the widths of columns. Charts of both stand
side by side: ours bear a mark (see `ownership`) and are replaced; those of the organizer stay, with pictures and notes.
A table of the organizer's over our cells stays as long as its header reads the same, else Excel reports a damaged file.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from lxml import etree

from turnabout_sheets.sheets.grid import column_letters
from turnabout_sheets.workbook.ooxml import drawings, preview, worksheet
from turnabout_sheets.workbook.ooxml.areas import area_of
from turnabout_sheets.workbook.ooxml.editor import Editor
from turnabout_sheets.workbook.ooxml.ownership import Home, Ours, SheetTakenError, homes_in, mark_of
from turnabout_sheets.workbook.ooxml.package import R_ID, SAVE_AS_XLSX, Package, UnusableWorkbookError, q
from turnabout_sheets.workbook.ooxml.row_writer import Rows, Terms
from turnabout_sheets.workbook.ooxml.styles import StyleMerger, empty_styles
from turnabout_sheets.workbook.ooxml.tabs import NO_TABS, Tabs, arrange
from turnabout_sheets.workbook.ooxml.workbook_part import WorkbookPart, mark_form
from turnabout_sheets.workbook.ooxml.worksheet import Renames, Worksheet, quote

_CONTENT_TYPE: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.{}+xml"
_PROPERTIES: Final = "{http://schemas.openxmlformats.org/officeDocument/2006/extended-properties}"
_VARIANT: Final = "{http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes}"

_FILTER_RANGE: Final = "_xlnm._FilterDatabase"
_PRINT_AREA: Final = "_xlnm.Print_Area"
_FOLLOW_THE_DATA: Final = (_FILTER_RANGE, _PRINT_AREA)
"""Names of a sheet that are renewed with its content. Print titles, like the page set-up, are given only once."""


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
    to be seen. The new sheet `front` comes to the front, as far as that is clear (see `preview.find_selected`); without
    one the tab that was there stays. Grafting the same sheets of ours again gives exactly the same bytes.

    Raises `SheetTakenError` if a name is taken by a sheet of the organizer's, `UnusableWorkbookError` or `GraftError`
    if `target` is not a workbook that can be edited, and `ValueError` if `scratch` holds what cannot be carried over
    (chart sheets, names for the whole workbook, shared strings, form controls): that is an error in the program.
    """
    return _Graft(Package(target), Package(scratch), ours, rows, front, tabs, again).run()


@dataclass(slots=True)
class _Sheet:
    """A sheet of the scratch on its way: where it comes from, and where it goes."""

    name: str
    source: str
    made: Worksheet
    ours: bool
    title: str
    """What its tab is called in the target."""
    part: str
    """The worksheet part in the target; `""` until there is one."""
    present: etree._Element | None = None
    """What the part holds already but for its cells, without what was ours in it."""
    position: int | None = None
    """Where our drawings stood among those of the organizer."""
    is_selected: bool = False
    """Whether its tab is selected in the target."""


class _Graft:
    """One run of `graft`: the parts to be changed, as trees, until they are written."""

    def __init__(
        self,
        target: Package,
        scratch: Package,
        ours: Ours,
        rows: Mapping[str, Rows],
        in_front: str,
        tabs: Tabs,
        again: Collection[str],
    ) -> None:
        self.target = target
        self.scratch = scratch
        self.ours = ours
        self.rows = rows
        self.in_front = in_front
        self.tabs = tabs
        self.again = again
        self.selected: Mapping[str, bytes] | None = None
        self.editor = Editor(target)
        self.workbook = WorkbookPart(target)
        styles_part = target.related("styles")
        self.styles = empty_styles() if styles_part is None else target.xml(styles_part)
        if self.styles.tag != q("styleSheet"):  # nothing is ever written into what we do not know
            raise UnusableWorkbookError(
                f"has something else than cell formats in {styles_part}, which it names for them; {SAVE_AS_XLSX}"
            )
        self.styles_part = styles_part or self.editor.free_name("styles.xml")
        scratch_styles = scratch.related("styles")
        if scratch_styles is None:
            raise ValueError("the scratch workbook has no styles")
        self.merger = StyleMerger(self.styles, scratch.xml(scratch_styles))
        self.scratch_workbook = WorkbookPart(scratch)

    def run(self) -> bytes:
        self._check()
        homes = homes_in(self.target, self.workbook, self.ours)
        sheets = [self._sheet(name, homes) for name in self.scratch.sheets]
        if self.in_front:
            self.selected = preview.find_selected(self.target, {sheet.part for sheet in sheets})
        new = [sheet.title for sheet in sheets if not sheet.part]
        for sheet in sheets:
            self._take_out(sheet)
        self.editor.sweep()
        renames = Renames({name: home.title for name, home in homes.items() if home.title != name})
        terms = Terms(self.merger.cell, renames.followed)
        for sheet in sheets:
            self._put_in(sheet, renames, terms)
            self._set_names(sheet, renames, is_new=sheet.title in new)
        self._bring_to_front({sheet.part for sheet in sheets})
        held = {*self.workbook.in_front(), *(sheet.title for sheet in sheets if sheet.is_selected)}
        arrange(self.workbook, self.tabs, {sheet.name: sheet.title for sheet in sheets if sheet.ours}, new, held)
        if new:
            self._list_titles(new)
        mark_form(self.workbook)
        return self._written(sheets)

    def _sheet(self, name: str, homes: Mapping[str, Home]) -> _Sheet:
        source = self.scratch.sheets[name]
        made = worksheet.split(self.scratch.read(source), source)
        if problems := sorted(set(worksheet.unsupported(made))):
            raise ValueError(f"sheet {name!r} holds what cannot be grafted: {', '.join(problems)}")
        ours = name in self.ours.names
        is_taken = name.casefold() in {title.casefold() for title in self.workbook.tab_names}
        is_again = name in self.again and name in self.target.sheets
        home = homes.get(name) if ours else Home(name, is_new=not is_again) if is_again or not is_taken else None
        if home is None:
            raise SheetTakenError(name)
        part = "" if home.is_new else self.target.sheets[home.title]
        return _Sheet(name, source, made, ours, home.title, part)

    def _check(self) -> None:
        if any(tab.kind != "worksheet" for tab in self.scratch.tabs):
            raise ValueError("the scratch workbook holds a chart sheet")
        if self.scratch_workbook.names():
            raise ValueError("the scratch workbook defines names for the whole workbook")

    def _take_out(self, sheet: _Sheet) -> None:
        """Take what is ours, and what our cells have led to, out of a sheet that is there already."""
        if not sheet.part:
            return
        sheet.present = present = worksheet.split(self.target.read(sheet.part), sheet.part).shell
        sheet.position = drawings.take_out(self.editor, self.scratch, sheet.source, sheet.part, present)
        self._take_out_tables(sheet.part, present, sheet.made)
        for link in list(self.editor.relationships(sheet.part).values()):
            if link.kind == "hyperlink":
                self.editor.unlink(sheet.part, link.id)

    def _take_out_tables(self, part: str, present: etree._Element, made: Worksheet) -> None:
        """Remove the organizer's tables whose header does not read the same in the new cells."""
        links = self.editor.relationships(part)
        for parts in present.findall(q("tableParts")):
            for element in list(parts):
                link = links.get(element.get(R_ID, ""))
                if link is not None and link.target in self.editor and not _fits(self.editor.xml(link.target), made):
                    parts.remove(element)
                    self.editor.unlink(part, link.id)
            parts.set("count", str(len(parts)))
            if not len(parts):
                present.remove(parts)

    def _put_in(self, sheet: _Sheet, renames: Renames, terms: Terms) -> None:
        made = worksheet.localise(
            sheet.made, cell_style=self.merger.cell, conditional_style=self.merger.conditional, renames=renames
        )
        rows = self.rows.get(sheet.name)
        if rows is not None:
            worksheet.set_dimension(made.shell, rows.area)
        if sheet.present is None:
            self._add_tab(sheet)
            worksheet.keep_widths(None, made.shell)
            result = made
        else:
            worksheet.keep_widths(sheet.present, made.shell)
            result = worksheet.replace_part(sheet.present, made)
        if self.selected is not None:
            preview.mark_selected(result.shell, selected=sheet.name == self.in_front)
        sheet.is_selected = preview.is_selected(result.shell)
        links = self.scratch.relationships(sheet.source)
        for element in result.shell.iterfind(f"{q('hyperlinks')}/{q('hyperlink')}[@{R_ID}]"):
            link = links[element.get(R_ID, "")]
            element.set(R_ID, self.editor.link(sheet.part, link.kind, link.target, external=True))
        drawings.put_in(
            self.editor, self.scratch, sheet.source, sheet.part, result.shell, renames, sheet.position, mark=sheet.ours
        )
        written = () if rows is None else rows.written(terms)
        self.editor.put(sheet.part, worksheet.join(result, written), _CONTENT_TYPE.format("worksheet"))

    def _bring_to_front(self, written: Collection[str]) -> None:
        """Put the tab of the sheet that is wanted there in front, and deselect that of the sheet that was there."""
        if self.selected is None:
            return
        for part, content in self.selected.items():
            if part not in written:
                self.editor.put(part, content)
        preview.put_in_front(self.workbook.root, self.workbook.tab_names.index(self.in_front))

    def _add_tab(self, sheet: _Sheet) -> None:
        sheet.part = self.editor.new_name("worksheets")
        relationship = self.editor.link(self.target.workbook_part, "worksheet", sheet.part)
        state = next(tab.state for tab in self.scratch.tabs if tab.name == sheet.name)
        self.workbook.insert_tab(sheet.title, relationship, state, self.tabs.beside.get(sheet.title, ""))

    def _set_names(self, sheet: _Sheet, renames: Renames, *, is_new: bool) -> None:
        """Give a sheet the names that belong to it: titles, filter, print area, and our mark."""
        position = self.workbook.tab_names.index(sheet.title)
        declared = self.scratch_workbook.names(self.scratch_workbook.tab_names.index(sheet.name))
        for name, element in declared.items():
            if is_new or name in _FOLLOW_THE_DATA:
                attributes = {str(k): str(v) for k, v in element.attrib.items()} | {"localSheetId": str(position)}
                self.workbook.define(attributes, renames.followed(element.text or ""))
        if _FILTER_RANGE not in declared:
            self.workbook.undefine(_FILTER_RANGE, position)
        if sheet.ours:
            self.workbook.define({"name": mark_of(sheet.name), "hidden": "1"}, f"{quote(sheet.title)}!$A$1")

    def _list_titles(self, new: Collection[str]) -> None:
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
        names = [name for name in self.workbook.tab_names if name in self.target.sheets or name in new]
        for position, name in enumerate(names):
            if name in new:
                title = etree.Element(f"{_VARIANT}lpstr")
                title.text = name
                titles.insert(position, title)
        titles.set("size", str(len(titles)))
        count.text = str(len(names))
        self.editor.put_tree(part, root)

    def _written(self, sheets: Iterable[_Sheet]) -> bytes:
        if self.merger.changed:
            if self.target.related("styles") is None:
                self.editor.link(self.target.workbook_part, "styles", self.styles_part)
            self.editor.put_tree(self.styles_part, self.styles, _CONTENT_TYPE.format("styles"))
        self._drop_calculation_chain({sheet.part for sheet in sheets})
        self.editor.sweep()
        self.editor.put_tree(self.target.workbook_part, self.workbook.root)
        if self.editor.has_changes:
            self.workbook.calculate_on_load()
            self.editor.put_tree(self.target.workbook_part, self.workbook.root)
        return self.editor.written()

    def _drop_calculation_chain(self, written: Collection[str]) -> None:
        """Remove Excel's calculation chain if it lists cells of a sheet that is replaced.

        The chain is a cache that Excel rebuilds. An entry for a cell without a formula makes it report a damaged file.
        """
        chain = self.editor.linked(self.target.workbook_part, "calcChain")
        if chain is None:
            return
        changed = {part for part in written if self.editor.is_changed(part)}
        replaced = {
            number for name, number in self.workbook.sheet_ids().items() if self.target.sheets.get(name) in changed
        }
        # A cell of the same sheet as the one before it may leave the sheet's number out.
        if replaced & {cell.get("i") for cell in self.target.xml(chain.target).iterchildren(q("c"))}:
            self.editor.unlink(self.target.workbook_part, chain.id)


def _fits(table: etree._Element, made: Worksheet) -> bool:
    """Return whether the header of a table reads the same in the cells of a sheet (ECMA-376 Part 1, 18.5.1)."""
    area = area_of(table.get("ref", ""))
    if area is None or table.get("headerRowCount") == "0":
        return area is not None
    headers = [column.get("name", "") for column in table.iterfind(f"{q('tableColumns')}/{q('tableColumn')}")]
    texts = worksheet.texts_in_row(made, area.top)
    return headers == [texts.get(column_letters(column), "") for column in range(area.left, area.right + 1)]
