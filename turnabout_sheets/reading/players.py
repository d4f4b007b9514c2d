"""Reads the Players sheet, and puts player numbers in place of the names on all other sheets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from turnabout_sheets.core.problems import MOST, Place, Problem, error, stop_at
from turnabout_sheets.core.text import find_nearest, key
from turnabout_sheets.event.model import BYE, BYE_NAME, Player
from turnabout_sheets.event.rulings import DISQUALIFICATION
from turnabout_sheets.formats.common import PLAYER_FIELDS
from turnabout_sheets.sheets.cell_kinds import PLAYER, PLAYER_OR_BYE
from turnabout_sheets.sheets.declarations import Column
from turnabout_sheets.sheets.table import Row, Table


def make_players(table: Table, teammates: Sequence[str]) -> tuple[Player, ...]:
    """Return the players as they stand, see `make_player`; rows without a name were reported and are left out."""
    named = [row for row in table.rows if row["name"] is not None]
    return tuple(make_player(number, row.number, row.values, teammates) for number, row in enumerate(named))


def make_player(number: int, row: int, values: Mapping[str, Any], teammates: Sequence[str]) -> Player:
    """Return the player of a row of the Players sheet; ``teammates`` are the fields that name who plays, too."""
    filled = {field: value for field, value in values.items() if value is not None}
    return Player(
        number=number,
        row=row,
        teammates=tuple(filled[field] for field in teammates if field in filled),
        fields={field: value for field, value in filled.items() if field not in PLAYER_FIELDS},
        **{field: value for field, value in filled.items() if field in PLAYER_FIELDS},
    )


def mark_disqualified(players: Sequence[Player], rulings: Table | None) -> tuple[Player, ...]:
    """Return the players with the round in which each was disqualified, by the sheet Rulings."""
    rounds: dict[int, int] = {}
    for row in rulings.rows if rulings else ():
        if row["kind"] == DISQUALIFICATION and None not in (row["player"], row["round"]):
            rounds[row["player"]] = min(row["round"], rounds.get(row["player"], row["round"]))
    return tuple(
        replace(player, disqualified=rounds[player.number]) if player.number in rounds else player for player in players
    )


def resolve_players(table: Table, players: Sequence[Player]) -> tuple[Table, list[Problem]]:
    """Put player numbers in place of names; a name that is not on the Players sheet is a problem and becomes None.

    Behind `MOST` problems no name is put in.
    """
    columns = [column for column in table.sheet.columns if column.kind in (PLAYER, PLAYER_OR_BYE)]
    if not columns:
        return table, []
    numbers = {key(name): player.number for player in reversed(players) for name in player.names}
    names = tuple(called for player in players for called in player.names)
    as_written = {name: numbers[key(name)] for name in names}
    known = {column.field: {**as_written, BYE_NAME: BYE} for column in columns if column.kind is PLAYER_OR_BYE}
    problems: list[Problem] = []

    def number(row: Row, column: Column) -> int | None:
        name = row[column.field]
        if name is None or len(problems) > MOST:
            return None
        if (found := known.get(column.field, as_written).get(name)) is not None:
            return found
        if column.kind is PLAYER_OR_BYE and key(name) == key(BYE_NAME):
            return BYE
        if key(name) not in numbers:
            place = table.place(row.number, column.field)
            full = len(problems) == MOST
            problems.append(stop_at(place) if full else _unknown_player(place, column, name, names))
        return numbers.get(key(name))

    rows = []
    for row in table.rows:
        cells = list(row.cells)
        for column in columns:
            cells[row.fields[column.field]] = number(row, column)
        rows.append(Row(row.number, row.fields, tuple(cells)))
    return replace(table, rows=tuple(rows)), problems


def _unknown_player(place: Place, column: Column, name: str, known: Sequence[str]) -> Problem:
    near = find_nearest(name, known)
    if key(name) == key(BYE_NAME):
        remedy = f"Where somebody has a bye, {BYE_NAME} stands as player B."
    elif near:
        remedy = f'Did you mean "{near}"?'
    else:
        remedy = "Correct the name, or add the player to the Players sheet."
    return error(place, f'{column.header} is "{name}"; expected {column.kind.expects}.', remedy)
