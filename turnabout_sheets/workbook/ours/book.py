"""Whole workbooks as bytes, the same on every run: openpyxl stamps the time of day into each.

openpyxl makes everything but the rows of long sheets: these are written as text (see `ooxml.row_writer`).
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Hashable, Iterator, Mapping, Sequence
from datetime import datetime
from io import BytesIO
from typing import Any, Final

from openpyxl import Workbook
from openpyxl.drawing.spreadsheet_drawing import SpreadsheetDrawing
from openpyxl.styles.cell_style import StyleArray
from openpyxl.worksheet._writer import WorksheetWriter
from openpyxl.worksheet.hyperlink import Hyperlink
from openpyxl.writer.excel import ExcelWriter

from turnabout_sheets.workbook.ooxml.row_writer import Look, Rows, Terms

EPOCH = datetime(1980, 1, 1)
"""The earliest time that a zip archive can tell, in place of the time of day."""

_MODIFIED = re.compile(rb"(<dcterms:(?:created|modified)[^>]*>)[^<]*")
_DIMENSION: Final = re.compile(rb'(<dimension ref=")[^"]*')
_END_OF_ROWS: Final = b"</sheetData>"


class Book(Workbook):
    """A workbook of openpyxl's, with the rows of those of its sheets that have only a first row there, by name.

    ``looks`` are those of its columns, by their kind of cells, and ``headings`` the styles of headers, by colour and
    whether they are centred: each is sought among all styles once. ``links`` lead from cells of those rows, by the name
    of the sheet.
    """

    def __init__(self) -> None:
        super().__init__()
        self.remove(self.worksheets[0])
        self.rows: dict[str, Rows] = {}
        self.looks: dict[Hashable, Look] = {}
        self.headings: dict[Hashable, StyleArray] = {}
        self.links: dict[str, Sequence[Hyperlink]] = {}


class _InMemory(ExcelWriter):
    """Writes a workbook as openpyxl does, but without files in the temporary folder, which may be full."""

    _archive: zipfile.ZipFile

    def write_worksheet(self, sheet: Any) -> None:
        """Put a worksheet into the archive."""
        sheet._drawing = SpreadsheetDrawing()
        sheet._drawing.charts, sheet._drawing.images = sheet._charts, sheet._images
        shapes, written = sheet.column_dimensions, BytesIO()
        # openpyxl says how deep the groups of columns go before it has looked at them.
        shapes.max_outline = max((each.outlineLevel for each in shapes.values()), default=0) or None
        writer: Any = WorksheetWriter(sheet, written)
        if isinstance(self.workbook, Book):
            sheet._hyperlinks += self.workbook.links.get(sheet.title, ())
        writer.write()
        sheet._rels = writer._rels
        self._archive.writestr(sheet.path[1:], written.getvalue())
        self.manifest.append(sheet)


def make_workbook() -> Book:
    """Return a workbook without sheets."""
    return Book()


def scratch_bytes(book: Workbook) -> bytes:
    """Return the bytes of a workbook that is only a step on the way: not compressed, and with the time of day in it.

    What it has as `Book.rows` is left out.
    """
    saved = BytesIO()
    with zipfile.ZipFile(saved, "w", zipfile.ZIP_STORED) as archive:
        _InMemory(book, archive).write_data()
    return saved.getvalue()


def to_bytes(book: Workbook) -> bytes:
    """Return the bytes of a workbook's file; the same content gives the same bytes."""
    steady = BytesIO()
    with (
        zipfile.ZipFile(BytesIO(scratch_bytes(book))) as source,
        zipfile.ZipFile(steady, "w", zipfile.ZIP_DEFLATED) as target,
    ):
        rows, terms = _rows_by_part(book), Terms()
        for member in source.infolist():
            content = source.read(member)
            if member.filename == "docProps/core.xml":
                content = _MODIFIED.sub(rb"\g<1>" + EPOCH.strftime("%Y-%m-%dT%H:%M:%SZ").encode(), content)
            info = zipfile.ZipInfo(member.filename, EPOCH.timetuple()[:6])
            info.create_system = 0  # the default depends on the system that the program runs on
            info.compress_type = zipfile.ZIP_DEFLATED
            if member.filename not in rows:
                target.writestr(info, content)
                continue
            with target.open(info, "w") as part:
                part.writelines(_filled(content, rows[member.filename], terms))
    return steady.getvalue()


def _rows_by_part(book: Workbook) -> Mapping[str, Rows]:
    """Return the rows of a workbook's sheets by their parts, which they have once it is written."""
    rows = book.rows if isinstance(book, Book) else {}
    return {book[name].path[1:]: each for name, each in rows.items()}


def _filled(content: bytes, rows: Rows, terms: Terms) -> Iterator[bytes]:
    """Yield the part of a sheet in pieces, with its rows."""
    before, after = content.split(_END_OF_ROWS)
    yield _DIMENSION.sub(rb"\g<1>" + rows.area.encode(), before)
    yield from rows.written(terms)
    yield _END_OF_ROWS + after
