"""A format that is not ours goes from a blank workbook to pages and into the archive, and nothing is changed for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from tests.best_of_one import BEST_OF_ONE
from tests.support.books import edit, records, sheet_names
from tests.support.commands import everything, turnabout
from tests.support.simulated import simulated
from turnabout_sheets.formats import FORMATS

pytestmark = pytest.mark.slow

PLAYERS = {"Ann": "Aix", "Ben": "Bonn", "Cem": "", "Dee": "Delft", "Eve": "Essen"}
"""The players, and the city of each."""


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one line that makes the format known."""
    monkeypatch.setitem(FORMATS, BEST_OF_ONE.name, "tests.best_of_one:BEST_OF_ONE")


@pytest.fixture
def workbook(tmp_path: Path) -> Path:
    """A new workbook with five players: as listed, for two rounds, and a draw is worth two points."""
    names = tmp_path / "players.csv"
    names.write_text("Player,City\n" + "".join(f"{name},{city}\n" for name, city in PLAYERS.items()), "utf-8")
    path = tmp_path / "Friday.xlsx"
    made = turnabout("new", path, "--format", "best of one", "--players", names, "--date", "2026-05-29")
    assert made.exit_code == 0, made.output
    book = load_workbook(path)
    values = {row[0].value: row[1] for row in book["Event"].iter_rows(min_row=2)}
    values["First round"].value, values["Rounds"].value, values["Draw points"].value = "listed", 2, 2
    book.save(path)
    return path


def pairs(path: Path, number: int) -> list[tuple[str, str]]:
    return [(row["Player A"], row["Player B"]) for row in records(path, f"Round {number}") if row["Player A"]]


def standings(path: Path) -> list[tuple[Any, ...]]:
    fields = ("Rank", "Player", "City", "Points", "Wins", "Opponents' points")
    return [tuple(row[field] for field in fields) for row in records(path, "Standings")]


def play(path: Path) -> None:
    """Play both rounds: Ann beats Ben, and Cem and Dee draw; then Dee beats Ann, and Eve beats Cem."""
    assert turnabout("run", path).exit_code == 0
    edit(path, {"Round 1": {"D2": "A", "D3": "Draw"}})
    assert turnabout("run", path).exit_code == 0
    edit(path, {"Round 2": {"D2": "Dee", "D3": "A"}})
    assert turnabout("run", path).exit_code == 0


def test_a_blank_workbook_has_its_setting_its_column_and_its_words(workbook: Path) -> None:
    assert sheet_names(workbook) == ["Event", "Players", "How to"]
    (setting,) = (row for row in records(workbook, "Event") if row["Setting"] == "Draw points")
    assert setting["What it does"] == "What a drawn match is worth to both."
    assert setting["If blank"] == "1"
    assert {row["Player"]: row["City"] for row in records(workbook, "Players")} == PLAYERS
    told = [str(cell.value) for row in load_workbook(workbook)["How to"].iter_rows() for cell in row if cell.value]
    assert "How to run a Best of One event with this workbook" in told
    assert "Players: one row each. The city stands in the standings." in told
    assert turnabout("check", workbook).exit_code == 0


def test_what_may_stand_in_the_setting_is_checked(workbook: Path) -> None:
    row = next(row for row in load_workbook(workbook)["Event"].iter_rows() if row[0].value == "Draw points")[0].row
    edit(workbook, {"Event": {f"B{row}": 4}})
    checked = turnabout("check", workbook)
    assert checked.exit_code == 1
    assert f'Event!B{row}: Draw points is "4"; expected a whole number from 0 to 3.' in checked.output


