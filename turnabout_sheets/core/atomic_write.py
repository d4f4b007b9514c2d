"""Writing files whole: a finished temporary file takes its name in one step. Errors are those of the system."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
import sys
import time
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Final

from turnabout_sheets.core.shared_files import PAUSES, HeldError

_LONG_AGO: Final = 3600
"""Seconds after which nobody is at work on a temporary file any more."""

_PASSING: Final = ".turnabout-"

_DISK_FULL: Final = (errno.ENOSPC, errno.EDQUOT)
_LONG_PATH: Final = 248
"""How many characters have a folder's path, and some more a file's, that Windows says of it that it is not there."""

_NOT_ALLOWED: Final = (errno.EACCES, errno.EPERM, errno.EROFS)

_NO_SYNC: Final = (errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP)
"""What a file system says that cannot be asked to put a file on the disk at once. It puts it there in its own time:
there is no better place to write to, so that is no reason not to save. Other errors tell that the data are lost."""


def is_disk_full(error: OSError) -> bool:
    """Tell whether there was no room."""
    return error.errno in _DISK_FULL


def is_not_allowed(error: OSError) -> bool:
    """Tell whether a file or its folder must not be written to."""
    return error.errno in _NOT_ALLOWED


def is_too_long(error: OSError) -> bool:
    """Tell whether a name or a whole path has too many letters for the system."""
    if isinstance(error, FileNotFoundError) and error.filename:
        return has_long_path(Path(error.filename))
    return error.errno == errno.ENAMETOOLONG


def has_long_path(path: Path) -> bool:
    """Tell whether a whole path has so many letters that nothing is found there, on Windows."""
    return sys.platform == "win32" and len(str(path.absolute())) >= _LONG_PATH


@contextlib.contextmanager
def temporary(target: Path, data: bytes, *, durable: bool = True) -> Iterator[Path]:
    """Write `data` beside `target`, under a passing name; what is still there at the end is removed.

    It is on the disk for certain when it is given, but not with `durable` false, for what can be made again.
    """
    path = target.with_name(f"{begin_passing_name(target)}{secrets.token_hex(8)}.tmp")
    try:
        with path.open("xb") as file:
            file.write(data)
            if durable:
                file.flush()
                synchronize(file.fileno())
        yield path
    finally:
        with contextlib.suppress(OSError):
            _remove(path)


def _remove(path: Path) -> None:
    try:
        path.unlink()
    except PermissionError:
        path.chmod(stat.S_IWRITE)  # Windows keeps what is write-protected, such as a new version of what is
        path.unlink()


def clear_leftovers(target: Path) -> None:
    """Remove what a run that was killed left beside `target`. The caller sees to it that no other run is at work."""
    _clear(target.parent, begin_passing_name(target))


def clear_all_leftovers(folder: Path) -> None:
    """Remove what killed runs left in a folder. The caller sees to it that no other run is at work there."""
    _clear(folder, _PASSING)


def _clear(folder: Path, beginning: str) -> None:
    for path in folder.iterdir():
        if path.name.startswith(beginning) and path.suffix == ".tmp":
            with contextlib.suppress(OSError):
                path.unlink()


def clear_old_leftovers(folder: Path) -> None:
    """Remove what killed runs left in a folder over an hour ago; what is younger may be of a run at work."""
    for path in folder.glob(f"{_PASSING}*.tmp"):
        with contextlib.suppress(OSError):
            if is_old(path):
                path.unlink()


def is_old(path: Path) -> bool:
    """Tell whether nobody is at work on something passing any more, by its last change. Raises `OSError`."""
    return time.time() - path.stat().st_mtime > _LONG_AGO


def begin_passing_name(target: Path) -> str:
    """Return how the names begin under which something is made that is to be called as `target` is."""
    return f"{_PASSING}{target.name}-"


def keep_access(old: Path, new: Path) -> None:
    """Give a file the owner, the group and the mode of an older one, where there is one, as far as the system allows.

    Only an administrator may give files away, but anybody to a group of theirs.
    """
    with contextlib.suppress(OSError):
        there = old.stat()
        if sys.platform != "win32":
            for owner in (there.st_uid, -1):
                with contextlib.suppress(OSError):
                    os.chown(new, owner, there.st_gid)
                    break
        new.chmod(stat.S_IMODE(there.st_mode))


def move_into_place(temporary: Path, path: Path, require: Callable[[], object] = lambda: None) -> None:
    """Give a finished file its name, in one step, in place of what has it.

    ``require`` raises where that must not be. It is called right before each attempt: a program that holds the file may
    save it meanwhile.
    """
    for pause in PAUSES:
        require()
        try:
            temporary.replace(path)
        except PermissionError as error:
            if sys.platform != "win32":
                raise
            if path.exists() and not os.access(path, os.W_OK):
                raise PermissionError(error.errno, f"{path.name} is write-protected", str(path)) from error
            if not pause:
                raise HeldError(error.errno, error.strerror, str(path)) from error
            time.sleep(pause)
        else:
            return


def link_into_place(temporary: Path, path: Path) -> None:
    """Give a finished file its name without ever replacing another one; raises `FileExistsError` where one has it."""
    try:
        os.link(temporary, path)
    except FileExistsError:
        raise
    except OSError:
        # File systems without links (memory sticks): a moment stays between looking and moving.
        if path.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path)) from None
        move_into_place(temporary, path)


def synchronize(descriptor: int) -> None:
    """Put an open file on the disk for certain, where its file system knows how. Raises `OSError` if that fails."""
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _NO_SYNC:
            raise


def sync_folder(folder: Path) -> None:
    """Make a rename itself durable, where the system lets folders be synchronized.

    An error is no news for anybody: the file has its name by now, and what is there is whole.
    """
    if sys.platform == "win32":
        return
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


_saved: dict[Path, datetime] = {}
_archives: dict[str, datetime | None] = {}


def note_saved(path: Path) -> None:
    """Note that a file stands in its place."""
    _saved[path] = datetime.now()


def list_saved() -> dict[Path, datetime]:
    """Return the files that were saved, and when."""
    return dict(_saved)


def note_archive(place: str, *, changed: bool = False) -> None:
    """Note that an archive is open, or that a change to it is made for good."""
    _archives[place] = datetime.now() if changed else _archives.get(place)


def list_archives() -> dict[str, datetime | None]:
    """Return the archives that were opened, and when they were changed last; None: not at all."""
    return dict(_archives)
