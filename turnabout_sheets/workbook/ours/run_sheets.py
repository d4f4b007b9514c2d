"""The program's own sheets, as a run writes them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from openpyxl import Workbook
from openpyxl.cell import Cell, MergedCell
from openpyxl.chart import BarChart, Reference, Series
from openpyxl.styles import Font
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.hyperlink import Hyperlink
from openpyxl.worksheet.worksheet import Worksheet

from turnabout_sheets.core.problems import Severity
from turnabout_sheets.event.output_sheets import PROBLEMS, Chart, OutputSheet
from turnabout_sheets.sheets.cell_kinds import SHARE
from turnabout_sheets.sheets.grid import column_letters
from turnabout_sheets.workbook.ooxml.inline import ILLEGAL
from turnabout_sheets.workbook.ours import appearance
from turnabout_sheets.workbook.ours.recognition import NOTE

FRACTIONS = ("General", "# ?/?", "# ??/??")
"""The number format of points, by the digits of the denominator: 4, 4 1/2, 4 5/12."""

PERCENTAGE = "0 %"
"""The number format of shares."""

SERIES_FILLS = ("404040", "D9D9D9")
"""The bars of a chart: dark and light, so that they are told apart in print, too."""

NAMES = ("player", "player_a", "player_b")
"""The fields of columns that long names make wider."""

MOST_UNITS = 20
"""Up to so many, the axis of a chart counts one by one."""

CHART_ROW = 5
"""Where a chart begins, or below the notes if they are longer."""


def put_value(cell: Cell | MergedCell, value: Any) -> None:
    """Put a value into a cell: exact numbers as numbers, and text as text even where it looks like a formula.

    Characters that no workbook can hold, such as those below the space, become �.
    """
    if isinstance(value, tuple):  # a list, as it is typed: 1, 4
        value = ", ".join(map(str, value)) or None
    if isinstance(value, str):
        cell.value = ILLEGAL.sub("�", value)
        cell.data_type = "s"
    elif isinstance(value, Fraction):
        cell.value = int(value) if value.denominator == 1 else float(value)
    elif value is not None and value == value:
        cell.value = int(value)


def add_output_sheet(book: Workbook, report: OutputSheet) -> None:
    """Add one of the program's sheets, with a note beside the header that it is the program's."""
    sheet = book.create_sheet(report.sheet.name)
    appearance.head(sheet, report.sheet.columns, appearance.OURS_COLOUR)
    centred = [appearance.is_centred(column.kind) for column in report.sheet.columns]
    for row, values in enumerate(report.worded().itertuples(index=False), 2):
        for column, value in enumerate(values, 1):
            if value is not None and value != "":
                cell = sheet.cell(row, column)
                put_value(cell, value)
                if report.sheet.columns[column - 1].kind is SHARE:
                    cell.number_format = PERCENTAGE
                elif isinstance(value, Fraction):
                    cell.number_format = _fractions(value)
                if centred[column - 1]:
                    cell.alignment = appearance.CENTRED
    for index, each in enumerate(report.sheet.columns):
        if each.field in NAMES:
            appearance.widen(sheet, column_letters(index), map(str, report.frame[each.field]))
    width = len(report.sheet.columns)
    lines = (NOTE, *report.note.splitlines())
    appearance.note(sheet, width + 2, lines)
    sheet.print_area = f"A1:{column_letters(width - 1)}{len(report.frame) + 1}"
    if report.sheet is PROBLEMS:
        _link_cells(sheet, report)
    elif len(report.frame):
        sheet.auto_filter.ref = f"A1:{column_letters(width - 1)}{len(report.frame) + 1}"
    if report.chart is not None and len(report.frame):
        _add_chart(sheet, report, report.chart, max(CHART_ROW, len(lines) + 2))
    warning = DataValidation(
        type="custom", formula1="FALSE", errorStyle="warning", showErrorMessage=True, errorTitle=report.sheet.name
    )
    warning.error = "The next run writes this sheet anew, and what you type here is lost. Keep it until then?"
    warning.add(f"A1:{column_letters(width - 1)}{max(200, len(report.frame) + 50)}")
    sheet.add_data_validation(warning)


def _link_cells(sheet: Worksheet, report: OutputSheet) -> None:
    """Make every problem's cell a link to it, and let long texts wrap."""
    widths = [column.width for column in PROBLEMS.columns]
    for row, values in enumerate(report.frame.itertuples(index=False), 2):
        severity, title, address, *_ = values
        sheet.row_dimensions[row].height = appearance.height_for(values, widths)
        for column in range(1, len(PROBLEMS.columns) + 1):
            sheet.cell(row, column).alignment = appearance.WRAPPED
        if severity == Severity.ERROR:
            sheet.cell(row, 1).font = Font(name="Calibri", size=11, bold=True, color="C00000")
        if address:
            quoted = title.replace("'", "''")
            cell = sheet.cell(row, 3)
            cell.hyperlink = Hyperlink(ref=cell.coordinate, location=f"'{quoted}'!{address}")
            cell.font = appearance.LINK_FONT


def _fractions(value: Fraction) -> str:
    digits = 0 if value.denominator == 1 else len(str(value.denominator))
    return FRACTIONS[digits] if digits < len(FRACTIONS) else "0.000"


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
