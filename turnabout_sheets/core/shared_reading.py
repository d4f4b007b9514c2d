"""Opening a file so that whoever saves it meanwhile can: on Windows a file that is being read is otherwise held fast.

Excel saves a workbook by deleting it and giving its name to another file. While a program reads the file as Python's
`open` does, Windows refuses that, and Excel says that the changes could not be saved. Other systems refuse nothing.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

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
            raise kind(None, FormatError(code), str(path), code)
        try:
            return msvcrt.open_osfhandle(handle, flags)
        except OSError:
            _kernel.CloseHandle(handle)
            raise

else:

    def open_shared(path: Path, flags: int) -> int:
        """Return a descriptor to read a file. Raises `OSError`."""
        return os.open(path, flags)
