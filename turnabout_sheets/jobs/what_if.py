"""What changed cells would do to an event, and to the round that would be paired next. Nothing is written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Final, NamedTuple

from openpyxl.utils import column_index_from_string

from turnabout_sheets.changes.differences import find_changes
from turnabout_sheets.changes.effects import Figures, describe_move, find_moves
from turnabout_sheets.core.problems import Place, Problem, has_errors
from turnabout_sheets.core.text import join_words, key
from turnabout_sheets.event.model import BYE, BYE_NAME, Event
from turnabout_sheets.event.results import Results
from turnabout_sheets.jobs.check import find_problems
from turnabout_sheets.jobs.kept_rounds import read_kept_rounds
from turnabout_sheets.jobs.read import read_source
from turnabout_sheets.rounds.next_rounds import due_rounds, pair
from turnabout_sheets.sheets.cell_kinds import format_cell
from turnabout_sheets.sheets.grid import Grid, Raw
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.ours.recognition import is_read

_CELL: Final = re.compile(r"(?:'((?:[^']|'')+)'|(.+?))!\$?([A-Za-z]{1,2})\$?([1-9]\d{0,4})\s*=(.*)", re.DOTALL)
_NUMBER: Final = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)")
_ROOM: Final = 50
"""How many rows below the last filled one may be typed into, for further players and the like."""


class WhatIfError(Exception):
    """A cell cannot be changed; the text says why."""


class _Version(NamedTuple):
    """An event as it is, or as it would be; ``results`` is None behind errors."""

    event: Event | None
    problems: Sequence[Problem]
    results: Results | None


def describe_effects(path: Path, typed: Sequence[str]) -> tuple[list[str], bool]:
    """Return in lines what cells of a workbook would do that are ``typed``, and whether there would be no errors.

    Raises `WhatIfError` for a cell that is not there or not read, `WorkbookError` where the workbook cannot be read.
    """
    source = save.open_workbook(path)
    wanted = _read_cells(typed, list(source.package.sheets))
    kept, was = read_kept_rounds(source.path), dict[Place, Raw]()

    def change(grids: Sequence[Grid]) -> list[Grid]:
        return [_set_cells(grid, wanted, was) for grid in grids]

    versions = []
    for changed in (list, change):
        event, format, in_cells = read_source(source, kept, changed)
        problems, results = find_problems(event, format, in_cells)
        versions.append(_Version(event, problems, None if has_errors(problems) else results))
    read = [name for name in source.package.sheets if is_read(name, format)]
    for place in wanted:
        if place.sheet not in read:
            raise WhatIfError(f"{place}: the sheet {place.sheet} decides nothing. Name a cell on {join_words(read)}.")
    lines = [
        f"{place}: {format_cell(value) or 'nothing'} instead of {format_cell(was.get(place, '')) or 'nothing'}."
        for place, value in wanted.items()
    ]
    return [*lines, *_describe(path, *versions), "Nothing was written."], versions[1].results is not None


def _read_cells(typed: Sequence[str], sheets: Sequence[str]) -> dict[Place, Raw]:
    """Return the cells that are meant, and their values as a spreadsheet program reads what is typed."""
    wanted: dict[Place, Raw] = {}
    for each in typed:
        parts = _CELL.fullmatch(each.strip())
        if parts is None:
            raise WhatIfError(f'"{each}" does not say which cell holds what; expected the like of "Round 3!G7=12".')
        quoted, plain, letters, row, value = (part and part.strip() for part in parts.groups())
        name = quoted.replace("''", "'") if quoted else plain
        sheet = next((sheet for sheet in sheets if key(sheet) == key(name)), None)
        place = Place(sheet or name, letters.upper() + row)
        if sheet is None:
            raise WhatIfError(f'{place}: there is no sheet "{name}". The sheets are {join_words(sheets, "and")}.')
        if value.startswith("="):
            raise WhatIfError(f'{place}: the formula "{value}" is not worked out here. Type what it comes to.')
        if place in wanted:
            raise WhatIfError(f"{place} is set twice. Set every cell once.")
        is_truth = key(value) in ("true", "false")
        wanted[place] = (
            float(value) if _NUMBER.fullmatch(value) else key(value) == "true" if is_truth else value.removeprefix("'")
        )
    return wanted


def _set_cells(grid: Grid, wanted: Mapping[Place, Raw], was: dict[Place, Raw]) -> Grid:
    """Return a sheet with the cells set; ``was`` gets what stood there. Raises `WhatIfError` for one far below all."""
    mine = {place: value for place, value in wanted.items() if place.sheet == grid.name}
    rows = [list(row) for row in grid.rows]
    for place, value in mine.items() if rows else ():
        number, letters = place.position
        row, column = number - 1, column_index_from_string(letters.strip()) - 1
        if row >= len(grid.rows) + _ROOM:
            raise WhatIfError(f"{place}: nothing stands there; the sheet {grid.name} ends with row {len(grid.rows)}.")
        rows += [[] for _ in range(row + 1 - len(rows))]
        rows[row] += [""] * (column + 1 - len(rows[row]))
        was[place], rows[row][column] = rows[row][column], value
    flags = {cell: flag for cell, flag in grid.flags.items() if Place(grid.name, cell) not in mine}
    return replace(grid, rows=rows, flags=flags)


def _describe(path: Path, before: _Version, after: _Version) -> Iterator[str]:
    if new := [problem for problem in after.problems if problem not in before.problems]:
        yield "There would be something wrong:"
        yield from (f"  {problem.describe(path)}" for problem in new)
    if after.results is None:
        yield "So nothing could be computed." + ("" if before.results else " As it is, nothing can be, either.")
    elif before.results is None:
        yield "The workbook has errors now; then it would have none."
    elif not find_changes(before.results.event, after.results.event):
        yield "That changes nothing: the program reads the same as now."
    else:
        told = [*_describe_figures(before.results, after.results)]
        yield from told or ["No points, no rank and no award would change."]
        yield from _describe_pairings(before.results, after.results)


def _describe_figures(before: Results, after: Results) -> Iterator[str]:
    """Yield what would be other points, ranks and awards; a player is known by the row on the sheet Players."""
    both, unit = (before, after), after.format.points_name
    names = {player.row: player.shown for each in both for player in each.event.players}
    tables = {
        (match.round, each.event.players[player].row): match.table or 0
        for each in both
        for match in each.event.rows
        for _, player in match.seats()
    }
    was, now = map(_count, both)
    for number in range(1, max(before.played, after.played) + 1):
        moves = find_moves(sorted(names), was.in_round(number), now.in_round(number))
        placed = sorted((tables.get((number, move.who), 0), move) for move in moves)
        for table, sides in groupby(placed, itemgetter(0)):
            yield f"Round {number}, table {table}:" if table else f"Round {number}:"
            yield from (f"  {names[side.who]}: {unit} {describe_move(side)}" for _, side in sides)
    columns = [
        (word, was.after_round(before.played, column), now.after_round(after.played, column))
        for word, column in ((unit, "points"), ("rank", "rank"))
    ]
    ranks = {**columns[1][1], **columns[1][2]}
    columns.append(("award", was.awards(), now.awards()))
    lines = []
    for row in sorted(names, key=lambda row: (ranks[row], row)):
        if moved := [f"{word} {describe_move(move)}" for word, *two in columns for move in find_moves([row], *two)]:
            lines.append(f"  {names[row]}: {', '.join(moved)}")
    yield from [f"After round {after.played}:", *lines] if lines else ()


def _describe_pairings(before: Results, after: Results) -> Iterator[str]:
    last, at_once = after.event.last_round, after.event.settings.method.at_once
    points = [[_count(each).in_round(number) for number in range(1, last)] for each in (before, after)]
    if not at_once and points[0] != points[1]:
        yield f"Round {last} is paired already, and its pairing stays (rules 1.4.9)."
    for number in sorted({*due_rounds(before), *due_rounds(after)}):
        was, now = (_pair(each, number) if number in due_rounds(each) else [] for each in (before, after))
        if isinstance(now, str):
            yield f"Round {number} could not be paired: {now}"
            return
        there = was if isinstance(was, list) else []
        gone, new = ([each for each in one if each not in other] for one, other in ((there, now), (now, there)))
        if not gone and not new:
            yield f"Round {number} would be paired as now."
            continue
        yield f"Round {number} would {'not be paired yet' if not now else 'be paired' + ' otherwise' * bool(there)}:"
        for when, pairs in (("now: ", gone), ("then:", new)):
            yield from (f"  {when} {' – '.join(each)}" for each in pairs)


def _count(results: Results) -> Figures[int]:
    return Figures(results, {player.number: player.row for player in results.event.players})


def _pair(results: Results, number: int) -> list[tuple[str, ...]] | str:
    """Return the pairs of a round as it would be paired, by name; or why it cannot be."""
    new, problems = pair(results, number)
    if new is None:
        return f"{problems[0].message} {problems[0].hint}"
    names = {BYE: BYE_NAME, **{player.number: player.shown for player in results.event.players}}
    return [tuple(names[row[side]] for side in ("a", "b")) for row in new.rows]
