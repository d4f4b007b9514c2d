"""Finds sheets that are not read though they look as if they were meant: under another name, or copies."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import count
from typing import Final

from turnabout_sheets.core.problems import Place, Problem, error, warning
from turnabout_sheets.core.text import find_nearest, header_key, key
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import Player
from turnabout_sheets.reading.event_sheet import EVENT_SHEET
from turnabout_sheets.reading.matches import ROUND_WORDS, round_number
from turnabout_sheets.sheets.cell_kinds import format_cell
from turnabout_sheets.sheets.declarations import HOW_TO, ROUND_COLUMN
from turnabout_sheets.sheets.grid import Grid
from turnabout_sheets.sheets.table import HEADER_SEARCH_ROWS

_WORD: Final = f"(?:{'|'.join(ROUND_WORDS)}|rnd|rd|r)"
_ROUNDISH: Final = re.compile(
    rf"(?<![^\W\d_]){_WORD}[\W_]*0*([1-9]\d{{0,2}})(?!\d)|(?<!\d)([1-9]\d{{0,2}})(?:st|nd|rd|th)?[\W_]*{_WORD}(?![^\W\d_])"
)
"""What a name has that was meant for a round's: Rd 2, Copy of Round 2, 2nd round."""


def meant_round(sheet_name: str) -> int | None:
    """Return the number of the round that a sheet's name seems to mean, if it does."""
    found = _ROUNDISH.search(key(sheet_name))
    return int(found[1] or found[2]) if found else None


def find_unread_sheets(grids: Sequence[Grid], format: Format, players: Collection[Player]) -> Iterator[Problem]:
    """Find sheets that are not known but look like one that is: by their header row, or by their name.

    One with the header row of a round, and with some of the event's ``players`` below it, stops the run: else the round
    would be paired a second time over its results. A list of all rounds beside them may well be the organizer's own.
    """
    who = {key(name) for player in players for name in player.names}
    rounds = {number for grid in grids if (number := round_number(grid.name)) is not None}
    names = {key(grid.name) for grid in grids}
    known = {key(sheet.name) for sheet in (EVENT_SHEET, *format.input, *format.output)} | {key(HOW_TO)}
    lacking = [sheet.name for sheet in format.input if key(sheet.name) not in names and sheet is not format.players]
    has_results = bool(rounds) or key(format.results_sheet.name) in names
    for grid in grids:
        if key(grid.name) in known or round_number(grid.name) is not None:
            continue
        row, is_of_all = _find_header(grid, format, who)
        if row and not (is_of_all and has_results):
            number = meant_round(grid.name) or next(free for free in count(1) if free not in rounds)
            title = format.results_sheet.name if is_of_all else f"Round {number}"
            message = f'The sheet "{grid.name}" has the columns of {title}, but under this name it is not read.'
            other = " instead of the other one" if number in rounds else ""
            hint = f'If its results count, rename it "{title}"{other}; if it is a copy, delete it, or clear its header'
            yield error(Place(grid.name), message, f"{hint} (row {row}).")
        elif near := find_nearest(grid.name, lacking):  # which loads a library
            message = f'The sheet "{grid.name}" is not known, so it is ignored.'
            yield warning(Place(grid.name), message, f'If "{near}" is meant, rename it so.')


def _find_header(grid: Grid, format: Format, who: AbstractSet[str]) -> tuple[int, bool]:
    """Return the row, as Excel numbers it, with the header of a round's sheet, and whether it is that of Results.

    It is 0 where there is none, and where nobody of ``who`` stands below it. One header may lack where the name speaks
    for a round. Copies of the sheets that the program writes are none.
    """
    ours = [{header_key(column.header) for column in sheet.columns} for sheet in format.output]
    wanted = {header_key(column.header) for column in format.matches.columns if column.required}
    filled = {header_key(column.header) for column in format.matches.columns if column.filled}
    for index, row in enumerate(grid.rows[:HEADER_SEARCH_ROWS]):
        there = {header_key(format_cell(value)) for value in row}
        lacking = wanted - there
        if (
            lacking & filled
            or len(lacking) > (meant_round(grid.name) is not None)
            or any(each <= there for each in ours)
        ):
            continue
        if any(key(format_cell(value)) in who for below in grid.rows[index + 1 :] for value in below):
            return index + 1, header_key(ROUND_COLUMN.header) in there
    return 0, False
