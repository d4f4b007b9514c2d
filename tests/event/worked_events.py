"""Events whose every figure was worked out by hand; the comments give the sums."""

from __future__ import annotations

from typing import Any

from tests.reading.grids import Cells, match
from turnabout_sheets.event.results import Results
from turnabout_sheets.sheets.grid import Raw

NOBODY: tuple[Raw, Raw] = ("Draw", "")


def sweep(winner: str, loser: str) -> dict[str, Raw]:
    """Both games with 20 life: 60 to 0, 30-0."""
    return match(winner, loser, ("A", 20), ("A", 20))


def big_win(winner: str, loser: str) -> dict[str, Raw]:
    """One game with 20 life, one drawn: 30 to 0, 24-6."""
    return match(winner, loser, ("A", 20), NOBODY)


def small_win(winner: str, loser: str) -> dict[str, Raw]:
    """One game with 0 life, one drawn: 10 to 0, 19-11."""
    return match(winner, loser, ("A", 0), NOBODY)


def drawn(a: str, b: str) -> dict[str, Raw]:
    """Both games drawn: 0 to 0, 15-15."""
    return match(a, b, NOBODY, NOBODY)


FOUR = ("Ada", "Ben", "Cy", "Dee")

# Ada 30 + 11 + 15 = 56, Ben 0 + 0 + 24 = 24, Cy 15 + 19 + 6 = 40, Dee 15 + 30 + 15 = 60
FOUR_ROUNDS: tuple[tuple[Cells, ...], ...] = (
    (sweep("Ada", "Ben"), drawn("Cy", "Dee")),
    (small_win("Cy", "Ada"), sweep("Dee", "Ben")),
    (drawn("Ada", "Dee"), big_win("Ben", "Cy")),
)

# Eve drops after round 1, Fay joins in round 2, Gus never starts, Dee does not show up in round 1.
# Ada 30 + 15 = 45, Ben 0 + 18 (bye) = 18, Cy 18 (no-show) + 15 = 33, Dee 0 + 6 = 6, Eve 18 (bye), Fay 24, Gus 0
COMING_AND_GOING: tuple[str | Cells, ...] = (
    "Ada",
    "Ben",
    "Cy",
    "Dee",
    {"Player": "Eve", "Dropped after": 1},
    {"Player": "Fay", "Joined round": 2},
    {"Player": "Gus", "Dropped after": 0},
)
COMING_AND_GOING_ROUNDS: tuple[tuple[Cells, ...], ...] = (
    (sweep("Ada", "Ben"), match("Cy", "Dee", ruling="B no-show"), match("Eve", "BYE")),
    (drawn("Ada", "Cy"), big_win("Fay", "Dee"), match("Ben", "BYE")),
)


def sheet_rows(results: Results, name: str, *fields: str) -> dict[str, tuple[Any, ...]]:
    """Return the rows of one of the program's sheets by player, in order; None for a tie-break that it leaves out."""
    frame = next(report.worded() for report in results.format.sheets.make_output(results) if report.sheet.name == name)
    return {row["player"]: tuple(row.get(field) for field in fields) for row in frame.to_dict("records")}


def note(results: Results, name: str) -> str:
    """Return the note on one of the program's sheets."""
    return next(report.note for report in results.format.sheets.make_output(results) if report.sheet.name == name)
