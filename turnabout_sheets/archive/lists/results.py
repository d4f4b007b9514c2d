"""Reads old results from lists: events, placings and match records, as far as known; and warns of what may be wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from turnabout_sheets.archive.lists.event import COUNTED, counted_in, make_event_record, sort_lines, tally_matches
from turnabout_sheets.archive.lists.nrtm import read_nrtm
from turnabout_sheets.archive.lists.rows import EVENTS, LISTS, ListedEvent, ListedRow, list_of, rows_of_events
from turnabout_sheets.archive.lists.tables import sort_sheets
from turnabout_sheets.archive.lists.understood import Given
from turnabout_sheets.archive.ratings import RATED_FORMATS, add_awards
from turnabout_sheets.archive.records import EventRecord
from turnabout_sheets.core.problems import Problem, has_errors, sort_problems, warning
from turnabout_sheets.core.text import header_key, join_words
from turnabout_sheets.event.rating import FEWEST_RATED_PLAYERS
from turnabout_sheets.sheets.cell_kinds import format_cell
from turnabout_sheets.sheets.declarations import Sheet
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
    """The events of old results, each with the file of its placings, else its matches; and all that is wrong.

    ``has_errors``: a list has an error, so that no event of any list is among the ``records``. ``remarks`` is what is
    reported of files of other programs, ``origins`` gives the file of each sheet.
    """

    records: Sequence[tuple[EventRecord, str]]
    problems: Sequence[Problem]
    has_errors: bool
    remarks: Sequence[str]
    origins: Mapping[str, str]


def read_old_events(grids: Iterable[Grid]) -> tuple[list[tuple[EventRecord, str]], list[Problem]]:
    """Read lists of old results: files, or sheets, each with the headers of one of `LISTS`, in any order.

    Returns the events with their awards, by date and name, each with the sheet of its placings, else its matches;
    with an error in any list there are none. Errors of cells come first, then those of rows, then those of events.
    """
    tables: list[Table] = []
    problems: list[Problem] = []
    for grid in grids:
        table, found = read_table(grid, list_of(grid) or _find_likeliest(grid))
        problems += found
        # Cells as they were typed take more room than all else.
        tables += [replace(table, grid=Grid(grid.name, ()))] if table else []
    listed: Sequence[ListedEvent] = ()
    if not has_errors(problems):
        listed, found = rows_of_events(tables)
        problems += found
    declared = any(table.sheet is EVENTS for table in tables)
    records = []
    for event in () if has_errors(problems) else listed:
        record, found = make_event_record(event)
        if not has_errors(found):
            record = add_awards(record)
            records.append((record, (*event.placings, *event.matches)[0].table.title))
            found = [*found, *find_warnings(event, record, declared=declared)]
        problems += found
    return ([] if has_errors(problems) else records), sort_problems(problems)


def _find_likeliest(grid: Grid) -> Sheet:
    """Return the list that a sheet with misspelt headers is most likely meant to be."""
    heads = [{header_key(format_cell(value)) for value in row} for row in grid.rows[:HEADER_SEARCH_ROWS]]
    return max(
        LISTS, key=lambda sheet: max(sum(header_key(each.header) in head for each in sheet.columns) for head in heads)
    )


def read_old_files(
    files: Iterable[tuple[str, bytes | Sequence[Grid]]],
    name: str | None = None,
    date: str | None = None,
    format: str | None = None,
    rounds: int | None = None,
) -> OldEvents:
    """Read files of old results, each by its name: its bytes where it `is_nrtm`, else its sheets.

    What is not one of `LISTS` is read as tables; the facts are what the organizer says of the event of those.
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

    listed, found = read_old_events(read())
    records += [(record, origins.get(sheet, sheet)) for record, sheet in listed]
    return OldEvents(records, sort_problems([*problems, *found]), has_errors(found), remarks, origins)
