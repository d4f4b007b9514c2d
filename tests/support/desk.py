"""A desk: a workbook, what is typed into it by the names that stand there, and the command."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.support.books import records
from tests.support.commands import turnabout
from tests.support.edited_book import Book, Cell
from tests.support.late import let_in

GAMES = ("Game 1 winner", "Game 1 count", "Game 2 winner", "Game 2 count")

NAMED = ("Player", "Player A", "Player B", "Setting")
"""The headers of the columns by which a row is found."""


class Desk:
    """A workbook that is worked with; every change is saved at once."""

    def __init__(self, workbook: Path) -> None:
        self.workbook = workbook
        self.prints = workbook.with_name(f"{workbook.stem} prints")

    def run(self, *more: object, exit: int = 0) -> str:
        """Run, and return what is said."""
        return self.command("run", self.workbook, *more, exit=exit)

    def let_in(self, name: str) -> str:
        """Let somebody in, as a button on the desk's page does it, and run; return what was done."""
        _, done = let_in(self.workbook, name)
        self.run("--no-pair")
        return done

    def command(self, *arguments: object, exit: int = 0) -> str:
        """Give a command, which ends as expected; return what is said."""
        done = turnabout(*arguments)
        assert done.exit_code == exit, done.output
        return str(done.output)

    def rows(self, sheet: str) -> list[dict[str, Any]]:
        """Return the rows of a sheet by header."""
        return records(self.workbook, sheet)

    def row(self, sheet: str, name: str) -> dict[str, Any]:
        """Return the row in which somebody stands."""
        return next(row for row in self.rows(sheet) if name in [row.get(header) for header in NAMED])

    def type(self, sheet: str, name: str, cells: Mapping[str, Cell]) -> None:
        """Type into the row of a sheet in which a name (or a setting) stands, else into the first that is free."""
        book = Book(self.workbook.read_bytes())
        type_into(book, sheet, name, cells)
        self.workbook.write_bytes(book.to_bytes())

    def report(self, number: int, *, but: tuple[str, ...] = ()) -> None:
        """Type a result for every match of a round; not for those of some players, and of who has one."""
        sheet = f"Round {number}"
        book = Book(self.workbook.read_bytes())
        there, typed = book.rows(sheet), {}
        for place, row in enumerate(self.rows(sheet)):
            if row["Player B"] in ("", "BYE") or row["Ruling"] or {row["Player A"], row["Player B"]} & {*but}:
                continue
            result = dict(zip(GAMES, ("A", 3 + place, "B", 4), strict=True))
            typed |= _find_cells(there, row["Player A"], result)
        book.type(sheet, typed)
        self.workbook.write_bytes(book.to_bytes())

    def seats(self, number: int) -> list[tuple[str, str]]:
        """Return who meets whom in a round."""
        return [(row["Player A"], row["Player B"]) for row in self.rows(f"Round {number}") if row["Player A"]]

    def there(self, number: int) -> set[str]:
        """Return who stands in a round."""
        return {name for pair in self.seats(number) for name in pair} - {"BYE"}

    def bye(self, number: int) -> str:
        """Return who has the bye."""
        return next(a for a, b in self.seats(number) if b == "BYE")

    def page(self, name: str) -> str:
        """Return a page that was printed."""
        return (self.prints / name).read_text("utf-8")


def type_into(book: Book, sheet: str, name: str, cells: Mapping[str, Cell]) -> None:
    """Type into the row of a sheet in which a name (or a setting) stands, else into the first that is free."""
    book.type(sheet, _find_cells(book.rows(sheet), name, cells))


def _find_cells(rows: Sequence[Sequence[Any]], name: str, cells: Mapping[str, Cell]) -> dict[tuple[int, int], Cell]:
    """Return what is typed where: row and column, from 0."""
    head = next(number for number, row in enumerate(rows) if sum(cell != "" for cell in row) > 1)
    columns = {header: number for number, header in enumerate(rows[head])}
    named = [columns[each] for each in NAMED if each in columns]
    below = range(head + 1, len(rows))
    at = next((row for row in below if name in [rows[row][each] for each in named]), None)
    if at is None:
        at = next((row for row in below if all(rows[row][each] == "" for each in named)), len(rows))
        cells = {next(each for each in NAMED if each in columns): name, **cells}
    return {(at, columns[header]): value for header, value in cells.items()}


def begin_event(folder: Path, names: Sequence[str]) -> Desk:
    """Return an event of three rounds with these players: round 1 is played, round 2 is paired."""
    desk = Desk(folder / "event.xlsx")
    desk.command("new", desk.workbook)
    desk.type("Event", "Rounds", {"Value": 3.0})
    for name in names:
        desk.type("Players", name, {})
    desk.run()
    desk.report(1)
    desk.run()
    return desk
