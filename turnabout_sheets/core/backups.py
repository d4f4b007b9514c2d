"""The earlier versions of a file, in a folder beside it: the last ten, and of those before them a thin trail."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from turnabout_sheets.core.atomic_write import clear_leftovers, keep_access, move_into_place, sync_folder, temporary
from turnabout_sheets.core.digests import digest_file

BACKUPS_KEPT: Final = 10
"""How many of the newest earlier versions of a file stay in its backup folder, whatever they are."""

TRAIL: Final = 20
"""Of how many tens of versions, by number and the newest first, the first stays: as far back as 200 versions."""

_STAMP: Final = "%Y-%m-%d %H.%M.%S.%f"


class BackupsError(OSError):
    """The folder of backups cannot be used; the text names it, says why, and continues "because …"."""

    def __init__(self, folder: Path, error: OSError) -> None:
        super().__init__(error.errno, error.strerror)
        self.folder = folder
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

    The clock may be wrong; the ``number`` is not.
    ``before_round``: the round that was put into what replaced it, the first of several; 0 for none.
    """

    path: Path
    replaced: datetime
    number: int
    before_round: int = 0


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
        + r" (\d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.\d{3}) (\d{4,7})(?: before round (\d{1,3}))? [0-9a-f]{8}"
        + re.escape(os.path.normcase(file.suffix))
    )
    folder = backup_folder(file)
    kept = []
    for each in folder.iterdir() if folder.is_dir() else ():
        if (match := pattern.fullmatch(os.path.normcase(each.name))) and each.is_file():
            with contextlib.suppress(ValueError):  # no day or no time of day: not a name that we gave
                replaced = datetime.strptime(match[1], _STAMP)
                kept.append(Backup(each, replaced, int(match[2]), int(match[3] or 0)))
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


def back_up(file: Path, data: bytes, digest: str, before_round: int = 0) -> Backup | None:
    """Keep a version of a file in its backup folder, and thin out those that were kept before (see `find_staying`).

    ``before_round`` is the round that is put into what replaces it, the first of several; 0 for none. Once there are as
    many as `BACKUPS_KEPT`, for the first time, returns the one that is first to go: it can still be copied elsewhere. A
    version that is the newest there already, because a run kept it and then could not go on, is not kept twice: ten
    such runs would leave nothing else. Raises `BackupsError`.
    """
    with explain_errors(file):
        folder = make_backup_folder(file)
        there = list_backups(file)
        number = max((backup.number for backup in there), default=0) + 1
        place = f"{number:04} before round {before_round}" if before_round else f"{number:04}"
        kept = folder / f"{file.stem} {now().strftime(_STAMP)[:-3]} {place} {digest[:8]}{file.suffix}"
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
    staying = find_staying(versions)
    for old in versions:
        if old not in staying:
            with contextlib.suppress(OSError):
                old.path.unlink()
    if len(there) < len(versions) == BACKUPS_KEPT:
        trail = _find_trail(versions)
        return next((oldest for oldest in reversed(versions) if oldest not in trail), None)
    return None


def find_staying(versions: Sequence[Backup]) -> set[Backup]:
    """Return which of the earlier versions of a file stay, of all that are there, the newest first.

    The newest `BACKUPS_KEPT`; besides them the last before each round, and the first of each ten numbers, back to
    `TRAIL` tens. Where the others are gone, the same stay.
    """
    return {*versions[:BACKUPS_KEPT], *_find_trail(versions)}


def _find_trail(versions: Sequence[Backup]) -> set[Backup]:
    """Return what stays though there are newer ones."""
    last_before = {each.before_round: each for each in reversed(versions) if each.before_round}
    first_of_ten = {each.number // 10: each for each in versions}
    return {*last_before.values(), *list(first_of_ten.values())[:TRAIL]}


def _digest(path: Path) -> str:
    try:
        return digest_file(path)
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
