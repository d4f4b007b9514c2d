"""What changed cells would do to an event, and to the round that would be paired next. Nothing is written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Final

from openpyxl.utils import column_index_from_string

from turnabout_sheets.changes.differences import find_changes
from turnabout_sheets.changes.effects import Figures, describe_move, find_moves
from turnabout_sheets.core.problems import Place, has_errors
from turnabout_sheets.core.text import join_words, key
from turnabout_sheets.event.model import BYE, BYE_NAME
from turnabout_sheets.event.results import Results
from turnabout_sheets.jobs.check import check_source
from turnabout_sheets.rounds.next_rounds import due_rounds, pair
from turnabout_sheets.sheets.cell_kinds import format_cell
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.ooxml.cells import CellChange, change_cells
from turnabout_sheets.workbook.ours.recognition import is_read
from turnabout_sheets.workbook.read import Worksheets

_CELL: Final = re.compile(r"(?:'((?:[^']|'')+)'|(.+?))!\$?([A-Za-z]{1,2})\$?([1-9]\d{0,4})\s*=(.*)", re.DOTALL)
_NUMBER: Final = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)")
_ROOM: Final = 50  # rows below the last filled one, for further players and the like


class WhatIfError(Exception):
    """A cell cannot be changed; the text says why."""


def describe_effects(path: Path, typed: Sequence[str]) -> tuple[list[str], bool]:
    """Return in lines what ``typed`` cells of a workbook would do, and whether there would be no errors.

    Raises `WhatIfError` for a cell that is not there or not read, `WorkbookError` where the workbook cannot be read.
    """
    source = save.open_workbook(path)
    sheets, found = list(source.package.sheets), dict[Place, CellChange]()
    cells = [_read_cell(each, sheets) for each in typed]
    was, lines = check_source(path, source), list[str]()
    read = [name for name in sheets if is_read(name, was.format)]
    grids = {grid.name: grid.rows for grid in Worksheets(source).read(read.__contains__)}
    for place, cell in cells:
        if place in found:
            raise WhatIfError(f"{place} is set twice. Set every cell once.")
        if place.sheet not in read:
            raise WhatIfError(f"{place}: the sheet {place.sheet} decides nothing. Name a cell on {join_words(read)}.")
        rows, found[place] = grids[place.sheet], cell
        if cell.row > len(rows) + _ROOM:
            raise WhatIfError(f"{place}: nothing stands there; the sheet {place.sheet} ends with row {len(rows)}.")
        row = rows[cell.row - 1] if cell.row <= len(rows) else ()
        before = format_cell(row[cell.column]) if cell.column < len(row) else ""
        lines.append(f"{place}: {format_cell(cell.value or '') or 'nothing'} instead of {before or 'nothing'}.")
    now = check_source(path, replace(source, data=change_cells(source.data, [*found.values()])))
    if new := [problem.describe(path) for problem in now.problems if problem not in was.problems]:
        lines += ["There would be something wrong:", *(f"  {each}" for each in new)]
    then, after = (None if has_errors(each.problems) else each.results for each in (was, now))
    if after is None:
        lines.append("So nothing could be computed." + ("" if then else " As it is, nothing can be, either."))
    elif then is None:
        lines.append("The workbook has errors now; then it would have none.")
    elif not find_changes(then.event, after.event):
        lines.append("That changes nothing: the program reads the same as now.")
    else:
        lines += [*_describe_figures(then, after), *_describe_pairings(then, after)]
    return [*lines, "Nothing was written."], not has_errors(now.problems)


def _read_cell(typed: str, sheets: Sequence[str]) -> tuple[Place, CellChange]:
    """Return which cell is meant, and what it would hold, as a spreadsheet program reads what is typed."""
    parts = _CELL.fullmatch(typed.strip())
    if parts is None:
        raise WhatIfError(f'"{typed}" does not say which cell holds what; expected the like of "Round 3!G7=12".')
    quoted, plain, letters, row, text = (part and part.strip() for part in parts.groups())
    name = quoted.replace("''", "'") if quoted else plain
    sheet = next((sheet for sheet in sheets if key(sheet) == key(name)), name)
    place = Place(sheet, letters.upper() + row)
    if sheet not in sheets:
        raise WhatIfError(f'{place}: there is no sheet "{name}". The sheets are {join_words(sheets, "and")}.')
    if text.startswith("="):
        raise WhatIfError(f'{place}: the formula "{text}" is not worked out here. Type what it comes to.')
    truth = {"true": True, "false": False}.get(key(text))
    value = float(text) if _NUMBER.fullmatch(text) else text.removeprefix("'") if truth is None else truth
    return place, CellChange(sheet, int(row), column_index_from_string(letters) - 1, value)


def _describe_figures(before: Results, after: Results) -> Iterator[str]:
    """Yield the points, ranks and awards that would change; a player is known by the row on the sheet Players."""
    both, unit, last = (before, after), after.format.points_name, after.event.last_round
    names, tables = dict[int, str](), dict[tuple[int, int], int]()
    for each in both:
        rows = {player.number: player.row for player in each.event.players}
        names |= {player.row: player.shown for player in each.event.players}
        tables |= {(x.round, rows[player]): x.table or 0 for x in each.event.rows for _, player in x.seats()}
    was, now = (Figures(each, {player.number: player.row for player in each.event.players}) for each in both)
    moved = [
        (number, tables.get((number, move.who), 0), move)
        for number in range(1, max(before.played, after.played) + 1)
        for move in find_moves(sorted(names), was.in_round(number), now.in_round(number))
    ]
    for (number, table), sides in groupby(sorted(moved), itemgetter(0, 1)):
        yield f"Round {number}, table {table}:" if table else f"Round {number}:"
        yield from (f"  {names[side.who]}: {unit} {describe_move(side)}" for _, _, side in sides)
    ranks, points = (
        (was.after_round(before.played, each), now.after_round(after.played, each)) for each in ("rank", "points")
    )
    columns, lines = ((unit, points), ("rank", ranks), ("award", (was.awards(), now.awards()))), list[str]()
    for row in sorted(names, key=lambda row: ({**ranks[0], **ranks[1]}[row], row)):
        if told := [f"{word} {describe_move(move)}" for word, two in columns for move in find_moves([row], *two)]:
            lines.append(f"  {names[row]}: {', '.join(told)}")
    if lines:
        yield from [f"After round {after.played}:", *lines]
    elif not moved:
        yield "No points, no rank and no award would change."
    if not after.event.settings.method.at_once and any(number < last for number, *_ in moved):
        yield f"Round {last} is paired already, and its pairing stays (rules 1.4.9)."


def _describe_pairings(before: Results, after: Results) -> Iterator[str]:
    for number in sorted({*due_rounds(before), *due_rounds(after)}):
        (was, _), (now, why_not) = _pair(before, number), _pair(after, number)
        if why_not:
            yield f"Round {number} could not be paired: {why_not}"
            return
        if {*was} == {*now}:
            yield f"Round {number} would be paired as now."
            continue
        how = "not be paired yet" if not now else "be paired otherwise" if was else "be paired"
        yield f"Round {number} would {how}:"
        yield from (f"  now:  {each}" for each in was if each not in now)
        yield from (f"  then: {each}" for each in now if each not in was)


def _pair(results: Results, number: int) -> tuple[list[str], str]:
    """Return the pairs of a round as it would be paired, none where that is not due; or why it cannot be."""
    if number not in due_rounds(results):
        return [], ""
    new, problems = pair(results, number)
    if new is None:
        return [], f"{problems[0].message} {problems[0].hint}"
    names = {BYE: BYE_NAME, **{player.number: player.shown for player in results.event.players}}
    return [f"{names[row['a']]} – {names[row['b']]}" for row in new.rows], ""
