"""Nothing is overwritten unasked: files that the program makes take the place only of what it wrote itself.

Such a file is known by its bytes: the digests of what was written last lie in its folder of backups. So a file that
somebody has changed or replaced since is theirs, and stays. Pages carry a mark instead (`prints.publish`).
"""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Final

from turnabout_sheets.core import safe_files
from turnabout_sheets.core.backups import BackupsError, back_up, backup_folder, open_backup_folder
from turnabout_sheets.core.digests import digest_of
from turnabout_sheets.core.problems import Message, SaidError, say_system

WRITTEN: Final = ".written"
"""In the folder of a file's backups: the digests of what this program wrote to it and of what that replaced, because a
run that is killed leaves one or the other."""

_HELD: Final = Message("{file} cannot be replaced, because a program has it open. Close it there, and try again.")
_BACKUPS: Final = Message(
    "{file} was not written, because the folder {folder} for its earlier versions cannot be used. Allow writing to it; "
    "if another file has that name, rename it."
)
_NOT_ALLOWED: Final = Message(
    "{file} was not written, because writing there is not allowed. Allow it in the properties of the folder and of the "
    "file, or choose another folder."
)
FULL: Final = Message("{file} was not written, because the disk is full. Make room, and try again.")
NO_FOLDER: Final = Message(
    "{file} was not written, because a file is where the folder {folder} should be, or one above it. Rename that file."
)
_UNWRITTEN: Final = {
    errno.ENOSPC: FULL,
    errno.EDQUOT: FULL,
    errno.EACCES: _NOT_ALLOWED,
    errno.EPERM: _NOT_ALLOWED,
    errno.EROFS: _NOT_ALLOWED,
    errno.ENOTDIR: NO_FOLDER,
    errno.EEXIST: Message("{file} exists already. Choose another name, or delete it first."),
    errno.ENAMETOOLONG: Message(
        "{file} was not written, because its name and those of its folders are too long. Give it a shorter one, and "
        "try again."
    ),
    errno.ENOENT: Message(
        "{file} was not written, because the folder {folder} is not there. Make it, or check its name."
    ),
}
"""What is said of errors of the system."""


class NotOursError(SaidError):
    """A file is there that this program did not write; the text is for the organizer."""


def say_not_ours(file: object) -> Message:
    """Return that a file of this name is there, and is from another program or person."""
    return Message(
        "{file} is there already, and is not from the program, so it was left as it is. Rename or move it; or add "
        "--overwrite, then it is kept as an earlier version.",
        file=file,
    )


def say_unwritten(path: Path, error: OSError) -> Message:
    """Return why a file or folder was not written, and what to do."""
    name = path.name or str(path)
    number = errno.ENAMETOOLONG if safe_files.is_too_long(error) else error.errno or 0
    if isinstance(error, BackupsError) and number != errno.ENAMETOOLONG and not is_disk_full(error):
        return _BACKUPS.fill(file=name, folder=error.folder.name)
    said = _HELD if isinstance(error, safe_files.HeldError) else _UNWRITTEN.get(number)
    if said is None or (number == errno.ENOENT and path.parent.is_dir()):
        return say_system(error, name)
    return said.fill(file=name, folder=path.parent)


def is_disk_full(error: OSError) -> bool:
    """Return whether there was no room."""
    return _UNWRITTEN.get(error.errno or 0) is FULL


def place(path: Path, data: bytes, *, overwrite: bool, dry_run: bool = False) -> bool:
    """Write a file in one step, and return whether that changes a byte; with ``dry_run`` write nothing.

    What is there and not ours is kept as a backup where it is to ``overwrite``. Raises `NotOursError` or `OSError`;
    then what was there is there still.
    """
    safe_files.require_no_other(path)
    target, new = safe_files.follow_links(path), digest_of(data)
    there, written = safe_files.digest_file(target) if target.exists() else "", backup_folder(target) / WRITTEN
    if there == new:
        return False
    is_foreign = bool(there) and not (written.exists() and there.encode() in safe_files.read_file(written).split())
    if is_foreign and not overwrite:
        raise NotOursError(say_not_ours(path))
    if dry_run:
        return True

    def require_as_seen() -> None:
        if not there:
            safe_files.require_absent(target)
        elif target.exists() and safe_files.digest_file(target) != there:
            raise NotOursError(say_not_ours(target))

    safe_files.clear_leftovers(target.parent)
    if is_foreign:
        back_up(target, safe_files.read_file(target))
    with open_backup_folder(target) as folder:
        safe_files.clear_leftovers(folder)
        safe_files.write_whole(written, f"{there}\n{new}\n".encode())
    safe_files.write_whole(target, data, require=require_as_seen)
    return True
