"""Taking turns at a file with other runs, where the file system knows how."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from filelock import BaseFileLock

_NO_LOCKS: Final = (errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS)


class NotYourTurnError(Exception):
    """Another run holds the lock. No `OSError`: such may come of a network that answers too late, too."""


def take_turn(lock: Path, timeout: float = -1) -> BaseFileLock:
    """Take a lock, a file that is made for it, and return what releases it; network folders without locks have none.

    Raises `NotYourTurnError` where another one holds it for so many seconds, and `OSError`.
    """
    from filelock import Timeout  # slow to load, and what only reads takes no turn

    taken = make_lock(lock, timeout)
    try:
        taken.acquire()
    except Timeout as error:
        raise NotYourTurnError from error
    except NotImplementedError:
        pass
    except OSError as error:
        if error.errno not in _NO_LOCKS:
            raise
    return taken


def make_lock(lock: Path, timeout: float) -> BaseFileLock:
    """Return a lock that the system frees when its holder is killed, and none else: a file alone would stay."""
    from filelock import FileLock  # slow to load

    return FileLock(lock, timeout=timeout, fallback_to_soft=False)
