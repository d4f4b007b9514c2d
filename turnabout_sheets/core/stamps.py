"""Telling one state of a file from another without opening it, so that nobody who saves it just then is disturbed.

On Windows a file that is deleted keeps its name as long as anybody holds it, if only to ask for its size, as Python's
`os.stat` does: then Excel, which deletes a workbook and gives its name to another file, cannot. So the folder is asked.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

Stamp = tuple[int, ...]
"""A file's device and number (0 where they are not told), its size in bytes, the time of its last change and another
time, in nanoseconds since 1970: that of the last change of its name or rights, on Windows that when it was made."""

if sys.platform == "win32":
    from ctypes import FormatError, WinDLL, byref, get_last_error
    from ctypes.wintypes import FILETIME, HANDLE, LPCWSTR, LPVOID, WIN32_FIND_DATAW

    _INVALID = HANDLE(-1).value
    _TO_1970 = 11_644_473_600 * 10**9
    """Nanoseconds from 1601, where times begin there."""

    _kernel = WinDLL("kernel32", use_last_error=True)
    _kernel.FindFirstFileW.argtypes = (LPCWSTR, LPVOID)
    _kernel.FindFirstFileW.restype = HANDLE
    _kernel.FindClose.argtypes = (HANDLE,)

    def _find(path: Path) -> Stamp:
        found = WIN32_FIND_DATAW()
        handle = _kernel.FindFirstFileW(str(path), byref(found))
        if handle == _INVALID:
            code = get_last_error()
            raise OSError(None, FormatError(code), str(path), code)
        _kernel.FindClose(handle)
        size = found.nFileSizeHigh << 32 | found.nFileSizeLow
        return 0, 0, size, _to_nanoseconds(found.ftLastWriteTime), _to_nanoseconds(found.ftCreationTime)

    def _to_nanoseconds(time: FILETIME) -> int:
        return (time.dwHighDateTime << 32 | time.dwLowDateTime) * 100 - _TO_1970

else:

    def _find(path: Path) -> Stamp:
        found = os.stat(path)  # noqa: PTH116 - every second of a day
        return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns


def take_stamp(path: Path) -> tuple[Stamp | None, str]:
    """Return the stamp of a file, None where there is none; and why the system does not tell, if so."""
    try:
        return _find(path), ""
    except (FileNotFoundError, NotADirectoryError):
        return None, ""
    except OSError as error:
        return None, error.strerror or str(error)


def take_folder_stamp(folder: Path) -> Stamp | None:
    """Return what tells a folder from another one of its name; None where there is none."""
    try:
        found = os.stat(folder)  # noqa: PTH116 - see above
    except OSError:
        return None
    return found.st_dev, found.st_ino


def has_whole_seconds(stamp: Stamp) -> bool:
    """Tell whether a file's time may be one of a disk that keeps no shorter ones, but whole or every other second.

    There one stamp may be of two versions. Elsewhere that is so of hardly any file.
    """
    return stamp[3] % 10**9 == 0


def is_same_file(one: Stamp, other: Stamp) -> bool:
    """Tell whether two stamps are of one file, whatever its name and its contents; not where that is not told."""
    return one[:2] == other[:2] and one[1] != 0
