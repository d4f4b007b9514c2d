"""The places that are free in rounds that are paired, and which a late player takes (rules 1.4.11, duplicate 4.8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import NamedTuple

from turnabout_sheets.event.model import BYE, Event, Player
from turnabout_sheets.pairing.methods import session_start
from turnabout_sheets.sheets.table import Row


class Place(NamedTuple):
    """A place that is free in a round: in a row of its sheet, in the column of A or B."""

    round: int
    row: int
    field: str
    had: int  # `BYE`, or the number of a player who has left
    opponent: int  # the number of the player next to it
    table: int  # that of the row, otherwise the first that is free
    waits: bool  # whether the opponent is there


def take_places(event: Event, player: Player, rounds: Sequence[int]) -> list[Place]:
    """Return the places that a player takes in these rounds, at most one in each.

    A place of the bye comes before one of a player who has left. Of these, the places in which players are expected
    who are still to come are taken last, beginning with those of the last to come.
    """
    turns: dict[tuple[int, int], int] = {}
    for turn, other in enumerate(reversed([each for each in event.latecomers if each.number != player.number]), 1):
        before = [number for number in event.rounds if number < other.joined]
        turns |= {(place.round, place.row): turn for place in _take(event, other, before, turns={})}
    return _take(event, player, rounds, turns)


def _take(event: Event, player: Player, rounds: Sequence[int], turns: Mapping[tuple[int, int], int]) -> list[Place]:
    """Return the first free places that go together: first those with a game, then those where the player sits out."""
    settings, taken, own = event.settings, dict[int, Place](), list_own_rows(event, player)
    tables_once = settings.method.each_table_once and not settings.allow_rematches
    met, been = set[int](), {row["table"] for row in own.values()}
    for is_game in (True, False):
        for number in rounds:
            if number in taken or not (is_game or min(taken, default=number) < number):
                continue
            session = session_start(number, settings.rounds_per_session)
            others = met.union(*((row["a"], row["b"]) for paired, row in own.items() if paired >= session))
            free = [
                place
                for place in _list_free(event, number)
                if place.waits is is_game and place.opponent not in others and not (tables_once and place.table in been)
            ]
            if free:
                place = min(free, key=lambda each: (each.had != BYE, turns.get((each.round, each.row), 0), each.had))
                taken[number] = place
                met |= set() if settings.allow_rematches else {place.opponent}
                been.add(place.table)
    return [taken[number] for number in sorted(taken)]


def _list_free(event: Event, number: int) -> Iterator[Place]:
    """Yield the places of a round next to a player who has the bye without having asked for it, or is not there."""
    matches, rows = {match.row: match for match in event.rounds[number]}, _list_rows(event, number)
    for row in rows:
        match = matches.get(row.number)
        if match is None and BYE in (row["a"], row["b"]):
            opponent = row["a"] if row["b"] == BYE else row["b"]
        elif match is not None and match.b == BYE and match.a is not None and match.ruling is None:
            opponent = match.a
        else:
            continue
        field, had = ("a", row["a"]) if row["b"] == opponent else ("b", row["b"])
        wants_bye = match is not None and number in event.players[opponent].byes
        if not wants_bye and (had == BYE or event.players[had].has_left(number)):
            used = {each["table"] for each in rows}
            table = row["table"] or next(table for table in count(1) if table not in used)
            yield Place(number, row.number, field, had, opponent, table, match is not None)


def list_own_rows(event: Event, player: Player) -> dict[int, Row]:
    """Return the row of a player in each round as it is typed, whether they are there or not."""
    rows = ((number, row) for number in event.rounds for row in _list_rows(event, number))
    return {number: row for number, row in rows if player.number in (row["a"], row["b"])}


def _list_rows(event: Event, number: int) -> list[Row]:
    rows = event.tables[event.rounds[number][0].sheet].rows
    return [row for row in rows if row.values.get("round", number) == number]
