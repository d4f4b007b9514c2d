"""The page that lies in a folder of CSV files: how to open them safely, and what stands in them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent, fill
from typing import Final

from sqlalchemy import Column, Table

from turnabout_sheets.archive.exchange.export_format import TABLES
from turnabout_sheets.core.digests import shorten_digest

README: Final = "README.txt"
TITLE: Final = "An archive of turnabout, as CSV files"
"""By this first line the page is known as ours."""

WIDTH: Final = 110

_PLAIN: Final = """
    HOW TO OPEN THEM SAFELY

    Names come from many hands. A spreadsheet program that opens a CSV file takes text that begins with = + - or @ for a
    formula, which can do harm. So do not open these files with a double click:

    - Excel: open an empty workbook, choose Data > From Text/CSV and the file, then Transform Data, and set the columns
      to Text.
    - LibreOffice: open the file; in the window that comes, mark all columns, choose the type Text, and leave "Evaluate
      formulas" off.
    - Or make an export to look at, in which nothing is a formula: turnabout archive export FOLDER --for-excel

    To make the same archive of them again: turnabout archive import FOLDER
"""
_FOR_EXCEL: Final = """
    HOW TO OPEN THEM

    They are made to be looked at in Excel or LibreOffice: where text would be taken for a formula, an apostrophe stands
    before it, so nothing runs. Since the text is not as it was, no archive can be made of them again; for that, and for
    other programs, make an export without --for-excel.
"""
_FORM: Final = """
    WHAT STANDS IN THEM

    UTF-8 with a byte order mark, commas, lines that end in CR LF; the first line names the columns. An empty cell is
    blank. Figures that may be fractions are exact: 7/2. archive.json says how many rows each file has, and its SHA-256.

    An event that was replaced keeps its old version: that row of events.csv says in "ended" by which change; those in
    which it is blank hold. Entries and matches belong to a version. More: docs/archive-tables.md of the program.
"""


_LAST: Final = """
    THE LAST CHANGE: {word}

    Two people who read each other the same word here hold the same history; turnabout archive list says it, too.

"""


def make_readme(digest: str | None, *, for_excel: bool) -> str:
    """Return the page for an export as CSV, or for one to look at in a spreadsheet program.

    ``digest`` is that of the archive's last change, None where nothing was ever changed.
    """
    about = dedent(_FOR_EXCEL if for_excel else _PLAIN) + dedent(_FORM)
    if digest:
        about += dedent(_LAST).format(word=shorten_digest(digest))
    return "\n".join([TITLE, "=" * len(TITLE), about, *(line for table in TABLES for line in _lines(table))])


def is_readme(path: Path) -> bool:
    """Tell whether a file is such a page."""
    return path.name == README and path.is_file() and path.read_bytes().startswith(TITLE.encode())


def _lines(table: Table) -> Iterator[str]:
    yield from (f"{table.name}.csv", fill(table.comment or "", WIDTH, initial_indent="  ", subsequent_indent="  "))
    columns = ", ".join(map(_column, table.columns)) + "."
    yield from (fill(columns, WIDTH, initial_indent="  ", subsequent_indent="  "), "")


def _column(column: Column[object]) -> str:
    return f"{column.name} ({column.comment})" if column.comment else column.name
