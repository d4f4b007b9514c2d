"""What can go wrong with an archive, each in one sentence for the organizer."""

from __future__ import annotations

import contextlib
import re
import sqlite3
from collections.abc import Iterator, Mapping

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from turnabout_sheets.archive.schema import METADATA
from turnabout_sheets.core.command_line import name_program
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


UNUSABLE = Message("The archive cannot be used. Check its folder, and whether it may be written there.")
"""How pages say of an archive that it cannot be used, for whatever reason."""

BUSY = Message("{file} is in use by another program. Wait a moment, and try again.")
READ_ONLY = Message("{file} is write-protected. Allow writing in its properties, or work on a copy.")
DAMAGED = Message("{file} is damaged, or is no archive of the program. Bring back the last copy of it.")
NOT_MADE = "a change that was under way was not made"
BRING_BACK = "bring back your last copy of it, or name another with --archive."
LONG_PATH = "has too long a path for Windows; name one in a folder near the top with --archive."
UNREACHABLE = "cannot be opened; check the name, and whether the folder is there and may be written to."

SQLITE: Mapping[int, Message | str] = {
    sqlite3.SQLITE_BUSY: BUSY,
    sqlite3.SQLITE_LOCKED: BUSY,
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_PERM: READ_ONLY,
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: DAMAGED,
    sqlite3.SQLITE_CANTOPEN: UNREACHABLE,
    sqlite3.SQLITE_IOERR: f"could not be read or written; {NOT_MADE}. Is the disk full, or the drive gone?",
}
"""By SQLite's primary result code."""

POSTGRESQL: Mapping[str, Message | str] = {
    "08": "cannot be reached; check the address, and whether the server runs.",
    "25006": "may only be read; ask the one who keeps the database for the right to write.",
    "28": "does not let you in; check the user and the password.",
    "3D": "does not exist on its server; create the database first, or correct the address.",
    "42P07": "holds tables of something else; give the archive a database of its own.",
    "53100": FULL,
    "53": "has no room or no connection left; try again later, or ask the one who keeps the database.",
    "55P03": BUSY,
    "57": f"is shutting down or was interrupted; {NOT_MADE}. Try again.",
}
"""By the beginning of the SQLSTATE, the longest that fits."""

NOT_ALLOWED = "42501"
"""The SQLSTATE of what the user has no right to (docs/postgresql-rights.sql)."""


@contextlib.contextmanager
def explain_errors(place: str) -> Iterator[None]:
    """Make an `ArchiveError` that names the archive ``place`` of whatever the database complains of."""
    try:
        yield
    except DBAPIError as error:
        raise _tell(place, _reason(error.orig, error.statement)) from error
    except sqlite3.Error as error:
        raise _tell(place, _reason(error)) from error
    except SQLAlchemyError as error:
        raise ArchiveError(f"The archive {place} cannot be used: {_first_line(error)}.") from error
    except UnicodeDecodeError as error:  # SQLite's driver stumbles over its own message where that quotes damaged text
        raise _tell(place, DAMAGED) from error


def _tell(place: str, reason: Message | str) -> ArchiveError:
    return ArchiveError(reason.fill(file=place) if isinstance(reason, Message) else f"The archive {place} {reason}")


def _reason(error: BaseException | None, statement: str | None = None) -> Message | str:
    known: Message | str | None
    if isinstance(error, sqlite3.Error):
        # Text that cannot be read has no code: it is the driver that stumbles over it.
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
        known = SQLITE.get(code & 0xFF)
    elif (state := getattr(error, "sqlstate", None)) == NOT_ALLOWED:
        known = _tell_right(str(error), statement or "")
    elif state:
        known = next((POSTGRESQL[state[:n]] for n in (5, 2) if state[:n] in POSTGRESQL), None)
    else:
        known = _not_let_in(str(error))
    return known or f"reports: {_first_line(error)}. {NOT_MADE.capitalize()}."


def _tell_right(told: str, statement: str) -> str:
    """Return which right is lacking, and to which table; what the server says names it, in whatever language."""
    tables = [table for table in METADATA.tables if re.search(rf"\b{table}\b", _first_line(told))]
    on = f"on its table {tables[0]}" if tables else "in its database"
    right = statement.split(maxsplit=1)[0]
    return f"does not give you the right {right} {on}; ask the one who keeps the database for it."


def _not_let_in(told: str) -> Message | str:
    """Return why no connection came about: what the server says, if it is reached; that has no state."""
    _, fatal, why = told.partition("FATAL:")
    if not fatal and ("SSL" in told or "certificate" in told):
        cause = _first_line(told).rpartition("failed: ")[2]
        return (
            f"can be reached, but not safely: {cause}. Ask the one who keeps the server for TLS, or correct sslmode in "
            "the address."
        )
    if not fatal:
        return POSTGRESQL["08"]
    return f"cannot be opened; its server says: {_first_line(why)}. Check the address, the user and the password."


def _first_line(error: object) -> str:
    return str(error).strip().splitlines()[0].rstrip(".")
