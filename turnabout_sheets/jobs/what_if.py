"""What changed cells would do to an event, and to the round that would be paired next. Nothing is written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from openpyxl.utils import column_index_from_string

from turnabout_sheets.changes.differences import compare_rows
from turnabout_sheets.changes.effects import Effects
from turnabout_sheets.changes.log import group_changes
from turnabout_sheets.core.text import join_words, key
from turnabout_sheets.event.model import BYE, BYE_NAME
from turnabout_sheets.event.results import Results
from turnabout_sheets.jobs.check import check_read
from turnabout_sheets.jobs.outcome import RefusedError
from turnabout_sheets.jobs.read import read_book
from turnabout_sheets.rounds.next_rounds import due_rounds, pair
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.ooxml.cells import CellChange, change_cells
from turnabout_sheets.workbook.ours.recognition import is_read

_CELL: Final = re.compile(r"(?:'((?:[^']|'')+)'|(.+?))!\$?([A-Za-z]{1,2})\$?([1-9]\d{0,4})\s*=(.*)", re.DOTALL)
_NUMBER: Final = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)")


def describe_effects(path: Path, typed: Sequence[str]) -> tuple[list[str], bool]:
    """Return in lines what ``typed`` cells of a workbook would do, and whether there would be no errors.

    Raises `RefusedError` for a cell that is not there or not read, `WorkbookError` where the workbook cannot be read.
    """
    source = save.open_workbook(path)
    book = read_book(source)
    read = [grid.name for grid in book.grids if is_read(grid.name, book.format)]
    cells = [_read_cell(each, read) for each in typed]
    was = check_read(path, book)
    now = check_read(path, read_book(replace(source, data=change_cells(source.data, cells))))
    rows = [*compare_rows(was.event, now.event)] if was.event and now.event else []
    cells_now = [change for row in rows for change in row.changes if change.cell]  # a column that is gone has none
    lines = [f"{x.sheet}!{x.cell}: {x.after or 'nothing'} instead of {x.before or 'nothing'}." for x in cells_now]
    if new := [problem.describe(path) for problem in now.problems if problem not in was.problems]:
        lines += ["There would be something wrong:", *(f"  {each}" for each in new)]
    if now.results is None:
        lines.append("So nothing could be computed." + ("" if was.results else " As it is, nothing can be, either."))
    elif was.results is None:
        lines.append("The workbook has errors now; then it would have none.")
    elif not rows:
        lines.append("That changes nothing: the program reads the same as now.")
    else:
        blocks = group_changes(was.results.event, now.results.event, rows)
        effects = Effects(was.results, now.results, blocks)
        told = filter(None, map(effects.describe, blocks))
        lines += [f"{each[0].upper()}{each[1:]}." for each in told] or ["No points, no rank and no award would change."]
        lines += _describe_pairings(was.results, now.results)
    return [*lines, "Nothing was written."], now.results is not None


def _read_cell(typed: str, sheets: Sequence[str]) -> CellChange:
    """Return a cell and what it would hold, as a spreadsheet program reads what is typed."""
    parts = _CELL.fullmatch(typed.strip())
    if parts is None:
        raise RefusedError(f'"{typed}" does not say which cell holds what; expected the like of "Round 3!E7=12".')
    quoted, plain, letters, row, text = (part and part.strip() for part in parts.groups())
    name = quoted.replace("''", "'") if quoted else plain
    sheet = next((sheet for sheet in sheets if key(sheet) == key(name)), None)
    if sheet is None:
        raise RefusedError(f'The program reads no sheet "{name}". Name a cell on {join_words(sheets)}.')
    value = float(text) if _NUMBER.fullmatch(text) else text.removeprefix("'")
    return CellChange(sheet, int(row), column_index_from_string(letters) - 1, value)


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
