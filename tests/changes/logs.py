"""Workbooks whose log is looked at, and what somebody does to them who would rather have another log."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.support.books import cells, edit
from tests.support.commands import turnabout
from tests.support.edited_book import Book
from turnabout_sheets.jobs.log_store import Remembered, recall_file
from turnabout_sheets.workbook.ours.run_sheets import MOST_LETTERS

PLAYERS = "sheet Players"


def remembered(workbook: Path) -> Remembered:
    return recall_file(workbook)[2]


def run(workbook: Path, *more: str) -> None:
    done = turnabout("run", workbook, *more)
    assert done.exit_code == 0, done.output


def read_memory(workbook: Path) -> dict[str, str]:
    """Return the texts of the hidden sheet, by what they are."""
    texts: dict[str, str] = {}
    for what, piece, *_ in cells(workbook, "Remembered")[1:]:
        if what:
            texts[what] = texts.get(what, "") + piece[1:-1]
    return texts


def forge(workbook: Path, change: Callable[[dict[str, str]], object]) -> None:
    """Change the texts of the hidden sheet as somebody would who knows how it is made."""
    texts = read_memory(workbook)
    change(texts)
    pieces = [
        (what, f"[{text[start : start + MOST_LETTERS]}]")
        for what, text in texts.items()
        for start in range(0, len(text), MOST_LETTERS)
    ]
    rows = len(cells(workbook, "Remembered"))
    typed: dict[str, Any] = {f"{letter}{row}": None for row in range(2, rows + 1) for letter in "AB"}
    for row, pair in enumerate(pieces, 2):
        typed |= {f"A{row}": pair[0], f"B{row}": pair[1]}
    edit(workbook, {"Remembered": typed})


def lines_of(change: Callable[[list[Any]], object]) -> Callable[[Path], None]:
    def alter(texts: dict[str, str]) -> None:
        lines = json.loads(texts["lines"])
        change(lines)
        texts["lines"] = json.dumps(lines)

    return lambda workbook: forge(workbook, alter)


def alter_text(lines: list[Any]) -> None:
    lines[1][6] = "30"


def alter_cell(lines: list[Any]) -> None:
    lines[3][8][0][5] = "B"


def swap(lines: list[Any]) -> None:
    lines[1], lines[2] = lines[2], lines[1]


def delete_row(workbook: Path) -> None:
    edit(workbook, {"Log": {f"{letter}3": None for letter in "ABCDEFGHI"}})


def alter_inputs(workbook: Path) -> None:
    forge(workbook, lambda texts: texts.update({PLAYERS: texts[PLAYERS].replace("Carla", "Karla")}))


def delete_sheet(name: str) -> Callable[[Path], None]:
    def delete(workbook: Path) -> None:
        book = Book(workbook.read_bytes())
        book.delete(name)
        workbook.write_bytes(book.to_bytes())

    return delete


def swap_rows(workbook: Path) -> None:
    first, second = cells(workbook, "Log")[1:3]
    typed = {f"{letter}2": value for letter, value in zip("ABCDEFGHI", second, strict=False)}
    typed |= {f"{letter}3": value for letter, value in zip("ABCDEFGHI", first, strict=False)}
    edit(workbook, {"Log": typed})


def repeat_row(workbook: Path) -> None:
    newest = cells(workbook, "Log")[1]
    edit(workbook, {"Log": {f"{letter}6": value for letter, value in zip("ABCDEFGHI", newest, strict=False)}})
