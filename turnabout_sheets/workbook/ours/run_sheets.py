"""The sheets that a run writes: the program's own, and a new round's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from openpyxl import Workbook
from openpyxl.cell import Cell, MergedCell
from openpyxl.chart import BarChart, Reference, Series
from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Font, PatternFill
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.hyperlink import Hyperlink
from openpyxl.worksheet.worksheet import Worksheet

from turnabout_sheets.core.problems import Severity
from turnabout_sheets.event.model import BYE, BYE_NAME, Event
from turnabout_sheets.event.output_sheets import PROBLEMS, Chart, OutputSheet
from turnabout_sheets.formats.base import Format
from turnabout_sheets.rounds.new_round import NewRound
from turnabout_sheets.sheets.cell_kinds import SHARE
from turnabout_sheets.sheets.declarations import Sheet
from turnabout_sheets.sheets.grid import column_letters
from turnabout_sheets.workbook.ooxml.inline import ILLEGAL
from turnabout_sheets.workbook.ours import appearance

OURS = "turnabout writes this sheet anew at every run: look, but do not type here."

FRACTIONS = ("General", "# ?/?", "# ??/??")
"""The number format of points, by the digits of the denominator: 4, 4 1/2, 4 5/12."""

PERCENTAGE = "0 %"
"""The number format of shares."""

SERIES_FILLS = ("404040", "D9D9D9")
"""The bars of a chart: dark and light, so that they are told apart in print, too."""

MOST_UNITS = 20
"""Up to so many, the axis of a chart counts one by one."""

PAIRING_NOTES = "Pairing notes"
"""The header of the column that says why a pair is as it is; like the live columns, it is never read."""

ROOM_FOR_PLAYERS = 50
"""Rows below the last player that drop-downs and formulas look at, too, for those who come later."""

ROOM_FOR_MORE = 10
"""Rows below a round's pairings that have drop-downs and formulas, too, for matches added by hand."""


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
    width = len(report.sheet.columns)
    appearance.note(sheet, width + 2, (OURS, report.note))
    sheet.print_area = f"A1:{column_letters(width - 1)}{len(report.frame) + 1}"
    if report.sheet is PROBLEMS:
        _link_cells(sheet, report)
    elif len(report.frame):
        sheet.auto_filter.ref = f"A1:{column_letters(width - 1)}{len(report.frame) + 1}"
    if report.chart is not None and len(report.frame):
        _add_chart(sheet, report, report.chart)
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


def _add_chart(page: Worksheet, report: OutputSheet, chart: Chart) -> None:
    """Draw a bar chart to the right of the notes, which tell apart its series without colour, too."""
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
    page.add_chart(bars, f"{column_letters(len(fields) + 1)}5")


def add_round(book: Workbook, new: NewRound, event: Event, format: Format) -> None:
    """Add a round's sheet, ready for entry: its pairings, drop-downs, number checks, live columns, and why it is so."""
    sheet, rows = new.sheet, new.rows
    page = book.create_sheet(sheet.name)
    appearance.head(page, sheet.columns, appearance.YOURS_COLOUR)
    last = 1 + len(rows) + ROOM_FOR_MORE
    letters = {column.field: column_letters(index) for index, column in enumerate(sheet.columns)}
    for row, values in enumerate(rows, 2):
        for column in sheet.columns:
            cell = page[f"{letters[column.field]}{row}"]
            put_value(cell, _shown(event, column.field, values.get(column.field)))
            if appearance.is_centred(column.kind):
                cell.alignment = appearance.CENTRED
    for column in sheet.columns:
        rule = appearance.validation(column, *_choices(event, format, column.field))
        if rule is not None:
            rule.add(f"{letters[column.field]}2:{letters[column.field]}{last}")
            page.add_data_validation(rule)
    _add_live_columns(page, event, sheet, format, letters, last)
    _add_notes(page, new, len(sheet.columns) + len(format.entry.live_columns))
    page.print_area = f"A1:{column_letters(len(sheet.columns) - 1)}{1 + len(rows)}"


def _add_notes(page: Worksheet, new: NewRound, column: int) -> None:
    """Say beside each pair why it is so, in the column at index ``column``, and below it of the round as a whole."""
    if not new.notes:
        return
    letter = column_letters(column)
    for row, words in enumerate((PAIRING_NOTES, *new.notes), 1):
        put_value(page[f"{letter}{row}"], words)
    for row, words in enumerate(new.summary, len(new.notes) + 3):
        put_value(page[f"{letter}{row}"], words)
        page[f"{letter}{row}"].font = appearance.NOTE_FONT
    head = page[f"{letter}1"]
    head.font, head.fill, head.alignment = appearance.HEADER_FONT, appearance.LIVE_FILL, appearance.HEADER_ALIGNMENT
    page.column_dimensions[letter].width = 92


def _shown(event: Event, field: str, value: Any) -> Any:
    if field in ("a", "b") and value is not None:
        return BYE_NAME if value == BYE else event.players[value].name
    return value


def _choices(event: Event, format: Format, field: str) -> tuple[Sequence[str], str]:
    """Return what a column of a round's sheet offers to choose from: words, or a range of cells."""
    if field in ("a", "b"):
        return (), _players_column(event, "name")
    return format.entry.choices(event).get(field, ()), ""


def _players_column(event: Event, field: str) -> str:
    """Return the range of a column of the sheet Players, with room for who comes later."""
    players = event.tables["Players"]
    letter = column_letters(players.positions[field])
    first, last = players.header_row + 1, players.rows[-1].number + ROOM_FOR_PLAYERS
    title = players.title.replace("'", "''")
    return f"'{title}'!${letter}${first}:${letter}${last}"


def _add_live_columns(
    page: Worksheet, event: Event, sheet: Sheet, format: Format, letters: Mapping[str, str], last: int
) -> None:
    width = len(sheet.columns)
    live = {column.header: column_letters(width + index) for index, column in enumerate(format.entry.live_columns)}
    for column in format.entry.live_columns:
        cell = page[f"{live[column.header]}1"]
        cell.value, cell.font, cell.fill = column.header, appearance.HEADER_FONT, appearance.LIVE_FILL
        cell.alignment = appearance.HEADER_ALIGNMENT
        page.column_dimensions[live[column.header]].width = column.width
        page.column_dimensions[live[column.header]].hidden = column.hidden
    players = {f"players.{field}": _players_column(event, field) for field in event.tables["Players"].positions}
    for row in range(2, last + 1):
        cells = {**players, **{name: f"{letter}{row}" for name, letter in {**letters, **live}.items()}}
        for column in format.entry.live_columns:
            page[cells[column.header]].value = column.formula(cells)
            page[cells[column.header]].alignment = appearance.CENTRED
    for letter in (live[column.header] for column in format.entry.live_columns if column.warns):
        page.conditional_formatting.add(
            f"{letter}2:{letter}{last}", FormulaRule(formula=[f'${letter}2<>""'], font=Font(bold=True, color="C00000"))
        )
    done = [f'${letters["b"]}2="{BYE_NAME}"', f'RIGHT(${letters["ruling"]}2,7)="no-show"']
    done += [f'${live[column.header]}2<>""' for column in format.entry.live_columns if column.completes]
    shown = [*letters.values(), *(live[column.header] for column in format.entry.live_columns if not column.hidden)]
    page.conditional_formatting.add(
        f"A2:{shown[-1]}{last}",
        FormulaRule(formula=[f"OR({','.join(done)})"], fill=PatternFill("solid", bgColor="EDEDED")),
    )
