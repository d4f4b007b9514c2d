"""Where a workbook has gone that is not where it was: renamed, or with its whole folder."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from turnabout_sheets.core.ordinary_files import read_file as read_ordinary_file
from turnabout_sheets.core.pieces import digest_of
from turnabout_sheets.core.stamps import Stamp, is_same_file, take_stamp
from turnabout_sheets.desk.state import Fault, FaultKind
from turnabout_sheets.desk.watcher import Look
from turnabout_sheets.workbook.files.open_elsewhere import LOCKS
from turnabout_sheets.workbook.files.sniff import WORKBOOKS


def explain_absence(file: Path, look: Look, stamp: Stamp | None, digest: str) -> Fault:
    """Return why there is no workbook to see; ``stamp`` and ``digest`` are of its last version, None and blank if none.

    The file of that version, or a copy of it, is looked for in the same folder.
    """
    if look.refused:
        return Fault(FaultKind.UNREADABLE, look.refused)
    if look.folder is None:
        return Fault(FaultKind.FOLDER_GONE, path=file.parent)
    renamed = stamp and _find_renamed(file, stamp, digest)
    return Fault(FaultKind.RENAMED, path=renamed) if renamed else Fault(FaultKind.MISSING)


def _find_renamed(file: Path, stamp: Stamp, digest: str) -> Path | None:
    """Return the same file under another name, or else one with the same bytes."""
    others = dict(list_others(file))
    same = [each for each, found in others.items() if is_same_file(found, stamp)]
    equal = (each for each, found in others.items() if found[2] == stamp[2] and _digest(each) == digest)
    return same[0] if same else next(equal, None)


def list_others(file: Path) -> Iterator[tuple[Path, Stamp]]:
    """Yield the workbooks beside one, with their stamps."""
    with contextlib.suppress(OSError):
        for name in sorted(os.listdir(file.parent)):  # noqa: PTH208 - every other second of a day
            if name.lower().endswith(WORKBOOKS) and not name.startswith(LOCKS) and name != file.name:
                found, _ = take_stamp(file.with_name(name))
                if found is not None:
                    yield file.with_name(name), found


def _digest(file: Path) -> str:
    try:
        return digest_of(read_ordinary_file(file))
    except OSError:
        return ""
