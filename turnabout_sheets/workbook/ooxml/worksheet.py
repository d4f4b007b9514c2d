"""A worksheet part as shell and cells: how whole sheets are rewritten quickly.

A worksheet (ECMA-376 Part 1, 18.3.1.99) is a `sheetData` element with all rows and cells, between a handful of small
elements: views, column widths, validations, page set-up. The small ones, the *shell*, are parsed and treated as a tree.
The cells, which make up nearly all of the bytes, are never turned into objects: in the sheets that openpyxl writes for
us, three things change, and each is a substitution in the text. Text is safe to search here because openpyxl escapes
every `<` of a value, so `<c ` can only begin a cell.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from lxml import etree

from turnabout_sheets.workbook.ooxml.areas import read_number
from turnabout_sheets.workbook.ooxml.package import MAIN, R_ID, parse_xml, q, qs, to_xml
from turnabout_sheets.workbook.ooxml.styles import insert_in_order

_SHEET_DATA: Final = re.compile(
    rb"<(?P<name>(?:[\w.-]+:)?sheetData)\b[^>]*?(?:/>|>(?P<cells>.*)</(?P=name)\s*>)", re.DOTALL
)
_EMPTY_SHEET_DATA: Final = re.compile(rb"<(?:[\w.-]+:)?sheetData\s*/>")
_STYLE: Final = re.compile(rb'(<(?:c|row)\b[^>]*? s=")(\d+)(?=")')
_UNCALCULATED: Final = re.compile(rb"(<c\b[^>]*)>(<f\b[^>]*(?:/>|>[^<]*</f>))<v(?:/>|></v>)")
_FORMULA: Final = re.compile(rb"(?<=>)(?P<text>[^<]+)(?=</f>)")
_SHARED_STRING: Final = re.compile(rb'<c\b[^>]*? t="s"')

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
        "dimension sheetFormatPr cols sheetData autoFilter sortState mergeCells conditionalFormatting dataValidations"
        " hyperlinks ignoredErrors"
    )
)
"""What the program owns on its sheets: replaced whole at every run."""

_SETUP: Final = frozenset(
    qs("sheetPr sheetViews sheetProtection printOptions pageMargins pageSetup headerFooter rowBreaks colBreaks")
)
"""What the program gives its sheets once, when they are new. Afterwards it is the organizer's, like everything that the
organizer adds."""

_DRAWING: Final = q("drawing")
"""It is taken off a sheet that is carried over, and put back when its part has arrived."""

_CONTENT_EXTENSIONS: Final = frozenset(
    {
        "{78C0D931-6437-407D-A8EE-F0AAD7539E65}",  # conditional formats
        "{CCE6A557-97BC-4B89-ADB6-D9C93CAAB3DF}",  # data validations: those that refer to another sheet
    }
)
"""Extensions (`ext`, by URI) that continue elements of `_CONTENT`, and go with them."""


class Renames(NamedTuple):
    """What our sheets are called in the organizer's workbook, where that differs from the scratch's name."""

    sheets: Mapping[str, str]

    def __bool__(self) -> bool:
        return bool(self.sheets)

    def followed(self, formula: str) -> str:
        """Return a formula or location with its references to renamed sheets changed."""
        return _REFERENCE.sub(self._followed, formula)

    def _followed(self, match: re.Match[str]) -> str:
        sheet = (match["quoted"] or match["plain"] or "").replace("''", "'")
        return f"{quote(self.sheets[sheet])}!" if sheet in self.sheets else match[0]


class Worksheet(NamedTuple):
    """A worksheet part: its root with an empty `sheetData`, and the XML of the rows."""

    shell: etree._Element
    cells: bytes


def split(xml: bytes, part: str) -> Worksheet:
    """Take a worksheet part apart. `part` serves messages; raises like `parse_xml`."""
    match = _SHEET_DATA.search(xml)
    if match is None:
        # Without cells, or in an encoding where the text above is not found: then it must be parsed whole.
        shell = parse_xml(xml, part)
        for sheet_data in shell.iterfind(q("sheetData")):
            sheet_data.clear()
        return Worksheet(shell, b"")
    shell = parse_xml(xml[: match.start()] + b"<" + match["name"] + b"/>" + xml[match.end() :], part)
    return Worksheet(shell, match["cells"] or b"")


def join(sheet: Worksheet, rows: Iterable[bytes] = ()) -> bytes:
    """Return the worksheet part, with further rows below its cells.

    Cells and rows are in the default namespace, whatever prefix the shell uses.
    """
    declaration = b"" if sheet.shell.nsmap.get(None) == MAIN else f' xmlns="{MAIN}"'.encode()
    before, *after = _EMPTY_SHEET_DATA.split(to_xml(sheet.shell), maxsplit=1)
    cells = [b"<sheetData", declaration, b">", sheet.cells, *rows, b"</sheetData>"]
    return b"".join([before, *cells, *after] if after else [before])


def unsupported(sheet: Worksheet) -> Iterator[str]:
    """Yield what stands in a sheet written by openpyxl that cannot be put into another workbook."""
    for child in sheet.shell.iterchildren():
        if child.tag not in {*_CONTENT, *_SETUP, _DRAWING}:
            yield etree.QName(child).localname
    for element in sheet.shell.iter("{*}*"):
        if R_ID in element.attrib and element.tag not in (q("hyperlink"), _DRAWING):
            yield f"{etree.QName(element).localname} with a relationship"
    if _SHARED_STRING.search(sheet.cells):
        yield "shared strings"


def localise(
    sheet: Worksheet,
    *,
    cell_style: Callable[[str], str],
    conditional_style: Callable[[str], str],
    renames: Renames,
) -> Worksheet:
    """Return a sheet written by openpyxl in terms of the workbook that it will stand in.

    `cell_style` and `conditional_style` translate indices into the target's styles. Formulas and links follow
    `renames`. The drawing is left off: it follows when its part has arrived. `sheet.shell` is changed in place.
    """
    shell = sheet.shell
    for child in list(shell.iterchildren(_DRAWING)):
        shell.remove(child)
    for column in shell.iterfind(f"{q('cols')}/{q('col')}[@style]"):
        column.set("style", cell_style(column.get("style", "0")))
    for element in shell.iterfind(".//*[@dxfId]"):
        element.set("dxfId", conditional_style(element.get("dxfId", "0")))
    for view in shell.iterfind(f"{q('sheetViews')}/{q('sheetView')}"):
        view.attrib.pop("tabSelected", None)  # the organizer's active tab stays the only selected one
    if renames:
        for link in shell.iterfind(f"{q('hyperlinks')}/{q('hyperlink')}[@location]"):
            link.set("location", renames.followed(link.get("location", "")))
        for formula in shell.iter(q("formula"), q("formula1"), q("formula2")):
            formula.text = renames.followed(formula.text or "")
    return Worksheet(shell, _localised_cells(sheet.cells, cell_style, renames))


def _localised_cells(cells: bytes, cell_style: Callable[[str], str], renames: Renames) -> bytes:
    def styled(match: re.Match[bytes]) -> bytes:
        return match[1] + cell_style(match[2].decode()).encode()

    def followed(match: re.Match[bytes]) -> bytes:
        formula = renames.followed(html.unescape(match["text"].decode()))
        return html.escape(formula, quote=False).encode()

    cells = _STYLE.sub(styled, cells)
    # openpyxl writes formulas without a value. Programs that show a workbook without calculating it (previews, phones)
    # then show 0; an empty text shows as blank.
    cells = _UNCALCULATED.sub(rb'\1 t="str">\2<v></v>', cells)
    return _FORMULA.sub(followed, cells) if renames else cells


def quote(name: str) -> str:
    """Return a sheet's name as it stands in references: `'Table results'`."""
    return "'" + name.replace("'", "''") + "'"


