"""Put back what `jobs.compare` has found: rows, results, cells, a whole sheet (rules 1.4.17 to 1.4.21)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from turnabout_sheets.changes.differences import ChangedRow
from turnabout_sheets.core.problems import Message, has_errors
from turnabout_sheets.core.safe_files import digest_of
from turnabout_sheets.event.model import Event
from turnabout_sheets.jobs import compare
from turnabout_sheets.jobs.compare import Kind, MatchRow
from turnabout_sheets.jobs.edit import read_raw
from turnabout_sheets.jobs.outcome import RefusedError
from turnabout_sheets.jobs.read import Book, read_book, start_over
from turnabout_sheets.jobs.state import State, write_beside
from turnabout_sheets.reading.matches import round_number, title_round
from turnabout_sheets.sheets.grid_json import write_grid
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.ooxml.cells import CellChange, change_cells

Plan = tuple[Sequence[CellChange], Sequence[str], Sequence[Message]]
"""The cells to be typed, the sheets that the next run adds, and what to say of both."""


def put_back(path: Path, number: int = 0) -> Sequence[Message]:
    """Put back a round as published, or without a number everything else that is missing.

    Nothing is written if the same question would remain. The next run adds sheets that are gone. Raises `RefusedError`
    or `WorkbookError`.
    """
    return start_over(lambda: _put_back(path, number))


def _put_back(path: Path, number: int) -> Sequence[Message]:
    book, what = read_book(save.open_workbook(path)), title_round(number) if number else path.name
    source = book.source
    if book.event is None:
        bad = Message("The event in {file} cannot be read, so nothing can be put back. Correct what is wrong first.")
        raise RefusedError(bad.fill(file=path.name))
    is_round = number and not book.lost
    changes, gone, said = _plan_round(book, book.event, number) if is_round else _plan_cells(book, book.event)
    if not changes and not gone:
        raise RefusedError(Message("There is nothing to put back in {what}.", what=what))
    changed = replace(source, data=change_cells(source.data, changes))
    again = read_book(changed)
    if again.event is None or (changes and number and any(number == each.round for each in compare.find(again)[0])):
        much = Message(
            "{what} cannot be put back, because too much was changed at once. Undo that in the spreadsheet program and "
            "save, or bring back an earlier version with Undo."
        )
        raise RefusedError(much.fill(what=what))
    state = _hold(again, gone) if gone else None
    save.replace(source, changed.data)
    if state is not None:
        with save.take_turn_at(source.path):
            save.require_unchanged(replace(changed, digest=digest_of(changed.data)))
            write_beside(source.path, state)
    if not number and (left := [change for row in compare.list_lost(again, again.event) for change in row.changes]):
        rest = Message("Not put back: {cells}. Enter that yourself, or use the workbook as is.")
        return [*said, rest.fill(cells=tuple(map(compare.say_change, left)))]
    return said


def _hold(book: Book, titles: Sequence[str]) -> State:
    """Return the state in which sheets that are gone wait for the next run."""
    base = book.beside if book.beside.event else book.state
    rounds = [number for title in titles if (number := round_number(title))]
    there = {**book.state.sheets, **{grid.name: write_grid(grid) for grid in book.lost}}
    waiting = tuple(dict.fromkeys((*base.waiting, *titles)))
    state = base._replace(sheets={**base.sheets, **{title: there[title] for title in titles}}, waiting=waiting)
    again = read_book(book.source, state)
    found = [each for each in again.problems if each not in book.problems]
    if again.event is None or has_errors(found) or not {*rounds} <= {*again.event.published}:
        why = f"{found[0].message} {found[0].hint}" if found else ""
        raise RefusedError(Message("Round {rounds} cannot be put back. {why}", rounds=tuple(rounds), why=why))
    return state


def _plan_cells(book: Book, event: Event) -> Plan:
    """Plan what an older copy lacks, and what was separated from the names of players."""
    if book.lost:
        back = Message("The sheet {sheet} is restored.")
        return (), [each.name for each in book.lost], [back.fill(sheet=each.name) for each in book.lost]
    changes, gone = list[CellChange](), list[int]()
    if book.is_older and book.newest is not None:
        gone += [each for each in compare.list_gone(book, event) if title_round(each) in book.state.sheets]
        changes += _retype(event, book.newest[0], compare.list_lost(book, event))
    changes += _retype(event, book.before[0], compare.list_torn(book, event))
    said = [Message("{n} entry restored.", "{n} entries restored.", n=len(changes))] if changes else []
    return changes, [*map(title_round, gone)], [*said, *(_DONE.fill(round=each) for each in gone)]


def _retype(event: Event, before: Event, rows: Sequence[ChangedRow]) -> Iterator[CellChange]:
    """Yield the changes after which the changed cells hold what they held before; a row that is gone comes last."""
    tables, then = ({each.title: each for each in of.tables.values()} for of in (event, before))
    last = {title: max([each.header_row, *(row.number for row in each.rows)]) for title, each in tables.items()}
    for row in rows:
        if row.was is None or row.sheet not in tables:
            continue
        table, cells, place = tables[row.sheet], {change.cell for change in row.changes}, row.number
        if row.now is None:
            place = last[table.title] = last[table.title] + 1
        elif table is event.tables["Players"]:  # a former name stays away: it is in every round, too
            cells.discard(row.now.cells["name"].address)
        for field, cell in (row.now or row.was).cells.items():
            value = read_raw(then[row.was.sheet], row.was.number, field)
            if field in table.positions and (cell.address in cells if row.now else value != ""):
                yield CellChange(table.title, place, table.positions[field], value)


_SEAT: Final = ("table", "a", "b")
_DONE: Final = Message("Round {round} is as published again.")


def _plan_round(book: Book, event: Event, number: int) -> Plan:
    """Plan to put back a round; the names alone where no result is to change.

    Late players, and rows of players who were not published, stay as they are.
    """
    table, format, said = compare.find_table(event, number), book.format, [_DONE.fill(round=number)]
    if number in compare.list_gone(book, event):
        return (), [title_round(number)] if title_round(number) in book.state.sheets else [], said
    if number not in book.state.published or table is None:
        return (), (), ()
    with_results = any((each.kind, each.round) == (Kind.VALUES, number) for each in compare.find(book)[0])
    was, now = compare.list_before(book, number), compare.list_rows(event, format, number)
    there = {player for row in was for player in row.players}
    stated = [each for each in table.positions if each not in (*_SEAT, *format.entry_fields, "round", "note")]
    moving = {(field, row.values[field]) for row in was for field in stated if row.values[field] is not None}

    def change(row: MatchRow, values: Mapping[str, Any], fields: Iterable[str]) -> Iterator[CellChange]:
        for field in fields:
            value, typed = values.get(field), row.values.get(field)
            # Whoever is in the place of a player who is no longer on Players stays.
            replaces = field in _SEAT and isinstance(value, str) and isinstance(typed, int) and typed not in there
            if field in table.positions and value != typed and not replaces:
                value = event.names.get(value, value) if field in ("a", "b") else value
                yield CellChange(table.title, row.number, table.positions[field], value)

    is_movement = "movement" in format.methods  # then decks stay at the tables
    pairs = compare.match_rows(was, now, by_table=not is_movement)
    spare = [row for old, row in pairs if old is None and row and None not in row.pair]
    taken, changes = {row.number for row in table.rows}, list[CellChange]()
    for old, row in pairs:
        if old is None:
            continue
        fields = [] if is_movement else [*_SEAT]
        if row is None:  # it is gone: into a row that is one too many, or a free one
            fields = list(table.positions)
            is_free = old.number not in taken and old.number > table.header_row
            at = old.number if is_free else max(taken, default=table.header_row) + 1
            row = spare.pop(0) if spare else MatchRow(at, None, (None, None))
            taken.add(row.number)
        elif old.pair != row.pair:  # what is stated at the table returns with the players if it has moved with them
            returning = [each for each in stated if {(each, old.values[each]), (each, row.values[each])} & moving]
            fields = [*_SEAT, *returning]
        fields += format.entry_fields if with_results else ()
        changes += change(row, old.values, dict.fromkeys(fields))
    changes += [cell for row in spare for cell in change(row, {}, table.positions)]
    blank = [row.pair for row in was if not row.result and len(row.players) > 1]
    if with_results and sum(bool(row.result) for row in now) > sum(bool(row.result) for row in was):
        rows = tuple(" – ".join(str(event.names.get(each, each)) for each in pair) for pair in blank)
        lost = Message("What came after the last run cannot be told apart any more. Type it again: {rows}.")
        said.append(lost.fill(rows=rows))
    return changes, (), said
