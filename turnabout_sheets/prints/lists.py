"""The posted lists: pairings and standings, cut into sheets and columns here so that no browser has to decide it."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from numbers import Rational
from typing import Any, TypeVar

import pandas as pd

from turnabout_sheets.figures import figure
from turnabout_sheets.model import Event
from turnabout_sheets.prints.head import event_head
from turnabout_sheets.prints.pairs import pairs
from turnabout_sheets.prints.views import (
    PairingLine,
    PairingsByPlayerPage,
    PairingsByTablePage,
    Paper,
    StandingsColumn,
    StandingsPage,
    TableLine,
)

Line = TypeVar("Line")

FURNITURE = 50
"""Millimetres of a sheet's height that its margins, its head and the heads of its columns take, with some to spare."""


@dataclass(frozen=True, slots=True)
class Layout:
    """How a list stands on its sheets: columns on a sheet, and the height of a line in millimetres."""

    columns: int
    row_height: float

    def sheets(self, lines: Sequence[Line], paper: Paper) -> tuple[tuple[tuple[Line, ...], ...], ...]:
        """Cut ``lines`` into full sheets of columns; the columns of the last sheet are about equally long."""
        full = int((paper.height - FURNITURE) / self.row_height) * self.columns
        sheets = batched(lines, full)
        return tuple(batched(sheet, ceil(len(sheet) / self.columns)) for sheet in sheets)


def lay_out(
    lines: Sequence[Line], layouts: Sequence[Layout], paper: Paper
) -> tuple[Layout, tuple[tuple[tuple[Line, ...], ...], ...]]:
    """Return the first of ``layouts``, which go from the largest print to the smallest, that needs the fewest sheets.

    With it come the lines as they stand there: sheets of columns of lines.
    """
    choices = [(layout, layout.sheets(lines, paper)) for layout in layouts]
    return min(choices, key=lambda choice: len(choice[1]))


def batched(lines: Sequence[Line], size: int) -> tuple[tuple[Line, ...], ...]:
    """Cut ``lines`` into batches of ``size``; nothing at all is one empty batch, so that there is always a sheet."""
    return tuple(tuple(lines[start : start + size]) for start in range(0, len(lines), max(1, size))) or ((),)


BY_PLAYER = (Layout(columns=1, row_height=14), Layout(columns=1, row_height=11), Layout(columns=2, row_height=13.5))
BY_TABLE = (Layout(columns=1, row_height=12), Layout(columns=1, row_height=9.6), Layout(columns=1, row_height=7.6))
STANDINGS = (Layout(columns=1, row_height=10), Layout(columns=1, row_height=8.7), Layout(columns=1, row_height=7.6))


def alphabetical(name: str) -> tuple[str, str]:
    """Return what names are sorted by, the same on every machine: without regard to case and accents, then as typed."""
    letters = (letter for letter in unicodedata.normalize("NFKD", name) if not unicodedata.combining(letter))
    return "".join(letters).casefold(), name


def pairings_by_player(event: Event, round_number: int, time: str = "") -> PairingsByPlayerPage:
    """Return the pairings in the order of names, each pair twice, byes in their place.

    Small events in one column in large print, larger ones in two columns. ``time`` says how long a match lasts.
    """
    lines = []
    for pair in pairs(event, round_number):
        if pair.b is None:
            lines.append(PairingLine(pair.a.name, "", "", bye=True))
        else:
            lines.append(PairingLine(pair.a.name, pair.table_text, pair.b.name, bye=False))
            lines.append(PairingLine(pair.b.name, pair.table_text, pair.a.name, bye=False))
    lines.sort(key=lambda line: alphabetical(line.player))
    head = event_head(event.settings)
    layout, sheets = lay_out(lines, BY_PLAYER, head.paper)
    return PairingsByPlayerPage(head, round_number, time, layout.columns, layout.row_height, sheets)


def pairings_by_table(event: Event, round_number: int, time: str = "") -> PairingsByTablePage:
    """Return the pairings in the order of tables, byes last; ``time`` says how long a match lasts."""
    lines = [
        TableLine(pair.table_text, pair.a.name, "" if pair.b is None else pair.b.name, bye=pair.b is None)
        for pair in pairs(event, round_number)
    ]
    head = event_head(event.settings)
    layout, sheets = lay_out(lines, BY_TABLE, head.paper)
    return PairingsByTablePage(head, round_number, time, layout.row_height, tuple(column for (column,) in sheets))


@dataclass(frozen=True, slots=True)
class _Shown:
    """A column of the page: its heading and role, and the columns of the sheet that it is made of."""

    heading: str
    role: str
    sources: tuple[str, ...]


_SHOWN = (
    _Shown("Rank", "rank", ("Rank",)),
    _Shown("Player", "name", ("Player",)),
    _Shown("VP", "points", ("VP",)),
    _Shown("Points", "points", ("Points",)),
    _Shown("GMP", "points", ("GMP",)),
    _Shown("Pairing number", "number", ("Pairing number",)),
    _Shown("W–D–L", "number", ("Wins", "Draws", "Losses")),
    _Shown("Opp. VP", "number", ("Opponents' VP",)),
    _Shown("MP diff.", "signed", ("MP difference",)),
    _Shown("Opp. GMP", "number", ("Opponents' GMP",)),
    _Shown("Middle opp. GMP", "number", ("Middle opponents' GMP",)),
    _Shown("Status", "text", ("Status",)),
)
"""The columns of the posted standings in their order; those whose sources the standings do not have are left out."""


def standings(event: Event, frame: pd.DataFrame, after_round: int, *, provisional: bool) -> StandingsPage:
    """Return the standings as they are posted; ``frame`` has the columns of the Standings sheet, in rank order."""
    shown = [column for column in _SHOWN if set(column.sources) <= set(frame.columns)]
    rows = [
        tuple("–".join(_text(row[source], column.role) for source in column.sources) for column in shown)
        for row in frame.to_dict("records")
    ]
    head = event_head(event.settings)
    layout, sheets = lay_out(rows, STANDINGS, head.paper)
    return StandingsPage(
        event=head,
        after_round=after_round,
        provisional=provisional,
        columns=tuple(StandingsColumn(column.heading, column.role) for column in shown),
        row_height=layout.row_height,
        sheets=tuple(column for (column,) in sheets),
    )


def _text(value: Any, role: str) -> str:
    """Return a cell as it is printed."""
    if pd.isna(value):
        return ""
    return figure(value, signed=role == "signed") if isinstance(value, Rational) else str(value)
