"""Writing files whole: a finished temporary file takes its name in one step, and what fails is told in a sentence."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from turnabout_sheets.workbook.ooxml.package import WorkbookError

_RETRIES: Final = (0.05, 0.1, 0.2, 0.4, 0.8, 0)
"""Seconds to wait after each failed attempt at replacing a file on Windows, where virus scanners and cloud folders hold
new files for a moment."""

_DISK_FULL: Final = (errno.ENOSPC, errno.EDQUOT)
_NOT_ALLOWED: Final = (errno.EACCES, errno.EPERM, errno.EROFS)


class SaveError(WorkbookError):
    """The file has not been written; what stood there before stands there still."""


class OpenElsewhereError(SaveError):
    """Excel or LibreOffice has the workbook open."""


class WorkbookChangedError(SaveError):
    """The workbook has been saved, moved or deleted by someone else since it was read."""


class ReadOnlyError(SaveError):
    """The file or its folder must not be written to."""


class DiskFullError(SaveError):
    """There is no room left for the new version."""


class ReplaceRefusedError(SaveError):
    """Windows does not let the file be replaced, because a program has it open."""


class AlreadyThereError(SaveError):
    """A new file must not take the place of one that exists."""


class BusyError(SaveError):
    """Another run is writing the same workbook at this moment."""


class BrokenResultError(SaveError):
    """The bytes to be written are not a sound workbook: an error in this program."""


@contextlib.contextmanager
def explain_errors(path: Path) -> Iterator[None]:
    """Turn errors of the operating system into sentences."""
    try:
        yield
    except OSError as error:
        if error.errno in _DISK_FULL:
            raise DiskFullError(
                f"{path.name} was not saved, because the disk is full; make room and run again."
            ) from error
        if error.errno in _NOT_ALLOWED:
            raise ReadOnlyError(
                f"{path.name} was not saved, because its folder must not be written to; move it, or use --output."
            ) from error
        raise SaveError(f"{path.name} was not saved ({error.strerror or error}).") from error


@contextlib.contextmanager
def temporary(target: Path, data: bytes) -> Iterator[Path]:
    """Write `data` safely to disk beside `target`, under a passing name; what is still there at the end is removed."""
    path = target.with_name(f"{_temporary_name(target)}{secrets.token_hex(8)}.tmp")
    try:
        with path.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        yield path
    finally:
        with contextlib.suppress(OSError):
            path.unlink()


def clear_leftovers(target: Path) -> None:
    """Remove what a run that was killed left beside `target`. The caller sees to it that no other run is at work."""
    for path in target.parent.iterdir():
        if path.name.startswith(_temporary_name(target)) and path.suffix == ".tmp":
            with contextlib.suppress(OSError):
                path.unlink()


def _temporary_name(target: Path) -> str:
    return f".turnabout-{target.name}-"


def move_into_place(temporary: Path, path: Path) -> None:
    """Give a finished file its name, in one step, in place of what has it."""
    for pause in _RETRIES:
        try:
            temporary.replace(path)
        except PermissionError as error:
            if sys.platform != "win32":
                raise
            if not pause:
                raise ReplaceRefusedError(
                    f"{path.name} cannot be replaced while a program has it open; close it in Excel and run again."
                ) from error
            time.sleep(pause)
        else:
            return


def link_into_place(temporary: Path, path: Path) -> None:
    """Give a finished file its name without ever replacing another one."""
    try:
        os.link(temporary, path)
    except FileExistsError as error:
        raise already_there(path) from error
    except OSError:
        # File systems without links (memory sticks): a moment stays between looking and moving.
        if path.exists():
            raise already_there(path) from None
        move_into_place(temporary, path)


def already_there(path: Path) -> AlreadyThereError:
    """Return the error that a file of this name exists."""
    return AlreadyThereError(f"{path.name} exists already; choose another name, or delete it first.")


def sync_folder(folder: Path) -> None:
    """Make a rename itself durable, where the system lets folders be synchronized."""
    if sys.platform == "win32":
        return
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
