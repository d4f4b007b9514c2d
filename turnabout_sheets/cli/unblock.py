"""Lets the program's own files pass: Windows asks about each one that came from the internet, until its mark is gone.

Whoever starts the program has been asked about it, and has said yes. What a browser and the unpacking of a zip file
leave with each file is a stream beside its bytes, ``NAME:Zone.Identifier``; only those of the files of the program's
own list are taken away, once: the list's own mark goes last, and where it has none, nothing is looked at.
"""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path, PurePosixPath
from typing import Final

from turnabout_sheets.core.ordinary_files import read_file

LIST: Final = "files.txt"
"""The list of all files of the program, each with its digest, at the top of its folder."""

MARK: Final = ":Zone.Identifier"


def unblock_program(interpreter: Path | None = None) -> int:
    """Take the marks from the program's files, and return how many there were; 0 where it stands in no such folder.

    ``interpreter`` is the one that runs, which lies in a folder of the program's own.
    """
    folder = Path(interpreter or sys.executable).parent.parent
    if not _is_marked(folder / LIST):
        return 0
    try:
        lines = read_file(folder / LIST).decode().splitlines()
    except (OSError, UnicodeError):
        return 0
    names = [PurePosixPath(line.partition("  ")[2].replace("\\", "/")) for line in lines]
    ours = [folder / name for name in names if name.parts and not name.is_absolute() and ".." not in name.parts]
    return sum(map(_unmark, [*ours, folder / LIST]))


def _is_marked(file: Path) -> bool:
    return os.path.exists(f"{file}{MARK}")  # noqa: PTH110 - no error for a name that no file can have


def _unmark(file: Path) -> bool:
    with contextlib.suppress(OSError):  # it has none, or somebody else installed it
        os.remove(f"{file}{MARK}")  # noqa: PTH107 - the stream is no path of its own
        return True
    return False
