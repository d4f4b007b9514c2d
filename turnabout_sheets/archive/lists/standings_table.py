"""What a table of standings has, and which of its rows are players."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from turnabout_sheets.archive.lists.made import SHOWN_LETTERS
from turnabout_sheets.archive.lists.scores import find_day, read_figure, show
from turnabout_sheets.core.problems import Place, Problem
from turnabout_sheets.reading.list_layout import is_filled, list_texts, quote, text_at, value_at
from turnabout_sheets.reading.list_words import BYES_HAD, DRAWS, LOSSES, PLACE, POINTS, RECORD, WINS
from turnabout_sheets.reading.player_list import PlayerList
from turnabout_sheets.sheets.cell_kinds import ANYTHING
from turnabout_sheets.sheets.declarations import Column, Sheet
from turnabout_sheets.sheets.grid import Grid, Raw, address

STANDINGS: Final = Sheet(
    "standings",
    "",
    (
        Column("Player", "name", required=True, filled=True),
        Column("Player ID", "player_id", ANYTHING),
        Column("Place", PLACE, ANYTHING),
        Column("Record", RECORD, ANYTHING),
        Column("Wins", WINS, ANYTHING),
        Column("Draws", DRAWS, ANYTHING),
        Column("Losses", LOSSES, ANYTHING),
        Column("Byes", BYES_HAD, ANYTHING),
        Column("Points", POINTS, ANYTHING),
    ),
)
"""What a table of standings may have; it is found as a list of players is."""


@dataclass(slots=True)
class Standings:
    """Standings on the way: the rows that are players, by index, with their values in our fields; what is guessed, and
    who was ``left`` out."""

    grid: Grid
    listed: PlayerList
    rows: dict[int, dict[str, Raw]]
    left: dict[int, str] = field(default_factory=dict)
    told: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def column(self, meaning: str) -> int | None:
        """Return the column that has what is meant, None where none has."""
        return self.listed.layout.columns.get(meaning, (None,))[0]

    def texts(self, meaning: str) -> dict[int, str]:
        """Return the texts of a column, by row; nothing where there is none."""
        column = self.column(meaning)
        return {} if column is None else {at: show(value_at(self.grid.rows[at], column)) for at in self.rows}

    def refuse(self, at: int, meaning: str, what: str) -> bool:
        """Take down the problem of a cell that has become a date; say whether there is one."""
        column = self.listed.layout.columns[meaning][0]
        problem = find_day(value_at(self.grid.rows[at], column), what, Place(self.grid.name, address(at, column)))
        self.problems += [problem] if problem else []
        return problem is not None


def leave_out_rows_below(found: Standings) -> None:
    """Leave out what stands below the players: sums and notes, which have no place, or nothing but a name."""
    figures = [at[0] for meaning, at in found.listed.layout.columns.items() if meaning not in ("name", "player_id")]
    place, points = found.texts(PLACE), {at: read_figure(text) for at, text in found.texts(POINTS).items()}
    last = max((at for at, text in place.items() if text), default=-1)
    total, below = Fraction(0), False
    for at in sorted(found.rows):
        cells = found.grid.rows[at]
        below = not place.get(at) and (below or not any(map(is_filled, found.grid.rows[at - 1])))
        is_bare = not any(text_at(cells, column) for column in figures)
        is_sum = total > 0 and points.get(at) == total
        if is_bare or (below and (at > last if place else is_sum)):
            found.left[at] = str(found.rows[at]["player"])
        total += points.get(at) or 0
    for at in found.left:
        del found.rows[at]
    texts = [*found.left.values(), *_find_notes(found)]
    if texts:
        found.told.append(f"{len(texts)} row{'s' * (len(texts) > 1)} left out: {quote(texts)}")


def _find_notes(found: Standings) -> Iterator[str]:
    """Yield what is written in the columns of numbers alone, below or between the players."""
    layout = found.listed.layout
    known = {*found.rows, *found.left, *(row - 1 for doubt in found.listed.doubts for row in doubt.rows)}
    for at in range(layout.header + 1, len(found.grid.rows)):
        texts = [] if at in known else [text for text in list_texts(found.grid.rows[at]) if text]
        if len(texts) == 1 and not texts[0].rstrip(".").isdecimal():
            yield texts[0][:SHOWN_LETTERS]
