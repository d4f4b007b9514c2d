"""The program's own sheets, as a run writes them: problems, Desk, Log, and the hidden sheet Remembered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from openpyxl.cell import Cell, MergedCell
from openpyxl.styles import Alignment, Font
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.hyperlink import Hyperlink
from openpyxl.worksheet.worksheet import Worksheet

from turnabout_sheets.changes.effects import LATE
from turnabout_sheets.changes.log import CLOSE, LOG, MOST_LINES, OPEN, REMEMBERED, Line, newest_first
from turnabout_sheets.core.problems import Severity
from turnabout_sheets.event.output_sheets import DESK, LEADERS, PROBLEMS, DeskSheet, OutputSheet
from turnabout_sheets.sheets.declarations import Column, Sheet
from turnabout_sheets.sheets.grid import column_letters
from turnabout_sheets.workbook.ours import appearance
from turnabout_sheets.workbook.ours.appearance import put_value
from turnabout_sheets.workbook.ours.book import NewBook
from turnabout_sheets.workbook.ours.recognition import NOTE

MOST_LETTERS: Final = 16_000
"""How many characters of a text are in a cell of Remembered. A cell holds some more, also where some are escaped."""

_WHAT_IT_IS: Final = (
    "Here the program remembers what it read in the last run, and all lines of the log, to tell what was changed since."
)


def add_log(book: NewBook, lines: Sequence[Line]) -> None:
    """Add the sheet Log with the newest of all ``lines``, which come oldest first; changes made too late are red."""
    shown = newest_first(lines)[:MOST_LINES]
    more = [f"The newest {MOST_LINES} of {len(lines)} lines."] if len(lines) > MOST_LINES else []
    page = _add_texts(book, LOG, shown, [NOTE, *more])
    for row, line in enumerate(shown, 2):
        if line.followed.startswith(LATE):
            for cell in page[row][1 : len(LOG.columns)]:
                cell.font = RED


def add_remembered(book: NewBook, state: str) -> None:
    """Add the sheet Remembered with a ``state``; only a program can show it."""
    pieces = (state[start : start + MOST_LETTERS] for start in range(0, len(state), MOST_LETTERS))
    rows = [("state", f"{OPEN}{piece}{CLOSE}") for piece in pieces]
    page = appearance.add_listing(book, REMEMBERED, rows, (NOTE, _WHAT_IT_IS))
    page.auto_filter.ref = None
    page.sheet_state = "veryHidden"


RED: Final = Font(name="Calibri", size=11, color="C00000")
BOLD_RED: Final = Font(name="Calibri", size=11, color="C00000", bold=True)


def _add_texts(book: NewBook, sheet: Sheet, lines: Sequence[Sequence[object]], notes: Sequence[str]) -> Worksheet:
    """Add a sheet of texts that wrap, with a note beside its header, and return it."""
    page: Worksheet = book.create_sheet(sheet.name)
    columns = sheet.columns
    appearance.head(page, columns, appearance.OURS_COLOUR)
    appearance.note(page, len(columns) + 2, notes)
    page.print_area = f"A1:{column_letters(len(columns) - 1)}{len(lines) + 1}"
    for row, values in enumerate(lines, 2):
        texts = [str(value) for value in values]
        page.row_dimensions[row].height = appearance.height_for(texts, [column.width for column in columns])
        for index, (column, value) in enumerate(zip(columns, values, strict=True), 1):
            wrapped = appearance.WRAPPED_CENTRE if appearance.is_centred(column.kind) else appearance.WRAPPED
            put_value(page.cell(row, index), value or None, alignment=wrapped)
    return page


def _add_problems(book: NewBook, report: OutputSheet, notes: Sequence[str]) -> Worksheet:
    """Add the sheet of problems, with links to their cells."""
    lines = list(report.frame.itertuples(index=False, name=None))
    page = _add_texts(book, report.sheet, lines, notes)
    for row, (severity, title, place, *_) in enumerate(lines, 2):
        if severity == Severity.ERROR:
            page.cell(row, 1).font = BOLD_RED
        if place:
            _link(page.cell(row, 3), title, place)
    return page


def _link(cell: Cell | MergedCell, title: str, place: str = "A1", file: str = "") -> None:
    """Make a cell a link to a place on a sheet, or to a file beside the workbook."""
    quoted = title.replace("'", "''")
    location = f"'{quoted}'!{place}" if title else None
    cell.hyperlink = Hyperlink(ref=cell.coordinate, target=file or None, location=location)
    cell.font = appearance.LINK_FONT


LABEL: Final = Font(name="Calibri", size=11, bold=True)
FIRST: Final = Font(name="Calibri", size=14, bold=True)
MIDDLE: Final = Alignment(vertical="center")
CENTRE: Final = Alignment(horizontal="center", vertical="center")
WRAPPED_LEFT: Final = Alignment(wrap_text=True, vertical="center", horizontal="left")

HEIGHT, FIRST_HEIGHT = 21, 60
"""Points of the lines, and of the one that says what to do next."""

DESK_COLUMNS: Final = (*DESK.columns, Column("", "gap", width=3), *LEADERS)


def add_desk(book: NewBook, desk: DeskSheet) -> None:
    """Add the sheet Desk: what, how it stands, where to go; and beside these lines the leaders."""
    page: Worksheet = book.create_sheet(DESK.name)
    headers = {"points": desk.points}
    columns = [replace(each, header=headers.get(each.field, each.header)) for each in DESK_COLUMNS]
    appearance.head(page, columns, appearance.OURS_COLOUR)
    appearance.note(page, len(columns) + 2, [NOTE])
    height, left = max(len(desk.lines), len(desk.leaders)), len(columns) - len(LEADERS)
    page.print_area = f"A1:{column_letters(len(columns) - 1)}{1 + height}"
    for row in range(2, 2 + height):
        page.row_dimensions[row].height = HEIGHT if row > 2 else FIRST_HEIGHT
    for row, line in enumerate(desk.lines, 2):
        what, now, link, *_ = page[row]
        put_value(what, line.what, font=LABEL, alignment=MIDDLE)
        put_value(now, line.now, font=FIRST if row == 2 else appearance.TEXT_FONT, alignment=WRAPPED_LEFT)
        if line.link is not None:
            put_value(link, line.link.text, alignment=MIDDLE)
            _link(link, line.link.sheet, file=line.link.address)
    for row, leader in enumerate(desk.leaders, 2):
        for cell, column, value in zip(page[row][left:], LEADERS, leader, strict=False):
            put_value(cell, value, alignment=CENTRE if appearance.is_centred(column.kind) else MIDDLE)
    appearance.widen(page, column_letters(left + 1), (str(row[1]) for row in desk.leaders))
    _warn_of_typing(page, DESK, len(columns), len(desk.lines))


ROOM = 50
"""Rows below the last one where typing is warned of, too."""


def add_output_sheet(book: NewBook, report: OutputSheet) -> None:
    """Add one of the program's sheets, with a note beside the header that it is the program's."""
    columns, notes = report.sheet.columns, (NOTE, *filter(None, report.note.splitlines()))
    if report.sheet is PROBLEMS:
        page = _add_problems(book, report, notes)
    else:
        rows = list(report.worded().itertuples(index=False, name=None))
        page = appearance.add_listing(book, report.sheet, rows, notes)
    _warn_of_typing(page, report.sheet, len(columns), len(report.frame))


def _warn_of_typing(page: Worksheet, sheet: Sheet, columns: int, rows: int) -> None:
    warning = DataValidation(
        type="custom", formula1="FALSE", errorStyle="warning", showErrorMessage=True, errorTitle=sheet.name
    )
    warning.error = "The next run rewrites this sheet, and what you type here is lost. Keep it until then?"
    warning.add(f"A1:{column_letters(columns - 1)}{max(200, rows + ROOM)}")
    page.add_data_validation(warning)
