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

from turnabout_sheets.core.digests import digest_of
from turnabout_sheets.core.safe_files import digest_file, keep_access, move_into_place, sync_folder, temporary

BACKUPS_KEPT: Final = 10
"""How many of the newest earlier versions of a file stay in its backup folder, whatever they are."""

TRAIL: Final = 20
"""Of how many tens of versions, by number and the newest first, the first stays: as far back as 200 versions."""

_ENDING: Final = " backups"
_STAMP: Final = "%Y-%m-%d %H.%M.%S.%f"
_VERSION: Final = r" (\d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.\d{3}) (\d{4,7})(?: before round (\d{1,3}))? [0-9a-f]{8}"


class BackupsError(OSError):
    """The folder of earlier versions cannot be used."""

    def __init__(self, folder: Path, error: OSError) -> None:
        super().__init__(error.errno, error.strerror)
        self.folder = folder


@dataclass(frozen=True, slots=True)
class Backup:
    """An earlier version of a file. The clock may be wrong; the number is not."""

    path: Path
    replaced: datetime
    number: int  # of all versions that were ever kept
    before_round: int = 0  # the round that was put into what replaced it, the first of several; 0 for none


def backup_folder(file: Path) -> Path:
    """Return the folder of a file's backups: `Friday backups` beside `Friday.xlsx`."""
    return file.with_name(f"{file.stem}{_ENDING}")


@contextlib.contextmanager
def open_backup_folder(file: Path) -> Iterator[Path]:
    """Give the folder of a file's backups, made where it is not there; what is refused in it is a `BackupsError`."""
    folder = backup_folder(file)
    try:
        folder.mkdir(exist_ok=True)
        yield folder
    except OSError as error:
        if not os.path.lexists(folder):
            raise
        raise BackupsError(folder, error) from error


def list_backups(file: Path) -> list[Backup]:
    """Return the earlier versions of a file, the newest first; other files in the folder are passed over.

    Where the system takes capital letters for small ones, so does this: the file may be gone, and its name is then as
    it was typed.
    """
    stem, suffix = (re.escape(os.path.normcase(each)) for each in (file.stem, file.suffix))
    folder, kept = backup_folder(file), []
    for each in folder.iterdir() if folder.is_dir() else ():
        if (match := re.fullmatch(f"{stem}{_VERSION}{suffix}", os.path.normcase(each.name))) and each.is_file():
            with contextlib.suppress(ValueError):  # no day or no time of day: not a name that we gave
                replaced = datetime.strptime(match[1], _STAMP)
                kept.append(Backup(each, replaced, int(match[2]), int(match[3] or 0)))
    return sorted(kept, key=lambda backup: (backup.number, backup.path.name), reverse=True)


def find_version(file: Path, digest: str) -> Backup | None:
    """Return the newest earlier version of a file with this SHA-256 digest, in hexadecimal digits, if one is kept."""
    return next((each for each in list_backups(file) if _has_digest(each.path, digest)), None)


def _has_digest(version: Path, digest: str) -> bool:
    with contextlib.suppress(OSError):
        return version.stem.endswith(digest[:8]) and digest_file(version) == digest
    return False


def find_renamed(file: Path) -> list[Path]:
    """Return the files beside one, by the name they had, that are gone while the folder of their backups is there."""
    folders = sorted(each for each in file.parent.iterdir() if each.name.endswith(_ENDING))
    files = [file.with_name(f"{folder.name.removesuffix(_ENDING)}{file.suffix}") for folder in folders]
    return [each for each in files if not each.exists()]


def back_up(file: Path, data: bytes, before_round: int = 0) -> None:
    """Keep a version of a file in its backup folder, and thin out those that were kept before (see `find_staying`).

    ``before_round`` is the round that is put into what replaces it, the first of several; 0 for none. A version that is
    the newest there already, because a run kept it and then could not go on, is not kept twice: ten such runs would
    leave nothing else. Raises `BackupsError`.
    """
    with open_backup_folder(file) as folder, contextlib.ExitStack() as stack:
        there, digest = list_backups(file), digest_of(data)
        place = f"{there[0].number + 1 if there else 1:04}" + (f" before round {before_round}" if before_round else "")
        kept = folder / f"{file.stem} {now().strftime(_STAMP)[:-3]} {place} {digest[:8]}{file.suffix}"
        if there and _has_digest(there[0].path, digest):
            written = there[0].path
        else:
            written = stack.enter_context(temporary(folder / file.name, data))
        keep_access(file, written)  # nobody reads an earlier version who must not read this one
        move_into_place(written, kept)
        sync_folder(folder)
        versions = list_backups(file)
    for old in set(versions) - find_staying(versions):
        with contextlib.suppress(OSError):
            old.path.unlink()


def find_staying(versions: Sequence[Backup]) -> set[Backup]:
    """Return which of the earlier versions of a file stay, of all that are there, the newest first.

    The newest `BACKUPS_KEPT`; besides them the last before each round, and the first of each ten numbers, back to
    `TRAIL` tens. Where the others are gone, the same stay.
    """
    last_before = {each.before_round: each for each in reversed(versions) if each.before_round}
    first_of_ten = {each.number // 10: each for each in versions}
    return {*versions[:BACKUPS_KEPT], *last_before.values(), *list(first_of_ten.values())[:TRAIL]}


def now() -> datetime:
    """Return the time of day, to name a backup by."""
    return datetime.now()
