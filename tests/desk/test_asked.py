"""What a desk that really watches does because somebody asks for it: pairs the first round, pairs anew, undoes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.desk.desks import wait_for_fault, wait_until, watching
from tests.whole.books import sheet_names
from tests.whole.desk import Desk as Typing
from tests.whole.test_run import turnabout
from turnabout_sheets.desk.actions import Buttons
from turnabout_sheets.desk.state import DeskState, FaultKind

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("short_pauses")]


@pytest.fixture
def friday(tmp_path: Path) -> Path:
    """A workbook with eight players."""
    (tmp_path / "players.txt").write_text("Ann\nBen\nCy\nDee\nFay\nGus\nHal\nIda", "utf-8")
    turnabout("new", tmp_path / "Friday.xlsx", "--players", tmp_path / "players.txt")
    return tmp_path / "Friday.xlsx"


def pairs(state: DeskState) -> list[tuple[int, int]]:
    """Return who meets whom in the rounds that are published, or were paired by the last run."""
    assert state.outcome is not None
    return [(row["a"], row["b"]) for new in state.outcome.new_rounds for row in new.rows]


def is_written(state: DeskState) -> bool:
    return state.outcome is not None and state.outcome.digest != ""


def test_the_first_round_is_paired_when_somebody_says_that_everybody_is_listed(friday: Path) -> None:
    with watching(friday) as desk:
        wait_until(desk, is_written)
        Typing(friday).type("Players", "Eve", {})
        wait_until(desk, lambda state: is_written(state) and len(state.outcome.event.players) == 9)
        assert "Round 1" not in sheet_names(friday)
        Buttons(desk).pair()
        state = wait_until(desk, lambda state: is_written(state) and state.outcome.new_rounds)
        assert "Round 1" in sheet_names(friday)
        assert state.to_print.page == "round-01.html"
    with watching(friday) as desk:
        wait_until(desk, is_written)
        Typing(friday).report(1)
        wait_until(desk, lambda state: is_written(state) and state.outcome.event.last_round == 2)


def test_after_a_slip_of_the_pen_a_round_that_waits_is_paired_anew(friday: Path) -> None:
    turnabout("run", friday)
    lock = friday.with_name(f"~${friday.name}")
    with watching(friday) as desk:
        wait_until(desk, is_written)
        lock.touch()
        wait_until(desk, lambda state: state.open_in)
        Typing(friday).report(1)
        first = wait_until(desk, lambda state: state.outcome.waiting and state.outcome.new_rounds)
        winner, _ = Typing(friday).seats(1)[0]
        Typing(friday).type("Round 1", winner, {"Game 1 winner": "B", "Game 2 winner": "B"})
        kept = wait_until(desk, lambda state: state.saved != first.saved and state.outcome.waiting)
        assert pairs(kept) == pairs(first)
        Buttons(desk).pair_anew()
        anew = wait_until(desk, lambda state: state.outcome.paired)
        assert pairs(anew) != pairs(first)
        assert anew.to_print.page == "round-02.html"
        lock.unlink()
        wait_until(desk, is_written)
        assert "Round 2" in sheet_names(friday)


def test_undo_brings_the_version_before_back_and_asks_what_is_meant(friday: Path) -> None:
    turnabout("run", friday)
    with watching(friday) as desk:
        wait_until(desk, is_written)
        Typing(friday).report(1)
        after = wait_until(desk, lambda state: is_written(state) and state.outcome.event.last_round == 2)
        assert "Round 2" in sheet_names(friday)
        Buttons(desk).undo()
        wait_for_fault(desk, FaultKind.OLDER)
        assert "Round 2" not in sheet_names(friday)
        Buttons(desk).undo()
        wait_for_fault(desk, None)
        assert "Round 2" in sheet_names(friday)
        Buttons(desk).undo()
        wait_for_fault(desk, FaultKind.OLDER)
        Buttons(desk).go_on()
        wait_until(desk, lambda state: state.number > after.number and state.fault is None and is_written(state))
        assert "Round 2" in sheet_names(friday)
