"""Types into the organizer's sheets what a person has asked for, such as a result, and undoes it; or only tries it.

A plan says which cells change, by field. No other cell is touched, and what a run would refuse is not written.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

from openpyxl.utils.cell import coordinate_to_tuple

from turnabout_sheets.changes.differences import compare_rows
from turnabout_sheets.changes.effects import Effects
from turnabout_sheets.changes.log import group_changes
from turnabout_sheets.core.problems import Message, Place, Problem, SaidError, Severity
from turnabout_sheets.core.safe_files import digest_of
from turnabout_sheets.core.text import join_words, key, list_numbers
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import BYE, BYE_NAME, Event, Match
from turnabout_sheets.event.results import Results, compute, running_round
from turnabout_sheets.jobs.check import check_read
from turnabout_sheets.jobs.compare import find
from turnabout_sheets.jobs.outcome import Computed, RefusedError
from turnabout_sheets.jobs.read import Book, read_book, start_over
from turnabout_sheets.jobs.state import State, write_beside
from turnabout_sheets.reading.checks import check_event
from turnabout_sheets.reading.matches import title_round
from turnabout_sheets.reading.round_checks import everybody_is_there
from turnabout_sheets.reading.typed_results import Typed, read_fields, read_line
from turnabout_sheets.rounds.next_rounds import due_rounds, pair
from turnabout_sheets.sheets.cell_kinds import format_cell
from turnabout_sheets.sheets.grid import address
from turnabout_sheets.sheets.table import Table
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.files.other_programs import OtherProgram, find_other_program
from turnabout_sheets.workbook.ooxml.cells import CellChange, change_cells
from turnabout_sheets.workbook.ours.recognition import is_read

_WHOSE: Final = ("round", "name", "a", "b")
"""The fields that say whose a row is."""


class EditError(SaidError):
    """What was asked for cannot be done."""


class Change(NamedTuple):
    """A cell of a sheet that was read, and its new value: None for nothing. A missing column is added."""

    table: Table
    row: int
    field: str
    after: str | float | None
    before: str | float = ""  # known once it is typed; the empty text: nothing

    @property
    def place(self) -> Place:
        """Where it is."""
        return self.table.place(self.row, self.field)

    @property
    def shown(self) -> tuple[str, str]:
        """Both values, as texts."""
        return format_cell(self.before), "" if self.after is None else format_cell(self.after)


class Answer(StrEnum):
    """What came of an edit."""

    WRITTEN = "written"
    SAME = "same"  # all of it is there already
    TAKEN = "taken"  # it would replace something: it is to be confirmed
    REFUSED = "refused"  # it would be wrong, something else is, or another program has the workbook open


@dataclass(frozen=True)
class Edit:
    """What is to be typed, or was, and what came of it."""

    answer: Answer = Answer.SAME
    cells: Sequence[Change] = ()
    said: Sequence[Message] = ()  # what that does
    problems: Sequence[Problem] = ()  # why it is refused; once it is written, what is odd in these rows
    match: Match | None = None  # whose result it is
    tolerated: Collection[str | Place] = ()  # sheets and cells in which it may cause errors
    event: Event | None = None  # as it was before
    outcome: Computed | None = None  # what a check finds in the workbook with it
    other: OtherProgram | None = None  # that has the workbook open

    @property
    def rows(self) -> set[tuple[str, int]]:
        """The rows in which something was typed, by sheet and number."""
        return {(cell.table.title, cell.row) for cell in self.cells}


def edit(path: Path, plan: Callable[[Event, Format], Edit]) -> Edit:
    """Type what is planned, if no program has the workbook open, and it causes no error. Raises as the plan does."""
    return start_over(lambda: _edit(path, plan))


def _edit(path: Path, make_plan: Callable[[Event, Format], Edit]) -> Edit:
    source = save.open_workbook(path)
    book = read_book(source)
    event, format = book.event, book.format
    if event is None:
        return Edit(Answer.REFUSED, problems=_list_errors(book.problems))
    made = replace(make_plan(event, format), event=event)
    if made.answer is Answer.REFUSED:
        return made
    if not made.tolerated and any(cell.field in ("a", "b") for cell in made.cells):
        # Seats are changed in an event without errors; but a missing player may be admitted by this very edit.
        wrong = _list_errors([*book.problems, *check_event(event, format)])
        if {*wrong} - {*everybody_is_there(event, format)}:
            return replace(made, answer=Answer.REFUSED, problems=wrong)
    sheets = {title for title, _ in made.rows}
    if waiting := [number for number in event.published if title_round(number) in sheets]:
        said = Message(
            "The sheet of round {round} is not in the workbook yet. Close the workbook, and wait until the desk "
            "has added it."
        )
        raise EditError(said.fill(round=waiting[0]))
    data, cells = _type(source.data, made.cells)
    made = replace(made, cells=cells)
    if made.answer is Answer.TAKEN or not cells:
        return made
    changed = read_book(replace(source, data=data, digest=digest_of(data)))
    state = _remember(book, changed, sheets)
    outcome = check_read(path, replace(changed, beside=state, kept=state) if state else changed)
    made, errors = replace(made, outcome=outcome), _list_errors(outcome.problems)
    caused = [each for each in errors if not {each.place, each.place.sheet} & {*made.tolerated}]
    there = check_read(path, book).problems if caused else ()
    if caused := [each for each in caused if each not in there]:
        save.require_unchanged(source)  # else they may come of what was saved since
        return replace(made, answer=Answer.REFUSED, problems=caused)
    if other := find_other_program(path):
        return replace(made, answer=Answer.REFUSED, other=other)
    save.replace(source, data)
    if state and not any(each.place.sheet in sheets for each in errors):
        with contextlib.suppress(OSError):  # what the workbook itself remembers counts then
            write_beside(source.path, state)
    found = (*outcome.problems, *outcome.notes)
    odd = [each for each in found if (each.place.sheet, each.place.position[0]) in made.rows]
    return replace(made, answer=Answer.WRITTEN, problems=odd)


def _remember(book: Book, changed: Book, typed: Collection[str]) -> State | None:
    """Return the state with the sheets that were typed into; None where another state counts, or is asked about.

    So a program that saves its own version over it, before a run has read it, makes an older copy (safety 3.6).
    """
    beside, event = book.beside, book.event
    if event is None or not beside.event or beside.restored or book.state is not beside or any(find(book)):
        return None
    if book.newest is None or [*book.newest[0].names.values()] != [*event.names.values()]:
        return None
    sheets = {**beside.typed, **{title: changed.sheets[title] for title in typed if title in changed.sheets}}
    state = beside._replace(number=max(beside.number, book.inside.number + 1), typed=sheets)
    return state.add_version(changed.source.digest)


def enter_result(
    path: Path, table: int, typed: str | Typed, *, round: int | None = None, confirmed: bool = False
) -> Edit:
    """Enter the result of the match at a table, by default of the round that is running.

    ``typed`` is a line, or texts by field (see `reading.typed_results`); an existing result is replaced if that is
    ``confirmed``. Raises `EditError`, or `WorkbookError`.
    """

    def plan(event: Event, format: Format) -> Edit:
        match = find_match(event, running_round(compute(event, format)) if round is None else round, table)
        texts, problems = read_line(typed, event, format, match) if isinstance(typed, str) else (typed, [])
        values, unreadable = read_fields(texts, event, format, match)
        if problems or unreadable:
            return Edit(Answer.REFUSED, problems=unreadable or problems, match=match)
        sheet = event.tables[match.sheet]
        shown = {field: format_cell(read_raw(sheet, match.row, field)) for field in values}
        there, _ = read_fields(shown, event, format, match)
        changes = [
            Change(sheet, match.row, field, value)
            for field, value in values.items()
            if value != there.get(field) or event.place(match, field) in event.unreadable
        ]
        replaces = any(shown[each.field] for each in changes)
        return Edit(Answer.TAKEN if replaces and not confirmed else Answer.SAME, changes, match=match)

    return edit(path, plan)


def find_match(event: Event, number: int, table: int) -> Match:
    """Return the match at a table of a round. Raises `EditError`."""
    matches = event.rounds.get(number, [])
    found = [match for match in matches if match.table == table]
    if len(found) == 1:
        return found[0]
    said = Message("Table {table} is there more than once in round {round}. Correct that first.")
    if not found:
        said = Message("Round {round} has no table {table}; its tables are {tables}.")
    tables = list_numbers(sorted({match.table for match in matches if match.table is not None}))
    raise EditError(said.fill(round=number, table=table, tables=tables or "–"))


def undo(path: Path, done: Edit) -> Edit:
    """Restore the cells of an edit, if they still have the values that were typed. Raises `EditError` where not."""
    rows = [(cell.table, cell.row, field) for cell in done.cells for field in _WHOSE]
    expected = {(table.title, row, field): format_cell(read_raw(table, row, field)) for table, row, field in rows}
    expected |= {(cell.table.title, cell.row, cell.field): cell.shown[1] for cell in done.cells}

    def plan_back(event: Event, _: Format) -> Edit:
        tables = {table.title: table for table in event.tables.values()}
        there = {at: format_cell(read_raw(tables[at[0]], *at[1:])) for at in expected if at[0] in tables}
        if there != expected:
            raise EditError(
                Message("These cells have changed since, so nothing was taken back. Enter the right values there.")
            )
        changes = [cell._replace(table=tables[cell.table.title], after=cell.before) for cell in done.cells]
        rows = {(cell.table.title, cell.row) for cell in changes}
        match = next((each for each in event.rows if rows == {(each.sheet, each.row)}), None) if done.match else None
        return Edit(cells=changes, match=match, tolerated={cell.place for cell in changes})

    return edit(path, plan_back)


def _type(data: bytes, changes: Sequence[Change]) -> tuple[bytes, list[Change]]:
    """Return the workbook with the changes, and these as made; a missing column is added behind the others."""
    typed, made, tables = list[CellChange](), list[Change](), dict[str, Table]()
    for change in changes:
        table, row, field, value, _ = change
        table = tables.get(table.title, table)
        if field not in table.positions:
            if value in (None, ""):
                continue
            used = {at for each in table.grid.rows for at, cell in enumerate(each) if format_cell(cell)}
            position = next(at for at in count(max(table.positions.values()) + 1) if at not in used)
            typed.append(CellChange(table.title, table.header_row, position, table.sheet.column(field).header))
            table = tables[table.title] = replace(table, positions={**table.positions, field: position})
        made.append(change._replace(table=table, before=read_raw(table, row, field)))
        typed.append(CellChange(table.title, row, table.positions[field], value))
    return change_cells(data, typed), made


def read_raw(table: Table, row: int, field: str) -> str | float:
    """Return the value of a cell as it can be typed again, the empty text for nothing; of a formula, what it shows."""
    position = table.positions.get(field)
    cells = table.grid.rows[row - 1] if row <= len(table.grid.rows) else ()
    if position is None or position >= len(cells):
        return ""
    value = table.grid.flags.get(address(row - 1, position), cells[position])
    return value if isinstance(value, str | float | int) and format_cell(value) else format_cell(value)


def _list_errors(problems: Iterable[Problem]) -> list[Problem]:
    return [each for each in problems if each.severity is Severity.ERROR]


def describe_effects(path: Path, typed: Sequence[str]) -> tuple[list[str], bool]:
    """Return in lines what ``typed`` cells of a workbook would do, and whether there would be no errors."""
    source = save.open_workbook(path)
    book = read_book(source)
    cells = [_read_cell(each, [grid.name for grid in book.grids if is_read(grid.name, book.format)]) for each in typed]
    was = check_read(path, book)
    now = check_read(path, read_book(replace(source, data=change_cells(source.data, cells))))
    rows = [*compare_rows(was.event, now.event)] if was.event and now.event else []
    cells_now = [change for row in rows for change in row.changes if change.cell]  # a column that is gone has none
    lines = [f"{x.sheet}!{x.cell}: {x.after or 'nothing'} instead of {x.before or 'nothing'}." for x in cells_now]
    if new := [problem.describe(path) for problem in now.problems if problem not in was.problems]:
        lines += ["There would be something wrong:", *(f"  {each}" for each in new)]
    if was.results is None or now.results is None:
        lines.append("Nothing more can be said, as there are errors now, or would be then.")
    elif not rows:
        lines.append("That changes nothing: the program reads the same as now.")
    else:
        blocks = group_changes(was.results.event, now.results.event, rows)
        effects = Effects(was.results, now.results, blocks)
        told = [f"{each[0].upper()}{each[1:]}." for each in map(effects.describe, blocks) if each]
        lines += told or ["No points, no rank and no award would change."]
        for number in sorted({*due_rounds(was.results), *due_rounds(now.results)}):
            before, after = _list_pairs(was.results, number), _list_pairs(now.results, number)
            lines.append(f"Round {number} would be paired {'as now.' if {*before} == {*after} else 'otherwise:'}")
            lines += [f"  now:  {each}" for each in before if each not in after]
            lines += [f"  then: {each}" for each in after if each not in before]
    return [*lines, "Nothing was written."], now.results is not None


def _read_cell(typed: str, sheets: Sequence[str]) -> CellChange:
    """Return a cell and what it would hold, as a spreadsheet program reads what is typed."""
    place, is_set, text = typed.partition("=")
    name, _, cell = place.replace("$", "").strip().rpartition("!")
    if not is_set or not re.fullmatch(r"[A-Za-z]{1,2}[1-9]\d{0,4}", cell):
        raise RefusedError(f'"{typed}" does not say which cell holds what; expected the like of "Round 3!E7=12".')
    name, text = name.strip().strip("'").replace("''", "'"), text.strip()
    sheet = next((sheet for sheet in sheets if key(sheet) == key(name)), None)
    if sheet is None:
        raise RefusedError(f'The program reads no sheet "{name}". Name a cell on {join_words(sheets)}.')
    row, column = coordinate_to_tuple(cell.upper())
    is_number = re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)", text)
    return CellChange(sheet, row, column - 1, float(text) if is_number else text.removeprefix("'"))


def _list_pairs(results: Results, number: int) -> list[str]:
    """Return the pairs of a round as it would be paired, or why it is not."""
    if number not in due_rounds(results):
        return ["not paired yet"]
    new, problems = pair(results, number)
    if new is None:
        return [f"no pairing. {problems[0].message} {problems[0].hint}"]
    names = {BYE: BYE_NAME, **{player.number: player.shown for player in results.event.players}}
    return [f"{names[row['a']]} – {names[row['b']]}" for row in new.rows]
