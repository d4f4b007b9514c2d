"""Rows of matches, and the rows of the program's sheets."""

from __future__ import annotations

from typing import Any

from tests.reading.grids import match
from turnabout_sheets.event.results import Results
from turnabout_sheets.sheets.grid import Raw

NOBODY: tuple[Raw, Raw] = ("Draw", "")


def sweep(winner: str, loser: str) -> dict[str, Raw]:
    """Both games with 20 life: 60 to 0, 30-0."""
    return match(winner, loser, ("A", 20), ("A", 20))


def small_win(winner: str, loser: str) -> dict[str, Raw]:
    """One game with 0 life, one drawn: 10 to 0, 19-11."""
    return match(winner, loser, ("A", 0), NOBODY)


def drawn(a: str, b: str) -> dict[str, Raw]:
    """Both games drawn: 0 to 0, 15-15."""
    return match(a, b, NOBODY, NOBODY)


FOUR = ("Ada", "Ben", "Cy", "Dee")


def sheet_rows(results: Results, name: str, *fields: str) -> dict[str, tuple[Any, ...]]:
    """Return the rows of one of the program's sheets by player, in order; None for a tie-break that it leaves out."""
    frame = next(report.worded() for report in results.format.make_output(results) if report.sheet.name == name)
    return {row["player"]: tuple(row.get(field) for field in fields) for row in frame.to_dict("records")}
