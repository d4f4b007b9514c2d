"""A hand that has a workbook open as Excel has it: it saves what it has over whatever is there by then."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from openpyxl.utils.cell import coordinate_to_tuple

from tests.support.edited_book import Book, Cell

NUMBER: Final = re.compile(r"-?\d+(\.\d+)?")


class ExcelHand:
    """Has at most one workbook open."""

    def open(self, workbook: Path) -> None:
        self.workbook, self.book = workbook, Book(workbook.read_bytes())
        self.lock = workbook.with_name(f"~${workbook.name}")
        self.lock.write_bytes(b"\3Ann")

    def rows(self, sheet: str) -> list[list[Any]]:
        """Return the values of a sheet, whole numbers as such."""
        rows = self.book.rows(sheet)
        return [[int(each) if isinstance(each, float) and each.is_integer() else each for each in row] for row in rows]

    def type(self, sheet: str, typed: Mapping[str, str]) -> None:
        """Type into cells by address; a formula with what it shows is ``=3+4 → 7``."""
        cells: dict[tuple[int, int], Cell] = {}
        for address, text in typed.items():
            row, column = coordinate_to_tuple(address)
            cells[row - 1, column - 1] = float(text) if NUMBER.fullmatch(text) else text.split(" → ")[0]
        self.book.type(sheet, cells)
        for formula, shown in (text.split(" → ") for text in typed.values() if " → " in text):
            part, told = self.book.sheets[sheet], f"<f>{formula[1:]}</f>"
            self.book.parts[part] = self.book.parts[part].replace(told.encode(), f"{told}<v>{shown}</v>".encode())

    def rename(self, sheet: str, name: str) -> None:
        self.book.rename(sheet, name)

    def unhide(self, sheet: str) -> None:
        self.book.unhide(sheet)

    def copy(self, sheet: str, copy: str) -> None:
        self.book.add(copy, self.book.rows(sheet))

    def delete(self, sheet: str) -> None:
        self.book.delete(sheet)

    def save(self) -> None:
        """Write a file beside the workbook, delete that, and give the new one its name."""
        saved = self.workbook.with_name("A1B2C3D4")
        saved.write_bytes(self.book.to_bytes())
        self.workbook.unlink(missing_ok=True)
        saved.rename(self.workbook)

    def close(self) -> None:
        self.lock.unlink()
