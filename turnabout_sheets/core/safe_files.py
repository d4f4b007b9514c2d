"""Files that other programs use, too: read without getting in their way, and written whole or not at all.

Excel saves a workbook by deleting it and giving its name to another file. Windows refuses that while a program reads
the file as Python's `open` does, or asks for its size by `os.stat`. So there files are opened shared, and the folder is
asked for sizes and times. Errors are those of the system.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import secrets
import stat
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from filelock import BaseFileLock

PAUSES: Final = (0.05, 0.1, 0.2, 0.4, 0.8, 0)
"""Seconds to wait after each failed attempt on Windows, where virus scanners hold new files for a moment."""


class HeldError(PermissionError):
    """Windows does not let a file be read or replaced, because a program has it open."""


class LockedError(Exception):
    """Another run holds the lock. No `OSError`: such may come of a network that answers too late, too."""


class OddFileError(OSError):
    """Something has the name of a file and is none: a folder, a pipe that waits for a writer, an endless device."""

    def __str__(self) -> str:
        return str(self.strerror)


_CANNOT: Final = (errno.EINVAL, errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP)
"""What a file system reports that has no locks, or cannot put a file on the disk at once: no reason not to save."""


# --- names ---

_LONG_PATH: Final = 248  # characters


def has_long_path(path: Path) -> bool:
    """Return whether a path has so many characters that Windows reports it missing."""
    return sys.platform == "win32" and len(str(path.absolute())) >= _LONG_PATH


def follow_links(path: Path) -> Path:
    """Return the absolute path of what a path leads to; of a circle of links as far as it leads."""
    return Path(os.path.realpath(path))


def spell_as_there(name: str) -> str:
    """Return the name of a file or folder as it is written there: on Windows other capital letters find it, too."""
    typed, there = os.path.basename(name), follow_links(Path(name)).name  # noqa: PTH119 - all before it stays
    is_same = sys.platform == "win32" and typed.lower() == there.lower()
    return name.removesuffix(typed) + there if is_same else name


def is_same_file(one: Path, other: Path) -> bool:
    """Return whether two paths lead to one file."""
    with contextlib.suppress(OSError):
        return follow_links(one) == follow_links(other) or one.samefile(other)
    return False


# --- reading ---

Signature = tuple[int, ...]
"""A file's device and number (0 on Windows), size, and times of change, in nanoseconds, by which a change is seen."""

if sys.platform == "win32":
    import _winapi
    import msvcrt

    _SHARED = 0x1 | 0x2 | 0x4  # to read, write and delete
    _SHARING_VIOLATION = 32

    def open_shared(path: Path) -> int:
        """Return a descriptor to read a file that others may replace, rename or delete meanwhile."""
        try:
            handle = _winapi.CreateFile(str(path), _winapi.GENERIC_READ, _SHARED, 0, _winapi.OPEN_EXISTING, 0, 0)
        except OSError as error:
            kind = HeldError if error.winerror == _SHARING_VIOLATION else OSError
            raise kind(None, error.strerror, str(path), error.winerror) from error
        return msvcrt.open_osfhandle(handle, os.O_RDONLY | os.O_BINARY)

    def _find(path: Path) -> Signature:
        with os.scandir(path.parent) as entries:
            found = next((each.stat() for each in entries if each.name.lower() == path.name.lower()), None)
        if found is None:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
        return 0, 0, found.st_size, found.st_mtime_ns, found.st_ctime_ns

else:

    def open_shared(path: Path) -> int:
        """Return a descriptor to read a file."""
        return os.open(path, os.O_RDONLY)

    def _find(path: Path) -> Signature:
        found = os.stat(path)  # noqa: PTH116 - every second of a day
        return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns


def read_file(path: Path, most: int = -1, *, patient: bool = True) -> bytes:
    """Return a file's bytes, ``most`` of them, or all; where it is held, ``patient`` waits for a while."""
    require_no_other(path)
    for pause in PAUSES if patient else PAUSES[-1:]:
        try:
            with os.fdopen(open_shared(path), "rb") as file:
                return file.read(most)
        except HeldError:
            if not pause:
                raise
            time.sleep(pause)
    raise AssertionError("the last pause is none")


