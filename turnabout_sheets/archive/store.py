"""Where the archive lies, and how it is opened: a file of SQLite, or a database of PostgreSQL that many share.

Whoever writes waits for the turn, so that the numbers that are counted up stay without gaps, and what is read before
writing still holds when it is written. A transaction is carried out whole or not at all, whatever happens. All that
differs between the two databases is here.
"""

from __future__ import annotations

import contextlib
import os
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path, PurePath
from typing import Final

from sqlalchemy import Connection, Engine, Table, create_engine, insert, inspect, select, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import NullPool

from turnabout_sheets.archive.errors import (
    DAMAGED,
    LONG_PATH,
    UNREACHABLE,
    ArchiveError,
    explain_errors,
)
from turnabout_sheets.archive.schema import INFO, METADATA, VERSION
from turnabout_sheets.core.command_line import name_program
from turnabout_sheets.core.problems import Message
from turnabout_sheets.core.safe_files import OddFileError, follow_links, has_long_path, require_no_other

DEFAULT_NAME: Final = "turnabout-archive.sqlite"
"""What the archive is called where no other is named."""

TURN: Final = 20
"""Seconds to wait for another one who is writing."""

NO_ADDRESS: Final = "is no address of an archive; expected a file, or postgresql://user:password@server/database."

ONE_WRITER: Final = 0x7475726E
"""The lock of PostgreSQL that whoever writes takes ("turn")."""


@dataclass(slots=True)
class Archive:
    """An archive of this version. ``place`` is how messages call it; ``connect`` knows it.

    One that is not ``there`` yet is empty, and is made with what is first written. With ``trial``, everything is done
    on that connection, of which nothing stays.
    """

    place: str
    connect: Callable[[], Connection]
    there: bool = True
    trial: Connection | None = None

    @contextlib.contextmanager
    def reading(self) -> Iterator[Connection]:
        """Give a connection that sees one state of the archive all the time. Raises `ArchiveError`."""
        if self.trial is not None:
            yield self.trial
            return
        connect = self.connect if self.there else _open_empty
        with explain_errors(self.place), connect() as connection, connection.begin():
            begin = "BEGIN" if _is_file(connection) else "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"
            connection.execute(text(begin))
            yield connection

    @contextlib.contextmanager
    def writing(self) -> Iterator[Connection]:
        """Give a connection once it is our turn; what is done with it happens whole or not at all.

        Raises `ArchiveError`; so may the caller, and then nothing happens.
        """
        if self.trial is not None:
            with explain_errors(self.place), self.trial.begin_nested():
                self.trial.info.clear()  # what was known before this turn
                yield self.trial
            return
        with explain_errors(self.place), self.connect() as connection, connection.begin():
            _take_turn(connection)
            if not (self.there or _find_tables(connection, self.place)):
                _make_tables(connection)
            yield connection
        self.there = True

    @contextlib.contextmanager
    def trying(self) -> Iterator[Archive]:
        """Give the archive for a trial: nobody else writes meanwhile, and nothing stays of what is done."""
        connect = self.connect if self.there else _open_empty
        with explain_errors(self.place), connect() as connection, connection.begin() as transaction:
            _take_turn(connection)
            yield replace(self, trial=connection)
            transaction.rollback()


def _is_file(connection: Connection) -> bool:
    return connection.dialect.name == "sqlite"


def _take_turn(connection: Connection) -> None:
    if _is_file(connection):
        connection.execute(text("BEGIN IMMEDIATE"))
    else:
        connection.execute(text(f"SET LOCAL lock_timeout = '{TURN}s'"))
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": ONE_WRITER})


def open_archive(place: str, *, create: bool = False) -> Archive:
    """Open the archive at ``place``, a file or an address of PostgreSQL.

    Raises `ArchiveError` where there is none (unless it is to be created), or none that can be used; also where there
    is no folder for it, before anything is read that would come to nothing.
    """
    archive = _postgresql(place) if "://" in place else _sqlite(Path(place))
    if archive.there:
        with archive.reading() as connection:
            archive.there = _find_tables(connection, archive.place)
    if not (archive.there or create):
        begin = f"add a finished event with {name_program()} archive add, or name the archive with --archive."
        raise ArchiveError(f"There is no archive {archive.place} yet; {begin}")
    return archive


def _open_empty() -> Connection:
    """Return an empty archive in memory."""
    connection = _open_file("file::memory:").connect()
    _make_tables(connection)
    connection.commit()
    return connection


def compact(archive: Archive) -> None:
    """Rewrite an archive in place, so that nothing is left of what was deleted in it. Raises `ArchiveError`."""
    with explain_errors(archive.place), archive.connect() as connection:
        is_file = _is_file(connection)
        connection.execution_options(isolation_level="AUTOCOMMIT")
        for table in [""] if is_file else METADATA.tables:
            # What the server knows of a column for its plans is some of its values, which any reader is shown.
            connection.execute(text("VACUUM" if is_file else f"VACUUM (FULL, ANALYZE) {table}"))


