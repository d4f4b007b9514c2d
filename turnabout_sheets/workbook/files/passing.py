"""Files that programs save to before these take the place of a workbook: who sees one waits until the save is over."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

from turnabout_sheets.core.shared_files import Stamp, take_stamp

_TEMPORARY: Final = re.compile(r"(?!\.turnabout-).+\.tmp|[0-9A-F]{7,8}", re.IGNORECASE)
"""What programs call them: LibreOffice lu….tmp, Excel eight digits. Ours are none: runs take turns."""

_LEFT_AFTER: Final = 5.0
"""Seconds after its last change after which such a file is taken for one that a crash has left behind."""


def list_temporary(folder: Path) -> frozenset[tuple[str, Stamp | None]]:
    """Return the files in a folder that somebody may be saving to, with their stamps. Raises `OSError`."""
    with os.scandir(folder) as there:
        names = [each.name for each in there if _TEMPORARY.fullmatch(each.name)]
    return frozenset((name, take_stamp(folder / name)[0]) for name in names)


def list_left_behind(folder: Path, now: Path) -> frozenset[tuple[str, Stamp | None]]:
    """Return those of such files in a folder that nobody writes any more, by the time of a file written there ``now``.

    So all times are of one clock, though the folder be another computer's. Raises `OSError`.
    """
    present, _ = take_stamp(now)
    until = present[3] - _LEFT_AFTER * 10**9 if present else 0
    return frozenset((name, stamp) for name, stamp in list_temporary(folder) if stamp and stamp[3] < until)
