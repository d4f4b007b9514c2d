"""Enters a result for who does not type into cells, and takes it back: the cells of a match change, nothing else.

Like `late_entry`, this types into a sheet of the organizer's, because the organizer asks for just that; so it does only
while nobody has the workbook open, and what a run would refuse is not written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from turnabout_sheets.core.problems import Place, Problem, Said, Severity
from turnabout_sheets.core.text import format_number, to_spans
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import Event, Match
from turnabout_sheets.event.results import compute, running_round
from turnabout_sheets.jobs.check import check_source
from turnabout_sheets.jobs.kept_rounds import read_kept_rounds
from turnabout_sheets.jobs.outcome import RunOutcome
from turnabout_sheets.jobs.read import read_source
from turnabout_sheets.jobs.start_over import start_over
from turnabout_sheets.prints.words import WordedError
from turnabout_sheets.reading.matches import read_winner
from turnabout_sheets.reading.typed_results import Typed, Value, list_players, read_fields, read_line
from turnabout_sheets.sheets.cell_kinds import NUMBER, WINNER, format_cell
from turnabout_sheets.sheets.declarations import Column
from turnabout_sheets.sheets.grid import Raw, address
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.files.other_programs import find_other_program
from turnabout_sheets.workbook.files.save import OpenElsewhereError
from turnabout_sheets.workbook.ooxml.cells import CellChange, change_cells

if TYPE_CHECKING:
    from turnabout_sheets.event.results import Results


class MatchPoints(NamedTuple):
    """What a match is worth to A and to B by one measure, as texts: VP, 21 and 9; B's is blank in a bye."""

    measure: str
    a: str
    b: str


def list_match_points(results: Results, match: Match) -> list[MatchPoints]:
    """Return what a match is worth, nothing where it is not reported.

    That is what its score has for A and for B, named as on the sheet Matches; in a format whose games have their worth
    from others, the points that count.
    """
    scored = results.matches
    if match.index not in scored.index:
        return []
    _, sheet, *_ = results.format.sheets.output
    found = []
    for column in sheet.columns:
        measure = column.field.removesuffix("_a")
        if column.kind is NUMBER and measure != column.field and column.field in scored:
            a, b = (scored[f"{measure}_{side}"][match.index] for side in ("a", "b"))
            if a is not None:  # nothing is counted where nobody plays
                found.append(MatchPoints(column.header.removesuffix(" A"), format_number(a), format_number(b)))
    if not found:
        a, b = results.sides_of(match)
        found.append(
            MatchPoints(results.format.points_name, format_number(a.points), format_number(b.points) if b else "")
        )
    return found


@dataclass(frozen=True, slots=True)
class ResultCell:
    """A cell, what it holds ``before`` (the empty text: nothing), and what it shall hold ``after`` (None: nothing)."""

    field: str
    column: Column
    place: Place
    before: Raw
    after: Value

    @property
    def header(self) -> str:
        """What it is called in the workbook."""
        return self.column.header

    @property
    def shown_before(self) -> str:
        """What it holds, as a text."""
        return format_cell(self.before)

    @property
    def shown_after(self) -> str:
        """What it shall hold, as a text."""
        return "" if self.after is None else str(self.after)

    @property
    def can_be_typed_back(self) -> bool:
        """Whether what it holds can be typed again: nothing, text or a whole number; not a date."""
        return self.before == "" or _to_typed(self.before) is not None


def read_cells(event: Event, format: Format, match: Match) -> dict[str, ResultCell]:
    """Return the cells of a match that the desk fills in, by field; after that they hold what they say now.

    Of a formula it is what it shows. Columns that the sheet lacks are blank, and so is a round that is just paired.
    """
    return {field: _read_cell(event, format, match, field) for field in format.entry.fields}


def change_values(cells: Mapping[str, ResultCell], values: Mapping[str, Value]) -> list[ResultCell]:
    """Return the cells that have to change, so that they say what is given by field."""
    return [
        replace(cells[field], after=value)
        for field, value in values.items()
        if value != cells[field].after or (value is None and cells[field].before != "")
    ]


