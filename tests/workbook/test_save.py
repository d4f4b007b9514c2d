"""A workbook is replaced whole or not at all, with a backup, and never under a program that has it open."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock

from tests.dose import dose
from tests.workbook.saved import (
    MANNERS,
    NEW,
    OLD,
    OTHER,
    Act,
    files,
    unchanged,
    versions,
)
from turnabout_sheets.core import safe_files
from turnabout_sheets.core.backups import backup_folder, list_backups
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.files.save import (
    SaveError,
    WorkbookChangedError,
    open_workbook,
    replace,
    write_new,
    write_output,
)

LAST_LOOK = "after scandir" if sys.platform == "win32" else "after stat"
"""What the program asks the system last, before it gives a file its name."""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no groups of this kind")
@pytest.mark.parametrize(("refused", "asked"), [((), [0]), ((0,), [0, -1]), ((0, -1), [0, -1])])
def test_owner_and_group_are_kept_as_far_as_the_system_allows(
    path: Path, monkeypatch: pytest.MonkeyPatch, refused: tuple[int, ...], asked: list[int]
) -> None:
    """Safety 2.5."""
    path.chmod(0o640)
    there, given = path.stat(), []

    def chown(file: Path, owner: int, group: int) -> None:
        assert group == there.st_gid
        given.append((file.parent, 0 if owner == there.st_uid else owner))
        if given[-1][1] in refused:
            raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "chown", chown)
    replace(open_workbook(path), NEW)
    assert given == [(folder, each) for folder in (backup_folder(path), path.parent) for each in asked]
    modes = [file.stat().st_mode & 0o777 for file in (path, list_backups(path)[0].path)]
    assert modes == [0o640, 0o640], "also of the earlier version"


@pytest.mark.soak
@pytest.mark.parametrize("save_so", MANNERS)
def test_a_save_is_lost_only_between_the_last_look_and_the_new_name(
    path: Path, monkeypatch: pytest.MonkeyPatch, save_so: Callable[[bytes], Act]
) -> None:
    """Safety 2.4 and 2.5: tried at all moments before and after the calls of the system."""
    lost: list[str] = []
    number = 0
    while True:
        number += dose(1 if number > FIRST else 5, 1)
        path.write_bytes(OLD)
        shutil.rmtree(backup_folder(path), ignore_errors=True)
        source = open_workbook(path)
        with Moments(number, lambda: save_so(OTHER)(path)) as moments, contextlib.suppress(WorkbookChangedError):
            replace(source, NEW)
        if moments.left > 0:
            break
        if not moments.call:
            continue
        if OTHER not in (path.read_bytes(), *versions(path)):
            lost.append(moments.call)
        assert path.read_bytes() in (NEW, OTHER)
    assert number > 40
    assert "before replace" in lost
    assert set(lost) <= {"before replace", LAST_LOOK}
    assert lost.count(LAST_LOOK) <= 1


FIRST = 220
"""By day few of the moments before are tried."""


class Moments:
    """Counts the calls of the system: before and after each of them is a moment. Something happens at one of them."""

    def __init__(self, number: int, happens: Callable[[], object]) -> None:
        self.left, self.happens, self.call = number, happens, ""

    def __enter__(self) -> Moments:
        self.before = sys.getprofile()
        sys.setprofile(self.see)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(self.before)

    def see(self, _: object, event: str, function: Any) -> None:
        if event not in ("c_call", "c_return") or function.__module__ not in ("posix", "nt", "_io"):
            return
        self.left -= 1
        if self.left == 0:
            sys.setprofile(None)
            self.call = f"{'before' if event == 'c_call' else 'after'} {function.__name__}"
            try:
                self.happens()
            except PermissionError:  # a file that is read keeps its name there: the other program says so, and waits
                if sys.platform != "win32":
                    raise
                self.call = ""


def test_a_new_version_is_on_the_disk_before_it_has_the_name(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also the earlier version, before it has its own name in the folder of backups."""
    # Safety 2.6.
    certain: dict[int, int] = {}
    rename = Path.replace

    def synchronize(descriptor: int) -> None:
        certain[os.fstat(descriptor).st_ino] = os.fstat(descriptor).st_size

    def is_certain(new: Path, name: Path) -> bool:
        return certain[new.stat().st_ino] == new.stat().st_size or pytest.fail(f"{name} may be lost at a power failure")

    monkeypatch.setattr(os, "fsync", synchronize)
    monkeypatch.setattr(Path, "replace", lambda new, name: is_certain(new, name) and rename(new, name))
    replace(open_workbook(path), NEW)
    assert path.read_bytes() == NEW
    assert [backup.path.read_bytes() for backup in list_backups(path)] == [OLD]


@pytest.mark.parametrize("then", [OTHER, None], ids=["saved", "gone"])
def test_who_holds_a_workbook_on_windows_may_save_it_before_letting_go(
    path: Path, monkeypatch: pytest.MonkeyPatch, then: bytes | None
) -> None:
    def save_or_delete(_: float) -> None:
        path.unlink()
        if then is not None:
            path.write_bytes(then)

    monkeypatch.setattr(safe_files.time, "sleep", save_or_delete)
    monkeypatch.setattr(safe_files.sys, "platform", "win32")
    rename, held_once = Path.replace, iter([True])

    def held(new: Path, name: Path) -> Path:
        if name.name == "Friday.xlsx" and next(held_once, False):
            raise PermissionError(errno.EACCES, "Access is denied")
        return rename(new, name)

    monkeypatch.setattr(Path, "replace", held)
    with pytest.raises(WorkbookChangedError):
        replace(open_workbook(path), NEW)
    assert (path.read_bytes() if path.exists() else None) == then


@pytest.mark.parametrize(
    "broken",
    [b"", b"no zip", NEW[:-100], NEW.replace(b"PK\x03\x04", b"PK\x03\x05", 1)],
    ids=["empty", "no zip", "cut off", "altered"],
)
def test_a_broken_result_is_never_written(path: Path, broken: bytes) -> None:
    """Safety 2.2."""
    with pytest.raises(
        SaveError, match=r"^Friday\.xlsx was not written, because its new version is not sound: a mistake"
    ):
        replace(open_workbook(path), broken)
    with pytest.raises(SaveError):
        write_new(path.with_name("new.xlsx"), broken)
    assert unchanged(path)
    assert files(path.parent) == {"Friday.xlsx"}


def test_two_runs_take_turns(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Safety 2.7."""
    source = open_workbook(path)
    monkeypatch.setattr(save, "TURN", 0.1)
    backup_folder(path).mkdir()
    with FileLock(backup_folder(path) / ".lock"), pytest.raises(SaveError) as caught:
        replace(source, NEW)
    assert str(caught.value) == "Friday.xlsx is being written by the program elsewhere. Wait for that, and try again."
    assert unchanged(path)
    replace(source, NEW)
    assert path.read_bytes() == NEW


def test_what_is_changed_while_an_output_is_written_is_somebodys(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Safety 4.4."""
    path = tmp_path / "Out.xlsx"
    write_output(path, NEW)
    monkeypatch.setattr(safe_files, "keep_access", lambda *_: path.write_bytes(OLD))
    with pytest.raises(SaveError):
        write_output(path, OTHER)
    assert path.read_bytes() == OLD