def is_whole(connection: Connection) -> bool:
    """Return whether a file is undamaged; a database of PostgreSQL looks after itself."""
    return not _is_file(connection) or connection.scalar(text("PRAGMA integrity_check")) == "ok"


@contextlib.contextmanager
def shadow(connection: Connection, tables: Iterable[Table]) -> Iterator[tuple[str, str]]:
    """Put empty tables before some of the archive's, for a while; give the schemas of those that are hidden, and these.

    They are temporary, so that they can be made where nothing may be written.
    """
    real, made = (
        ("main", "temp") if _is_file(connection) else (connection.scalar(text("SELECT current_schema()")), "pg_temp")
    )
    names = [table.name for table in tables]
    for name in names:
        connection.execute(text(f"CREATE TEMPORARY TABLE {name} AS SELECT * FROM {real}.{name} WHERE false"))
    yield real, made
    for name in names:
        connection.execute(text(f"DROP TABLE {made}.{name}"))


def name_role(connection: Connection) -> str:
    """Return who has logged in, whatever role they have taken on since; blank where nobody logs in."""
    return "" if _is_file(connection) else str(connection.scalar(text("SELECT session_user")))


def _sqlite(path: Path) -> Archive:
    shown, file = _without_passwords(str(path)), follow_links(path)
    try:
        require_no_other(path)
        there = path.exists()
    except OddFileError as error:
        raise ArchiveError(f"{shown} cannot be an archive ({error.strerror}); name a file with --archive.") from error
    except OSError:  # where we may not look, SQLite says so, too
        there = True
    if not (there or file.parent.is_dir()):
        raise ArchiveError(f"The archive {shown} {LONG_PATH if has_long_path(path) else UNREACHABLE}")
    if not file.is_absolute():  # Windows has such: what is before a colon is neither drive nor folder
        raise ArchiveError(f"{shown} {NO_ADDRESS}")
    mode = "rwc" if not there else "rw" if os.access(path, os.W_OK) else "ro"
    return Archive(shown, _open_file(f"{_address(file)}?mode={mode}").connect, there)


def _address(path: PurePath) -> str:
    """Return the address of a file as SQLite wants it: a server of Windows is part of the path, never a host."""
    place = path.as_uri().removeprefix("file://")
    return f"file://{'' if place.startswith('/') else '//'}{place}"


@cache
def _open_file(uri: str) -> Engine:
    """Return what opens a file, whenever it is opened again: what it has compiled, it knows then."""

    def connect() -> sqlite3.Connection:
        # Transactions begin where we say so: the driver would begin them only at the first change.
        connection = sqlite3.connect(uri, uri=True, timeout=TURN, isolation_level=None)
        # What is deleted is overwritten, so that nothing is left of who is forgotten.
        for setting in ("foreign_keys = ON", "trusted_schema = OFF", "secure_delete = ON", "cache_size = -65536"):
            connection.execute(f"PRAGMA {setting}")
        return connection

    return create_engine("sqlite://", creator=connect, poolclass=NullPool)


def _postgresql(place: str) -> Archive:
    shown = _without_passwords(place)
    try:
        url = make_url(place)
        if url.get_backend_name() in ("postgresql", "postgres"):
            return Archive(shown, _open_database(url).connect)
    except (ArgumentError, ValueError):
        pass
    except ModuleNotFoundError as error:
        raise ArchiveError(
            "An archive in PostgreSQL needs the package psycopg: pip install turnabout-sheets[postgresql]."
        ) from error
    raise ArchiveError(f"{shown} {NO_ADDRESS}")


@cache
def _open_database(url: URL) -> Engine:
    settings = {"connect_timeout": TURN, "application_name": "turnabout"}
    return create_engine(url.set(drivername="postgresql+psycopg"), poolclass=NullPool, connect_args=settings)


def _without_passwords(address: str) -> str:
    """Return an address as it may be shown, even if it is none: a password may stand before the server, or behind."""
    before = re.sub(r"(:/*[^:@/]*):.*@", r"\1:***@", address, count=1)
    return re.sub(r"(password=)[^&]*", r"\1***", before, flags=re.IGNORECASE)


def _find_tables(connection: Connection, place: str) -> bool:
    """Return whether an archive has its tables. Raises `ArchiveError` where they are not those of this version."""
    tables = set(inspect(connection).get_table_names())
    if not tables:
        return False
    if INFO.name not in tables:
        raise ArchiveError(f"{place} holds data of something else than turnabout; name another archive with --archive.")
    if (version := connection.scalar(select(INFO.c.version)) or 0) > VERSION:
        newer = Message("{file} was written by a newer version of the program. Install that version, and try again.")
        raise ArchiveError(newer.fill(file=place))
    if version < VERSION or not tables.issuperset(METADATA.tables):
        raise ArchiveError(DAMAGED.fill(file=place))
    return True


def _make_tables(connection: Connection) -> None:
    METADATA.create_all(connection)
    connection.execute(insert(INFO), {"version": VERSION})
