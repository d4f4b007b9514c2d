"""The program's own sheets, as a run writes them."""

from __future__ import annotations

from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from turnabout_sheets.event.desk_sheet import DESK, DeskSheet
from turnabout_sheets.event.format import OutputSheet
from turnabout_sheets.event.output_sheets import PROBLEMS
from turnabout_sheets.sheets.declarations import Sheet
from turnabout_sheets.sheets.grid import column_letters
from turnabout_sheets.workbook.ours import appearance
from turnabout_sheets.workbook.ours.book import Book
from turnabout_sheets.workbook.ours.bulk import NOTHING_LIVE, Listing, add_listing
from turnabout_sheets.workbook.ours.charts import add_chart
from turnabout_sheets.workbook.ours.desk_sheet import DESK_WIDTH, add_desk_sheet
from turnabout_sheets.workbook.ours.problem_list import add_problem_list
from turnabout_sheets.workbook.ours.recognition import NOTE

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
        page = add_listing(book, Listing(report.sheet, rows, len(report.frame), note, report.live or NOTHING_LIVE))
    for index, column in enumerate(report.sheet.columns):
        if column.field in NAMES:
            appearance.widen(page, column_letters(index), map(str, report.frame[column.field]))
    if report.chart is not None and len(report.frame):
        columns = len(report.sheet.columns) + len(report.live.columns if report.live else ())
        add_chart(page, report, report.chart, f"{column_letters(columns + 1)}{max(CHART_ROW, len(note) + 2)}")
    _warn_of_typing(page, report.sheet, len(report.sheet.columns), len(report.frame))


def add_desk(book: Book, desk: DeskSheet) -> None:
    """Add the sheet Desk, with the same note."""
    page = add_desk_sheet(book, desk, (NOTE,))
    _warn_of_typing(page, DESK, DESK_WIDTH, len(desk.lines))


def _warn_of_typing(page: Worksheet, sheet: Sheet, columns: int, rows: int) -> None:
    warning = DataValidation(
        type="custom", formula1="FALSE", errorStyle="warning", showErrorMessage=True, errorTitle=sheet.name
    )
    warning.error = "The next run writes this sheet anew, and what you type here is lost. Keep it until then?"
    warning.add(f"A1:{column_letters(columns - 1)}{max(200, rows + ROOM)}")
    page.add_data_validation(warning)
