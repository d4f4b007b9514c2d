"""Looks for workbooks of the same event that appear beside one: "Save As" gives the event another file.

What lies there when a desk begins is known, and so is whatever the program has written, or was a version of the
workbook itself. A file is opened once for each time that it is saved, when that is over, and in nobody's way.
"""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Mapping
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import Final

from turnabout_sheets.core.outputs import NotOursError, require_ours
from turnabout_sheets.core.stamps import Stamp
from turnabout_sheets.desk.calm import read_time
from turnabout_sheets.desk.state import Copy
from turnabout_sheets.desk.whereabouts import list_others
from turnabout_sheets.event.known_rounds import NONE, Rounds
from turnabout_sheets.jobs.knowledge import Known, read_known
from turnabout_sheets.jobs.recall import Remembered, recall_file
from turnabout_sheets.workbook.ooxml.package import WorkbookError

LOOK: Final = 2.0
"""Seconds between two looks into the folder."""


class Copies:
    """What lies beside a workbook."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._until_next_look = 0.0
        # The files that were looked into or there before, by stamp; and those of the last look.
        self._known: dict[Path, Stamp] | None = None
        self._there: Mapping[Path, Stamp] = MappingProxyType({})

    def find(self, now: Copy | None, saved: datetime | None, versions: Collection[str], passed: float) -> Copy | None:
        """Return a workbook of the same event that was saved later, None where there is none; ``now`` is the last such.

        ``saved`` is when the workbook itself was, ``versions`` are digests that it has had, ``passed`` are the seconds
        since it was last asked.
        """
        self._until_next_look -= passed
        if self._until_next_look > 0:
            return now
        self._until_next_look = LOOK
        before, self._there = self._there, dict(list_others(self._file))
        if self._known is None:
            self._known = {**self._there}
        new = (each for each in self._there.items() if each not in self._known.items() and each in before.items())
        for path, stamp in list(new)[:1]:  # one that has lain still since the last look
            self._known[path] = stamp
            time = read_time(stamp)
            if time and saved and time > saved and self._is_copy(path, versions):
                return Copy(path, time)
        is_there = now is not None and now.path in self._there
        return now if is_there and now is not None and saved is not None and now.saved > saved else None

    def _is_copy(self, path: Path, versions: Collection[str]) -> bool:
        if path.is_symlink():  # of a file that is elsewhere, or the workbook itself
            return False
        with contextlib.suppress(OSError, WorkbookError, NotOursError):
            source, _, remembered = recall_file(path)
            known = read_known(self._file)
            if source.digest in versions or source.digest in {state.digest for state in known.states}:
                return False
            return _is_same_event(remembered, known) and not _is_ours(path)
        return False


def _is_ours(path: Path) -> bool:
    """Tell whether a file is as the program has written it, beside the workbook that it read."""
    try:
        require_ours(path, overwrite=False)
    except NotOursError:
        return False
    return True


def _is_same_event(remembered: Remembered, known: Known) -> bool:
    """Tell whether a workbook is of an event: its log has the same beginning.

    Where no program had saved either before its first run, that begins in all of them so; then they have a round that
    is the same.
    """
    if not remembered.lines or remembered.lines[0].digest != known.origin:
        return False
    return bool(remembered.lines[0].saved) or _have_same_round(remembered.rounds or NONE, known.rounds)


def _have_same_round(one: Rounds, other: Rounds) -> bool:
    return any([row[:3] for row in one[number]] == [row[:3] for row in other[number]] for number in {*one} & {*other})
