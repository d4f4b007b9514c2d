"""What can go wrong with an archive, each in one sentence for the organizer."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator, Mapping
from typing import Final

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from turnabout_sheets.core.command_line import ExitCode, name_program
from turnabout_sheets.core.outputs import FULL
from turnabout_sheets.core.problems import Message, SaidError


class ArchiveError(SaidError):
    """The archive cannot do what is asked; the text is for the organizer."""


class NoArchiveError(ArchiveError):
    """There is no archive at ``place``, as messages call it; the text says to who wants to fill one how to begin."""

    def __init__(self, place: str) -> None:
        super().__init__(
            f"There is no archive {place} yet; add a finished event with {name_program()} archive add, or name the "
            "archive with --archive."
        )
        self.place = place


class NotThereError(ArchiveError):
    """What is asked for is not in the archive, or cannot be done with what is; the text is for the organizer."""

    code = ExitCode.USAGE


UNUSABLE = Message("The archive cannot be used. Check its folder, and whether it may be written there.")
"""How pages say of an archive that it cannot be used, for whatever reason."""

BUSY = Message("{file} is in use by another program. Wait a moment, and try again.")
READ_ONLY = Message("{file} is write-protected. Allow writing in its properties, or work on a copy.")
DAMAGED = Message("{file} is damaged, or is no archive of the program. Bring back the last copy of it.")
NOT_MADE = "a change that was under way was not made"
BRING_BACK = "bring back your last copy of it, or name another with --archive."
LONG_PATH = "has too long a path for Windows; name one in a folder near the top with --archive."
UNREACHABLE = "cannot be opened; check the name, and whether the folder is there and may be written to."
_NO_SERVER: Final = "cannot be reached; check the address, and whether the server runs."

_REASONS: Final[Mapping[int | str, Message | str]] = {
    sqlite3.SQLITE_BUSY: BUSY,
    sqlite3.SQLITE_LOCKED: BUSY,
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_PERM: READ_ONLY,
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: DAMAGED,
    sqlite3.SQLITE_CANTOPEN: UNREACHABLE,
    sqlite3.SQLITE_IOERR: f"could not be read or written; {NOT_MADE}. Is the disk full, or the drive gone?",
    "08": _NO_SERVER,
    "25006": "may only be read; ask the one who keeps the database for the right to write.",
    "28": "does not let you in; check the user and the password.",
    "3D": "does not exist on its server; create the database first, or correct the address.",
    "42P07": "holds tables of something else; give the archive a database of its own.",
    "53100": FULL,
    "53": "has no room or no connection left; try again later, or ask the one who keeps the database.",
    "55P03": BUSY,
    "57": f"is shutting down or was interrupted; {NOT_MADE}. Try again.",
}
"""By SQLite's primary result code, or the beginning of PostgreSQL's SQLSTATE."""


@contextlib.contextmanager
def explain_errors(place: str) -> Iterator[None]:
    """Make an `ArchiveError` that names the archive ``place`` of whatever the database complains of."""
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error, UnicodeDecodeError) as error:
        reason = _find_reason(error.orig if isinstance(error, DBAPIError) and error.orig else error)
        told = reason.fill(file=place) if isinstance(reason, Message) else f"The archive {place} {reason}"
        raise ArchiveError(told) from error


def _find_reason(error: BaseException) -> Message | str:
    told, state = _first_line(error), getattr(error, "sqlstate", None)
    # SQLite's driver gives no code where it stumbles over damaged text, be it in its own message.
    if isinstance(error, sqlite3.Error | UnicodeDecodeError):
        known = _REASONS.get(getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF)
    elif state == "42501":  # docs/postgresql-rights.sql
        return f"does not give you the right: {told}; ask the one who keeps the database for it."
    elif state:
        known = _REASONS.get(state) or _REASONS.get(state[:2])
    elif isinstance(error, SQLAlchemyError):
        return f"cannot be used: {told}."
    elif "FATAL:" in str(error):  # there is no connection, so there is no state
        why = _first_line(str(error).partition("FATAL:")[2])
        return f"cannot be opened; its server says: {why}. Check the address, the user and the password."
    else:
        return _NO_SERVER
    return known or f"reports: {told}. {NOT_MADE.capitalize()}."


def _first_line(error: object) -> str:
    return str(error).strip().splitlines()[0].rstrip(".")
