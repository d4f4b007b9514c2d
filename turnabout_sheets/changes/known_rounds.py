"""What is known of the rounds that players have seen: who was to sit where, as it was published last.

It is kept in the workbook and beside it (`jobs.knowledge`), so that a round is known though its sheet is gone, and its
pairs though their names are not as they were (rules 1.4.17).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from turnabout_sheets.event.model import BYE, BYE_NAME, Event
from turnabout_sheets.event.rulings import WAITS
from turnabout_sheets.sheets.table import Row


class KnownRow(NamedTuple):
    """A row of a round as it was published: its table, the names of A and B, and the cells of its result.

    These are blank together while none is filled in, else as typed, with a tab between any two.
    """

    table: int | None
    a: str
    b: str
    result: str = ""


Rounds = Mapping[int, Sequence[KnownRow]]
"""The rows of the rounds that are published, by number."""

NONE: Final[Rounds] = MappingProxyType({})


Typed = Mapping[int, Sequence["TypedRow"]]
"""The rows of the rounds that are in an event, as they are typed, by number."""


class TypedRow(NamedTuple):
    """A row of a round as it stands on its sheet: its number there, the numbers of A and B, else as `KnownRow`.

    A player who could not be read is None.
    """

    row: int
    table: int | None
    a: int | None
    b: int | None
    result: str


def list_typed(event: Event, number: int, fields: Collection[str]) -> list[TypedRow]:
    """Return the rows of a round as they are typed, also with players who are not there.

    ``fields`` are those of a result.
    """
    rows = event.tables[event.rounds[number][0].sheet].rows
    return [
        TypedRow(row.number, row["table"], row["a"], row["b"], _join_result(row, fields))
        for row in rows
        if "round" not in row.fields or row["round"] == number
    ]


def list_all_typed(event: Event, fields: Collection[str]) -> Typed:
    """Return the rows of all rounds as they are typed."""
    return {number: list_typed(event, number, fields) for number in event.rounds}


def know_rounds(event: Event, typed: Typed, before: Rounds, paired: Collection[int]) -> dict[int, list[KnownRow]]:
    """Return what is known of the rounds of an event without errors, whose pages are there.

    ``before`` is what was known, ``paired`` the rounds that the program has paired now. A round that somebody typed
    with its results was never published: it is not known. One that is not to be played stays known as it was, and so
    does one whose sheet was deleted before its results: once it is paired anew, those that change are void.
    """
    names = {BYE: BYE_NAME, **{player.number: player.name for player in event.players}}
    known = {
        number: list(rows)
        for number, rows in before.items()
        if number in event.unplayed or not any(row.result for row in rows)
    }
    for number, rows in typed.items():
        if number in before or number in paired or not any(row.result for row in rows):
            known[number] = [
                KnownRow(row.table, names[row.a], names[row.b], row.result)
                for row in rows
                if row.a is not None and row.b is not None
            ]
    return dict(sorted(known.items()))


def read_rounds(data: Mapping[str, Any]) -> Rounds:
    """Return the rounds that were written down as JSON. Raises `ValueError`, `TypeError` or `AttributeError`."""
    return {int(number): [_read_row(*row) for row in rows] for number, rows in data.items()}


def know_ids(event: Event, rounds: Rounds) -> dict[str, str]:
    """Return the Player IDs of those who play in rounds and have one, by name, also a former one."""
    names = {name for rows in rounds.values() for row in rows for name in (row.a, row.b)}
    with_id = [player for player in event.players if player.player_id and player.name in names]
    return {name: player.player_id for player in with_id for name in (*player.former, player.name)}


def _read_row(table: Any, a: Any, b: Any, result: Any) -> KnownRow:
    if not (all(isinstance(each, str) for each in (a, b, result)) and (table is None or isinstance(table, int))):
        raise ValueError("this is no row of a round")
    return KnownRow(table, a, b, result)


def _join_result(row: Row, fields: Collection[str]) -> str:
    """Return the cells of a row's result as one text; who waits for the final has none (rules 1.11.5)."""
    cells = [row[field] if field in row.fields else None for field in fields]
    return "" if {*cells} <= {None, WAITS} else "\t".join("" if cell is None else str(cell) for cell in cells)
