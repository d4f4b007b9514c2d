"""Lets a player into the running round: against the bye if there is one, else with a bye of their own.

This is the one time that the program changes cells on the organizer's sheets, because the organizer asks for just that.
Nobody else's row is touched.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

from turnabout_sheets import rounds
from turnabout_sheets.formats.base import Format
from turnabout_sheets.model import BYE, BYE_NAME, Event, Player
from turnabout_sheets.pairing.sessions import session_start
from turnabout_sheets.process import Outcome, checked, read
from turnabout_sheets.tables import Table
from turnabout_sheets.text import key, tidy
from turnabout_sheets.workbook import save
from turnabout_sheets.workbook.cells import CellChange, change_cells


class LateError(Exception):
    """The player cannot be let in; the text says why and what to do."""


def let_in(path: Path, name: str) -> tuple[Outcome, str]:
    """Write a player into the workbook's running round.

    Returns what is found in the workbook as it is then, and what was done, in words. With errors in it nothing
    is written and nothing was done. Raises `LateError` or `WorkbookError`.
    """
    source = save.open_workbook(path)
    event, format, _ = read(source)
    if event is None:
        return checked(path, source), ""
    changes, done = _changes(event, format, tidy(name))
    data = change_cells(source.data, changes)
    outcome = checked(path, replace(source, data=data))
    if outcome.exit:
        return outcome, ""
    save.replace(source, data)
    return outcome, done


def _changes(event: Event, format: Format, name: str) -> tuple[list[CellChange], str]:
    """Return the cells to be changed, and in words what that does."""
    number, method = event.last_round, event.settings.method
    if not name:
        raise LateError("The name is blank; give the player's name.")
    if not number:
        raise LateError(f"No round is paired yet: type {name} on the Players sheet, and run.")
    if method.by_bracket and number > 1:
        raise LateError("The first round is over, so nobody can be let into the elimination event any more.")
    known = next((player for player in event.players if key(player.name) == key(name)), None)
    if known and known.disqualified is not None:
        raise LateError(f"{known.name} was disqualified in round {known.disqualified}.")
    if known and any(known.number in (match.a, match.b) for match in event.rounds[number]):
        raise LateError(f"{known.name} is in round {number} already.")
    first = number if number in set(rounds.outstanding(event, format)["round"]) else number + 1
    if first > max(rounds.scheduled(event), number):
        raise LateError(f"All {number} rounds are played; nobody can be let in.")
    player = known or Player(len(event.players), name)
    on_players = list(_on_players(event, format, player, first, is_new=known is None))
    if first > number and not method.at_once:
        return on_players, f"Round {number} is complete: {player.name} is paired from round {first} on."
    taken = _free_byes(event, player, first)
    if method.at_once or method.by_bracket:
        if not taken:
            raise LateError(f"Nobody has a bye, and a {method.name} has no other place for {player.name}.")
    else:
        taken = taken[:1]
    if not taken:
        table = event.tables[event.rounds[number][0].sheet]
        return on_players + list(_new_row(event, format, table, player, number)), (
            f"{player.name} is in round {number} with a bye: nobody else is free."
        )
    changes = [change for match in taken for change in _against_bye(event, format, match, player)]
    opponent = event.players[taken[0].a].name
    also = f", and in {len(taken) - 1} later rounds for the bye" if len(taken) > 1 else ""
    return on_players + changes, (
        f"{player.name} is in round {taken[0].round} at table {_table(event, taken[0])} against {opponent}, "
        f"who had the bye{also}."
    )


def _on_players(event: Event, format: Format, player: Player, first: int, *, is_new: bool) -> Iterator[CellChange]:
    """Yield the changes on the sheet Players: a new row, or when a player comes, or comes back."""
    table = event.tables[format.players.name]
    if is_new:
        row = max((each.number for each in table.rows), default=table.header_row) + 1
        yield _cell(table, row, "name", player.name)
        if first > 1:
            yield _cell(table, row, "joined", first)
        return
    if player.dropped_after is not None and player.dropped_after > 0:
        missed = sorted({*player.away, *range(player.dropped_after + 1, first)} - {first})
        yield _cell(table, player.row, "dropped_after", None)
        if missed:
            yield _cell(table, player.row, "away", ", ".join(map(str, missed)))
        return
    if player.dropped_after == 0:
        yield _cell(table, player.row, "dropped_after", None)
    if player.joined != first:
        yield _cell(table, player.row, "joined", first)


def _free_byes(event: Event, player: Player, first: int) -> Sequence[Any]:
    """Return the byes, from a round on, that nobody has asked for, of players whom this one may meet."""
    session = session_start(first, event.settings.rounds_per_session)
    met = {match.b if match.a == player.number else match.a for match in event.rows if match.round >= session and
           player.number in (match.a, match.b)}  # fmt: skip
    return [
        match
        for match in event.rows
        if match.round >= first
        and match.b == BYE
        and match.ruling is None
        and match.a not in met
        and match.round not in event.players[match.a].byes
    ]


def _table(event: Event, match: Any) -> int:
    """Return the table of a match that was a bye: its place in a bracket, else the first that is free."""
    if match.table is not None:
        return int(match.table)
    taken = {each.table for each in event.rounds[match.round]}
    return next(table for table in count(1) if table not in taken)


def _against_bye(event: Event, format: Format, match: Any, player: Player) -> Iterator[CellChange]:
    table = event.tables[match.sheet]
    yield _cell(table, match.row, "b", player.name)
    yield _cell(table, match.row, "table", _table(event, match))
    yield from _opening(table, match.row, format.opening(event, event.players[match.a], player))


def _new_row(event: Event, format: Format, table: Table, player: Player, number: int) -> Iterator[CellChange]:
    row = max(each.number for each in table.rows) + 1
    if "round" in table.positions:
        yield _cell(table, row, "round", number)
    yield _cell(table, row, "a", player.name)
    yield _cell(table, row, "b", BYE_NAME)
    yield from _opening(table, row, format.opening(event, player, None))


def _opening(table: Table, row: int, values: Mapping[str, Any]) -> Iterator[CellChange]:
    """Yield what a new match row holds besides the names, where the sheet has a column for it."""
    for field, value in values.items():
        if field in table.positions:
            yield _cell(table, row, field, value)


def _cell(table: Table, row: int, field: str, value: str | int | None) -> CellChange:
    if field not in table.positions:
        header = table.sheet.column(field).header
        raise LateError(f"The sheet {table.title} has no column {header}; add it, and try again.")
    return CellChange(table.title, row, table.positions[field], value)
