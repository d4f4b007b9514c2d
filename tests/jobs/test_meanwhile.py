"""Others who save, or hold a file, while a job is at it; disks that are full, and folders that cannot be read."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable
from functools import partial
from itertools import product
from pathlib import Path
from threading import Barrier, Thread
from typing import Any, NoReturn

import pytest
from openpyxl import load_workbook

from tests.support.books import SAMPLES, cells, copy_all, edit, records
from tests.support.commands import everything, turnabout
from tests.support.late import let_in
from turnabout_sheets.core.safe_files import HeldError
from turnabout_sheets.jobs import put_back, state
from turnabout_sheets.jobs import run as run_module
from turnabout_sheets.jobs.edit import Answer, enter_result
from turnabout_sheets.jobs.outcome import Options, Outcome
from turnabout_sheets.jobs.read import ATTEMPTS
from turnabout_sheets.jobs.run import run
from turnabout_sheets.jobs.state import read_beside
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.files.save import DiskFullError, WorkbookChangedError

pytestmark = pytest.mark.slow

WAIT = Options(sheets_may_wait=True)
B_WINS = {"D2": "B", "E2": 3, "F2": "B", "G2": 3}


@pytest.fixture
def waiting(tmp_path: Path) -> Path:
    """The event in progress: its third round is to be paired."""
    return Path(shutil.copy(SAMPLES / "in-progress.xlsx", tmp_path / "event.xlsx"))


def publish(workbook: Path) -> Outcome:
    """Run while the workbook is open."""
    lock = workbook.with_name(f"~${workbook.name}")
    lock.write_bytes(b"\x03Ann")
    try:
        return run(workbook, WAIT)
    finally:
        lock.unlink()


def kept(workbook: Path) -> list[str]:
    return list(read_beside(workbook).waiting)


def interrupt(patch: pytest.MonkeyPatch, module: Any, name: str, *others: Callable[[], object]) -> None:
    """Have others do something just before a function is called, one each time."""
    waiting_, real = list(others), getattr(module, name)

    def interrupted(*arguments: Any, **more: Any) -> Any:
        if waiting_:
            waiting_.pop(0)()
        return real(*arguments, **more)

    patch.setattr(module, name, interrupted)


def test_publish__another_run_publishes__it_goes_first(waiting: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt(monkeypatch, run_module, "pair", lambda: run(waiting, WAIT))
    outcome = publish(waiting)
    assert (outcome.computed.event.published, outcome.computed.paired) == ((3,), [])
    assert len(kept(waiting)) == 1


def test_publish__a_save_meanwhile__it_is_what_counts(waiting: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt(monkeypatch, run_module, "pair", lambda: edit(waiting, {"Round 2": {"E2": None}}))
    outcome = publish(waiting)
    assert (outcome.computed.new_rounds, kept(waiting)) == ([], [])


@pytest.mark.parametrize("step", ["jobs.state.write_whole", "prints.publish.write_whole"])
def test_publish__disk_full__told(waiting: Path, step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fill(path: Path, *_: object, **__: object) -> NoReturn:
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    monkeypatch.setattr(f"turnabout_sheets.{step}", fill)
    if step == "jobs.state.write_whole":
        with pytest.raises(DiskFullError, match="the disk is full"):
            publish(waiting)
        assert not waiting.with_name("event prints").exists()
    else:
        unprinted = publish(waiting).unprinted
        assert unprinted is not None
        assert "because the disk is full" in str(unprinted)
        monkeypatch.undo()
        assert run(waiting, Options()).computed.event.published == (3,)


@pytest.mark.usefixtures("no_pages")
def test_run__a_program_holds_the_file_without_a_lock__kept(waiting: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def hold(path: Path, *_: object, **__: object) -> None:
        raise HeldError(errno.EACCES, "in use", str(path))

    monkeypatch.setattr(save, "write_whole", hold)
    outcome = run(waiting, WAIT)
    assert outcome.waiting
    assert len(kept(waiting)) == 1
    monkeypatch.undo()
    assert run(waiting, WAIT).computed.event.published == (3,)


def test_run__folder_cannot_be_looked_into__nothing_is_paired(waiting: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Safety 3.4: one error while the state is read, with a round in it that is published."""
    publish(waiting)
    before = everything(waiting.parent)

    def refuse(error: int, path: object, *_: object) -> NoReturn:
        raise OSError(error, os.strerror(error), str(path))

    for error, command in product((errno.EIO, errno.EACCES), ("run", "check")):
        with monkeypatch.context() as patch:
            patch.setattr(state, "read_file", partial(refuse, error))
            done = turnabout(command, waiting)
        assert done.exit_code == 4
        assert done.output.startswith("event.xlsx: the folder event backups cannot be looked into (")
        assert everything(waiting.parent) == before


