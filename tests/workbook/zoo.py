"""The zoo: everything foreign that an organizer's workbook may hold, one entry a thing. Each workbook is an event.

`FEATURES` are what XlsxWriter can write; `PARTS` are parts that it cannot, added to its package as Excel has them;
`WORKBOOKS` are of other programs, or written in ways of which a program may be afraid. `adopt` makes events of others.
"""

from __future__ import annotations

import io
import posixpath
import zipfile
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import xlsxwriter
from lxml import etree

from tests.workbook.untouched import CONTENT_TYPES, MAIN, Package
from tests.workbook.workbooks import (
    OFFICE,
    PACKAGE,
    edited,
    handmade,
    loaded,
    organizer_workbook,
    part,
    png,
    saved,
    with_parts,
)

MICROSOFT = "http://schemas.microsoft.com/office"
OFFICE_TYPE = "application/vnd.openxmlformats-officedocument"
SPREADSHEET = f"{OFFICE_TYPE}.spreadsheetml"

Book = Any
Sheet = Any


def chart(book: Book, sheet: Sheet) -> None:
    column = book.add_chart({"type": "column"})
    column.add_series({"values": "=Players!$B$2:$B$9", "trendline": {"type": "linear"}})
    sheet.insert_chart("H2", column)


def chart_of_ours(book: Book, sheet: Sheet) -> None:
    line = book.add_chart({"type": "line"})
    line.add_series({"values": "=Standings!$C$2:$C$9"})
    sheet.insert_chart("H20", line)


def chart_sheet(book: Book, sheet: Sheet) -> None:
    page = book.add_chartsheet("Chart between")
    pie = book.add_chart({"type": "pie"})
    pie.add_series({"values": "=Players!$B$2:$B$9"})
    page.set_chart(pie)


def pictures(book: Book, sheet: Sheet) -> None:
    sheet.insert_image("D20", "one.png", {"image_data": io.BytesIO(png()), "url": "https://example.org"})
    sheet.set_background(io.BytesIO(png()))
    sheet.set_header("&L&G", {"image_left": "logo.png", "image_data_left": io.BytesIO(png())})


def shapes(book: Book, sheet: Sheet) -> None:
    sheet.insert_textbox("D2", "Read me", {"textlink": "=$A$1"})
    sheet.insert_button("D8", {"macro": "say_hello", "caption": "Press"})
    sheet.insert_checkbox("D12", True)


def notes(book: Book, sheet: Sheet) -> None:
    sheet.write_comment("A2", "plays late", {"author": "Organizer", "visible": True})


def validations(book: Book, sheet: Sheet) -> None:
    sheet.data_validation("B2:B9", {"validate": "list", "source": "=Second!$A$1:$A$3", "input_title": "Choose"})
    sheet.data_validation("C2:C9", {"validate": "custom", "value": "=C2>Standings!$C$2"})


def conditions(book: Book, sheet: Sheet) -> None:
    bold = book.add_format({"bold": True, "bg_color": "#FFC7CE"})
    sheet.conditional_format("B2:B9", {"type": "data_bar", "data_bar_2010": True, "bar_axis_position": "middle"})
    sheet.conditional_format("C2:C9", {"type": "icon_set", "icon_style": "3_arrows"})
    sheet.conditional_format("A2:A9", {"type": "formula", "criteria": "=$B2>200", "format": bold})


def sparklines(book: Book, sheet: Sheet) -> None:
    sheet.add_sparkline("E2", {"range": "Players!B2:D2", "type": "column", "markers": True})


def names(book: Book, sheet: Sheet) -> None:
    book.define_name("Ratings", "=Players!$B$2:$B$9")
    book.define_name("Second!Local", "=Second!$A$1")
    book.define_name("Rate", "=0.25")
    sheet.print_area("A1:C9")
    sheet.repeat_rows(0)
    book.get_worksheet_by_name("Second").autofilter("A1:B3")


def formulas(book: Book, sheet: Sheet) -> None:
    sheet.write_formula("C2", "=B2*2", None, 400)
    sheet.write_formula("C3", '=IF(Standings!C2>0,"yes","no")', None, "no")
    sheet.write_dynamic_array_formula("F2:F9", "=SORT(B2:B9)", None, 100)
    sheet.write_array_formula("G2:G3", "{=B2:B3*2}", None, 200)


def tables(book: Book, sheet: Sheet) -> None:
    second = book.get_worksheet_by_name("Second")
    second.add_table("D1:E4", {"name": "Standings", "columns": [{"header": "Who"}, {"header": "What"}]})
    second.add_table("G1:H4", {"name": "turnabout_Standings", "columns": [{"header": "A"}, {"header": "B"}]})


def hidden_sheets(book: Book, sheet: Sheet) -> None:
    book.add_worksheet("Hidden").hide()
    book.add_worksheet("Very hidden").very_hidden()


