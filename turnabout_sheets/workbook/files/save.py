"""Saving the workbook so that it is always whole: the old version or the new one, and never half of either.

The organizer's file is replaced in one step by the operating system, from a finished temporary file in the same folder.
Before that: are the new bytes sound, is the version that was read safe in the backup folder, and, as late as possible,
is the file still closed and unchanged? If anything fails, the file is as it was, and the error says in one sentence
what to do. Two runs on one workbook take turns at this; the second then finds the workbook changed.
"""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Final

from turnabout_sheets.core import safe_files
from turnabout_sheets.core.backups import Backup, back_up, make_backup_folder
from turnabout_sheets.core.file_names import as_text, is_impossible
from turnabout_sheets.core.problems import Message, say_name, say_unwritten
from turnabout_sheets.core.safe_files import digest_of, follow_links, take_signature, write_whole
from turnabout_sheets.workbook.files.other_programs import find_other_program
from turnabout_sheets.workbook.files.sniff import WORKBOOKS, open_package, read_file
from turnabout_sheets.workbook.ooxml.package import Package, UnusableWorkbookError, WorkbookError

TURN: Final = 20  # seconds to wait while another run writes the same workbook

_CHANGED: Final = Message("{file} was saved by another program just now. Try again.")
_GONE: Final = Message("{file} was moved or deleted just now. Put it back, and try again.")
_BUSY: Final = Message("{file} is being written by the program elsewhere. Wait for that, and try again.")
_PROTECTED: Final = Message("{file} is write-protected. Allow writing in its properties, or work on a copy.")
_UNSOUND: Final = Message(
    "{file} was not written, because its new version is not sound: a mistake in the program. Please report it."
)


@dataclass(frozen=True)
class Source:
    """A workbook as it was read."""

    path: Path
    data: bytes
    digest: str  # SHA-256, in hexadecimal digits
    saved: datetime | None = None  # in local time, where it was seen being saved; else only the workbook itself tells

    @cached_property
    def package(self) -> Package:
        """What the bytes are made of, opened once for all who look into the workbook in turn."""
        return open_package(self.data)


class SaveError(WorkbookError):
    """The file has not been written; what was there before is still there."""


class OpenElsewhereError(SaveError):
    """A program has the workbook open."""


class WorkbookChangedError(SaveError):
    """The workbook has been saved, moved or deleted by another program since it was read."""


class DiskFullError(SaveError):
    """There is no room left for the new version."""


@contextlib.contextmanager
def explain_errors(path: Path) -> Iterator[None]:
    """Turn errors of the operating system into sentences."""
    try:
        yield
    except safe_files.LockedError as error:
        raise SaveError(_BUSY.fill(file=path.name)) from error
    except OSError as error:
        is_full, is_held = error.errno in (errno.ENOSPC, errno.EDQUOT), isinstance(error, safe_files.HeldError)
        kind = DiskFullError if is_full else OpenElsewhereError if is_held else SaveError
        raise kind(say_unwritten(path, error)) from error


def open_workbook(path: Path) -> Source:
    """Read a workbook. A symbolic link is followed, so that saving replaces the file and not the link.

    Raises `UnusableWorkbookError` if it is no workbook that can be used; `str()` names the file.
    """
    data = read_file(path)
    source = Source(follow_links(path), data, digest_of(data))
    try:
        source.package.check()
    except UnusableWorkbookError as error:
        raise error.of(path.name) from error
    return source


def replace(source: Source, data: bytes, before_round: int = 0) -> None:
    """Replace a workbook by a new version. If `data` is what was read, nothing is written at all.

    The version that was read is kept in the backup folder, as the one before the round, the first of several, that the
    new version has more; 0 for none. Raises a `SaveError` that says why nothing was written.
    """
    if data == source.data:
        return
    _require_sound(data, source.path.name)
    with explain_errors(source.path):
        _require_closed(source.path)
    with take_turn_at(source.path):
        require_unchanged(source)  # else the other run has kept this version already
        _put(source, data, before_round)


def _put(source: Source, data: bytes, before_round: int = 0) -> None:
    """Write a file in place of the version that was read, which is kept."""
    back_up(source.path, source.data, before_round)
    write_whole(source.path, data, require=lambda: _require_as_read(source))


