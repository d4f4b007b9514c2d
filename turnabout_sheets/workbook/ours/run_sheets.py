"""The program's own sheets, as a run writes them: problems, Desk, Log, and the hidden sheet Remembered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final

from openpyxl import Workbook
from openpyxl.styles import Alignment, Font
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.hyperlink import Hyperlink
from openpyxl.worksheet.worksheet import Worksheet

from turnabout_sheets.changes.effects import LATE
from turnabout_sheets.changes.log import CLOSE, LOG, MOST_LINES, OPEN, REMEMBERED, Line, newest_first
from turnabout_sheets.core.problems import Severity
from turnabout_sheets.event.output_sheets import DESK, LEADERS, PROBLEMS, DeskSheet, OutputSheet
from turnabout_sheets.sheets.declarations import Sheet
from turnabout_sheets.sheets.grid import address, column_letters
from turnabout_sheets.workbook.ooxml.row_writer import Cell, Look, Rows
from turnabout_sheets.workbook.ours import appearance
from turnabout_sheets.workbook.ours.appearance import PLAIN, make_look, put_value
from turnabout_sheets.workbook.ours.book import Book
from turnabout_sheets.workbook.ours.bulk import Listing, add_listing
from turnabout_sheets.workbook.ours.charts import add_chart
from turnabout_sheets.workbook.ours.recognition import NOTE

MOST_LETTERS: Final = 16_000
"""How many characters of a text are in a cell of Remembered. A cell holds some more, also where some are escaped."""

_WHAT_IT_IS: Final = (
    "Here the program remembers what it read in the last run, and all lines of the log, to tell what was changed since."
)


def add_log(book: Book, lines: Sequence[Line]) -> Worksheet:
    """Add the sheet Log with the newest of all ``lines``, which come oldest first."""
    shown = newest_first(lines)[:MOST_LINES]
    page: Worksheet = book.create_sheet(LOG.name)
    appearance.head(page, LOG.columns, appearance.OURS_COLOUR)
    columns = len(LOG.columns)
    appearance.note(page, columns + 2, [NOTE])
    page.print_area = f"A1:{column_letters(columns - 1)}{len(shown) + 1}"
    widths = [column.width for column in LOG.columns]
    looks = [
        make_look(book, alignment=appearance.WRAPPED_CENTRE if appearance.is_centred(each.kind) else appearance.WRAPPED)
        for each in LOG.columns
    ]
    red = make_look(book, alignment=appearance.WRAPPED, font=Font(name="Calibri", size=11, color="C00000"))
    cells = [_write_line(line, looks, red) for line in shown]
    if len(lines) > MOST_LINES:
        note = make_look(book, font=appearance.NOTE_FONT)
        cells[0] += [(None, PLAIN), (f"The newest {MOST_LINES} of {len(lines)} lines.", note)]
    heights = {row: appearance.height_for(list(map(str, line)), widths) for row, line in enumerate(shown, 2)}
    book.rows[page.title] = Rows(cells, width=columns + 2, height=1 + len(cells), heights=heights)
    return page


def _write_line(line: Line, looks: Sequence[Look], red: Look) -> list[Cell]:
    """Return the cells of a line; those of what was changed too late are red."""
    is_old = line.followed.startswith(LATE)
    shown = zip(line, looks, strict=True)
    return [(value, red if is_old and place else look) for place, (value, look) in enumerate(shown)]


def add_remembered(book: Book, state: str) -> None:
    """Add the sheet Remembered with a ``state``; only a program can show it."""
    pieces = (state[start : start + MOST_LETTERS] for start in range(0, len(state), MOST_LETTERS))
    rows = [("state", f"{OPEN}{piece}{CLOSE}") for piece in pieces]
    page = add_listing(book, Listing(REMEMBERED, rows, len(rows), (NOTE, _WHAT_IT_IS)))
    page.auto_filter.ref = None
    page.sheet_state = "veryHidden"


ERROR_FONT: Final = Font(name="Calibri", size=11, bold=True, color="C00000")


def add_problem_list(book: Workbook, report: OutputSheet, note: Sequence[str]) -> Worksheet:
    """Add the sheet of problems, with a note beside its header; long texts wrap."""
    columns = report.sheet.columns
    page: Worksheet = book.create_sheet(report.sheet.name)
    appearance.head(page, columns, appearance.OURS_COLOUR)
    widths = [column.width for column in columns]
    for row, values in enumerate(report.frame.itertuples(index=False, name=None), 2):
        page.row_dimensions[row].height = appearance.height_for(values, widths)
        for column, value in enumerate(values, 1):
            cell = page.cell(row, column)
            cell.alignment = appearance.WRAPPED
            if value:
                put_value(cell, value)
        severity, title, address, *_ = values
        if severity == Severity.ERROR:
            page.cell(row, 1).font = ERROR_FONT
        if address:
            quoted = title.replace("'", "''")
            cell = page.cell(row, 3)
            cell.hyperlink = Hyperlink(ref=cell.coordinate, location=f"'{quoted}'!{address}")
            cell.font = appearance.LINK_FONT
    appearance.note(page, len(columns) + 2, note)
    page.print_area = f"A1:{column_letters(len(columns) - 1)}{len(report.frame) + 1}"
    return page


LABEL: Final = Font(name="Calibri", size=11, bold=True)
FIRST: Final = Font(name="Calibri", size=14, bold=True)
MIDDLE: Final = Alignment(vertical="center")
CENTRE: Final = Alignment(horizontal="center", vertical="center")
WRAPPED_LEFT: Final = Alignment(wrap_text=True, vertical="center", horizontal="left")

HEIGHT, FIRST_HEIGHT = 21, 60
"""Points of the lines, and of the one that says what to do next."""

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
    names = (str(row[1]) for row in desk.leaders)
    appearance.widen(page, column_letters(left + 1), names)
    appearance.note(page, DESK_WIDTH + 2, note)
    page.print_area = f"A1:{column_letters(DESK_WIDTH - 1)}{1 + max(len(desk.lines), len(desk.leaders))}"
    book.links[page.title] = list(_list_links(desk))
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
                (line.now, words if number else first),
                (line.link.text if line.link else None, link),
            ]
        beside = list(zip(leader or (), looks, strict=False))
        yield [*cells, *[(None, PLAIN)] * GAP, *beside]


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


NAMES = ("player", "player_a", "player_b")
"""The fields of columns that long names make wider."""

CHART_ROW = 5
"""Where a chart begins, or below the notes if they are longer."""

ROOM = 50
"""Rows below the last one where typing is warned of, too."""


def add_output_sheet(book: Book, report: OutputSheet) -> None:
    """Add one of the program's sheets, with a note beside the header that it is the program's."""
    note = (NOTE, *filter(None, report.note.splitlines()))
    if report.sheet is PROBLEMS:
        page = add_problem_list(book, report, note)
    else:
        rows = report.worded().itertuples(index=False, name=None)
        page = add_listing(book, Listing(report.sheet, rows, len(report.frame), note))
    for index, column in enumerate(report.sheet.columns):
        if column.field in NAMES:
            appearance.widen(page, column_letters(index), map(str, report.frame[column.field]))
    if report.chart is not None and len(report.frame):
        add_chart(page, report, report.chart, max(CHART_ROW, len(note) + 2) - 1, len(report.sheet.columns) + 1)
    _warn_of_typing(page, report.sheet, len(report.sheet.columns), len(report.frame))


def add_desk(book: Book, desk: DeskSheet) -> None:
    """Add the sheet Desk, with the same note."""
    page = add_desk_sheet(book, desk, (NOTE,))
    _warn_of_typing(page, DESK, DESK_WIDTH, len(desk.lines))


def _warn_of_typing(page: Worksheet, sheet: Sheet, columns: int, rows: int) -> None:
    warning = DataValidation(
        type="custom", formula1="FALSE", errorStyle="warning", showErrorMessage=True, errorTitle=sheet.name
    )
    warning.error = "The next run rewrites this sheet, and what you type here is lost. Keep it until then?"
    warning.add(f"A1:{column_letters(columns - 1)}{max(200, rows + ROOM)}")
    page.add_data_validation(warning)
