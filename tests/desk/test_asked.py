"""What a desk that really watches does because somebody says so: pairs the first round, pairs anew, undoes, goes on."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tests.desk.desks import (
    PATIENCE,
    list_states,
    save_like_excel,
    wait_for_fault,
    wait_until,
    wait_until_seen,
    watching,
)
from tests.desk.pauses import QUIET
from tests.support.books import copy_all, sheet_names
from tests.support.commands import turnabout
from tests.support.desk import GAMES, type_into
from tests.support.desk import Desk as Typing
from tests.support.edited_book import Book, Cell
from turnabout_sheets.desk.actions import Buttons
from turnabout_sheets.desk.edits import Edits
from turnabout_sheets.desk.loop import Desk
from turnabout_sheets.desk.page import name_round
from turnabout_sheets.desk.sentences import Reply
from turnabout_sheets.desk.state import DeskState, FaultKind
from turnabout_sheets.jobs.compare import Kind

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("short_pauses", "no_pages")]


@pytest.fixture(scope="module")
def friday_to_copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("friday")
    (folder / "players.txt").write_text("Ann\nBen\nCy\nDee\nFay\nGus\nHal\nIda", "utf-8")
    turnabout("new", folder / "Friday.xlsx", "--players", folder / "players.txt")
    return folder / "Friday.xlsx"


@pytest.fixture(scope="module")
def paired_to_copy(friday_to_copy: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    workbook = copy_all(friday_to_copy, tmp_path_factory.mktemp("paired"))
    turnabout("run", workbook)
    return workbook


@pytest.fixture(scope="module")
def under_way_to_copy(paired_to_copy: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    workbook = copy_all(paired_to_copy, tmp_path_factory.mktemp("under-way"))
    Typing(workbook).report(1)
    turnabout("run", workbook)
    return workbook


@pytest.fixture
def friday(friday_to_copy: Path, tmp_path: Path) -> Path:
    """A workbook with eight players."""
    return copy_all(friday_to_copy, tmp_path)


@pytest.fixture
def paired(paired_to_copy: Path, tmp_path: Path) -> Path:
    """The same with round 1."""
    return copy_all(paired_to_copy, tmp_path)


def pairs(state: DeskState) -> list[tuple[int, int]]:
    """Return who meets whom in the rounds that are published, or were paired by the last run."""
    assert state.outcome is not None
    return [(row["a"], row["b"]) for new in state.outcome.computed.new_rounds for row in new.rows]


def is_written(state: DeskState) -> bool:
    return state.outcome is not None and state.outcome.digest != ""


def test_the_first_round_is_paired_when_somebody_says_that_everybody_is_listed(friday: Path) -> None:
    """Desk 2.3."""
    with watching(friday) as desk:
        wait_until(desk, is_written)
        Typing(friday).type("Players", "Eve", {})
        wait_until(desk, lambda state: is_written(state) and len(state.outcome.computed.event.players) == 9)
        assert "Round 1" not in sheet_names(friday)
        Buttons(desk).pair({})
        state = wait_until(desk, lambda state: is_written(state) and state.outcome.computed.new_rounds)
        assert "Round 1" in sheet_names(friday)
        assert state.to_print.page == "round-01.html"
    with watching(friday) as desk:
        wait_until(desk, is_written)
        Typing(friday).report(1)
        wait_until(desk, lambda state: is_written(state) and state.outcome.computed.event.last_round == 2)


def test_after_a_slip_of_the_pen_a_round_that_waits_is_paired_anew(paired: Path) -> None:
    """Desk 2.6."""
    lock = paired.with_name(f"~${paired.name}")
    with watching(paired) as desk:
        wait_until(desk, is_written)
        lock.touch()
        wait_until(desk, lambda state: state.open_in)
        Typing(paired).report(1)
        first = wait_until(desk, lambda state: state.outcome.waiting and state.outcome.computed.new_rounds)
        winner, _ = Typing(paired).seats(1)[0]
        Typing(paired).type("Round 1", winner, {"Game 1 winner": "B", "Game 2 winner": "B"})
        kept = wait_until(desk, lambda state: state.saved != first.saved and state.outcome.waiting)
        assert pairs(kept) == pairs(first)
        Buttons(desk).pair_again({"round": name_round(kept, 2)})
        anew = wait_until(desk, lambda state: state.outcome.computed.paired)
        assert pairs(anew) != pairs(first)
        assert anew.to_print.page == "round-02.html"
        lock.unlink()
        wait_until(desk, is_written)
        assert "Round 2" in sheet_names(paired)


def test_undo_brings_the_version_before_back_and_asks_what_is_meant(paired: Path) -> None:
    """Desk 2.9."""
    with watching(paired) as desk:
        wait_until(desk, is_written)
        Typing(paired).report(1)
        after = wait_until(desk, lambda state: is_written(state) and state.outcome.computed.event.last_round == 2)
        assert "Round 2" in sheet_names(paired)
        edits = Edits(desk)
        edits.go_back({})
        wait_for_fault(desk, FaultKind.OLDER)
        assert "Round 2" not in sheet_names(paired)
        edits.go_back({})
        wait_for_fault(desk, None)
        assert "Round 2" in sheet_names(paired)
        edits.go_back({})
        wait_for_fault(desk, FaultKind.OLDER)
        Buttons(desk).go_on({})
        wait_until(desk, lambda state: state.number > after.number and state.fault is None and is_written(state))
        assert "Round 2" in sheet_names(paired)


# --- what was published and is not so any more ---


@pytest.fixture
def under_way(under_way_to_copy: Path, tmp_path: Path) -> Path:
    """Round 1 is played, and round 2 is paired."""
    return copy_all(under_way_to_copy, tmp_path)


def asks(state: DeskState) -> list[tuple[Kind, str]]:
    return [each.name for each in state.questions]


def wait_for_question(desk: Desk, *asked: tuple[Kind, str]) -> DeskState:
    return wait_until(desk, lambda state: asks(state) == [*asked])


def swap_and_report(workbook: Path, *rounds: int) -> None:
    """Swap two names of rounds, and type results beside them, in one save."""
    book = Book(workbook.read_bytes())
    for number in rounds:
        (a, b), (c, d) = Typing(workbook).seats(number)[:2]
        for first, other in ((a, d), (c, b)):
            type_into(book, f"Round {number}", first, {"Player B": other, **RESULT})
    save_like_excel(workbook, book.to_bytes())


RESULT: Mapping[str, Cell] = dict(zip(GAMES, ("A", 7, "B", 2), strict=True))


def answer(desk: Desk, asked: Kind, sheet: str, *, stays: bool) -> Reply:
    stays_so = {"stays": "yes"} if stays else {}
    return Buttons(desk).answer({"asked": asked, "sheet": sheet, **stays_so})


def test_what_was_played_so_is_not_asked_again_though_the_workbook_stays_open(under_way: Path) -> None:
    """Rules 1.4.18: the answer is remembered beside the workbook until it is closed (desk 4.2 and 4.7)."""
    lock = under_way.with_name(f"~${under_way.name}")
    with watching(under_way) as desk:
        wait_until(desk, is_written)
        lock.touch()
        wait_until(desk, lambda state: state.open_in)
        swap_and_report(under_way, 2)
        asked = wait_for_question(desk, (Kind.SEATS, "Round 2"))
        assert asked.outcome is not None
        assert asked.outcome.computed.results is None
        answer(desk, Kind.SEATS, "Round 2", stays=True)
        wait_until(desk, lambda state: state.outcome.computed.results)
        wait_until_seen(desk, under_way)
        wait_until(desk, lambda state: state.outcome.waiting)
        Typing(under_way).type("Round 2", Typing(under_way).seats(2)[2][0], RESULT)
        states = list_states(desk, QUIET, after=lambda state: state.saved != asked.saved)
        assert not any(map(asks, states[1:]))
        lock.unlink()
        state = wait_until(desk, is_written)
        assert state.questions == []


def test_an_answer_is_of_the_version_that_was_asked_about_and_of_no_later_one(under_way: Path) -> None:
    """Desk 4.7."""
    desk = Desk(under_way)
    take_steps(desk, is_written)
    swap_and_report(under_way, 2)
    take_steps(desk, lambda state: state.questions and is_written(state))
    desk._steps.accept([(Kind.SEATS, "Round 2")])
    (a, b), *_, (c, d) = Typing(under_way).seats(2)
    Typing(under_way).type("Round 2", a, {"Player B": d})
    Typing(under_way).type("Round 2", c, {"Player B": b})
    take_steps(desk, lambda state: not state.answered)
    assert asks(desk._steps.state) == [(Kind.SEATS, "Round 2")]
    assert "Round 2!B2" in {str(each.problem.place) for each in desk._steps.state.questions}
    desk._steps.accept([(Kind.VALUES, "Round 1")])
    take_steps(desk, lambda state: not state.answered)
    assert asks(desk._steps.state) == [(Kind.SEATS, "Round 2")], "who answers something else does not answer this again"


def take_steps(desk: Desk, is_so: Callable[[DeskState], object]) -> None:
    """Take steps until something is so; nobody else does."""
    until = time.monotonic() + PATIENCE
    while not is_so(desk._steps.state):
        assert time.monotonic() < until
        time.sleep(desk._steps.take_step())
