"""Earlier versions of a workbook: which are kept, and how one comes back."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tests.workbook.saved import NEW, OLD, files
from tests.workbook.workbooks import plain_workbook
from turnabout_sheets.core import backups as backing_up
from turnabout_sheets.core.backups import backup_folder, list_backups
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.files.save import open_workbook, replace, restore
from turnabout_sheets.workbook.ooxml.package import UnusableWorkbookError, WorkbookError


def test_the_last_ten_backups_stay(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Safety 2.9 and 2.10."""
    moments = (datetime(2026, 11, 20, 19, 59, 58, 1000) + timedelta(minutes=n) for n in range(100))
    set_clock(monkeypatch, lambda: next(moments))
    folder = backup_folder(path)
    folder.mkdir()
    for own in ("Friday final.xlsx", "Friday 2026-11-20 19.59.58.000 notahash.xlsx", "Saturday.xlsx"):
        (folder / own).write_bytes(b"mine")
    keep_versions(path, range(13))
    names = sorted(name for name in files(folder) if name.startswith("Friday 2026") and "notahash" not in name)
    assert len(names) == 10
    assert names[0].startswith("Friday 2026-11-20 20.02.58.001 0004 ")
    assert names[-1].startswith("Friday 2026-11-20 20.11.58.001 ")
    assert files(folder) - set(names) - {".lock"} == {
        "Friday final.xlsx",
        "Friday 2026-11-20 19.59.58.000 notahash.xlsx",
        "Saturday.xlsx",
    }
    assert [backup.path.name for backup in list_backups(path)] == names[::-1]
    assert list_backups(path)[0].replaced == datetime(2026, 11, 20, 20, 11, 58, 1000)


def set_clock(monkeypatch: pytest.MonkeyPatch, tell: Callable[[], datetime]) -> None:
    class Clock(datetime):
        now = staticmethod(tell)  # type: ignore[assignment]

    monkeypatch.setattr(backing_up, "datetime", Clock)


def keep_versions(path: Path, numbers: Iterable[int]) -> None:
    for number in numbers:
        replace(open_workbook(path), plain_workbook({"Players": [["Player"], [number]]}))


@pytest.mark.slow
def test_the_version_before_a_round_stays_until_there_is_a_later_one_before_it(path: Path) -> None:
    """Safety 2.9."""
    keep_versions(path, range(2))
    before = path.read_bytes()
    replace(open_workbook(path), NEW, 3)
    assert list_backups(path)[0].path.name.split()[-5:-1] == ["0003", "before", "round", "3"]
    keep_versions(path, range(40))
    (kept,) = (each for each in list_backups(path) if each.before_round)
    assert (kept.number, kept.before_round, kept.path.read_bytes()) == (3, 3, before)
    replace(open_workbook(path), NEW, 3)
    keep_versions(path, range(40, 60))
    assert [each.number for each in list_backups(path) if each.before_round] == [44]
    assert [each.number for each in list_backups(path)][10:] == [44]


def test_with_the_clock_set_back_the_oldest_go_all_the_same(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Safety 2.10."""
    keep_versions(path, range(12))
    set_clock(monkeypatch, lambda: datetime(1999, 1, 1))
    before = list_backups(path)
    there = path.read_bytes()
    replace(open_workbook(path), NEW)
    after = list_backups(path)
    assert after[0].path.read_bytes() == there
    assert after[0].replaced == datetime(1999, 1, 1)
    assert [each.number for each in before] == [*range(12, 2, -1)]
    assert after[1:] == [each for each in before if each.number != 3]


@pytest.mark.parametrize("present", [NEW, b"broken", None], ids=["newer", "broken", "none"])
def test_an_earlier_version_comes_back(path: Path, present: bytes | None) -> None:
    """Safety 2.8."""
    replace(open_workbook(path), NEW)
    if present is None:
        path.unlink()
    else:
        path.write_bytes(present)
    restore(path, list_backups(path)[0])
    assert path.read_bytes() == OLD
    kept = {backup.path.read_bytes() for backup in list_backups(path)}
    assert kept == ({OLD} if present is None else {OLD, present})


def test_what_cannot_be_restored_is_named(path: Path) -> None:
    replace(open_workbook(path), NEW)
    path.unlink()
    path.mkdir()
    for attempt in (restore, save.is_version):
        with pytest.raises(WorkbookError, match=r"^Friday\.xlsx is a folder or a device, not a file"):
            attempt(path, list_backups(path)[0])


def test_a_damaged_backup_does_not_come_back(path: Path) -> None:
    replace(open_workbook(path), NEW)
    list_backups(path)[0].path.write_bytes(b"PK broken")
    with pytest.raises(UnusableWorkbookError):
        restore(path, list_backups(path)[0])
    assert path.read_bytes() == NEW
