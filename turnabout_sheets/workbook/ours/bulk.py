"""Sheets with very many rows, for workbooks that are only written.

openpyxl makes everything but the rows: these are written as text into its file, which takes a tenth of the time.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import lru_cache
from io import BytesIO
from itertools import zip_longest
from typing import Final

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Alignment, Font
from openpyxl.worksheet.datavalidation import DataValidation

from turnabout_sheets.sheets.cell_kinds import DATE
from turnabout_sheets.sheets.declarations import Column, Sheet
from turnabout_sheets.sheets.grid import column_letters
from turnabout_sheets.workbook.ooxml.inline import ILLEGAL, escape, inline_string
from turnabout_sheets.workbook.ooxml.package import Package
from turnabout_sheets.workbook.ours import appearance
from turnabout_sheets.workbook.ours.book import to_bytes
from turnabout_sheets.workbook.ours.run_sheets import FRACTIONS

MOST_ROWS: Final = (1 << 20) - 1
"""So many rows a sheet of Excel has below its header."""

FORMATS: Final = (*FRACTIONS, "0.000")
"""The number formats of exact numbers; see `cell_format`."""

DAY_FORMAT: Final = "yyyy-mm-dd"
DAY_ALIGNMENT: Final = Alignment(horizontal="left")
DAY_ZERO: Final = date(1899, 12, 30)
FIRST_DAY: Final = "1900-03-01"
"""From here on Excel counts the days rightly: it takes 1900 for a leap year. Earlier ones stay text."""

_LONGEST_TEXT: Final = 32767 // 2
"""A cell holds 32,767 UTF-16 units, and a character is one of them, or two."""
_END_OF_ROWS: Final = b"</sheetData>"
_DIMENSION: Final = re.compile(rb'(<dimension ref=")[^"]*')

Value = str | int | Fraction | None
"""What a cell holds; an ISO day in a column of dates. None and the empty text leave it blank."""


@dataclass(frozen=True, slots=True)
class Listing:
    """A sheet and its rows below the header, each with a value for each column, and how many they are.

    ``note`` stands beside them, a line a row.
    """

    sheet: Sheet
    rows: Iterable[Sequence[Value]]
    length: int
    note: tuple[str, ...] = ()

    @property
    def area(self) -> str:
        """The cells of header and rows."""
        return f"A1:{column_letters(len(self.sheet.columns) - 1)}{self.length + 1}"


@dataclass(frozen=True, slots=True, eq=False)
class _Styles:
    """The numbers of a column's styles, by what its cells hold; those of numbers by their `FORMATS`."""

    text: int
    numbers: tuple[int, ...]
    day: int | None


def to_writable(text: str) -> str:
    """Return a text as a cell can hold it: with � for what no workbook can hold, and cut off where it is too long.

    What looks like an escaped character is escaped itself (ECMA-376 Part 1, 22.9.2.19).
    """
    return escape(ILLEGAL.sub("�", text[:_LONGEST_TEXT]))


def cell_format(number: int | Fraction) -> int:
    """Return which of the `FORMATS` shows a number: that for the digits of its denominator."""
    digits = 0 if number.denominator == 1 else len(str(number.denominator))
    return min(digits, len(FORMATS) - 1)


def add_listing(book: Workbook, listing: Listing) -> None:
    """Add the sheet of a listing to a workbook, with its header and everything but the rows (see `fill_sheets`)."""
    page = book.create_sheet(listing.sheet.name)
    appearance.head(page, listing.sheet.columns, appearance.OURS_COLOUR)
    for index, column in enumerate(listing.sheet.columns):
        if column.help:
            told = DataValidation(allow_blank=True, showInputMessage=True)
            told.promptTitle, told.prompt = column.header[:32], column.help[:255]
            told.add(f"{column_letters(index)}1")
            page.add_data_validation(told)
    appearance.note(page, len(listing.sheet.columns) + 2, listing.note[:1])
    page.print_area = listing.area
    if listing.length:
        page.auto_filter.ref = listing.area


