"""The sheet Desk, as a run writes it: a line for each thing that there is to know or to do, and the leaders beside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final

from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Alignment, Font
from openpyxl.worksheet.hyperlink import Hyperlink
from openpyxl.worksheet.worksheet import Worksheet

from turnabout_sheets.event.desk_sheet import DESK, LEADERS, DeskSheet, Shown, get_value
from turnabout_sheets.event.format import LiveValue
from turnabout_sheets.sheets.grid import address, column_letters
from turnabout_sheets.workbook.ooxml.written_rows import Cell, Formula, Look, Rows
from turnabout_sheets.workbook.ours import appearance
from turnabout_sheets.workbook.ours.book import Book
from turnabout_sheets.workbook.ours.looks import PLAIN, make_look

LABEL: Final = Font(name="Calibri", size=11, bold=True)
FIRST: Final = Font(name="Calibri", size=14, bold=True)
RED: Final = Font(bold=True, color="C00000")
MIDDLE: Final = Alignment(vertical="center")
CENTRE: Final = Alignment(horizontal="center", vertical="center")
WRAPPED_LEFT: Final = Alignment(wrap_text=True, vertical="center", horizontal="left")

HEIGHT, FIRST_HEIGHT = 21, 60
"""Points of the lines, and of the one that says what to do next."""

URGENT: Final = ("Errors", "To look at")
"""The lines that are red as long as they say something other than 0."""

GAP: Final = 1
"""Columns between the lines and the leaders."""

DESK_WIDTH: Final = len(DESK.columns) + GAP + len(LEADERS)
"""Columns of the sheet, without the note."""


def add_desk_sheet(book: Book, desk: DeskSheet, note: Sequence[str]) -> Worksheet:
    """Add the sheet Desk, with a note beside its header."""
    page: Worksheet = book.create_sheet(DESK.name)
    appearance.head(page, DESK.columns, appearance.OURS_COLOUR)
    left = len(DESK.columns) + GAP
    page.column_dimensions[column_letters(left - 1)].width = 3
    for place, column in enumerate(LEADERS, left + 1):
        header = desk.points if column.field == "points" else column.header
        fill, centred = appearance.HEADER_FILL[appearance.OURS_COLOUR], appearance.is_centred(column.kind)
        appearance.heading(page, place, header, column.width, fill, centred=centred)
    names = (str(get_value(row[1])) for row in desk.leaders)
    appearance.widen(page, column_letters(left + 1), names)
    appearance.note(page, DESK_WIDTH + 2, note)
    page.print_area = f"A1:{column_letters(DESK_WIDTH - 1)}{1 + max(len(desk.lines), len(desk.leaders))}"
    book.links[page.title] = list(_list_links(desk))
    _add_colours(page, desk)
    cells = list(_write_lines(book, desk))
    heights = {2: FIRST_HEIGHT} | dict.fromkeys(range(3, 2 + len(cells)), HEIGHT)
    book.rows[page.title] = Rows(cells, width=DESK_WIDTH + 2, height=1 + len(cells), heights=heights)
    return page


def _write_lines(book: Book, desk: DeskSheet) -> Iterator[Sequence[Cell]]:
    """Yield the rows: what, how it stands, where to go; and beside them the leaders."""
    label, link = (make_look(book, font=font, alignment=MIDDLE) for font in (LABEL, appearance.LINK_FONT))
    words, first = (make_look(book, font=font, alignment=WRAPPED_LEFT) for font in (Font(name="Calibri"), FIRST))
    looks = [make_look(book, alignment=CENTRE if appearance.is_centred(each.kind) else MIDDLE) for each in LEADERS]
    nothing: Sequence[Cell] = [(None, PLAIN)] * len(DESK.columns)
    for number, (line, leader) in enumerate(zip_longest(desk.lines, desk.leaders)):
        cells = nothing
        if line is not None:
            cells = [
                (line.what, label),
                _cell(line.now, words if number else first),
                (line.link.text if line.link else None, link),
            ]
        beside = [_cell(value, look) for value, look in zip(leader or (), looks, strict=False)]
        yield [*cells, *[(None, PLAIN)] * GAP, *beside]


def _cell(shown: Shown, look: Look) -> Cell:
    return (Formula(*shown) if isinstance(shown, LiveValue) else shown), look


def _list_links(desk: DeskSheet) -> Iterator[Hyperlink]:
    """Yield what the last cells of lines lead to: a sheet, or a file beside the workbook."""
    for row, line in enumerate(desk.lines, 1):
        if line.link is not None:
            quoted = line.link.sheet.replace("'", "''")
            yield Hyperlink(
                ref=address(row, len(DESK.columns) - 1),
                target=line.link.address or None,
                location=f"'{quoted}'!A1" if quoted else None,
            )


def _add_colours(page: Worksheet, desk: DeskSheet) -> None:
    for row, line in enumerate(desk.lines, 1):
        if line.what in URGENT:
            cell = address(row, 1)
            test = f'AND({cell}<>"",{cell}<>0)'
            page.conditional_formatting.add(cell, FormulaRule(formula=[test], font=RED))
