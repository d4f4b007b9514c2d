"""A workbook is replaced whole or not at all, with a backup, and never under a program that has it open."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock

from tests.systems import MAKES_LINKS
from tests.workbook.saving import (
    EXCEL_LOCK,
    LIBREOFFICE_LOCK,
    MANNERS,
    NEW,
    OLD,
    OTHER,
    Act,
    failing,
    files,
    unchanged,
    versions,
)
from turnabout_sheets.core import atomic_write as whole_files
from turnabout_sheets.core import ordinary_files
from turnabout_sheets.core.backups import backup_folder, list_backups
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.files.other_programs import find_other_program
from turnabout_sheets.workbook.files.save import (
    DiskFullError,
    OpenElsewhereError,
    SaveError,
    WorkbookChangedError,
    open_workbook,
    replace,
    write_new,
    write_output,
)
from turnabout_sheets.workbook.ooxml.package import UnusableWorkbookError


def test_the_source_is_what_was_read(path: Path) -> None:
    source = open_workbook(path)
    assert (source.path, source.data) == (path, OLD)
    assert source.digest == hashlib.sha256(OLD).hexdigest()


@pytest.mark.parametrize("content", [None, b"Player;Rating\n"], ids=["missing", "CSV"])
def test_what_is_no_workbook_is_not_opened(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "Friday.xlsx"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(UnusableWorkbookError, match=r"^Friday\.xlsx (does not exist|is a plain text file)"):
        open_workbook(path)


def test_a_new_version_replaces_the_old_and_keeps_a_backup(path: Path) -> None:
    """Safety 2.3 and 2.5; desk 3.5."""
    path.chmod(0o640)
    assert replace(open_workbook(path), NEW) is None
    assert path.read_bytes() == NEW
    assert files(path.parent) == {"Friday.xlsx", "Friday backups"}
    (backup,) = list_backups(path)
    assert backup.path.parent == path.parent / "Friday backups"
    assert backup.path.read_bytes() == OLD
    assert backup.path.name.endswith(f" {hashlib.sha256(OLD).hexdigest()[:8]}.xlsx")
    if sys.platform != "win32":
        assert path.stat().st_mode & 0o777 == 0o640
    replace(open_workbook(path), OTHER)
    assert path.read_bytes() == OTHER


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
    assert given == [(folder, each) for folder in (path.parent, backup_folder(path)) for each in asked]
    modes = [file.stat().st_mode & 0o777 for file in (path, list_backups(path)[0].path)]
    assert modes == [0o640, 0o640], "also of the earlier version"


def test_the_same_version_is_not_written(path: Path) -> None:
    before = path.stat().st_mtime_ns
    (path.parent / EXCEL_LOCK).touch()
    assert replace(open_workbook(path), OLD) is None
    assert path.stat().st_mtime_ns == before
    assert files(path.parent) == {"Friday.xlsx", EXCEL_LOCK}


@MAKES_LINKS
def test_a_link_stays_a_link(path: Path) -> None:
    """Safety 2.12."""
    link = path.parent / "link.xlsx"
    link.symlink_to(path)
    replace(open_workbook(link), NEW)
    assert link.is_symlink()
    assert path.read_bytes() == NEW


# Open elsewhere


@pytest.mark.parametrize(
    ("lock", "content", "who"),
    [
        (LIBREOFFICE_LOCK, b",anna,pc,20.11.2026 19:58,file:///a;", "LibreOffice (anna on pc, since 20.11.2026 19:58)"),
        (LIBREOFFICE_LOCK, "Änne,a,,,;".encode(), "LibreOffice (Änne)"),
        (LIBREOFFICE_LOCK, b"", "LibreOffice"),
        (EXCEL_LOCK, b"\x04Anna" + b" " * 50 + b"\4\0A\0n\0n\0a\0", "Excel (Anna)"),
        (EXCEL_LOCK, b"", "Excel"),
    ],
)
def test_an_open_workbook_is_not_written(path: Path, lock: str, content: bytes, who: str) -> None:
    """Safety 2.1."""
    (path.parent / lock).write_bytes(content)
    message = (
        f"Friday.xlsx is open in {who}; what is not saved yet is not seen. Save it (Ctrl+S), close it, and run again"
        f" (if it is open nowhere, delete the file {lock}, left behind by a crash)."
    )
    with pytest.raises(OpenElsewhereError) as caught:
        replace(open_workbook(path), NEW)
    assert str(caught.value) == message
    assert path.read_bytes() == OLD
    assert files(path.parent) == {"Friday.xlsx", lock}


def test_a_lock_that_cannot_be_read_is_a_lock(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (path.parent / EXCEL_LOCK).touch()
    monkeypatch.setattr(Path, "read_bytes", failing(PermissionError(errno.EACCES, "no")))
    assert str(find_other_program(path)) == "Friday.xlsx is open in Excel"


def test_a_closed_workbook_is_not_open(path: Path) -> None:
    (path.parent / "~$Saturday.xlsx").touch()
    assert find_other_program(path) is None


@pytest.mark.parametrize("lock", [LIBREOFFICE_LOCK, EXCEL_LOCK])
def test_a_workbook_opened_while_we_write_is_left_alone(path: Path, monkeypatch: pytest.MonkeyPatch, lock: str) -> None:
    """Safety 2.4."""
    monkeypatch.setattr(save, "back_up", lambda *_: (path.parent / lock).touch())
    with pytest.raises(OpenElsewhereError):
        replace(open_workbook(path), NEW)
    (path.parent / lock).unlink()
    assert unchanged(path)


# Changed meanwhile


@pytest.mark.parametrize("late", [False, True])
def test_a_workbook_saved_meanwhile_is_not_overwritten(
    path: Path, monkeypatch: pytest.MonkeyPatch, *, late: bool
) -> None:
    """Safety 2.4."""
    source = open_workbook(path)
    if late:
        monkeypatch.setattr(save, "back_up", lambda *_: path.write_bytes(OTHER))
    else:
        path.write_bytes(OTHER)
    with pytest.raises(WorkbookChangedError) as caught:
        replace(source, NEW)
    assert str(caught.value) == "Friday.xlsx was saved while the program was at work; run again."
    assert path.read_bytes() == OTHER
    assert not list(path.parent.rglob("*.tmp"))


@pytest.mark.parametrize("save_so", MANNERS)
def test_a_save_is_lost_only_between_the_last_look_and_the_new_name(
    path: Path, monkeypatch: pytest.MonkeyPatch, save_so: Callable[[bytes], Act]
) -> None:
    """Safety 2.4 and 2.5: tried at all moments before and after the calls of the system."""
    lost: list[str] = []
    number = 0
    while True:
        number += 1
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
    assert set(lost) <= {"before replace", "after stat"}
    assert lost.count("after stat") <= 1


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


def test_refused_runs_do_not_use_up_the_backups(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Safety 2.10."""
    replace(open_workbook(path), NEW)
    error = PermissionError(errno.EPERM, "not permitted")
    monkeypatch.setattr(Path, "replace", failing(error, when=into_workbook, otherwise=Path.replace))
    monkeypatch.setattr(whole_files.time, "sleep", lambda _: None)
    for _ in range(12):
        with pytest.raises(SaveError):
            replace(open_workbook(path), OLD)
    assert [backup.path.read_bytes() for backup in list_backups(path)] == [NEW, OLD]


