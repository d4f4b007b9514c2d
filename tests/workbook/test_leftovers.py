"""What a run leaves that is killed, and how a new version takes the name where no names are exchanged."""

from __future__ import annotations

import ctypes
import errno
import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.workbook.saving import (
    FOURTH,
    MANNERS,
    NEW,
    OLD,
    OTHER,
    SAVED_MEANWHILE,
    THIRD,
    Act,
    nothing_is_left,
    versions,
)
from turnabout_sheets.core import atomic_write as whole_files
from turnabout_sheets.core.atomic_write import exchange
from turnabout_sheets.core.backups import backup_folder, list_backups
from turnabout_sheets.workbook.files import atomic_write, save
from turnabout_sheets.workbook.files.atomic_write import DiskFullError, WorkbookChangedError
from turnabout_sheets.workbook.files.save import open_workbook, replace

# Where names are not exchanged


@pytest.mark.parametrize("number", [errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EPERM])
def test_where_the_file_system_knows_no_exchange_the_name_is_taken(
    path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """Safety 2.5."""
    monkeypatch.setattr(whole_files, "_load_exchange", lambda: lambda *_: number)
    replace(open_workbook(path), NEW)
    assert (path.read_bytes(), versions(path)) == (NEW, [OLD])
    assert nothing_is_left(path)


def test_another_refusal_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole_files, "_load_exchange", lambda: lambda *_: errno.ENOSPC)
    with pytest.raises(DiskFullError):
        replace(open_workbook(path), NEW)
    assert (path.read_bytes(), versions(path)) == (OLD, [OLD])
    assert nothing_is_left(path)


@pytest.mark.usefixtures("no_exchange")
@pytest.mark.parametrize("save_so", MANNERS)
def test_without_an_exchange_a_save_is_seen_until_right_before(
    path: Path, monkeypatch: pytest.MonkeyPatch, save_so: Callable[[bytes], Act]
) -> None:
    """Safety 2.4."""
    looked = save.find_other_program

    def save_after_the_digest(file: Path) -> object:
        if list_backups(path) and path.read_bytes() == OLD:
            save_so(OTHER)(path)
        return looked(file)

    monkeypatch.setattr(save, "find_other_program", save_after_the_digest)
    with pytest.raises(WorkbookChangedError) as caught:
        replace(open_workbook(path), NEW)
    assert str(caught.value) == SAVED_MEANWHILE
    assert (path.read_bytes(), versions(path)) == (OTHER, [OLD])
    assert nothing_is_left(path)


def test_a_system_without_the_call_has_no_exchange(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes, "CDLL", lambda *_, **__: object())
    whole_files._load_exchange.cache_clear()
    try:
        assert not whole_files.knows_exchange()
        assert not exchange(tmp_path / "one", tmp_path / "other")
    finally:
        whole_files._load_exchange.cache_clear()


# What a killed run left


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def leave(path: Path, ours: bytes, came_out: bytes) -> Path:
    """Leave what a run does that is killed once it has begun to give a new version, ``ours``, the name."""
    left = path.with_name(f".turnabout-Friday.xlsx-{digest(ours)[:16]}-0123abcd.out")
    left.write_bytes(came_out)
    return left


@pytest.mark.parametrize("again", [NEW, OTHER], ids=["nothing new", "a new version"])
def test_of_what_a_killed_run_left_only_its_own_version_goes(path: Path, again: bytes) -> None:
    """Safety 2.5."""
    replace(open_workbook(path), NEW)
    leave(path, THIRD, THIRD)  # before the exchange
    leave(path, NEW, OLD)  # after it
    leave(path, NEW, FOURTH)  # after it, and somebody had saved
    replace(open_workbook(path), again)
    assert path.read_bytes() == again
    assert set(versions(path)) == ({FOURTH, OLD} if again == NEW else {NEW, FOURTH, OLD})
    assert nothing_is_left(path)


def test_what_came_out_is_kept_also_where_the_workbook_is_gone(path: Path) -> None:
    left = leave(path, NEW, OTHER)
    path.unlink()
    with save.take_turn_at(path):
        assert versions(path) == [OTHER]
    assert not left.exists()


def test_what_cannot_be_kept_stays_and_stops_nobody(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    left, read = leave(path, NEW, OTHER), leave(path, THIRD, THIRD)
    with monkeypatch.context() as patch:
        patch.setattr(atomic_write, "back_up", refuse)
        replace(open_workbook(path), FOURTH)
    assert (path.read_bytes(), left.read_bytes(), read.exists()) == (FOURTH, OTHER, False)
    replace(open_workbook(path), FOURTH)
    assert set(versions(path)) == {OLD, OTHER}
    assert nothing_is_left(path)


def test_what_a_killed_run_left_among_the_earlier_versions_is_removed(path: Path) -> None:
    folder = backup_folder(path)
    folder.mkdir()
    for name in ("Friday.xlsx", "round 04.json", "restored.json"):
        (folder / f".turnabout-{name}-0123.tmp").touch()
    replace(open_workbook(path), NEW)
    assert nothing_is_left(path)
