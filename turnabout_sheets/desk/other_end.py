"""Who is at the other end of a connection on this computer, where the system says so: Linux does."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

_TABLES: Final = (Path("/proc/net/tcp"), Path("/proc/net/tcp6"))
"""All connections, one a line: the second column is the one end, the third the other, the eighth whose the one is."""

_ROOT: Final = 0
"""May do everything in any case; also passes on what a browser asks for that runs outside of a Linux in Windows."""


def is_of_another_user(connection: socket.socket) -> bool:
    """Say whether another user of the computer has made a connection; not where that cannot be known."""
    if sys.platform != "linux":  # under Wine the tables are there, and users are not
        return False
    here, there = connection.getsockname()[1], connection.getpeername()[1]
    owners = set(_list_owners(there, here))
    return bool(owners) and owners.isdisjoint((os.getuid(), _ROOT))


def _list_owners(port: int, to: int) -> Iterator[int]:
    ends = f":{port:04X}", f":{to:04X}"
    for table in _TABLES:
        try:
            lines = table.read_text("ascii").splitlines()[1:]
        except OSError:
            continue
        for line in lines:
            _, one, other, _, _, _, _, owner, *_ = line.split()
            if one.endswith(ends[0]) and other.endswith(ends[1]):
                yield int(owner)
