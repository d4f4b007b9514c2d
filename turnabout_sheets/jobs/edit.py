"""Types into the organizer's sheets what a person has asked for, and takes it back.

A plan says which cells change, by field. Nobody else's cell is touched, and what a run would refuse is not written.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

from turnabout_sheets.core.problems import Place, Problem, Said, Severity
from turnabout_sheets.core.text import key
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import Event, Match
from turnabout_sheets.jobs.check import check_source
from turnabout_sheets.jobs.outcome import RunOutcome
from turnabout_sheets.jobs.read import read_book
from turnabout_sheets.jobs.start_over import start_over
from turnabout_sheets.prints.words import WordedError
from turnabout_sheets.reading.checks import check_event
from turnabout_sheets.reading.matches import title_round
from turnabout_sheets.reading.round_checks import everybody_is_there
from turnabout_sheets.sheets.cell_kinds import format_cell
from turnabout_sheets.sheets.declarations import Column
from turnabout_sheets.sheets.grid import Raw, address
from turnabout_sheets.sheets.table import Table
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.files.other_programs import OtherProgram, find_other_program
from turnabout_sheets.workbook.ooxml.cells import CellChange, change_cells
from turnabout_sheets.workbook.ooxml.graft import graft
from turnabout_sheets.workbook.ooxml.tabs import Tabs
from turnabout_sheets.workbook.ours.book import make_workbook, scratch_bytes
from turnabout_sheets.workbook.ours.recognition import ours_of
from turnabout_sheets.workbook.ours.round_sheet import add_round, find_neighbours, read_foreseen

_WHOSE: Final = ("round", "name", "a", "b")
"""The fields by which a row is found again that has moved."""


class EditError(WordedError):
    """What was asked for cannot be done."""


class Change(NamedTuple):
    """A cell of a sheet that was read, and what it shall hold: None for nothing. A column that is lacking is added."""

    sheet: str
    row: int
    field: str
    value: str | float | None


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be typed."""

    changes: Sequence[Change] = ()
    said: Sequence[Said] = ()  # what that does
    problems: Sequence[Problem] = ()  # why it cannot be typed
    match: Match | None = None  # whose result it is
    asks: bool = False  # whether something else stands there, which is to be confirmed
    in_rounds: bool = False  # whether it changes who sits where: then nothing may be wrong before
    again: int = 0  # the round that is paired again afterwards, whatever is wrong with it
    tolerated: Collection[Problem] = ()  # errors that it may cause
    opponent: str | None = None  # whom a player who comes meets, blank for nobody


class EditedCell(NamedTuple):
    """A cell, what it holds ``before`` (the empty text: nothing), and what it shall hold ``after``."""

    place: Place
    row: int
    column: Column
    whose: Sequence[str]  # what then stands in the fields that tell its row
    before: Raw
    after: str | float | None

    @property
    def shown(self) -> tuple[str, str]:
        """What it holds before and after, as texts."""
        return format_cell(self.before), "" if self.after is None else format_cell(self.after)


class Answer(StrEnum):
    """What came of an edit."""

    WRITTEN = "written"
    SAME = "same"  # all of it stands there already
    TAKEN = "taken"  # something else stands there: it is to be confirmed
    REFUSED = "refused"  # it would be wrong
    MEND = "mend"  # something is wrong already that has to be corrected first
    OPEN = "open"  # another program has the workbook open


@dataclass(frozen=True)
class Edit:
    """What was typed, or would have been, and what came of it."""

    answer: Answer
    event: Event | None = None  # as it was before
    match: Match | None = None
    cells: Sequence[EditedCell] = ()
    said: Sequence[Said] = ()
    problems: Sequence[Problem] = ()  # why it was refused
    outcome: RunOutcome | None = None  # what is found in the workbook with it
    other: OtherProgram | None = None
    cured: Collection[Problem] = ()  # errors in these cells before

    @property
    def is_done(self) -> bool:
        """Whether it was written."""
        return self.answer is Answer.WRITTEN

    @property
    def can_be_undone(self) -> bool:
        """Whether it was written, over what can be typed again: text and numbers, no dates."""
        return self.is_done and all(isinstance(cell.before, str | int | float) for cell in self.cells)

    @property
    def remarks(self) -> Sequence[Problem]:
        """What there is to say of the rows in which something was typed."""
        rows = {(cell.place.sheet, cell.row) for cell in self.cells}
        found = self.outcome.problems if self.outcome else ()
        return [each for each in found if (each.place.sheet, each.place.position[0]) in rows]


def edit(path: Path, plan: Callable[[Event, Format], Plan]) -> Edit:
    """Type what is planned, if nobody has the workbook open, and it causes no error.

    Raises what the plan raises, or `WorkbookError`.
    """
    return start_over(partial(_edit, path, plan))[0]


