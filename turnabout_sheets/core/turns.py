"""Taking turns at a file with other runs, where the file system knows how."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from filelock import BaseFileLock

_NO_LOCKS: Final = (errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS)


def take_turn(lock: Path, timeout: float = -1) -> BaseFileLock:
    """Take a lock, a file that is made for it, and return what releases it; network folders without locks have none.

    Raises `TimeoutError` where another one holds it for so many seconds, and `OSError`.
    """
    taken = make_lock(lock, timeout)
    try:
        taken.acquire()
    except NotImplementedError:
        pass
    except OSError as error:
        if error.errno not in _NO_LOCKS:
            raise
    return taken


def make_lock(lock: Path, timeout: float) -> BaseFileLock:
    """Return a lock that the system frees when its holder is killed, and none else: a file alone would stay."""
    from filelock import FileLock  # slow to load, and what only reads takes no turn

    return FileLock(lock, timeout=timeout, fallback_to_soft=False)