def looks(book: Book, sheet: Sheet) -> None:
    odd = book.add_format({"num_format": '0.0 "pt"', "font_name": "Georgia", "rotation": 30, "pattern": 4, "border": 5})
    sheet.write_number("B2", 3.5, odd)
    sheet.write_rich_string("C5", "one ", book.add_format({"bold": True}), "two")
    sheet.freeze_panes(1, 1)
    sheet.protect("secret", {"sort": True})
    sheet.set_column("A:A", 31, odd, {"level": 1, "hidden": True})
    book.set_custom_property("Club", "Tuesday")
    book.set_properties({"title": "Event", "company": "Club"})


def macros(book: Book, sheet: Sheet) -> None:
    book.add_vba_project(io.BytesIO(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(range(256)) * 8), is_stream=True)


FEATURES: Mapping[str, Callable[[Book, Sheet], None]] = {
    each.__name__: each
    for each in (
        chart, chart_of_ours, chart_sheet, pictures, shapes, notes, validations, conditions, sparklines, names,
        formulas, tables, hidden_sheets, looks, macros,
    )
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Part:
    """A part with its content type, what leads to it (a part, the type of the relationship) and what it leads to."""

    name: str
    content: bytes
    content_type: str
    source: str
    kind: str
    leads_to: tuple[tuple[str, str], ...] = ()


def _xml(name: str, inner: str = "", attributes: str = "", space: str = "") -> bytes:
    space = space or MAIN
    return f'<?xml version="1.0"?>\n<{name} xmlns="{space}" xmlns:r="{OFFICE}" {attributes}>{inner}</{name}>'.encode()


BOOK, SHEET = "xl/workbook.xml", "xl/worksheets/sheet2.xml"
PARTS: Mapping[str, tuple[Part, ...]] = {
    "custom XML": (
        Part("customXml/item1.xml", b"<club>Tuesday</club>", "application/xml", BOOK, f"{OFFICE}/customXml"),
        Part("customXml/itemProps1.xml", b"<props/>", f"{OFFICE_TYPE}.customXmlProperties+xml", "customXml/item1.xml",
             f"{OFFICE}/customXmlProps"),
    ),
    "printer settings": (
        Part("xl/printerSettings/printerSettings1.bin", bytes(range(256)),
             f"{SPREADSHEET}.printerSettings", SHEET, f"{OFFICE}/printerSettings"),
    ),
    "external link": (
        Part("xl/externalLinks/externalLink1.xml", _xml("externalLink", '<externalBook r:id="rId1"/>'),
             f"{SPREADSHEET}.externalLink+xml", BOOK, f"{OFFICE}/externalLink",
             (("https://example.org/other.xlsx", f"{OFFICE}/externalLinkPath"),)),
    ),
    "pivot table": (
        Part("xl/pivotCache/pivotCacheDefinition1.xml", _xml("pivotCacheDefinition", attributes='refreshOnLoad="1"'),
             f"{SPREADSHEET}.pivotCacheDefinition+xml", BOOK, f"{OFFICE}/pivotCacheDefinition"),
        Part("xl/pivotCache/pivotCacheRecords1.xml", _xml("pivotCacheRecords"), f"{SPREADSHEET}.pivotCacheRecords+xml",
             "xl/pivotCache/pivotCacheDefinition1.xml", f"{OFFICE}/pivotCacheRecords"),
        Part("xl/pivotTables/pivotTable1.xml", _xml("pivotTableDefinition", attributes='name="Pivot" cacheId="1"'),
             f"{SPREADSHEET}.pivotTable+xml", SHEET, f"{OFFICE}/pivotTable"),
    ),
    "slicer": (
        Part("xl/slicerCaches/slicerCache1.xml", _xml("slicerCacheDefinition", attributes='name="Slicer_Club"'),
             "application/vnd.ms-excel.slicerCache+xml", BOOK, f"{MICROSOFT}/2007/relationships/slicerCache"),
        Part("xl/slicers/slicer1.xml", _xml("slicers"), "application/vnd.ms-excel.slicer+xml",
             SHEET, f"{MICROSOFT}/2007/relationships/slicer"),
    ),
    "threaded comments": (
        Part("xl/persons/person.xml", _xml("personList"), "application/vnd.ms-excel.person+xml",
             BOOK, f"{MICROSOFT}/2017/10/relationships/person"),
        Part("xl/threadedComments/threadedComment1.xml", _xml("ThreadedComments"),
             "application/vnd.ms-excel.threadedcomments+xml", SHEET,
             f"{MICROSOFT}/2017/10/relationships/threadedComment"),
    ),
    "calculation chain": (
        Part("xl/calcChain.xml", _xml("calcChain", '<c r="C2" i="1"/><c r="C3"/>'), f"{SPREADSHEET}.calcChain+xml",
             BOOK, f"{OFFICE}/calcChain"),
    ),
    "connection": (
        Part("xl/connections.xml", _xml("connections"), f"{SPREADSHEET}.connections+xml", BOOK,
             f"{OFFICE}/connections"),
    ),
    "clashing names": (
        Part("xl/worksheets/TURNABOUT1.xml", _xml("worksheet", "<sheetData/>"), f"{SPREADSHEET}.worksheet+xml",
             BOOK, f"{OFFICE}/anything"),
        Part("xl/charts/turnabout2.xml", b"<his/>", "application/xml", BOOK, f"{OFFICE}/anything"),
    ),
}  # fmt: skip


def written(features: Collection[str] = (), parts: Collection[str] = ()) -> bytes:
    """An organizer's workbook with these of `FEATURES` and `PARTS`, by XlsxWriter."""
    return _written(frozenset(features), frozenset(parts))


@lru_cache(maxsize=100)
def _written(features: frozenset[str], parts: frozenset[str]) -> bytes:
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, {"in_memory": True})
    players = book.add_worksheet("Players")
    second = book.add_worksheet("Second") if "chart_sheet" not in features else None
    if second is None:
        FEATURES["chart_sheet"](book, players)
        second = book.add_worksheet("Second")
    players.write_row("A1", ["Player", "Rating", "Twice"])
    for row in range(1, 5):
        players.write_row(row, 0, [f"Player {row}", row * 100])
    second.write_column("A1", ["low", "middle", "high"])
    for name in FEATURES:
        if name in features and name != "chart_sheet":
            FEATURES[name](book, players)
    book.close()
    return injected(out.getvalue(), [part for name in PARTS if name in parts for part in PARTS[name]])


