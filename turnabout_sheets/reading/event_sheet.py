"""Reads the Event sheet: which format is played, and with which settings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from turnabout_sheets.core.problems import Place, Problem, error, warning
from turnabout_sheets.core.text import find_nearest, header_key, join_words, key
from turnabout_sheets.formats import DEFAULT, FORMATS, find_format
from turnabout_sheets.formats.base import Format
from turnabout_sheets.sheets.cell_kinds import ANYTHING, TEXT, UnreadableCellError, format_cell
from turnabout_sheets.sheets.declarations import Column, Sheet
from turnabout_sheets.sheets.grid import Grid
from turnabout_sheets.sheets.settings import DECLARATIONS, Declaration, Settings
from turnabout_sheets.sheets.table import Row, Table, read_table, suggest

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
    row = None if table is None else _by_field(table)[0].get("format")
    typed = "" if row is None or row["value"] is None else format_cell(row["value"])
    return find_format(typed) or DEFAULT.load()


def read_settings(grid: Grid | None, file_name: str) -> tuple[EventSheet, list[Problem]]:
    """Read the Event sheet; without one the event is of the default format, with all defaults."""
    if grid is None:
        return EventSheet(Settings(name=file_name), DEFAULT.load(), None), [_no_event_sheet(file_name)]
    table, problems = read_table(grid, EVENT_SHEET)
    if table is None:
        return EventSheet(Settings(name=file_name), None, None), problems
    rows, found = _by_field(table)
    problems += found
    format, found = _format(table, rows.get("format"))
    problems += found
    declarations = DECLARATIONS if format is None else {**DECLARATIONS, **format.declarations}
    values, found = _values(table, rows, declarations)
    problems += found
    settings = Settings(**{"name": file_name, **values})
    if format is not None:
        settings = replace(settings, pairing=values.get("pairing", format.pairing.methods[0]), **format.pairing.presets)
        problems += _not_used(table, rows, values, format)
    return EventSheet(settings, format, table), problems


def _no_event_sheet(file_name: str) -> Problem:
    return warning(
        Place(EVENT_SHEET.name),
        f'There is no Event sheet; taken as a {DEFAULT.name} event called "{file_name}".',
        "Add a sheet Event with the columns Setting and Value if anything else is meant.",
    )


def _by_field(table: Table) -> tuple[dict[str, Row], list[Problem]]:
    """Return the row of each known setting by its field; unknown ones, and those that stand twice, are problems."""
    by_key = {header_key(declaration.name): field for field, declaration in DECLARATIONS.items()}
    rows: dict[str, Row] = {}
    problems: list[Problem] = []
    for row in table.rows:
        name = row["setting"]
        if name is None:
            continue  # reported as blank
        place = table.place(row.number, "setting")
        field = by_key.get(header_key(name))
        if field is None:
            problems.append(_unknown_setting(place, name))
        elif field in rows:
            first = table.place(rows[field].number, "setting").cell
            problems.append(error(place, f'The setting "{name}" stands in {first} already.', "Delete one of the two."))
        else:
            rows[field] = row
    return rows, problems


def _unknown_setting(place: Place, name: str) -> Problem:
    near = find_nearest(name, [declaration.name for declaration in DECLARATIONS.values()])
    remedy = f'Did you mean "{near}"?' if near else "Delete the row; the documentation lists the settings there are."
    return warning(place, f'The setting "{name}" is not known and is ignored.', remedy)


def _format(table: Table, row: Row | None) -> tuple[Format | None, list[Problem]]:
    """Return the format that a row names, the default where it is blank, None where there is no such."""
    typed = None if row is None else row["value"]
    if row is None or typed is None:
        return DEFAULT.load(), []
    format = find_format(format_cell(typed))
    if format is not None:
        return format, []
    names = tuple(FORMATS)
    message = f'Format is "{format_cell(typed)}"; expected {join_words(names)}.'
    return None, [error(table.place(row.number, "value"), message, suggest(format_cell(typed), names))]


def _values(
    table: Table, rows: Mapping[str, Row], declarations: Mapping[str, Declaration]
) -> tuple[dict[str, Any], list[Problem]]:
    """Return the settings that are filled, by field."""
    values: dict[str, Any] = {}
    problems: list[Problem] = []
    for field, row in rows.items():
        typed, declaration = row["value"], declarations[field]
        if typed is None:
            continue
        try:
            values[field] = declaration.kind.read(typed)
        except UnreadableCellError as expected:
            message = f'{declaration.name} is "{format_cell(typed)}"; expected {expected}.'
            problems.append(
                error(table.place(row.number, "value"), message, suggest(format_cell(typed), declaration.kind.choices))
            )
    return values, problems


def _not_used(table: Table, rows: Mapping[str, Row], values: Mapping[str, Any], format: Format) -> Iterator[Problem]:
    for field in values:
        if field not in format.settings:
            yield warning(
                table.place(rows[field].number, "setting"),
                f"{format.name} does not use the setting {DECLARATIONS[field].name}; it is ignored.",
                "Clear its value.",
            )
