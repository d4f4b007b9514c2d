"""The sheet of problems, as a run writes it: every one a link to its cell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from openpyxl import Workbook
from openpyxl.styles import Font
from openpyxl.worksheet.hyperlink import Hyperlink
from openpyxl.worksheet.worksheet import Worksheet

from turnabout_sheets.core.problems import Severity
from turnabout_sheets.event.format import OutputSheet
from turnabout_sheets.sheets.grid import column_letters
from turnabout_sheets.workbook.ours import appearance
from turnabout_sheets.workbook.ours.values import put_value

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
