"""What changed cells would do to an event, and to the round that would be paired next. Nothing is written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from openpyxl.utils.cell import coordinate_to_tuple

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


def describe_effects(path: Path, typed: Sequence[str]) -> tuple[list[str], bool]:
    """Return in lines what ``typed`` cells of a workbook would do, and whether there would be no errors."""
    source = save.open_workbook(path)
    book = read_book(source)
    cells = [_read_cell(each, [grid.name for grid in book.grids if is_read(grid.name, book.format)]) for each in typed]
    was = check_read(path, book)
    now = check_read(path, read_book(replace(source, data=change_cells(source.data, cells))))
    rows = [*compare_rows(was.event, now.event)] if was.event and now.event else []
    cells_now = [change for row in rows for change in row.changes if change.cell]  # a column that is gone has none
    lines = [f"{x.sheet}!{x.cell}: {x.after or 'nothing'} instead of {x.before or 'nothing'}." for x in cells_now]
    if new := [problem.describe(path) for problem in now.problems if problem not in was.problems]:
        lines += ["There would be something wrong:", *(f"  {each}" for each in new)]
    if was.results is None or now.results is None:
        lines.append("Nothing more can be said, as there are errors now, or would be then.")
    elif not rows:
        lines.append("That changes nothing: the program reads the same as now.")
    else:
        blocks = group_changes(was.results.event, now.results.event, rows)
        effects = Effects(was.results, now.results, blocks)
        told = [f"{each[0].upper()}{each[1:]}." for each in map(effects.describe, blocks) if each]
        lines += told or ["No points, no rank and no award would change."]
        for number in sorted({*due_rounds(was.results), *due_rounds(now.results)}):
            before, after = _list_pairs(was.results, number), _list_pairs(now.results, number)
            lines.append(f"Round {number} would be paired {'as now.' if {*before} == {*after} else 'otherwise:'}")
            lines += [f"  now:  {each}" for each in before if each not in after]
            lines += [f"  then: {each}" for each in after if each not in before]
    return [*lines, "Nothing was written."], now.results is not None


def _read_cell(typed: str, sheets: Sequence[str]) -> CellChange:
    """Return a cell and what it would hold, as a spreadsheet program reads what is typed."""
    found = re.fullmatch(
        r"\s*(?:'(.*)'|(.*?))\s*!([A-Za-z]{1,2}[1-9]\d{0,4})\s*=(.*)", typed.replace("$", ""), re.DOTALL
    )
    if found is None:
        raise RefusedError(f'"{typed}" does not say which cell holds what; expected the like of "Round 3!E7=12".')
    name, text = (found[1] or found[2] or "").replace("''", "'"), typed.partition("=")[2].strip()
    sheet = next((sheet for sheet in sheets if key(sheet) == key(name)), None)
    if sheet is None:
        raise RefusedError(f'The program reads no sheet "{name}". Name a cell on {join_words(sheets)}.')
    row, column = coordinate_to_tuple(found[3].upper())
    is_number = re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)", text)
    return CellChange(sheet, row, column - 1, float(text) if is_number else text.removeprefix("'"))


def _list_pairs(results: Results, number: int) -> list[str]:
    """Return the pairs of a round as it would be paired, or why it is not."""
    if number not in due_rounds(results):
        return ["not paired yet"]
    new, problems = pair(results, number)
    if new is None:
        return [f"no pairing. {problems[0].message} {problems[0].hint}"]
    names = {BYE: BYE_NAME, **{player.number: player.shown for player in results.event.players}}
    return [f"{names[row['a']]} – {names[row['b']]}" for row in new.rows]
