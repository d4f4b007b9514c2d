"""Whole workbooks as bytes, the same on every run: openpyxl stamps the time of day into each."""

from __future__ import annotations

import re
import zipfile
from datetime import datetime
from io import BytesIO
from typing import Any

from openpyxl import Workbook
from openpyxl.drawing.spreadsheet_drawing import SpreadsheetDrawing
from openpyxl.worksheet._writer import WorksheetWriter
from openpyxl.writer.excel import ExcelWriter

EPOCH = datetime(1980, 1, 1)
"""The earliest time that a zip archive can tell, in place of the time of day."""

_MODIFIED = re.compile(rb"(<dcterms:(?:created|modified)[^>]*>)[^<]*")


class _InMemory(ExcelWriter):
    """Writes a workbook as openpyxl does, but without files in the temporary folder, which may be full."""

    _archive: zipfile.ZipFile

    def write_worksheet(self, sheet: Any) -> None:
        """Put a worksheet into the archive."""
        sheet._drawing = SpreadsheetDrawing()
        sheet._drawing.charts, sheet._drawing.images = sheet._charts, sheet._images
        written = BytesIO()
        writer: Any = WorksheetWriter(sheet, written)
        writer.write()
        sheet._rels = writer._rels
        self._archive.writestr(sheet.path[1:], written.getvalue())
        self.manifest.append(sheet)


def make_workbook() -> Workbook:
    """Return a workbook without sheets."""
    book = Workbook()
    book.remove(book.worksheets[0])
    return book


def scratch_bytes(book: Workbook) -> bytes:
    """Return the bytes of a workbook that is only a step on the way: not compressed, and with the time of day in it."""
    saved = BytesIO()
    with zipfile.ZipFile(saved, "w", zipfile.ZIP_STORED) as archive:
        _InMemory(book, archive).write_data()
    return saved.getvalue()


def to_bytes(book: Workbook) -> bytes:
    """Return the bytes of a workbook's file; the same content gives the same bytes."""
    saved, steady = BytesIO(), BytesIO()
    with zipfile.ZipFile(saved, "w", zipfile.ZIP_STORED) as archive:
        _InMemory(book, archive).write_data()
    with zipfile.ZipFile(saved) as source, zipfile.ZipFile(steady, "w", zipfile.ZIP_DEFLATED) as target:
        for member in source.infolist():
            content = source.read(member)
            if member.filename == "docProps/core.xml":
                content = _MODIFIED.sub(rb"\g<1>" + EPOCH.strftime("%Y-%m-%dT%H:%M:%SZ").encode(), content)
            info = zipfile.ZipInfo(member.filename, EPOCH.timetuple()[:6])
            info.create_system = 0  # the default depends on the system that the program runs on
            info.compress_type = zipfile.ZIP_DEFLATED
            target.writestr(info, content)
    return steady.getvalue()
