"""Keeps the pairing notes of the running round right when a late player is let into it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from turnabout_sheets.core.text import key
from turnabout_sheets.event.model import BYE, Event
from turnabout_sheets.sheets.grid import Grid
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.ooxml.cells import CellChange
from turnabout_sheets.workbook.ours.round_sheet import PAIRING_NOTES
from turnabout_sheets.workbook.read import Worksheets


def correct_notes(source: save.Source, event: Event, name: str) -> Iterator[CellChange]:
    """Yield what has to change in the notes of the running round now that the player called ``name`` is in it.

    ``event`` is as it is then, ``source`` the workbook as it was: beside the player's row it said nothing, or why the
    opponent had the bye, and below so too. A note of the organizer's in a place of ours stays.
    """
    matches = event.rounds[event.last_round]
    title = matches[0].sheet
    grid = next(each for each in Worksheets(source).read(lambda each: each == title) if each.name == title)
    column = _find_column(grid, event.tables[title].header_row)
    late = next((player for player in event.players if key(player.name) == key(name)), None)
    match = next((match for match in matches if late is not None and late.number in match.pair), None)
    if column is None or late is None or match is None:
        return
    if not _read_cell(grid, match.row, column):
        yield CellChange(title, match.row, column, f"{late.name} came when the round was running.")
    others = [event.players[player].name for player in match.pair if player not in (late.number, BYE)]
    for row in range(max(each.row for each in matches) + 1, len(grid.rows) + 1):
        for other in others:
            if _read_cell(grid, row, column).startswith(f"{other} has the bye"):
                yield CellChange(title, row, column, f"{other} had the bye until {late.name} came.")


def _find_column(grid: Grid, header_row: int) -> int | None:
    """Return the column of the notes; it was called otherwise in earlier versions, and a round may have none."""
    (headers,) = islice(grid.rows, header_row - 1, header_row)
    return next((column for column, header in enumerate(headers) if str(header).startswith(PAIRING_NOTES)), None)


def _read_cell(grid: Grid, row: int, column: int) -> str:
    cells = grid.rows[row - 1] if row <= len(grid.rows) else ()
    return str(cells[column]) if column < len(cells) else ""
