"""Which slips of a round are wanted, and in which order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from turnabout_sheets.core.text import alphabetical_key
from turnabout_sheets.prints.shared import Pair


class Selection(NamedTuple):
    """Slips of some ``tables`` (none named: of all), by ``table`` or by ``name``; or ``blank`` ones.

    By name, a match stands where the first of its two players does in the alphabet.
    """

    tables: Sequence[range] = ()
    sort: str = "table"
    blank: int = 0

    @property
    def suffix(self) -> str:
        """What the name of a file says of it: nothing where all slips are in it, in the order of tables."""
        tables = f"-tables-{word_spans(self.tables)}" if self.tables else ""
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
        return not self.tables or any(table in span for span in self.tables)


def word_spans(spans: Iterable[range]) -> str:
    """Return spans of tables as they are typed: 3-5,9."""
    return ",".join(f"{span[0]}" if len(span) == 1 else f"{span[0]}-{span[-1]}" for span in spans)


ALL = Selection()
"""All slips, in the order of tables."""
