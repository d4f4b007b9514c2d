"""Puts back what `jobs.compare` has found: names, rows, results, cells, a whole sheet (rules 1.4.17 to 1.4.21).

Like `edit`, this types into sheets of the organizer's, because they ask for just that. Nothing is written where
the same would be asked afterwards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, Final, NamedTuple

from turnabout_sheets.changes.differences import Change, Keys, pair_up
from turnabout_sheets.core.backups import Backup
from turnabout_sheets.core.digests import digest_of
from turnabout_sheets.core.problems import Message, SaidError, Severity
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import BYE, BYE_NAME, Event
from turnabout_sheets.jobs.compare import (
    Kind,
    MatchRow,
    find,
    find_people,
    find_table,
    list_gone,
    list_lost,
    list_rows,
    list_torn,
    say_change,
)
from turnabout_sheets.jobs.read import Book, read_book
from turnabout_sheets.jobs.start_over import start_over
from turnabout_sheets.jobs.state import State, write_beside
from turnabout_sheets.reading.event_sheet import EVENT_SHEET
from turnabout_sheets.reading.matches import round_number, title_round
from turnabout_sheets.sheets.cell_kinds import ANYTHING, NUMBER, RATING, format_cell
from turnabout_sheets.sheets.declarations import Column
from turnabout_sheets.sheets.grid import Grid
from turnabout_sheets.sheets.grid_json import write_grid
from turnabout_sheets.sheets.table import Table
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.ooxml.cells import CellChange, change_cells
from turnabout_sheets.workbook.ooxml.graft import graft
from turnabout_sheets.workbook.ooxml.tabs import Tabs
from turnabout_sheets.workbook.ours.blank import add_lost_sheet
from turnabout_sheets.workbook.ours.book import make_workbook, scratch_bytes
from turnabout_sheets.workbook.ours.recognition import ours_of


class PutBackError(SaidError):
    """Nothing can be put back."""


class PutBack(NamedTuple):
    """What was done, in words, and the earlier version that is the first to go."""

    said: Sequence[Message]
    leaving: Backup | None = None


def put_back(path: Path, number: int = 0) -> PutBack:
    """Put a round back as it was published, or, without a number, all else that is found to be missing.

    Where somebody saves the workbook meanwhile, in that version. A round that is gone waits beside the workbook, and
    the next run puts its sheet in. Raises `PutBackError` or `WorkbookError`.
    """
    return start_over(partial(_put_back, path, number))[0]


def _put_back(path: Path, number: int) -> PutBack:
    book = read_book(save.open_workbook(path))
    if book.lost:
        if number:
            raise PutBackError(Message("The sheet {sheet} is gone. Restore it first.", sheet=book.lost[0].name))
        return _put_back_sheets(book)
    if book.event is None:
        raise PutBackError(
            Message(
                "The event in {file} cannot be read, so nothing can be put back. Correct what is wrong first.",
                file=path.name,
            )
        )
    if not number:
        return _put_back_cells(book, path)
    if number in list_gone(book):
        said, state = _hold(book, [number])
        _write_beside(book.source, state)
        return PutBack([said])
    return _put_back_rows(book, path, number)


def _write_beside(source: save.Source, state: State) -> None:
    with save.explain_errors(source.path), save.take_turn_at(source.path):
        save.require_unchanged(source)
        write_beside(source.path, state)


# --- sheets ---


def _put_back_sheets(book: Book) -> PutBack:
    """Put in the sheets without which no event can be read."""
    new = make_workbook()
    for grid in book.lost:
        add_lost_sheet(new, book.format, grid)
    event, players = EVENT_SHEET.name, book.format.sheets.players.name
    tabs = Tabs({event: players, players: event})
    data = graft(book.source.data, scratch_bytes(new), ours=ours_of(book.format), tabs=tabs)
    return PutBack(
        [Message("The sheet {sheet} is restored.", sheet=each.name) for each in book.lost],
        save.replace(book.source, data),
    )


def _hold(book: Book, numbers: Sequence[int]) -> tuple[Message, State]:
    """Return the state in which rounds that are gone wait for the next run, and what is done by that."""
    say = {"n": len(numbers), "rounds": tuple(numbers)}
    grids = [_make_sheet(book, number) for number in numbers]
    for number in numbers:
        if title := next((name for name in book.source.package.sheets if round_number(name) == number), ""):
            raise PutBackError(
                Message(
                    "Round {round} cannot be put back while there is a sheet {sheet} without its pairings. Delete or "
                    "rename that, save, and try again.",
                    round=number,
                    sheet=title,
                )
            )
    base = book.beside if book.beside.event else book.state
    sheets = {**base.sheets, **{grid.name: write_grid(grid) for grid in grids}}
    state = base._replace(sheets=sheets, waiting=tuple(dict.fromkeys((*base.waiting, *(grid.name for grid in grids)))))
    again = read_book(book.source, state)
    errors = [each for each in again.problems if each.severity is Severity.ERROR and each not in book.problems]
    if again.event is None or errors or not {*numbers} <= {*again.event.published}:
        earlier = (
            f"Round {each} is not there, either: put that back first." for each in list_gone(book) if each < numbers[0]
        )
        cause = next(chain(earlier, (each.message for each in errors)), "The workbook has no place for it.")
        raise PutBackError(
            Message(
                "Round {rounds} cannot be put back. {cause}",
                "Rounds {rounds} cannot be put back. {cause}",
                cause=cause,
                **say,
            )
        )
    return Message(
        "Round {rounds} is put back as published, with all results.",
        "Rounds {rounds} are put back as published, with all results.",
        **say,
    ), state


def _make_sheet(book: Book, number: int) -> Grid:
    """Return the sheet of a round as it was, or as players have seen it."""
    assert book.before is not None, "a state that can be read"
    event, format, _ = book.before
    table = find_table(event, number)
    if table is not None and round_number(table.title) == number:
        return table.grid
    names = {BYE: BYE_NAME, **{player.number: player.name for player in event.players}}
    rows = [
        {**row.values, "a": names.get(row.pair[0]), "b": names.get(row.pair[1])}
        for row in list_rows(event, format, number)
    ]
    published = book.state.published[number].rows
    rows = rows or [{"table": table, "a": a, "b": b} for table, a, b in published]
    columns = format.sheets.matches.columns
    cells = [["" if row.get(each.field) is None else row[each.field] for each in columns] for row in rows]
    return Grid(title_round(number), [[each.header for each in columns], *cells])


# --- cells by name, and by player ---


def _put_back_cells(book: Book, path: Path) -> PutBack:
    """Put back what an older copy lacks, and what was torn from the names of players."""
    assert book.event is not None, "an event that can be read"
    newest = book.read(book.beside) if book.is_older else None
    lost = list_lost(book) if newest is not None else []
    gone = [each for each in list_gone(book) if newest is not None and each in newest[0].rounds]
    torn = list_torn(book)
    if not lost and not gone and not torn:
        raise PutBackError(Message("Nothing is missing in {file} that its newest version here had.", file=path.name))
    tables = {table.title: table for table in book.event.tables.values()}
    then = {table.title: table for table in newest[0].tables.values()} if newest is not None else {}
    last = {title: max([each.header_row, *(row.number for row in each.rows)]) for title, each in tables.items()}
    changes = [_type_back(tables[each.sheet], each) for each in torn]
    for row in lost:
        if row.now is not None:  # a player's former name stays away: it stands in every round, too
            renamed = row.was is not None and row.now.sheet == tables["Players"].title
            named = row.now.cells["name"].address if renamed else ""
            changes += [_type_back(tables[row.now.sheet], each) for each in row.changes if each.cell not in ("", named)]
        elif row.was is not None and row.was.sheet in tables:  # below the last row of its sheet
            last[row.was.sheet] += 1
            changes += _type_row(tables[row.was.sheet], last[row.was.sheet], then[row.was.sheet], row.was.number)
    changed = replace(book.source, data=change_cells(book.source.data, changes))
    again = read_book(changed)
    if again.event is None:
        raise PutBackError(
            Message(
                "What is missing in {file} cannot be put back cell by cell. Bring back a later version of the "
                "workbook.",
                file=path.name,
            )
        )
    done = [Message("{n} entry restored.", "{n} entries restored.", n=len(changes))] if changes else []
    said, state = _hold(again, gone) if gone else (None, None)
    if left := [change for each in (list_lost(again) if lost else ()) for change in each.changes]:
        done.append(
            Message(
                "Not put back: {cells}. Enter that yourself, or use the workbook as is.",
                cells=tuple(map(say_change, left)),
            )
        )
    leaving = save.replace(book.source, changed.data)
    if said is not None and state is not None:
        done.insert(1, said)
        _write_beside(replace(changed, digest=digest_of(changed.data)), state)
    return PutBack(done, leaving)


def _type_back(table: Table, change: Change) -> CellChange:
    """Return the cell that makes it show again what it showed."""
    letters = change.cell.rstrip("0123456789")
    field = next(each for each in table.positions if table.place(1, each).cell == f"{letters}1")
    typed = _to_typed(change.before, table.sheet.column(field))
    return CellChange(table.title, int(change.cell.removeprefix(letters)), table.positions[field], typed)


def _type_row(table: Table, number: int, before: Table, was: int) -> Iterator[CellChange]:
    """Yield the cells of a row that is gone, as ``before`` had them."""
    cells = before.grid.rows[was - 1]
    for field, position in before.positions.items():
        shown = format_cell(cells[position]) if position < len(cells) else ""
        if shown and field in table.positions:
            typed = _to_typed(shown, table.sheet.column(field))
            yield CellChange(table.title, number, table.positions[field], typed)


def _to_typed(shown: str, column: Column) -> str | int | None:
    """Return what is typed into a cell that is to show this: numbers as such, where they are meant as such."""
    if shown.removeprefix("-").isdecimal() and (column.kind.whole or column.kind in (NUMBER, RATING, ANYTHING)):
        return int(shown)
    return shown or None


# --- rows of a round ---


class Plan(NamedTuple):
    """How a round becomes as it was published."""

    changes: Sequence[CellChange]
    way: str  # by what its results are known: see `WAYS`
    kept: int  # known results that stay where they were by that
    moved: Sequence[MatchRow]  # the published rows that have their players, or their table, again
    restored: Sequence[tuple[MatchRow, int]]  # those that were gone, each with its row now
    cleared: Sequence[int]  # rows that were too many
    more: bool  # whether more cells of results are filled in now than then


_SEAT: Final = ("table", "a", "b")

WAYS: Final[Mapping[str, Sequence[str]]] = {
    "table": ("all", "table", "pair", "a", "b"),
    "row": ("number", "all", "table", "pair", "a", "b"),
    "pair": ("pair with result", "pair", "table", "a", "b"),
}
"""By what rows are known, the surest first, by where results stay next to it."""


def _put_back_rows(book: Book, path: Path, number: int) -> PutBack:
    """Put the rows of a round back that is there."""
    if number not in book.state.published:
        raise PutBackError(Message("Round {round} was not published: there is nothing to put back.", round=number))
    if book.before is None:
        raise PutBackError(
            Message(
                "What is known of {file} cannot be read any more. Undo brings back an earlier version.", file=path.name
            )
        )
    assert book.event is not None, "an event that can be read"
    asked = {each.kind for each in find(book) if each.round == number}
    was = list_rows(book.before[0], book.format, number, find_people(book.before[0], book.event))
    plan = plan_rows(book.event, book.format, number, was, results=Kind.VALUES in asked)
    with_results = Kind.VALUES in asked or (Kind.SEATS in asked and not plan.changes)
    if with_results:  # the names are as they were, so columns of results were sorted, or typed over
        plan = plan_rows(book.event, book.format, number, was, results=True)
    if not plan.changes:
        raise PutBackError(Message("Round {round} is as it was published: there is nothing to put back.", round=number))
    changed = replace(book.source, data=change_cells(book.source.data, plan.changes))
    again = read_book(changed)
    if again.event is None or any(each.round == number for each in find(again)):
        raise PutBackError(
            Message(
                "Round {round} cannot be put back row by row, because too much in it was changed at once. Undo that "
                "in the spreadsheet program and save, or bring back an earlier version with Undo.",
                round=number,
            )
        )
    leaving = save.replace(book.source, changed.data)
    is_other_round = Kind.VALUES in asked and all(row.result for row in list_rows(book.event, book.format, number))
    said = _describe(book.event, number, plan, was, with_results=with_results, is_other_round=is_other_round)
    return PutBack([*said], leaving)


def plan_rows(event: Event, format: Format, number: int, was: Sequence[MatchRow], *, results: bool) -> Plan:
    """Return the plan that leaves most of the known results where they were, and changes fewest cells.

    Which row of now is which of then is told by what the accident has left; where no result tells, results stay next to
    their table numbers. Who came late, and rows of nobody who was published, stay as they are. ``results``: also these
    are to be as they were known.
    """
    table, now = find_table(event, number), list_rows(event, format, number)
    assert table is not None, "a round that is there"
    there = {player for row in was for player in row.players}
    free = {row.seat[1] for row in was if row.seat[2] == BYE}
    late = [row for row in now if len(row.players) == 2 and len(row.players & free) == len(row.players - there) == 1]
    byes = {player for row in late for player in row.players}
    was = [row for row in was if not (row.seat[2] == BYE and row.seat[1] in byes)]
    now = [row for row in now if row not in late and (row.players & there or None in row.pair)]
    places, firsts = {row.number: {*row.pair} for row in was}, dict[object, MatchRow]()
    for row in sorted(now, key=lambda row: places.get(row.number) != {*row.pair}):
        firsts.setdefault((row.seat, row.result), row)
    copies = [row for row in now if row not in firsts.values()]
    now = [row for row in now if row in firsts.values()]
    rows = _Rows(event, format, table, was, now, copies, there)
    plans = [rows.plan(way, results=results) for way in WAYS]
    return max(plans, key=lambda plan: (plan.kept, plan.way != "pair", -len(plan.changes)))


class _Rows(NamedTuple):
    """The rows of a round then and now, as far as they are to be put back."""

    event: Event
    format: Format
    table: Table
    was: Sequence[MatchRow]
    now: Sequence[MatchRow]
    copies: Sequence[MatchRow]  # of now, that say just what another one does
    there: set[Any]  # who was published

    def plan(self, way: str, *, results: bool) -> Plan:
        """Return the plan in which rows are known in one way."""
        fields, all_fields = self.format.entry.fields, tuple(self.table.positions)
        pairs = pair_up(*([(_list_keys(row, way), row) for row in rows] for rows in (self.was, self.now)))
        both = [(was, now) for was, now in pairs if was is not None and now is not None]
        spare = [*self.copies, *(now for was, now in pairs if was is None and now and None not in now.pair)]
        moving, changes, moved = self._find_moving(both), list[CellChange](), list[MatchRow]()
        for was, now in both:
            # Where decks stay at the tables, a match may be played at another one: it keeps that.
            may_move = "movement" not in self.format.methods or was.pair != now.pair
            if may_move and (cells := [*self._change(now, was.values, moving)]):
                moved.append(was)
                changes += cells
        if results:
            changes += [change for was, now in both for change in self._change(now, was.values, fields)]
        restored: list[tuple[MatchRow, int]] = []
        for was in [was for was, now in pairs if was is not None and now is None]:
            at = next((row for row in spare if row.number == was.number), spare[0] if spare else None)
            if at is not None:
                spare.remove(at)
            at = at or MatchRow(self._find_free(was, restored), {"a": None, "b": None})
            restored.append((was, at.number))
            changes += self._change(at, was.values, all_fields)
        changes += [change for row in spare for change in self._change(row, {}, all_fields)]
        kept = sum(bool(was.result) and was.result == now.result for was, now in both)
        then, there = (sum(cell is not None for row in rows for cell in row.result) for rows in (self.was, self.now))
        return Plan(changes, way, kept, moved, restored, [row.number for row in spare], there > then)

    def _find_moving(self, both: Sequence[tuple[MatchRow, MatchRow]]) -> Sequence[str]:
        """Return the fields that go back with the players.

        What is stated at the table, such as an option, goes back only where it was moved: else it is new, and stays.
        """
        if "movement" in self.format.methods:
            both = [(was, now) for was, now in both if was.pair != now.pair]
        fields = (*_SEAT, *self.format.entry.fields, "round", "note")
        stated = [each for each in self.table.positions if each not in fields]
        then = Counter(cell for was, _ in both for each in stated if (cell := was.values[each]) is not None)
        there = Counter(now.values[each] for _, now in both for each in stated)
        return _SEAT if then - there else (*_SEAT, *stated)

    def _change(self, row: MatchRow, values: Mapping[str, Any], fields: Sequence[str]) -> Iterator[CellChange]:
        """Yield the changes that make these fields of a row hold what they shall hold.

        Where that is somebody who is not on Players any more, who stands there in their place stays.
        """
        for field in fields:
            value, now = values.get(field), row.values.get(field)
            if field not in self.table.positions or value == now:
                continue
            if field in ("a", "b"):
                if isinstance(value, str) and isinstance(now, int) and now not in self.there:
                    continue
                if isinstance(value, int):
                    value = BYE_NAME if value == BYE else self.event.players[value].name
            yield CellChange(self.table.title, row.number, self.table.positions[field], value)

    def _find_free(self, was: MatchRow, restored: Sequence[tuple[MatchRow, int]]) -> int:
        """Return the number of a row in which nothing stands: that of before, or else the first below all others."""
        taken = {*(row.number for row in self.table.rows), *(number for _, number in restored)}
        is_free = was.number not in taken and was.number > self.table.header_row
        return was.number if is_free else max(taken, default=self.table.header_row) + 1


def _list_keys(row: MatchRow, way: str) -> Keys:
    """Return by what a row is known; None: not by that."""
    table, a, b = row.seat
    pair = frozenset((a, b))
    known = {"number": row.number, "all": (row.seat, row.result), "pair with result": (pair, row.result)}
    known |= {"pair": pair, "table": table, "a": a, "b": b}
    return tuple(known[each] for each in WAYS[way])


def _describe(
    event: Event, number: int, plan: Plan, was: Sequence[MatchRow], *, with_results: bool, is_other_round: bool
) -> Iterator[Message]:
    """Yield what was done with a round."""
    if with_results:
        yield Message("The results of round {round} are again as they were known.", round=number)
        if is_other_round:
            yield Message("Type what was meant for another round into the sheet of that round.")
        elif plan.more:
            blank = [row for row in was if not row.result and len(row.players) > 1]
            yield Message(
                "What came after the last run cannot be told apart any more. Type it again: {rows}.",
                rows=_say_rows(event, blank),
            )
    if plan.moved:
        values = {"round": number, "n": len(plan.moved)}
        yield {
            "table": Message(
                "Round {round} is as published again, in {n} row; results stay next to their table numbers.",
                "Round {round} is as published again, in {n} rows; results stay next to their table numbers.",
                **values,
            ),
            "row": Message(
                "Round {round} is as published again, in {n} row; results stay in the rows that they are in.",
                "Round {round} is as published again, in {n} rows; results stay in the rows that they are in.",
                **values,
            ),
            "pair": Message(
                "Round {round} is as published again, in {n} row; results stay next to their players.",
                "Round {round} is as published again, in {n} rows; results stay next to their players.",
                **values,
            ),
        }[plan.way]
    for row, place in plan.restored:
        yield Message(
            "Was gone, and is in row {place} again with the result that was known: {row}."
            if row.result
            else "Was gone, and is in row {place} again without a result: {row}.",
            row=_say_rows(event, [row]),
            place=place,
        )
    if plan.cleared:
        yield Message("Cleared, because the same players are elsewhere: row {places}.", places=tuple(plan.cleared))


def _say_rows(event: Event, rows: Sequence[MatchRow]) -> tuple[object, ...]:
    """Return which rows these are, for pages."""
    tables = tuple(str(row.seat[0]) for row in rows if row.seat[0] is not None)
    names = {player.number: player.name for player in event.players}
    said = [Message("table {tables}", "tables {tables}", n=len(tables), tables=tables)] if tables else []
    others = (row for row in rows if row.seat[0] is None)
    return (*said, *(" – ".join(str(names.get(each, each)) for each in row.players) for row in others))
