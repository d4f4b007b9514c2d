"""The matches of a round as the pages need them: in the order of tables, with the players themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from turnabout_sheets.event.model import BYE, Event, Player


class Pair(NamedTuple):
    """A match of a round, or a bye where ``b`` is None; ``cells`` are the format's own fields, None where blank."""

    table: int | None
    a: Player
    b: Player | None
    cells: Mapping[str, Any]

    @property
    def table_text(self) -> str:
        """The table's number as it is printed; empty where there is none."""
        return "" if self.table is None else str(self.table)

    def stock(self, side: str) -> str:
        """Return the stock of a side, a or b, where the table has stocks; empty in a bye, or while nobody knows it."""
        return "" if self.b is None else self.cells.get(f"deck_{side}") or ""


def list_pairs(event: Event, round_number: int) -> list[Pair]:
    """Return the matches of a round by table number, those without a table after them, byes last."""
    found = []
    for match in event.rounds.get(round_number, ()):
        a, b = match.pair
        found.append(Pair(match.table, event.players[a], None if b == BYE else event.players[b], match.fields))
    return sorted(found, key=lambda pair: (pair.b is None, pair.table is None, pair.table or 0))
