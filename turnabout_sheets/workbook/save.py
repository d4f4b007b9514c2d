"""Saving the workbook so that it is always whole: the old version or the new one, and never half of either.

The organizer's file is replaced in one step by the operating system, from a finished temporary file in the same folder.
Before that: are the new bytes sound, is the version that was read safe in the backup folder, and, as late as possible,
is the file still closed and unchanged? If anything fails, the file is as it was, and the error says in one sentence
what to do.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import io
import os
import re
import secrets
import shutil
import sys
import time
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from turnabout_sheets.workbook.package import Package, UnusableWorkbookError, WorkbookError
from turnabout_sheets.workbook.sniff import read_file, require_workbook

BACKUPS_KEPT: Final = 10
"""How many earlier versions of a workbook stay in its backup folder."""

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


class BrokenResultError(SaveError):
    """The bytes to be written are not a sound workbook: an error in this program."""


@dataclass(frozen=True, slots=True)
class Source:
    """A workbook as it was read: where, its bytes, and their SHA-256 digest in hexadecimal digits."""

    path: Path
    data: bytes
    digest: str


def open_workbook(path: Path) -> Source:
    """Read a workbook. A symbolic link is followed, so that saving replaces the file and not the link.

    Raises `UnusableWorkbookError` if it is no workbook that can be used; `str()` names the file.
    """
    try:
        data = read_file(path)
        require_workbook(data)
    except UnusableWorkbookError as error:
        raise UnusableWorkbookError(error.reason, path.name) from error
    return _source(path.resolve(), data)


def replace(source: Source, data: bytes, *, backups: Path | None = None) -> Source:
    """Replace a workbook by a new version, and return that. If `data` is what was read, nothing is written at all.

    The version that was read is kept in the folder `backups` (default: `NAME backups` beside the workbook), the last
    ten of them. Raises a `SaveError` that says why nothing was written.
    """
    if data == source.data:
        return source
    path = source.path
    _require_sound(data, path.name)
    _require_closed(path)
    if path.exists() and not os.access(path, os.W_OK):
        raise ReadOnlyError(f"{path.name} is write-protected; allow writing in its properties, or use --output.")
    with _explained(path), _temporary(path.parent, data) as temporary:
        with contextlib.suppress(FileNotFoundError):
            shutil.copymode(path, temporary)
        _back_up(source, backups or backup_folder(path))
        _require_closed(path)
        _require_unchanged(source)
        _move_into_place(temporary, path)
        _sync_folder(path.parent)
    return _source(path, data)


def write_new(path: Path, data: bytes, *, overwrite: bool = False) -> None:
    """Write a workbook under a name that is not taken, or, with `overwrite`, over what is there, without a backup.

    Raises a `SaveError` that says why nothing was written.
    """
    _require_sound(data, path.name)
    if overwrite:
        _require_closed(path)
    elif path.exists():
        raise _already_there(path)
    with _explained(path), _temporary(path.parent, data) as temporary:
        if overwrite:
            _move_into_place(temporary, path)
        else:
            _link_into_place(temporary, path)
        _sync_folder(path.parent)


def backup_folder(path: Path) -> Path:
    """Return the folder of a workbook's backups: `Friday backups` beside `Friday.xlsx`."""
    return path.with_name(f"{path.stem} backups")


def open_elsewhere(path: Path) -> str | None:
    """Return one sentence if a spreadsheet program seems to have the workbook open, else None.

    Excel and LibreOffice leave a file beside a workbook while they have it open. After a crash it stays behind, so the
    sentence says how to go on. On Windows an open workbook cannot be replaced in any case; elsewhere nothing but this
    file would stop us from changing the workbook under the program, which would then save over our version.
    """
    for program, lock, owner in (
        ("LibreOffice", path.with_name(f".~lock.{path.name}#"), _libreoffice_owner),
        ("Excel", path.with_name(f"~${path.name}"), _excel_owner),
    ):
        if lock.exists():
            try:
                who = owner(lock.read_bytes())
            except OSError:  # Excel keeps its own file to itself on Windows
                who = ""
            return (
                f"{path.name} is open in {program}{f' ({who})' if who else ''}; save and close it there and run again"
                f" (if it is open nowhere, delete the file {lock.name}, left behind by a crash)."
            )
    return None


