"""Workbooks for the tests: an organizer's, a hand-made package, and scratch workbooks with sheets of ours."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from typing import Any

from openpyxl import Workbook, load_workbook
from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment
from openpyxl.drawing.image import Image
from openpyxl.formatting.rule import CellIsRule, FormulaRule
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.hyperlink import Hyperlink
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from turnabout_sheets.workbook.ooxml.book import PLAIN, Formula, NewBook
from turnabout_sheets.workbook.ooxml.graft import graft as put_in

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"

STANDINGS: Sequence[Sequence[Any]] = (
    ("Rank", "Player", "VP", "Share"),
    (1, "Zoë & Søn <1>", 45, 0.5),
    (2, " 1997 ", 40, 0.25),
    (3, "Müller\nzweite Zeile", 7, 0.125),
)


def saved(workbook: Workbook) -> bytes:
    out = io.BytesIO()
    workbook.save(out)
    return out.getvalue()


def loaded(data: bytes) -> Workbook:
    return load_workbook(io.BytesIO(data))


@cache
def organizer_workbook() -> bytes:
    """An event as an organizer may have it: players, formulas, a chart, comments, validations, names, styles."""
    workbook = Workbook()
    players = workbook.active
    assert isinstance(players, Worksheet)
    players.title = "Players"
    players.append(["Player", "Rating", "Twice"])
    for row, name in enumerate(("Anna", "Bela", "Çelik"), start=2):
        players.append([name, row * 100, f"=B{row}*2"])
    players["A1"].font = Font(name="Georgia", size=14, italic=True)
    players["B2"].number_format = '0.0 "points"'
    players["A2"].comment = Comment("plays late", "Organizer")
    players.freeze_panes = "A2"
    players.print_title_rows = "1:1"
    choice = DataValidation(type="list", formula1='"10,20,30"')
    choice.add("B2:B9")
    players.add_data_validation(choice)
    players.conditional_formatting.add("B2:B9", CellIsRule(operator="lessThan", formula=["250"], font=Font(bold=True)))
    chart = BarChart()
    chart.add_data(Reference(players, min_col=2, min_row=1, max_row=4), titles_from_data=True)
    players.add_chart(chart, "F2")
    notes = workbook.create_sheet("Notes & more")
    notes["A1"] = "mine"
    notes.auto_filter.ref = "A1:B3"
    workbook.defined_names["Ratings"] = DefinedName("Ratings", attr_text="Players!$B$2:$B$4")
    workbook.active = 1
    return saved(workbook)


def plain_workbook(sheets: Mapping[str, Iterable[Sequence[Any]]]) -> bytes:
    """A workbook with values only, by openpyxl."""
    workbook = Workbook()
    workbook.remove(workbook.worksheets[0])
    for name, rows in sheets.items():
        sheet = workbook.create_sheet(name)
        for row in rows:
            sheet.append(row)
    return saved(workbook)


Made = Callable[[], NewBook]
"""Makes sheets to be put into a workbook: openpyxl writes the same once only."""


def later(make: Callable[..., NewBook]) -> Callable[..., Made]:
    return lambda *args, **options: partial(make, *args, **options)


def graft(target: bytes, made: Made, **options: Any) -> bytes:
    return put_in(target, made(), **options)


@later
def plain_scratch(sheets: Mapping[str, Iterable[Sequence[Any]]]) -> NewBook:
    """Sheets with values only."""
    book = NewBook()
    for name, rows in sheets.items():
        book.fill(book.create_sheet(name), [[(exact(value), PLAIN) for value in row] for row in rows])
    return book


def exact(value: Any) -> Any:
    return Fraction(value) if isinstance(value, float) else value


@later
def scratch(sheets: Mapping[str, Iterable[Sequence[Any]]]) -> NewBook:
    """Sheets that use everything that a graft must carry over."""
    book = NewBook()
    for name, rows in sheets.items():
        _fill(book, book.create_sheet(name), [*rows])
    return book


def _fill(book: NewBook, sheet: Worksheet, values: Sequence[Sequence[Any]]) -> None:
    last, white = len(values), Font(bold=True, color="FFFFFF")
    head = book.look(
        font=white,
        fill=PatternFill("solid", fgColor="336699"),
        border=Border(bottom=Side("thin")),
        alignment=Alignment(horizontal="center"),
    )
    share = book.look(["0.000"], blank=False)
    rows: list[list[Any]] = [[(value, head) for value in values[0]]]
    rows += [[(exact(value), share if at == 3 else PLAIN) for at, value in enumerate(row)] for row in values[1:]]
    formulas = (f"=SUM(C2:C{last})", '=IF(C2>0,"Round 1!",B2)', f"='{sheet.title}'!C2+1")
    for row in range(3):
        rows += [[]] if row == len(rows) else []
        rows[row] += [(None, PLAIN)] * (5 - len(rows[row])) + [(Formula(formulas[row]), PLAIN)]
    rows[0].append(("to Players", PLAIN))
    rows[1].append(("wide", PLAIN))
    book.fill(sheet, rows)
    sheet.row_dimensions[1].height = 24
    sheet.column_dimensions["B"].width = 31
    sheet["G1"].hyperlink = Hyperlink(ref="G1", location="Players!A1", display="to Players")
    sheet.merge_cells("G2:H2")
    choice = DataValidation(type="list", formula1="=Players!$A$2:$A$4", showErrorMessage=True)
    choice.add("B2:B9")
    sheet.add_data_validation(choice)
    red = FormulaRule(formula=["$C2<10"], fill=PatternFill("solid", bgColor="FF8800"), font=Font(strike=True))
    sheet.conditional_formatting.add("A2:D9", red)
    sheet.auto_filter.ref = f"A1:D{last}"
    sheet.freeze_panes = "C2"
    sheet.sheet_view.tabSelected = True
    sheet.print_title_rows = "1:1"
    sheet.print_area = f"A1:D{last}"
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.fitToHeight = 0
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    sheet.sheet_properties.tabColor = "2E7D32"
    sheet.oddFooter.center.text = "&P / &N"


def handmade(*, extra: Mapping[str, bytes] | None = None, without: Iterable[str] = (), second: str = "Second") -> bytes:
    """A package that no library here could write: prefixes, odd targets, a chart sheet, macros, unknown parts.

    Written as a stream, so that the sizes follow the data of each member; with extra fields, comments and dates.
    """
    parts: dict[str, bytes] = {
        "custom/first.bin": bytes(range(256)) * 9,
        "[Content_Types].xml": f"""<?xml version="1.0"?><Types xmlns="{TYPES}">
            <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
            <Default Extension="xml" ContentType="application/xml"/><Default Extension="bin" ContentType="x/y"/>
            <Override PartName="/book/Main.xml" ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/>
            <Override PartName="/book/calc.xml" ContentType="x/calc"/></Types>""".encode(),
        "_rels/.rels": _rels(
            ("a", "officeDocument", "/book/main.xml"), ("b", "extended-properties", "docProps/app.xml")
        ),
        "book/Main.xml": f"""<?xml version="1.0" encoding="UTF-8" standalone="yes"?><!-- by hand -->
            <x:workbook xmlns:x="{MAIN}" xmlns:rel="{OFFICE}"
              xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:odd="urn:odd"
              mc:Ignorable="odd"><x:workbookPr codeName="ThisWorkbook"/><odd:thing/>
            <x:bookViews><x:workbookView activeTab="2"/></x:bookViews>
            <x:sheets><x:sheet name="{second}" sheetId="7" rel:id="r7"/><x:sheet name="Chart" sheetId="3" rel:id="r3"/>
            <x:sheet name="First" sheetId="1" state="hidden" rel:id="r1"/></x:sheets>
            <x:pivotCaches/></x:workbook>""".encode(),
        "book/_rels/Main.xml.rels": _rels(
            ("r1", "worksheet", "sheets/one.xml"),
            ("r7", "worksheet", "../book/sheets/two.xml"),
            ("r3", "chartsheet", "/book/chart.xml"),
            ("rS", "styles", "/xl/styles.xml"),
            ("rC", "calcChain", "calc.xml"),
            ("rV", "vbaProject", "vba.bin"),
        ),
        "book/sheets/one.xml": _cells('<x:row r="1"><x:c r="A1"><x:f>1+1</x:f><x:v>2</x:v></x:c></x:row>'),
        "book/sheets/two.xml": _cells('<x:row><x:c s="1"><x:v>5</x:v></x:c></x:row>'),
        "book/chart.xml": f'<chartsheet xmlns="{MAIN}"/>'.encode(),
        "book/_rels/chart.xml.rels": _rels(),
        "book/calc.xml": f'<calcChain xmlns="{MAIN}"><c r="A1" i="1"/></calcChain>'.encode(),
        "xl/styles.xml": f"""<x:styleSheet xmlns:x="{MAIN}"><x:fonts count="2"><x:font/><x:font/></x:fonts>
            <x:cellStyleXfs count="1"><x:xf/></x:cellStyleXfs><x:cellXfs count="3"><x:xf/><x:xf/><x:xf/></x:cellXfs>
            <x:cellStyles count="1">
            <x:cellStyle name="Normal" xfId="0" builtinId="0"/></x:cellStyles><x:extLst/></x:styleSheet>""".encode(),
        "book/vba.bin": b"\xd0\xcf\x11\xe0 macros" * 40,
        "docProps/app.xml": b"""<Properties
            xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"
            xmlns:vt="http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes"><HeadingPairs>
            <vt:vector size="4" baseType="variant"><vt:variant><vt:lpstr>Worksheets</vt:lpstr></vt:variant>
            <vt:variant><vt:i4>2</vt:i4></vt:variant><vt:variant><vt:lpstr>Charts</vt:lpstr></vt:variant>
            <vt:variant><vt:i4>1</vt:i4></vt:variant></vt:vector></HeadingPairs><TitlesOfParts>
            <vt:vector size="3" baseType="lpstr"><vt:lpstr>Second</vt:lpstr><vt:lpstr>First</vt:lpstr>
            <vt:lpstr>Chart</vt:lpstr></vt:vector></TitlesOfParts></Properties>""",
        "customXml/item1.xml": b"<anything/>",
    }
    parts |= extra or {}
    stream = _Stream()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.comment = b"kept"
        for number, (name, content) in enumerate(parts.items()):
            if name in without:
                continue
            info = zipfile.ZipInfo(name, (2001 + number, 2, 3, 4, 5, 6))
            info.compress_type = zipfile.ZIP_STORED if number % 2 else zipfile.ZIP_DEFLATED
            info.extra = b"\xca\xfe\x02\x00ok"
            info.comment = b"member comment"
            info.create_system = 10
            info.external_attr = 0o640 << 16
            archive.writestr(info, content)
    return bytes(stream.written)


class _Stream(io.RawIOBase):
    """A file that cannot be rewound, which makes `zipfile` write sizes after the data."""

    def __init__(self) -> None:
        self.written = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self.written += data
        return len(data)


def _rels(*links: tuple[str, str, str]) -> bytes:
    inner = "".join(f'<Relationship Id="{i}" Type="{OFFICE}/{kind}" Target="{t}"/>' for i, kind, t in links)
    return f'<Relationships xmlns="{PACKAGE}">{inner}</Relationships>'.encode()


def _cells(rows: str) -> bytes:
    return f'<x:worksheet xmlns:x="{MAIN}"><x:sheetData>{rows}</x:sheetData></x:worksheet>'.encode()


def edited(data: bytes, part: str, *changes: tuple[str, str]) -> bytes:
    """The package with texts in one part replaced, as a spreadsheet program's save may do. Recompresses everything."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        for info in source.infolist():
            content = source.read(info)
            if info.filename == part:
                for old, new in changes:
                    assert old.encode() in content, f"{old} is not in {part}"
                    content = content.replace(old.encode(), new.encode())
            target.writestr(info.filename, content)
    return out.getvalue()


