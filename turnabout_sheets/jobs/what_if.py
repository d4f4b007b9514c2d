"""What changed cells would do to an event, and to the round that would be paired next. Nothing is written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from openpyxl.utils import column_index_from_string

from turnabout_sheets.changes.differences import find_changes
from turnabout_sheets.changes.effects import Figures, describe_move, find_moves
from turnabout_sheets.core.text import join_words, key
from turnabout_sheets.event.model import BYE, BYE_NAME
from turnabout_sheets.event.results import Results
from turnabout_sheets.jobs.check import check_read
from turnabout_sheets.jobs.read import read_book
from turnabout_sheets.rounds.next_rounds import due_rounds, pair
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.ooxml.cells import CellChange, change_cells
from turnabout_sheets.workbook.ours.recognition import is_read

_CELL: Final = re.compile(r"(?:'((?:[^']|'')+)'|(.+?))!\$?([A-Za-z]{1,2})\$?([1-9]\d{0,4})\s*=(.*)", re.DOTALL)
_NUMBER: Final = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)")


class WhatIfError(Exception):
    """A cell cannot be changed; the text says why."""


def describe_effects(path: Path, typed: Sequence[str]) -> tuple[list[str], bool]:
    """Return in lines what ``typed`` cells of a workbook would do, and whether there would be no errors.

    Raises `WhatIfError` for a cell that is not there or not read, `WorkbookError` where the workbook cannot be read.
    """
    source = save.open_workbook(path)
    book = read_book(source)
    read = [grid.name for grid in book.grids if is_read(grid.name, book.format)]
    cells = [_read_cell(each, read) for each in typed]
    if len({cell[:3] for cell in cells}) < len(cells):
        raise WhatIfError("A cell is set twice. Set every cell once.")
    was = check_read(path, book)
    now = check_read(path, read_book(replace(source, data=change_cells(source.data, cells))))
    changed = find_changes(was.event, now.event) if was.event and now.event else []
    shown = [each for each in changed if each.cell]  # a column that is gone has no cells
    lines = [f"{x.sheet}!{x.cell}: {x.after or 'nothing'} instead of {x.before or 'nothing'}." for x in shown]
    if new := [problem.describe(path) for problem in now.problems if problem not in was.problems]:
        lines += ["There would be something wrong:", *(f"  {each}" for each in new)]
    if now.results is None:
        lines.append("So nothing could be computed." + ("" if was.results else " As it is, nothing can be, either."))
    elif was.results is None:
        lines.append("The workbook has errors now; then it would have none.")
    elif not changed:
        lines.append("That changes nothing: the program reads the same as now.")
    else:
        lines += [*_describe_figures(was.results, now.results), *_describe_pairings(was.results, now.results)]
    return [*lines, "Nothing was written."], now.results is not None


def _read_cell(typed: str, sheets: Sequence[str]) -> CellChange:
    """Return a cell and what it would hold, as a spreadsheet program reads what is typed."""
    parts = _CELL.fullmatch(typed.strip())
    if parts is None:
        raise WhatIfError(f'"{typed}" does not say which cell holds what; expected the like of "Round 3!E7=12".')
    quoted, plain, letters, row, text = (part and part.strip() for part in parts.groups())
    name = quoted.replace("''", "'") if quoted else plain
    sheet = next((sheet for sheet in sheets if key(sheet) == key(name)), None)
    if sheet is None:
        raise WhatIfError(f'The program reads no sheet "{name}". Name a cell on {join_words(sheets)}.')
    if text.startswith("="):
        raise WhatIfError(f'The formula "{text}" is not worked out here. Type what it comes to.')
    truth = {"true": True, "false": False}.get(key(text))
    value = float(text) if _NUMBER.fullmatch(text) else text.removeprefix("'") if truth is None else truth
    return CellChange(sheet, int(row), column_index_from_string(letters) - 1, value)


def _describe_figures(before: Results, after: Results) -> Iterator[str]:
    """Yield the points, ranks and awards that would change; a player is known by the row on the sheet Players."""
    names = {player.row: player.shown for each in (before, after) for player in each.event.players}
    rows = ({player.number: player.row for player in each.event.players} for each in (before, after))
    was, now = map(Figures, (before, after), rows)
    unit, last = after.format.points_name, max(before.played, after.played)
    rounds = {number: (was.in_round(number), now.in_round(number)) for number in range(1, last + 1)}
    ranks, points = (
        (was.after_round(before.played, each), now.after_round(after.played, each)) for each in ("rank", "points")
    )
    figures = {f"round {number} {unit}": both for number, both in rounds.items()}
    figures |= {unit: points, "rank": ranks, "award": (was.awards(), now.awards())}
    place, lines = ranks[0] | ranks[1], list[str]()
    for row in sorted(names, key=lambda row: (place.get(row, len(names)), row)):
        if told := [f"{what} {describe_move(x)}" for what, both in figures.items() for x in find_moves([row], *both)]:
            lines.append(f"  {names[row]}: {', '.join(told)}")
    yield from [f"After round {after.played}:", *lines] if lines else ["No points, no rank and no award would change."]
    last = after.event.last_round
    if not after.event.settings.method.at_once and any(was != now for n, (was, now) in rounds.items() if n < last):
        yield f"Round {last} is paired already, and its pairing stays (rules 1.4.9)."


def _describe_pairings(before: Results, after: Results) -> Iterator[str]:
    """Yield the pairs that would be others, of the rounds that are due now or then."""
    for number in sorted({*due_rounds(before), *due_rounds(after)}):
        was, now = (list(_list_pairs(each, number)) if number in due_rounds(each) else [] for each in (before, after))
        if {*was} == {*now}:
            yield f"Round {number} would be paired as now."
            continue
        how = "not be paired yet" if not now else "be paired otherwise" if was else "be paired"
        yield f"Round {number} would {how}:"
        yield from (f"  now:  {each}" for each in was if each not in now)
        yield from (f"  then: {each}" for each in now if each not in was)


def _list_pairs(results: Results, number: int) -> Iterator[str]:
    """Yield the pairs of a round as it would be paired, or why it cannot be."""
    new, problems = pair(results, number)
    names = {BYE: BYE_NAME, **{player.number: player.shown for player in results.event.players}}
    yield from (f"{names[row['a']]} – {names[row['b']]}" for row in (new.rows if new else ()))
    if new is None:
        yield f"no pairing. {problems[0].message} {problems[0].hint}"