@pytest.mark.usefixtures("no_pages")
def test_put_back__a_save_meanwhile__it_stays(ran: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Safety 2.4."""
    rows = cells(ran, "Round 3")
    edit(ran, {"Round 3": B_WINS})
    turnabout("run", ran)
    edit(ran, {"Round 3": {"B2": rows[2][1], "B3": rows[1][1]}})
    results = {f"{column}3": value for column, value in zip("DEFG", ("A", 7, "B", 8), strict=True)}
    interrupt(monkeypatch, put_back, "change_cells", lambda: edit(ran, {"Round 3": results}))
    assert turnabout("run", ran, "--put-back", "Round 3").exit_code == 0
    assert [row[:3] for row in cells(ran, "Round 3")[:11]] == [row[:3] for row in rows[:11]]
    assert cells(ran, "Round 3")[2][3:7] == ["A", 7, "B", 8]


@pytest.mark.parametrize("times", [pytest.param(1, marks=pytest.mark.nightly), ATTEMPTS])
def test_let_in__saves_meanwhile__none_is_lost(event: Path, monkeypatch: pytest.MonkeyPatch, times: int) -> None:
    saves = (partial(edit, event, {"Event": {"F9": f"typed {n}"}}) for n in range(times))
    interrupt(monkeypatch, save, "replace", *saves)
    try:
        let_in(event, "Zoe Lind")
    except WorkbookChangedError:
        assert times == ATTEMPTS
    assert cells(event, "Event")[8][5] == f"typed {times - 1}"
    is_in = "Zoe Lind" in [row["Player"] for row in records(event, "Players")]
    assert is_in == (times < ATTEMPTS)


def test_enter__a_save_meanwhile__it_stays(event: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = {"D3": "B", "E3": 3, "F3": "B", "G3": 3}
    interrupt(monkeypatch, save, "replace", lambda: edit(event, {"Round 3": other}))
    assert enter_result(event, 1, "a 12 b 7").answer is Answer.WRITTEN
    assert [row[3:7] for row in cells(event, "Round 3")[1:3]] == [["A", 12, "B", 7], ["B", 3, "B", 3]]


def test_enter__the_same_result_typed_meanwhile__to_be_confirmed(event: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt(monkeypatch, save, "replace", lambda: edit(event, {"Round 3": B_WINS}))
    assert enter_result(event, 1, "a 12 b 7").answer is Answer.TAKEN
    assert cells(event, "Round 3")[1][3:7] == ["B", 3, "B", 3]


def test_enter__saved_again_and_again__told(event: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saves = (partial(edit, event, {"Event": {"F9": n}}) for n in range(ATTEMPTS))
    interrupt(monkeypatch, save, "replace", *saves)
    with pytest.raises(WorkbookChangedError):
        enter_result(event, 1, "a 12 b 7")


def test_enter__two_at_once__both_get_through(ran: Path, tmp_path: Path) -> None:
    event = copy_all(ran, tmp_path / "both")
    ready, answers = Barrier(2), dict[int, Answer]()

    def enter(table: int) -> None:
        ready.wait()
        answers[table] = enter_result(event, table, "a 12 b 7").answer

    both = [Thread(target=enter, args=(table,)) for table in (1, 2)]
    for each in both:
        each.start()
    for each in both:
        each.join()
    assert answers == {1: Answer.WRITTEN, 2: Answer.WRITTEN}
    assert [row[3:7] for row in cells(event, "Round 3")[1:3]] == [["A", 12, "B", 7]] * 2


@pytest.mark.usefixtures("no_pages")
def test_protected_sheets_and_structure__stay_so_and_hold_nothing_up(waiting: Path) -> None:
    """They are protected from slips of the hand; a run, and a result that is entered, are what their owner asks for."""
    book = load_workbook(waiting)
    book.security.lockStructure = True
    for sheet in book:
        sheet.protection.enable()
    book.save(waiting)
    publish(waiting)
    assert run(waiting, WAIT).computed.event.published == (3,)
    assert enter_result(waiting, 1, "draw draw", round=2, confirmed=True).answer is Answer.WRITTEN
    book = load_workbook(waiting)
    assert (book.security.lockStructure, book["Players"].protection.sheet) == (True, True)
    assert "Round 3" in book.sheetnames