def injected(data: bytes, parts: Collection[Part]) -> bytes:
    """The package with more parts that are related to and declared as Excel does it."""
    for number, each in enumerate(parts):
        data = with_parts(data, {each.name: each.content})
        override = f'<Override PartName="/{each.name}" ContentType="{each.content_type}"/></Types>'
        data = edited(data, "[Content_Types].xml", ("</Types>", override))
        data = _related(data, each.source, f"x{number}", each.kind, f"/{each.name}")
        for count, (address, kind) in enumerate(each.leads_to, start=1):
            data = _related(data, each.name, f"rId{count}", kind, f'{address}" TargetMode="External')
    return data


def _related(data: bytes, source: str, identifier: str, kind: str, target: str) -> bytes:
    folder, _, name = source.rpartition("/")
    rels = f"{folder}/_rels/{name}.rels"
    link = f'<Relationship Id="{identifier}" Type="{kind}" Target="{target}"/></Relationships>'
    try:
        part(data, rels)
    except KeyError:
        data = with_parts(data, {rels: f'<Relationships xmlns="{PACKAGE}"></Relationships>'.encode()})
    return edited(data, rels, ("</Relationships>", link))


# Whole workbooks


NAMES = ("Player", "Ann", "Ben", "Cy", "Dee", "Zoë")
"""The first column of a sheet Players."""


def players(prefix: str = "", encoding: str = "utf-8", view: str = "") -> bytes:
    """Return a worksheet whose first column has `NAMES`, without addresses, its names with a prefix."""
    cells = "".join(f"<x:row><x:c t='inlineStr'><x:is><x:t>{name}</x:t></x:is></x:c></x:row>" for name in NAMES)
    sheet = f"<x:worksheet xmlns:x='{MAIN}'>{view}<x:sheetData >{cells}</x:sheetData></x:worksheet>"
    declaration = f"<?xml version='1.0' encoding='{encoding}'?><!-- {NAMES[-1]} -->\n"
    shown = sheet if prefix else sheet.replace("x:", "").replace("xmlns:x", "xmlns").replace(":x=", "=")
    return (declaration + shown).encode(encoding)


def by_hand(view: str = "") -> bytes:
    return handmade(second="Players", extra={"book/sheets/two.xml": players("x", "iso-8859-1", view)})


def in_other_words() -> bytes:
    """Attributes in single quotes and on lines of their own, on a sheet that is in front."""
    view = "<x:sheetViews><x:sheetView\n zoomScale='80'\n tabSelected='true' workbookViewId='0' /></x:sheetViews>"
    return edited(by_hand(view), "book/Main.xml", ('activeTab="2"', 'activeTab="0"'))


def changed(name: str, *changes: tuple[str, str]) -> Callable[[], bytes]:
    """Return what gives a plain workbook, a part of which reads otherwise."""
    return lambda: edited(written(), name, *changes)


FRONT = 'tabSelected="1" '
VIEW = f'<sheetView {FRONT}workbookViewId="0"/>'
FIRST = "xl/worksheets/sheet1.xml"


