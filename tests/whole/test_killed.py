"""Whatever the program is at when it is killed, or refused a call, nothing is lost, and the next run does the rest."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest

from tests.dose import dose
from tests.support.books import SAMPLES, sheet_names
from tests.support.commands import turnabout
from tests.support.modules import work_at
from tests.support.small_disks import small_disk_in
from turnabout_sheets.jobs import state

pytestmark = [
    pytest.mark.processes,
    pytest.mark.soak,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked to be killed"),
]
TIMES = dose(1, 10_000)


def test_what_is_disturbed__at_any_moment__loses_nothing_and_is_done_by_the_next(tmp_path: Path) -> None:
    told = work_at("tests.whole.killed", tmp_path, TIMES, "kill,refuse,save").splitlines()
    assert Counter(line.split(": ")[1] for line in told) == dose(
        {"kill": 4, "refuse": 4, "save": 2}, {"kill": 17, "refuse": 17, "save": 6}
    )
    for line in told:
        tried, moments = map(int, line.split(": ")[2:])
        assert tried == min(TIMES, moments)
        assert moments > 10, f"what it does was not seen: {line}"


def test_two_runs_at_once__pair_one_round__as_one_alone(tmp_path: Path) -> None:
    alone, event = tmp_path / "alone" / "event.xlsx", tmp_path / "event.xlsx"
    for each in (alone, event):
        each.parent.mkdir(exist_ok=True)
        shutil.copy(SAMPLES / "in-progress.xlsx", each)
    assert turnabout("run", alone).exit_code == 0
    command = [sys.executable, "-m", "turnabout_sheets", "run", str(event)]
    both = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) for _ in range(2)]
    said = [each.communicate(timeout=120)[0] for each in both]
    assert [each.returncode for each in both] == [0, 0], said
    assert sum("Paired round 3" in each for each in said) == 1, said
    assert event.read_bytes() == alone.read_bytes()
    assert sheet_names(event).count("Round 3") == 1


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    with small_disk_in(tmp_path, 300) as disk:
        yield disk


@pytest.mark.parametrize("how", ["full", "read-only"])
def test_a_disk_that_takes_nothing__is_told__and_the_workbook_stays(small_disk: Path, how: str) -> None:
    event = Path(shutil.copy(SAMPLES / "in-progress.xlsx", small_disk))
    before = event.read_bytes()
    if how == "full":
        (small_disk / "music.mp3").write_bytes(bytes(300_000 - 4096 * (5 + len(before) // 4096)))
    else:
        subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    there = {each.name for each in small_disk.iterdir()} | {"in-progress backups"}
    done = turnabout("run", event)
    told = {"full": "was not written, because the disk is full.", "read-only": "is write-protected."}[how]
    assert (done.exit_code, done.output.count(f"in-progress.xlsx {told}")) == (4, 1), done.output
    assert event.read_bytes() == before
    assert {each.name for each in small_disk.iterdir()} <= there
    assert not list(small_disk.rglob("*.tmp"))


def test_a_folder_of_earlier_versions_that_may_not_be_read__its_event_is_archived__is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = Path(shutil.copy(SAMPLES / "finished.xlsx", tmp_path))
    (tmp_path / "finished backups").mkdir()

    def refuse(file: Path, *_: object) -> NoReturn:
        assert file.parent.name == "finished backups"
        raise PermissionError(errno.EACCES, "Permission denied", str(file))

    monkeypatch.setattr(state, "read_file", refuse)
    done = turnabout("archive", "add", event, "--archive", tmp_path / "club.sqlite")
    assert (done.exit_code, "cannot be looked into (Permission denied)" in done.output) == (4, True), done.output
