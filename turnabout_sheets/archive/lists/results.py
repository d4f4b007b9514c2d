"""Reads old results from lists: events, placings and match records, as far as known; and warns of what may be wrong."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from turnabout_sheets.archive.lists.event import COUNTED, counted_in, make_event_record, sort_lines, tally_matches
from turnabout_sheets.archive.lists.nrtm import is_nrtm, read_nrtm
from turnabout_sheets.archive.lists.rows import (
    EVENTS,
    LISTS,
    ListedEvent,
    ListedEvents,
    ListedRow,
    list_of,
    rows_of_events,
)
from turnabout_sheets.archive.lists.tables import sort_sheets
from turnabout_sheets.archive.lists.understood import Given
from turnabout_sheets.archive.ratings import RATED_FORMATS, add_awards
from turnabout_sheets.archive.records import EventRecord
from turnabout_sheets.core.problems import Place, Problem, Severity, error, has_errors, sort_problems, warning
from turnabout_sheets.core.text import find_nearest, header_key, join_words
from turnabout_sheets.event.rating import FEWEST_RATED_PLAYERS
from turnabout_sheets.sheets.cell_kinds import format_cell
from turnabout_sheets.sheets.grid import Grid
from turnabout_sheets.sheets.table import HEADER_SEARCH_ROWS, Table, read_table


def find_warnings(listed: ListedEvent, record: EventRecord, *, declared: bool) -> Iterator[Problem]:
    """Find what looks wrong in an event without errors; ``declared``: there is a list of events."""
    if declared and listed.event is None:
        taken = f"{record.format} with {record.field} player{'s' if record.field > 1 else ''}"
        yield warning(
            listed.place,
            f"{record.title} stands in no list of events; it is taken as {taken}.",
            "Add it there; if another event is meant, correct its name or date.",
        )
    if not listed.placings:
        yield warning(
            listed.place,
            f"Only match records of {record.title} are known, so its players have no positions and no awards.",
            "Add the placings if you have them.",
        )
        return
    placed = sort_lines(listed)
    yield from _positions(placed, record)
    yield from _figures(placed, record)
    if record.format in RATED_FORMATS:
        yield from _unsaid(listed, [line for line in placed if line["position"]], record)


def _unsaid(listed: ListedEvent, placed: Sequence[ListedRow], record: EventRecord) -> Iterator[Problem]:
    """Find what lowers awards, or keeps an event from having any, only because no list says it (rules 1.12.8)."""
    if record.field < FEWEST_RATED_PLAYERS:
        if listed.fact("players") is None:
            yield warning(
                listed.place,
                f"{record.title} is not rated: {record.field} placing{'s' * (record.field > 1)}, and nothing says how "
                f"many players there were; {FEWEST_RATED_PLAYERS} are needed.",
                "If there were more, type its Players in a list of events.",
            )
        return
    unknown = sum(all(line[figure] is None for figure in COUNTED) for line in placed)
    if unknown and not record.meetings:
        whose = "anybody" if unknown == len(placed) else f"{unknown} player{'s' * (unknown > 1)}"
        yield warning(
            listed.place,
            f"Nothing says what {whose} won in {record.title}, so the awards are of 0 match wins there.",
            "Add wins, draws and losses, or the matches.",
        )
    blank = sum(line["played_all"] is None for line in placed)
    if blank and record.rounds is None:
        who = "nobody gets" if blank == len(placed) else f"{blank} player{' does' if blank == 1 else 's do'} not get"
        yield warning(
            listed.place,
            f"Nothing says how many rounds {record.title} had, so {who} the one for all rounds.",
            "Type its Rounds in a list of events, or fill in Played all rounds; of a table, say --rounds.",
        )


def _positions(placed: Sequence[ListedRow], record: EventRecord) -> Iterator[Problem]:
    """Find the first position before which, or from which on, more players stand than there is room for."""
    placed = [line for line in placed if line["position"]]
    for before, line in enumerate(placed):
        position, after = line["position"], len(placed) - before
        if before and placed[before - 1]["position"] == position:
            continue
        room = record.field - position + 1
        if before >= position:
            what = f"{before} players stand before position {position}; there is room for {position - 1}."
        elif after > room:
            what = f"{after} players stand in position {position} or after it; there is room for {room}."
        else:
            continue
        yield warning(
            line.place("position"),
            f"In {record.title} {what}",
            "Correct the positions if they are wrong; players who are tied share the first of theirs.",
        )
        return


def _figures(placed: Sequence[ListedRow], record: EventRecord) -> Iterator[Problem]:
    """Find placings whose figures the match records contradict; matches without a winner may be anything."""
    wrong = []
    for line, entry, tally in zip(placed, record.entries, tally_matches(record.meetings, len(placed)), strict=True):
        counted = counted_in(tally)
        if any(not 0 <= getattr(entry, figure) - count <= tally.outcomes[None] for figure, count in counted.items()):
            wrong.append((line, entry, counted))
    if wrong and record.meetings:
        line, entry, counted = wrong[0]
        theirs = join_words([str(getattr(entry, figure)) for figure in COUNTED], "and")
        ours = join_words([str(count) for count in counted.values()], "and")
        others = f", and {len(wrong) - 1} more differ so" if len(wrong) > 1 else ""
        yield warning(
            line.place("player"),
            f"Wins, draws, losses and byes of {entry.name} are {theirs}; the match records of {record.title} have "
            f"{ours}{others}.",
            "The figures of the placings are used; correct them, or the match records.",
        )


@dataclass(frozen=True, slots=True)
class OldEvents:
    """The events in lists of old results; ``len`` tells how many are named, whether or not they can be archived.

    Each is made when its turn comes, and so are its problems: `list_problems` is to be asked at the end. ``records``
    are events that come as such, each with its file, ``remarks`` what is told of files of others, ``origins`` gives the
    file of each sheet.
    """

    listed: ListedEvents
    unreadable: Collection[Place]
    declared: bool
    problems: Sequence[Problem]
    records: Sequence[tuple[EventRecord, str]] = ()
    remarks: Sequence[str] = ()
    origins: Mapping[str, str] = field(default_factory=dict)
    of_events: dict[int, Sequence[Problem]] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.records) + len(self.listed)

    def __iter__(self) -> Iterator[tuple[EventRecord, str]]:
        """Yield the events, by date and name, with their awards, each with the file of its placings, else its matches.

        An event with an error in its rows, or in rows that may be its own, is left out whole.
        """
        yield from self.records
        for listed in self.listed:
            record, found = make_event_record(listed, self.unreadable)
            if not (listed.placings or listed.matches or listed.spoilt):
                what = f"{listed.title} has no placings and no match records, so there is nothing to archive."
                self.of_events[listed.number] = [error(listed.place, what, "Add them, or delete the row.")]
            elif has_errors(found) or listed.spoilt:
                self.of_events[listed.number] = [*found, _left_out(listed)]
            else:
                record = add_awards(record)
                self.of_events[listed.number] = [*found, *find_warnings(listed, record, declared=self.declared)]
                first = (*listed.placings, *listed.matches)[0].table.title
                yield record, self.origins.get(first, first)

    def list_problems(self) -> list[Problem]:
        """Return everything that is wrong with the lists and with the events that were made so far."""
        return sort_problems([*self.problems, *(each for _, found in sorted(self.of_events.items()) for each in found)])


def read_old_events(grids: Iterable[Grid]) -> OldEvents:
    """Read lists of old results: files, or sheets, each with the headers of one of `LISTS`, in any order."""
    tables, strangers, problems = _read(grids)
    unreadable = frozenset(problem.place for problem in problems if problem.severity is Severity.ERROR)
    listed, found = rows_of_events(tables, unreadable, strangers)
    declared = any(table.sheet is EVENTS for table in tables)
    return OldEvents(listed, unreadable, declared, [*problems, *found])


def is_no_table(beginning: bytes) -> bool:
    """Tell by its first 64 KiB whether a file is read as it is, and has no sheets: an event in NRTM JSON."""
    return is_nrtm(beginning)


def read_old_files(
    files: Iterable[tuple[str, bytes | Sequence[Grid]]],
    name: str | None = None,
    date: str | None = None,
    format: str | None = None,
    rounds: int | None = None,
) -> OldEvents:
    """Read files of old results, each by what it is called: its bytes where it `is_no_table`, else its sheets.

    What is not one of `LISTS` is taken for the table of one event; the facts are what the organizer says of that.
    """
    given, records = Given(name, date, format, rounds), list[tuple[EventRecord, str]]()
    remarks, problems, origins = list[str](), list[Problem](), dict[str, str]()

    def read() -> Iterator[Grid]:
        for file, content in files:
            found = read_nrtm(content, file, given) if isinstance(content, bytes) else sort_sheets(content, file, given)
            records.extend((record, file) for record in found.records)
            remarks.extend(found.remarks)
            problems.extend(found.problems)
            origins.update(dict.fromkeys((file, *(each.place.sheet for each in found.problems)), file))
            origins.update({grid.name: file for grid in found.grids})
            yield from found.grids

    old = read_old_events(read())
    return replace(old, problems=[*old.problems, *problems], records=records, remarks=remarks, origins=origins)


def _read(grids: Iterable[Grid]) -> tuple[list[Table], list[Grid], list[Problem]]:
    """Return the lists that were read, the files that are none, and the problems of single cells."""
    tables: list[Table] = []
    strangers: list[Grid] = []
    problems: list[Problem] = []
    for found, its_problems in map(_read_list, grids):  # no list stays as it was typed while the next one is read
        problems += its_problems
        if isinstance(found, Table):
            tables.append(found)
        else:
            strangers.append(found)
    return tables, strangers, problems


def _read_list(grid: Grid) -> tuple[Table | Grid, list[Problem]]:
    """Return a list that was read, without its cells as typed, which take more room than all else; the file if none."""
    sheet = list_of(grid)
    table, problems = (None, [_unknown_list_error(grid)]) if sheet is None else read_table(grid, sheet)
    if table is None:
        return grid, problems
    return replace(table, grid=Grid(grid.name, ())), problems


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
