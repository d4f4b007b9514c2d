"""The program's own sheets, as a run writes them."""

from __future__ import annotations

from openpyxl.chart import BarChart, Reference, Series
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from turnabout_sheets.event.output_sheets import PROBLEMS, Chart, OutputSheet
from turnabout_sheets.sheets.grid import column_letters
from turnabout_sheets.workbook.ours import appearance
from turnabout_sheets.workbook.ours.book import Book
from turnabout_sheets.workbook.ours.bulk import Listing, add_listing
from turnabout_sheets.workbook.ours.problem_list import add_problem_list
from turnabout_sheets.workbook.ours.recognition import NOTE

SERIES_FILLS = ("404040", "D9D9D9")
"""The bars of a chart: dark and light, so that they are told apart in print, too."""

NAMES = ("player", "player_a", "player_b")
"""The fields of columns that long names make wider."""

MOST_UNITS = 20
"""Up to so many, the axis of a chart counts one by one."""

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
        _add_chart(page, report, report.chart, max(CHART_ROW, len(note) + 2))
    _warn_of_typing(page, report)


def _warn_of_typing(page: Worksheet, report: OutputSheet) -> None:
    warning = DataValidation(
        type="custom", formula1="FALSE", errorStyle="warning", showErrorMessage=True, errorTitle=report.sheet.name
    )
    warning.error = "The next run writes this sheet anew, and what you type here is lost. Keep it until then?"
    warning.add(f"A1:{column_letters(len(report.sheet.columns) - 1)}{max(200, len(report.frame) + ROOM)}")
    page.add_data_validation(warning)


def _add_chart(page: Worksheet, report: OutputSheet, chart: Chart, row: int) -> None:
    """Draw a bar chart to the right, from a row on; its series are told apart without colour, too."""
    fields = [column.field for column in report.sheet.columns]
    last = len(report.frame) + 1
    bars = BarChart()
    bars.type, bars.grouping, bars.overlap, bars.gapWidth = "bar", "stacked", 100, 40
    bars.title = chart.title
    for field, fill in zip(chart.series, SERIES_FILLS, strict=False):
        cells = Reference(page, min_col=fields.index(field) + 1, min_row=1, max_row=last)
        series = Series(cells, title_from_data=True)
        series.graphicalProperties.solidFill = fill
        series.graphicalProperties.line.solidFill = "404040"
        bars.series.append(series)
    bars.set_categories(Reference(page, min_col=fields.index(chart.category) + 1, min_row=2, max_row=last))
    bars.x_axis.title = report.sheet.column(chart.category).header
    bars.x_axis.scaling.orientation = "maxMin"  # the first row on top, as in the sheet
    bars.x_axis.delete = bars.y_axis.delete = False
    bars.y_axis.majorUnit = 1 if report.frame[list(chart.series)].sum(axis=1).max() <= MOST_UNITS else None
    bars.width, bars.height = 18, 4 + 0.7 * len(report.frame)
    page.add_chart(bars, f"{column_letters(len(fields) + 1)}{row}")