def digest_of(data: bytes) -> str:
    """Return the SHA-256 digest of bytes, in hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def require_no_other(path: Path) -> None:
    """Raise `OddFileError` where something is at ``path`` that is no ordinary file; nothing may be there."""
    if path.exists() and not path.is_file():
        raise OddFileError(errno.EINVAL, "it is a folder or a device, not a file", str(path))


# --- looking ---


def take_signature(path: Path) -> tuple[Signature | None, str]:
    """Return the signature of a file, None where there is none; and why the system does not give it, if so."""
    try:
        return _find(path), ""
    except (FileNotFoundError, NotADirectoryError):
        return None, ""
    except OSError as error:
        return None, error.strerror or str(error)


def take_lock(lock: Path, timeout: float) -> BaseFileLock:
    """Take a lock, a file that is made for it, and return what releases it; network folders without locks have none.

    The system frees it when its holder is killed; a file alone would stay. Raises `LockedError` where another one holds
    it for so many seconds, and `OSError`.
    """
    from filelock import FileLock, Timeout  # slow to load, and what only reads takes no turn

    taken = FileLock(lock, timeout=timeout, fallback_to_soft=False)
    try:
        taken.acquire()
    except Timeout as error:
        raise LockedError from error
    except NotImplementedError:
        pass
    except OSError as error:
        if error.errno not in _CANNOT:
            raise
    return taken


# --- writing ---

_TEMPORARY: Final = ".turnabout-"


def write_whole(
    path: Path,
    data: bytes,
    *,
    like: Path | None = None,
    durable: bool = True,
    require: Callable[[], object] = lambda: None,
) -> None:
    """Write a file in one step, in place of what has its name, with the access of that, or of a file it is ``like``.

    If ``durable``, it is on the disk for certain before it has its name. ``require``, called right before each attempt,
    raises where the file must not be replaced any more.
    """
    temporary = path.with_name(f"{_TEMPORARY}{secrets.token_hex(8)}.tmp")  # the name may be too long
    try:
        with temporary.open("xb") as file:
            file.write(data)
            if durable:
                file.flush()
                try:
                    os.fsync(file.fileno())
                except OSError as error:
                    if error.errno not in _CANNOT:
                        raise
        keep_access(like or path, temporary)
        for pause in PAUSES:
            require()
            try:
                temporary.replace(path)
                break
            except PermissionError as error:
                if sys.platform != "win32":
                    raise
                if path.exists() and not os.access(path, os.W_OK):
                    raise PermissionError(error.errno, f"{path.name} is write-protected", str(path)) from error
                if not pause:
                    raise HeldError(error.errno, error.strerror, str(path)) from error
                time.sleep(pause)
    finally:
        with contextlib.suppress(OSError):
            if sys.platform == "win32" and temporary.exists():  # it may be write-protected, as its file is
                temporary.chmod(stat.S_IWRITE)
            temporary.unlink()
    if durable and sys.platform != "win32":  # the new name, too
        with contextlib.suppress(OSError):
            descriptor = os.open(path.parent, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)


def clear_leftovers(folder: Path) -> None:
    """Remove what killed runs left in a folder over an hour ago; what is younger may be of a run at work."""
    for path in folder.glob(f"{_TEMPORARY}*.tmp"):
        with contextlib.suppress(OSError):
            if time.time() - path.stat().st_mtime > 3600:
                path.unlink()


def keep_access(old: Path, new: Path) -> None:
    """Give a file the owner, the group and the mode of an older one, as far as the system allows."""
    with contextlib.suppress(OSError):
        there = old.stat()
        if sys.platform != "win32":
            for owner in (there.st_uid, -1):  # only an administrator may give files away
                with contextlib.suppress(OSError):
                    os.chown(new, owner, there.st_gid)
                    break
        new.chmod(stat.S_IMODE(there.st_mode))
