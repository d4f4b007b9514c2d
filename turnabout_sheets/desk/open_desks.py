"""Knows which desks are open on this computer: one a workbook (instance lock), and where the pages of all are.

The address is as good as a key, and stands in the user's cache folder, where nobody else reads. It lasts for a day: a
desk that is started again has the same one. Whoever answers there is only believed with a proof, and asked for nothing
before: a desk that was killed has left its address behind, and its port to anybody.
"""

from __future__ import annotations

import contextlib
import hmac
import secrets
import time
from hashlib import sha256
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from turnabout_sheets.core.atomic_write import move_into_place, temporary
from turnabout_sheets.core.backups import make_backup_folder
from turnabout_sheets.core.cache import forget_oldest, open_cache
from turnabout_sheets.core.ordinary_files import follow_links, read_file
from turnabout_sheets.core.shared_files import LockedError, Signature, take_lock
from turnabout_sheets.desk.local_server import ADDRESS, prove

if TYPE_CHECKING:
    from filelock import BaseFileLock


class InstanceLock:
    """The turn at being the desk of a workbook. The lock lies with the backups, in the folder that is there now."""

    def __init__(self, file: Path) -> None:
        self._file: Final = file
        self._lock: BaseFileLock | None = None
        self._folder: Signature | None = None

    def take(self, folder: Signature | None) -> bool:
        """Say whether it is this desk's turn; ``folder`` is the signature of the workbook's.

        A folder that was made anew needs a new lock. Where none can be made, it is everybody's turn.
        """
        if self._lock is not None and folder == self._folder:
            return True
        self.give_back()
        try:
            self._lock = take_lock(make_backup_folder(self._file) / ".desk", timeout=0)
        except LockedError:
            return False
        except OSError:
            return True
        self._folder = folder
        return True

    def give_back(self) -> None:
        """Let another desk have it."""
        if self._lock is not None:
            with contextlib.suppress(OSError):
                self._lock.release()
        self._lock = None


MOST_REMEMBERED: Final = 50

_PATIENCE: Final = 3.0
"""Seconds that a desk may need for an answer."""

_LASTS: Final = 24 * 3600
"""Seconds in which a desk that is started again has the address of before."""

_MOST_BYTES: Final = 1_000


class OpenDesk(NamedTuple):
    """Where the page of a desk is, and a ticket to it, which a browser may be started with."""

    address: str
    ticket: str


def keep_address(workbook: Path, address: str) -> None:
    """Let it be known for a day where the page of a workbook's desk is, if that can be kept."""
    file = _find_file(workbook)
    if file is None or recall_address(workbook) == address:
        return
    with contextlib.suppress(OSError):
        with temporary(file, address.encode(), durable=False) as written:
            written.chmod(0o600)
            move_into_place(written, file)
        forget_oldest(file.parent, MOST_REMEMBERED)


def recall_address(workbook: Path) -> str:
    """Return where the page of a workbook's desk was last today; blank where that is not known."""
    file = _find_file(workbook)
    try:
        is_of_today = file is not None and 0 <= time.time() - file.stat().st_mtime < _LASTS
        return read_file(file, _MOST_BYTES).decode() if file is not None and is_of_today else ""
    except (OSError, UnicodeError):
        return ""


def find_open_desk(workbook: Path) -> OpenDesk | None:
    """Return where the page of a workbook's desk is; None where none is open that is known."""
    address = recall_address(workbook)
    there = ADDRESS.fullmatch(address)
    if there is None:
        return None
    name, token, challenge = there["name"], there["token"], secrets.token_urlsafe()
    if not hmac.compare_digest(_ask(name, f"/proof/{challenge}"), prove(token, name, challenge)):
        return None
    ticket = _ask(name, f"/{token}/ticket").decode("ascii", "replace")
    return OpenDesk(address, ticket) if ticket else None


def _ask(name: str, path: str) -> bytes:
    """Return what is answered; nothing where that is not what was asked for."""
    connection = HTTPConnection(name, timeout=_PATIENCE)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.read(_MOST_BYTES) if answer.status == 200 else b""
    except (OSError, HTTPException, OverflowError):
        return b""
    finally:
        connection.close()


def _find_file(workbook: Path) -> Path | None:
    folder = open_cache("desks")
    name = sha256(str(follow_links(workbook)).encode(errors="surrogateescape")).hexdigest()
    return None if folder is None else folder / name[:32]
