"""The earlier versions of a workbook: the last ten, in a folder beside it."""

from __future__ import annotations

import contextlib
import re
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from turnabout_sheets.workbook.files.atomic_write import clear_leftovers, sync_folder, temporary

BACKUPS_KEPT: Final = 10
"""How many earlier versions of a workbook stay in its backup folder."""

_STAMP: Final = "%Y-%m-%d %H.%M.%S.%f"


@dataclass(frozen=True, slots=True)
class Backup:
    """An earlier version: its file, and when it was replaced."""

    path: Path
    replaced: datetime


def backup_folder(workbook: Path) -> Path:
    """Return the folder of a workbook's backups: `Friday backups` beside `Friday.xlsx`."""
    return workbook.with_name(f"{workbook.stem} backups")


def list_backups(workbook: Path) -> list[Backup]:
    """Return the earlier versions of a workbook, the newest first; other files in the folder are passed over."""
    name = re.compile(
        re.escape(workbook.stem)
        + r" (\d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.\d{3}) [0-9a-f]{8}"
        + re.escape(workbook.suffix)
    )
    folder = backup_folder(workbook)
    found = [(name.fullmatch(file.name), file) for file in folder.iterdir()] if folder.is_dir() else []
    kept = [Backup(file, datetime.strptime(match[1], _STAMP)) for match, file in found if match]
    return sorted(kept, key=lambda backup: backup.path.name, reverse=True)


def back_up(workbook: Path, data: bytes, digest: str) -> None:
    """Keep a version of a workbook in its backup folder, and remove the oldest beyond `BACKUPS_KEPT`."""
    folder = backup_folder(workbook)
    folder.mkdir(exist_ok=True)
    stamp = now().strftime(_STAMP)[:-3]
    kept = folder / f"{workbook.stem} {stamp} {digest[:8]}{workbook.suffix}"
    clear_leftovers(folder / workbook.name)
    with temporary(folder / workbook.name, data) as written:
        written.replace(kept)
    sync_folder(folder)
    for old in list_backups(workbook)[BACKUPS_KEPT:]:
        with contextlib.suppress(OSError):
            old.path.unlink()


def now() -> datetime:
    """Return the time of day, to name a backup by."""
    return datetime.now()
