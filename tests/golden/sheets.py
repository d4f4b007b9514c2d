"""What is done to the sheets of a workbook, as transcripts say it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from openpyxl import load_workbook
from openpyxl.utils import get_column_letter

from tests.golden.excel import ExcelHand
from tests.support.books import cells

LISTED: Final = re.compile(r"(?:, |^)([^,=]+?) = ")

Acts = Sequence[tuple[re.Pattern[str], Callable[..., None]]]


class Typist:
    """Types into a workbook that is open, with a hand; what can be done is in `SHEET_ACTS`."""

    def __init__(self, hand: Any, workbook: Path) -> None:
        self.hand, self.workbook, self.is_open = hand, workbook, False

    def type(self, sheet: str, table: str | None, which: str, listed: str) -> None:
        """Type into a row, by the number of its table or by what stands in it; else into the first that is free."""
        head, *rows = self.rows(sheet)
        there = (number for number, row in enumerate(rows, 2) if which in [f"{value}" for value in row[:3]])
        free = (number for number, row in enumerate(rows, 2) if not any(row))
        at = next(there, None) or next(free, len(rows) + 2)
        assert not table or which in [f"{value}" for value in rows[at - 2]], f"{sheet} has no table {which}"
        self.put(sheet, {f"{_letter(head, header)}{at}": text for header, text in split(listed)})

    def change_tables(self, sheet: str, listed: str) -> None:
        """Have the games at some tables change places."""
        head, *rows = self.rows(sheet)
        at = {str(row[head.index("Table")]): number for number, row in enumerate(rows, 2)}
        moves = [move.split(" to ") for move in listed.split(", ")]
        self.put(sheet, {f"{_letter(head, 'Table')}{at[was]}": now for was, now in moves})

    def type_all(self, sheet: str, but: str | None, listed: str) -> None:
        """Type the same into all rows of a round that lack a result, but those of some tables."""
        head, *rows = self.rows(sheet)
        typed = split(listed)
        filled = [head.index("Ruling"), head.index(typed[0][0])]
        for at, row in enumerate(rows, 2):
            is_left = str(row[head.index("Table")]) not in (but or "").split()
            if is_left and row[head.index("Player B")] not in ("", "BYE") and not any(row[each] for each in filled):
                self.put(sheet, {f"{_letter(head, header)}{at}": text for header, text in typed})

    def type_cells(self, sheet: str, listed: str) -> None:
        self.put(sheet, dict(split(listed)))

    def paste(self, sheet: str, letter: str, first: str, block: Sequence[str]) -> None:
        left = ord(letter) - ord("A") + 1
        for at, line in enumerate(block, int(first)):
            values = [value.strip() for value in line.split("|")]
            self.put(sheet, {f"{get_column_letter(left + right)}{at}": text for right, text in enumerate(values)})

    def clear_row(self, sheet: str, row: str) -> None:
        values = self.rows(sheet)[int(row) - 1]
        self.put(sheet, {f"{get_column_letter(at)}{row}": "" for at, value in enumerate(values, 1) if value != ""})

    def sort_column(self, header: str, sheet: str) -> None:
        """Sort one column, and not its neighbours."""
        head, *rows = self.rows(sheet)
        column = head.index(header)
        there = [row[column] for row in rows if row[column] != ""]
        self.put(sheet, {f"{_letter(head, header)}{at}": str(value) for at, value in enumerate(sorted(there), 2)})
        blank = range(len(there) + 2, len(rows) + 2)
        self.put(sheet, {f"{_letter(head, header)}{at}": "" for at in blank})

    def sort_rows(self, sheet: str, header: str) -> None:
        """Sort the whole table by a column, but for the formulas beside it."""
        head, *rows = self.rows(sheet)
        there = [row for row in rows if row[head.index(header)] != ""]
        second = load_workbook(self.workbook)[sheet][2][: [*head, ""].index("")]
        typed = {get_column_letter(at + 1): at for at, cell in enumerate(second) if cell.data_type != "f"}
        for place, row in enumerate(sorted(there, key=lambda row: str(row[head.index(header)])), 2):
            moved = {letter: str(row[at]) for letter, at in typed.items() if row[at] != rows[place - 2][at]}
            self.put(sheet, {f"{letter}{place}": value for letter, value in moved.items()})

    def rows(self, sheet: str) -> list[list[Any]]:
        """Return the rows of a sheet, also of what is typed and not saved yet."""
        return (
            self.hand.rows(sheet) if self.is_open and isinstance(self.hand, ExcelHand) else cells(self.workbook, sheet)
        )

    def put(self, sheet: str, typed: dict[str, str]) -> None:
        if typed:
            self.hand.type(sheet, typed)

    def rename_sheet(self, sheet: str, name: str) -> None:
        self.hand.rename(sheet, name)

    def unhide_sheet(self, sheet: str) -> None:
        self.hand.unhide(sheet)

    def copy_sheet(self, sheet: str, copy: str) -> None:
        self.hand.copy(sheet, copy)

    def delete_sheet(self, sheet: str) -> None:
        self.hand.delete(sheet)


def _letter(head: Sequence[Any], header: str) -> str:
    return get_column_letter(head.index(header) + 1)


def split(listed: str) -> list[tuple[str, str]]:
    """Return what is typed, by header or address: ``Ruling = (blank), Winner = A``."""
    names = [*LISTED.finditer(listed)]
    ends = [each.start() for each in names[1:]] + [len(listed)]
    values = [listed[each.end() : end].strip() for each, end in zip(names, ends, strict=True)]
    return [(each[1], value.replace("(blank)", "")) for each, value in zip(names, values, strict=True)]


SHEET_ACTS: Final[Acts] = [
    (re.compile(pattern), act)
    for pattern, act in (
        (r"> (.+), from ([A-Z])(\d+) on:", Typist.paste),
        (r"> (.+), row (\d+): cleared", Typist.clear_row),
        (r"> sorts only the column (.+) of (.+)", Typist.sort_column),
        (r"> sorts (.+) by (.+)", Typist.sort_rows),
        (r"> renames the sheet (.+) to (.+)", Typist.rename_sheet),
        (r"> unhides the sheet (.+)", Typist.unhide_sheet),
        (r"> copies the sheet (.+) as (.+)", Typist.copy_sheet),
        (r"> deletes the sheet (.+)", Typist.delete_sheet),
        (r"> (.+), all tables(?: but ([\d ]+))?: (.+)", Typist.type_all),
        (r"> (.+): the games change tables, (.+)", Typist.change_tables),
        (r"> (.+), (table )?([^:]+): (.+ = .+)", Typist.type),
        (r"> ([^:,]+): ([A-Z]+\d+ = .+)", Typist.type_cells),
    )
]