def replace_part(present: etree._Element, new: Worksheet) -> Worksheet:
    """Return the sheet of the organizer's workbook that has the shell `present`, with the content of `new`.

    The view (zoom, frozen panes), the page set-up, comments, charts and whatever else the organizer has put there stay.
    Both shells are used up.
    """
    for child in list(present.iterchildren()):
        if child.tag in _CONTENT:
            present.remove(child)
    _drop_content_extensions(present)
    has_tables = present.find(q("tableParts")) is not None
    for child in list(new.shell.iterchildren(*_CONTENT)):
        # A sheet's filter must not overlap a table's own; the organizer's table has taken the filter's place.
        if not (has_tables and child.tag == q("autoFilter")):
            insert_in_order(present, child, _ORDER)
    _set_tab_colour(present, new.shell)
    return Worksheet(present, new.cells)


def set_dimension(shell: etree._Element, area: str) -> None:
    """Say which cells of a sheet written by openpyxl are filled."""
    for dimension in shell.iterfind(q("dimension")):
        dimension.set("ref", area)


def insert(shell: etree._Element, child: etree._Element) -> None:
    """Insert an element into a worksheet where the schema wants it."""
    insert_in_order(shell, child, _ORDER)


def texts_in_row(sheet: Worksheet, number: int) -> Mapping[str, str]:
    """Return the texts in one row of a sheet written by openpyxl, by the letters of their columns."""
    row = re.search(rb'<row r="%d"[ >].*?</row>' % number, sheet.cells, re.DOTALL)
    if row is None:
        return {}
    cells = parse_xml(row[0], "a row").iterchildren("c")
    return {cell.get("r", "").rstrip("0123456789"): "".join(str(text) for text in cell.itertext()) for cell in cells}


