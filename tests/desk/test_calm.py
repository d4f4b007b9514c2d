"""When a save is over, as told from looks: nothing is opened for them, and no clock is trusted further than seen."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from tests.support.books import SAMPLES
from turnabout_sheets.core.safe_files import take_signature
from turnabout_sheets.desk import watcher
from turnabout_sheets.desk.state import Fault, FaultKind
from turnabout_sheets.desk.watcher import Look, SettleTimer, read_version
from turnabout_sheets.workbook.files.save import Source

ONE, OTHER = Look((1, 2, 3, 4, 5)), Look((1, 2, 3, 4, 6))


@pytest.mark.parametrize(
    ("looks", "seconds"),
    [
        ([(0, ONE), (0.25, ONE), (0.75, ONE)], 0.75),
        ([(0, ONE), (0.5, OTHER)], 0),
        ([(0, ONE), (0.5, OTHER), (0.75, OTHER)], 0.25),
        ([(0, ONE), (3600, ONE)], 1.0),
        ([(3600, ONE), (0, ONE), (0.5, ONE)], 0.5),
    ],
    ids=["still", "changed", "changed, then still", "the computer slept", "the clock was set back"],
)
def test_stillness_adds_up_what_was_seen(
    looks: list[tuple[float, Look]], seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watcher, "EVERY", 1.0)  # where a desk hears of changes; elsewhere it looks more often
    times = iter([now for now, _ in looks])
    stillness = SettleTimer(lambda: next(times))
    for _, look in looks:
        stillness.note(look)
    assert stillness.seconds == seconds


@pytest.fixture
def workbook(tmp_path: Path) -> Path:
    return Path(shutil.copy(SAMPLES / "in-progress.xlsx", tmp_path / "Friday.xlsx"))


def test_a_stamp_tells_versions_and_files_apart(workbook: Path) -> None:
    first, refused = take_signature(workbook)
    assert first is not None
    assert refused == ""
    assert take_signature(workbook) == (first, "")
    other = workbook.with_name("Saturday.xlsx")
    shutil.copy(workbook, other)
    copied, _ = take_signature(other)
    assert copied is not None
    assert first[:2] != copied[:2] or not first[1]
    workbook.write_bytes(b"")
    assert take_signature(workbook)[0] != first
    workbook.unlink()
    assert take_signature(workbook) == (None, "")
    assert take_signature(workbook / "file in a file") == (None, "")


@pytest.mark.skipif(os.name == "nt", reason="files are not numbered without holding them here")
def test_a_file_is_known_under_another_name(workbook: Path) -> None:
    first, _ = take_signature(workbook)
    renamed, _ = take_signature(workbook.rename(workbook.with_name("Saturday.xlsx")))
    assert first is not None
    assert renamed is not None
    assert first[:2] == renamed[:2]


def test_a_version_is_read_whole_or_not_at_all(workbook: Path) -> None:
    stamp, _ = take_signature(workbook)
    assert stamp is not None
    version = read_version(workbook, stamp)
    assert isinstance(version, Source)
    assert version.saved is not None
    assert version.data == workbook.read_bytes()
    assert abs(version.saved.timestamp() - workbook.stat().st_mtime) < 0.001
    workbook.write_bytes(version.data[:5000])
    assert read_version(workbook, stamp) is None, "it is another one by now"
    half, _ = take_signature(workbook)
    assert half is not None
    broken = read_version(workbook, half)
    assert isinstance(broken, Fault)
    assert (broken.kind, broken.reason) == (
        FaultKind.BROKEN,
        "Friday.xlsx is empty, incomplete or damaged. Take a copy or an earlier version, or download it again.",
    )
    workbook.unlink()
    assert read_version(workbook, half) is None


def test_a_day_that_no_system_knows_is_none(workbook: Path) -> None:
    stamp, _ = take_signature(workbook)
    assert stamp is not None
    assert watcher.read_time((*stamp[:3], 10**30, 0)) is None
