"""Enters a result for who does not type into cells, and takes it back: the cells of a match change, nothing else does.

Like `late_entry`, this types into a sheet of the organizer's, because the organizer asks for just that; so it does only
while nobody has the workbook open, and what a run would refuse is not written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Final

from turnabout_sheets.core.problems import Place, Problem, Severity
from turnabout_sheets.core.text import join_words
from turnabout_sheets.event.match_points import MatchPoints, list_match_points
from turnabout_sheets.event.model import Event, Match
from turnabout_sheets.event.results import compute
from turnabout_sheets.event.waiting import running_round
from turnabout_sheets.formats.base import Format
from turnabout_sheets.jobs.check import check_source, read_source
from turnabout_sheets.jobs.kept_rounds import read_kept_rounds
from turnabout_sheets.jobs.outcome import RunOutcome
from turnabout_sheets.reading.matches import find_winner
from turnabout_sheets.reading.typed_results import Typed, Value, list_players, read_fields, read_line
from turnabout_sheets.sheets.cell_kinds import WINNER, format_cell
from turnabout_sheets.sheets.grid import Raw, address
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.files.atomic_write import OpenElsewhereError, WorkbookChangedError
from turnabout_sheets.workbook.files.open_elsewhere import find_other_program
from turnabout_sheets.workbook.ooxml.cells import CellChange, change_cells

ATTEMPTS: Final = 3
"""How often it is tried again when the workbook is saved meanwhile."""


class EntryError(Exception):
    """There is no such match, or nothing can be taken back; the text says why and what to do."""


class Answer(Enum):
    """What came of entering a result.

    `WRITTEN`; `SAME`: all of it stands there already. Nothing was written either where something else stands there,
    which is to be confirmed (`TAKEN`), or something is wrong (`REFUSED`).
    """

    WRITTEN = "written"
    SAME = "same"
    TAKEN = "taken"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class EnteredCell:
    """A cell that changes, what it held (the empty text where it was blank), and what it shall hold (None: nothing)."""

    field: str
    header: str
    place: Place
    before: Raw
    after: Value

    @property
    def shown_before(self) -> str:
        """What it held, as a text."""
        return format_cell(self.before)

    @property
    def shown_after(self) -> str:
        """What it shall hold, as a text."""
        return "" if self.after is None else str(self.after)


@dataclass(frozen=True)
class Entered:
    """What came of entering a result into a match.

    ``players`` are the names of A and, but in a bye, B. ``cells`` are those that change, in the order of the format's
    fields. ``problems`` are what is wrong with the result, or with the workbook where that cannot be read; where it was
    written, what there is to say of its row. ``outcome`` is what is found in the workbook as it is then, None where
    nothing was written.
    """

    answer: Answer
    round: int = 0
    table: int = 0
    players: Sequence[str] = ()
    cells: Sequence[EnteredCell] = ()
    problems: Sequence[Problem] = ()
    outcome: RunOutcome | None = None

    @property
    def can_be_taken_back(self) -> bool:
        """Whether what stood there before is text, whole numbers, or nothing, which can be typed again."""
        return self.answer is Answer.WRITTEN and all(_retype(cell.before) is not None for cell in self.cells)

    @property
    def points(self) -> Sequence[MatchPoints]:
        """What the match is worth, as the run will say it; nothing where that is not known."""
        results = self.outcome.results if self.outcome else None
        return () if results is None else list_match_points(results, _find_match(results.event, self.round, self.table))


def enter_result(
    path: Path, table: int, typed: str | Typed, *, round: int | None = None, confirmed: bool = False
) -> Entered:
    """Enter the result of the match at a table; without a round, of that which is running.

    ``typed`` is a line, which says all of the result (see `reading.typed_results`), or texts by field: those that are
    not named stay as they are, and the empty text clears a cell. What stands there is replaced if it is ``confirmed``.
    Errors that are in the workbook already do not matter, those that the result would cause do.

    Raises `EntryError`, or `WorkbookError` where the workbook cannot be read or written.
    """
    return _again(partial(_enter, path, table, typed, round, confirmed))


def show_result(event: Event, format: Format, number: int, table: int) -> Entered:
    """Return what stands in the cells of the match at a table, as nothing that was entered. Raises `EntryError`."""
    match = _find_match(event, number, table)
    cells = [
        EnteredCell(
            field,
            format.sheets.matches.column(field).header,
            event.place(match, field),
            before := _read_cell(event, match, field),
            _means(event, format, match, field, before),
        )
        for field in format.entry.fields
    ]
    return replace(_describe(event, match, table), answer=Answer.SAME, cells=cells)


def take_back(path: Path, entered: Entered) -> Entered:
    """Make the cells hold again what they held before; returns that as `enter_result` does.

    Raises `EntryError` where something else stands there now, else as `enter_result`.
    """
    return _again(partial(_take_back, path, entered))


def _again(enter: Callable[[], Entered]) -> Entered:
    """Enter something, with the version of the workbook that is there by then where somebody saves it meanwhile."""
    for _ in range(ATTEMPTS - 1):
        try:
            return enter()
        except WorkbookChangedError:
            continue
    return enter()


def _enter(path: Path, table: int, typed: str | Typed, number: int | None, confirmed: bool) -> Entered:
    _require_closed(path)
    source = save.open_workbook(path)
    kept = read_kept_rounds(source.path)
    event, format, in_cells = read_source(source, kept)
    if event is None:
        return Entered(Answer.REFUSED, problems=in_cells)
    match = _find_match(event, running_round(compute(event, format)) if number is None else number, table)
    if isinstance(typed, Mapping) and (unknown := sorted(typed.keys() - set(format.entry.fields))):
        raise EntryError(f'"{unknown[0]}" is no field of a result; they are {join_words(format.entry.fields, "and")}.')
    texts, problems = read_line(typed, event, format, match) if isinstance(typed, str) else (typed, [])
    values, unreadable = read_fields(texts, event, format, match)
    entered = _describe(event, match, table)
    if problems or unreadable:
        return replace(entered, problems=problems or unreadable)
    entered = replace(entered, cells=_list_cells(event, format, match, values))
    if not entered.cells:
        return replace(entered, answer=Answer.SAME)
    changed = _change(source, event, match, entered.cells)
    if not confirmed and any(cell.before != "" for cell in entered.cells):
        return replace(entered, answer=Answer.TAKEN)
    outcome = check_source(path, changed, kept)
    if caused := _list_caused(outcome.problems, lambda: check_source(path, source, kept).problems):
        return replace(entered, problems=caused)
    rows = {(cell.place.sheet, cell.place.position[0]) for cell in entered.cells}
    said = [each for each in outcome.problems if (each.place.sheet, each.place.position[0]) in rows]
    return _save(source, changed, replace(entered, problems=said), outcome)


def _take_back(path: Path, entered: Entered) -> Entered:
    _require_closed(path)
    source = save.open_workbook(path)
    kept = read_kept_rounds(source.path)
    event, _, in_cells = read_source(source, kept)
    if event is None:
        return Entered(Answer.REFUSED, problems=in_cells)
    match = _find_match(event, entered.round, entered.table)
    now = {cell.field: _read_cell(event, match, cell.field) for cell in entered.cells}
    same = all(format_cell(now[cell.field]) == cell.shown_after for cell in entered.cells)
    if not same or [player.name for player in list_players(event, match).values()] != [*entered.players]:
        raise EntryError(
            f"What was entered for table {entered.table} of round {entered.round} was changed since, so it was not "
            "taken back; type the result again as it should be."
        )
    cells = [
        EnteredCell(
            cell.field,
            cell.header,
            event.place(match, cell.field),
            now[cell.field],
            None if cell.before == "" else _retype(cell.before),
        )
        for cell in entered.cells
    ]
    changed = _change(source, event, match, cells)
    back = replace(_describe(event, match, entered.table), cells=cells)
    return _save(source, changed, back, check_source(path, changed, kept))


def _save(source: save.Source, changed: save.Source, entered: Entered, outcome: RunOutcome) -> Entered:
    saved = save.replace(source, changed.data)
    outcome = replace(outcome, leaving=saved.leaving, separated=saved.separated)
    return replace(entered, answer=Answer.WRITTEN, outcome=outcome)


def _require_closed(path: Path) -> None:
    if other := find_other_program(path):
        raise OpenElsewhereError(
            f"{other}: type the result there, or close it (if it is open nowhere, delete the file {other.lock}, left "
            "behind by a crash)."
        )


def _find_match(event: Event, number: int, table: int) -> Match:
    """Return the match at a table of a round. Raises `EntryError`."""
    if not event.rounds:
        raise EntryError("No round is paired yet; run the workbook first.")
    if number not in event.rounds:
        raise EntryError(f"Round {number} is not paired; the last one is round {event.last_round}.")
    if number in event.published:
        raise EntryError(
            f"The sheet of round {number} is not in the workbook yet: run now that the workbook is closed."
        )
    found = [match for match in event.rounds[number] if match.table == table]
    if not found:
        tables = sorted({match.table for match in event.rounds[number] if match.table is not None})
        which = f"its tables are {tables[0]} to {tables[-1]}" if tables else "no row of it has the number of a table"
        raise EntryError(f"Round {number} has no table {table}; {which}.")
    if len(found) > 1:
        rows = join_words([str(event.place(match, "table")) for match in found], "and")
        raise EntryError(f"Table {table} stands more than once in round {number}, in {rows}; correct that first.")
    return found[0]


def _describe(event: Event, match: Match, table: int) -> Entered:
    players = [player.name for player in list_players(event, match).values()]
    return Entered(Answer.REFUSED, match.round, table, players)


def _list_cells(event: Event, format: Format, match: Match, values: Mapping[str, Value]) -> list[EnteredCell]:
    """Return the cells of a match that have to change. Raises `EntryError` where the sheet lacks a column."""
    cells = []
    for field, value in values.items():
        column, before = format.sheets.matches.column(field), _read_cell(event, match, field)
        if _means(event, format, match, field, before) == value and (value is not None or before == ""):
            continue
        if field not in event.tables[match.sheet].positions:
            raise EntryError(
                f'The sheet "{match.sheet}" has no column {column.header}; add it, save, and enter the result again.'
            )
        cells.append(EnteredCell(field, column.header, event.place(match, field), before, value))
    return cells


def _means(event: Event, format: Format, match: Match, field: str, before: Raw) -> Value:
    """Return what a cell says now, as it would be written; None where it is blank or cannot be read."""
    if before == "":
        return None
    column = format.sheets.matches.column(field)
    if not column.kind.takes(before):
        return None
    value = column.kind.read(before)
    if column.kind is WINNER:
        return find_winner(value, list_players(event, match))
    return value if isinstance(value, int) else str(value)


def _read_cell(event: Event, match: Match, field: str) -> Raw:
    """Return what stands in a cell, of a formula what it shows; blank where the sheet has no such column.

    And in a round that is just paired, whose sheet was not read.
    """
    table = event.tables[match.sheet]
    position = table.positions.get(field)
    if position is None:
        return ""
    row = table.grid.rows[match.row - 1] if match.row <= len(table.grid.rows) else ()
    shown = row[position] if position < len(row) else ""
    return table.grid.flags.get(address(match.row - 1, position), shown)


def _change(source: save.Source, event: Event, match: Match, cells: Sequence[EnteredCell]) -> save.Source:
    """Return the workbook as it is with these cells. Raises `CellError` where one cannot be changed."""
    positions = event.tables[match.sheet].positions
    changes = [CellChange(match.sheet, match.row, positions[cell.field], cell.after) for cell in cells]
    return source._replace(data=change_cells(source.data, changes))


def _list_caused(found: Sequence[Problem], find_before: Callable[[], Sequence[Problem]]) -> list[Problem]:
    """Return the errors that were ``found`` and not there before, which is looked at only where there are any."""
    errors = [problem for problem in found if problem.severity is Severity.ERROR]
    there = set(find_before()) if errors else set()
    return [problem for problem in errors if problem not in there]


def _retype(value: Raw) -> str | int | None:
    """Return what types a value again; None where nobody could: a date, or a number that is not whole."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or not isinstance(value, int | float) or value != int(value):
        return None
    return int(value)
