"""Which scoring option counts, from the sheets to the points: workbooks of earlier versions, and days of this one."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from tests.support.books import records
from tests.support.commands import turnabout
from tests.whole.finding_files import FINDINGS

pytestmark = pytest.mark.slow

STALE = {
    "swap": [
        ("Round 1", "E2", "Phyrexia counts here for the deck of Cy, but on Players it has Tolaria."),
        ("Round 1", "C3", "Tolaria counts here for the deck of Bob, but on Players it has Phyrexia."),
    ],
    "optfix": [("Round 1", "C2", "Dominaria counts here for the deck of Ann, but on Players it has Tolaria.")],
    "late": [("Round 1", "E4", "Dominaria counts here for the deck of Zoe, but on Players it has Phyrexia.")],
}


def problems(workbook: Path) -> list[dict[str, Any]]:
    return [row for row in records(workbook, "Problems") if row["Severity"]]


@pytest.mark.parametrize("finding", STALE)
def test_an_option_that_an_earlier_version_filled_in_is_told_where_it_is_not_the_one_on_players(
    tmp_path: Path, finding: str
) -> None:
    """Rules 1.2.5."""
    workbook = Path(shutil.copy(FINDINGS / f"turnabout-{finding}.xlsx", tmp_path / "event.xlsx"))
    assert turnabout("run", workbook).exit_code == 0
    found = problems(workbook)
    assert [(row["Sheet"], row["Cell"], row["Problem"]) for row in found] == STALE[finding]
    assert {row["Severity"] for row in found} == {"Warning"}
    assert all("clear the cell, and" in row["What to do"] for row in found)
    book = load_workbook(workbook)
    for sheet, cell, _ in STALE[finding]:
        book[sheet][cell] = None
    book.save(workbook)
    assert turnabout("run", workbook).exit_code == 0
    assert problems(workbook) == []


def test_the_program_types_no_option_into_a_round(tmp_path: Path) -> None:
    """Rules 1.2.5."""
    workbook = tmp_path / "event.xlsx"
    turnabout("simulate", workbook, "--players", 5, "--rounds", 3, "--played", 1)
    assert turnabout("run", workbook).exit_code == 0
    for sheet in ("Round 1", "Round 2"):
        for row in records(workbook, sheet):
            assert (row["Option A"], row["Option B"]) == ("", "")


def test_a_disqualified_player_has_no_award(tmp_path: Path) -> None:
    workbook = Path(shutil.copy(FINDINGS / "turnabout-dq.xlsx", tmp_path / "event.xlsx"))
    assert turnabout("run", workbook).exit_code == 0
    awards = {row["Player"]: row["Award"] for row in records(workbook, "Ratings")}
    assert "P0" not in awards
    assert awards["P1"] == 25  # eight players were there: 4 wins, all rounds, times 5


def test_matches_tell_of_each_game_what_was_counted_by_which_option_and_its_points(tmp_path: Path) -> None:
    workbook = Path(shutil.copy(FINDINGS / "turnabout-swap.xlsx", tmp_path / "event.xlsx"))
    assert turnabout("run", workbook).exit_code == 0
    match = records(workbook, "Matches")[0]
    # Game 1: Cy wins with 5, Cy's deck lost, stated as Phyrexia: 30 - 10. Game 2: Ann with 6, the same deck: 30 - 12.
    told = [[match[f"Game {game} {what}"] for what in ("winner", "count", "option", "MP")] for game in (1, 2)]
    assert told == [["Cy", 5, "Phyrexia", 20], ["Ann", 6, "Phyrexia", 18]]
    assert (match["MP A"], match["MP B"]) == (18, 20)
    book = load_workbook(workbook)
    book["Round 2"]["F2"] = book["Round 2"]["H2"] = book["Round 2"]["F3"] = book["Round 2"]["H3"] = "Draw"
    book.save(workbook)
    assert turnabout("run", workbook).exit_code == 0
    drawn = records(workbook, "Matches")[-1]
    assert [drawn[f"Game 1 {what}"] for what in ("winner", "count", "option", "MP")] == ["Draw", "", "", ""]
