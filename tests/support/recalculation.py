"""Workbooks that LibreOffice has recalculated."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

from openpyxl.worksheet.worksheet import Worksheet

from tests.office import EVERY_SHEET, office

Sheets = dict[str, list[dict[str, str]]]
"""The rows of sheets, by header."""


def recalculated(workbook: Path, folder: Path) -> Sheets:
    """Return every sheet's rows by header, as LibreOffice shows them."""
    return recalculated_all([workbook], folder)[workbook]


def recalculated_all(workbooks: Sequence[Path], folder: Path) -> dict[Path, Sheets]:
    """Return the same of several workbooks, which LibreOffice opens in one go."""
    found: dict[Path, Sheets] = {workbook: {} for workbook in workbooks}
    files = office().convert(workbooks, EVERY_SHEET.format(as_shown="false"), folder / "csv")
    for workbook, sheets in found.items():
        for file in files:
            if file.stem.startswith(f"{workbook.stem}-"):
                with file.open(encoding="utf-8", newline="") as text:
                    sheets[file.stem.removeprefix(f"{workbook.stem}-")] = list(csv.DictReader(text))
    return found


def headers(sheet: Worksheet) -> dict[str, str]:
    """Return the letters of a sheet's columns by header."""
    return {cell.value: cell.column_letter for cell in sheet[1] if cell.value}
