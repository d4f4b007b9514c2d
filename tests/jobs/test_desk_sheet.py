"""The sheet Desk: what to do next, where it leads, and that it moves while results are typed."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from openpyxl import load_workbook

from tests.office import office
from tests.support.books import cells, copy_all, edit, enter_results, records, sheet_names
from tests.support.commands import turnabout
from tests.support.recalculation import headers, recalculated_all
from tests.support.states_of_events import after_a_run
from turnabout_sheets.event.results import Results
from turnabout_sheets.jobs.check import check
from turnabout_sheets.jobs.desk_sheet import word_step
from turnabout_sheets.jobs.next_step import NextStep
from turnabout_sheets.workbook.ooxml.package import Package

pytestmark = pytest.mark.slow

TYPE = "Type the results into the sheet Round 2, save, and run again."
PRINT = "Print the pages of round {0}, and type the results into the sheet Round {0}."
ALL_IN = "Every result of the round is in: save, close the workbook, and run again."
LINES = ["Next", "Round", "Tables", "Results missing", "To look at", "Errors", "Warnings", "Standings", "Pages"]


@pytest.fixture(scope="module")
def event_to_copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    workbook = tmp_path_factory.mktemp("event") / "event.xlsx"
    turnabout("simulate", workbook, "--players", 9, "--rounds", 4, "--played", 1)
    assert turnabout("run", workbook).exit_code == 0
    return workbook


@pytest.fixture
def event(event_to_copy: Path, tmp_path: Path) -> Path:
    """An event with a round that is played and another that is paired."""
    return copy_all(event_to_copy, tmp_path)


def told(workbook: Path) -> dict[str, Any]:
    """What the lines say, as they are stored."""
    return {row["What"]: row["Now"] for row in records(workbook, "Desk") if row["What"]}


def calculated(workbook: Path, folder: Path) -> dict[str, str]:
    """What the lines say, as LibreOffice calculates them."""
    return calculated_all([workbook], folder)[0]


def calculated_all(workbooks: Sequence[Path], folder: Path) -> list[dict[str, str]]:
    """The same of several workbooks."""
    found = recalculated_all(workbooks, folder)
    return [{row["What"]: row["Now"] for row in found[each]["Desk"] if row["What"]} for each in workbooks]


def leaders(workbook: Path) -> list[tuple[Any, ...]]:
    return [tuple(row[4:7]) for row in cells(workbook, "Desk")[1:] if row[5] != ""]


def links(workbook: Path) -> dict[str, str]:
    """Where the lines lead."""
    sheet = load_workbook(workbook)["Desk"]
    found = {row[0].value: row[2].hyperlink for row in sheet.iter_rows(min_row=2) if row[2].hyperlink}
    return {what: link.location or link.target for what, link in found.items()}


def test_it_comes_before_the_other_sheets_and_leads_to_all_that_is_needed(event: Path) -> None:
    names = sheet_names(event)
    assert names.index("Desk") + 1 == names.index("Standings")
    assert list(told(event)) == LINES
    assert told(event)["Next"] == PRINT.format(2)
    assert (told(event)["Round"], told(event)["Tables"], told(event)["Results missing"]) == ("2 of 4", 4, 4)
    assert links(event) == {
        "Next": "'Round 2'!A1",
        "Round": "'Round 2'!A1",
        "Results missing": "'Round 2'!A1",
        "To look at": "'Round 2'!A1",
        "Standings": "'Standings'!A1",
        "Pages": "event%20prints/index.html",
    }
    standings = records(event, "Standings")
    assert leaders(event) == [(row["Rank now"], row["Player"], row["VP now"]) for row in standings]


def test_no_path_is_told(event: Path) -> None:
    package = Package(event.read_bytes())
    assert not any(str(event.parent).encode() in package.read(part) for part in package.parts)


def test_the_link_to_the_pages_follows_a_new_name_at_the_next_run(event: Path) -> None:
    """Safety 1.7."""
    renamed = event.rename(event.with_name("Frühling #1 & 100%.xlsx"))
    assert links(renamed)["Pages"] == "event%20prints/index.html"
    assert turnabout("run", renamed).exit_code == 0
    address = links(renamed)["Pages"]
    assert "ü" in address
    assert not set(" #&") & set(address)
    assert (renamed.parent / unquote(address)).is_file()
    lines = {row[0].value: row[2].value for row in load_workbook(renamed)["Desk"].iter_rows(min_row=2)}
    assert lines["Pages"] == "index.html", "whatever the name, there is room for it"


def test_pages_that_lie_elsewhere_are_not_told_of(event: Path, tmp_path: Path) -> None:
    """Safety 1.7."""
    assert turnabout("run", event, "--prints", tmp_path / "other" / "pages").exit_code != 0, "there is no such folder"
    (tmp_path / "other").mkdir()
    assert turnabout("run", event, "--prints", tmp_path / "other" / "pages").exit_code == 0
    assert "Pages" not in told(event)
    output = tmp_path / "copy.xlsx"
    assert turnabout("run", event, "--output", output).exit_code == 0
    assert links(output)["Pages"] == "copy%20prints/index.html"


@pytest.mark.office
def test_it_says_what_is_typed(event: Path, tmp_path: Path) -> None:
    at = headers(load_workbook(event)["Round 2"])
    copies: list[Path] = []

    def keep() -> dict[str, str]:
        """Keep a copy for LibreOffice, which opens all of them in the end; return what is stored."""
        copies.append(Path(shutil.copy(event, tmp_path / f"copy{len(copies)}.xlsx")))
        return {what: str(now) for what, now in told(event).items()}

    paired = keep()
    enter_results(event, 2, leave=2)
    keep()
    edit(event, {"Round 2": {f"{at['Ruling']}4": "A no-show", f"{at['Game 1 winner']}5": "A"}})
    keep()
    edit(event, {"Round 2": {f"{at['Game 2 winner']}5": "B", f"{at['Game 2 count']}5": 3}})
    keep()
    edit(event, {"Round 2": {f"{at['Game 1 count']}5": 3}})
    keep()
    assert turnabout("run", event).exit_code == 0
    next_paired = keep()
    begun, half, wrong, incomplete, done, again = calculated_all(copies, tmp_path)
    assert begun == paired
    assert (half["Next"], half["Results missing"], half["To look at"]) == (TYPE, "2", "")
    assert (wrong["Next"], wrong["Results missing"]) == (TYPE, "1")
    assert wrong["To look at"] == "1: table 4, Game 1: count is missing"
    assert incomplete["Next"] == "Put right what Check says in the sheet Round 2, save, and run again."
    assert (done["Next"], done["Results missing"], done["To look at"]) == (ALL_IN, "0", "")
    assert next_paired["Next"] == PRINT.format(3)
    assert again == next_paired


@pytest.mark.office
def test_a_run_that_errors_have_stopped_is_told_of(event: Path, tmp_path: Path) -> None:
    edit(event, {"Round 1": {"F2": "Nobody"}})
    assert turnabout("run", event).exit_code == 1
    said = calculated(event, tmp_path)
    assert said["Errors"] == "1"
    assert said["Next"] == "Correct the errors listed on the sheet Problems, save, and run again."


@pytest.mark.office
def test_it_moves_under_the_hand_that_types(event: Path) -> None:
    at = headers(load_workbook(event)["Round 2"])
    first, fifth, before = leaders(event)[0], *leaders(event)[4][1:]
    hand = office()
    hand.open(event)
    sheet = records(event, "Round 2")
    row, side = next(
        (row, side) for row, each in enumerate(sheet, 2) for side in "AB" if each[f"Player {side}"] == fifth
    )
    typed = {"Game 1 winner": side, "Game 1 count": "25", "Game 2 winner": side, "Game 2 count": "25"}
    hand.type("Round 2", {f"{at[column]}{row}": text for column, text in typed.items()})
    next_, out, rank, leader, points = hand.read("Desk", "B2", "B5", "E2", "F2", "G2")
    hand.close()
    assert (next_, out, rank) == (TYPE, "3", "1")
    assert leader == fifth != first[1]
    assert float(points) > first[2] > before


@pytest.mark.office
@pytest.mark.parametrize("options", [("--flat",), ("--format", "Duplicate Magic"), ("--format", "Netrunner"),
                                     ("--pairing", "single elimination"), ("--pairing", "round robin")])  # fmt: skip
def test_every_kind_of_event_has_one(tmp_path: Path, options: tuple[str, ...]) -> None:
    workbook = tmp_path / "event.xlsx"
    turnabout("simulate", workbook, "--players", 8, "--played", 1, "--missing", 1, *options)
    assert turnabout("run", workbook).exit_code == 0
    before = workbook.read_bytes()
    assert turnabout("run", workbook).exit_code == 0
    assert workbook.read_bytes() == before
    assert told(workbook)["Results missing"] == 1
    assert told(workbook)["Next"].startswith("Type the results into the sheet R")
    assert calculated(workbook, tmp_path) == {what: str(now) for what, now in told(workbook).items()}
    assert len(leaders(workbook)) == 8


def test_an_event_without_players_and_one_that_is_over_say_what_to_do(tmp_path: Path) -> None:
    empty, over = tmp_path / "empty.xlsx", tmp_path / "over.xlsx"
    assert turnabout("new", empty).exit_code == 0
    turnabout("simulate", over, "--players", 8, "--rounds", 3)
    for workbook, next_ in ((empty, "Type the names of two players"), (over, "The event is finished. ")):
        turnabout("run", workbook)
        if "Desk" in sheet_names(workbook):
            assert told(workbook)["Next"].startswith(next_)
            assert "Results missing" not in told(workbook)
    assert leaders(over)[0][2] == records(over, "Standings")[0]["VP"]


def test_every_step_has_a_sentence_that_a_formula_can_hold(event: Path) -> None:
    results = check(event).results
    assert isinstance(results, Results)
    players = tuple(replace(player, name="N" * 200) for player in results.event.players)
    outcome = after_a_run(replace(results, event=replace(results.event, players=players)))
    for step in NextStep:
        words = word_step(step, outcome)
        assert 0 < len(words) <= 255, "Excel takes no longer text in a formula"