def with_parts(data: bytes, parts: Mapping[str, bytes]) -> bytes:
    """The package with more parts."""
    out = io.BytesIO(data)
    with zipfile.ZipFile(out, "a", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return out.getvalue()


def part(data: bytes, name: str) -> str:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return archive.read(name).decode()


def png() -> bytes:
    """A picture of one grey pixel."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">L", len(content)) + kind + content + struct.pack(">L", zlib.crc32(kind + content))

    header, pixel = struct.pack(">2L5B", 1, 1, 8, 0, 0, 0, 0), zlib.compress(b"\0\x80")
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixel) + chunk(b"IEND", b"")


class Picture(Image):
    """A picture for openpyxl to write, without the imaging library with which it reads pictures."""

    def __init__(self) -> None:
        self.format, self.width, self.height, self.anchor = "png", 40, 40, "J20"

    def _data(self) -> bytes:
        return png()


def bar_chart(sheet: Worksheet, last: int, title: str = "Victory points") -> BarChart:
    chart = BarChart()
    chart.title = title
    chart.add_data(Reference(sheet, min_col=3, min_row=1, max_row=last), titles_from_data=True)
    chart.set_categories(Reference(sheet, min_col=2, min_row=2, max_row=last))
    chart.x_axis.delete = chart.y_axis.delete = False
    return chart


@later
def rich_scratch(sheets: Mapping[str, Sequence[Sequence[Any]]]) -> NewBook:
    """Sheets that have links."""
    book = plain_scratch(sheets)()
    for sheet in book.worksheets:
        sheet["G1"].hyperlink = "https://example.org/rules?a=1&b=2"
        sheet["G2"].hyperlink = Hyperlink(ref="G2", location="Players!A1", display="to Players")
    return book
