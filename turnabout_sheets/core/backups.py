"""The earlier versions of a file, in a folder beside it: the last ten, and the last before each round."""

from __future__ import annotations

import contextlib
import errno
import os
import re
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from turnabout_sheets.core.safe_files import digest_of, follow_links, write_whole

BACKUPS_KEPT: Final = 10  # of the newest, whatever they are
_ENDING: Final = " backups"
_STAMP: Final = "%Y-%m-%d %H.%M.%S.%f"
_VERSION: Final = r" (\d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.\d{3}) (\d{4,7})(?: before round (\d{1,3}))? [0-9a-f]{8}"


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


def make_backup_folder(file: Path) -> Path:
    """Return the folder of a file's backups, made where it is not there. Raises `OSError`."""
    folder = backup_folder(file)
    try:
        folder.mkdir(exist_ok=True)
    except FileExistsError as error:
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder / "file")) from error
    return folder


def list_backups(file: Path) -> list[Backup]:
    """Return the earlier versions of a file, the newest first, by its name in any letters where the system does so."""
    stem, suffix = (re.escape(os.path.normcase(each)) for each in (file.stem, file.suffix))
    folder, kept = backup_folder(file), []
    for each in folder.iterdir() if folder.is_dir() else ():
        if (match := re.fullmatch(f"{stem}{_VERSION}{suffix}", os.path.normcase(each.name))) and each.is_file():
            with contextlib.suppress(ValueError):  # no day or no time of day: not a name that we gave
                replaced = datetime.strptime(match[1], _STAMP)
                kept.append(Backup(each, replaced, int(match[2]), int(match[3] or 0)))
    return sorted(kept, key=lambda backup: (backup.number, backup.path.name), reverse=True)


def find_renamed(file: Path) -> list[Path]:
    """Return the files beside one, by the name they had, that are gone while the folder of their backups is there."""
    stems = sorted(each.name.removesuffix(_ENDING) for each in file.parent.iterdir() if each.name.endswith(_ENDING))
    return [each for stem in stems if not (each := file.with_name(f"{stem}{file.suffix}")).exists()]


def back_up(file: Path, data: bytes, before_round: int = 0) -> None:
    """Keep a version of a file in its backup folder, and of the older ones the newest, and the last before each round.

    ``before_round`` is the first round that is put into what replaces it; 0 for none. A version that is the newest
    already, because a run kept it and then could not go on, is not kept twice. Raises `OSError`.
    """
    folder, there, digest = make_backup_folder(file), list_backups(file), digest_of(data)
    place = f"{there[0].number + 1 if there else 1:04}" + (f" before round {before_round}" if before_round else "")
    kept = folder / f"{file.stem} {datetime.now().strftime(_STAMP)[:-3]} {place} {digest[:8]}{file.suffix}"
    write_whole(kept, data, like=file)  # nobody reads an earlier version who must not read this one
    if there and there[0].path.stem.endswith(digest[:8]):
        there[0].path.unlink()
    versions = list_backups(file)
    staying = {*versions[:BACKUPS_KEPT], *{each.before_round: each for each in reversed(versions)}.values()}
    for old in set(versions) - staying:
        with contextlib.suppress(OSError):
            old.path.unlink()


def word_written(file: Path) -> str:
    """Return that a file was written, and where the versions before it are."""
    folder = backup_folder(follow_links(file))
    return f"Wrote {file}" + (f"; earlier versions are in the folder {folder.name}" if folder.exists() else "")
