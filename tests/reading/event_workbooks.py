"""Workbooks of whole events, from the rows of their rounds: the four players of the worked events, or others."""

from __future__ import annotations

from tests.event.worked_events import FOUR, FOUR_ROUNDS
from tests.reading.grids import Cells, event_sheet, players, round_sheet
from turnabout_sheets.sheets.grid import Grid

FIRST, SECOND, THIRD = FOUR_ROUNDS


def event(*rounds: tuple[Cells, ...], who: tuple[str | Cells, ...] = FOUR, scheduled: int = 3) -> list[Grid]:
    """Return a workbook of rounds from 1 on."""
    grids = [round_sheet(number, *rows) for number, rows in enumerate(rounds, 1)]
    return [event_sheet(rounds=scheduled), players(*who), *grids]
