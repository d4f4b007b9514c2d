"""Types into the organizer's sheets what a person has asked for, and undoes it.

A plan says which cells change, by field. No other cell is touched, and what a run would refuse is not written.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

from turnabout_sheets.changes.differences import Change as Changed
from turnabout_sheets.core.digests import digest_of
from turnabout_sheets.core.problems import Message, Place, Problem, SaidError, Severity
from turnabout_sheets.core.text import key
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import Event, Match
from turnabout_sheets.jobs.check import check_read, check_source
from turnabout_sheets.jobs.compare import list_lost
from turnabout_sheets.jobs.outcome import Computed
from turnabout_sheets.jobs.read import Book, read_book
from turnabout_sheets.jobs.start_over import start_over
from turnabout_sheets.jobs.state import State, write_beside
from turnabout_sheets.reading.checks import check_event
from turnabout_sheets.reading.matches import title_round
from turnabout_sheets.reading.round_checks import everybody_is_there
from turnabout_sheets.sheets.cell_kinds import ANYTHING, NUMBER, RATING, format_cell
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
"""The fields by which a row that has moved is found."""


class EditError(SaidError):
    """What was asked for cannot be done."""


class Change(NamedTuple):
    """A cell of a sheet that was read, and its new value: None for nothing. A missing column is added."""

    sheet: Table
    row: int
    field: str
    value: str | float | None


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be typed."""

    changes: Sequence[Change] = ()
    said: Sequence[Message] = ()  # what that does
    problems: Sequence[Problem] = ()  # why it cannot be typed
    match: Match | None = None  # whose result it is
    asks: bool = False  # whether it replaces something, which is to be confirmed
    in_rounds: bool = False  # whether it changes who sits where: then there may be no error before
    again: int = 0  # the round that is paired again afterwards, whatever is wrong with it
    tolerated: Collection[Problem] = ()  # errors that it may cause


class EditedCell(NamedTuple):
    """A cell, and its value ``before`` (the empty text: nothing) and ``after``."""

    place: Place
    row: int
    column: Column
    whose: Sequence[str]  # the fields that tell its row, as they are afterwards
    before: Raw
    after: str | float | None

    @property
    def shown(self) -> tuple[str, str]:
        """Both values, as texts."""
        return format_cell(self.before), "" if self.after is None else format_cell(self.after)


class Answer(StrEnum):
    """What came of an edit."""

    WRITTEN = "written"
    SAME = "same"  # all of it is there already
    TAKEN = "taken"  # it would replace something: it is to be confirmed
    REFUSED = "refused"  # it would be wrong
    MEND = "mend"  # there is an error that has to be corrected first
    OPEN = "open"  # another program has the workbook open


@dataclass(frozen=True)
class Edit:
    """What was typed, or would have been, and what came of it."""

    answer: Answer
    event: Event | None = None  # as it was before
    match: Match | None = None
    cells: Sequence[EditedCell] = ()
    said: Sequence[Message] = ()
    problems: Sequence[Problem] = ()  # why it was refused
    outcome: Computed | None = None  # what a check finds in the workbook with it
    other: OtherProgram | None = None
    cured: Collection[Problem] = ()  # errors in these cells before

    @property
    def is_done(self) -> bool:
        """Whether it was written."""
        return self.answer is Answer.WRITTEN

    @property
    def can_be_undone(self) -> bool:
        """Whether it was written, over values that can be typed again: text and numbers, no dates."""
        return self.is_done and all(isinstance(cell.before, str | int | float) for cell in self.cells)

    @property
    def remarks(self) -> Sequence[Problem]:
        """The problems of the rows in which something was typed."""
        rows = {(cell.place.sheet, cell.row) for cell in self.cells}
        found = self.outcome.problems if self.outcome else ()
        return [each for each in found if (each.place.sheet, each.place.position[0]) in rows]


def edit(path: Path, plan: Callable[[Event, Format], Plan]) -> Edit:
    """Type what is planned, if no program has the workbook open, and it causes no error.

    Raises what the plan raises, or `WorkbookError`.
    """
    return start_over(lambda: _edit(path, plan))[0]


