"""An organizer who types: a workbook is opened, changed as a spreadsheet program changes it, and saved.

Cells are changed in the parts that have them (`tests.support.edited_book`), so all else, the hidden sheet too, stays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, Final

from tests.support.edited_book import Book, find_header
from turnabout_sheets.changes.log import REMEMBERED
from turnabout_sheets.core.backups import backup_folder
from turnabout_sheets.formats import load_all
from turnabout_sheets.jobs.outcome import Options, Outcome
from turnabout_sheets.jobs.run import run
from turnabout_sheets.workbook.ours.round_sheet import PAIRING_NOTES

Row = Mapping[str, Any]


SEATS: Final = ("table", "player a", "player b")
HEADERS: Final = (("player a", "player b"), ("player",), ("setting", "value"))
"""By which the header row of a round, of Players and of Event is known."""

WORKS: Final[Mapping[str, Sequence[str]]] = {
    "Turnabout": ("game 1 winner", "game 1 count", "game 2 winner", "game 2 count"),
    "Duplicate Magic": ("winner",),
    "Netrunner": (
        *("game 1 winner", "game 1 agenda a", "game 1 agenda b"),
        *("game 2 winner", "game 2 agenda a", "game 2 agenda b"),
    ),
}
"""What is typed for a result, by format."""

BLANK_AT_A_WIN: Final = {"game 1 agenda a": "A", "game 1 agenda b": "B", "game 2 agenda a": "A", "game 2 agenda b": "B"}
"""Who has won a game has reached the agenda points, and they are not typed."""


def make_result(format: str, random: Random, *, draws: bool = True) -> dict[str, Any]:
    """Return a result, by header."""
    typed: dict[str, Any] = {}
    winners = "AABB" if format == "Duplicate Magic" or not draws else "AAAABBBBD"
    for header in WORKS[format]:
        winner = typed.get(f"{header[:6]} winner", "")
        if header.endswith("winner"):
            typed[header] = random.choice(winners).replace("D", "Draw")
        elif header.endswith("count"):
            typed[header] = "" if winner == "Draw" else float(random.randint(0, 24))
        else:
            typed[header] = "" if winner == BLANK_AT_A_WIN[header] else float(random.randint(0, 6))
    return typed


class Table:
    """The rows of a sheet that name somebody, as they are typed over; nothing is in the workbook before `type`."""

    def __init__(self, book: Book, sheet: str) -> None:
        self.book, self.sheet = book, sheet
        grid = book.rows(sheet)
        found = next(filter(None, (find_header(grid, *headers) for headers in HEADERS)))
        self.top, self.columns = found
        self.was = [list(row) for row in grid[self.top :]]
        self.now = [list(row) for row in self.was]
        self.name = next(self.columns[each] for each in ("player", "player a", "setting") if each in self.columns)

    @property
    def rows(self) -> list[int]:
        """The rows that are filled; that of the headers is 0."""
        return [number for number, row in enumerate(self.now) if number and row[self.name] != ""]

    def row(self, number: int) -> dict[str, Any]:
        """Return a row by header, as it is now."""
        return {header: self.now[number][column] for header, column in self.columns.items()}

    def get(self, number: int, header: str) -> Any:
        return self.now[number][self.columns[header]]

    def put(self, number: int, values: Row) -> None:
        """Type into a row, by header; it may be one below the others."""
        while number >= len(self.now):
            self.was.append([""] * len(self.was[0]))
            self.now.append([""] * len(self.was[0]))
        for header, value in values.items():
            self.now[number][self.columns[header]] = value

    def find(self, **wanted: Any) -> int:
        """Return the first row in which these values stand; spaces in a header are written as _."""
        sought = {header.replace("_", " "): value for header, value in wanted.items()}
        return next(n for n in self.rows if all(self.get(n, header) == value for header, value in sought.items()))

    def add(self, values: Row) -> None:
        """Type a row below the others."""
        self.put(1 + max(self.rows, default=0), values)

    def swap(self, one: tuple[int, str], other: tuple[int, str]) -> None:
        """Exchange what stands in two cells, each a row and a header."""
        first, second = self.get(*one), self.get(*other)
        self.put(one[0], {one[1]: second})
        self.put(other[0], {other[1]: first})

    def sort(self, by: str, *, descending: bool = False) -> None:
        """Sort rows as spreadsheet programs do: numbers, texts, blanks."""
        columns = [self.columns[header] for header in self.typed]
        rows = self.rows
        filled = [n for n in rows if self.get(n, by) != ""]
        filled.sort(key=lambda n: _order(self.get(n, by)), reverse=descending)
        order = [*filled, *(n for n in rows if n not in filled)]
        values = [[self.now[n][column] for column in columns] for n in order]
        for n, row in zip(rows, values, strict=True):
            for column, value in zip(columns, row, strict=True):
                self.now[n][column] = value

    def move_columns(self, one: str, other: str) -> None:
        """Let two columns change places, with their headers."""
        first, second = self.columns[one], self.columns[other]
        for row in self.now:
            row[first], row[second] = row[second], row[first]
        self.columns |= {one: second, other: first}

    @property
    def typed(self) -> list[str]:
        """The headers of the columns that are no formulas."""
        declared = {PAIRING_NOTES.casefold()}
        for format in load_all():
            sheets = (format.matches, format.players)
            declared |= {column.header.casefold() for each in sheets for column in each.columns}
        return [header for header in self.columns if header in declared]

    def type(self) -> None:
        """Type all that is another now."""
        changed = {
            (self.top + n, column): value
            for n, (was, now) in enumerate(zip(self.was, self.now, strict=True))
            for column, value in enumerate(now)
            if value != was[column]
        }
        if changed:
            self.book.type(self.sheet, changed)
            self.was = [list(row) for row in self.now]


def _order(value: Any) -> tuple[bool, Any]:
    return (True, value.casefold()) if isinstance(value, str) else (False, value)


class Organizer:
    """Whoever types into a workbook, saves, and runs."""

    def __init__(self, workbook: Path, format: str) -> None:
        self.workbook, self.format = workbook, format
        self.saves = 0
        self.read()

    def read(self) -> None:
        """Open the workbook as it is on the disk now."""
        self.book = Book(self.workbook.read_bytes())

    def save(self) -> None:
        """Save, and say when, as spreadsheet programs do."""
        self.saves += 1
        self.book.stamp(self.saves)
        self.workbook.write_bytes(self.book.to_bytes())

    def run(self, options: Options | None = None) -> Outcome:
        """Run, and open what came of it."""
        outcome = run(self.workbook, options or Options())
        self.read()
        return outcome

    def round(self, number: int) -> Table:
        return Table(self.book, f"Round {number}")

    @property
    def players(self) -> Table:
        return Table(self.book, "Players")

    @property
    def last_round(self) -> int:
        return max((int(sheet.split()[1]) for sheet in self.book.sheets if sheet.startswith("Round ")), default=0)

    def change(self, sheet: str | int, how: Callable[[Table], object]) -> None:
        """Change the table of a sheet, or of a round by its number."""
        table = Table(self.book, f"Round {sheet}" if isinstance(sheet, int) else sheet)
        how(table)
        table.type()

    def is_reported(self, row: Row) -> bool:
        return bool(row.get("ruling")) or any(row[header] != "" for header in WORKS[self.format])

    def list_open(self, number: int) -> list[int]:
        """Return the rows of a round that two play and that have no result."""
        table = self.round(number)
        rows = ((n, table.row(n)) for n in table.rows)
        return [n for n, row in rows if row["player b"] not in ("", "BYE") and not self.is_reported(row)]

    def list_reported(self, number: int) -> list[int]:
        """Return the rows of a round that two play and that have a result."""
        table = self.round(number)
        rows = ((n, table.row(n)) for n in table.rows)
        return [n for n, row in rows if row["player b"] not in ("", "BYE") and self.is_reported(row)]

    def forget(self) -> None:
        """Delete the hidden sheet, as programs do that clean documents."""
        self.book.delete(REMEMBERED.name)

    @property
    def backups(self) -> Path:
        return backup_folder(self.workbook)


def list_questions(outcome: Outcome) -> list[Any]:
    """Return what a run asks."""
    return [*outcome.computed.questions]


def digest_of(workbook: Path) -> str:
    return sha256(workbook.read_bytes()).hexdigest()
