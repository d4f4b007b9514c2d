"""Workbooks of plain rows, as an organizer types them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from openpyxl import Workbook

RESULT = {
    "Turnabout": "Option A,Option B,Game 1 winner,Game 1 count,Game 2 winner,Game 2 count".split(","),
    "Netrunner": [f"Game {game} {what}" for game in (1, 2) for what in ("winner", "agenda A", "agenda B")],
    "Duplicate Magic": "Deck A,Deck B,Winner".split(","),
}
WON = dict(zip(RESULT, [(None, None, "A", 3, "A", 5), ("A", None, 3, "A", None, 5), ("A", "B", "A")], strict=True))


def type_workbook(path: Path, settings: Mapping[str, Any], *round_1: Sequence[Any], **sheets: Any) -> Path:
    """Write a workbook; each row of round 1 is a table, two players, and the cells of the result or a ruling alone."""
    book, result = Workbook(write_only=True), RESULT[settings["Format"]]
    sheets["Event"] = [("Setting", "Value"), ("Name", "Field"), ("Date", "2026-05-31"), *settings.items()]
    if round_1:
        rows = [(*row[:3], *([None] * len(result) if len(row) < 5 else ()), *row[3:]) for row in round_1]
        sheets["Round 1"] = [("Table", "Player A", "Player B", *result, "Ruling"), *rows]
    for title, cells in sheets.items():
        page = book.create_sheet(title)
        for row in cells:
            page.append(list(row))
    book.save(path)
    return path
