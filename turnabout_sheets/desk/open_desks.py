"""Knows which desks are open on this computer: one a workbook (instance lock), and where their pages are.

The address has the token, and is in the user's cache folder while the desk is open, in a file that only the user can
read.
"""

from __future__ import annotations

import contextlib
from hashlib import sha256
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from turnabout_sheets.core.backups import backup_folder, make_backup_folder
from turnabout_sheets.core.cache import open_cache
from turnabout_sheets.core.safe_files import LockedError, Signature, follow_links, read_file, take_lock, take_signature
from turnabout_sheets.desk.local_server import write_private

if TYPE_CHECKING:
    from filelock import BaseFileLock


class InstanceLock:
    """The turn at being the desk of a workbook. The lock lies with the backups, in the folder that is there now."""

    def __init__(self, file: Path) -> None:
        self._file: Final = file
        self._lock: BaseFileLock | None = None
        self._signature: Signature | None = None

    def take(self) -> bool:
        """Return whether it is this desk's turn.

        A folder that was made anew needs a new lock. Where none can be made, it is everybody's turn.
        """
        lock = backup_folder(self._file) / ".desk"
        if self._lock is not None and take_signature(lock)[0] == self._signature:
            return True
        self.give_back()
        try:
            make_backup_folder(self._file)
            self._lock = take_lock(lock, timeout=0)
        except LockedError:
            return False
        except OSError:
            return True
        self._signature, _ = take_signature(lock)
        return True

    def give_back(self) -> None:
        """Let another desk have it."""
        if self._lock is not None:
            with contextlib.suppress(OSError):
                self._lock.release()
        self._lock = None


_PATIENCE: Final = 3.0
"""Seconds that a desk may need for an answer."""


def note_address(workbook: Path, address: str) -> None:
    """Note where the page of a workbook's desk is, or, with a blank address, that there is none."""
    if file := _find_file(workbook):
        if address:
            write_private(file, address)
        else:
            with contextlib.suppress(OSError):
                file.unlink(missing_ok=True)


def find_open_desk(workbook: Path) -> str:
    """Return the address of the page of a workbook's desk; blank where none is open."""
    file = _find_file(workbook)
    try:
        address = read_file(file).decode() if file is not None else ""
        there = urlsplit(address)
        connection = HTTPConnection(there.netloc, timeout=_PATIENCE)
        connection.request("GET", f"/?{there.query}")
        # A desk that was killed has left its file behind, and its port to any program, which knows no token.
        cookie = connection.getresponse().getheader("Set-Cookie", "")
        connection.close()
    except (OSError, HTTPException, ValueError):
        return ""
    return address if cookie.startswith("turnabout-") else ""


def _find_file(workbook: Path) -> Path | None:
    folder = open_cache("desks")
    name = sha256(str(follow_links(workbook)).encode(errors="surrogateescape")).hexdigest()
    return None if folder is None else folder / name[:32]