def fill_sheets(book: Workbook, listings: Sequence[Listing]) -> bytes:
    """Return the bytes of a workbook with the rows of all its listings; the same content gives the same bytes."""
    styles = {each.sheet.name: [_styles(book, column) for column in each.sheet.columns] for each in listings}
    note_style = _style(book, font=appearance.NOTE_FONT)
    shell = to_bytes(book)
    parts = Package(shell).sheets
    of_part = {parts[each.sheet.name]: each for each in listings}
    saved = BytesIO()
    with zipfile.ZipFile(BytesIO(shell)) as source, zipfile.ZipFile(saved, "w", zipfile.ZIP_DEFLATED) as target:
        for member in source.infolist():
            content = source.read(member)
            listing = of_part.get(member.filename)
            if listing is None:
                target.writestr(copy(member), content)
                continue
            before, after = content.split(_END_OF_ROWS)
            with target.open(copy(member), "w") as part:
                part.write(_DIMENSION.sub(rb"\g<1>" + _dimension(listing).encode(), before))
                for row in _rows(listing, styles[listing.sheet.name], note_style):
                    part.write(row.encode())
                part.write(_END_OF_ROWS + after)
    return saved.getvalue()


def _dimension(listing: Listing) -> str:
    """Return the cells from the first to the last that is filled, those of the note among them."""
    width = len(listing.sheet.columns) + (1 if listing.note else -1)
    return f"A1:{column_letters(width)}{max(listing.length + 1, len(listing.note))}"


def _rows(listing: Listing, styles: Sequence[_Styles], note_style: int) -> Iterator[str]:
    """Yield the rows below the header as they stand in the part of the sheet (ECMA-376 Part 1, 18.3.1.73)."""
    letters = [column_letters(index) for index in range(len(styles))]
    noted = column_letters(len(styles) + 1)
    for number, (values, line) in enumerate(zip_longest(listing.rows, listing.note[1:]), 2):
        contents = zip(letters, map(_content, values or (), styles), strict=False)
        cells = "".join([f'<c r="{letter}{number}"{content}' for letter, content in contents if content])
        if line:
            cells += f'<c r="{noted}{number}" s="{note_style}"{_text(line)}'
        yield f'<row r="{number}">{cells}</row>'


@lru_cache(maxsize=1 << 16)
def _content(value: Value, styles: _Styles) -> str:
    """Return a cell from its style on; nothing for a blank one."""
    if value is None or value == "":
        return ""
    if isinstance(value, str):
        if styles.day is None or value < FIRST_DAY:
            return f' s="{styles.text}"{_text(value)}'
        return f' s="{styles.day}"><v>{(date.fromisoformat(value) - DAY_ZERO).days}</v></c>'
    shown = int(value) if value.denominator == 1 else float(value)
    return f' s="{styles.numbers[cell_format(value)]}"><v>{shown!r}</v></c>'


def _text(text: str) -> str:
    """Return the content of a cell that holds a text, whatever it looks like."""
    return inline_string(to_writable(text))


def _styles(book: Workbook, column: Column) -> _Styles:
    alignment = appearance.CENTRED if appearance.is_centred(column.kind) else Alignment()
    return _Styles(
        text=_style(book, alignment=alignment),
        numbers=tuple(_style(book, alignment=alignment, number_format=each) for each in FORMATS),
        day=_style(book, alignment=DAY_ALIGNMENT, number_format=DAY_FORMAT) if column.kind is DATE else None,
    )


def _style(book: Workbook, **looks: Alignment | Font | str) -> int:
    """Return the number of a style in a workbook, which has it from now on."""
    cell = WriteOnlyCell(book.worksheets[0])
    for name, value in looks.items():
        setattr(cell, name, value)
    number: int = cell.style_id
    return number