def _source(path: Path, data: bytes) -> Source:
    return Source(path, data, hashlib.sha256(data).hexdigest())


# Looking before writing


def _require_sound(data: bytes, name: str) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            sound = archive.testzip() is None and bool(Package(data).sheets)
    except (zipfile.BadZipFile, UnusableWorkbookError) as error:
        raise _broken(name) from error
    if not sound:
        raise _broken(name)


def _broken(name: str) -> BrokenResultError:
    return BrokenResultError(f"{name} was not written, because its new version is not sound; please report this.")


def _require_closed(path: Path) -> None:
    if message := open_elsewhere(path):
        raise OpenElsewhereError(message)


def _require_unchanged(source: Source) -> None:
    try:
        present = source.path.read_bytes()
    except FileNotFoundError as error:
        raise WorkbookChangedError(
            f"{source.path.name} was moved or deleted while the program was at work; put it back and run again."
        ) from error
    if hashlib.sha256(present).hexdigest() != source.digest:
        raise WorkbookChangedError(f"{source.path.name} was saved while the program was at work; run again.")


def _libreoffice_owner(lock: bytes) -> str:
    """Return who holds LibreOffice's lock file: `name,system name,host,date,profile;`."""
    fields = lock.decode("utf-8", "replace").split(",")
    if len(fields) < 4:
        return ""
    name, system_name, host, since = fields[:4]
    who = " on ".join(part for part in (name or system_name, host) if part)
    return ", ".join(part for part in (who, since and f"since {since}") if part)


def _excel_owner(lock: bytes) -> str:
    """Return who holds Excel's owner file: the name's length in one byte, then the name."""
    return lock[1 : 1 + lock[0]].decode("latin-1").strip("\0 ") if lock else ""


# Writing


@contextlib.contextmanager
def _explained(path: Path) -> Iterator[None]:
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
def _temporary(folder: Path, data: bytes) -> Iterator[Path]:
    """Write `data` safely to disk under a passing name in `folder`; what is still there at the end is removed."""
    path = folder / f".turnabout-{secrets.token_hex(8)}.tmp"
    try:
        with path.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        yield path
    finally:
        with contextlib.suppress(OSError):
            path.unlink()


def _move_into_place(temporary: Path, path: Path) -> None:
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


def _link_into_place(temporary: Path, path: Path) -> None:
    """Give a finished file its name without ever replacing another one."""
    try:
        os.link(temporary, path)
    except FileExistsError as error:
        raise _already_there(path) from error
    except OSError:
        # File systems without links (memory sticks): a moment stays between looking and moving.
        if path.exists():
            raise _already_there(path) from None
        _move_into_place(temporary, path)


def _already_there(path: Path) -> AlreadyThereError:
    return AlreadyThereError(f"{path.name} exists already; choose another name, or delete it first.")


def _sync_folder(folder: Path) -> None:
    """Make a rename itself durable, where the system lets folders be synchronized."""
    if sys.platform == "win32":
        return
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _back_up(source: Source, folder: Path) -> None:
    """Keep the version that was read in the backup folder, and remove the oldest beyond `BACKUPS_KEPT`."""
    folder.mkdir(exist_ok=True)
    stem, suffix = source.path.stem, source.path.suffix
    stamp = _now().strftime("%Y-%m-%d %H.%M.%S.%f")[:-3]
    with _temporary(folder, source.data) as temporary:
        temporary.replace(folder / f"{stem} {stamp} {source.digest[:8]}{suffix}")
    _sync_folder(folder)
    pattern = re.compile(
        rf"{re.escape(stem)} \d{{4}}-\d\d-\d\d \d\d\.\d\d\.\d\d\.\d{{3}} [0-9a-f]{{8}}{re.escape(suffix)}"
    )
    kept = sorted(path for path in folder.iterdir() if pattern.fullmatch(path.name))
    for path in kept[:-BACKUPS_KEPT]:
        with contextlib.suppress(OSError):
            path.unlink()


def _now() -> datetime:
    return datetime.now()
