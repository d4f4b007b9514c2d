"""Reads the Event sheet: which format is played, and with which settings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from turnabout_sheets.core.problems import Place, Problem, error, warning
from turnabout_sheets.core.text import find_nearest, header_key, join_words, key
from turnabout_sheets.event.format import Format
from turnabout_sheets.formats import DEFAULT, FORMATS, find_format, known_settings, load
from turnabout_sheets.sheets.cell_kinds import ANYTHING, TEXT, UnreadableCellError, format_cell
from turnabout_sheets.sheets.declarations import Column, Sheet
from turnabout_sheets.sheets.grid import Grid
from turnabout_sheets.sheets.settings import SHARED, Setting, Settings, make_settings
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
    """Say whether a sheet of this name is the Event sheet."""
    return key(name) == key(EVENT_SHEET.name)


def choose_format(grids: Sequence[Grid]) -> Format:
    """Return the format that the Event sheet among ``grids`` names; the default where it names none that there is."""
    grid = next((grid for grid in grids if is_event_sheet(grid.name)), None)
    table = None if grid is None else read_table(grid, EVENT_SHEET)[0]
    return (None if table is None else _format(table)[0]) or load(DEFAULT)


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
    format, unknown_format = _format(table)
    known = {**SHARED, **format.settings} if format else known_settings()
    if format and len(_by_field(table, known)[0]) < len(table.rows):
        known = {**known_settings(), **format.settings}  # some may be of another format
    rows, found = _by_field(table, known)
    problems += [*found, *unknown_format]
    values, found = _values(table, rows, known)
    problems += found
    settings = make_settings({"name": file_name, **values})
    if format is not None:
        settings = replace(settings, pairing=values.get("pairing", format.methods[0]), **format.presets)
        problems += _not_used(table, rows, values, known, format)
    return EventSheet(settings, format, table), problems


def _by_field(table: Table, known: Mapping[str, Setting[Any]]) -> tuple[dict[str, Row], list[Problem]]:
    """Return the row of each known setting by its field; unknown ones, and those that stand twice, are problems."""
    by_key = {header_key(setting.name): field for field, setting in known.items()}
    names = [setting.name for setting in known.values()]
    rows: dict[str, Row] = {}
    problems: list[Problem] = []
    for row in table.rows:
        name, place = row["setting"], table.place(row.number, "setting")
        field = by_key.get(header_key(name or ""))
        if field is None and name is not None:  # one that is blank was reported
            near = find_nearest(name, names)
            hint = (
                f'Did you mean "{near}"?' if near else "Delete the row; the documentation lists the settings there are."
            )
            problems.append(warning(place, f'The setting "{name}" is not known and is ignored.', hint))
        elif field is not None and rows.setdefault(field, row) is not row:
            first = table.place(rows[field].number, "setting").cell
            problems.append(error(place, f'The setting "{name}" stands in {first} already.', "Delete one of the two."))
    return rows, problems


def _format(table: Table) -> tuple[Format | None, list[Problem]]:
    """Return the format that the setting Format names, the default where it is blank, None where there is no such."""
    name = header_key(SHARED["format"].name)
    row = next((row for row in table.rows if row["setting"] is not None and header_key(row["setting"]) == name), None)
    typed = None if row is None else row["value"]
    if row is None or typed is None:
        return load(DEFAULT), []
    format = find_format(format_cell(typed))
    if format is not None:
        return format, []
    names = tuple(FORMATS)
    message = f'Format is "{format_cell(typed)}"; expected {join_words(names)}.'
    return None, [error(table.place(row.number, "value"), message, suggest(format_cell(typed), names))]


def _values(
    table: Table, rows: Mapping[str, Row], known: Mapping[str, Setting[Any]]
) -> tuple[dict[str, Any], list[Problem]]:
    """Return the settings that are filled, by field."""
    values: dict[str, Any] = {}
    problems: list[Problem] = []
    for field, row in rows.items():
        typed, setting = row["value"], known[field]
        if typed is None:
            continue
        if setting.kind.is_day and isinstance(typed, float):
            typed += table.grid.days_behind
        try:
            values[field] = setting.kind.read(typed)
        except UnreadableCellError as expected:
            place = table.place(row.number, "value")
            problems.append(unreadable_error(place, typed, setting.as_column, str(expected)))
    return values, problems


def _not_used(
    table: Table,
    rows: Mapping[str, Row],
    values: Mapping[str, Any],
    known: Mapping[str, Setting[Any]],
    format: Format,
) -> Iterator[Problem]:
    for field in values:
        if field not in format.settings:
            yield warning(
                table.place(rows[field].number, "setting"),
                f"{format.name} does not use the setting {known[field].name}; it is ignored.",
                "Clear its value.",
            )
