"""The sheet Desk as values: what to do next, and where; what is out; who leads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from turnabout_sheets.event.format import LiveValue
from turnabout_sheets.sheets.cell_kinds import NUMBER
from turnabout_sheets.sheets.declarations import Column, Sheet

DESK = Sheet(
    "Desk",
    "What to do next, with links to the sheets and pages for it. The numbers move while you type.",
    (
        Column("What", "what", width=13),
        Column("Now", "now", help="As of now, also between two runs.", width=62),
        Column("Go to", "link", help="Click it to go there.", width=16),
    ),
)

LEADERS: Sequence[Column] = (
    Column("Rank", "rank", NUMBER, width=8),
    Column("Leader", "player", width=28),
    Column("Points", "points", NUMBER, width=9),
)
"""What stands beside: the leaders, which move too where the standings do."""

Shown = LiveValue | str | int | Fraction


def get_value(shown: Shown) -> str | int | Fraction:
    """Return what a cell shows as the run leaves the workbook."""
    return shown.value if isinstance(shown, LiveValue) else shown


class Link(NamedTuple):
    """Where a line leads: to a sheet of the workbook, or to a file by an address that is relative to the workbook."""

    text: str
    sheet: str = ""
    address: str = ""


class Line(NamedTuple):
    """A line of the sheet: what it is about, how that stands, and where to go."""

    what: str
    now: Shown
    link: Link | None = None


@dataclass(frozen=True, slots=True)
class DeskSheet:
    """The sheet, filled: ``points`` is what the leaders' points are called."""

    lines: Sequence[Line]
    leaders: Sequence[Sequence[Shown]]
    points: str
