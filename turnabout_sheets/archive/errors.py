"""What can go wrong with an archive, each in one sentence for the organizer."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator, Mapping
from typing import Final

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.core.problems import FULL, Message, SaidError


class ArchiveError(SaidError):
    """The archive cannot do what is asked; the text is for the organizer."""


class NotThereError(ArchiveError):
    """What is asked for is not in the archive, or cannot be done with what is; the text is for the organizer."""

    code = ExitCode.USAGE


UNUSABLE = Message("The archive cannot be used. Check its folder, and whether it may be written there.")
"""How pages say of an archive that it cannot be used, for whatever reason."""

BUSY = Message("{file} is in use by another program. Wait a moment, and try again.")
DAMAGED = Message("{file} is damaged, or is no archive of the program. Bring back the last copy of it.")
NOT_MADE = "a change that was under way was not made"
BRING_BACK = "bring back your last copy of it, or name another with --archive."
LONG_PATH = "has too long a path for Windows; name one in a folder near the top with --archive."
UNREACHABLE = "cannot be opened; check the name, and whether the folder is there and may be written to."

_REASONS: Final[Mapping[int | str | None, Message | str]] = {
    sqlite3.SQLITE_BUSY: BUSY,
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_READONLY: Message("{file} is write-protected. Allow writing in its properties, or work on a copy."),
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: DAMAGED,
    sqlite3.SQLITE_CANTOPEN: UNREACHABLE,
    sqlite3.SQLITE_IOERR: f"could not be read or written; {NOT_MADE}. Is the disk full, or the drive gone?",
    "53100": FULL,
    "55P03": BUSY,
    "42501": "does not give you the right: {told}; ask the one who keeps the database for it.",
    None: "cannot be opened: {told}. Check the address, the user, the password, and whether the server runs.",
}
"""By SQLite's primary result code, or PostgreSQL's SQLSTATE, None where there was no connection."""


@contextlib.contextmanager
def explain_errors(place: str) -> Iterator[None]:
    """Make an `ArchiveError` that names the archive ``place`` of whatever the database complains of."""
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error, UnicodeDecodeError) as error:
        cause: BaseException = error.orig if isinstance(error, DBAPIError) and error.orig else error
        # SQLite's driver gives no code where it stumbles over damaged text, be it in its own message.
        if isinstance(cause, sqlite3.Error | UnicodeDecodeError):
            code = getattr(cause, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
        else:
            code = "" if isinstance(cause, SQLAlchemyError) else getattr(cause, "sqlstate", None)
        text = "there is no answer" if code is None and "FATAL:" not in str(cause) else str(cause)
        told = text.rpartition("FATAL:")[2].strip().partition("\n")[0].rstrip(".")
        reason = _REASONS.get(code, f"reports: {{told}}. {NOT_MADE.capitalize()}.")
        why = reason.fill(file=place) if isinstance(reason, Message) else reason.format(told=told)
        raise ArchiveError(why if isinstance(reason, Message) else f"The archive {place} {why}") from error
