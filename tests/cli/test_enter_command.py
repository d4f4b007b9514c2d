"""The command ``turnabout enter``: what it says, and its exit codes."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.support.books import SAMPLES, cells, edit
from tests.support.commands import everything, turnabout

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def paired(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """19 players; round 3 is paired, and no result of it is in."""
    workbook = Path(shutil.copy(SAMPLES / "in-progress.xlsx", tmp_path_factory.mktemp("paired") / "event.xlsx"))
    turnabout("run", workbook)
    return workbook


@pytest.fixture
def event(paired: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(paired, tmp_path / "Summer Open.xlsx"))


def test_what_was_entered_is_said_with_what_it_is_worth_and_what_is_next(event: Path) -> None:
    a, b = cells(event, "Round 3")[1][1:3]
    done = turnabout("enter", event, 1, "a", -3, "b", 7)
    assert done.exit_code == 0
    assert done.output.splitlines() == [
        f"Round 3, table 1, {a} - {b}: Game 1 winner A; Game 1 count -3; Game 2 winner B; Game 2 count 7.",
        "That is MP 10-17, VP 12-18.",
        f'Next: turnabout run "{event}"',
    ]


def test_a_result_that_is_in_is_replaced_where_that_is_asked_for(event: Path) -> None:
    a, b = cells(event, "Round 3")[1][1:3]
    turnabout("enter", event, 1, "a 12 b 7")
    before = everything(event.parent)
    done = turnabout("enter", event, 1, "a 12 draw")
    assert done.exit_code == 2
    assert done.output.splitlines() == [
        f"Round 3, table 1, {a} - {b}, has a result already: Game 2 winner Draw instead of B; Game 2 count blank "
        "instead of 7.",
        "Nothing was entered. To replace it, give the command again with --change.",
    ]
    done = turnabout("enter", event, 1, "a 12 b 7")
    assert done.exit_code == 0
    assert done.output == f"Round 3, table 1, {a} - {b}: nothing new; this result is entered already.\n"
    assert everything(event.parent) == before
    assert turnabout("enter", event, 1, "--change", "a 12 draw").exit_code == 0
    assert cells(event, "Round 3")[1][5:9] == ["A", 12, "Draw", ""]


def test_it_is_cleared_by_an_empty_result(event: Path) -> None:
    turnabout("enter", event, 1, "both no-show")
    assert turnabout("enter", event, 1).exit_code == 2
    assert "Ruling blank instead of Both no-show" in turnabout("enter", event, 1, "--change").output


def test_errors_are_told_with_the_exit_code_of_errors(event: Path) -> None:
    done = turnabout("enter", event, 1, "a", "twelve")
    assert done.exit_code == 1
    assert done.output.splitlines() == [
        'Error: Round 3!G2: Game 1 count is "twelve"; expected a whole number. Type it again.',
        "Nothing was entered.",
    ]


def test_a_table_that_is_not_there(event: Path) -> None:
    done = turnabout("enter", event, 1, "--round", 7, "a")
    assert (done.exit_code, done.output) == (2, "Round 7 is not paired; the last one is round 3.\n")
    assert turnabout("enter", event, "x").exit_code == 2


def test_a_hyphen_is_a_blank_or_a_minus_and_two_are_an_option(event: Path) -> None:
    assert "Game 2 winner B; Game 2 count 7." in turnabout("enter", event, 1, "-", "-", "b", 7).output
    done = turnabout("enter", event, 2, "--chnage", "a 12 b 7")
    assert done.exit_code == 2
    assert "No such option '--chnage'" in done.output


def test_a_workbook_that_is_open_not_there_or_has_a_formula(event: Path) -> None:
    assert turnabout("enter", event.with_name("none.xlsx"), 1, "a").exit_code == 4
    edit(event, {"Round 3": {"F2": '="A"'}})
    done = turnabout("enter", event, 1, "b 3")
    assert done.exit_code == 4
    assert done.output.startswith("Round 3!F2 holds a formula, ")
    event.with_name("~$Summer Open.xlsx").touch()
    done = turnabout("enter", event, 1, "b 3")
    assert done.exit_code == 4
    assert done.output.startswith("Summer Open.xlsx is open in Excel: type the result there, or close it (")
