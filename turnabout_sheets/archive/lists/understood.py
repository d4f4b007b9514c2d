"""What is understood of a file that is none of our own lists: our lists made of it, or records, and what is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from turnabout_sheets.archive.lists.rows import PLACINGS
from turnabout_sheets.archive.lists.scores import is_day, show
from turnabout_sheets.archive.records import EventRecord
from turnabout_sheets.core.problems import Place, Problem, error
from turnabout_sheets.reading.list_layout import quote, value_at
from turnabout_sheets.sheets.declarations import Sheet
from turnabout_sheets.sheets.grid import Grid, Raw, address

SHOWN_LETTERS: Final = 60
"""How much of a cell is shown that may hold anything."""


@dataclass(frozen=True, slots=True)
class Given:
    """What the organizer says of a table of one event; None for what is to be found in it. ``date`` is an ISO day."""

    name: str | None = None
    date: str | None = None
    format: str | None = None
    rounds: int | None = None


@dataclass(frozen=True, slots=True)
class Understood:
    """Our lists that a file is, each row where it stood, or ``records`` of its events; ``remarks`` tell every guess.

    With an error among the ``problems`` there is nothing of the event that it concerns.
    """

    grids: Sequence[Grid] = ()
    records: Sequence[EventRecord] = ()
    remarks: Sequence[str] = ()
    problems: Sequence[Problem] = ()


@dataclass(slots=True)
class MadeList:
    """One of our lists as it is made of a table: its rows where they stood, by their index, with values by field.

    ``columns`` are those of the table that have a field, whose values stay there; what is worked out comes to the right
    of the table. What was made of which columns is ``taken``; ``told`` is every guess, ``counts`` how often it was
    made, ``left`` what was left out, by row. ``rounds``: how many the table shows. ``turned``: names, turned round.
    """

    sheet: Sheet
    grid: Grid
    header: int
    columns: Mapping[str, int]
    rows: dict[int, dict[str, Raw]] = field(default_factory=dict)
    taken: str = ""
    told: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    left: dict[int, str] = field(default_factory=dict)
    rounds: int | None = None
    problems: list[Problem] = field(default_factory=list)
    turned: Mapping[str, str] = field(default_factory=dict)

    def text(self, at: int, of: str | int) -> str:
        """Return what a row shows in a column, or in that of a field, also an error; blank where there is none."""
        column = self.columns.get(of, -1) if isinstance(of, str) else of
        flag = self.grid.flags.get(address(at, column)) if self.grid.flags else None
        shown = "" if column < 0 else flag or show(value_at(self.grid.rows[at], column))
        return self.turned.get(shown, shown)

    def refuse(self, at: int, column: int, message: str, hint: str = "Correct the cell.") -> None:
        """Take down what is wrong with a cell."""
        self.problems.append(error(Place(self.grid.name, address(at, column)), message, hint))

    def refuse_day(self, at: int, column: int, what: str, example: str) -> bool:
        """Take down a cell whose ``what`` has become a day: which way round it was, nobody knows. Say whether it has.

        In a CSV file a day is a text; only what can be read as nothing else is one.
        """
        value, shown = value_at(self.grid.rows[at], column), self.text(at, column)
        has_become = isinstance(value, date) or is_day(shown)
        if has_become:
            hint = f"Type it as text, with an apostrophe before it: '{example}."
            self.refuse(at, column, f"The cell shows {shown}: {what} that became a date.", hint)
        return has_become

    def describe(self, of: str = "") -> str:
        """Return in a line how much was made of what, and every guess; ``of`` which event it is."""
        size = count_of(len(self.rows), "placing" if self.sheet is PLACINGS else "match record")
        told = [*self.told, *(f"{what}: {count}" for what, count in sorted((+self.counts).items()))]
        if self.left:
            told.append(f"{count_of(len(self.left), 'row')} left out: {quote(list(self.left.values()))}")
        return "; ".join([f"{size}{of}: {self.taken}", *told])

    def as_grid(self, name: str, day: str) -> Grid:
        """Return the list, with the event in every row."""
        event: Mapping[str, Raw] = {"event": name, "date": day}
        fields = dict.fromkeys(each for row in self.rows.values() for each in (*row, *event))
        width = 1 + max(map(len, self.grid.rows[: self.header + 1]))
        columns = {each: self.columns.get(each, width + at) for at, each in enumerate(fields)}
        head: dict[str, Raw] = {each: self.sheet.column(each).header for each in columns}
        rows: list[Sequence[Raw]] = [()] * (1 + max(self.rows))
        for at, values in {self.header: head, **self.rows}.items():
            there = {columns[each]: value for each, value in {**event, **values}.items()}
            rows[at] = [there.get(column, "") for column in range(1 + max(columns.values()))]
        kept = {address(at, column) for at in (self.rows if self.grid.flags else ()) for column in columns.values()}
        return Grid(self.grid.name, rows, {cell: flag for cell, flag in self.grid.flags.items() if cell in kept})


def count_of(number: int, what: str, more: str = "") -> str:
    """Return how many of something there are: 1 row, 2 rows."""
    return f"{number} {what if number == 1 else more or f'{what}s'}"
