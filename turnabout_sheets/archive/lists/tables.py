"""Understands standings and matches as other programs and people have them, each sheet with a title an event."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from turnabout_sheets.archive.lists.cross_tables import read_cross_table
from turnabout_sheets.archive.lists.made import MadeList
from turnabout_sheets.archive.lists.match_tables import MATCHED, read_matches
from turnabout_sheets.archive.lists.rows import EVENTS, PLACINGS
from turnabout_sheets.archive.lists.standings import STANDINGS, read_standings
from turnabout_sheets.archive.lists.titles import Title, read_titles
from turnabout_sheets.archive.lists.understood import Given, Understood
from turnabout_sheets.core.problems import Place, Problem, collect, error, has_errors
from turnabout_sheets.core.text import join_words, key
from turnabout_sheets.formats import DEFAULT
from turnabout_sheets.reading.list_layout import (
    PlayerListError,
    bare_layout,
    find_header,
    is_filled,
    list_texts,
    quote,
)
from turnabout_sheets.sheets.grid import Grid, Raw

_EXPECTED: Final = (
    'Expected a row of headers such as "Place", "Player" and "Points", or "Round", "Player 1", "Player 2" and "Result" '
    "(English, German, French or Spanish)."
)
_SHOWN_LETTERS: Final = 60


@dataclass(frozen=True, slots=True)
class _Table:
    """A sheet that was understood: the lists that it makes, and what is said about it, the likeliest first."""

    grid: Grid
    lists: Sequence[MadeList]
    titles: Sequence[tuple[str, Title]]

    @property
    def name(self) -> tuple[str, str]:
        """What the event is called, and where that stands."""
        return next((title.name, where) for where, title in self.titles if title.name)

    @property
    def is_named(self) -> bool:
        """Whether the table says itself which event it is of, not only its file."""
        return any(title.name for _, title in self.titles[:-1])


def understand(grids: Sequence[Grid], file: str, given: Given) -> Understood:
    """Make our lists of the sheets of a ``file`` that are none; what it does not say is ``given``, or a guess."""
    filled = [grid for grid in grids if any(is_filled(value) for row in grid.rows for value in row)]
    read = [(grid, _read(grid, file, given)) for grid in filled]
    tables = [table for _, table in read if table is not None]
    if not tables:
        return Understood(problems=[_refuse(filled, file)])
    remarks = [
        f"{grid.name}: left out, as it has no results: {_quote_first(grid)}." for grid, table in read if not table
    ]
    made, problems, dayless = [], [], []
    events = _group(tables)
    if given.name and len(events) > 1:
        names = join_words([f'"{event[0].name[0]}"' for event in events], "and")
        message = f"{file} has {len(events)} events, {names}; --name is for one."
        return Understood(problems=[error(Place(file), message, "Leave it out, or save each event as a file.")])
    for event in events:
        found = list(_find_problems(event))
        day, where = _find_day(event, given)
        dayless += [] if day else [event]
        made += _make(event, given, day) if day and not has_errors(found) else []
        problems += found
        remarks += _describe(event, given, day, where)
    if dayless:
        problems.append(_miss_day(dayless[0]))
    return Understood(made, (), remarks, collect(problems))


def _read(grid: Grid, file: str, given: Given) -> _Table | None:
    """Read a sheet; None where it has no results."""
    of_matches, of_players = find_header(grid, MATCHED), find_header(grid, STANDINGS)
    header = of_matches if of_matches and of_matches.is_of_matches else of_players
    if header is None:
        return None
    titles = read_titles(grid, header.row, file)
    rounds = given.rounds or next((title.rounds for _, title in titles if title.rounds), None)
    try:
        if header is of_matches:
            matches = read_matches(grid, next((title.round for _, title in reversed(titles) if title.round), None))
            return _Table(grid, [matches], titles) if matches else None
        placings = read_standings(grid, rounds)
    except PlayerListError:
        return None
    crossing = placings and read_cross_table(placings, header)
    return _Table(grid, [each for each in (placings, crossing) if each], titles) if placings else None


def _group(tables: Sequence[_Table]) -> list[list[_Table]]:
    """Return the tables of each event: those of the same name, and if there is one name only, those without."""
    named = {key(table.name[0]) for table in tables if table.is_named}
    events = defaultdict[tuple[str, str], list[_Table]](list)
    days = {(key(table.name[0]), day) for table in tables if (day := _day_of(table)[0])}
    for table in tables:
        name = named if len(named) == 1 else {key(table.name[0])}
        own = {day for each, day in days if each in name}
        events["".join(name), own.pop() if len(own) == 1 else _day_of(table)[0]].append(table)
    return [sorted(event, key=lambda table: not table.is_named) for event in events.values()]


def _day_of(table: _Table) -> tuple[str, str]:
    """Return the day that a table says, and where; blank for none."""
    return next(((title.day.isoformat(), where) for where, title in table.titles if title.day), ("", ""))


def _find_day(event: Sequence[_Table], given: Given) -> tuple[str, str]:
    if given.date:
        return given.date, "--date"
    return next((found for table in event if (found := _day_of(table))[0]), ("", ""))


def _find_rounds(event: Sequence[_Table], given: Given) -> tuple[int | None, str]:
    if given.rounds:
        return given.rounds, "from --rounds"
    said = next(((title.rounds, where) for table in event for where, title in table.titles if title.rounds), None)
    if said:
        return said[0], f"from {said[1]}"
    shown = [made.rounds for table in event for made in table.lists if made.rounds]
    return (max(shown), "as many as anybody has") if shown else (None, "")


def _find_problems(event: Sequence[_Table]) -> Iterator[Problem]:
    placed = [table for table in event if any(made.sheet is PLACINGS for made in table.lists)]
    for table in placed[1:]:
        message = (
            f"These are standings of {event[0].name[0]}, as those in {placed[0].grid.name} are; expected one table."
        )
        yield error(Place(table.grid.name), message, "Take away those that are not final, or give each its own title.")
    for table in event:
        for made in table.lists:
            yield from made.problems
        if not table.lists[0].rows:
            message = "There is nothing below the headers; expected a row for each player or match."
            yield error(Place(table.grid.name), message, "Add them, or take the table away.")


def _make(event: Sequence[_Table], given: Given, day: str) -> Iterator[Grid]:
    """Yield our lists of an event; its own row stands where its first table begins."""
    name = given.name or event[0].name[0]
    first = event[0].lists[0]
    rounds = _find_rounds(event, given)[0]
    facts: dict[str, Raw] = {"event": name, "date": day, "format": given.format or DEFAULT.name, "rounds": rounds or ""}
    head: list[Raw] = [EVENTS.column(field).header for field in facts]
    gap = min(first.rows) - first.header - 1
    yield Grid(first.grid.name, [*[()] * first.header, head, *[()] * gap, list(facts.values())])
    for table in event:
        for made in table.lists:
            yield made.as_grid(name, day)


def _describe(event: Sequence[_Table], given: Given, day: str, where: str) -> Iterator[str]:
    """Tell in a line for each table what was understood of it, and every guess."""
    name, source = (given.name, "--name") if given.name else event[0].name
    rounds, why = _find_rounds(event, given)
    facts = [
        f"name from {source}",
        f"day from {where}" if day else "no day",
        f"{rounds} round{'s' * (rounds > 1)} {why}" if rounds else "how many rounds is not known (--rounds)",
        f"format {given.format} from --format"
        if given.format
        else f"format {DEFAULT.name}, as none is given (--format)",
    ]
    for table in event:
        parts = []
        for made in table.lists:
            kind = "placing" if made.sheet is PLACINGS else "match record"
            parts += [f"{len(made.rows)} {kind}{'s' * (len(made.rows) != 1)}", made.taken, *made.told]
        of = f' of "{name}"' + (f" ({day})" if day else "")
        yield f"{table.grid.name}: {parts[0]}{of}: {'; '.join((*filter(None, parts[1:]), *facts))}."


def _miss_day(event: Sequence[_Table]) -> Problem:
    titles = [title for table in event for _, title in table.titles]
    doubt = next((title.doubt for title in titles if title.doubt), "")
    year = next((title.year for title in titles if title.year), "")
    found = f": {doubt}" if doubt else f": only the year {year}" if year else ""
    message = f'Nothing says on which day "{event[0].name[0]}" was played{found}.'
    return error(Place(event[0].grid.name), message, "Give the day with --date, such as --date 2012-05-31.")


def _refuse(filled: Sequence[Grid], file: str) -> Problem:
    """Return why nothing is taken of a file."""
    if not filled:
        return error(Place(file), "The file is empty.", "Check that it is the right file, and saved.")
    for grid in filled:
        if _is_of_players(grid):
            message = "This is a list of players; expected results: standings, or matches."
            return error(Place(grid.name), message, "Take it into a new event: turnabout new --players.")
    message = f"No row has headers of results; the first row is {_quote_first(filled[0])}. {_EXPECTED}"
    return error(Place(filled[0].name), message, "Type such a row of headers above the first row, and try again.")


def _is_of_players(grid: Grid) -> bool:
    header = find_header(grid, STANDINGS)
    try:
        return (
            (header is not None
            and not header.is_of_matches)
            or (header is None
            and bool(bare_layout(grid, grid.name, has_rating=True)))
        )
    except PlayerListError:
        return False


def _quote_first(grid: Grid) -> str:
    """Return the texts of the first row that has several, else of the first that has any."""
    rows = [texts for row in grid.rows if (texts := [text[:_SHOWN_LETTERS] for text in list_texts(row) if text])]
    return quote(next((texts for texts in rows if len(texts) > 1), rows[0]))