def _edit(path: Path, make_plan: Callable[[Event, Format], Plan]) -> Edit:
    opened = save.open_workbook(path)
    book = read_book(opened)
    event, format = book.event, book.format
    if event is None:
        return Edit(Answer.MEND, problems=_list_errors(book.problems))
    wrong = _list_errors([*book.problems, *check_event(event, format)])
    plan, source, before_round = make_plan(event, format), opened, 0
    if plan.problems:
        return Edit(Answer.REFUSED, event, plan.match, problems=plan.problems)
    if plan.in_rounds:
        if {*wrong} - {*everybody_is_there(event, format)}:  # a missing player may be admitted by this very edit
            outcome = check_source(path, opened)
            return Edit(Answer.MEND, event, problems=_list_errors(outcome.problems), outcome=outcome)
        if event.published:
            before_round, source = min(event.published), _put_in_waiting(opened, event, format)
            read = read_book(source).event
            assert read is not None, "it was read before its rounds were put in"
            event, plan = read, make_plan(read, format)
    data, cells = _type(source.data, plan.changes)
    places = {cell.place for cell in cells}
    made = Edit(Answer.SAME, event, plan.match, cells, plan.said, cured=[x for x in wrong if x.place in places])
    if plan.asks or not cells:
        return replace(made, answer=Answer.TAKEN if cells else Answer.SAME)
    changed = read_book(replace(source, data=data, digest=digest_of(data)))
    state = _remember(book, changed)
    outcome = check_read(path, replace(changed, beside=state, kept=state) if state else changed)
    made, errors = replace(made, outcome=outcome), _list_errors(outcome.problems)
    caused = [each for each in errors if each.place.sheet != title_round(plan.again) and each not in plan.tolerated]
    there = check_source(path, source).problems if caused else ()
    if caused := [each for each in caused if each not in there]:
        save.require_unchanged(opened)  # else they may come of what was saved since
        return replace(made, answer=Answer.REFUSED, problems=caused)
    if other := find_other_program(path):
        return replace(made, answer=Answer.OPEN, other=other)
    save.replace(opened, data, before_round)
    if state and not errors:
        with contextlib.suppress(OSError):  # what the workbook itself remembers counts then
            write_beside(opened.path, state)
    return replace(made, answer=Answer.WRITTEN)


def _remember(book: Book, changed: Book) -> State | None:
    """Return the state with what is typed, as a run would leave it; None where another state counts, or is missed.

    So a program that saves its own version over it, before a run has read it, makes an older copy (safety 3.6).
    """
    beside = book.beside
    if not beside.event or beside.restored or book.state is not beside or (book.is_older and list_lost(book)):
        return None
    number = max(beside.number, book.inside.number + 1)
    state = beside._replace(number=number, sheets=changed.sheets, printed=beside.printed or beside.sheets)
    return state.add_version(changed.source.digest)


def _put_in_waiting(source: save.Source, event: Event, format: Format) -> save.Source:
    """Return a workbook as it was read, but with the sheets of the published rounds that wait for it."""
    book = make_workbook()
    for number in event.published:
        add_round(book, read_foreseen(event, format, number), event, format)
    tabs = Tabs(find_neighbours(event, format, event.published))
    data = graft(source.data, scratch_bytes(book), ours=ours_of(format), rows=book.rows, tabs=tabs)
    return replace(source, data=data)


def undo(path: Path, done: Edit) -> Edit:
    """Restore the cells of an edit, if they still have the values that were typed.

    Raises `EditError` where they have others now, or `WorkbookError`.
    """

    def plan_back(event: Event, _: Format) -> Plan:
        changes = []
        for cell in done.cells:
            field, before = cell.column.field, cell.before
            table = next((each for each in event.tables.values() if each.title == cell.place.sheet), None)
            row = _find_row(table, cell) if table else None
            if table is None or row is None or format_cell(read_raw(table, row, field)) != cell.shown[1]:
                raise EditError(
                    Message("These cells have changed since, so nothing was taken back. Enter the right values there.")
                )
            if isinstance(before, float) and before.is_integer():
                before = int(before)
            changes.append(Change(table, row, field, before if isinstance(before, str | int | float) else None))
        first = changes[0]
        match = next((each for each in event.rows if (each.sheet, each.row) == (first.sheet.title, first.row)), None)
        return Plan(changes, match=match if done.match else None, tolerated=done.cured)

    return edit(path, plan_back)


