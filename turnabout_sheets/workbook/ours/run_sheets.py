"""The program's own sheets, as a run writes them: problems, Desk, Log, and the hidden sheet Remembered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any, Final

from openpyxl.chart import BarChart, LineChart
from openpyxl.chart.data_source import AxDataSource, NumData, NumDataSource, NumVal, StrData, StrVal
from openpyxl.chart.series import Series, SeriesLabel
from openpyxl.styles import Alignment, Font
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.hyperlink import Hyperlink
from openpyxl.worksheet.worksheet import Worksheet

from turnabout_sheets.changes.effects import LATE
from turnabout_sheets.changes.log import CLOSE, LOG, MOST_LINES, OPEN, REMEMBERED, Line, newest_first
from turnabout_sheets.core.problems import Severity
from turnabout_sheets.event.output_sheets import DESK, LEADERS, PROBLEMS, Chart, DeskSheet, OutputSheet
from turnabout_sheets.sheets.declarations import Column, Sheet
from turnabout_sheets.sheets.grid import column_letters, quote_title
from turnabout_sheets.workbook.ooxml.book import Cell, NewBook
from turnabout_sheets.workbook.ooxml.cells import to_writable
from turnabout_sheets.workbook.ours import appearance
from turnabout_sheets.workbook.ours.appearance import BLANK, MIDDLE, WRAPPED, WRAPPED_CENTRE, is_centred
from turnabout_sheets.workbook.ours.recognition import NOTE

Row = list[Cell]
Place = tuple[int, int]  # a row below the header, and a column, both counted from 0

MOST_LETTERS: Final = 16_000  # of a text in a cell of Remembered

_WHAT_IT_IS: Final = (
    "Here the program remembers what it read in the last run, and all lines of the log, to tell what was changed since."
)


RED: Final = Font(name="Calibri", size=11, color="C00000")
BOLD_RED: Final = Font(name="Calibri", size=11, color="C00000", bold=True)


def add_log(book: NewBook, lines: Sequence[Line]) -> None:
    """Add the sheet Log with the newest of all ``lines``, which come oldest first; changes made too late are red."""
    shown = newest_first(lines)[:MOST_LINES]
    more = [f"The newest {MOST_LINES} of {len(lines)} lines."] if len(lines) > MOST_LINES else []
    late = [row for row, line in enumerate(shown) if line.followed.startswith(LATE)]
    _add_texts(book, LOG, shown, [NOTE, *more], {(row, at): RED for row in late for at in range(1, len(LOG.columns))})


def add_remembered(book: NewBook, state: str) -> None:
    """Add the sheet Remembered with a ``state``; only a program can show it."""
    pieces = (state[start : start + MOST_LETTERS] for start in range(0, len(state), MOST_LETTERS))
    rows = [("state", f"{OPEN}{piece}{CLOSE}") for piece in pieces]
    page = appearance.add_listing(book, REMEMBERED, rows, (NOTE, _WHAT_IT_IS))
    page.auto_filter.ref = None
    page.sheet_state = "veryHidden"


def _add_texts(
    book: NewBook, sheet: Sheet, lines: Sequence[Sequence[object]], notes: Sequence[str], fonts: Mapping[Place, Font]
) -> Worksheet:
    """Add a sheet of texts that wrap, some in ``fonts`` of their own, with notes beside its header, and return it."""
    wrapped = [WRAPPED_CENTRE if is_centred(column.kind) else WRAPPED for column in sheet.columns]
    rows = list[Row]()
    for row, values in enumerate(lines):
        used = [fonts.get((row, at), appearance.TEXT_FONT) for at in range(len(values))]
        looks = [book.look(font=font, alignment=each) for font, each in zip(used, wrapped, strict=True)]
        rows.append([*zip(values, looks, strict=True)])
    page = appearance.lay_out(book, sheet.name, sheet.columns, rows, notes)
    for number, values in enumerate(lines, 2):
        widths = [column.width for column in sheet.columns]
        page.row_dimensions[number].height = appearance.height_for([*map(str, values)], widths)
    return page


def _link(page: Worksheet, cell: str, title: str, place: str = "A1", file: str = "") -> None:
    """Make a cell a link to a place on a sheet, or to a file beside the workbook."""
    page[cell].hyperlink = Hyperlink(
        ref=cell, target=file or None, location=f"{quote_title(title)}!{place}" if title else None
    )


LABEL: Final = Font(name="Calibri", size=11, bold=True)
FIRST: Final = Font(name="Calibri", size=14, bold=True)
CENTRE: Final = Alignment(horizontal="center", vertical="center")
LEFT_MIDDLE: Final = Alignment(wrap_text=True, vertical="center", horizontal="left")

HEIGHT, FIRST_HEIGHT = 21, 60  # points of the lines, and of the one that says what to do next


def add_desk(book: NewBook, desk: DeskSheet) -> None:
    """Add the sheet Desk: what, how it stands, where to go; and beside these lines the leaders."""
    leaders = [replace(each, header=desk.points) if each.field == "points" else each for each in LEADERS]
    columns = [*DESK.columns, Column("", "gap", width=3), *leaders]
    looks, rows = [book.look(alignment=CENTRE if is_centred(each.kind) else MIDDLE) for each in LEADERS], list[Row]()
    for line, leader in zip_longest(desk.lines, desk.leaders):
        said: Row = [BLANK] * len(DESK.columns)
        if line is not None:
            what, now = book.look(font=LABEL, alignment=MIDDLE), appearance.TEXT_FONT if rows else FIRST
            said[:2] = (line.what, what), (line.now, book.look(font=now, alignment=LEFT_MIDDLE))
            if line.link:
                said[2] = line.link, book.look(font=appearance.LINK_FONT, alignment=MIDDLE)
        rows.append([*said, BLANK, *(zip(leader, looks, strict=False) if leader else ())])
    page = appearance.lay_out(book, DESK.name, columns, rows, [NOTE])
    for row in range(2, 2 + len(rows)):
        page.row_dimensions[row].height = HEIGHT if row > 2 else FIRST_HEIGHT
    for row, line in enumerate(desk.lines, 2):
        if line.link:
            _link(page, f"C{row}", "" if line.address else line.link, file=line.address)
    for column, width, chart in zip("AC", CHART_WIDTHS, desk.charts, strict=False):
        _add_chart(page, chart, f"{column}{len(rows) + 3}", width)
    if desk.charts:
        page.print_area = f"A1:{column_letters(len(columns) - 1)}{len(rows) + CHART_ROWS}"
    page.page_setup.fitToHeight = 1
    _warn_of_typing(page, DESK, len(columns), len(desk.lines))


CHART_WIDTHS, CHART_ROWS = (15, 12.4), 20  # centimetres of both charts, side by side, and rows that they take


def _add_chart(page: Worksheet, chart: Chart, cell: str, width: float) -> None:
    """Add a chart at a cell. It holds its figures itself, and so follows no sheet that is renamed."""
    drawn: Any = LineChart() if chart.is_lines else BarChart(grouping="stacked", overlap=100, gapWidth=30)
    words = [StrVal(idx=at, v=str(each)) for at, each in enumerate(chart.categories)]
    for number, (name, figures) in enumerate(chart.series.items()):
        points = [NumVal(idx=at, v=repr(float(each))) for at, each in enumerate(figures)]
        series = Series(idx=number, order=number, tx=SeriesLabel(v=to_writable(name)), smooth=False)
        series.cat = AxDataSource(strLit=StrData(ptCount=len(words), pt=words))
        series.val = NumDataSource(numLit=NumData(formatCode="General", ptCount=len(words), pt=points))
        drawn.series.append(series)
    drawn.title, drawn.width, drawn.height, drawn.legend.position = chart.title, width, 9, "b"
    drawn.title.overlay = False
    drawn.x_axis.tickLblPos, drawn.y_axis.number_format = "low", "0;0"
    drawn.x_axis.delete = drawn.y_axis.delete = False
    page.add_chart(drawn, cell)


ROOM = 50  # rows below the last one where typing is warned of, too


def add_output_sheet(book: NewBook, report: OutputSheet) -> None:
    """Add one of the program's sheets, with a note beside the header that it is the program's."""
    notes = [NOTE, *report.note.splitlines()]
    if report.sheet is PROBLEMS:
        lines = list(report.frame.itertuples(index=False, name=None))
        errors = [row for row, (severity, *_) in enumerate(lines) if severity == Severity.ERROR]
        places = [(row, title, place) for row, (_, title, place, *_) in enumerate(lines) if place]
        fonts = {(row, 0): BOLD_RED for row in errors} | {(row, 2): appearance.LINK_FONT for row, *_ in places}
        page = _add_texts(book, report.sheet, lines, notes, fonts)
        for row, title, place in places:
            _link(page, f"C{row + 2}", title, place)
    else:
        rows = list(report.worded().itertuples(index=False, name=None))
        page = appearance.add_listing(book, report.sheet, rows, notes)
    _warn_of_typing(page, report.sheet, len(report.sheet.columns), len(report.frame))


def _warn_of_typing(page: Worksheet, sheet: Sheet, columns: int, rows: int) -> None:
    warning = DataValidation(
        type="custom", formula1="FALSE", errorStyle="warning", showErrorMessage=True, errorTitle=sheet.name
    )
    warning.error = "The next run rewrites this sheet, and what you type here is lost. Keep it until then?"
    warning.add(f"A1:{column_letters(columns - 1)}{max(200, rows + ROOM)}")
    page.add_data_validation(warning)
