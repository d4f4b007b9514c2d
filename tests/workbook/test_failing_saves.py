"""Real faults: processes that are killed, disks that are full or read-only, two runs at once."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.dose import dose
from tests.support.books import SAMPLES, edit, records, sheet_names
from tests.support.modules import work_at
from tests.support.small_disks import small_disk_in
from tests.workbook.workbooks import organizer_workbook, plain_scratch
from turnabout_sheets.jobs import check, run
from turnabout_sheets.jobs.outcome import Options
from turnabout_sheets.workbook.files.save import DiskFullError, SaveError, open_workbook, replace

KILLS = dose(24, 5000)


@pytest.mark.processes
@pytest.mark.soak
@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked to be killed")
def test_a_killed_save_leaves_the_old_or_the_new_version(tmp_path: Path) -> None:
    """Safety 2.5."""
    old, _, new, _ = work_at("tests.workbook.killing", tmp_path, KILLS, 1).split()
    assert int(old) + int(new) >= KILLS
    # Both are seen, so the kills fell before and after the step that counts.
    assert int(old) >= 3
    assert int(new) >= 3


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    with small_disk_in(tmp_path, 300) as disk:
        yield disk


@pytest.mark.processes
def test_a_full_disk(small_disk: Path) -> None:
    path = small_disk / "Friday.xlsx"
    path.write_bytes(organizer_workbook())
    source = open_workbook(path)
    (small_disk / "music.mp3").write_bytes(bytes(300_000 - 4096 * (4 + len(source.data) // 4096)))
    before = sorted(file.name for file in small_disk.iterdir())
    with pytest.raises(DiskFullError) as caught:
        replace(source, plain_scratch({"Players": [["Player"], *([f"Player {n}"] for n in range(3000))]}))
    assert str(caught.value) == "Friday.xlsx was not saved, because the disk is full; make room and run again."
    assert path.read_bytes() == source.data
    assert sorted({file.name for file in small_disk.iterdir()} - {"Friday backups"}) == before
    assert not list(small_disk.rglob("*.tmp"))


@pytest.mark.processes
def test_a_read_only_disk(small_disk: Path) -> None:
    path = small_disk / "Friday.xlsx"
    path.write_bytes(organizer_workbook())
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    source = open_workbook(path)
    with pytest.raises(SaveError):
        replace(source, plain_scratch({"Players": [["Player"], ["Anna"]]}))
    assert [file.name for file in small_disk.iterdir()] == ["Friday.xlsx"]
    assert path.read_bytes() == source.data


@pytest.mark.processes
@pytest.mark.soak
def test_two_runs_at_once(tmp_path: Path) -> None:
    """One pairs the round, the other finds it paired; what stands there is what one run alone writes."""
    alone = tmp_path / "alone" / "event.xlsx"
    alone.parent.mkdir()
    shutil.copy(SAMPLES / "in-progress.xlsx", alone)
    run.run(alone, Options())
    command = [sys.executable, "-m", "turnabout_sheets", "run"]
    for attempt in range(dose(1, 30)):
        event = tmp_path / str(attempt) / "event.xlsx"
        event.parent.mkdir()
        shutil.copy(SAMPLES / "in-progress.xlsx", event)
        both = [
            subprocess.Popen([*command, str(event)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            for _ in range(2)
        ]
        said = [each.communicate(timeout=120)[0] for each in both]
        assert [each.returncode for each in both] == [0, 0], said
        assert sum("Paired round 3" in each for each in said) == 1, said
        assert event.read_bytes() == alone.read_bytes()
        assert sheet_names(event).count("Round 3") == 1


def test_a_workbook_saved_during_a_run_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The organizer saves a corrected result while the program computes: the correction counts and is not lost."""
    event = tmp_path / "event.xlsx"
    shutil.copy(SAMPLES / "in-progress.xlsx", event)
    compute, saves = check.compute, iter([{"Round 1": {"G2": 30}}])

    def interrupted(*arguments: object) -> object:
        for typed in saves:
            edit(event, typed)
        return compute(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(check, "compute", interrupted)
    outcome = run.run(event, Options())
    assert outcome.started_over
    assert records(event, "Round 1")[0]["Game 1 count"] == 30
    assert records(event, "Matches")[0]["MP A"] + records(event, "Matches")[0]["MP B"] >= 30
