"""A worksheet part (ECMA-376 Part 1, 18.3.1.99): what of it is ours, and what is the organizer's.

The cells of a sheet, which make up nearly all of its bytes, stand in one element, `sheetData`, between a handful of
small elements: views, column widths, validations, page set-up. The small ones are its *shell*. Of a sheet that is
replaced only the shell is parsed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from lxml import etree

from turnabout_sheets.sheets.grid import address
from turnabout_sheets.workbook.ooxml.areas import area_of, read_number
from turnabout_sheets.workbook.ooxml.package import MAIN, R_ID, Package, parse_xml, q, qs, to_xml
from turnabout_sheets.workbook.ooxml.styles import Styles
from turnabout_sheets.workbook.ooxml.workbook_part import insert_in_order

_SHEET_DATA: Final = re.compile(rb"<(?P<name>(?:[\w.-]+:)?sheetData)\b[^>]*?(?:/>|>.*</(?P=name)\s*>)", re.DOTALL)
_EMPTY_SHEET_DATA: Final = re.compile(rb"<(?:[\w.-]+:)?sheetData\s*/>")

_REFERENCE: Final = re.compile(r"""(?P<text>"(?:[^"]|"")*")|'(?P<quoted>(?:[^']|'')+)'!|(?P<plain>[\w.]+)!""")
"""In a formula: a text literal (to pass over), or the sheet of a reference."""

_ORDER: Final = qs(
    "sheetPr dimension sheetViews sheetFormatPr cols sheetData sheetCalcPr sheetProtection protectedRanges scenarios"
    " autoFilter sortState dataConsolidate customSheetViews mergeCells phoneticPr conditionalFormatting dataValidations"
    " hyperlinks printOptions pageMargins pageSetup headerFooter rowBreaks colBreaks customProperties cellWatches"
    " ignoredErrors smartTags drawing legacyDrawing legacyDrawingHF drawingHF picture oleObjects controls"
    " webPublishItems tableParts extLst"
)
"""The sequence of a worksheet's children."""

_CONTENT: Final = frozenset(
    qs(
        "dimension sheetFormatPr autoFilter sortState mergeCells conditionalFormatting dataValidations"
        " hyperlinks ignoredErrors"
    )
)
"""What the program owns on its sheets: replaced whole at every run. All else it gives a sheet once, when it is new;
afterwards it is the organizer's."""

_CONTENT_EXTENSIONS: Final = (
    "{78C0D931-6437-407D-A8EE-F0AAD7539E65}",  # conditional formats
    "{CCE6A557-97BC-4B89-ADB6-D9C93CAAB3DF}",  # data validations: those that refer to another sheet
)
"""Extensions (`ext`, by URI) that continue elements of `_CONTENT`, and go with them."""


class Renames(NamedTuple):
    """What our sheets are called in the organizer's workbook, where that differs from the scratch's name."""

    sheets: Mapping[str, str]

    def followed(self, formula: str) -> str:
        """Return a formula or location with its references to renamed sheets changed."""
        return _REFERENCE.sub(self._followed, formula) if self.sheets else formula

    def _followed(self, match: re.Match[str]) -> str:
        sheet = (match["quoted"] or match["plain"] or "").replace("''", "'")
        return f"{quote(self.sheets[sheet])}!" if sheet in self.sheets else match[0]


def quote(name: str) -> str:
    """Return a sheet's name as it stands in references: `'Table results'`."""
    return "'" + name.replace("'", "''") + "'"


def read_shell(xml: bytes) -> etree._Element:
    """Return the tree of a worksheet part without its cells; raises like `parse_xml`."""
    shell = parse_xml(_SHEET_DATA.sub(rb"<\g<name>/>", xml, count=1))
    for cells in shell.findall(q("sheetData")):  # in an encoding in which the text above is not found
        shell.remove(cells)
    insert_in_order(shell, etree.Element(q("sheetData")), _ORDER)
    return shell


def cut_cells(sheet: etree._Element) -> bytes:
    """Take the cells out of a sheet written by openpyxl, and return its `sheetData` as text."""
    (cells,) = sheet.findall(q("sheetData"))
    written = etree.tostring(cells, with_tail=False)
    cells.clear()
    return written


def join(shell: etree._Element, cells: bytes, rows: Iterable[bytes]) -> bytes:
    """Return a worksheet part: a shell, its `sheetData` as openpyxl has written it, and further rows below."""
    end = b"</sheetData>"
    if shell.nsmap.get(None) == MAIN:
        cells = cells.replace(f' xmlns="{MAIN}"'.encode(), b"", 1)
    cells = cells.removesuffix(end) if cells.endswith(end) else cells.replace(b"/>", b">")
    before, after = _EMPTY_SHEET_DATA.split(to_xml(shell), maxsplit=1)
    return b"".join([before, cells, *rows, end, after])


