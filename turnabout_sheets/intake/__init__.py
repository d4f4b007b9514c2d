"""From sheets to an event: finds the organizer's sheets, reads each as declared, and knows the players by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from turnabout_sheets.formats.base import Format
from turnabout_sheets.grid import Grid
from turnabout_sheets.intake.event_sheet import EVENT_SHEET, read_settings
from turnabout_sheets.intake.matches import match_frame, match_rows, read_rounds
from turnabout_sheets.intake.players import players_of, resolve_players
from turnabout_sheets.model import Event
from turnabout_sheets.problems import Place, Problem, Severity, error
from turnabout_sheets.tables import Table, read_table
from turnabout_sheets.text import key, listing, nearest

__all__ = ["EVENT_SHEET", "read_event"]


def read_event(
    grids: Sequence[Grid], formats: Sequence[Format], file_name: str
) -> tuple[Event | None, Format, list[Problem]]:
    """Read an event from the sheets of a workbook.

    Returns the event (None where not even the players could be read), its format and every problem of single cells;
    checks across rows come after. ``file_name`` stands in for the event's name where that is blank.
    """
    by_name = {key(grid.name): grid for grid in grids}
    settings, format, problems = read_settings(by_name.get(key(EVENT_SHEET.name)), formats, file_name)
    if format is None:
        return None, formats[0], problems
    players_grid = by_name.get(key(format.players.name))
    if players_grid is None:
        problems.append(_no_players_sheet(grids, format))
        return None, format, problems
    tables: dict[str, Table] = {}
    for sheet in format.input_sheets:
        grid = by_name.get(key(sheet.name))
        if grid is not None:
            table, found = read_table(grid, sheet)
            problems += found
            if table is not None:
                tables[sheet.name] = table
    if format.players.name not in tables:
        return None, format, problems
    players = players_of(tables[format.players.name])
    round_tables, found = read_rounds(grids, format, tables.pop(format.results_sheet.name, None))
    problems += found
    for name, table in tables.items():
        tables[name], found = resolve_players(table, players)
        problems += found
    matches: list[dict[str, Any]] = []
    for number, table in round_tables:
        tables[table.title], found = resolve_players(table, players)
        problems += found
        rows, found = match_rows(tables[table.title], number, players)
        problems += found
        matches += rows
    unreadable = frozenset(problem.place for problem in problems if problem.severity is Severity.ERROR)
    return Event(settings, players, match_frame(matches, format), tables, unreadable), format, problems


def _no_players_sheet(grids: Sequence[Grid], format: Format) -> Problem:
    names = [grid.name for grid in grids]
    near = nearest(format.players.name, names)
    found = f"the sheets are {listing(names, 'and')}" if names else "it has no sheets"
    return error(
        Place(format.players.name),
        f"The workbook has no sheet Players; {found}.",
        f'If "{near}" is meant, rename it to Players.' if near else "Add it, or start from turnabout new.",
    )
