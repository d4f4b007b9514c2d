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
from turnabout_sheets.sheets.declarations import HOW_TO, ROUND_COLUMN, Sheet
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
    would be paired a second time over its results.
    """
    who = {key(name) for player in players for name in player.names}
    rounds = {number for grid in grids if (number := round_number(grid.name)) is not None}
    names = {key(grid.name) for grid in grids}
    known = {key(sheet.name) for sheet in (EVENT_SHEET, *format.input, *format.output)}
    lacking = [sheet.name for sheet in format.input if key(sheet.name) not in names]
    has_results = bool(rounds) or key(format.results_sheet.name) in names
    for grid in grids:
        if key(grid.name) in known or round_number(grid.name) is not None:
            continue
        if header := _find_header(grid, format, who, rounds_too=not has_results):
            yield _unread_matches(grid, *header, rounds)
        elif grid.name == HOW_TO:
            continue  # like no name that is meant: to find that out loads a library
        elif (near := find_nearest(grid.name, lacking)) and near != format.players.name:
            yield warning(
                Place(grid.name),
                f'The sheet "{grid.name}" is not known, so it is ignored.',
                f'If "{near}" is meant, rename it so.',
            )


def _find_header(grid: Grid, format: Format, who: AbstractSet[str], *, rounds_too: bool) -> tuple[int, Sheet] | None:
    """Return the row, counted from 0, that is the header of a round's sheet or of Results, and which; None without.

    Somebody of ``who`` must stand below it. Results only where ``rounds_too``: a list of all rounds may well be a list
    of the organizer's own. One header may lack where the name speaks for a round. The sheets that the program writes,
    copies of them, and the example on How to are none.
    """
    example = {key(str(format.example_match.get(field))) for field in ("a", "b")}
    matches = format.matches
    ours = [{header_key(column.header) for column in sheet.columns} for sheet in format.output]
    wanted = {header_key(column.header) for column in matches.columns if column.required}
    filled = {header_key(column.header): column.field for column in matches.columns if column.filled}
    for index, row in enumerate(grid.rows[:HEADER_SEARCH_ROWS]):
        there = [header_key(format_cell(value)) for value in row]
        lacks = wanted - set(there)
        if not filled.keys() <= set(there) or len(lacks) > (meant_round(grid.name) is not None):
            continue
        if any(each <= set(there) for each in ours):
            continue
        columns = [there.index(each) for each in filled]
        pairs = [{key(format_cell(row[each])) for each in columns if each < len(row)} for row in grid.rows[index + 1 :]]
        if not any(pair & who and pair != example for pair in pairs):
            continue
        if header_key(ROUND_COLUMN.header) not in there:
            return index, matches
        if rounds_too:
            return index, format.results_sheet
    return None


def _unread_matches(grid: Grid, header: int, sheet: Sheet, rounds: Collection[int]) -> Problem:
    """Return the problem of a sheet of matches that is not read, ``rounds`` being those that are."""
    number = meant_round(grid.name) or next(free for free in count(1) if free not in rounds)
    title = sheet.name.replace("Round N", f"Round {number}")
    clear = f"clear its header (row {header + 1})"
    if sheet.name != title and number in rounds:
        return error(
            Place(grid.name),
            f'The sheet "{grid.name}" is not read, though it has the columns of a round; round {number} is read from '
            "another sheet.",
            f"If it is a copy, {clear}, or delete it; if this is the right one, delete the other and rename this one "
            f'"{title}".',
        )
    what = "a round" if sheet.name != title else f"the sheet {title}"
    return error(
        Place(grid.name),
        f'The sheet "{grid.name}" has the columns of {what}, but under this name it is not read, and its results do '
        "not count.",
        f'Rename it "{title}"; if it is only a copy, {clear}.',
    )
