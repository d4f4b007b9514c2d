"""Days whose first two numbers can be day and month or month and day, 4/5/2013: which they may be, by their column."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from turnabout_sheets.archive.lists.rows import DAY
from turnabout_sheets.core.days import read_orders, write_day
from turnabout_sheets.core.problems import Place, Problem, Severity
from turnabout_sheets.core.text import join_words
from turnabout_sheets.sheets.cell_kinds import format_cell
from turnabout_sheets.sheets.grid import Grid, Raw, address, column_letters
from turnabout_sheets.sheets.table import Table

_DAY: Final = "date"
"""The field of the lists that has the day."""


def explain_days(grid: Grid, table: Table, problems: Sequence[Problem]) -> list[Problem]:
    """Return the problems of a list; those of days that may be several say which, and which the column speaks for.

    What the other cells do is a hint only: the cell is still to be corrected.
    """
    column = table.positions.get(_DAY)
    if column is None or not any(_is_of(each, column) for each in problems):
        return list(problems)
    typed = {address(at, column): row[column] for at, row in enumerate(grid.rows) if len(row) > column}
    settled = list(_find_settled(grid.name, typed))
    return [_explain(each, typed[each.place.cell], settled) if _is_of(each, column) else each for each in problems]


def _is_of(problem: Problem, column: int) -> bool:
    letters = problem.place.cell.rstrip("0123456789")
    return problem.severity is Severity.ERROR and letters == column_letters(column)


def _find_settled(sheet: str, typed: dict[str, Raw]) -> Iterator[tuple[str, str, Place, str]]:
    """Yield the first cell of each order of numbers that a column certainly has: sign between, order, place, text."""
    found = set()
    for cell, raw in typed.items():
        text = format_cell(raw)
        orders = list(read_orders(text))
        if len(orders) == 1 and (way := (_sign(text), orders[0])) not in found:
            found.add(way)
            yield *way, Place(sheet, cell), text


def _sign(text: str) -> str:
    return next(letter for letter in text.strip() if not letter.isdecimal())


def _explain(problem: Problem, raw: Raw, settled: Sequence[tuple[str, str, Place, str]]) -> Problem:
    text = format_cell(raw)
    orders = read_orders(text)
    days = sorted(set(orders.values()))
    if len(days) < 2:
        return problem
    which = join_words([f"{write_day(day, 'en')} ({day.isoformat()})" for day in days])
    either = f"{join_words(list(orders), 'and')} can be {'either' if len(orders) == 2 else 'any'}"
    message = f'Date is "{text}", and {either}: {which}; expected {DAY.expects}.'
    said = [each for each in settled if each[0] == _sign(text)]
    if len(said) != 1 or said[0][1] not in orders:
        return replace(problem, message=message, hint="Type the day that is meant, the year first.")
    _, first, place, other = said[0]
    hint = (
        f'By "{other}" in {place}, where the {first} comes first, it is {orders[first].isoformat()}; type the day so.'
    )
    return replace(problem, message=message, hint=hint)
