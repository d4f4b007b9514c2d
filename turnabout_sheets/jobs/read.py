"""Reads a workbook into an event, with what is known of it; what only writing needs is not loaded here."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Final, TypeVar

from turnabout_sheets.changes.differences import identify_players
from turnabout_sheets.changes.log import LOG, REMEMBERED
from turnabout_sheets.core.backups import Backup
from turnabout_sheets.core.file_names import as_text
from turnabout_sheets.core.problems import Place, Problem, error, warning
from turnabout_sheets.core.text import key
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import BYE, Event
from turnabout_sheets.jobs.state import State, find_beside, read_beside, read_inside, write_beside
from turnabout_sheets.reading.event import read_event
from turnabout_sheets.reading.event_sheet import EVENT_SHEET, choose_format, is_event_sheet
from turnabout_sheets.reading.matches import round_number, title_round
from turnabout_sheets.sheets.grid import Grid, keep_columns
from turnabout_sheets.sheets.grid_json import read_grid, write_grid
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.ooxml.ownership import Home, find_homes
from turnabout_sheets.workbook.ooxml.package import WorkbookError
from turnabout_sheets.workbook.ours.recognition import is_read, ours_of
from turnabout_sheets.workbook.read import Worksheets

NEEDED: Final = (EVENT_SHEET.name, "Players")  # else it is not known what is played, or who plays
ATTEMPTS: Final = 3  # at a job, before it is reported that the workbook is saved again and again

Read = tuple[Event, Format, Sequence[Problem]]
T = TypeVar("T")


@dataclass(frozen=True)
class Book:
    """A workbook as it was read; the event is None where not even the players can be read."""

    source: save.Source
    event: Event | None
    format: Format
    problems: Sequence[Problem]  # of single cells
    inside: State  # what its hidden sheet says
    beside: State  # what is kept beside it, if that may be of this event
    kept: State  # the same, whatever it is of
    homes: Mapping[str, Home]  # of the program's own sheets
    grids: Sequence[Grid]  # the sheets that it was read from, but for those of rounds that wait
    lost: Sequence[Grid] = ()  # those of them that are not in the workbook any more
    _reads: dict[Set[tuple[str, str]], Read | None] = field(default_factory=dict, init=False, repr=False, compare=False)

    @cached_property
    def state(self) -> State:
        """What counts: beside, unless the workbook was run elsewhere since, or an earlier version was restored."""
        if self.beside.restored:
            return self.inside._replace(sheets=self.beside.typed or self.inside.sheets)
        if not self.beside.event or self.inside.number > self.beside.number:
            return self.inside
        if self.inside.event or self.is_known_version:
            return self.beside
        # The hidden sheet is gone: what is known beside may be of another event.
        before = self.read(self.beside)
        is_same = before and self.event and self.event.rounds and have_same_players(before[0], self.event)
        return self.beside if is_same else State()

    @cached_property
    def is_known_version(self) -> bool:
        """Whether a run has read or left just these bytes."""
        return self.source.digest in dict(self.beside.versions)

    @cached_property
    def is_older(self) -> bool:
        """Whether the workbook is older than the newest state, and was not restored with the program."""
        if not self.beside.event or self.beside.restored or self.source.digest in dict(self.beside.versions[-1:]):
            return False
        return self.is_known_version or 0 < self.inside.number < self.beside.number

    @cached_property
    def sheets(self) -> Mapping[str, str]:
        """The sheets of the event as texts, by the names of their tabs, with those columns alone that are read."""
        tables = narrow(self.event).tables.values() if self.event is not None else ()
        return {table.title: write_grid(table.grid) for table in tables if table.grid.rows}

    @cached_property
    def before(self) -> Read:
        """The event in the state that counts, with rounds that are gone; where that cannot be read, as it is now."""
        assert self.event is not None, "an event that can be read"
        return self.read(self.state, {**self.state.seen, **self.state.sheets}) or (self.event, self.format, [])

    @cached_property
    def published(self) -> Read:
        """The event before, with the rounds that were changed by hand as they were published."""
        return self.read(self.state, {**self.state.sheets, **self.state.seen}) or self.before

    @cached_property
    def people(self) -> Mapping[int, int | str]:
        """Of the players before, the present number of each, or the name of one who is no longer on Players."""
        assert self.event is not None, "an event that can be read"
        before = self.before[0]
        now = identify_players(before, self.event).items()
        return {BYE: BYE, **{n: who if isinstance(who, int) else before.players[n].name for n, who in now}}

    @cached_property
    def newest(self) -> Read | None:
        """The event in the newest state, with what forms have typed since; None where it cannot be read."""
        return self.read(self.beside, {**self.beside.sheets, **self.beside.typed})

    @cached_property
    def last(self) -> Read | None:
        """The event as the last run has left it; None where it cannot be read."""
        return self.read(self.beside if self.beside.restored else self.state)

    def read_again(self, grids: Sequence[Grid]) -> Book:
        """Return the book as if its sheets were these; a sheet that is not read has no rows."""
        event, format, problems = self._read_event(grids)
        before = self.read(self.beside) if event is not None and self.beside.waiting else None
        if event is not None and before and (self.inside.event or have_same_players(before[0], event)):
            there, found = _find_waiting(grids, event, format, self.beside, before)
            if there:
                event, format, problems = self._read_event([*grids, *there])
            problems = [*problems, *found]
            if event is not None:
                event = replace(event, published=tuple(round_number(grid.name) or 0 for grid in there))
        return replace(self, event=event, format=format, problems=problems, grids=grids)

    def as_new(self) -> Book:
        """Return the book as that of a new event, of which nothing is known yet."""
        kept = find_beside(self.source.path, "")
        return replace(self, inside=State(), beside=State(), kept=kept, homes={}).read_again(self.grids)

    def _read_event(self, grids: Sequence[Grid]) -> tuple[Event | None, Format, list[Problem]]:
        return read_event(grids, as_text(self.source.path.stem), self.inside.ids or self.beside.ids)

    def read(self, state: State, sheets: Mapping[str, str] | None = None) -> Read | None:
        """Return the event in a state, or with other ``sheets``, each read once; None where it cannot be read."""
        sheets = state.sheets if sheets is None else sheets
        if self.event is not None and sheets == self.sheets:
            return self.event, self.format, []
        if (known := frozenset(sheets.items())) not in self._reads:
            grids, event = read_grids(sheets), None
            if grids:
                event, format, problems = read_event(grids, as_text(self.source.path.stem), state.ids)
            self._reads[known] = None if event is None else (event, format, problems)
        return self._reads[known]

    def warn(self) -> Iterator[Problem]:
        """Yield that the hidden sheet is gone or was altered, if the workbook was run before."""
        is_there = any(not home.is_new for name, home in self.homes.items() if name in (LOG.name, REMEMBERED.name))
        if self.inside.number or not (self.state.number or is_there):
            return
        hint = "What was published is known from the folder of earlier versions: nothing needs to be done."
        if not self.state.number:
            hint = "Compare the rounds with what was printed. Programs that clean documents remove hidden sheets."
        told = "The hidden sheet Remembered is missing or was altered, and the log starts again."
        yield warning(Place(REMEMBERED.name), told, hint)


def read_book(source: save.Source, kept: State | None = None) -> Book:
    """Return a workbook as it was read, with the rounds in it that are published and wait for their sheets.

    ``kept`` is the state beside it, where that is not to be read. Raises `WorkbookError` where it cannot be read, also
    because only a newer version of the program may write into it.
    """
    inside = read_inside(source)
    if kept is None:
        kept = find_beside(source.path, inside.event)
    beside = kept if inside.event in ("", kept.event) else State()
    worksheets = Worksheets(source)
    missing = {key(name) for name in NEEDED} - {key(name) for name in source.package.sheets}
    newest = inside if beside.restored or inside.number > beside.number else beside
    there = read_grids(newest.sheets) if inside.number and missing else []
    lost = [each for each in there if key(each.name) in missing]
    format = choose_format([*worksheets.read(is_event_sheet), *lost])
    homes = find_homes(source.package, ours_of(format))
    ours = {home.title for home in homes.values() if not home.is_new}
    grids = worksheets.read(lambda name: is_read(name, format), lambda name: name not in ours)
    grids = [grid for grid in (*grids, *lost) if grid.name not in ours]
    return Book(source, None, format, (), inside, beside, kept, homes, grids, lost).read_again(grids)


def restore(path: Path, backup: Backup) -> None:
    """Do what `save.restore` does, and note it for the log; not if the folder cannot be written to."""
    save.restore(path, backup)
    with contextlib.suppress(OSError, WorkbookError):
        source = save.open_workbook(path)
        state = read_beside(source.path)
        known = read_book(source, State()).sheets if source.digest in dict(state.versions) else {}
        write_beside(source.path, state._replace(restored=backup.number, typed=known))


def read_grids(sheets: Mapping[str, str]) -> list[Grid]:
    """Return the sheets of a state, by their titles; none where they cannot be read."""
    with contextlib.suppress(ValueError):
        return [read_grid(name, text) for name, text in sheets.items()]
    return []


def narrow(event: Event) -> Event:
    """Return an event as if its sheets had only the columns that are read: others decide nothing."""
    tables = {title: replace(x, grid=keep_columns(x.grid, x.positions.values())) for title, x in event.tables.items()}
    return replace(event, tables=tables)


def have_same_players(before: Event, event: Event) -> bool:
    """Return whether most of the players are the same: what waits for a workbook without a number may be another's."""
    were, are = ({key(player.name) for player in each.players} for each in (before, event))
    return 2 * len(were & are) > len(were)


