"""From sheets to an event: finds the organizer's sheets, reads each as declared, and knows the players by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import itemgetter
from types import MappingProxyType
from typing import Any

from turnabout_sheets.core.problems import Place, Problem, Severity, error
from turnabout_sheets.core.text import find_nearest, join_words, key
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import Event, make_matches
from turnabout_sheets.formats import DEFAULT, load
from turnabout_sheets.formats.common import RULINGS_SHEET, offer_rulings
from turnabout_sheets.reading.event_sheet import EVENT_SHEET, read_settings
from turnabout_sheets.reading.matches import (
    leave_out_unplayed,
    read_match_rows,
    read_rounds,
    replace_absent_by_byes,
    rule_absent_in_bracket,
)
from turnabout_sheets.reading.players import apply_rulings, follow_marks, make_players, resolve_all
from turnabout_sheets.reading.unread_sheets import find_unread_sheets
from turnabout_sheets.sheets.grid import Grid
from turnabout_sheets.sheets.table import Table, read_table

__all__ = ["EVENT_SHEET", "read_event"]


def read_event(
    grids: Sequence[Grid],
    file_name: str,
    former: Mapping[str, str] = MappingProxyType({}),
) -> tuple[Event | None, Format, list[Problem]]:
    """Read an event from the sheets of a workbook.

    Returns the event, None where not even the players could be read; its format, and every problem of single cells.
    ``file_name`` stands in for the event's name; ``former`` has Player IDs by the names that they had.
    """
    by_name: dict[str, Grid] = {}
    problems: list[Problem] = []
    for grid in grids:
        first = by_name.setdefault(key(grid.name), grid)
        if first is not grid and grid.rows:
            message = f'The sheets "{first.name}" and "{grid.name}" have the same name but for spaces.'
            problems.append(error(Place(grid.name), message, "Rename or delete one of the two."))
    event_sheet, found = read_settings(by_name.get(key(EVENT_SHEET.name)), file_name)
    problems += found
    format = event_sheet.format
    if format is None:
        return None, load(DEFAULT), problems
    settings, method, listed = event_sheet.settings, event_sheet.settings.method, format.players.name
    tables: dict[str, Table] = {}
    for sheet in format.input if key(listed) in by_name else ():
        if key(sheet.name) in by_name:
            table, found = read_table(by_name[key(sheet.name)], offer_rulings(sheet, by_bracket=method.by_bracket))
            problems += found
            if table is not None:
                tables[sheet.name] = table
    players = make_players(tables[listed], format.teammates, former) if listed in tables else ()
    problems += find_unread_sheets(grids, format, players)
    if listed not in tables:
        if key(listed) not in by_name:
            names = [grid.name for grid in grids]
            there = f"the sheets are {join_words(names, 'and')}" if names else "it has no sheets"
            near = find_nearest(listed, names)
            hint = "Add it, or bring an earlier version back that has it."
            if near:
                hint = f'If "{near}" is meant, rename it to Players.'
            problems.append(error(Place(listed), f"The workbook has no sheet Players; {there}.", hint))
        return None, format, problems
    declared = offer_rulings(format.matches, by_bracket=method.by_bracket)
    round_tables, found = read_rounds(grids, declared, tables.pop(format.results_sheet.name, None))
    problems += found
    resolved, found = resolve_all(tables, round_tables, players)
    problems += found
    if event_sheet.table is not None:
        resolved[EVENT_SHEET.name] = event_sheet.table
    players = apply_rulings(players, resolved.get(RULINGS_SHEET.name))
    matches: list[Mapping[str, Any]] = []
    for number, table in round_tables:
        rows, found = read_match_rows(resolved[table.title], number, players)
        problems += found
        matches += rows
    matches, unplayed = leave_out_unplayed(matches, settings.rounds, format.entry_fields)
    players = follow_marks(players, matches, keeps_places=method.keeps_places)
    if method.at_once:
        matches = replace_absent_by_byes(matches, players, format.result_fields)
    if method.by_bracket:
        matches = rule_absent_in_bracket(matches, players, format.entry_fields)
    # A stable sort keeps the rows of a round in the order of its sheet.
    in_order = make_matches(sorted(matches, key=itemgetter("round")), [each.field for each in format.matches.columns])
    unreadable = frozenset(problem.place for problem in problems if problem.severity is Severity.ERROR)
    event = Event(settings, players, in_order, resolved, unreadable, unplayed, result_fields=format.result_fields)
    return format.settle(event), format, problems
