"""Other programs that have files open: what they let others do meanwhile is what Windows asks of whoever opens one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import WinDLL, WinError, get_last_error
from ctypes.wintypes import DWORD, HANDLE, LPCWSTR, LPVOID
from pathlib import Path
from typing import Final, NamedTuple

_READ, _WRITE = 0x80000000, 0x40000000
_SHARE_READ, _SHARE_WRITE, _SHARE_DELETE = 1, 2, 4
_OPEN_EXISTING, _ATTRIBUTE_NORMAL = 3, 0x80


class Holder(NamedTuple):
    """What a program does with a file that it has open, and what others may do."""

    access: int
    share: int


EXCEL: Final = Holder(_READ | _WRITE, _SHARE_READ)
"""As Excel holds a workbook: others may read it."""

ALONE: Final = Holder(_READ, 0)
"""As some scanners and cloud clients hold a file for a moment: nobody else may do anything."""

READER: Final = Holder(_READ, _SHARE_READ | _SHARE_WRITE)
"""As most programs read a file, those in Python too: others may write into it, but neither rename nor delete it."""

_kernel = WinDLL("kernel32", use_last_error=True)
_kernel.CreateFileW.argtypes = (LPCWSTR, DWORD, DWORD, LPVOID, DWORD, DWORD, HANDLE)
_kernel.CreateFileW.restype = HANDLE
_kernel.CloseHandle.argtypes = (HANDLE,)


@contextmanager
def held(path: Path, holder: Holder) -> Iterator[None]:
    """Have a program hold a file that is there."""
    handle = _kernel.CreateFileW(str(path), *holder, None, _OPEN_EXISTING, _ATTRIBUTE_NORMAL, None)
    if handle == HANDLE(-1).value:
        raise WinError(get_last_error())
    try:
        yield
    finally:
        _kernel.CloseHandle(handle)
