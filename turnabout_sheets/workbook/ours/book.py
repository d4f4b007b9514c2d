"""Whole workbooks as bytes, the same on every run: openpyxl stamps the time of day into each."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Hashable
from datetime import datetime
from io import BytesIO
from shutil import disk_usage
from tempfile import gettempdir
from typing import Final

from openpyxl import Workbook
from openpyxl.writer.excel import ExcelWriter

from turnabout_sheets.core.problems import Message
from turnabout_sheets.workbook.ooxml.package import WorkbookError
from turnabout_sheets.workbook.ooxml.row_writer import Look, Rows, cell_writer, write_rows
from turnabout_sheets.workbook.ooxml.zip_rewrite import rewrite

_FULL: Final = "{file} was not written, because the disk is full. Make room, and try again."
_ROOM: Final = 1 << 24
"""Bytes that all sheets of a workbook of ours take, and more."""
_EPOCH: Final = datetime(1980, 1, 1)
_NO_FILES: Final = b"PK\x05\x06" + bytes(18)
"""A zip file without members."""

_DIMENSION: Final = re.compile(rb'(<dimension ref="[A-Z1:]*?)1(?=")')
_END_OF_ROWS: Final = b"</sheetData>"


class NewBook(Workbook):
    """A workbook without sheets, and the rows of those of its sheets that have only a first row in it, by name.

    ``looks`` are those of its cells that were made: equal ones are the same.
    """

    def __init__(self) -> None:
        super().__init__()
        self.remove(self.worksheets[0])
        self.rows: dict[str, Rows] = {}
        self.looks: dict[Hashable, Look] = {}


def scratch_bytes(book: Workbook) -> bytes:
    """Return the bytes of a workbook that is only a step on the way: not compressed, and without its `NewBook.rows`.

    openpyxl writes each sheet into a temporary file first. Raises `WorkbookError` where there is no room for these.
    """
    if disk_usage(folder := gettempdir()).free < _ROOM:
        raise WorkbookError(Message(_FULL, file=folder))
    book.properties.created = book.properties.modified = _EPOCH
    with zipfile.ZipFile(saved := BytesIO(), "w") as archive:
        ExcelWriter(book, archive).write_data()
    return saved.getvalue()


def to_bytes(book: Workbook) -> bytes:
    """Return the bytes of a workbook's file; the same content gives the same bytes."""
    with zipfile.ZipFile(BytesIO(scratch_bytes(book))) as saved:
        parts = {name: saved.read(name) for name in saved.namelist()}
    for name, rows in book.rows.items() if isinstance(book, NewBook) else ():
        part = book[name].path[1:]
        before, after = _DIMENSION.sub(rb"\g<1>%d" % (1 + len(rows)), parts[part]).split(_END_OF_ROWS)
        parts[part] = b"".join((before, *write_rows(rows, cell_writer()), _END_OF_ROWS, after))
    return rewrite(_NO_FILES, parts)
