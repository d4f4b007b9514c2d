"""A round into whose rows results are typed, in the columns in which the desk types them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from openpyxl import load_workbook

from tests.support.commands import turnabout
from turnabout_sheets.event.format import Format, get_name

Typed = tuple[Any, ...]


def make_round(folder: Path, name: str, format: Format, matches: int) -> Path:
    """Return a workbook of one round with this many matches, and a bye or sit-out; its results are to be typed over."""
    workbook = folder / f"{name}.xlsx"
    players = 2 * matches + 1
    made = turnabout("simulate", workbook, "--format", format.name, "--players", players, "--rounds", 1)
    assert made.exit_code == 0
    return workbook


def type_rows(workbook: Path, format: Format, fields: Sequence[str], rows: Iterable[Typed]) -> None:
    """Type into the rows of round 1 from the first on; @A and @B stand for the names of the row's players."""
    columns = [get_name(column) for column in format.round_columns]
    book = load_workbook(workbook)
    sheet = book["Round 1"]
    for number, typed in enumerate(rows, 2):
        names = {"@A": sheet[f"B{number}"].value, "@B": sheet[f"C{number}"].value}
        for field, value in zip(fields, typed, strict=True):
            sheet.cell(number, columns.index(field) + 1).value = names.get(value, value)
    book.save(workbook)
