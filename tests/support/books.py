"""Reading what a run has written, with programs that are not ours."""

from __future__ import annotations

import csv
import io
import shutil
from pathlib import Path
from typing import Any

from openpyxl.utils.cell import coordinate_to_tuple
from python_calamine import CalamineWorkbook

from tests.support.edited_book import Book

SAMPLES = Path(__file__).parents[2] / "sample_events"

SOUND = ("cup", "duplicate-in-progress", "netrunner", "finished", "duplicate", "in-progress", "round-robin")
"""The samples whose pages can be printed; of neighbours each is of another format, or as far as no other."""


def cells(path: Path, sheet: str) -> list[list[Any]]:
    """Return a sheet's rows as calamine reads them, whole numbers as such."""
    rows = CalamineWorkbook.from_path(path).get_sheet_by_name(sheet).to_python(skip_empty_area=False)
    return [[int(v) if isinstance(v, float) and v.is_integer() else v for v in row] for row in rows]


def records(path: Path, sheet: str) -> list[dict[str, Any]]:
    """Return a sheet's rows by header; columns without a header and blank rows are left out."""
    header, *rows = (row for row in cells(path, sheet) if any(value != "" for value in row))
    return [{str(h): value for h, value in zip(header, row, strict=True) if h != ""} for row in rows]


def sheet_names(path: Path) -> list[str]:
    return CalamineWorkbook.from_path(path).sheet_names


def copy_all(workbook: Path, folder: Path) -> Path:
    """Copy a workbook with all that stands beside it into a folder, and return it."""
    shutil.copytree(workbook.parent, folder, dirs_exist_ok=True)
    return folder / workbook.name


def as_csv(rows: list[list[Any]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def edit(path: Path, changes: dict[str, dict[str, Any]]) -> None:
    """Type into a workbook as an organizer would: cells by sheet and address. Nothing is calculated."""
    path.write_bytes(edited(path.read_bytes(), changes))


def edited(data: bytes, changes: dict[str, dict[str, Any]]) -> bytes:
    """Return a workbook into which was typed."""
    book = Book(data)
    for sheet, typed in changes.items():
        book.type(sheet, {_position(address): value for address, value in typed.items()})
    book.forget_shown()
    return book.to_bytes()


def _position(address: str) -> tuple[int, int]:
    """Return the row and the column of an address, from 0."""
    row, column = coordinate_to_tuple(address)
    return row - 1, column - 1


def enter_results(path: Path, round_number: int, *, leave: int = 0) -> None:
    """Type a result into every match of a round, but for the last ``leave``."""
    sheet = f"Round {round_number}"
    rows = [row for row, line in enumerate(cells(path, sheet)[1:], 2) if line[2] not in ("", "BYE")]
    results = (
        {f"D{row}": "A", f"E{row}": 3 + row * 5 % 7, f"F{row}": "B", f"G{row}": 4 + row * 3 % 5}
        for row in rows[: len(rows) - leave]
    )
    edit(path, {sheet: {address: value for result in results for address, value in result.items()}})