def _edit(path: Path, plan: Callable[[Event, Format], Plan]) -> Edit:
    opened = save.open_workbook(path)
    book = read_book(opened)
    event, format, in_cells = book.event, book.format, book.problems
    if event is None:
        return Edit(Answer.MEND, problems=_list_errors(in_cells))
    wrong = _list_errors([*in_cells, *check_event(event, format)])
    planned, source, waiting = plan(event, format), opened, event.published
    if planned.problems:
        return Edit(Answer.REFUSED, event, planned.match, problems=planned.problems)
    if planned.in_rounds:
        if {*wrong} - {*everybody_is_there(event, format)}:  # a player who is missing may be let in by this very edit
            outcome = check_source(path, opened)
            return Edit(Answer.MEND, event, problems=_list_errors(outcome.problems), outcome=outcome)
        if waiting:
            source = _put_in_waiting(opened, event, format)
            read = read_book(source).event
            assert read is not None, "it was read before its rounds were put in"
            event, planned = read, plan(read, format)
    changed, cells = _type(source, event, planned.changes)
    places = {cell.place for cell in cells}
    made = Edit(Answer.SAME, event, planned.match, cells, planned.said, cured=[x for x in wrong if x.place in places])
    if planned.asks or not cells:
        return replace(made, answer=Answer.TAKEN if cells else Answer.SAME)
    outcome = check_source(path, changed)
    made = replace(made, outcome=outcome)
    if errors := [x for x in _list_errors(outcome.problems) if x.place.sheet != title_round(planned.again)]:
        there = {*planned.tolerated, *check_source(path, source).problems}
        if caused := [each for each in errors if each not in there]:
            return replace(made, answer=Answer.REFUSED, problems=caused)
    if other := find_other_program(path):
        return replace(made, answer=Answer.OPEN, other=other)
    save.replace(opened, changed.data, min(waiting, default=0) if planned.in_rounds else 0)
    return replace(made, answer=Answer.WRITTEN)


def _put_in_waiting(source: save.Source, event: Event, format: Format) -> save.Source:
    """Return a workbook as it was read, but with the sheets of the published rounds that wait for it."""
    book = make_workbook()
    for number in event.published:
        add_round(book, read_foreseen(event, format, number), event, format)
    tabs = Tabs(find_neighbours(event, format, event.published))
    data = graft(source.data, scratch_bytes(book), ours=ours_of(format), rows=book.rows, tabs=tabs)
    return replace(source, data=data)


def undo(path: Path, done: Edit) -> Edit:
    """Make the cells of an edit hold again what they held before, if they hold what was written.

    Raises `EditError` where they hold something else now, or `WorkbookError`.
    """
    return edit(path, partial(_plan_back, done=done))


def _plan_back(event: Event, _: Format, done: Edit) -> Plan:
    changes, tables = [], _by_title(event)
    for cell in done.cells:
        title, field, before = cell.place.sheet, cell.column.field, cell.before
        row = _find_row(tables[title], cell) if title in tables else None
        if row is None or format_cell(read_raw(tables[title], row, field)) != cell.shown[1]:
            raise EditError("people.cells_changed")
        value = before if isinstance(before, str | int | float) else None
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        changes.append(Change(title, row, field, value))
    match = next((each for each in event.rows if (each.sheet, each.row) == changes[0][:2]), None)
    return Plan(changes, match=match if done.match else None, tolerated=done.cured)


def _find_row(table: Table, cell: EditedCell) -> int | None:
    """Return the row of a cell, where it stands now; None where it is gone, or there twice."""
    rows = [
        row
        for row in range(1, len(table.grid.rows) + 1)
        if [key(format_cell(read_raw(table, row, field))) for field in _WHOSE] == cell.whose
    ]
    return cell.row if cell.row in rows else rows[0] if len(rows) == 1 else None


def _by_title(event: Event) -> dict[str, Table]:
    return {table.title: table for table in event.tables.values()}


def _type(source: save.Source, event: Event, changes: Sequence[Change]) -> tuple[save.Source, list[EditedCell]]:
    """Return the workbook with the changes, and the cells; a column that its sheet lacks is added behind the others."""
    tables, typed, cells = _by_title(event), list[CellChange](), list[EditedCell]()
    values = {change[:3]: "" if change.value is None else format_cell(change.value) for change in changes}
    for title, row, field, value in changes:
        table, column = tables[title], tables[title].sheet.column(field)
        if field not in table.positions:
            if value in (None, ""):
                continue
            used = {at for cells_ in table.grid.rows for at, cell in enumerate(cells_) if format_cell(cell)}
            at = next(at for at in count(max(table.positions.values()) + 1) if at not in used)
            typed.append(CellChange(title, table.header_row, at, column.header))
            tables[title] = table = replace(table, positions={**table.positions, field: at})
        there = [values.get((title, row, each), format_cell(read_raw(table, row, each))) for each in _WHOSE]
        before, whose = read_raw(table, row, field), [*map(key, there)]
        cells.append(EditedCell(table.place(row, field), row, column, whose, before, value))
        typed.append(CellChange(title, row, table.positions[field], value))
    return replace(source, data=change_cells(source.data, typed)), cells


def try_cells(path: Path, source: save.Source, cells: Sequence[CellChange] = ()) -> RunOutcome:
    """Return what a check would find in a workbook in which cells were changed. Raises `WorkbookError`."""
    data = change_cells(source.data, cells) if cells else source.data
    return check_source(path, replace(source, data=data))


def read_raw(table: Table, row: int, field: str) -> Raw:
    """Return what a cell holds as it was read, the empty text for nothing; of a formula, what it shows."""
    position = table.positions.get(field)
    cells = table.grid.rows[row - 1] if row <= len(table.grid.rows) else ()
    if position is None or position >= len(cells):
        return ""
    return table.grid.flags.get(address(row - 1, position), cells[position] if format_cell(cells[position]) else "")


def _list_errors(problems: Iterable[Problem]) -> list[Problem]:
    return [each for each in problems if each.severity is Severity.ERROR]
