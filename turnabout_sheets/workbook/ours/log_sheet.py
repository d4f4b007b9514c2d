"""The sheet Log, as a run writes it, and the hidden sheet Remembered: long texts in pieces, each in a cell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from openpyxl.styles import Font
from openpyxl.worksheet.worksheet import Worksheet

from turnabout_sheets.event.effects import LATE
from turnabout_sheets.event.log import LOG, MOST_LINES, REMEMBERED, Line, newest_first
from turnabout_sheets.reading.remembered import CLOSE, OPEN
from turnabout_sheets.workbook.ooxml.written_rows import Cell, Look, Rows
from turnabout_sheets.workbook.ours import appearance
from turnabout_sheets.workbook.ours.book import Book
from turnabout_sheets.workbook.ours.bulk import Listing, add_listing
from turnabout_sheets.workbook.ours.looks import PLAIN, make_look
from turnabout_sheets.workbook.ours.recognition import NOTE

MOST_LETTERS: Final = 16_000
"""So many letters of a text are in a cell of Remembered. A cell holds some more, also where some are escaped."""

_WHAT_IT_IS: Final = (
    "Here the program remembers what it read in the last run, and all lines of the log, to tell what was changed since."
)
_HINT: Final = "turnabout log FILE tells every cell, and turnabout log FILE --check whether a line was altered."


def add_log(book: Book, lines: Sequence[Line]) -> Worksheet:
    """Add the sheet Log with the newest of all ``lines``, which come oldest first."""
    shown = newest_first(lines)[:MOST_LINES]
    page: Worksheet = book.create_sheet(LOG.name)
    appearance.head(page, LOG.columns, appearance.OURS_COLOUR)
    more = f"The newest {MOST_LINES} of {len(lines)} lines." if len(lines) > MOST_LINES else ""
    notes = [line for line in (NOTE, more, _HINT) if line]
    columns, beside = len(LOG.columns), len(LOG.columns) + 2
    appearance.note(page, beside, notes[:1])
    page.print_area = f"A1:I{len(shown) + 1}"
    widths = [column.width for column in LOG.columns]
    looks = [
        make_look(book, alignment=appearance.WRAPPED_CENTRE if appearance.is_centred(each.kind) else appearance.WRAPPED)
        for each in LOG.columns
    ]
    red = make_look(book, alignment=appearance.WRAPPED, font=Font(name="Calibri", size=11, color="C00000"))
    note = make_look(book, font=appearance.NOTE_FONT)
    cells = [_write_line(line, looks, red) for line in shown]
    for row, text in zip(cells, notes[1:], strict=False):
        row += [(None, PLAIN), (text, note)]
    heights = {row: appearance.height_for(list(map(str, line.shown)), widths) for row, line in enumerate(shown, 2)}
    book.rows[page.title] = Rows(cells, width=columns + 2, height=1 + len(cells), heights=heights)
    return page


def _write_line(line: Line, looks: Sequence[Look], red: Look) -> list[Cell]:
    """Return the cells of a line; those of what was changed too late are red."""
    is_old = line.entry.followed.startswith(LATE)
    shown = zip(line.shown, looks, strict=True)
    return [(value, red if is_old and place else look) for place, (value, look) in enumerate(shown)]


def add_remembered(book: Book, texts: Mapping[str, str]) -> None:
    """Add the sheet Remembered with ``texts`` by what they are; only a program can show it."""
    rows = [(what, piece) for what, text in texts.items() for piece in _cut(text)]
    page = add_listing(book, Listing(REMEMBERED, rows, len(rows), (NOTE, _WHAT_IT_IS)))
    page.auto_filter.ref = None
    page.sheet_state = "veryHidden"


def _cut(text: str) -> Iterator[str]:
    for start in range(0, len(text), MOST_LETTERS):
        yield f"{OPEN}{text[start : start + MOST_LETTERS]}{CLOSE}"
