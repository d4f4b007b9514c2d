"""Which tabs are to be seen, and where a new one stands; what the organizer has arranged stays so."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from openpyxl import load_workbook

from tests.office import office
from tests.support.books import edit, enter_results
from tests.support.commands import turnabout
from tests.workbook.untouched import Package
from tests.workbook.workbooks import loaded

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore:.* extension is not supported"),  # openpyxl, of what it would lose
]


def shown(workbook: Path) -> list[str]:
    """Return the tabs that are to be seen, from the left."""
    tabs = Package(workbook.read_bytes()).tabs
    return [name for name, tab in tabs.items() if tab.get("state", "visible") == "visible"]


def arrange(workbook: Path, states: Mapping[str, str]) -> None:
    """Hide or show sheets, as the organizer does; delete those that are to be in no state."""
    book: Any = loaded(workbook.read_bytes())
    for title, state in states.items():
        if state:
            book[title].sheet_state = state
        else:
            del book[title]
    book.save(workbook)


ARRANGED = {
    "Desk hidden": ({"Desk": "hidden"}, False, {"Desk": False}),
    "Standings hidden, to which the desk's sheet leads": ({"Standings": "veryHidden"}, False, {"Standings": True}),
    "Matches shown": ({"Matches": "visible"}, False, {"Matches": True}),
    "Problems shown": ({"Problems": "visible"}, False, {"Problems": True}),
    "Players hidden, with an error": ({"Players": "veryHidden"}, True, {"Players": True, "Problems": True}),
    "Log hidden, with an error": ({"Log": "hidden"}, True, {"Log": False, "Problems": True}),
    "Matches deleted": ({"Matches": ""}, False, {"Matches": False}),
}
"""What the organizer does with which sheets, whether something is wrong, and which are to be seen after a run."""


@pytest.mark.usefixtures("no_pages")
@pytest.mark.parametrize(("states", "is_wrong", "expected"), ARRANGED.values(), ids=ARRANGED)
def test_tabs__as_the_organizer_has_arranged_them__stay_so_unless_they_have_to_be_seen(
    tmp_path: Path, states: Mapping[str, str], *, is_wrong: bool, expected: Mapping[str, bool]
) -> None:
    """Safety 1.12."""
    workbook = begun(tmp_path)
    arrange(workbook, states)
    result = {"D2": "A", "F2": "B", "E2": 1, "G2": 2}
    edit(workbook, {"Players": {"A3": "Player 1"}} if is_wrong else {"Round 1": result})
    for _ in range(2):
        assert turnabout("run", workbook).exit_code == is_wrong
        assert {title: title in shown(workbook) for title in expected} == expected


# Whole events


def begun(folder: Path, format: str = "Turnabout", players: int = 8) -> Path:
    """An event of which round 1 is paired, and in Duplicate Magic all rounds."""
    workbook = folder / "event.xlsx"
    workbook.write_bytes(begin(format, players))
    return workbook


@cache
def begin(format: str, players: int) -> bytes:
    with TemporaryDirectory() as folder:
        names, workbook = Path(folder, "names.csv"), Path(folder, "event.xlsx")
        names.write_text("Player\n" + "".join(f"Player {number}\n" for number in range(1, players + 1)), "utf-8")
        assert turnabout("new", workbook, "--format", format, "--players", names).exit_code == 0
        assert turnabout("run", workbook).exit_code == 0
        return workbook.read_bytes()


@pytest.mark.usefixtures("no_pages")
def test_what_brings_rounds_together_is_shown_at_the_end(tmp_path: Path) -> None:
    """safety 1.1 and 1.12."""
    workbook = begun(tmp_path)
    rounds: list[str] = []
    for number in (1, 2, 3):
        rounds.append(f"Round {number}")
        assert shown(workbook) == ["Desk", "Event", "Players", *rounds, "Standings", "How to"]
        assert load_workbook(workbook).active.title == rounds[-1]
        enter_results(workbook, number)
        turnabout("run", workbook)
    assert shown(workbook)[6:] == ["Standings", "Matches", "Progress", "Crosstable", "Ratings", "How to"]
    left = workbook.read_bytes()
    assert turnabout("run", workbook).exit_code == 0
    assert workbook.read_bytes() == left


@pytest.mark.parametrize(("format", "visible"), [("Turnabout", []), ("Netrunner", ["Rulings"])])
def test_at_most_nine_tabs_are_to_be_seen_after_round_1(tmp_path: Path, format: str, visible: list[str]) -> None:
    """safety 1.12."""
    workbook = tmp_path / "event.xlsx"
    turnabout("simulate", workbook, "--format", format, "--players", 9, "--played", 1)
    turnabout("run", workbook)
    rounds = ["Round 1", "Round 2"]
    assert shown(workbook) == ["Desk", "Event", "Players", *visible, *rounds, "Standings", "How to"]


def decide(workbook: Path, number: int, *tables: int, winner: str | None = "A") -> None:
    """Type the winners of tables into a round of Duplicate Magic, and run."""
    edit(workbook, {f"Round {number}": {f"F{table + 1}": winner for table in tables}})
    turnabout("run", workbook)


def rounds(workbook: Path) -> list[int]:
    return [int(name.removeprefix("Round ")) for name in shown(workbook) if name.startswith("Round ")]


def test_of_rounds_that_are_drawn_at_once_that_which_has_begun_and_the_next_are_shown(tmp_path: Path) -> None:
    """safety 1.13."""
    workbook = begun(tmp_path, "Duplicate Magic", 12)
    few = ["Desk", "Event", "Players", "Round 1", "Round 2", "Tables", "Standings", "Problems", "How to"]
    edit(workbook, {"Tables": {f"{column}{row}": "40" for row in range(2, 8) for column in "BCEF"}})
    edit(workbook, {"Tables": {f"A{row}": row - 1 for row in range(2, 8)}})
    decide(workbook, 1, 1)
    assert shown(workbook) == few
    decide(workbook, 1, *range(2, 7))
    assert shown(workbook) == few
    decide(workbook, 2, 1)
    assert rounds(workbook) == [1, 2, 3]
    assert (tmp_path / "event prints/round-05.html").exists()
    left = workbook.read_bytes()
    assert turnabout("run", workbook).exit_code == 0
    assert workbook.read_bytes() == left


@pytest.mark.usefixtures("no_pages")
def test_a_round_that_is_drawn_ahead_is_shown_for_what_is_typed_there_and_not_hidden_again(tmp_path: Path) -> None:
    """safety 1.13."""
    workbook = begun(tmp_path, "Duplicate Magic", 12)
    decide(workbook, 4, 1)
    assert rounds(workbook) == [1, 2, 3, 4], "it is warned of that round 3 has none"
    decide(workbook, 4, 1, winner=None)
    assert rounds(workbook) == [1, 2, 3, 4]
    decide(workbook, 6, 1, winner="C")
    assert rounds(workbook) == [1, 2, 3, 4, 6]


@pytest.mark.usefixtures("no_pages")
def test_a_round_that_is_drawn_ahead_stays_as_the_organizer_has_it(tmp_path: Path) -> None:
    """safety 1.13."""
    workbook = begun(tmp_path, "Duplicate Magic", 12)
    arrange(workbook, {"Round 5": "visible", "Round 2": "hidden"})
    decide(workbook, 1, 1)
    assert rounds(workbook) == [1, 2, 5], "the next one has to be seen"
    arrange(workbook, {f"Round {number}": "visible" for number in range(1, 7)})
    turnabout("run", workbook)
    assert rounds(workbook) == [1, 2, 3, 4, 5, 6]
    decide(workbook, 1, 2)
    assert rounds(workbook) == [1, 2, 3, 4, 5, 6]


def test_rounds_that_the_organizer_has_typed_are_never_hidden(tmp_path: Path) -> None:
    """safety 1.13."""
    workbook = tmp_path / "event.xlsx"
    turnabout("simulate", workbook, "--format", "Duplicate Magic", "--players", 12, "--played", 1)
    turnabout("run", workbook)
    assert rounds(workbook) == [1, 2, 3, 4, 5, 6]


@pytest.mark.nightly
@pytest.mark.office
def test_a_round_that_was_moved_keeps_its_place_and_draws_the_next_beside_it(tmp_path: Path) -> None:
    workbook = begun(tmp_path)
    program = office()
    program.open(workbook)
    program.move("Round 1", 0)
    program.save()
    program.close()
    enter_results(workbook, 1)
    turnabout("run", workbook)
    assert shown(workbook)[:4] == ["Round 1", "Round 2", "Event", "Players"]