def test_two_runs_at_once_keep_one_backup(path: Path) -> None:
    """Safety 2.7."""
    one, other = open_workbook(path), open_workbook(path)
    replace(one, NEW)
    with pytest.raises(WorkbookChangedError):
        replace(other, OTHER)
    assert [backup.path.read_bytes() for backup in list_backups(path)] == [OLD]
    assert path.read_bytes() == NEW


@pytest.mark.parametrize("late", [False, True])
def test_a_workbook_deleted_meanwhile_is_not_brought_back(
    path: Path, monkeypatch: pytest.MonkeyPatch, *, late: bool
) -> None:
    """Late: as by a program that deletes it, and gives its name to another file in a moment."""
    source = open_workbook(path)
    if late:
        monkeypatch.setattr(save, "back_up", lambda *_: path.unlink())
    else:
        path.unlink()
    with pytest.raises(WorkbookChangedError) as caught:
        replace(source, NEW)
    assert str(caught.value) == (
        "Friday.xlsx was moved or deleted while the program was at work; put it back and run again."
    )
    assert not path.exists()
    assert not list(path.parent.rglob("*.tmp"))


def test_touching_a_workbook_is_no_change(path: Path) -> None:
    source = open_workbook(path)
    os.utime(path, (1, 1))
    replace(source, NEW)
    assert path.read_bytes() == NEW


# What the system refuses


def test_a_write_protected_workbook(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda file, mode: not (file == path and mode == os.W_OK))
    with pytest.raises(SaveError) as caught:
        replace(open_workbook(path), NEW)
    assert str(caught.value) == "Friday.xlsx is write-protected; allow writing in its properties, or work on a copy."
    assert unchanged(path)


