"""What can be in the way of a desk: each happens to one that really watches, is told, and is over when it is over."""

from __future__ import annotations

import errno
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests.desk.desks import (
    PATIENCE,
    edit,
    list_states,
    save_like_excel,
    wait_for_fault,
    wait_until,
    wait_until_seen,
    watching,
    write_slowly,
)
from tests.desk.pauses import QUIET, shorten
from tests.limits import no_file_larger_than, where_permissions_count
from tests.support.books import SAMPLES, sheet_names
from tests.systems import TELLS_OF_PROCESSES
from turnabout_sheets.desk import runs, steps
from turnabout_sheets.desk.loop import Desk
from turnabout_sheets.desk.page import make_view
from turnabout_sheets.desk.state import DeskState, Fault, FaultKind
from turnabout_sheets.event.results import list_waiting
from turnabout_sheets.formats.turnabout import TURNABOUT
from turnabout_sheets.jobs import run
from turnabout_sheets.jobs import state as states
from turnabout_sheets.jobs.new import Plan, simulate
from turnabout_sheets.workbook.ooxml.package import WorkbookError

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("short_pauses")]

NEW: dict[str, Any] = {"D5": "A", "E5": 10, "F5": "B", "G5": 4}
"""What is typed; the count of G5 is another one for each test with a desk that went on from the test before."""