def localise(sheet: etree._Element, styles: Styles, renames: Renames) -> None:
    """Put a sheet written by openpyxl in terms of the workbook that it will stand in: styles, and names of sheets."""
    for element in sheet.iter(*qs("c row col")):
        attribute = "style" if element.tag == q("col") else "s"
        if style := element.get(attribute):
            element.set(attribute, styles.cell(style))
    for element in sheet.iterfind(".//*[@dxfId]"):
        element.set("dxfId", styles.conditional(element.get("dxfId", "0")))
    for link in sheet.iterfind(f"{q('hyperlinks')}/{q('hyperlink')}[@location]"):
        link.set("location", renames.followed(link.get("location", "")))
    for formula in sheet.iter(*qs("f formula formula1 formula2")):
        formula.text = renames.followed(formula.text or "")
        value = formula.getnext()
        # openpyxl writes formulas without a value. Programs that show a workbook without calculating it (previews,
        # phones) then show 0; an empty text shows as blank.
        if formula.tag == q("f") and value is not None and not value.text and (cell := formula.getparent()) is not None:
            cell.set("t", "str")
            value.text = ""


def replace_content(present: etree._Element, new: etree._Element) -> None:
    """Give the organizer's sheet that has the shell ``present`` the content of ``new``, which is used up.

    The view (zoom, frozen panes), the page set-up, comments, charts and whatever else the organizer has put there stay.
    So do the widths of columns, and which are hidden; columns that were not there have ours.
    """
    for child in [*present.iterchildren(*_CONTENT)]:
        present.remove(child)
    for extension in present.findall(f"{q('extLst')}/{q('ext')}"):
        if extension.get("uri", "").upper() in _CONTENT_EXTENSIONS and (parent := extension.getparent()) is not None:
            parent.remove(extension)
            if not len(parent):
                present.remove(parent)
    has_tables = present.find(q("tableParts")) is not None
    for child in [*new.iterchildren(*_CONTENT)]:
        # A sheet's filter must not overlap a table's own; the organizer's table has taken the filter's place.
        if not (has_tables and child.tag == q("autoFilter")):
            insert_in_order(present, child, _ORDER)
    _add_columns(present, new)
    properties, colour = present.find(q("sheetPr")), new.find(f"{q('sheetPr')}/{q('tabColor')}")
    if properties is None:
        insert_in_order(present, properties := etree.Element(q("sheetPr")), _ORDER)
    for former in properties.findall(q("tabColor")):
        properties.remove(former)
    if colour is not None:
        properties.insert(0, colour)


def _add_columns(present: etree._Element, new: etree._Element) -> None:
    """Give a sheet those of our columns' widths that are behind the columns which have one."""
    columns, ours = present.find(q("cols")), new.find(q("cols"))
    if ours is None:
        return
    if columns is None:
        insert_in_order(present, ours, _ORDER)
        return
    last = max((read_number(each.get("max", "0")) for each in columns), default=0)
    for each in [*ours]:
        if read_number(each.get("max", "0")) > last:
            each.set("min", str(max(last + 1, read_number(each.get("min", "0")))))
            columns.append(each)


def take_out_tables(package: Package, part: str, shell: etree._Element, new: etree._Element) -> None:
    """Remove the organizer's tables whose header does not read the same in the new cells (Part 1, 18.5.1).

    Else Excel reports a damaged file.
    """
    links, texts = package.links(part), dict[str, str]()
    for cell in new.iterfind(f"{q('sheetData')}/{q('row')}/{q('c')}"):
        texts[cell.get("r", "")] = "".join(cell.itertext())
    for parts in shell.findall(q("tableParts")):
        for element in [*parts]:
            link = links.get(element.get(R_ID, ""))
            if link is not None and link.target in package and not _fits(package.tree(link.target), texts):
                parts.remove(element)
                package.unlink(part, link.id)
        parts.set("count", str(len(parts)))
        if not len(parts):
            shell.remove(parts)


def _fits(table: etree._Element, texts: Mapping[str, str]) -> bool:
    area = area_of(table.get("ref", ""))
    if area is None or table.get("headerRowCount") == "0":
        return area is not None
    headers = [column.get("name", "") for column in table.iterfind(f"{q('tableColumns')}/{q('tableColumn')}")]
    return headers == [texts.get(address(area.top - 1, column), "") for column in range(area.left, area.right + 1)]
