"""Sheets that are lists of rows, however many: header, rows and a note beside them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import zip_longest
from typing import Final, NamedTuple

from openpyxl.worksheet.worksheet import Worksheet

from turnabout_sheets.sheets.declarations import Sheet
from turnabout_sheets.sheets.grid import column_letters
from turnabout_sheets.workbook.ooxml.row_writer import Cell, Look, Rows
from turnabout_sheets.workbook.ours import appearance
from turnabout_sheets.workbook.ours.appearance import PLAIN, column_look, make_look
from turnabout_sheets.workbook.ours.book import Book

MOST_ROWS: Final = (1 << 20) - 1
"""How many rows a sheet of Excel has below its header."""

Value = str | int | Fraction | None
"""What a cell holds; an ISO day in a column of dates. None and the empty text leave it blank."""


class Listing(NamedTuple):
    """A sheet and its rows below the header, each with a value for each column, and how many they are.

    ``note`` stands beside all, a line a row. The fields ``to_fill`` are
    tinted, as all cells are that people fill in.
    """

    sheet: Sheet
    rows: Iterable[Sequence[Value]]
    length: int
    note: tuple[str, ...] = ()
    to_fill: Collection[str] = ()

    @property
    def area(self) -> str:
        """The cells of header and rows."""
        return f"A1:{column_letters(len(self.sheet.columns) - 1)}{self.length + 1}"


def add_listing(book: Book, listing: Listing) -> Worksheet:
    """Add the sheet of a listing to a workbook, and return it; its rows are to be written with the workbook."""
    page: Worksheet = book.create_sheet(listing.sheet.name)
    columns = listing.sheet.columns
    appearance.head(page, columns, appearance.OURS_COLOUR)
    appearance.note(page, len(columns) + 2, listing.note[:1])
    page.print_area = listing.area
    if listing.length:
        page.auto_filter.ref = listing.area
    tinted = make_look(book, fill=appearance.INPUT_FILL, border=appearance.THIN_LINE) if listing.to_fill else PLAIN
    looks = [tinted if column.field in listing.to_fill else column_look(book, column) for column in columns]
    book.rows[page.title] = Rows(
        _with_note(listing, looks, make_look(book, font=appearance.NOTE_FONT)),
        width=len(columns) + (2 if listing.note else 0),
        height=max(listing.length + 1, len(listing.note)),
    )
    return page


def _with_note(listing: Listing, looks: Sequence[Look], note: Look) -> Iterator[Iterable[Cell]]:
    """Yield the cells of each row, and beside them what the note says there."""
    blank, gap = [None] * len(looks), (None, PLAIN)
    for values, line in zip_longest(listing.rows, listing.note[1:]):
        cells = zip(values or blank, looks, strict=True)
        yield [*cells, gap, (line, note)] if line else cells
