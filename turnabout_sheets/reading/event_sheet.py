"""Reads the Event sheet: which format is played, and with which settings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from turnabout_sheets.core.problems import Place, Problem, error, warning
from turnabout_sheets.core.text import header_key, join_words, key
from turnabout_sheets.event.format import Format
from turnabout_sheets.formats import DEFAULT, FORMATS, find_format, load
from turnabout_sheets.sheets.cell_kinds import ANYTHING, TEXT, UnreadableCellError, format_cell
from turnabout_sheets.sheets.declarations import Column, Sheet
from turnabout_sheets.sheets.grid import Grid
from turnabout_sheets.sheets.settings import SHARED, Settings, make_settings
from turnabout_sheets.sheets.table import Row, Table, read_table, suggest, unreadable_error

EVENT_SHEET = Sheet(
    "Event",
    "The settings of the event.",
    (
        Column("Setting", "setting", TEXT, "The name of a setting.", required=True, filled=True, width=22),
        Column("Value", "value", ANYTHING, "What you want. Blank: the default.", required=True, width=30),
    ),
)


@dataclass(frozen=True, slots=True)
class EventSheet:
    """What the Event sheet says: the settings, and the format, None where it is none of those there are."""

    settings: Settings
    format: Format | None
    table: Table | None


def is_event_sheet(name: str) -> bool:
    """Return whether a sheet of this name is the Event sheet."""
    return key(name) == key(EVENT_SHEET.name)


def choose_format(grids: Sequence[Grid]) -> Format:
    """Return the format that the Event sheet among ``grids`` names; the default where it names none that there is."""
    grid = next((grid for grid in grids if is_event_sheet(grid.name)), None)
    return read_settings(grid, "")[0].format or load(DEFAULT)


def read_settings(grid: Grid | None, file_name: str) -> tuple[EventSheet, list[Problem]]:
    """Read the Event sheet; without one the event is of the default format, with all defaults."""
    if grid is None:
        message = f'There is no Event sheet; taken as a {DEFAULT} event called "{file_name}".'
        hint = "Add a sheet Event with the columns Setting and Value if anything else is meant."
        problem = warning(Place(EVENT_SHEET.name), message, hint)
        return EventSheet(Settings(name=file_name), load(DEFAULT), None), [problem]
    table, problems = read_table(grid, EVENT_SHEET)
    if table is None:
        return EventSheet(Settings(name=file_name), None if problems else load(DEFAULT), None), problems
    format = _find_format(table, problems)
    own = format.settings if format else SHARED
    names = [setting.name for setting in own.values()]
    by_key = {header_key(setting.name): field for field, setting in own.items()}
    rows, values = dict[str, Row](), dict[str, Any]()
    for row in table.rows:
        name, typed, place = row["setting"], row["value"], table.place(row.number, "setting")
        if name is None:
            continue  # it was reported
        field = by_key.get(header_key(name))
        if field is None:
            hint = suggest(name, names, "Clear its value; the documentation lists the settings there are.")
            message = f'This event has no setting "{name}"; it is ignored.'
            problems += [warning(place, message, hint)] if typed is not None else []
        elif rows.setdefault(field, row) is not row:
            first = table.place(rows[field].number, "setting").cell
            problems.append(error(place, f'The setting "{name}" stands in {first} already.', "Delete one of the two."))
        elif typed is not None:
            kind, is_number = own[field].kind, isinstance(typed, float)
            try:
                values[field] = kind.read(typed + grid.days_behind if kind.is_day and is_number else typed)
            except UnreadableCellError as expected:
                where = table.place(row.number, "value")
                column = Column(own[field].name, field, own[field].kind)
                problems.append(unreadable_error(where, typed, column, str(expected)))
                continue
    settings = make_settings({"name": file_name, **values})
    if format is not None:
        settings = replace(settings, pairing=values.get("pairing", format.methods[0]), **format.presets)
    return EventSheet(settings, format, table), problems


def _find_format(table: Table, problems: list[Problem]) -> Format | None:
    """Return the format that the setting Format names, the default where it is blank; None for a problem, no format."""
    name = header_key(SHARED["format"].name)
    row = next((row for row in table.rows if header_key(row["setting"] or "") == name), None)
    if row is None or row["value"] is None:
        return load(DEFAULT)
    typed = format_cell(row["value"])
    format = find_format(typed)
    if format is None:
        message = f'Format is "{typed}"; expected {join_words(tuple(FORMATS))}.'
        problems.append(error(table.place(row.number, "value"), message, suggest(typed, tuple(FORMATS))))
    return format