@pytest.fixture(scope="module")
def going_on(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    with pytest.MonkeyPatch.context() as patch:
        shorten(patch)
        with watching(copy_sample(tmp_path_factory.mktemp("going-on"))) as desk:
            yield desk


@pytest.fixture
def desk(going_on: Desk, short_pauses: None, no_pages: None) -> Desk:
    """A desk that goes on from test to test: with nothing in the way, and the sheets in the workbook."""
    NEW["E5"] += 1
    wait_until(going_on, lambda state: state.fault is None and state.open_in is None and is_written(state))
    wait_until_seen(going_on, going_on.state.workbook)
    return going_on


@pytest.fixture
def workbook(desk: Desk) -> Path:
    """That desk's."""
    return desk.state.workbook


@pytest.fixture
def own_workbook(tmp_path: Path) -> Path:
    """One that no other test has, and no desk watches."""
    return copy_sample(tmp_path)


@pytest.fixture
def own_desk(own_workbook: Path) -> Iterator[Desk]:
    """A desk that watches that."""
    with watching(own_workbook) as desk:
        wait_for_fault(desk, None)
        yield desk


def copy_sample(folder: Path) -> Path:
    (folder / "events").mkdir()
    return Path(shutil.copy(SAMPLES / "in-progress.xlsx", folder / "events" / "Friday.xlsx"))


def is_new(state: DeskState) -> bool:
    return any(change.cell == "E5" and change.after == str(NEW["E5"]) for change in state.changes)


def save_new(workbook: Path, data: bytes = b"", **cells: object) -> bytes:
    """Save the workbook with another result, as Excel does; return what was saved."""
    data = edit(data or workbook.read_bytes(), **(NEW | cells))
    save_like_excel(workbook, data)
    return data


def is_written(state: DeskState) -> bool:
    """Say whether the sheets of a version are in the workbook."""
    return state.outcome is not None and state.outcome.digest != ""


def test_a_save_is_seen_then_written_and_our_own_writing_is_no_save(own_desk: Desk, own_workbook: Path) -> None:
    """Desk 3.1 and 3.3."""
    assert 4 in list_missing(own_desk.state)
    save_new(own_workbook)
    states = list_states(own_desk, QUIET, after=lambda state: is_new(state) and is_written(state))[1:]
    assert [(is_new(state), is_written(state)) for state in states] == [(True, False), (True, True)]
    assert states[0].saved == states[1].saved is not None
    assert not any(4 in list_missing(state) for state in states)
    assert "Standings" in sheet_names(own_workbook)


def list_missing(state: DeskState) -> list[int]:
    """Return the tables of which results are still missing."""
    assert state.outcome is not None
    assert state.outcome.computed.results is not None
    return [match.table for match in list_waiting(state.outcome.computed.results)]


def test_a_save_without_a_change_leaves_the_last_changes_to_be_seen(desk: Desk, workbook: Path) -> None:
    save_new(workbook)
    first = wait_until(desk, lambda state: is_new(state) and is_written(state))
    save_like_excel(workbook, edit(workbook.read_bytes()))
    again = wait_until(desk, lambda state: state.outcome is not first.outcome)
    assert again.changes == first.changes


def test_a_workbook_that_is_half_written_for_a_moment_is_not_told_of(
    desk: Desk, workbook: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(steps, "TELL_AFTER", 5.0)
    data = edit(workbook.read_bytes(), **NEW)
    write_slowly(workbook, data, pieces=4, pause=0.1)
    states = list_states(desk, QUIET, after=is_new)
    assert [state.fault for state in states if state.fault] == []


def test_two_saves_in_a_moment_end_with_the_second(desk: Desk, workbook: Path) -> None:
    start = workbook.read_bytes()
    save_new(workbook, start, E5=3)
    save_new(workbook, start)
    states = list_states(desk, QUIET, after=is_new)
    assert is_new(states[-1])
    assert states[-1].fault is None


@pytest.mark.skipif(sys.platform == "win32", reason="Windows removes no folder of which a file is held open")
def test_a_folder_that_goes_and_is_made_anew_is_watched_again(desk: Desk, workbook: Path) -> None:
    copy = workbook.parent.with_name("copy")
    shutil.copytree(workbook.parent, copy)
    shutil.rmtree(workbook.parent)
    state = wait_for_fault(desk, FaultKind.FOLDER_GONE)
    assert state.fault is not None
    assert state.fault.path == workbook.parent
    shutil.copytree(copy, workbook.parent)
    wait_for_fault(desk, None)
    save_new(workbook)
    wait_until(desk, is_new)
    with watching(workbook) as second:  # and the lock is where everybody looks for it
        wait_for_fault(second, FaultKind.OTHER_DESK)


def test_where_nobody_may_look_into_the_folder_of_earlier_versions_nothing_is_done_until_they_may(
    desk: Desk, workbook: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Safety 3.4; desk 5.1."""
    before = desk.state

    def refuse(*_: object) -> bytes:
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(states, "read_file", refuse)
        data = save_new(workbook)
        state = wait_for_fault(desk, FaultKind.UNLISTED)
        assert state.fault is not None
        assert state.fault.reason.startswith("Friday.xlsx: the folder Friday backups cannot be looked into (")
        assert state.outcome is before.outcome
        assert workbook.read_bytes() == data
    assert is_new(wait_for_fault(desk, None))


def test_a_round_is_not_published_where_nobody_may_look_for_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Safety 3.4: the folder goes after the round is computed, and before it is kept."""
    workbook = tmp_path / "Friday.xlsx"
    simulate(workbook, TURNABOUT, Plan(players=8, rounds=4, played=1))
    (tmp_path / "~$Friday.xlsx").touch()
    desk = steps.Steps(workbook, steps.Options())

    def refuse(path: Path, _: str) -> None:
        raise states.UnlistedError(f"{path.name}: the folder cannot be looked into.")

    with monkeypatch.context() as patch:
        patch.setattr(run, "find_beside", refuse)
        state = take_steps(desk, lambda state: state.fault)
    assert state.fault == Fault(FaultKind.UNLISTED, "Friday.xlsx: the folder cannot be looked into.")
    assert state.is_held_up
    assert not (tmp_path / "Friday backups" / "state.json").exists()
    assert not (tmp_path / "Friday prints").exists()
    assert take_steps(desk, lambda state: state.fault is None).to_print.page == "round-02.html"


def test_what_was_asked_for_is_done_when_nothing_is_in_the_way_any_more(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    before = desk.state
    with monkeypatch.context() as patch:
        patch.setattr(steps, "compute_version", refuse)
        desk.run_now()
        wait_for_fault(desk, FaultKind.UNREADABLE)
    assert wait_for_fault(desk, None).outcome is not before.outcome


def test_on_a_full_disk_the_results_are_right_and_the_sheets_are_tried_again(desk: Desk, workbook: Path) -> None:
    """Desk 5.1."""
    data = edit(workbook.read_bytes(), **NEW)
    save_like_excel(workbook, data)
    with no_file_larger_than(len(data) // 2):
        state = wait_until(desk, lambda state: state.fault)
        assert state.fault is not None
        assert state.fault.kind in (FaultKind.DISK_FULL, FaultKind.NOT_WRITTEN)
        assert is_new(state)
        assert workbook.read_bytes() == data
    assert wait_for_fault(desk, None).outcome is not state.outcome
    assert workbook.read_bytes() != data


def test_a_workbook_that_may_not_be_read_is_read_when_it_may(own_workbook: Path) -> None:
    mode = own_workbook.stat().st_mode

    def watch_without_permission() -> tuple[FaultKind, bool]:
        own_workbook.chmod(0)
        desk = steps.Steps(own_workbook, steps.Options())
        fault = take_steps(desk, lambda state: state.fault).fault
        own_workbook.chmod(mode)
        assert fault is not None
        return fault.kind, take_steps(desk, lambda state: state.outcome).outcome is not None

    assert where_permissions_count(watch_without_permission) == (FaultKind.UNREADABLE, True)


def take_steps(desk: steps.Steps, is_so: Callable[[DeskState], object]) -> DeskState:
    """Take steps until something is so, in this thread, which has the rights of this thread."""
    until = time.monotonic() + PATIENCE
    while not is_so(desk.state):
        assert time.monotonic() < until, desk.state
        time.sleep(desk.take_step())
    return desk.state


def test_a_workbook_that_may_not_be_written_is_checked(own_workbook: Path) -> None:
    """Desk 3.4."""
    own_workbook.chmod(0o444)
    desk = steps.Steps(own_workbook, steps.Options())
    state = where_permissions_count(lambda: take_steps(desk, lambda state: state.fault))
    assert state.fault is not None
    assert state.fault.kind is FaultKind.NOT_WRITTEN
    assert "write-protected" in state.fault.reason
    assert state.outcome is not None
    assert state.outcome.computed.results is not None


def test_what_a_save_has_changed_is_told_though_it_can_only_be_checked(
    desk: Desk, workbook: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise WorkbookError("There is a sheet in the way.")

    monkeypatch.setattr(runs, "compute", refuse)
    save_new(workbook)
    assert is_new(wait_for_fault(desk, FaultKind.NOT_WRITTEN))


def test_a_round_that_cannot_be_published_is_not_to_be_printed(tmp_path: Path) -> None:
    workbook, in_the_way = tmp_path / "Friday.xlsx", tmp_path / "Friday backups"
    simulate(workbook, TURNABOUT, Plan(players=8, rounds=4, played=1))
    in_the_way.write_text("a file of that name")
    desk = steps.Steps(workbook, steps.Options())
    state = take_steps(desk, lambda state: state.fault)
    shown = make_view(state, ())
    assert shown.next == (
        "Round 2 is paired, but cannot be published yet. First do what is shown above; it then continues automatically."
    )
    assert not [button for button in shown.buttons if "round-02" in button.target]
    in_the_way.unlink()
    shown = make_view(take_steps(desk, lambda state: state.fault is None), ())
    assert "Print the pages of round 2" in shown.next
    assert [button.first for button in shown.buttons if "round-02" in button.target] == [True]


def test_a_clock_that_jumps_changes_nothing(
    own_desk: Desk, own_workbook: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Desk 5.1: neither back nor ahead, while the sheets of a save wait to be written."""
    monkeypatch.setattr(steps, "WRITE_AFTER", 0.3)
    monotonic = time.monotonic
    for jump in (-1e6, 0.0):
        NEW["E5"] += 1
        save_new(own_workbook)
        wait_until(own_desk, is_new)
        monkeypatch.setattr(own_desk._steps._stillness, "_clock", lambda jump=jump: monotonic() + jump)
        wait_until(own_desk, lambda state: is_new(state) and is_written(state))


def test_an_open_workbook_is_told_of_and_its_sheets_wait_until_it_is_closed(desk: Desk, workbook: Path) -> None:
    """Desk 3.2 and 3.3."""
    owner = workbook.with_name("~$Friday.xlsx")
    owner.write_bytes(b"\x03Kit" + bytes(50))
    state = wait_until(desk, lambda state: state.open_in and state.open_in.who)
    assert state.open_in is not None
    assert (state.open_in.name, state.open_in.who) == ("Excel", "Kit")
    data = save_new(workbook)
    assert is_new(wait_until(desk, is_new))
    time.sleep(QUIET)
    assert workbook.read_bytes() == data
    owner.unlink()
    state = wait_until(desk, lambda state: state.open_in is None and not state.fault)
    wait_for_bytes(workbook, other_than=data)


def test_a_lock_that_is_away_for_a_moment_lets_nothing_in(
    desk: Desk, workbook: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Desk 6.1: LibreOffice takes its lock away at every save, and makes it anew."""
    monkeypatch.setattr(steps, "WRITE_AFTER", 30.0)
    lock = workbook.with_name(".~lock.Friday.xlsx#")
    lock.write_text(",Kit,,,;")
    wait_until(desk, lambda state: state.open_in)
    data = save_new(workbook)
    wait_until(desk, lambda state: is_new(state) and state.outcome.waiting)
    lock.unlink()
    wait_until(desk, lambda state: state.open_in is None)
    time.sleep(QUIET)
    lock.write_text(",Kit,,,;")
    wait_until(desk, lambda state: state.open_in)
    assert workbook.read_bytes() == data
    lock.unlink()


def wait_for_bytes(workbook: Path, other_than: bytes) -> None:
    until = time.monotonic() + PATIENCE
    while workbook.read_bytes() == other_than:
        assert time.monotonic() < until
        time.sleep(0.05)


def test_an_owner_file_that_a_crash_left_is_named_and_may_be_deleted(desk: Desk, workbook: Path) -> None:
    workbook.with_name("~$Friday.xlsx").write_bytes(b"\x03Kit")
    state = wait_until(desk, lambda state: state.open_in)
    assert state.open_in is not None
    assert "If it is open nowhere, delete the file ~$Friday.xlsx, left behind by a crash" in str(state.open_in.refusal)
    workbook.with_name("~$Friday.xlsx").unlink()
    wait_until(desk, lambda state: state.open_in is None)


def test_a_mistake_in_the_program_is_told_and_the_next_save_is_run(
    desk: Desk, workbook: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(steps, "compute_version", fail)
        save_new(workbook, E5=5)
        state = wait_for_fault(desk, FaultKind.OURS)
    assert state.fault is not None
    assert "ZeroDivisionError" in state.fault.reason
    save_new(workbook)
    assert is_new(wait_for_fault(desk, None))


def test_what_waits_is_woken_at_the_end(tmp_path: Path) -> None:
    with watching(tmp_path / "Friday.xlsx") as desk:
        number = wait_for_fault(desk, FaultKind.MISSING).number
        waiting = Thread(target=desk.wait_for_newer, args=(number, 2 * PATIENCE), daemon=True)
        waiting.start()
    waiting.join(PATIENCE)
    assert not waiting.is_alive()


@TELLS_OF_PROCESSES
def test_nothing_of_the_workbook_is_kept_open(desk: Desk, workbook: Path) -> None:
    """Desk 3.1."""
    save_new(workbook)
    wait_until(desk, lambda state: is_new(state) and is_written(state))
    wait_until_seen(desk, workbook)
    there = [each.readlink() for each in Path("/proc/self/fd").iterdir() if each.is_symlink()]
    assert [each for each in there if each == workbook] == []
