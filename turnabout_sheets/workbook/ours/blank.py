"""A ready workbook for a new event: sheets, drop-downs, notes, and a page that says how it is used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from openpyxl import Workbook
from openpyxl.styles import Font
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.worksheet import Worksheet

from turnabout_sheets.core.workbook_form import CURRENT
from turnabout_sheets.event.format import Format
from turnabout_sheets.reading.event_sheet import EVENT_SHEET
from turnabout_sheets.sheets.cell_kinds import PLAYER
from turnabout_sheets.sheets.declarations import Sheet
from turnabout_sheets.sheets.grid import column_letters
from turnabout_sheets.workbook.ooxml import form_mark
from turnabout_sheets.workbook.ours import appearance
from turnabout_sheets.workbook.ours.book import Book, make_workbook
from turnabout_sheets.workbook.ours.how_to import BY_COMMAND, Way, add_how_to
from turnabout_sheets.workbook.ours.values import put_value

ROOM = 500
"""Rows of an empty sheet that have drop-downs."""

HELP_WIDTH = 90


def make_blank_workbook(
    format: Format,
    players: Sequence[Mapping[str, Any]],
    settings: Mapping[str, Any],
    file: str,
    others: Mapping[str, Sequence[Mapping[str, Any]]] = MappingProxyType({}),
    way: Way = BY_COMMAND,
) -> Book:
    """Return a ready workbook for an event of ``format``.

    ``players`` are rows of the Players sheet by field, ``settings`` values by the name of their field, ``file`` is what
    the workbook will be called, ``others`` are rows of further sheets, by sheet, ``way`` is how the organizer reaches
    the program.
    """
    book = make_workbook()
    _fill_event(book.create_sheet(EVENT_SHEET.name), format, settings)
    add_input_sheet(book, format.sheets.players, format, players)
    for sheet in format.sheets.others:
        add_input_sheet(book, sheet, format, others.get(sheet.name, ()))
    add_how_to(book, format, file, way)
    book.defined_names[form_mark.NAME] = DefinedName(
        form_mark.NAME, attr_text=form_mark.write_form(CURRENT), hidden=True
    )
    return book


def add_input_sheet(book: Workbook, sheet: Sheet, format: Format, rows: Sequence[Mapping[str, Any]]) -> None:
    """Add one of the organizer's sheets with ``rows`` by field, its drop-downs and notes."""
    page = book.create_sheet(sheet.name)
    appearance.head(page, sheet.columns, appearance.YOURS_COLOUR)
    for row, values in enumerate(rows, 2):
        for index, column in enumerate(sheet.columns, 1):
            put_value(page.cell(row, index), values.get(column.field))
    for index, column in enumerate(sheet.columns):
        letter = column_letters(index)
        players = f"Players!$A$2:$A${ROOM}" if column.kind is PLAYER else ""
        rule = appearance.validation(column, format.guidance.suggestions.get((sheet.name, column.field), ()), players)
        if rule is not None:
            rule.add(f"{letter}2:{letter}{max(ROOM, len(rows) + 50)}")
            page.add_data_validation(rule)
    appearance.note(page, len(sheet.columns) + 2, (sheet.purpose,))
    appearance.print_columns(page, len(sheet.columns))


def _fill_event(page: Worksheet, format: Format, settings: Mapping[str, Any]) -> None:
    appearance.head(page, EVENT_SHEET.columns, appearance.YOURS_COLOUR)
    for column, title, width in ((3, "What it does", HELP_WIDTH), (4, "If blank", 26)):
        cell = page.cell(1, column, title)
        cell.font, cell.fill = appearance.HEADER_FONT, appearance.HEADER_FILL[appearance.YOURS_COLOUR]
        cell.alignment = appearance.HEADER_ALIGNMENT
        page.column_dimensions[column_letters(column - 1)].width = width
    for row, (field, setting) in enumerate(format.settings.items(), 2):
        put_value(page.cell(row, 1), setting.name)
        page.cell(row, 1).font = Font(name="Calibri", size=11, bold=True)
        put_value(page.cell(row, 2), settings.get(field))
        put_value(page.cell(row, 3), setting.help)
        put_value(page.cell(row, 4), setting.shown_default)
        for column in range(1, 5):
            page.cell(row, column).alignment = appearance.WRAPPED
        page.cell(row, 2).fill = appearance.INPUT_FILL
        page.row_dimensions[row].height = appearance.height_for([setting.help], [HELP_WIDTH])
        rule = appearance.validation(setting.as_column)
        if rule is not None:
            rule.add(f"B{row}")
            page.add_data_validation(rule)
