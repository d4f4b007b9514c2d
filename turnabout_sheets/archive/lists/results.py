"""Reads old results from lists: events, placings and match records, as far as each is known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from turnabout_sheets.archive.awards import add_awards
from turnabout_sheets.archive.lists.declarations import EVENTS, LISTS, list_of
from turnabout_sheets.archive.lists.event import make_event_record
from turnabout_sheets.archive.lists.rows import ListedEvent, rows_of_events
from turnabout_sheets.archive.lists.warnings import find_warnings
from turnabout_sheets.archive.records import EventRecord
from turnabout_sheets.core.alphabetical import alphabetical_key
from turnabout_sheets.core.problems import Place, Problem, Severity, error, has_errors, sort_problems, warning
from turnabout_sheets.core.text import find_nearest, header_key, join_words, key
from turnabout_sheets.sheets.cell_kinds import format_cell
from turnabout_sheets.sheets.grid import Grid
from turnabout_sheets.sheets.table import HEADER_SEARCH_ROWS, Table, read_table


def read_old_events(grids: Sequence[Grid]) -> tuple[list[EventRecord], list[Problem]]:
    """Return the events in lists of old results, by date and name, with their awards; and everything that is wrong.

    ``grids`` are files, or sheets, each with the headers of one of `LISTS`, in any order. An event with an error in
    its rows, or in rows that may be its own, is left out whole; the others are returned all the same.
    """
    tables, strangers, problems = _read(grids)
    unreadable = frozenset(problem.place for problem in problems if problem.severity is Severity.ERROR)
    events, found = rows_of_events(tables, unreadable, strangers)
    problems += found
    declared = any(table.sheet is EVENTS for table in tables)
    records = []
    for listed in events:
        record, found = make_event_record(listed, unreadable)
        if not (listed.placings or listed.matches or listed.spoilt):
            what = f"{listed.title} has no placings and no match records, so there is nothing to archive."
            problems.append(error(listed.place, what, "Add them, or delete the row."))
        elif has_errors(found) or listed.spoilt:
            problems += [*found, _left_out(listed)]
        else:
            record = add_awards(record)
            problems += [*found, *find_warnings(listed, record, declared=declared)]
            records.append(record)
    records.sort(key=lambda record: (record.date, alphabetical_key(record.name), key(record.event_id)))
    return records, sort_problems(problems)


def _read(grids: Sequence[Grid]) -> tuple[list[Table], list[Grid], list[Problem]]:
    """Return the lists that were read, the files that are none, and the problems of single cells."""
    tables: list[Table] = []
    strangers: list[Grid] = []
    problems: list[Problem] = []
    for grid in grids:
        sheet = list_of(grid)
        table, found = (None, [_unknown_list_error(grid)]) if sheet is None else read_table(grid, sheet)
        problems += found
        if table is None:
            strangers.append(grid)
        else:
            tables.append(table)
    return tables, strangers, problems


def _left_out(listed: ListedEvent) -> Problem:
    return warning(
        listed.place,
        f"{listed.title or 'The event'} is left out: there are errors in its rows, or in rows that may be its own.",
        "Correct them, and import the lists again.",
    )


def _unknown_list_error(grid: Grid) -> Problem:
    needed = {
        sheet.name: join_words([column.header for column in sheet.columns if column.required], "and") for sheet in LISTS
    }
    kinds = "; ".join(f"{name} have {headers}" for name, headers in needed.items())
    close = "".join(f' "{typed}" may be meant for "{meant}".' for typed, meant in _find_misspelt(grid))
    return error(
        Place(grid.name),
        f"None of the first {HEADER_SEARCH_ROWS} rows has the headers of a list of old results. {kinds}.{close}",
        "Correct the headers, or take the file away.",
    )


def _find_misspelt(grid: Grid) -> Iterator[tuple[str, str]]:
    """Find what may be meant for headers, in the rows that have others."""
    columns = [column for sheet in LISTS for column in sheet.columns]
    known = {header_key(column.header) for column in columns}
    needed = {column.header for column in columns if column.required}
    for row in grid.rows[:HEADER_SEARCH_ROWS]:
        there = {header_key(format_cell(value)) for value in row}
        lacking = sorted(header for header in needed if header_key(header) not in there)
        for typed in map(format_cell, row) if there & known else ():
            if header_key(typed) not in known and (near := find_nearest(typed, lacking)):
                yield typed, near