def restore(path: Path, backup: Backup) -> None:
    """Bring an earlier version of a workbook back; what stands there now becomes a backup itself.

    The workbook may be damaged or missing.
    Raises `UnusableWorkbookError` if the backup is no workbook, or a `SaveError`.
    """
    data = open_workbook(backup.path).data
    with take_turn_at(path):
        write_output(path, data)


def is_version(path: Path, backup: Backup) -> bool:
    """Return whether a workbook is just as an earlier version of it. Raises `WorkbookError`."""
    with explain_errors(path):
        return path.exists() and read_file(path) == read_file(backup.path)


def write_new(path: Path, data: bytes, *, is_workbook: bool = True) -> None:
    """Write a file under a name that is not taken. Raises a `SaveError` that says why nothing was written."""
    if is_impossible(as_text(path.name)):
        raise SaveError(say_name(path.name))
    if is_workbook:
        _require_sound(data, path.name)

    def require_absent() -> None:
        if os.path.lexists(path):  # if only as a link that leads nowhere
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))

    with explain_errors(path):
        require_absent()
        safe_files.clear_leftovers(path.parent)
        write_whole(path, data, require=require_absent)


def require_ending(path: Path, ending: str, like: str) -> None:
    """Raise `SaveError` where no program could open a workbook under its new name: Excel goes by the ``ending``.

    Macros need their own. ``like`` is what has the right one; where that is none of a workbook, any is right.
    """
    if ending.lower() in WORKBOOKS and path.suffix.lower() != ending.lower():
        raise SaveError(f"{path.name} does not end in {ending.lower()}, as {like} does; choose another name.")


def write_output(path: Path, data: bytes, *, is_workbook: bool = True) -> bool:
    """Write a file, keeping what is there in the backup folder; return whether that changes a byte.

    Raises a `SaveError` that says why nothing was written.
    """
    with explain_errors(path):
        safe_files.require_no_other(path)
        present = safe_files.read_file(path) if path.exists() else None
        if present is None:
            write_new(follow_links(path), data, is_workbook=is_workbook)
        elif present != data:
            if is_workbook:
                _require_sound(data, path.name)
            _require_closed(path)
            safe_files.clear_leftovers(path.parent)
            _put(Source(follow_links(path), present, digest_of(present)), data)
    return present != data


@contextlib.contextmanager
def take_turn_at(path: Path) -> Iterator[None]:
    """Wait for other runs that write the same workbook. The lock lies in the backup folder, where it is no litter.

    Raises `SaveError` where that takes too long, and for what the system refuses meanwhile.
    """
    with explain_errors(path):
        folder = make_backup_folder(path)
        lock = safe_files.take_lock(folder / ".lock", TURN)
        try:  # where there are no locks, looking again just before the last step has to do
            safe_files.clear_leftovers(path.parent)
            safe_files.clear_leftovers(folder)
            yield
        finally:
            lock.release()


def _require_as_read(source: Source) -> None:
    """Raise a `SaveError` unless a workbook is closed and as it was read.

    To look into a large workbook takes a while, so its signature is compared last of all.
    """
    before, _ = take_signature(source.path)
    require_unchanged(source)
    _require_closed(source.path)
    if take_signature(source.path)[0] != before:
        raise WorkbookChangedError(_CHANGED.fill(file=source.path.name))


def require_unchanged(source: Source) -> None:
    """Raise `WorkbookChangedError` where the workbook is no longer as it was read."""
    try:
        present = digest_of(safe_files.read_file(source.path))
    except FileNotFoundError as error:
        raise WorkbookChangedError(_GONE.fill(file=source.path.name)) from error
    if source.path.is_symlink() or present != source.digest:  # a link is to stay one
        raise WorkbookChangedError(_CHANGED.fill(file=source.path.name))


def _require_sound(data: bytes, name: str) -> None:
    try:
        open_package(data).check()
    except UnusableWorkbookError as error:
        raise SaveError(_UNSOUND.fill(file=name)) from error


def _require_closed(path: Path) -> None:
    """Raise a `SaveError` where a program has a workbook open, or nobody may write to it."""
    if other := find_other_program(path):
        raise OpenElsewhereError(other.refusal)
    if path.exists() and not os.access(path, os.W_OK):
        raise SaveError(_PROTECTED.fill(file=path.name))
