"""One of our lists as it is made of somebody else's table: every row where it stood, every value in its own column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from turnabout_sheets.core.problems import Problem
from turnabout_sheets.sheets.declarations import Sheet
from turnabout_sheets.sheets.grid import Grid, Raw, address

SHOWN_LETTERS: Final = 60
"""How much of a cell is shown that may hold anything."""


@dataclass(slots=True)
class MadeList:
    """The rows of one of our lists by their index, each with its values by field, made of a table.

    ``columns`` are those of the table that have nothing but one field, whose values stay where they stood; what is
    worked out comes to the right of the table. ``taken`` says what was made of which columns, ``told`` every guess.
    ``rounds``: how many the table shows.
    """

    sheet: Sheet
    grid: Grid
    header: int
    columns: Mapping[str, int]
    rows: Mapping[int, Mapping[str, Raw]]
    taken: str = ""
    told: Sequence[str] = ()
    rounds: int | None = None
    problems: list[Problem] = field(default_factory=list)

    def as_grid(self, name: str, day: str) -> Grid:
        """Return the list, with the event in every row."""
        event: Mapping[str, Raw] = {"event": name, "date": day}
        fields = {each: None for row in self.rows.values() for each in row if each not in self.columns}
        width = 1 + max(map(len, self.grid.rows[: self.header + 1]), default=0)
        beside = {each: width + at for at, each in enumerate((*fields, *event))}
        columns = {**self.columns, **beside}
        last = max(self.rows, default=self.header)
        rows: list[Sequence[Raw]] = [()] * (last + 1)
        rows[self.header] = _lay_out({each: self.sheet.column(each).header for each in columns}, columns)
        for at, values in self.rows.items():
            rows[at] = _lay_out({**values, **event}, columns)
        flags = {
            cell: self.grid.flags[cell]
            for at in (self.rows if self.grid.flags else ())
            for column in self.columns.values()
            if (cell := address(at, column)) in self.grid.flags
        }
        return Grid(self.grid.name, rows, flags)


def _lay_out(values: Mapping[str, Raw], columns: Mapping[str, int]) -> list[Raw]:
    row: list[Raw] = [""] * (1 + max(columns.values()))
    for each, value in values.items():
        row[columns[each]] = value
    return row
