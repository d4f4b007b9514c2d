"""What was changed between two versions of an event: cell by cell, known by player and match, not by row."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Change:
    """A cell that was changed: where it stands now (where it is gone: where it stood), whose it is, and its values.

    ``who`` is a player's name, "Table 3", a pair of names where there is no table, or blank for what belongs to nobody.
    ``column`` is the header, or the setting's name. ``before`` and ``after`` are as the cell shows them; blank: none.
    """

    sheet: str
    cell: str
    who: str
    column: str
    before: str
    after: str
