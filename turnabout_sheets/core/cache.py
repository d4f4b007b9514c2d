"""What is kept from one run to the next to save time: in the user's cache folder, and harmless if it is gone.

Programs are among it (templates, compiled), and the addresses of desks: so nobody else may read or write there.
"""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path


def open_cache(*names: str) -> Path | None:
    """Return a folder in the cache folder of the user, made if it is not there, and closed to all others.

    There is none where one cannot be made, or another user has made it.
    """
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