NOT_IN_FOLDER = "because its folder must not be written to; allow that in its properties, or take another folder."
CAUSES = {
    errno.ENOSPC: (DiskFullError, "because the disk is full; make room and run again."),
    errno.EDQUOT: (DiskFullError, "because the disk is full; make room and run again."),
    errno.EACCES: (SaveError, NOT_IN_FOLDER),
    errno.EROFS: (SaveError, NOT_IN_FOLDER),
}


@pytest.mark.parametrize(("number", "kind", "reason"), [(n, *rest) for n, rest in CAUSES.items()])
@pytest.mark.parametrize("step", ["open", "fsync", "mkdir"])
def test_refusals_leave_everything_as_it_was(
    path: Path, monkeypatch: pytest.MonkeyPatch, number: int, kind: type[SaveError], reason: str, step: str
) -> None:
    source = open_workbook(path)
    error = OSError(number, os.strerror(number))
    if step == "fsync":
        monkeypatch.setattr(os, "fsync", failing(error))
    else:
        monkeypatch.setattr(Path, step, failing(error))
    with pytest.raises(kind) as caught:
        replace(source, NEW)
    monkeypatch.undo()
    assert str(caught.value) == f"Friday.xlsx was not saved, {reason}"
    assert unchanged(path)


def test_a_backup_folder_that_cannot_be_written_to_is_named(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = backup_folder(path)
    folder.mkdir()
    refused = failing(
        PermissionError(errno.EACCES, "Permission denied"),
        when=lambda file, *_: file.parent == folder,
        otherwise=Path.open,
    )
    monkeypatch.setattr(Path, "open", refused)
    with pytest.raises(SaveError) as caught:
        replace(open_workbook(path), NEW)
    assert str(caught.value) == (
        f"Friday.xlsx was not saved, because the folder {folder} for its earlier versions cannot be written to "
        "(Permission denied); allow writing in its properties, or rename it."
    )
    assert unchanged(path)


def test_a_file_with_the_name_of_the_backup_folder(path: Path) -> None:
    backup_folder(path).write_bytes(b"mine")
    with pytest.raises(SaveError) as caught:
        replace(open_workbook(path), NEW)
    assert str(caught.value) == (
        'Friday.xlsx was not saved, because "Friday backups", the name of the folder for its earlier versions, is that '
        "of a file; rename that file."
    )
    assert path.read_bytes() == OLD
    assert backup_folder(path).read_bytes() == b"mine"


def test_other_refusals_are_told_in_the_systems_words(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", failing(OSError(errno.EIO, "Input/output error")))
    with pytest.raises(SaveError) as caught:
        replace(open_workbook(path), NEW)
    assert str(caught.value) == "Friday.xlsx was not saved (Input/output error)."
    assert unchanged(path)


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


@pytest.mark.parametrize("number", [errno.EINVAL, errno.ENOTSUP, errno.ENOSYS])
def test_a_file_system_that_cannot_be_asked_to_synchronize_is_written_to(
    path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """Safety 2.6."""
    monkeypatch.setattr(os, "fsync", failing(OSError(number, os.strerror(number))))
    replace(open_workbook(path), NEW)
    assert path.read_bytes() == NEW
    assert [backup.path.read_bytes() for backup in list_backups(path)] == [OLD]


def test_an_output_that_may_not_be_read_is_not_taken_for_a_folder(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    denied = PermissionError(errno.EACCES, "Permission denied", str(path))
    opened = ordinary_files.open_shared
    monkeypatch.setattr(
        ordinary_files, "open_shared", failing(denied, when=lambda file, *_: file == path, otherwise=opened)
    )
    with pytest.raises(SaveError) as caught:
        write_output(path, OTHER, overwrite=False)
    monkeypatch.undo()
    assert str(caught.value) == (
        "Friday.xlsx was not saved, because what is there may not be read or replaced; allow that in its properties, "
        "or choose another name."
    )
    assert path.read_bytes() == OLD


def into_workbook(_: Path, target: Path) -> bool:
    return target.name == "Friday.xlsx"


def test_windows_is_asked_again_and_then_gives_the_reason(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    monkeypatch.setattr(whole_files.time, "sleep", pauses.append)
    monkeypatch.setattr(whole_files.sys, "platform", "win32")
    error = PermissionError(errno.EACCES, "Access is denied")
    monkeypatch.setattr(Path, "replace", failing(error, when=into_workbook, otherwise=Path.replace))
    with pytest.raises(OpenElsewhereError) as caught:
        replace(open_workbook(path), NEW)
    monkeypatch.undo()
    assert str(caught.value) == (
        "Friday.xlsx cannot be replaced while a program has it open; close it in Excel and run again."
    )
    assert pauses == [0.05, 0.1, 0.2, 0.4, 0.8]
    assert unchanged(path)


def test_windows_may_let_go_after_a_moment(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    attempts: list[Path] = []
    original = Path.replace

    def third_time(self: Path, target: Path) -> Path:
        attempts.append(target)
        if target == path and attempts.count(path) < 3:
            raise PermissionError(errno.EACCES, "Access is denied")
        return original(self, target)

    monkeypatch.setattr(whole_files.time, "sleep", lambda _: None)
    monkeypatch.setattr(whole_files.sys, "platform", "win32")
    monkeypatch.setattr(Path, "replace", third_time)
    replace(open_workbook(path), NEW)
    assert path.read_bytes() == NEW
    assert attempts.count(path) == 3


@pytest.mark.parametrize("then", [OTHER, None], ids=["saved", "gone"])
def test_who_holds_a_workbook_on_windows_may_save_it_before_letting_go(
    path: Path, monkeypatch: pytest.MonkeyPatch, then: bytes | None
) -> None:
    def save_or_delete(_: float) -> None:
        path.unlink()
        if then is not None:
            path.write_bytes(then)

    monkeypatch.setattr(whole_files.time, "sleep", save_or_delete)
    monkeypatch.setattr(whole_files.sys, "platform", "win32")
    error = PermissionError(errno.EACCES, "Access is denied")
    held_once = iter([True])
    monkeypatch.setattr(
        Path,
        "replace",
        failing(error, when=lambda *to: into_workbook(*to) and next(held_once, False), otherwise=Path.replace),
    )
    with pytest.raises(WorkbookChangedError):
        replace(open_workbook(path), NEW)
    assert (path.read_bytes() if path.exists() else None) == then


@pytest.mark.skipif(sys.platform == "win32", reason="Windows is asked again instead")
def test_elsewhere_a_refused_replacement_is_told_at_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    error = PermissionError(errno.EPERM, "not permitted")
    monkeypatch.setattr(Path, "replace", failing(error, when=into_workbook, otherwise=Path.replace))
    with pytest.raises(SaveError):
        replace(open_workbook(path), NEW)
    monkeypatch.undo()
    assert unchanged(path)


@pytest.mark.parametrize(
    "broken",
    [b"", b"no zip", NEW[:-100], NEW.replace(b"PK\x03\x04", b"PK\x03\x05", 1)],
    ids=["empty", "no zip", "cut off", "altered"],
)
def test_a_broken_result_is_never_written(path: Path, broken: bytes) -> None:
    """Safety 2.2."""
    message = r"^Friday\.xlsx was not written, because its new version is not sound; please report this\.$"
    with pytest.raises(SaveError, match=message):
        replace(open_workbook(path), broken)
    with pytest.raises(SaveError):
        write_new(path.with_name("new.xlsx"), broken)
    assert unchanged(path)
    assert files(path.parent) == {"Friday.xlsx"}


# Turns


def test_a_network_that_answers_too_late_is_no_other_run(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def too_late(*_: object, **__: object) -> None:
        raise TimeoutError(errno.ETIMEDOUT, "Connection timed out")

    monkeypatch.setattr(FileLock, "acquire", too_late)
    with pytest.raises(SaveError, match="Connection timed out"):
        replace(open_workbook(path), NEW)


def test_two_runs_take_turns(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Safety 2.7."""
    source = open_workbook(path)
    monkeypatch.setattr(save, "TURN", 0.1)
    backup_folder(path).mkdir()
    with FileLock(backup_folder(path) / ".lock"), pytest.raises(SaveError) as caught:
        replace(source, NEW)
    assert str(caught.value) == ("Friday.xlsx is being written by another run of turnabout; wait for it and run again.")
    assert unchanged(path)
    replace(source, NEW)
    assert path.read_bytes() == NEW


def test_what_a_killed_run_left_is_removed(path: Path) -> None:
    other = path.with_name(".turnabout-Saturday.xlsx-0123.tmp")
    mine = path.with_name(".turnabout-Friday.xlsx-0123.tmp")
    for leftover in (other, mine):
        leftover.touch()
    replace(open_workbook(path), NEW)
    assert files(path.parent) == {"Friday.xlsx", "Friday backups", other.name}
