"""What is kept from one run to the next, such as compiled templates and addresses of desks: harmless if it is gone."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path


def open_cache(*names: str) -> Path | None:
    """Return a folder in the user's cache folder, made and closed to all others; None where that cannot be."""
    from platformdirs import user_cache_path

    try:
        folder = user_cache_path("turnabout", appauthor=False)
        folder.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        for name in ("", *names):
            folder = folder / name
            folder.mkdir(exist_ok=True, mode=0o700)
            if sys.platform != "win32":  # there the folder of a user is their own
                found = folder.lstat()
                if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid():
                    return None
                folder.chmod(0o700)
    except (OSError, RuntimeError):  # no home, or one that may not be written into
        return None
    return folder
