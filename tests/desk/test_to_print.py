"""What is to be printed: it stays until it is printed, from run to run and from desk to desk."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from tests.desk.desks import edit, save_like_excel, wait_until, watching
from tests.desk.fake import run_sample
from tests.support.books import SAMPLES, enter_results, records
from turnabout_sheets.desk import printing
from turnabout_sheets.desk.printing import note_outdated, note_paired, recall, remember, take_off
from turnabout_sheets.desk.state import ToPrint
from turnabout_sheets.jobs.outcome import Options
from turnabout_sheets.jobs.run import run
from turnabout_sheets.prints.outdated import Outdated

PAGE = "round-03.html"
AGAIN = Outdated(3, (2, 5), ("round-03-pairings-by-table.html",), ("movement.html",))


@pytest.mark.slow
@pytest.mark.usefixtures("short_pauses")
def test_what_is_to_be_printed_outlives_the_desk_until_it_is_printed(tmp_path: Path) -> None:
    workbook = Path(shutil.copy(SAMPLES / "in-progress.xlsx", tmp_path / "Friday.xlsx"))
    with watching(workbook) as desk:
        wait_until(desk, lambda state: state.to_print == ToPrint(PAGE, round=3))
    with watching(workbook) as desk:
        printed = wait_until(desk, lambda state: state.outcome).to_print
        with desk.at_rest() as steps:
            steps.note_printed(printed)
        assert desk.state.to_print == ToPrint(round=3)
        one, two = records(workbook, "Round 3")[:2]
        save_like_excel(workbook, edit(workbook.read_bytes(), C2=two["Player B"], C3=one["Player B"]))
        again = wait_until(desk, lambda state: state.to_print.again).to_print.again
        assert again is not None
        assert again.tables == (1, 2)
    with watching(workbook) as desk:
        state = wait_until(desk, lambda state: state.outcome)
        assert state.to_print.again == again
        with desk.at_rest() as steps:
            steps.note_printed(state.to_print)
    assert recall(workbook) == ToPrint(round=3)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which it is remembered."""
    folder = tmp_path / "cache"
    folder.mkdir()
    monkeypatch.setattr(printing, "open_cache", lambda _: folder)
    return folder


@pytest.mark.parametrize("to_print", [ToPrint(), ToPrint(PAGE), ToPrint(again=AGAIN), ToPrint(PAGE, AGAIN, 3)])
def test_what_is_remembered_is_recalled(folder: Path, to_print: ToPrint) -> None:
    remember(Path("Friday.xlsx"), to_print)
    assert recall(Path("Friday.xlsx")) == to_print
    assert recall(Path("Saturday.xlsx")) == ToPrint()


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b'{"page": "x", "again": {"round": 3}}', b'{"again": 7}', b"\xff"])
def test_what_is_damaged_is_not_known(folder: Path, data: bytes) -> None:
    remember(Path("Friday.xlsx"), ToPrint(PAGE))
    (file,) = folder.iterdir()
    file.write_bytes(data)
    assert recall(Path("Friday.xlsx")) == ToPrint()


def test_where_nothing_can_be_kept_nothing_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printing, "open_cache", lambda _: None)
    remember(Path("Friday.xlsx"), ToPrint(PAGE))
    assert recall(Path("Friday.xlsx")) == ToPrint()


@pytest.mark.slow
def test_more_and_more_that_is_outdated_adds_up_in_the_running_round_only(tmp_path: Path) -> None:
    outcome = run(run_sample("in-progress", tmp_path).workbook, Options())
    more = replace(outcome, outdated=Outdated(3, (1, 5), (), ()))
    assert note_paired(ToPrint(again=AGAIN), outcome) == ToPrint(again=AGAIN)
    assert note_outdated(ToPrint(again=AGAIN), more) == ToPrint(again=AGAIN._replace(tables=(1, 2, 5)))
    assert note_outdated(ToPrint(PAGE), more) == ToPrint(PAGE)
    earlier = ToPrint("round-02.html", AGAIN._replace(round=2))
    assert note_paired(earlier, outcome) == ToPrint()
    assert note_paired(earlier, replace(outcome, results=None)) == earlier


def test_a_slip_whose_result_is_in_is_not_printed_again(tmp_path: Path) -> None:
    """Desk 2.5."""
    workbook = run_sample("in-progress", tmp_path).workbook
    enter_results(workbook, 3, leave=5)  # of tables 5 to 9
    outcome = run(workbook, Options())
    assert note_paired(ToPrint(again=AGAIN), outcome) == ToPrint(again=AGAIN._replace(tables=(5,)))
    assert note_paired(ToPrint(again=Outdated(3, (2, 4), ())), outcome) == ToPrint()


def test_what_has_become_more_is_to_be_printed_all() -> None:
    assert take_off(ToPrint(PAGE, AGAIN), ToPrint(PAGE)) == ToPrint(again=AGAIN)
    assert take_off(ToPrint(again=AGAIN), ToPrint(again=AGAIN._replace(tables=(2,)))) == ToPrint(again=AGAIN)
