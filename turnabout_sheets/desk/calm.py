"""When a save is over: what lies still, is read in one go, and is a whole workbook, is a version of somebody's.

How long it lies still is added up from look to look, no look counting for more than usual: so neither a clock that is
set nor a computer that slept makes a file seem calmer than it was seen to be.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from turnabout_sheets.core.pieces import digest_of
from turnabout_sheets.core.stamps import Stamp, take_stamp
from turnabout_sheets.desk.state import Fault, FaultKind
from turnabout_sheets.desk.watcher import EVERY, Look
from turnabout_sheets.workbook.files.save import Source
from turnabout_sheets.workbook.files.sniff import read_file, require_workbook
from turnabout_sheets.workbook.ooxml.package import UnusableWorkbookError

READ_AFTER: Final = 0.05
"""Seconds of stillness after which a workbook is read: if it is whole then, that was the save."""

WRITE_AFTER: Final = 1.0
"""Seconds of stillness, with nobody who has it open, after which it may be replaced."""

TELL_AFTER: Final = 2.0
"""Seconds after which a workbook that is gone or not whole is told of: before, it may still be on its way."""


class Stillness:
    """Adds up for how many ``seconds`` looks have been the same; ``passed``: since the look before the last."""

    def __init__(self) -> None:
        self.seconds = self.passed = 0.0
        self._look: Look | None = None
        self._noted = 0.0

    def note(self, look: Look) -> None:
        """Take a look into account."""
        now = time.monotonic()
        self.passed = min(max(now - self._noted, 0.0), EVERY)
        self.seconds = self.seconds + self.passed if look == self._look else 0.0
        self._look, self._noted = look, now


@dataclass(frozen=True, slots=True)
class Version:
    """A version of a workbook as it was read, and when it was saved, by the file, in local time."""

    source: Source
    saved: datetime | None


def read_version(path: Path, stamp: Stamp) -> Version | Fault | None:
    """Read a workbook in one go; None where it is no longer as the ``stamp`` says. No handle is kept.

    A fault where it cannot be read, or is not whole.
    """
    try:
        data = read_file(path)
    except UnusableWorkbookError as error:
        return Fault(FaultKind.UNREADABLE, _word(path, error)) if take_stamp(path)[0] == stamp else None
    if take_stamp(path)[0] != stamp:
        return None
    try:
        require_workbook(data)
    except UnusableWorkbookError as error:
        return Fault(FaultKind.BROKEN, _word(path, error))
    return Version(Source(path, data, digest_of(data)), read_time(stamp))


def _word(path: Path, error: UnusableWorkbookError) -> str:
    return str(UnusableWorkbookError(error.reason, path.name))


def read_time(stamp: Stamp) -> datetime | None:
    """Return when a file was saved, in local time."""
    try:
        return datetime.fromtimestamp(stamp[3] / 1e9)
    except (OverflowError, OSError, ValueError):  # a day before or after all that the system knows
        return None
