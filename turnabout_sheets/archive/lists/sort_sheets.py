"""Which sheets of a file are our own lists; where none is, each is understood as a table of an event.

Such tables are standings and matches as other programs and people have them. They may have the headers of our lists,
but do not say of each row which event it is of.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

from turnabout_sheets.archive.lists.cross_tables import read_cross_table
from turnabout_sheets.archive.lists.match_tables import MATCHED, read_matches
from turnabout_sheets.archive.lists.rows import NAMED, list_of
from turnabout_sheets.archive.lists.standings import STANDINGS, read_standings
from turnabout_sheets.archive.lists.table_events import EventTable, group_tables
from turnabout_sheets.archive.lists.titles import Title, find_round, read_titles
from turnabout_sheets.archive.lists.understood import SHOWN_LETTERS, Given, Understood
from turnabout_sheets.core.days import DayError, read_day
from turnabout_sheets.core.problems import Place, Problem, collect, error, has_errors
from turnabout_sheets.core.text import header_key, join_words, key
from turnabout_sheets.reading.event_sheet import EVENT_SHEET, is_event_sheet
from turnabout_sheets.reading.list_layout import (
    NAMING,
    Header,
    PlayerListError,
    bare_layout,
    find_header,
    is_filled,
    list_texts,
    quote,
    text_at,
)
from turnabout_sheets.reading.list_words import DAY, EVENT, OPPONENT, PLACE, POINTS
from turnabout_sheets.sheets.cell_kinds import format_cell
from turnabout_sheets.sheets.grid import Grid, Raw
from turnabout_sheets.sheets.table import HEADER_SEARCH_ROWS

_NAMING: Final = frozenset(header_key(column.header) for column in NAMED)
MOST_ROWS: Final = 50_000
"""A sheet with more is no table of one event."""

_EXPECTED: Final = (
    'Expected a row of headers such as "Place", "Player" and "Points", or "Round", "Player 1", "Player 2" and "Result" '
    "(English, German, French or Spanish)."
)


def sort_sheets(grids: Sequence[Grid], file: str, given: Given) -> Understood:
    """Return the lists that the sheets of a file are, each called as messages call it: after the file, and its sheet.

    Of a workbook with some of our lists the other sheets are left out, and named.
    """
    is_text = len(grids) == 1 and file.endswith(grids[0].name)
    if any(is_event_sheet(grid.name) and list_of(grid, (EVENT_SHEET,)) for grid in grids):
        message = "This is the workbook of an event; expected Excel Workbook (.xlsx) for that."
        return Understood(problems=[error(Place(file), message, "Save it as that, and import it again.")])
    filled = [replace(grid, name=file if is_text else f"{file}, sheet {grid.name}") for grid in _keep_filled(grids)]
    if not any(map(_names_events, filled)):
        return understand(filled, file, given)
    ours: list[Grid] = []
    others: list[Grid] = []
    for grid in filled:
        (ours if list_of(grid) is not None or _names_events(grid) else others).append(grid)
    return Understood(ours, remarks=[f"{grid.name}: left out, as it is no list of old results." for grid in others])


def _keep_filled(grids: Sequence[Grid]) -> list[Grid]:
    return [grid for grid in grids if any(is_filled(value) for row in grid.rows for value in row)]


def _names_events(grid: Grid) -> bool:
    """Tell whether a sheet names an event in each row, as our lists do.

    One header for that is enough beside those of a list; two are even where the others are misspelt, but not where they
    are those of another program's table.
    """
    header = None if list_of(grid) else _find_header(grid)
    if header and len(header.columns(*NAMING, OPPONENT, PLACE, POINTS)) > 1:
        return False
    return any(
        len(_NAMING.intersection(header_key(format_cell(value)) for value in row)) > (list_of(Grid("", [row])) is None)
        for row in grid.rows[:HEADER_SEARCH_ROWS]
    )


def understand(grids: Sequence[Grid], file: str, given: Given) -> Understood:
    """Make our lists of the sheets of a ``file`` that are none; what it does not say is ``given``, or a guess."""
    filled = _keep_filled(grids)
    for grid in filled:
        header = _find_header(grid)
        most = MOST_ROWS // 5 if header and header.columns(EVENT, DAY) else MOST_ROWS  # each event is read by itself
        if sum(map(any, grid.rows)) > most:
            message = f"There are more than {most} rows; expected a table of one event."
            hint = "Divide it by events, or make lists of old results of it, which may have as many as there are."
            return Understood(problems=[error(Place(grid.name), message, hint)])
    read = [(grid, list(_read(grid, file, given))) for grid in filled]
    events = group_tables([table for _, tables in read for table in tables], given)
    if not events:
        return Understood(problems=[_refuse(filled, file)])
    if given.name and len(events) > 1:
        names = join_words([f'"{event.tables[0].name}"' for event in events], "and")
        message = f"{file} has {len(events)} events, {names}; --name is for one."
        return Understood(problems=[error(Place(file), message, "Leave it out, or save each event as a file.")])
    remarks = [
        f"{grid.name}: left out, as it has no results: {_quote_first(grid)}." for grid, tables in read if not tables
    ]
    made: list[Grid] = []
    problems: list[Problem] = []
    for event in events:
        found = list(event.find_contradictions())
        problems += found
        made += () if has_errors(found) else event.make_lists()
        remarks += event.describe()
    return Understood(made, (), remarks, collect(problems))


def _find_header(grid: Grid) -> Header | None:
    """Return the header of a table of matches or standings."""
    of_matches = find_header(grid, MATCHED)
    return of_matches if of_matches and of_matches.is_of_matches else find_header(grid, STANDINGS)


def _read(grid: Grid, file: str, given: Given) -> Iterator[EventTable]:
    """Read a sheet: a table for each event that it has results of."""
    header = _find_header(grid)
    if header is None:
        return
    for part, said in _divide(grid, header):
        titles = [*said, *read_titles(part, header.row, file)]
        try:
            if header.is_of_matches:
                made = read_matches(part, header, find_round(titles))
            else:
                rounds = given.rounds or next((title.rounds for title in titles if title.rounds), None)
                made = read_standings(part, rounds)
        except PlayerListError:
            continue
        if made is not None:
            crossing = None if header.is_of_matches else read_cross_table(made, header)
            yield EventTable(part, [made, crossing] if crossing else [made], titles)


def _divide(grid: Grid, header: Header) -> Iterator[tuple[Grid, Sequence[Title]]]:
    """Yield the rows of each event that columns of a table name, in their places, and what the columns say of it.

    A row in which they are blank is of the event above it. A table that names none is of one event, as the rounds of a
    league have days of their own.
    """
    of_name, of_day = header.columns(EVENT)[:1], header.columns(DAY)[:1]
    parts: dict[tuple[str, str], tuple[list[Sequence[Raw]], list[Title]]] = {}
    above, rows = grid.rows[: header.row + 1], list[Sequence[Raw]]()
    for at, row in enumerate(grid.rows[len(above) :] if of_name or of_day else (), len(above)):
        name, day = ("".join(text_at(row, column) for column in columns) for columns in (of_name, of_day))
        if (name or day) and list_texts(row) != header.titles:
            with suppress(DayError):  # what cannot be read is told with its cell, where our list is read
                day = read_day(day).isoformat()
            said = [Title(header.titles[column], name=name) for column in of_name]
            said += [Title(header.titles[column], day=day) for column in of_day]
            rows, _ = parts.setdefault((key(name), day), ([*above], said))
        rows += [*[()] * (at - len(rows)), row]
    if len(parts) > 1 and not of_name:
        title = header.titles[of_day[0]]
        parts = {("", ""): ([*grid.rows], [Title(title, doubt=f"the column {title} has {len(parts)} days")])}
    for own, said in parts.values():
        flags = {cell: flag for cell, flag in grid.flags.items() if any(own[Place("", cell).position[0] - 1 :][:1])}
        yield replace(grid, rows=own, flags=flags), said
    if not parts:
        yield grid, ()


def _refuse(filled: Sequence[Grid], file: str) -> Problem:
    """Return why nothing is taken of a file."""
    if not filled:
        return error(Place(file), "The file is empty.", "Check that it is the right file, and saved.")
    for grid in filled:
        header, is_bare = find_header(grid, STANDINGS), False
        with suppress(PlayerListError):
            is_bare = sum(map(any, grid.rows)) > 1 and bool(bare_layout(grid, grid.name, has_rating=True))
        if is_bare if header is None else not header.is_of_matches:
            message = "This is a list of players; expected results: standings, or matches."
            return error(Place(grid.name), message, "Take it into a new event: turnabout new --players.")
    message = f"No row has headers of results; the first row is {_quote_first(filled[0])}. {_EXPECTED}"
    return error(Place(filled[0].name), message, "Type such a row of headers above the first row, and try again.")


def _quote_first(grid: Grid) -> str:
    """Return the texts of the first row that has several, else of the first that has any."""
    rows = [texts for row in grid.rows if (texts := [text[:SHOWN_LETTERS] for text in list_texts(row) if text])]
    return quote(next((texts for texts in rows if len(texts) > 1), rows[0]))
