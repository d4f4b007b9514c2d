"""The tables of an archive as CSV for other programs: a file each, in UTF-8 with the mark by which Excel knows it."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Table, select

from turnabout_sheets.archive.errors import ArchiveError
from turnabout_sheets.archive.schema import CHANGES, ENTRIES, EVENTS, LINKS, MATCHES, PLAYERS
from turnabout_sheets.archive.store import Archive
from turnabout_sheets.core.outputs import say_unwritten
from turnabout_sheets.core.safe_files import write_whole

TABLES: Final = (CHANGES, PLAYERS, EVENTS, ENTRIES, MATCHES, LINKS)
"""All but the kept workbooks, which `archive show EVENT --workbook` writes."""


def export(archive: Archive, folder: Path) -> list[Path]:
    """Write the tables into a folder, over nothing but an earlier export, and return the files.

    Raises `ArchiveError`.
    """
    files = [folder / f"{table.name}.csv" for table in TABLES]
    try:
        for table, file in zip(TABLES, files, strict=True):
            if file.exists() and not file.read_bytes().startswith(_write(table.columns.keys())):
                raise ArchiveError(f"{file} is there already, and is no export of an archive; choose another name.")
        folder.mkdir(exist_ok=True)
        with archive.reading() as connection:
            for table, file in zip(TABLES, files, strict=True):
                write_whole(file, _write_table(connection, table))
    except OSError as error:
        raise ArchiveError(say_unwritten(folder, error)) from error
    return files


def _write_table(connection: Connection, table: Table) -> bytes:
    rows = connection.execute(select(table).order_by(*table.primary_key))
    return _write(table.columns.keys(), *rows)


def _write(*rows: Iterable[Any]) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text).writerows(rows)
    return text.getvalue().encode("utf-8-sig")
