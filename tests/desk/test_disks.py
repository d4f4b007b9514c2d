"""A desk on a disk that is full, or pulled out and plugged in again."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.desk.desks import edit, save_in_place, wait_for_fault, wait_until, watching
from tests.support.books import SAMPLES
from turnabout_sheets.desk.loop import Desk
from turnabout_sheets.desk.state import DeskState, FaultKind

pytestmark = [pytest.mark.slow, pytest.mark.processes, pytest.mark.usefixtures("short_pauses")]


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of little more than 2 MB."""
    disk = tmp_path / "stick"
    disk.mkdir()
    plug_in(disk)
    yield disk
    pull_out(disk)


def plug_in(disk: Path) -> None:
    mount = shutil.which("mount")
    if (
        mount is None
        or subprocess.run([mount, "-t", "tmpfs", "-o", "size=2200k", "tmpfs", disk], check=False).returncode
    ):
        pytest.skip("a small disk cannot be mounted here (it takes Linux and root)")


def pull_out(disk: Path) -> None:
    subprocess.run(["umount", "--lazy", disk], check=True)


@pytest.fixture
def desk(disk: Path) -> Iterator[Desk]:
    with watching(Path(shutil.copy(SAMPLES / "in-progress.xlsx", disk / "Friday.xlsx"))) as desk:
        wait_until(desk, is_written)
        yield desk


def is_written(state: DeskState) -> bool:
    return state.outcome is not None and state.outcome.digest != "" and state.fault is None


def type_count(workbook: Path, count: int) -> None:
    save_in_place(workbook, edit(workbook.read_bytes(), D5="A", E5=count, F5="B", G5=4))


def test_a_full_disk_is_told_of_and_written_to_when_there_is_room(desk: Desk, disk: Path) -> None:
    workbook = disk / "Friday.xlsx"
    junk = disk / "film.mkv"
    free = shutil.disk_usage(disk).free
    junk.write_bytes(bytes(free - 40_000))
    type_count(workbook, 7)
    state = wait_for_fault(desk, FaultKind.DISK_FULL)
    assert state.fault is not None
    assert "the disk is full" in state.fault.reason
    assert state.changes[1].after == "7"
    junk.unlink()
    wait_until(desk, is_written)


def test_a_stick_that_is_pulled_out_is_missed_and_watched_again_when_it_is_back(desk: Desk, disk: Path) -> None:
    workbook = disk / "Friday.xlsx"
    data = edit(workbook.read_bytes(), D5="A", E5=7, F5="B", G5=4)
    pull_out(disk)
    wait_for_fault(desk, FaultKind.MISSING)
    plug_in(disk)
    workbook.write_bytes(data)
    wait_until(desk, is_written)
    type_count(workbook, 8)
    wait_until(desk, lambda state: any(change.after == "8" for change in state.changes) and is_written(state))