def type_back(cells: Mapping[str, ResultCell], changed: Sequence[ResultCell]) -> list[ResultCell] | None:
    """Return the cells with what they held before they were ``changed``; None where they hold something else now."""
    if any(cells[each.field].shown_before != each.shown_after for each in changed):
        return None
    return [replace(cells[each.field], after=_to_typed(each.before)) for each in changed]


def to_changes(event: Event, match: Match, cells: Sequence[ResultCell]) -> Iterator[CellChange]:
    """Yield the changes that make cells of a match hold what they shall hold; the sheet has their columns."""
    positions = event.tables[match.sheet].positions
    return (CellChange(match.sheet, match.row, positions[cell.field], cell.after) for cell in cells)


def _read_cell(event: Event, format: Format, match: Match, field: str) -> ResultCell:
    table, column = event.tables[match.sheet], format.sheets.matches.column(field)
    position = table.positions.get(field)
    before: Raw = ""
    if position is not None:
        row = table.grid.rows[match.row - 1] if match.row <= len(table.grid.rows) else ()
        shown = row[position] if position < len(row) else ""
        before = table.grid.flags.get(address(match.row - 1, position), shown if format_cell(shown) else "")
    after: Value = None
    if before != "" and column.kind.takes(before):
        value = column.kind.read(before)
        if column.kind is WINNER:
            value = read_winner(str(value), column, list_players(event, match))
        after = value if value is None or isinstance(value, int) else str(value)
    return ResultCell(field, column, event.place(match, field), before, after)


def _to_typed(value: Raw) -> Value:
    """Return what types a value again; None where there is nothing to type, or nobody could."""
    if isinstance(value, str):
        return value or None
    if isinstance(value, bool) or not isinstance(value, int | float) or not float(value).is_integer():
        return None
    return int(value)


class EntryError(WordedError):
    """There is no such match, or nothing can be taken back."""


class Answer(Enum):
    """What came of entering a result.

    `WRITTEN`; `SAME`: all of it stands there already. Nothing was written either where something else stands there,
    which is to be confirmed (`TAKEN`), or something is wrong (`REFUSED`).
    """

    WRITTEN = "written"
    SAME = "same"
    TAKEN = "taken"
    REFUSED = "refused"


@dataclass(frozen=True)
class Entered:
    """What came of entering a result into a match.

    ``players`` are the names of A and, but in a bye, B. ``cells`` are those that change, in the order of the format's
    fields; ``fields`` are all that can be filled in. ``problems`` are what is wrong with the result, or with the
    workbook where that cannot be read; where it was written, what there is to say of its row. ``outcome`` is what is
    found in the workbook as it is then, None where nothing was written.
    """

    answer: Answer
    round: int = 0
    table: int = 0
    players: Sequence[str] = ()
    cells: Sequence[ResultCell] = ()
    fields: Sequence[ResultCell] = ()
    problems: Sequence[Problem] = ()
    outcome: RunOutcome | None = None

    @property
    def can_be_taken_back(self) -> bool:
        """Whether it was written, over what can be typed again."""
        return self.answer is Answer.WRITTEN and all(cell.can_be_typed_back for cell in self.cells)

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
    return start_over(partial(_enter, path, table, typed, round, confirmed))[0]


def show_result(event: Event, format: Format, number: int, table: int) -> Entered:
    """Return what stands in the cells of the match at a table: nothing is entered. Raises `EntryError`."""
    match = _find_match(event, number, table)
    return replace(_name(event, match), answer=Answer.SAME, cells=[*read_cells(event, format, match).values()])


def take_back(path: Path, entered: Entered) -> Entered:
    """Make the cells hold again what they held before; returns that as `enter_result` does.

    Raises `EntryError` where something else stands there now, else as `enter_result`.
    """
    return start_over(partial(_take_back, path, entered))[0]


