"""Knows where the pages of desks are that are open on this computer, so that nobody has to start a second one.

The address is as good as a key, and stands in the user's cache folder, where nobody else reads. What stands there is
only believed when a desk answers: one that was killed has left its address behind.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from hashlib import sha256
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Final

from turnabout_sheets.core.atomic_write import move_into_place, temporary
from turnabout_sheets.core.cache import forget_oldest, open_cache
from turnabout_sheets.core.ordinary_files import follow_links, read_file
from turnabout_sheets.desk.loopback import HOST

MOST_REMEMBERED: Final = 50

_PATIENCE: Final = 3.0
"""Seconds that a desk may need for an answer."""

_ADDRESS: Final = re.compile(rf"http://{re.escape(HOST)}:(?P<port>[0-9]{{1,5}})(?P<path>/[A-Za-z0-9_-]+/)")
_ANSWER: Final = b'<div id="live"'


@contextlib.contextmanager
def announce_desk(workbook: Path, address: str) -> Iterator[None]:
    """Let it be known where the page of a workbook's desk is, as long as the context lasts, if that can be kept."""
    file = _find_file(workbook)
    if file is not None:
        with contextlib.suppress(OSError):
            with temporary(file, address.encode(), durable=False) as written:
                move_into_place(written, file)
            forget_oldest(file.parent, MOST_REMEMBERED)
    try:
        yield
    finally:
        if file is not None and _read(file) == address:
            with contextlib.suppress(OSError):
                file.unlink(missing_ok=True)


def find_open_desk(workbook: Path) -> str:
    """Return the address of the page of a workbook's desk; blank where none is open that is known."""
    file = _find_file(workbook)
    address = _read(file) if file is not None else ""
    found = _ADDRESS.fullmatch(address)
    return address if found and _is_answered(int(found["port"]), found["path"]) else ""


def _is_answered(port: int, path: str) -> bool:
    connection = HTTPConnection(HOST, port, timeout=_PATIENCE)
    try:
        connection.request("GET", f"{path}live")
        answer = connection.getresponse()
        return answer.status == 200 and _ANSWER in answer.read(len(_ANSWER) + 100)
    except (OSError, HTTPException, OverflowError):
        return False
    finally:
        connection.close()


def _read(file: Path) -> str:
    try:
        return read_file(file).decode()
    except (OSError, UnicodeError):
        return ""


def _find_file(workbook: Path) -> Path | None:
    folder = open_cache("desks")
    name = sha256(str(follow_links(workbook)).encode(errors="surrogateescape")).hexdigest()
    return None if folder is None else folder / name[:32]
