"""What is said of files that the program has written, or could not write."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Final

from turnabout_sheets.core import safe_files
from turnabout_sheets.core.backups import backup_folder
from turnabout_sheets.core.problems import Message, say_system

_HELD: Final = Message("{file} cannot be replaced, because a program has it open. Close it there, and try again.")
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


def say_unwritten(path: Path, error: OSError) -> Message:
    """Return why a file or folder was not written, and what to do."""
    file = Path(str(error.filename or path))
    is_missing = isinstance(error, FileNotFoundError)
    number = errno.ENAMETOOLONG if is_missing and safe_files.has_long_path(file) else error.errno or 0
    said = _HELD if isinstance(error, safe_files.HeldError) else _UNWRITTEN.get(number)
    if said is None or (number == errno.ENOENT and file.parent.is_dir()):
        return say_system(error, path.name or str(path))
    folder = file.absolute().parent
    is_elsewhere = said is _NOT_ALLOWED and folder != path.absolute().parent  # in that of earlier versions, most likely
    return said.fill(file=folder.name if is_elsewhere else path.name or path, folder=folder.name or folder)


def word_written(file: Path) -> str:
    """Return that a file was written, and where the versions before it are."""
    folder = backup_folder(safe_files.follow_links(file))
    return f"Wrote {file}" + (f"; earlier versions are in the folder {folder.name}" if folder.exists() else "")