def _find_waiting(
    grids: Sequence[Grid], event: Event, format: Format, beside: State, before: Read
) -> tuple[list[Grid], list[Problem]]:
    """Return the sheets of rounds that wait, and what keeps others away.

    A round counts as soon as all rounds before it are there; one that is in the workbook waits no more.
    """
    there, found = {*event.rounds, *event.unplayed}, list[Grid]()
    readable = before[0].tables.keys() & beside.waiting
    waiting = {round_number(grid.name) or 0: grid for grid in read_grids(beside.sheets) if grid.name in readable}
    for number in sorted(waiting.keys() - there - {0}):
        missing = next((each for each in range(1, number) if each not in there), None)
        in_the_way = next((grid.name for grid in grids if round_number(grid.name) == number), None)
        if missing is not None:
            what = f"Round {number} is published, but the workbook has no round {missing}: is it an earlier version?"
            hint = f"If it is, bring the last one back. Once round {missing} is paired again, round {number} is, too."
            return found, [warning(Place(title_round(number)), what, hint)]
        if before[1] is not format:
            what = f"Round {number} was published as a round of {before[1].name}, and Format is {format.name} now."
            return found, [error(Place(EVENT_SHEET.name), what, f"Set Format back to {before[1].name}.")]
        if in_the_way is not None:
            what = f"Round {number} is published and to have this sheet, which has no pairings."
            hint = "Rename or delete the sheet, or type into it who plays whom."
            return found, [error(Place(in_the_way), what, hint)]
        found.append(rename_players(waiting[number], before[0], event))
        there.add(number)
    return found, []


def rename_players(grid: Grid, before: Event, event: Event) -> Grid:
    """Return a sheet of an event before, with its players as they are called now."""
    known, table = identify_players(before, event).items(), before.tables.get(grid.name)
    both = ((before.players[was].names, event.players[now].names) for was, now in known if isinstance(now, int))
    names = {key(old): new for each in both for old, new in zip(*each, strict=False)}
    top = table.header_row if table else 0  # a header may be somebody's name
    rows = [[names.get(key(each), each) if isinstance(each, str) else each for each in row] for row in grid.rows[top:]]
    return replace(grid, rows=[*grid.rows[:top], *rows])


def start_over(job: Callable[[], T]) -> T:
    """Do a job with the version of the workbook that is there by then. Raises what it raises, if it goes on so."""
    for _ in range(ATTEMPTS - 1):
        with contextlib.suppress(save.WorkbookChangedError):
            return job()
    return job()
