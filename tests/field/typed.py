"""Events as organizers type them: whole workbooks of plain rows, and cells by their headers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from openpyxl import Workbook

from tests.support.books import cells, edit
from tests.support.commands import turnabout
from tests.support.edited_book import Book, Cell

Row = Mapping[str, Cell]
RESULT = {
    "Turnabout": "Option A,Option B,Game 1 winner,Game 1 count,Game 2 winner,Game 2 count".split(","),
    "Netrunner": [f"Game {game} {what}" for game in (1, 2) for what in ("winner", "agenda A", "agenda B")],
    "Duplicate Magic": "Deck A,Deck B,Winner".split(","),
}
WON = dict(zip(RESULT, [(None, None, "A", 3, "A", 5), ("A", None, 3, "A", None, 5), ("A", "B", "A")], strict=True))


def write_workbook(path: Path, settings: Mapping[str, Any], **sheets: Iterable[Iterable[Any]]) -> Path:
    book = Workbook(write_only=True)
    for title, rows in {"Event": [("Setting", "Value"), *settings.items()], **sheets}.items():
        page = book.create_sheet(title)
        for row in rows:
            page.append(list(row))
    book.save(path)
    return path


def type_workbook(path: Path, settings: Mapping[str, Any], *round_1: Sequence[Any], **sheets: Any) -> Path:
    """Write a workbook; each row of round 1 is a table, two players, and the cells of the result or a ruling alone."""
    result = RESULT[settings["Format"]]
    if round_1:
        rows = [(*row[:3], *([None] * len(result) if len(row) < 5 else ()), *row[3:]) for row in round_1]
        sheets["Round 1"] = [("Table", "Player A", "Player B", *result, "Ruling"), *rows]
    return write_workbook(path, {"Name": "Field", "Date": "2026-05-31", **settings}, **sheets)


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
    """Return the problems that a command reports, each in a line."""
    lines = map(str.strip, turnabout(command, workbook).output.splitlines())
    return [line for line in lines if line.startswith(("Error: ", "Warning: "))]
