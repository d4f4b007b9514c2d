"""A round that is being paired: its rows as the round's sheet will hold them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from turnabout_sheets.core.problems import Problem, warning
from turnabout_sheets.core.text import key
from turnabout_sheets.event.format import Format, LiveColumn
from turnabout_sheets.event.model import BYE, Event, Player, make_matches
from turnabout_sheets.event.rulings import split_ruling
from turnabout_sheets.pairing.first_round import FIRST_ROUNDS
from turnabout_sheets.pairing.lots import draw_key
from turnabout_sheets.pairing.seating import assign_tables
from turnabout_sheets.reading.matches import title_round
from turnabout_sheets.sheets.declarations import Column, Sheet
from turnabout_sheets.sheets.table import Table, make_table_row

Couple = tuple[Player, Player]


@dataclass(frozen=True)
class NewRound:
    """A round that was just paired."""

    number: int
    sheet: Sheet
    columns: tuple[Column | LiveColumn, ...]  # all, in order
    rows: tuple[dict[str, Any], ...]  # by field
    notes: tuple[str, ...] = ()  # why each row is so
    summary: tuple[str, ...] = ()  # of the round as a whole, a line each


def make_round(format: Format, number: int, rows: Sequence[dict[str, Any]]) -> NewRound:
    """Return a round of ``rows``, on its sheet."""
    return NewRound(number, replace(format.matches, name=title_round(number)), format.round_columns, tuple(rows))


def make_row(table: int | None, a: Player, b: Player | None, **more: Any) -> dict[str, Any]:
    """Return a match row by field; ``b`` None is a bye."""
    return {"table": table, "a": a.number, "b": BYE if b is None else b.number, **more}


def seat(
    event: Event, number: int, couples: Sequence[Couple], byes: Sequence[Player]
) -> tuple[list[dict[str, Any]], list[Problem]]:
    """Return the rows of a round from table 1 on, byes last; a fixed table that is taken is a warning (rules 1.5.8)."""
    players = {player.number: player for couple in couples for player in couple}
    fixed = {number: player.fixed_table for number, player in players.items() if player.fixed_table is not None}
    seating = assign_tables([(a.number, b.number) for a, b in couples], fixed)
    seated = sorted(zip(seating.tables, couples, strict=True), key=lambda each: each[0])
    rows = [make_row(table, a, b) for table, (a, b) in seated]
    problems = [
        warning(
            event.player_place(players[each.player], "fixed_table"),
            f"In round {number} {players[each.player].name} cannot sit at the fixed table {each.table}: "
            f"{players[each.by].name} has it.",
            "Nothing needs to be done, or give one of the two another fixed table.",
        )
        for each in seating.displaced
    ]
    return rows + [make_row(None, player, None) for player in byes], problems


def draw_lots(event: Event, players: Sequence[Player]) -> dict[int, bytes]:
    """Return by player number what decides in the event's draw (rules 1.5.3): who has the smallest is drawn first."""
    seed = event.seed
    return {player.number: draw_key(seed, key(player.identity)) for player in players}


def first_round_order(event: Event, players: Sequence[Player]) -> list[Player]:
    """Return players in the order of the setting First round (rules 1.5.4), which is also that of the seeds."""
    drawn = draw_lots(event, players)
    order = FIRST_ROUNDS[event.settings.first_round].order
    return [players[i] for i in order([p.rating for p in players], [drawn[p.number] for p in players])]


def append_round(event: Event, new: NewRound) -> Event:
    """Return the event as it is read once the round's sheet is written: headers in row 1, a match a row from 2 on."""
    title = new.sheet.name
    rows = [{**row, "round": new.number, "sheet": title, "row": number} for number, row in enumerate(new.rows, 2)]
    for each in rows:
        each["ruling"], each["advances"] = split_ruling(each.get("ruling"))
    positions = {column.field: index for index, column in enumerate(new.columns) if isinstance(column, Column)}
    matches = make_matches(rows, positions, first=len(event.rows))
    table = Table(new.sheet, title, 1, positions, tuple(make_table_row(row["row"], row) for row in rows))
    return replace(event, rows=(*event.rows, *matches), tables={**event.tables, title: table})
