"""The sheet Desk: what to do next, where it leads, and how far the round was at the last run."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from openpyxl import load_workbook

from tests.support.books import cells, copy_all, records, sheet_names
from tests.support.commands import turnabout
from tests.support.simulated import simulated
from turnabout_sheets.workbook.ooxml.package import Package

pytestmark = pytest.mark.slow

PRINT = "Print the pages of round {0}, and type the results into the sheet Round {0}."
LINES = ["Next", "Round", "Results missing", "Warnings", "Standings", "Pages"]


@pytest.fixture(scope="module")
def event_to_copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    workbook = tmp_path_factory.mktemp("event") / "event.xlsx"
    simulated(workbook, "--players", 9, "--rounds", 4, "--played", 1)
    assert turnabout("run", workbook).exit_code == 0
    return workbook


@pytest.fixture
def event(event_to_copy: Path, tmp_path: Path) -> Path:
    """An event with a round that is played and another that is paired."""
    return copy_all(event_to_copy, tmp_path)


def told(workbook: Path) -> dict[str, Any]:
    """What the lines say, as they are stored."""
    return {row["What"]: row["Now"] for row in records(workbook, "Desk") if row["What"]}


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
    assert (told(event)["Round"], told(event)["Results missing"]) == ("2 of 4", "4 of 4")
    assert links(event) == {
        "Next": "'Round 2'!A1",
        "Round": "'Round 2'!A1",
        "Results missing": "'Round 2'!A1",
        "Standings": "'Standings'!A1",
        "Pages": "event%20prints/index.html",
    }
    standings = records(event, "Standings")
    assert leaders(event) == [(row["Rank"], row["Player"], row["VP"]) for row in standings]


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


@pytest.mark.parametrize("options", [("--flat",), ("--format", "Duplicate Magic"), ("--format", "Netrunner"),
                                     ("--pairing", "single elimination"), ("--pairing", "round robin")])  # fmt: skip
def test_every_kind_of_event_has_one(tmp_path: Path, options: tuple[str, ...]) -> None:
    workbook = tmp_path / "event.xlsx"
    simulated(workbook, "--players", 8, "--played", 1, "--missing", 1, *options)
    assert turnabout("run", workbook).exit_code == 0
    before = workbook.read_bytes()
    assert turnabout("run", workbook).exit_code == 0
    assert workbook.read_bytes() == before
    assert told(workbook)["Results missing"].startswith("1 of ")
    assert told(workbook)["Next"].startswith("Type the results into the sheet R")
    assert len(leaders(workbook)) == 8


def test_an_event_without_players_and_one_that_is_over_say_what_to_do(tmp_path: Path) -> None:
    empty, over = tmp_path / "empty.xlsx", tmp_path / "over.xlsx"
    assert turnabout("new", empty).exit_code == 0
    simulated(over, "--players", 8, "--rounds", 3)
    for workbook, next_ in ((empty, "Type the names of two players"), (over, "The event is finished. ")):
        turnabout("run", workbook)
        if "Desk" in sheet_names(workbook):
            assert told(workbook)["Next"].startswith(next_)
            assert "Results missing" not in told(workbook)
    assert leaders(over)[0][2] == records(over, "Standings")[0]["VP"]
