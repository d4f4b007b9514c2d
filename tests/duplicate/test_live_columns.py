"""The live columns of a Duplicate Magic round, calculated by LibreOffice, against what the program reads."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from tests.support.recalculation import recalculated
from tests.support.typed_round import Typed, make_round, type_rows
from turnabout_sheets.formats.duplicate import DUPLICATE
from turnabout_sheets.jobs.check import check

ENTRY = ("deck_a", "deck_b", "winner", "ruling")
"""What the desk types where a coin is flipped for the stocks."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("live")


@pytest.mark.office
def test_live_results_are_the_results(folder: Path) -> None:
    """All ways to type a game: the stock of one or of both, small letters, and the winner by side or by name."""
    stocks = [("A", None), ("B", None), (None, "A"), (None, "B"), ("A", "B"), ("B", "A"), ("b", None), (None, "a")]
    rows = [(*decks, winner, None) for decks, winner in product(stocks, ("A", "B", "Draw", "@A", "@B", "b", "draw"))]
    workbook = make_round(folder, "results", DUPLICATE, len(rows))
    type_rows(workbook, DUPLICATE, ENTRY, rows)
    outcome = check(workbook)
    assert outcome.results is not None
    written = outcome.format.make_output(outcome.results)
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
    workbook = make_round(folder, "check", DUPLICATE, len(CHECKS))
    type_rows(workbook, DUPLICATE, ENTRY, [*(typed for typed, _ in CHECKS), ("A", None, "A", None)])
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
    workbook = make_round(folder, "errors", DUPLICATE, len(CHECKS))
    type_rows(workbook, DUPLICATE, ENTRY, [typed for typed, _ in CHECKS])
    errors = {
        int("".join(filter(str.isdigit, problem.place.cell)))
        for problem in check(workbook).problems
        if problem.severity == "Error"
    }
    assert errors == {number for number, (_, words) in enumerate(CHECKS, 2) if words}
