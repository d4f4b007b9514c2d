"""Nothing is overwritten unasked: files that the program makes take the place only of what it wrote itself.

Such a file is known by its bytes: the digests of what was written last lie in its folder of backups. So a file that
somebody has changed or replaced since is theirs, and stays. Pages carry a mark instead (`prints.publish`).
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

from turnabout_sheets.core.atomic_write import (
    clear_old_leftovers,
    keep_access,
    link_into_place,
    move_into_place,
    sync_folder,
    temporary,
)
from turnabout_sheets.core.backups import back_up, backup_folder, explain_errors, make_backup_folder
from turnabout_sheets.core.digests import digest_file, digest_of
from turnabout_sheets.core.ordinary_files import follow_links, read_file, require_no_other
from turnabout_sheets.core.problems import Message, SaidError

WRITTEN: Final = ".written"
"""In the folder of a file's backups: the digests of what this program wrote to it and of what that replaced, because a
run that is killed leaves one or the other."""


class NotOursError(SaidError):
    """A file is there that this program did not write; the text is for the organizer."""


def say_not_ours(file: object) -> Message:
    """Return that a file of this name is there, and is somebody else's."""
    return Message(
        "{file} is there already, and is not from the program, so it was left as it is. Rename or move it; or add "
        "--overwrite, then it is kept as an earlier version.",
        file=file,
    )


def require_ours(path: Path, *, overwrite: bool) -> None:
    """Raise `NotOursError` where something is at ``path`` that this program did not write, but not to ``overwrite``.

    Raises `OSError` where it is no file.
    """
    require_no_other(path)
    if not overwrite and path.exists() and digest_file(path) not in _written(follow_links(path)):
        raise NotOursError(say_not_ours(path))


def place(path: Path, data: bytes, *, overwrite: bool, dry_run: bool = False) -> bool:
    """Write a file in one step, and return whether that changes a byte; with ``dry_run`` write nothing.

    What is there and not ours is kept as a backup where it is to ``overwrite``. Raises `NotOursError` or `OSError`;
    then what was there is there still.
    """
    require_no_other(path)
    if not dry_run:
        clear_old_leftovers(follow_links(path).parent)
    there, new = digest_file(path) if path.exists() else None, digest_of(data)
    if there == new:
        return False
    require_ours(path, overwrite=overwrite)
    if dry_run:
        return True
    path = follow_links(path)
    with temporary(path, data) as written:
        if there is not None and there not in _written(path):
            kept = read_file(path)
            back_up(path, kept, digest_of(kept))
        _remember(path, [new] if there is None else [there, new])
        if there is None:
            link_into_place(written, path)
        else:
            keep_access(path, written)
            move_into_place(written, path, partial(_require_still, path, there))
    sync_folder(path.parent)
    return True


def _require_still(path: Path, there: str) -> None:
    """Raise `NotOursError` where a file is not what was there when it was looked at: somebody has saved it since."""
    if path.exists() and digest_file(path) != there:
        raise NotOursError(say_not_ours(path))


def _written(path: Path) -> list[str]:
    with contextlib.suppress(FileNotFoundError, NotADirectoryError):
        return read_file(backup_folder(path) / WRITTEN).decode("utf-8", "replace").split()
    return []


def _remember(path: Path, versions: Sequence[str]) -> None:
    with explain_errors(path):
        target = make_backup_folder(path) / WRITTEN
        clear_old_leftovers(target.parent)
        with temporary(target, "".join(f"{digest}\n" for digest in versions).encode()) as written:
            move_into_place(written, target)
