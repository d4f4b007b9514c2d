"""Files of SQLite that are saved without waiting until they are on the disk, for which a test would wait longest."""

from __future__ import annotations

import contextlib
import sqlite3
from typing import Any, Final

_connect: Final = sqlite3.connect


def connect(*where: Any, **how: Any) -> sqlite3.Connection:
    """Return a connection that does not wait for the disk, unless somebody has the file, or it is none of SQLite."""
    connection = _connect(*where, **how)
    (patience,) = connection.execute("PRAGMA busy_timeout").fetchone()
    connection.execute("PRAGMA busy_timeout = 0")
    with contextlib.suppress(sqlite3.Error):
        connection.execute("PRAGMA synchronous = OFF")
    connection.execute(f"PRAGMA busy_timeout = {patience}")
    return connection
