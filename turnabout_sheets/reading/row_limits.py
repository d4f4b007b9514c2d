"""How many rows each kind of sheet may have: as many as events need, and as few as time and memory allow.

A sheet with more is a list of something else. It is refused while it is gone through, before its rows are kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from turnabout_sheets.core.text import key
from turnabout_sheets.reading.matches import round_number

ROUND: Final = "round"
"""What stands in `MOST_ROWS` for the sheet of each round."""

MOST_ROWS: Final[Mapping[str, int]] = {"event": 5_000, ROUND: 20_000, "results": 100_000, "decks": 50_000}
"""Filled rows by the `key` of the sheet's name: 20,000 players are 10,000 matches a round, and 80,000 in 8 rounds."""
MOST_ELSEWHERE: Final = 30_000
"""The same of Players, and of every other sheet: no list about players is longer than that of the players."""
MOST_IN_ALL: Final = 150_000
"""Filled rows on all sheets that are read: 20,000 players who play 12 rounds."""


def most_rows(sheet_name: str) -> int:
    """Return how many filled rows a sheet may have that is called so."""
    kind = key(sheet_name) if round_number(sheet_name) is None else ROUND
    return MOST_ROWS.get(kind, MOST_ELSEWHERE)