def test_why_says_who_won_and_what_the_rank_is_made_of(workbook: Path) -> None:
    play(workbook)
    asked = turnabout("why", workbook, "Dee", "--all")
    assert asked.exit_code == 0
    assert asked.output.splitlines() == [
        "Dee: the rank among 5 after round 2                                       Rank 2",
        "=" * 80,
        "",
        "Next above: Eve, rank 1",
        "  Points: Eve has more, 6 to 5.",
        "",
        "Next below: Ann, rank 3",
        "  Points: Dee has more, 5 to 3.",
        "",
        "The total                                                               Points 5",
        "  Round 1: Cem                                                                 2",
        "  Round 2: Ann                                                                 3",
        "  Total (2 + 3)                                                                5",
        "",
        "Tie-break: Wins                                                           Wins 1",
        "  Won against Ann                                                              1",
        "",
        "Tie-break: Opponents' points                                 Opponents' points 5",
        "  Round 1: Cem has                                                      Points 2",
        "  Round 2: Ann has                                                      Points 3",
        "  Total (2 + 3)                                                                5",
        "",
        "Dee: round by round (2 + 3)                                             Points 5",
        "=" * 80,
        "",
        "Round 1, table 2: against Cem                                           Points 2",
        "  The match was drawn.  [Round 1!D3]                                           2",
        "",
        "Round 2, table 1: against Ann                                           Points 3",
        "  Dee won.  [Round 2!D2]                                                       3",
        "",
        "Dee: the opponents, and why",
        "=" * 80,
        "",
        "Round 1: with Cem, at table 2  [Round 1!A3]",
        "  Round 1 is as listed: place 4 of 5; neighbours on the list meet.",
        "        [Event!B9; rules 1.5.4]",
        "",
        "Round 2: with Ann, at table 1  [Round 2!A2]",
        "  Gap between the two: 2, and 3 of Ann (3 − 2)  [rules 1.5.2]           Points 1",
        "  If all could meet, Dee would play Cem (they met in round 1)           Points 0",
        "        [rules 1.5.1]",
        "  If all could meet, Ann would play Eve; restrictions on other pairs",
        "      ruled that out  [rules 1.5.2]                                     Points 0",
        "  Sum of squared point gaps, 2 tables (1 + 1)  [rules 1.5.2]                   2",
        "  No allowed pairing is closer; this is proven.  [rules 1.5.2]",
        "",
        "Dee: the award of the event  [rules 1.7]",
        "=" * 80,
        "",
        "There is no award",
        "  Best of One has no ratings.",
    ]


def test_two_rounds_are_paired_scored_and_ranked(workbook: Path) -> None:
    assert turnabout("run", workbook).exit_code == 0
    assert pairs(workbook, 1) == [("Ann", "Ben"), ("Cem", "Dee"), ("Eve", "BYE")]
    edit(workbook, {"Round 1": {"D2": "A", "D3": "Draw"}})
    assert turnabout("run", workbook).exit_code == 0
    assert standings(workbook) == [
        (1, "Ann", "Aix", 3, 1, 0),
        (2, "Eve", "Essen", 3, 0, 0),
        (3, "Cem", "", 2, 0, 2),
        (3, "Dee", "Delft", 2, 0, 2),
        (5, "Ben", "Bonn", 0, 0, 3),
    ]
    # Ben is the last without a bye. Who won and who drew meet, and two who have met do not: Dee and Cem.
    assert pairs(workbook, 2) == [("Ann", "Dee"), ("Eve", "Cem"), ("Ben", "BYE")]
    edit(workbook, {"Round 2": {"D2": "Dee", "D3": "A"}})
    finished = turnabout("run", workbook)
    assert "The event is finished. Next: print " in finished.output
    assert standings(workbook) == [
        (1, "Eve", "Essen", 6, 1, 2),
        (2, "Dee", "Delft", 5, 1, 5),
        (3, "Ann", "Aix", 3, 1, 8),
        (4, "Ben", "Bonn", 3, 0, 3),
        (5, "Cem", "", 2, 0, 11),
    ]
    assert [(row["Player A"], row["Points A"], row["Points B"]) for row in records(workbook, "Matches")] == [
        ("Ann", 3, 0),
        ("Cem", 2, 2),
        ("Eve", 3, ""),
        ("Ann", 0, 3),
        ("Eve", 3, 0),
        ("Ben", 3, ""),
    ]
    before = everything(workbook.parent)
    assert "Nothing has changed" in turnabout("run", workbook).output
    assert everything(workbook.parent) == before


def test_its_pages_are_printed(workbook: Path) -> None:
    play(workbook)
    folder = workbook.parent / "Friday prints"
    assert {"standings-after-round-02.html", "crosstable.html", "report.html"} <= {
        page.name for page in folder.iterdir()
    }
    assert turnabout("print", workbook, "--only", "cards,outstanding", "--round", 2).exit_code == 0


def test_the_archive_keeps_it_and_tells_of_it(workbook: Path, tmp_path: Path) -> None:
    play(workbook)
    archive = ("--archive", tmp_path / "history.db")
    assert "Friday (2026-05-29): added as number 1." in turnabout("archive", "add", workbook, *archive).output
    told = turnabout("archive", "list", "Friday", *archive).output.splitlines()
    assert "Format: Best of One" in told
    assert "Not rated" in told
    words = [line.split() for line in told]
    assert ["1", "Eve", "1–0–0", "(1)", "6", "–"] in words
    assert ["2", "Cem", "Dee", "2", ":", "2", "drawn"] in words


def test_it_can_be_simulated(tmp_path: Path) -> None:
    path = tmp_path / "simulated.xlsx"
    asked = ("--format", "Best of One", "--players", 9, "--no-shows", 1, "--drops", 1)
    simulated(path, *asked)
    assert "Final, after 4 rounds." in turnabout("run", path).output
