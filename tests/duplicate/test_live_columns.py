"""The live columns of a Duplicate Magic round, calculated by LibreOffice, against what the program reads."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from tests.whole.test_live_columns import recalculated
from tests.whole.test_run import turnabout
from turnabout_sheets.formats.duplicate.format import DUPLICATE
from turnabout_sheets.jobs.check import check

FIELDS = [getattr(column, "field", column.header) for column in DUPLICATE.round_columns]
ENTRY = ("deck_a", "deck_b", "winner", "ruling")
"""What the desk types where a coin is flipped for the stocks."""

Typed = tuple[Any, Any, Any, Any]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("live")


def paired(folder: Path, name: str, games: int) -> Path:
    """Return a workbook of one round with this many games and a sit-out; its results are to be typed over."""
    workbook = folder / f"{name}.xlsx"
    made = turnabout("simulate", workbook, "--format", "Duplicate Magic", "--players", 2 * games + 1, "--rounds", 1)
    assert made.exit_code == 0
    return workbook


def type_in(workbook: Path, rows: list[Typed]) -> None:
    """Type into the rows of round 1 from the first on; @A and @B stand for the names of the row's players."""
    book = load_workbook(workbook)
    sheet = book["Round 1"]
    for number, typed in enumerate(rows, 2):
        names = {"@A": sheet[f"B{number}"].value, "@B": sheet[f"C{number}"].value}
        for field, value in zip(ENTRY, typed, strict=True):
            sheet.cell(number, FIELDS.index(field) + 1).value = names.get(value, value)
    book.save(workbook)


@pytest.mark.office
def test_live_results_are_the_results(folder: Path) -> None:
    """All ways to type a game: the stock of one or of both, small letters, and the winner by side or by name."""
    stocks = [("A", None), ("B", None), (None, "A"), (None, "B"), ("A", "B"), ("B", "A"), ("b", None), (None, "a")]
    rows = [(*decks, winner, None) for decks, winner in product(stocks, ("A", "B", "Draw", "@A", "@B", "b", "draw"))]
    workbook = paired(folder, "results", len(rows))
    type_in(workbook, rows)
    outcome = check(workbook)
    assert outcome.results is not None
    written = outcome.format.sheets.make_output(outcome.results)
    read = next(each for each in written if each.sheet.name == "Matches").frame
    live = recalculated(workbook, folder)["Round 1"]
    seen = 0
    for row, match in zip(live, read.to_dict("records"), strict=False):  # below there is room for more
        assert (row["Player A"], row["Player B"], row["Check"]) == (match["player_a"], match["player_b"], "")
        if match["player_b"] == "BYE":
            assert row["Result"] == ""
        elif match["winner"] == "Draw":
            assert row["Result"] == "Draw"
        else:
            side = "a" if match["winner"] == match["player_a"] else "b"
            assert row["Result"].upper() == f"{match['winner']} with stock {match[f'deck_{side}']}".upper()
            seen += 1
    assert seen == len(stocks) * 5


# What is typed into a row, and what Check says.
CHECKS: list[tuple[Typed, str]] = [
    (("A", "B", None, None), ""),
    ((None, None, None, None), ""),
    (("A", None, "A", None), ""),
    ((None, "B", "@B", None), ""),
    ((None, None, "Draw", None), ""),
    (("A", "B", "Zoe", None), "Winner is neither player"),
    ((None, None, "A", None), "Who had which stock?"),
    ((None, None, "@B", None), "Who had which stock?"),
    (("A", "A", "B", None), "Both cannot have the same stock"),
    (("b", "B", "Draw", None), "Both cannot have the same stock"),
    (("C", None, "A", None), "Deck A and Deck B: only A or B"),
    (("A", "Elves", "A", None), "Deck A and Deck B: only A or B"),
    (("A", "B", "A", "A no-show"), "Ruling or result, not both"),
    (("A", "B", "Draw", "Both no-show"), "Ruling or result, not both"),
    (("A", "B", None, "B no-show"), ""),
]


@pytest.mark.office
def test_check_says_what_is_wrong(folder: Path) -> None:
    workbook = paired(folder, "check", len(CHECKS))
    type_in(workbook, [*(typed for typed, _ in CHECKS), ("A", None, "A", None)])
    rows = recalculated(workbook, folder)["Round 1"]
    assert [row["Check"] for row in rows[: len(CHECKS)]] == [words for _, words in CHECKS]
    sit_out = rows[len(CHECKS)]
    assert (sit_out["Player B"], sit_out["Check"], sit_out["Result"]) == ("BYE", "A sit-out has no result", "")
    no_shows = [row["Result"] for row in rows if row["Ruling"]]
    assert no_shows == ["", "", ""]
    neither = next(row for row in rows if row["Winner"] == "Zoe")
    assert neither["Result"] == ""
    empty = [row for row in rows[len(CHECKS) + 1 :] if row["Player A"] == ""]
    assert empty
    assert {row[each] for row in empty for each in ("Result", "Check")} == {""}


def test_what_check_says_is_an_error_for_the_program_too(folder: Path) -> None:
    """Row by row: Check is blank exactly where the program finds no error."""
    workbook = paired(folder, "errors", len(CHECKS))
    type_in(workbook, [typed for typed, _ in CHECKS])
    errors = {
        int("".join(filter(str.isdigit, problem.place.cell)))
        for problem in check(workbook).problems
        if problem.severity == "Error"
    }
    assert errors == {number for number, (_, words) in enumerate(CHECKS, 2) if words}
