"""A new workbook into which an organizer has typed: settings, players and rounds, by their headers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.support.books import cells, edit
from tests.support.commands import turnabout
from tests.support.edited_book import Book, Cell

Row = Mapping[str, Cell]


def type_rows(workbook: Path, sheet: str, rows: Sequence[Row]) -> None:
    """Type into the rows below the headers, which are in row 1."""
    book = Book(workbook.read_bytes())
    headers = [str(header) for header in book.rows(sheet)[0]]
    book.type(sheet, {(at, headers.index(each)): row[each] for at, row in enumerate(rows, 1) for each in row})
    book.forget_shown()
    workbook.write_bytes(book.to_bytes())


def set_up(workbook: Path, **settings: Cell) -> None:
    """Type settings; an underscore stands for the space in a name."""
    names = [str(row[0]) for row in cells(workbook, "Event")]
    edit(workbook, {"Event": {f"B{names.index(name.replace('_', ' ')) + 1}": settings[name] for name in settings}})


def new_event(folder: Path, who: Sequence[str | Row], format: str = "Turnabout", **settings: Cell) -> Path:
    """Return the workbook of a new event with these players, each a name or a row."""
    turnabout("new", workbook := folder / "event.xlsx", "--format", format)
    set_up(workbook, Name="Cup", Date="2026-05-31", **settings)
    type_rows(workbook, "Players", [{"Player": each} if isinstance(each, str) else each for each in who])
    return workbook


def list_told(workbook: Path, command: str = "check") -> list[str]:
    """Return the problems that a command tells, each in a line."""
    lines = map(str.strip, turnabout(command, workbook).output.splitlines())
    return [line for line in lines if line.startswith(("Error: ", "Warning: "))]
