"""Brings an earlier version of a workbook back, with a note of it that the next run makes a line of the log.

The version itself stays byte for byte as it was, so the note is in the state beside it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from turnabout_sheets.changes.log import Line
from turnabout_sheets.core.backups import Backup, list_backups
from turnabout_sheets.core.ordinary_files import follow_links
from turnabout_sheets.jobs.state import State, read_beside, write_beside
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.ooxml.package import WorkbookError


def restore(path: Path, backup: Backup) -> Backup | None:
    """Do what `save.restore` does, and leave a note; without one where the folder cannot be written to."""
    restored, file = save.restore(path, backup), follow_links(path)
    with contextlib.suppress(OSError, WorkbookError):
        replaced = max((each.number for each in list_backups(file)), default=0)
        note = (backup.number, backup.before_round, replaced)
        write_beside(file, read_beside(file)._replace(restored=note))
    return restored


def has_note(file: Path) -> bool:
    """Return whether there is a note of which no run has made a line."""
    with contextlib.suppress(OSError, WorkbookError):
        return read_beside(file).restored is not None
    return False


def find_brought_back(file: Path, beside: State) -> Backup | None:
    """Return the version that was brought back, while there is a note of it and it is kept."""
    number = beside.restored[0] if beside.restored else 0
    with contextlib.suppress(OSError):
        return next((each for each in list_backups(file) if number and each.number == number), None)
    return None


def note_restored(inside: State, beside: State) -> Iterator[Line]:
    """Yield the line of a note, if there is one that the log does not have yet."""
    if beside.restored is not None:
        number, before_round, replaced = beside.restored
        before = f", from before round {before_round} was paired," if before_round else ""
        told = Line(
            after=f"Version {number:04}{before} was brought back",
            followed=f"what later runs noted is in version {replaced:04}; the file names have these numbers",
        )
        if not any((line.after, line.followed) == (told.after, told.followed) for line in inside.lines):
            yield told