def find_edit(event: Event, changes: Sequence[Changed]) -> Edit | None:
    """Return what a save has changed as an edit that can be undone; None where rows, columns or sheets are gone."""
    tables, cells = {table.title: table for table in event.tables.values()}, list[EditedCell]()
    for each in changes:
        table, place = tables.get(each.sheet), Place(each.sheet, each.cell)
        row = place.position[0]
        field = next((field for field in table.positions if table.place(row, field) == place), "") if table else ""
        if table is None or not field or format_cell(read_raw(table, row, field)) != each.after:
            return None
        whose = [key(format_cell(read_raw(table, row, one))) for one in _WHOSE]
        column, before = table.sheet.column(field), each.before
        is_number = column.kind.whole or column.kind in (NUMBER, RATING, ANYTHING)
        typed = int(before) if is_number and before.removeprefix("-").isdecimal() else before
        cells.append(EditedCell(place, row, column, whose, typed, each.after))
    rows = {(cell.place.sheet, cell.row) for cell in cells}
    match = next((each for each in event.rows if rows == {(each.sheet, each.row)}), None)
    return Edit(Answer.WRITTEN, event, match, cells)


def _find_row(table: Table, cell: EditedCell) -> int | None:
    """Return the row of a cell, wherever it is now; None where it is gone, or there twice."""
    rows = [
        row
        for row in range(1, len(table.grid.rows) + 1)
        if [key(format_cell(read_raw(table, row, field))) for field in _WHOSE] == cell.whose
    ]
    return cell.row if cell.row in rows else rows[0] if len(rows) == 1 else None


def _type(data: bytes, changes: Sequence[Change]) -> tuple[bytes, list[EditedCell]]:
    """Return the workbook with the changes, and the cells; a missing column is added behind the others."""
    typed, cells, added = list[CellChange](), list[EditedCell](), dict[tuple[str, str], int]()
    values = {(x.sheet.title, x.row, x.field): "" if x.value is None else format_cell(x.value) for x in changes}
    for table, row, field, value in changes:
        title, column, position = table.title, table.sheet.column(field), table.positions.get(field)
        if position is None and (title, field) not in added:
            if value in (None, ""):
                continue
            used = {at for each in table.grid.rows for at, cell in enumerate(each) if format_cell(cell)}
            used |= {at for (sheet, _), at in added.items() if sheet == title}
            added[title, field] = next(at for at in count(max(table.positions.values()) + 1) if at not in used)
            typed.append(CellChange(title, table.header_row, added[title, field], column.header))
        position = added[title, field] if position is None else position
        there = [values.get((title, row, each), format_cell(read_raw(table, row, each))) for each in _WHOSE]
        place, before = Place(title, address(row - 1, position)), read_raw(table, row, field)
        cells.append(EditedCell(place, row, column, [*map(key, there)], before, value))
        typed.append(CellChange(title, row, position, value))
    return change_cells(data, typed), cells


def read_raw(table: Table, row: int, field: str) -> Raw:
    """Return the value of a cell as it was read, the empty text for nothing; of a formula, what it shows."""
    position = table.positions.get(field)
    cells = table.grid.rows[row - 1] if row <= len(table.grid.rows) else ()
    if position is None or position >= len(cells):
        return ""
    return table.grid.flags.get(address(row - 1, position), cells[position] if format_cell(cells[position]) else "")


def _list_errors(problems: Iterable[Problem]) -> list[Problem]:
    return [each for each in problems if each.severity is Severity.ERROR]
