"""What can go wrong with an archive, each in one sentence for the organizer."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator, Mapping

from sqlalchemy.exc import DBAPIError, SQLAlchemyError


class ArchiveError(Exception):
    """The archive cannot do what is asked; the text is for the organizer."""


class NotThereError(ArchiveError):
    """What is asked for is not in the archive, or cannot be done with what is; the text is for the organizer."""


BUSY = "is in use by another program; wait a moment and try again."
FULL = "could not be written, because the disk is full; nothing was changed. Make room and try again."
READ_ONLY = "is write-protected; allow writing in its properties, or copy it to where you may write."
DAMAGED = "is damaged, or is no archive of turnabout; bring back your last copy of it, or name another with --archive."
UNREACHABLE = "cannot be opened; check the name, and whether the folder is there and may be written to."

SQLITE: Mapping[int, str] = {
    sqlite3.SQLITE_BUSY: BUSY,
    sqlite3.SQLITE_LOCKED: BUSY,
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_PERM: READ_ONLY,
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: DAMAGED,
    sqlite3.SQLITE_CANTOPEN: UNREACHABLE,
    sqlite3.SQLITE_IOERR: "could not be read or written; nothing was changed. Is the disk full, or the drive gone?",
}
"""By SQLite's primary result code."""

POSTGRESQL: Mapping[str, str] = {
    "08": "cannot be reached; check the address, and whether the server runs.",
    "25006": "may only be read; ask the one who keeps the database for the right to write.",
    "28": "does not let you in; check the user and the password.",
    "3D": "does not exist on its server; create the database first, or correct the address.",
    "42501": "does not allow this to you; ask the one who keeps the database.",
    "42P07": "holds tables of something else; give the archive a database of its own.",
    "53100": FULL,
    "53": "has no room or no connection left; try again later, or ask the one who keeps the database.",
    "55P03": BUSY,
    "57": "is shutting down or was interrupted; nothing was changed. Try again.",
}
"""By the beginning of the SQLSTATE, the longest that fits."""


@contextlib.contextmanager
def explained(place: str) -> Iterator[None]:
    """Make an `ArchiveError` that names the archive ``place`` of whatever the database complains of."""
    try:
        yield
    except DBAPIError as error:
        raise ArchiveError(f"The archive {place} {_reason(error.orig)}") from error
    except sqlite3.Error as error:
        raise ArchiveError(f"The archive {place} {_reason(error)}") from error
    except SQLAlchemyError as error:
        raise ArchiveError(f"The archive {place} cannot be used: {_first_line(error)}.") from error


def _reason(error: BaseException | None) -> str:
    if isinstance(error, sqlite3.Error):
        known = SQLITE.get(getattr(error, "sqlite_errorcode", -1) & 0xFF)
    else:
        state = getattr(error, "sqlstate", None) or "08"  # whoever is not reached has no state
        known = next((POSTGRESQL[state[:n]] for n in (5, 2) if state[:n] in POSTGRESQL), None)
    return known or f"reports: {_first_line(error)}. Nothing was changed."


def _first_line(error: object) -> str:
    return str(error).strip().splitlines()[0].rstrip(".")
