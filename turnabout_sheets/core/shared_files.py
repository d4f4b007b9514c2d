"""Files that others use at the same time: opened so that they can be saved, locked, and told apart by their signature.

Excel saves a workbook by deleting it and giving its name to another file. While a program reads the file as Python's
`open` does, Windows refuses that, and Excel says that the changes could not be saved. Other systems refuse nothing.

On Windows a file that is deleted keeps its name as long as anybody holds it, if only to ask for its size, as Python's
`os.stat` does: then Excel, which deletes a workbook and gives its name to another file, cannot. So the folder is asked.
"""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from filelock import BaseFileLock

PAUSES: Final = (0.05, 0.1, 0.2, 0.4, 0.8, 0)
"""Seconds to wait after each failed attempt at a file on Windows, where virus scanners and cloud folders hold new files
for a moment."""


class HeldError(PermissionError):
    """Windows does not let a file be read or replaced, because a program has it open."""


if sys.platform == "win32":
    import msvcrt
    from ctypes import FormatError, WinDLL, get_last_error
    from ctypes.wintypes import DWORD, HANDLE, LPCWSTR, LPVOID

    _GENERIC_READ = 0x80000000
    _SHARE_READ_WRITE_DELETE = 0x1 | 0x2 | 0x4
    _OPEN_EXISTING = 3
    _ATTRIBUTE_NORMAL = 0x80
    _INVALID = HANDLE(-1).value
    _SHARING_VIOLATION = 32

    _kernel = WinDLL("kernel32", use_last_error=True)
    _kernel.CreateFileW.argtypes = (LPCWSTR, DWORD, DWORD, LPVOID, DWORD, DWORD, HANDLE)
    _kernel.CreateFileW.restype = HANDLE
    _kernel.CloseHandle.argtypes = (HANDLE,)

    def open_shared(path: Path, flags: int) -> int:
        """Return a descriptor to read a file that others may replace, rename or delete meanwhile.

        Raises `HeldError` and `OSError`.
        """
        handle = _kernel.CreateFileW(
            str(path), _GENERIC_READ, _SHARE_READ_WRITE_DELETE, None, _OPEN_EXISTING, _ATTRIBUTE_NORMAL, None
        )
        if handle == _INVALID:
            code = get_last_error()
            kind = HeldError if code == _SHARING_VIOLATION else OSError
            raise kind(None, FormatError(code).rstrip("."), str(path), code)
        try:
            return msvcrt.open_osfhandle(handle, flags)
        except OSError:
            _kernel.CloseHandle(handle)
            raise

else:

    def open_shared(path: Path, flags: int) -> int:
        """Return a descriptor to read a file. Raises `OSError`."""
        return os.open(path, flags)


_NO_LOCKS: Final = (errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS)


class LockedError(Exception):
    """Another run holds the lock. No `OSError`: such may come of a network that answers too late, too."""


def take_lock(lock: Path, timeout: float = -1) -> BaseFileLock:
    """Take a lock, a file that is made for it, and return what releases it; network folders without locks have none.

    Raises `LockedError` where another one holds it for so many seconds, and `OSError`.
    """
    from filelock import Timeout  # slow to load, and what only reads takes no turn

    taken = make_lock(lock, timeout)
    try:
        taken.acquire()
    except Timeout as error:
        raise LockedError from error
    except NotImplementedError:
        pass
    except OSError as error:
        if error.errno not in _NO_LOCKS:
            raise
    return taken


def make_lock(lock: Path, timeout: float) -> BaseFileLock:
    """Return a lock that the system frees when its holder is killed, and none else: a file alone would stay."""
    from filelock import FileLock  # slow to load

    return FileLock(lock, timeout=timeout, fallback_to_soft=False)


Signature = tuple[int, ...]
"""A file's device and number (0 where they are not told), its size in bytes, the time of its last change and another
time, in nanoseconds since 1970: that of the last change of its name or rights, on Windows that when it was made."""

if sys.platform == "win32":
    from ctypes import byref
    from ctypes.wintypes import FILETIME, WIN32_FIND_DATAW

    _TO_1970 = 11_644_473_600 * 10**9
    """Nanoseconds from 1601, where times begin there."""

    _kernel.FindFirstFileW.argtypes = (LPCWSTR, LPVOID)
    _kernel.FindFirstFileW.restype = HANDLE
    _kernel.FindClose.argtypes = (HANDLE,)

    def _find(path: Path) -> Signature:
        found = WIN32_FIND_DATAW()
        handle = _kernel.FindFirstFileW(str(path), byref(found))
        if handle == _INVALID:
            code = get_last_error()
            raise OSError(None, FormatError(code).rstrip("."), str(path), code)
        _kernel.FindClose(handle)
        size = found.nFileSizeHigh << 32 | found.nFileSizeLow
        return 0, 0, size, _to_nanoseconds(found.ftLastWriteTime), _to_nanoseconds(found.ftCreationTime)

    def _to_nanoseconds(time: FILETIME) -> int:
        return (time.dwHighDateTime << 32 | time.dwLowDateTime) * 100 - _TO_1970

else:

    def _find(path: Path) -> Signature:
        found = os.stat(path)  # noqa: PTH116 - every second of a day
        return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns


def take_signature(path: Path) -> tuple[Signature | None, str]:
    """Return the signature of a file, None where there is none; and why the system does not tell, if so."""
    try:
        return _find(path), ""
    except (FileNotFoundError, NotADirectoryError):
        return None, ""
    except OSError as error:
        return None, error.strerror or str(error)


def take_folder_signature(folder: Path) -> Signature | None:
    """Return what tells a folder from another one of its name; None where there is none."""
    try:
        found = os.stat(folder)  # noqa: PTH116 - see above
    except OSError:
        return None
    return found.st_dev, found.st_ino


def has_whole_seconds(signature: Signature) -> bool:
    """Tell whether a file's time may be one of a disk that keeps no shorter ones, but whole or every other second.

    There one signature may be of two versions. Elsewhere that is so of hardly any file.
    """
    return signature[3] % 10**9 == 0


def is_same_file(one: Signature, other: Signature) -> bool:
    """Tell whether two signatures are of one file, whatever its name and its contents; not where that is not told."""
    return one[:2] == other[:2] and one[1] != 0
