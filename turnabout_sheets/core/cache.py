"""What is kept from one run to the next to save time: in the user's cache folder, and harmless if it is gone.

Programs are among it (templates, compiled), and the addresses of desks: so nobody else may read or write there.
"""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path


def open_cache(*names: str) -> Path | None:
    """Return a folder in the cache folder of the user, made if it is not there; None where there can be none.

    Nor is there one where another user could put something into it, or something else in its place.
    """
    from platformdirs import user_cache_path

    try:
        folder = user_cache_path("turnabout", appauthor=False)
        folder.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        is_ours = _is_safe(folder.parent)
        for name in ("", *names):
            folder = folder / name
            folder.mkdir(exist_ok=True, mode=0o700)
            is_ours = is_ours and _close(folder)
    except (OSError, RuntimeError):  # no home, or one that may not be written into
        return None
    return folder if is_ours else None


if sys.platform == "win32":

    def _is_safe(folder: Path) -> bool:
        """Return whether nobody else can put another folder in its place: the folder of a user is their own there."""
        return True

    _close = _is_safe

else:

    def _is_safe(folder: Path) -> bool:
        """Return whether nobody else can put another folder in its place, on any level, nor where links lead."""
        levels = {each for path in (folder.absolute(), folder.resolve()) for each in (path, *path.parents)}
        return all(_is_closed(each.stat()) for each in levels)

    def _is_closed(found: os.stat_result) -> bool:
        """Return whether only its owner can rename what is in a folder of the user's or the system's."""
        is_writable = found.st_mode & (stat.S_IWGRP | stat.S_IWOTH) and not found.st_mode & stat.S_ISVTX
        return found.st_uid in (os.getuid(), 0) and not is_writable

    def _close(folder: Path) -> bool:
        """Close a folder of the user's own to all others; return whether it is one."""
        found = folder.lstat()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid():
            return False
        if stat.S_IMODE(found.st_mode) != stat.S_IRWXU:
            folder.chmod(stat.S_IRWXU)  # an earlier version made it
        return True
