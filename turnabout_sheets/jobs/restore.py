"""Brings an earlier version of a workbook back, with a note of it that the next run makes a line of the log.

The version itself stays byte for byte as it was, so the note lies in the folder of earlier versions.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from turnabout_sheets.changes.log import Line
from turnabout_sheets.core.atomic_write import move_into_place, temporary
from turnabout_sheets.core.backups import Backup, backup_folder, list_backups
from turnabout_sheets.core.ordinary_files import follow_links, read_file
from turnabout_sheets.workbook.files import save

_NOTE: Final = "restored.json"
_MOST_BYTES: Final = 10_000


def restore(path: Path, backup: Backup) -> Backup | None:
    """Do what `save.restore` does, and leave a note; without one where the folder cannot be written to."""
    restored = save.restore(path, backup)
    file = follow_links(path)
    replaced = max((each.number for each in list_backups(file)), default=0)
    note = {"before_round": backup.before_round, "number": backup.number, "replaced": replaced}
    with contextlib.suppress(OSError):
        place = backup_folder(file) / _NOTE
        with temporary(place, json.dumps(note).encode()) as written:
            move_into_place(written, place)
    return restored


def has_note(file: Path) -> bool:
    """Tell whether there is a note of which no run has made a line."""
    with contextlib.suppress(OSError):  # a folder that cannot be, because its name would be too long
        return (backup_folder(file) / _NOTE).is_file()
    return False


def find_brought_back(file: Path) -> Backup | None:
    """Return the version that was brought back, while there is a note of it and it is kept."""
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
        number = int(json.loads(read_file(backup_folder(file) / _NOTE)[:_MOST_BYTES])["number"])
        return next((each for each in list_backups(file) if each.number == number), None) if number else None
    return None


def tell_restored(file: Path, lines: Sequence[Line]) -> Iterator[Line]:
    """Yield the line of a note, if there is one that the log does not have yet."""
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
        note = json.loads(read_file(backup_folder(file) / _NOTE)[:_MOST_BYTES])
        number, round_number, replaced = (int(note[each]) for each in ("number", "before_round", "replaced"))
        before = f", from before round {round_number} was paired," if round_number else ""
        told = Line(
            after=f"Version {number:04}{before} was brought back",
            followed=f"what later runs noted is in version {replaced:04}; the file names have these numbers",
        )
        if not any((line.after, line.followed) == (told.after, told.followed) for line in lines):
            yield told


def drop_note(file: Path) -> None:
    """Delete the note: the workbook has its line."""
    with contextlib.suppress(OSError):
        (backup_folder(file) / _NOTE).unlink()
