"""Reading what a run has written, with programs that are not ours."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

from openpyxl import load_workbook
from python_calamine import CalamineWorkbook

SAMPLES = Path(__file__).parents[2] / "sample_events"


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


def as_csv(rows: list[list[Any]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def edit(path: Path, changes: dict[str, dict[str, Any]]) -> None:
    """Type into a workbook as an organizer would: cells by sheet and address."""
    book = load_workbook(path)
    for sheet, typed in changes.items():
        for address, value in typed.items():
            book[sheet][address] = value
    book.save(path)


def enter_results(path: Path, round_number: int, *, leave: int = 0) -> None:
    """Type a result into every match of a round, but for the last ``leave``."""
    book = load_workbook(path)
    sheet = book[f"Round {round_number}"]
    rows = [row for row in range(2, sheet.max_row + 1) if sheet[f"C{row}"].value not in (None, "BYE")]
    for row in rows[: len(rows) - leave]:
        for column, value in zip("FGHI", ("A", 3 + row % 6, "B", 4 + row % 5), strict=True):
            sheet[f"{column}{row}"] = value
    book.save(path)
