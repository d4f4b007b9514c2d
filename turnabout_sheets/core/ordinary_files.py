"""Reading what people name: nothing but ordinary files. A pipe waits for a writer for ever, a device never ends."""

from __future__ import annotations

import errno
import os
import stat
import sys
import time
from collections.abc import Callable, Mapping
from io import BufferedReader
from pathlib import Path
from typing import Final

from turnabout_sheets.core.shared_files import PAUSES, HeldError, open_shared

_KINDS: Final[Mapping[Callable[[int], bool], str]] = {
    stat.S_ISDIR: "a folder",
    stat.S_ISFIFO: "a pipe",
    stat.S_ISSOCK: "a socket",
    stat.S_ISCHR: "a device",
    stat.S_ISBLK: "a device",
}

_AT_ONCE: Final = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
"""How a file is opened that may have become a pipe since it was looked at: without waiting for anybody."""


_LEAST: Final = 1 << 20
"""How many bytes are asked for in any case: some drives say that a file is empty which is not."""


class OddFileError(OSError):
    """Something has the name of a file and is none; ``kind`` says what: "a pipe"."""

    def __init__(self, path: Path, kind: str) -> None:
        super().__init__(errno.EINVAL, f"it is {kind}, not a file", str(path))
        self.kind = kind

    def __str__(self) -> str:
        """Return what it is."""
        return str(self.strerror)


def follow_links(path: Path) -> Path:
    """Return the absolute path of what a path leads to; of a circle of links as far as it leads.

    `Path.resolve` raises an error that is none of the system's for such a circle. A path that is too long for the
    system leads nowhere; whoever opens it is told so.
    """
    try:
        return Path(os.path.realpath(path))
    except OSError:
        return Path(os.path.abspath(path))  # noqa: PTH100 -- as `realpath`, but without asking the system


def spell_as_there(name: str) -> str:
    """Return the name of a file or folder as it is written there: on Windows other capital letters find it, too."""
    if sys.platform != "win32":
        return name
    typed, there = os.path.basename(name), follow_links(Path(name)).name  # noqa: PTH119 - all before it stays
    return name.removesuffix(typed) + there if typed.lower() == there.lower() else name


def is_same_file(one: Path, other: Path) -> bool:
    """Tell whether two paths are of one name of one file: through links, or in other letters where they are the same.

    Not where a file has several names (hard links): each of them is replaced alone.
    """
    if follow_links(one) == follow_links(other):
        return True
    try:
        return one.samefile(other) and one.stat().st_nlink == 1
    except OSError:
        return False


def open_file(path: Path, *, patient: bool = True) -> BufferedReader:
    """Open a file to read its bytes, in nobody's way (see `core.shared_files`).

    Where it is held, ``patient`` waits for a while. Raises `OSError`, and `OddFileError` at once where it is no
    ordinary file.
    """
    _require_ordinary(path, path.stat())
    descriptor = _open_patiently(path) if patient else open_shared(path, _AT_ONCE)
    try:
        _require_ordinary(path, os.fstat(descriptor))
        return os.fdopen(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise


def _open_patiently(path: Path) -> int:
    for pause in PAUSES:
        try:
            return open_shared(path, _AT_ONCE)
        except HeldError:
            if not pause:
                raise
            time.sleep(pause)
    raise AssertionError("the last pause is none")


def read_file(path: Path, most: int = -1, *, patient: bool = True) -> bytes:
    """Return a file's bytes, ``most`` of them, or all. Waits, and raises `OSError`, as `open_file` does.

    Room is made for no more than there is: on Windows to make it takes time, in which nobody else can save the file.
    """
    with open_file(path, patient=patient) as file:
        there = max(os.fstat(file.fileno()).st_size, _LEAST)
        return file.read(min(most, there + 1))


def require_no_other(path: Path) -> None:
    """Raise `OddFileError` where something is at ``path`` that is no ordinary file; nothing may be there."""
    if path.exists():
        _require_ordinary(path, path.stat())


def _require_ordinary(path: Path, found: os.stat_result) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise OddFileError(path, next((kind for is_kind, kind in _KINDS.items() if is_kind(found.st_mode)), "a device"))
