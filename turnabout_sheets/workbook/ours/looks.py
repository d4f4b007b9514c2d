"""How cells look that are written as text: the styles are openpyxl's, one for each kind of cell."""

from __future__ import annotations

from typing import Final

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.descriptors.serialisable import Serialisable
from openpyxl.styles import Alignment

from turnabout_sheets.sheets.cell_kinds import DATE, SHARE
from turnabout_sheets.sheets.declarations import Column
from turnabout_sheets.workbook.ooxml.written_rows import Look
from turnabout_sheets.workbook.ours.appearance import CENTRED, is_centred
from turnabout_sheets.workbook.ours.book import Book

PLAIN: Final = Look("0", ("0",))
"""How a cell looks without a style."""

FORMATS: Final = ("General", "# ?/?", "# ??/??", "0.000")
"""The number formats of exact numbers, by the digits of the denominator: 4, 4 1/2, 4 5/12 (see `pick_format`)."""

SHARES: Final = ("0 %",)
"""The number format of shares."""

DAY_FORMAT: Final = "yyyy-mm-dd"
DAY_ALIGNMENT: Final = Alignment(horizontal="left")


def column_look(book: Book, column: Column) -> Look:
    """Return how the cells of a column look that is only read: where they stand, and how numbers are shown.

    Columns that look alike have the same one, and so equal cells of theirs are turned into text only once.
    """
    centred, numbers = is_centred(column.kind), SHARES if column.kind is SHARE else FORMATS
    kind = centred, numbers, column.kind is DATE
    if kind not in book.looks:
        alignment = CENTRED if centred else Alignment()
        book.looks[kind] = Look(
            _style(book, alignment=alignment),
            tuple(_style(book, alignment=alignment, number_format=each) for each in numbers),
            _style(book, alignment=DAY_ALIGNMENT, number_format=DAY_FORMAT) if column.kind is DATE else "",
        )
    return book.looks[kind]


def make_look(book: Workbook, **looks: Serialisable) -> Look:
    """Return a look that is the same whatever a cell holds, also nothing: its alignment, fill, border and font."""
    style = _style(book, **looks)
    return Look(style, (style,), blank="" if style == PLAIN.text else style)


def _style(book: Workbook, **looks: Serialisable | str) -> str:
    """Return the number of a style in a workbook, which has it from now on."""
    cell = WriteOnlyCell(book.worksheets[0])
    for name, value in looks.items():
        setattr(cell, name, value)
    return str(cell.style_id)
