"""Saving the workbook so that it is always whole: the old version or the new one, and never half of either.

The organizer's file is replaced in one step by the operating system, from a finished temporary file in the same folder.
Before that: are the new bytes sound, is the version that was read safe in the backup folder, and, as late as possible,
is the file still closed and unchanged? If anything fails, the file is as it was, and the error says in one sentence
what to do. Two runs on one workbook take turns at this; the second then finds the workbook changed.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, partial
from pathlib import Path
from typing import Final

from turnabout_sheets.core import backups, outputs, windows_names
from turnabout_sheets.core.atomic_write import (
    clear_all_leftovers,
    clear_leftovers,
    clear_old_leftovers,
    is_disk_full,
    is_not_allowed,
    is_too_long,
    keep_access,
    link_into_place,
    move_into_place,
    note_saved,
    sync_folder,
    temporary,
)
from turnabout_sheets.core.backups import Backup, BackupsError, back_up, make_backup_folder
from turnabout_sheets.core.digests import digest_file, digest_of
from turnabout_sheets.core.ordinary_files import follow_links, require_no_other
from turnabout_sheets.core.outputs import NotOursError
from turnabout_sheets.core.problems import Message, say_name, say_system
from turnabout_sheets.core.shared_files import HeldError, LockedError, take_lock, take_signature
from turnabout_sheets.workbook.files.other_programs import find_other_program
from turnabout_sheets.workbook.files.sniff import WORKBOOKS, read_file, require_workbook
from turnabout_sheets.workbook.ooxml.package import Package, UnusableWorkbookError, WorkbookError

TURN: Final = 20
"""Seconds to wait while another run writes the same workbook."""


@dataclass(frozen=True)
class Source:
    """A workbook as it was read: where, its bytes, and their SHA-256 digest in hexadecimal digits.

    ``saved``: when that was, in local time, by whoever saw it being saved; None where only the workbook itself tells.
    """

    path: Path
    data: bytes
    digest: str
    saved: datetime | None = None

    @cached_property
    def package(self) -> Package:
        """What the bytes are made of, opened once for all who look into the workbook in turn."""
        return Package(self.data)


class SaveError(WorkbookError):
    """The file has not been written; what was there before is still there."""


class OpenElsewhereError(SaveError):
    """A program has the workbook open."""


class WorkbookChangedError(SaveError):
    """The workbook has been saved, moved or deleted by someone else since it was read."""


class DiskFullError(SaveError):
    """There is no room left for the new version."""


@contextlib.contextmanager
def explain_errors(path: Path) -> Iterator[None]:
    """Turn errors of the operating system into sentences."""
    try:
        yield
    except NotOursError as error:
        raise SaveError(error.said or str(error)) from error
    except OSError as error:
        raise _explain(path, error) from error


def _explain(path: Path, error: OSError) -> SaveError:
    file = {"file": path.name or path}
    if is_disk_full(error):
        return DiskFullError(
            Message("{file} was not written, because the disk is full. Make room, and try again.", **file)
        )
    if isinstance(error, BackupsError):
        return SaveError(
            Message(
                "{file} was not written, because the folder {folder} for its earlier versions cannot be used. Allow "
                "writing to it; if another file has that name, rename it.",
                **file,
                folder=error.folder.name,
            )
        )
    if isinstance(error, FileExistsError):
        return _already_there(path)
    if isinstance(error, HeldError):
        return OpenElsewhereError(
            Message("{file} cannot be replaced, because a program has it open. Close it there, and try again.", **file),
        )
    if is_not_allowed(error):
        return SaveError(
            Message(
                "{file} was not written, because writing there is not allowed. Allow it in the properties of the "
                "folder and of the file, or choose another folder.",
                **file,
            ),
        )
    if is_too_long(error):
        return SaveError(
            Message(
                "{file} was not written, because its name and those of its folders are too long. Give it a shorter "
                "one, and try again.",
                **file,
            ),
        )
    if isinstance(error, FileNotFoundError):
        return SaveError(
            Message(
                "{file} was not written, because the folder {folder} is not there. Make it, or check its name.",
                **file,
                folder=path.parent,
            ),
        )
    return SaveError(say_system(error, path.name or str(path)))


def _moved_away(path: Path) -> WorkbookChangedError:
    """Return the error that there is no workbook any more."""
    return WorkbookChangedError(
        Message("{file} was moved or deleted just now. Put it back, and try again.", file=path.name),
    )


def _already_there(path: Path) -> SaveError:
    """Return the error that a file of this name exists."""
    return SaveError(Message("{file} exists already. Choose another name, or delete it first.", file=path.name))


def open_workbook(path: Path) -> Source:
    """Read a workbook. A symbolic link is followed, so that saving replaces the file and not the link.

    Raises `UnusableWorkbookError` if it is no workbook that can be used; `str()` names the file.
    """
    try:
        data = read_file(path)
        package = require_workbook(data)
    except UnusableWorkbookError as error:
        raise error.of(path.name or str(path)) from error
    source = _source(follow_links(path), data)
    vars(source)["package"] = package  # opened already
    return source


def replace(source: Source, data: bytes, before_round: int = 0) -> Backup | None:
    """Replace a workbook by a new version. If `data` is what was read, nothing is written at all.

    The version that was read is kept in the backup folder, as the one before the round, the first of several, that the
    new version has more; 0 for none. Returns the earlier version that is the first to go, where from now on such go
    (see `backups.back_up`). Raises a `SaveError` that says why nothing was written.
    """
    path = source.path
    if data == source.data:
        return None
    _require_sound(data, path.name)
    with explain_errors(path):
        _require_closed(path)
        _require_writable(path)
    with explain_errors(path), take_turn_at(path), temporary(path, data) as written:
        require_unchanged(source)  # else the other run has kept this version already
        keep_access(path, written)
        leaving = back_up(path, source.data, source.digest, before_round)
        move_into_place(written, path, partial(_require_as_read, source))
        note_saved(path)
        sync_folder(path.parent)
    return leaving


def restore(path: Path, backup: Backup) -> Backup | None:
    """Bring an earlier version of a workbook back; what stands there now becomes a backup itself.

    The workbook may be damaged or missing.
    Raises `UnusableWorkbookError` if the backup is no workbook, or a `SaveError`.
    """
    data = open_workbook(backup.path).data
    if path.exists():
        return replace(_source(follow_links(path), _read(path)), data)
    write_new(path, data)
    return None


def is_version(path: Path, backup: Backup) -> bool:
    """Tell whether a workbook is just as an earlier version of it. Raises `UnusableWorkbookError` for none at all."""
    return path.exists() and _read(path) == _read(backup.path)


def write_new(path: Path, data: bytes) -> None:
    """Write a workbook under a name that is not taken. Raises a `SaveError` that says why nothing was written."""
    _require_sound(data, path.name)
    with explain_errors(path):
        clear_old_leftovers(path.parent)
        if path.exists():
            raise _already_there(path)
    with explain_errors(path), temporary(path, data) as written:
        link_into_place(written, path)
        note_saved(path)
        sync_folder(path.parent)


def require_ending(path: Path, ending: str, like: str) -> None:
    """Raise `SaveError` where nobody could open a workbook under its new name: Excel goes by the ``ending``.

    Macros need their own. ``like`` is what has the right one; where that is none of a workbook, any is right.
    """
    if ending.lower() in WORKBOOKS and path.suffix.lower() != ending.lower():
        raise SaveError(f"{path.name} does not end in {ending.lower()}, as {like} does; choose another name.")


def write_output(path: Path, data: bytes, *, overwrite: bool, dry_run: bool = False) -> bool:
    """Write a workbook that the program makes anew each time; return whether that changes a byte.

    It takes the place of what this program wrote there, and of anything else only with `overwrite`: that is kept in the
    backup folder. Raises a `SaveError` that says why nothing was written.
    """
    _require_sound(data, path.name)
    with explain_errors(path):
        require_no_other(path)
        if not path.exists() and windows_names.is_impossible_name(path.name):
            raise SaveError(say_name(path.name))
        _require_closed(path)
        _require_writable(path)
        changed = outputs.place(path, data, overwrite=overwrite, dry_run=dry_run)
    if changed and not dry_run:
        note_saved(path)
    return changed


@contextlib.contextmanager
def take_turn_at(path: Path) -> Iterator[None]:
    """Wait for other runs that write the same workbook. The lock lies in the backup folder, where it is no litter.

    Raises `SaveError` where that takes too long.
    """
    folder = make_backup_folder(path)
    try:
        with backups.explain_errors(path):
            lock = take_lock(folder / ".lock", TURN)
    except LockedError as error:
        raise SaveError(
            Message("{file} is being written by the program elsewhere. Wait for that, and try again.", file=path.name),
        ) from error
    try:  # where there are no locks, looking again just before the last step has to do
        clear_leftovers(path)
        clear_all_leftovers(folder)
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
        raise _saved_meanwhile(source.path)


def require_unchanged(source: Source) -> None:
    """Raise `WorkbookChangedError` where the workbook is no longer as it was read."""
    try:
        present = digest_file(source.path)
    except FileNotFoundError as error:
        raise _moved_away(source.path) from error
    if source.path.is_symlink() or present != source.digest:  # a link is to stay one
        raise _saved_meanwhile(source.path)


def _saved_meanwhile(path: Path) -> WorkbookChangedError:
    return WorkbookChangedError(
        Message("{file} was saved by another program just now. Try again.", file=path.name),
    )


def _read(path: Path) -> bytes:
    try:
        return read_file(path)
    except UnusableWorkbookError as error:
        raise error.of(path.name) from error


def _source(path: Path, data: bytes) -> Source:
    return Source(path, data, digest_of(data))


def _require_sound(data: bytes, name: str) -> None:
    try:
        package = Package(data)
        package.check()
    except UnusableWorkbookError as error:
        raise _broken_result_error(name) from error
    if not package.sheets:
        raise _broken_result_error(name)


def _broken_result_error(name: str) -> SaveError:
    return SaveError(
        Message(
            "{file} was not written, because its new version is not sound: a mistake in the program. Please report it.",
            file=name,
        ),
    )


def _require_closed(path: Path) -> None:
    if other := find_other_program(path):
        raise OpenElsewhereError(other.refusal)


def _require_writable(path: Path) -> None:
    if path.exists() and not os.access(path, os.W_OK):
        raise SaveError(
            Message("{file} is write-protected. Allow writing in its properties, or work on a copy.", file=path.name),
        )
