"""A hand at a spreadsheet: each act is a line of text, done as a spreadsheet program does it.

Round 2: D2 = A, E2 = 7          types into cells; nothing behind the = clears one
Round 2: sort A2:C13 by B        some columns of rows, or rows as 2:13; "downwards": the last first
Round 2: swap C5 and C6          two cells, or two ranges of a shape
Round 2: fill B2:C2 down to 4    repeats what is in a row
Round 2: clear D2:G7             a range, or rows; formulas stay
Round 2: remove 4:4              a row; those below it move up
Round 2: repeat 4:4              a row, or a range of one, again below the last row
Round 2: number A2:A7 from 2     counts up
Round 2: report 3                the first results that are missing, or "the rest", or "rows 5, 6"; "anew": others
delete Round 2                   a sheet; "rename Round 2 to Finale" another name
copy                             the workbook as it was saved, aside; "put the copy back"
put version 1 back               an earlier version, 1 the newest; "put the version before round 2 back"
lose the earlier versions        deletes their folder
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Sequence
from itertools import chain, count
from pathlib import Path
from random import Random
from typing import Any, Final

from openpyxl.utils.cell import range_boundaries

from tests.support.edited_book import Book, Cell, find_header
from tests.support.organizer import WORKS, make_result

EMPTY: Final = b"PK\5\6" + bytes(18)
"""A package without parts: there is no workbook yet."""


class Hand:
    """The workbook as it is open, and what was put aside."""

    def __init__(self, workbook: Path) -> None:
        self.workbook, self.saves = workbook, 0
        self.copy = b""
        self.open()

    def open(self) -> None:
        """Open the workbook as it is on the disk now."""
        data = self.workbook.read_bytes() if self.workbook.exists() else EMPTY
        self.book = Book(data)
        self.opened = dict(self.book.parts)

    def do(self, act: str) -> None:
        """Do what a line says."""
        for pattern, how in ACTS.items():
            if found := re.fullmatch(pattern, act):
                how(self, *found.groups())
                return
        raise AssertionError(f"nobody knows how to: {act}")

    # --- sheets and files ---

    def save(self) -> None:
        """Save what was typed; where nothing was, the file stays as it is."""
        if self.book.parts != self.opened:
            self.saves += 1
            self.book.stamp(self.saves)
            self.workbook.write_bytes(self.book.to_bytes())
            self.open()

    def keep_copy(self) -> None:
        self.save()
        self.copy = self.workbook.read_bytes()

    def put_back(self, data: bytes | None = None) -> None:
        self.workbook.write_bytes(data or self.copy)
        self.open()

    @property
    def backups(self) -> Path:
        return self.workbook.with_name(f"{self.workbook.stem} backups")

    @property
    def versions(self) -> list[Path]:
        """The earlier versions, the newest first."""
        return sorted(self.backups.glob("*.xlsx"), reverse=True)

    def put_version(self, number: str) -> None:
        self.put_back(self.versions[int(number) - 1].read_bytes())

    def put_version_before(self, number: str) -> None:
        self.put_back(next(each for each in self.versions if f" before round {number} " in each.name).read_bytes())

    def lose_versions(self) -> None:
        shutil.rmtree(self.backups)

    def delete(self, sheet: str) -> None:
        self.book.delete(sheet)

    def add(self, sheet: str) -> None:
        self.book.add(sheet, [])

    def rename(self, sheet: str, name: str) -> None:
        self.book.rename(sheet, name)

    # --- cells ---

    def replace(self, where: str, old: str, new: str) -> None:
        for sheet in [where] if where else self.book.sheets:
            if sheet in ("Event", "Players", "Adjustments", "Rulings") or sheet.startswith("Round "):
                grid = self.book.rows(sheet)
                found = {(n, at): new for n, row in enumerate(grid) for at, cell in enumerate(row) if cell == old}
                self.book.type(sheet, found)

    def type(self, sheet: str, typed: str) -> None:
        pairs = (each.split("=", 1) for each in re.split(r", (?=[A-Z]+\d+ =)", typed))
        self.book.type(sheet, {_at(cell.strip()): _as_typed(value.strip()) for cell, value in pairs})

    def sort(self, sheet: str, where: str, by: str, downwards: str) -> None:
        grid, rows = self.book.rows(sheet), self._cells(sheet, where)
        _, column = _at(f"{by}1")
        order = sorted(rows, key=lambda row: _order(grid[row[0][0]][column]), reverse=bool(downwards))
        order.sort(key=lambda row: grid[row[0][0]][column] == "")  # what is blank comes last, whichever way
        self._move(sheet, [*chain(*order)], [*chain(*rows)])

    def swap(self, sheet: str, one: str, other: str) -> None:
        first, second = ([*chain(*self._cells(sheet, each))] for each in (one, other))
        self._move(sheet, [*first, *second], [*second, *first])

    def fill(self, sheet: str, where: str, last: str) -> None:
        (row,) = self._cells(sheet, where)
        for below in range(row[0][0] + 1, int(last)):
            self._move(sheet, row, [(below, column) for _, column in row])

    def clear(self, sheet: str, where: str) -> None:
        self.book.type(sheet, dict.fromkeys(chain(*self._cells(sheet, where))))

    def remove(self, sheet: str, where: str) -> None:
        (row,) = self._cells(sheet, where)
        for n in range(row[0][0], self._end(sheet)):
            self._move(sheet, [(n + 1, column) for _, column in row], [(n, column) for _, column in row])

    def repeat(self, sheet: str, where: str) -> None:
        (row,), below = self._cells(sheet, where), self._end(sheet)
        self._move(sheet, row, [(below, column) for _, column in row])

    def number(self, sheet: str, where: str, first: str) -> None:
        rows = self._cells(sheet, where)
        self.book.type(sheet, {row[0]: float(number) for number, row in enumerate(rows, int(first))})

    def report(self, sheet: str, which: str, anew: str) -> None:
        grid = self.book.rows(sheet)
        top, columns = find_header(grid, "player a", "player b") or (0, {})
        format = next(each for each in ("Netrunner", "Turnabout", "Duplicate Magic") if {*WORKS[each]} <= {*columns})
        rows = [n for n in range(top + 1, len(grid)) if grid[n][columns["player b"]] not in ("", "BYE")]
        open_ = [n for n in rows if not any(grid[n][columns[each]] for each in (*WORKS[format], "ruling"))]
        if which.startswith("row"):
            open_ = [int(number) - 1 for number in re.findall(r"\d+", which)]
        elif which != "the rest":
            open_ = open_[: int(which)]
        for n in open_:
            was = {header: grid[n][columns[header]] for header in WORKS[format]}
            results = (make_result(format, Random(f"{sheet} {n}{anew}{turn}"), draws=not anew) for turn in count())
            result = next(each for each in results if any(was[header] != each[header] for header in was))
            self.book.type(sheet, {(n, columns[header]): value for header, value in result.items()})

    def _end(self, sheet: str) -> int:
        """Return the row below the last in which somebody is named, from 0."""
        grid = self.book.rows(sheet)
        found = find_header(grid, "player a") or find_header(grid, "player")
        assert found, f"nobody is named on {sheet}"
        column = found[1].get("player a", found[1].get("player", 0))
        return 1 + max(n for n, row in enumerate(grid) if row[column] != "")

    def _cells(self, sheet: str, where: str) -> list[list[tuple[int, int]]]:
        """Return the cells of a range row by row, from 0; of whole rows those in columns without formulas."""
        left, top, right, bottom = (each or 0 for each in range_boundaries(where))
        columns = range(left - 1, right) if left else range(len(self.book.rows(sheet)[0]))
        written = set() if left else {column for _, column in self.book.formulas(sheet)}
        return [[(row, each) for each in columns if each not in written] for row in range(top - 1, bottom)]

    def _move(self, sheet: str, cells: Sequence[tuple[int, int]], to: Sequence[tuple[int, int]]) -> None:
        """Type what is in cells into others, all at once."""
        grid = self.book.rows(sheet)
        values = {(n, column): value for n, row in enumerate(grid) for column, value in enumerate(row)}
        self.book.type(sheet, {there: values.get(here) for here, there in zip(cells, to, strict=True)})


def _at(cell: str) -> tuple[int, int]:
    left, top, *_ = (each or 0 for each in range_boundaries(cell))
    return top - 1, left - 1


def _as_typed(text: str) -> Cell:
    return float(text) if re.fullmatch(r"-?\d+(\.\d+)?", text) else text or None


def _order(value: Any) -> tuple[bool, Any]:
    return (True, value.casefold()) if isinstance(value, str) else (False, value)


SHEET: Final = "([^:]+): "
ACTS: Final[dict[str, Callable[..., None]]] = {
    SHEET + r"sort (\S+) by ([A-Z]+)( downwards)?": Hand.sort,
    SHEET + r"swap (\S+) and (\S+)": Hand.swap,
    SHEET + r"fill (\S+) down to (\d+)": Hand.fill,
    SHEET + r"clear (\S+)": Hand.clear,
    SHEET + r"remove (\S+)": Hand.remove,
    SHEET + r"repeat (\S+)": Hand.repeat,
    SHEET + r"number (\S+) from (\d+)": Hand.number,
    SHEET + r"report (\d+|the rest|rows? [\d, ]+)( anew)?": Hand.report,
    SHEET + r"([A-Z]+\d+ =.*)": Hand.type,
    "delete (.+)": Hand.delete,
    "add sheet (.+)": Hand.add,
    "rename (.+) to (.+)": Hand.rename,
    "replace (?:in (.+): )?(.+) with (.+)": Hand.replace,
    "copy": Hand.keep_copy,
    "put the copy back": Hand.put_back,
    r"put version (\d+) back": Hand.put_version,
    r"put the version before round (\d+) back": Hand.put_version_before,
    "lose the earlier versions": Hand.lose_versions,
}
