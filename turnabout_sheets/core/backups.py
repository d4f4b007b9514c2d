"""The earlier versions of a file: the last ten, in a folder beside it."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from turnabout_sheets.core.atomic_write import clear_leftovers, keep_access, move_into_place, sync_folder, temporary
from turnabout_sheets.core.ordinary_files import open_file

BACKUPS_KEPT: Final = 10
"""How many earlier versions of a file stay in its backup folder."""

_STAMP: Final = "%Y-%m-%d %H.%M.%S.%f"


class BackupsError(OSError):
    """The folder of backups cannot be used; the text names it, says why, and continues "because …"."""

    def __init__(self, folder: Path, error: OSError) -> None:
        super().__init__(error.errno, error.strerror)
        self.reason = (
            f'"{folder.name}", the name of the folder for its earlier versions, is that of a file; rename that file'
            if folder.is_file()
            else f'"{folder.name}", the name of the folder for its earlier versions, is that of a pipe or of a '
            "link that leads nowhere; rename that"
            if isinstance(error, FileExistsError)
            else f"the folder {folder} for its earlier versions cannot be written to ({error.strerror or error}); "
            "allow writing in its properties, or rename it"
        )

    def __str__(self) -> str:
        """Return the reason."""
        return self.reason


@dataclass(frozen=True, slots=True)
class Backup:
    """An earlier version: its file, when it was replaced, and how many were kept before it.

    Backups of the first versions of the program have no ``number``: 0. The clock may be wrong; the number is not.
    """

    path: Path
    replaced: datetime
    number: int


def backup_folder(file: Path) -> Path:
    """Return the folder of a file's backups: `Friday backups` beside `Friday.xlsx`."""
    return file.with_name(f"{file.stem} backups")


def make_backup_folder(file: Path) -> Path:
    """Return the folder of a file's backups, and make it where it is not there. Raises `OSError`."""
    folder = backup_folder(file)
    try:
        folder.mkdir(exist_ok=True)
    except FileExistsError as error:
        raise BackupsError(folder, error) from error
    return folder


def list_backups(file: Path) -> list[Backup]:
    """Return the earlier versions of a file, the newest first; other files in the folder are passed over.

    Where the system does not tell capital letters from small ones, neither does this: the file may be gone, and its
    name is then as somebody typed it.
    """
    pattern = re.compile(
        re.escape(os.path.normcase(file.stem))
        + r" (\d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.\d{3})(?: (\d{4,7}))? [0-9a-f]{8}"
        + re.escape(os.path.normcase(file.suffix))
    )
    folder = backup_folder(file)
    kept = []
    for each in folder.iterdir() if folder.is_dir() else ():
        if (match := pattern.fullmatch(os.path.normcase(each.name))) and each.is_file():
            with contextlib.suppress(ValueError):  # no day or no time of day: not a name that we gave
                kept.append(Backup(each, datetime.strptime(match[1], _STAMP), int(match[2] or 0)))
    return sorted(kept, key=lambda backup: (backup.number, backup.path.name), reverse=True)


def find_version(file: Path, digest: str) -> Backup | None:
    """Return the newest earlier version of a file with this SHA-256 digest, in hexadecimal digits, if one is kept."""
    named = (each for each in list_backups(file) if each.path.stem.endswith(digest[:8]))
    return next((each for each in named if _digest(each.path) == digest), None)


def find_renamed(file: Path) -> list[Path]:
    """Return the files beside one, by the name they had, that are gone while their earlier versions are still there."""
    return [each for each in list_backed_up(file) if not each.exists() and list_backups(each)]


def list_backed_up(file: Path) -> list[Path]:
    """Return the files beside one, and of its kind, for which there is a folder of backups, whether they are there."""
    ending = backup_folder(Path("_")).name.removeprefix("_")
    folders = sorted(each for each in file.parent.iterdir() if each.name.endswith(ending))
    return [file.with_name(f"{folder.name.removesuffix(ending)}{file.suffix}") for folder in folders]


def back_up(file: Path, data: bytes, digest: str) -> Backup | None:
    """Keep a version of a file in its backup folder, and remove the oldest beyond `BACKUPS_KEPT`.

    The oldest are those that were kept first, whatever the clock says. Returns the oldest where there are now just as
    many as are kept, for the first time: it goes with the next, and can still be copied elsewhere. A version that is
    the newest there already, because a run kept it and then could not go on, is not kept twice: ten such runs would
    leave nothing else. Raises `BackupsError`.
    """
    with explain_errors(file):
        folder = make_backup_folder(file)
        there = list_backups(file)
        number = max((backup.number for backup in there), default=0) + 1
        kept = folder / f"{file.stem} {now().strftime(_STAMP)[:-3]} {number:04} {digest[:8]}{file.suffix}"
        clear_leftovers(folder / file.name)
        if there and _digest(there[0].path) == digest:
            keep_access(file, there[0].path)
            move_into_place(there[0].path, kept)
        else:
            with temporary(folder / file.name, data) as written:
                keep_access(file, written)  # nobody reads an earlier version who must not read this one
                move_into_place(written, kept)
        sync_folder(folder)
    versions = list_backups(file)
    for old in versions[BACKUPS_KEPT:]:
        with contextlib.suppress(OSError):
            old.path.unlink()
    return versions[-1] if len(there) < len(versions) == BACKUPS_KEPT else None


def _digest(path: Path) -> str:
    try:
        with open_file(path) as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""


@contextlib.contextmanager
def explain_errors(file: Path) -> Iterator[None]:
    """Make a `BackupsError` of what the system refuses in the folder of backups, where that is there."""
    try:
        yield
    except BackupsError:
        raise
    except OSError as error:
        if backup_folder(file).exists():
            raise BackupsError(backup_folder(file), error) from error
        raise


def now() -> datetime:
    """Return the time of day, to name a backup by."""
    return datetime.now()