def _drop_content_extensions(shell: etree._Element) -> None:
    for extensions in shell.findall(q("extLst")):
        for extension in extensions.findall(q("ext")):
            if extension.get("uri", "").upper() in _CONTENT_EXTENSIONS:
                extensions.remove(extension)
        if not len(extensions):
            shell.remove(extensions)


def _set_tab_colour(shell: etree._Element, new: etree._Element) -> None:
    """Give a sheet the new sheet's tab colour; its other properties (macro name, fit to page) are the organizer's."""
    colour = new.find(f"{q('sheetPr')}/{q('tabColor')}")
    properties = shell.find(q("sheetPr"))
    if properties is not None:
        for present in properties.findall(q("tabColor")):
            properties.remove(present)
    if colour is None:
        return
    if properties is None:
        properties = etree.Element(q("sheetPr"))
        insert_in_order(shell, properties, _ORDER)
    properties.insert(0, colour)


_Span = tuple[int, int, Mapping[str, str]]
"""First column, last column, attributes of both and all between."""


def keep_widths(present: etree._Element | None, new: etree._Element) -> None:
    """Give the columns of the sheet `new` the widths that they have on the sheet `present`; hidden ones stay hidden."""
    theirs, ours = [] if present is None else _spans(present), _spans(new)
    for columns in new.findall(q("cols")):
        new.remove(columns)
    columns = etree.Element(q("cols"))
    for first, following in pairwise(sorted({edge for a, b, _ in (*theirs, *ours) for edge in (a, b + 1)})):
        there, attributes = _at(theirs, first), dict(_at(ours, first))
        if there.get("customWidth") in _TRUE and "width" in there:
            attributes |= {"width": there["width"], "customWidth": "1"}
        attributes |= {name: there[name] for name in _HIDING if there.get(name, "0") not in ("0", "false")}
        if attributes:
            column = etree.SubElement(columns, q("col"), {"min": str(first), "max": str(following - 1)})
            for name in sorted(attributes):
                column.set(name, attributes[name])
    if len(columns):
        insert(new, columns)


_TRUE: Final = ("1", "true")
_HIDING: Final = ("hidden", "outlineLevel", "collapsed")
"""Attributes by which columns are put out of sight."""


def _spans(shell: etree._Element) -> list[_Span]:
    return [
        (
            read_number(column.get("min", "1")),
            read_number(column.get("max", "1")),
            {str(name): str(value) for name, value in column.attrib.items() if name not in ("min", "max")},
        )
        for column in shell.iterfind(f"{q('cols')}/{q('col')}")
    ]


def _at(spans: Sequence[_Span], column: int) -> Mapping[str, str]:
    return next((attributes for first, last, attributes in spans if first <= column <= last), {})