def chart_sheet_in_front() -> bytes:
    book = loaded(organizer_workbook())
    book["Notes & more"].sheet_view.tabSelected = False
    book.create_chartsheet("Picture").sheetViews.sheetView[0].tabSelected = True
    book.active = 2
    return saved(book)


def typed_by_name(defaults: str) -> bytes:
    """Return a workbook with the content type of each part under its name, and others by ending."""
    data = written({"chart", "notes"})
    package = Package(data)
    named = "".join(
        f'<Override PartName="/{name}" ContentType="{package.content_type(name)}"/>'
        for name in package.parts
        if name != CONTENT_TYPES
    )
    types = f'<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">{defaults}{named}</Types>'
    return edited(data, CONTENT_TYPES, (part(data, CONTENT_TYPES), types))


def renamed_members(data: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(out, "w") as target:
        for number, info in enumerate(source.infolist()):
            name = "/" + info.filename if number % 2 else info.filename.replace("/", "\\")
            target.writestr(name, source.read(info))
    return out.getvalue()


ODD_FRONTS: Mapping[str, Callable[[], bytes]] = {
    "several windows": changed(BOOK, ("</bookViews>", '<workbookView activeTab="1"/></bookViews>')),
    "two views of a sheet": changed(FIRST, ("</sheetViews>", '<sheetView workbookViewId="1"/></sheetViews>')),
    "sheets in a group": changed(SHEET, ("<sheetView ", f"<sheetView {FRONT}")),
    "a hidden sheet in front": changed(BOOK, ('name="Players" ', 'name="Players" state="hidden" ')),
    "views that are damaged": changed(SHEET, ("<sheetViews>", "<sheetViewz>")),
}
"""Where it is not clear which sheet is in front; that stays so."""

WORKBOOKS: Mapping[str, Callable[[], bytes]] = {
    "by openpyxl": organizer_workbook,
    "by hand": by_hand,
    "in other words": in_other_words,
    "no sheet in front": changed(FIRST, (FRONT, "")),
    "a sheet without views": changed(SHEET, ('<sheetViews><sheetView workbookViewId="0"/></sheetViews>', "")),
    "the first tab out of sight": changed(BOOK, ("<workbookView ", '<workbookView firstSheet="1" ')),
    "a protected structure": changed(BOOK, ("<bookViews>", '<workbookProtection lockStructure="1"/><bookViews>')),
    "no content types by ending": lambda: typed_by_name(""),
    "an odd content type for rels": lambda: typed_by_name('<Default Extension="rels" ContentType="application/xml"/>'),
    "an odd content type for pictures": lambda: typed_by_name('<Default Extension="png" ContentType="x/y"/>'),
    "styles that nothing leads to": changed("xl/_rels/workbook.xml.rels", ("relationships/styles", "relationships/x")),
    "titles in another layout": changed("docProps/app.xml", ("<vt:i4>2</vt:i4>", "<vt:i4>9</vt:i4>")),
    "a long sheet that nobody can read": changed(
        SHEET, ("<sheetData>", f"<sheetData>{'<row><c/></row>' * 100_000}</sheetData><oops>")
    ),
    "a chart sheet in front": chart_sheet_in_front,
    "names with slashes": lambda: renamed_members(written({"pictures", "chart"})),
    **ODD_FRONTS,
}


def adopt(data: bytes) -> bytes:
    """Return a workbook of anybody's as an event: it has a sheet Players, too, at the end."""
    package = Package(data)
    book, types = package.xml(package.book), package.xml(CONTENT_TYPES)
    links = package.xml(package.rels(package.book))
    sheets = book.find("{*}sheets")
    tab = etree.SubElement(sheets, etree.QName(sheets[0]).text, {f"{{{OFFICE}}}id": "adopted"})
    tab.set("name", "Players")
    tab.set("sheetId", str(1 + max(int(each.get("sheetId")) for each in sheets if each is not tab)))
    target = posixpath.join("/", posixpath.dirname(package.book), "adopted.xml")
    etree.SubElement(links, f"{{{PACKAGE}}}Relationship", Id="adopted", Type=f"{OFFICE}/worksheet", Target=target)
    kind = f"{SPREADSHEET}.worksheet+xml"
    etree.SubElement(
        types, etree.QName(types[0]).text, PartName=target, ContentType=kind
    ).tag = f"{{{etree.QName(types).namespace}}}Override"
    new = {package.book: book, package.rels(package.book): links, CONTENT_TYPES: types}
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for info in source.infolist():
            name = info.filename.replace("\\", "/").lstrip("/")
            made.writestr(info, etree.tostring(new[name], xml_declaration=True) if name in new else source.read(info))
        made.writestr(target.lstrip("/"), players())
    return out.getvalue()
