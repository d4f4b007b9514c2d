"""Reads the sheets of the lists that people have: of a workbook of today, an old one (.xls), LibreOffice's, or a text.

What a file is, its first bytes say, whatever it is called. Workbooks of today are read as those of events are, so that
cells with errors and formulas without a value are seen; the others by calamine, to which such cells are blank.
"""

from __future__ import annotations

import os
from io import BytesIO
from pathlib import Path
from typing import Final

from turnabout_sheets.core.problems import Message
from turnabout_sheets.sheets.csv_file import read_csv
from turnabout_sheets.sheets.grid import Grid
from turnabout_sheets.workbook.files import save, sniff
from turnabout_sheets.workbook.ooxml.package import TOO_LARGE, UnusableWorkbookError
from turnabout_sheets.workbook.ooxml.sheet_reader import MAX_ROWS
from turnabout_sheets.workbook.read import Worksheets

_ZIP: Final = b"PK\x03\x04"
_MIMETYPE: Final = b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet"
_NEAR: Final = 200  # within so many bytes that stands (OpenDocument 1.3, part 2, 3.3)

_DAMAGED: Final = Message(
    "{file} is damaged, protected with a password, or has a cell far away from all others. Open it in Excel or "
    "LibreOffice, and save it as an Excel Workbook (.xlsx)."
)


def read_list_sheets(path: Path, data: bytes | None = None) -> list[Grid]:
    """Return the sheets of a list in the order of their tabs; a text has one, which is called as the file.

    What was sent is in no file: then these are its ``data``. Raises `UnusableWorkbookError`, or `CsvError` for a text.
    """
    try:
        data = sniff.read_file(path) if data is None else data
        if kind := sniff.find_kind(data):
            raise UnusableWorkbookError(kind)
        if not data.startswith((_ZIP, sniff.OLD)):
            return [read_csv(data, path.name)]
        if (data.startswith(sniff.OLD) and sniff.ENCRYPTED not in data) or _MIMETYPE in data[:_NEAR]:
            return _read_apart(data)
        source = save.Source(path, data, "")
        source.package.check()
        return Worksheets(source).read(lambda _: True)
    except UnusableWorkbookError as error:
        raise error.of(path.name) from error


def _read_apart(data: bytes) -> list[Grid]:
    """Read a workbook in a process of its own: a damaged one may make calamine ask for all memory, which ends it."""
    from concurrent.futures import ProcessPoolExecutor  # slow to load, and hardly ever needed
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        try:
            return pool.submit(_read_by_calamine, data).result()
        except BrokenProcessPool as error:
            raise UnusableWorkbookError(_DAMAGED) from error


def _read_by_calamine(data: bytes) -> list[Grid]:
    from python_calamine import CalamineWorkbook

    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # where a panic is printed
    try:
        book = CalamineWorkbook.from_filelike(BytesIO(data))
        sheets = [book.get_sheet_by_name(name) for name in book.sheet_names]
        if any(sheet.height > MAX_ROWS for sheet in sheets):
            raise UnusableWorkbookError(TOO_LARGE)
        return [Grid(sheet.name, sheet.to_python(skip_empty_area=False)) for sheet in sheets]
    except UnusableWorkbookError:
        raise
    except BaseException:  # as a panic of Rust is, which no other process can be given
        raise UnusableWorkbookError(_DAMAGED) from None