def _enter(path: Path, table: int, typed: str | Typed, number: int | None, confirmed: bool) -> Entered:
    _require_closed(path)
    source = save.open_workbook(path)
    kept = read_kept_rounds(source.path)
    event, format, in_cells = read_source(source, kept)
    if event is None:
        return Entered(Answer.REFUSED, problems=in_cells)
    match = _find_match(event, running_round(compute(event, format)) if number is None else number, table)
    texts, problems = read_line(typed, event, format, match) if isinstance(typed, str) else (typed, [])
    values, unreadable = read_fields(texts, event, format, match)
    there = read_cells(event, format, match)
    entered = replace(_name(event, match), fields=[*there.values()])
    if problems or unreadable:
        return replace(entered, problems=unreadable or problems)
    entered = replace(entered, cells=change_values(there, values))
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
    event, format, in_cells = read_source(source, kept)
    if event is None:
        return Entered(Answer.REFUSED, problems=in_cells)
    match = _find_match(event, entered.round, entered.table)
    back, cells = _name(event, match), type_back(read_cells(event, format, match), entered.cells)
    if cells is None or back.players != entered.players:
        raise EntryError("desk.refused.changed_since", table=entered.table, round=entered.round)
    changed = _change(source, event, match, cells)
    return _save(source, changed, replace(back, cells=cells), check_source(path, changed, kept))


def _save(source: save.Source, changed: save.Source, entered: Entered, outcome: RunOutcome) -> Entered:
    leaving = save.replace(source, changed.data)
    outcome = replace(outcome, leaving=leaving)
    return replace(entered, answer=Answer.WRITTEN, outcome=outcome)


def _require_closed(path: Path) -> None:
    if other := find_other_program(path):
        raise OpenElsewhereError(
            f"{other}: type the result there, or close it (if it is open nowhere, delete the file {other.lock}, left "
            "behind by a crash).",
            Said("files.open", {"file": path.name, "program": other.name}),
        )


def _find_match(event: Event, number: int, table: int) -> Match:
    """Return the match at a table of a round. Raises `EntryError`."""
    if not event.rounds:
        raise EntryError("desk.refused.none_paired")
    if number not in event.rounds:
        raise EntryError("desk.refused.not_paired", round=number, last=event.last_round)
    if number in event.published:
        raise EntryError("desk.refused.no_sheet_yet", round=number)
    found = [match for match in event.rounds[number] if match.table == table]
    if not found:
        tables = to_spans(sorted({match.table for match in event.rounds[number] if match.table is not None}))
        shown = ", ".join(f"{span[0]}–{span[-1]}" if len(span) > 1 else str(span[0]) for span in tables)
        which = "desk.refused.no_table" if tables else "desk.refused.no_tables"
        raise EntryError(which, round=number, table=table, tables=shown)
    if len(found) > 1:
        places = [str(event.place(match, "table")) for match in found]
        raise EntryError("desk.refused.twice", round=number, table=table, rows=tuple(places))
    return found[0]


def _name(event: Event, match: Match) -> Entered:
    """Return a match as one that nothing is entered into yet."""
    players = [player.name for player in list_players(event, match).values()]
    return Entered(Answer.REFUSED, match.round, match.table or 0, players)


def _change(source: save.Source, event: Event, match: Match, cells: Sequence[ResultCell]) -> save.Source:
    """Return the workbook with these cells changed. Raises `CellError`, or `EntryError` where it lacks a column."""
    if lacking := [cell.header for cell in cells if not cell.place.cell]:
        raise EntryError("desk.refused.no_column", sheet=match.sheet, column=lacking[0])
    return replace(source, data=change_cells(source.data, [*to_changes(event, match, cells)]))


def _list_caused(found: Sequence[Problem], find_before: Callable[[], Sequence[Problem]]) -> list[Problem]:
    """Return the errors that were ``found`` and not there before, which is looked at only where there are any."""
    errors = [problem for problem in found if problem.severity is Severity.ERROR]
    there = set(find_before()) if errors else set()
    return [problem for problem in errors if problem not in there]
