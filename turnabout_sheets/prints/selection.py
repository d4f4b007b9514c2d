"""Which slips of a round are wanted, and in which order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from turnabout_sheets.prints.names import alphabetical_key
from turnabout_sheets.prints.pairs import Pair


@dataclass(frozen=True, slots=True)
class Selection:
    """Slips of the tables from ``first`` to ``last`` (None: no bound), by ``table`` or by ``name``; or ``blank`` ones.

    By name, a match stands where the first of its two players does in the alphabet.
    """

    first: int | None = None
    last: int | None = None
    sort: str = "table"
    blank: int = 0

    @property
    def suffix(self) -> str:
        """What the name of a file says of it: nothing where all slips are in it, in the order of tables."""
        tables = "" if self.first is None and self.last is None else f"-tables-{self.first or 1}-{self.last or 'end'}"
        return f"{tables}{'' if self.sort == 'table' else '-by-name'}"

    def of(self, pairs: Iterable[Pair]) -> list[Pair]:
        """Return the matches that get a slip: no byes, and none where blank slips are wanted."""
        if self.blank:
            return []
        wanted = [pair for pair in pairs if pair.b is not None and self._has(pair.table)]
        if self.sort == "name":
            wanted.sort(
                key=lambda pair: min(alphabetical_key(each.name) for each in (pair.a, pair.b) if each is not None)
            )
        return wanted

    def _has(self, table: int | None) -> bool:
        if self.first is None and self.last is None:
            return True
        return table is not None and (self.first or 1) <= table and (self.last is None or table <= self.last)


ALL = Selection()
"""All slips, in the order of tables."""
