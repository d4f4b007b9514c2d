"""Where the archive lies, and how it is opened: a file of SQLite, or a database of PostgreSQL that many share.

Whoever writes waits for the turn, so that the numbers that are counted up stay without gaps, and what is read before
writing still holds when it is written. A transaction is carried out whole or not at all, whatever happens.
"""

from __future__ import annotations

import contextlib
import os
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path, PurePath
from typing import Final

from sqlalchemy import Connection, Engine, create_engine, delete, insert, inspect, select, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, OperationalError
from sqlalchemy.pool import NullPool

from turnabout_sheets.archive import hash_chain
from turnabout_sheets.archive.errors import (
    DAMAGED,
    LONG_PATH,
    UNREACHABLE,
    ArchiveError,
    NoArchiveError,
    explain_errors,
)
from turnabout_sheets.archive.schema import INFO, METADATA, VERSION, insert_many
from turnabout_sheets.core.problems import Message
from turnabout_sheets.core.safe_files import OddFileError, archives, follow_links, has_long_path, require_no_other

DEFAULT_NAME: Final = "turnabout-archive.sqlite"
"""What the archive is called where no other is named."""

TURN: Final = 20
"""Seconds to wait for another one who is writing."""

APPLICATION: Final = 0x54524E41
"""By this number SQLite files of ours are told from those of others ("TRNA")."""

ONE_WRITER: Final = 0x7475726E
"""The lock of PostgreSQL that whoever writes takes ("turn")."""


@dataclass(frozen=True, slots=True)
class Archive:
    """An archive of this version. ``place`` is how messages call it; ``connect`` knows it.

    ``make`` makes it before anything is written, where it may not be there yet (see `open_or_await`). ``passing``: it
    is a copy for a trial, which is deleted at once.
    """

    place: str
    connect: Callable[[], Connection]
    make: Callable[[], object] = lambda: None
    passing: bool = False

    @contextlib.contextmanager
    def reading(self) -> Iterator[Connection]:
        """Give a connection that sees one state of the archive all the time. Raises `ArchiveError`."""
        with explain_errors(self.place), self.connect() as connection:
            if connection.dialect.name == "postgresql":
                connection = connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
            with connection.begin():
                if connection.dialect.name == "sqlite":
                    connection.execute(text("BEGIN"))
                yield connection

    @contextlib.contextmanager
    def writing(self, *, seal: bool = True) -> Iterator[Connection]:
        """Give a connection once it is our turn; what is done with it is sealed, and happens whole or not at all.

        Without ``seal`` it has its digests already. Raises `ArchiveError`; so may the caller, and then nothing happens.
        """
        self.make()
        with explain_errors(self.place), self.connect() as connection, connection.begin():
            _take_turn(connection)
            yield connection
            if seal:
                hash_chain.seal(connection)
        if not self.passing:
            archives[self.place] = datetime.now()


def open_archive(place: str, *, create: bool = False) -> Archive:
    """Open the archive at ``place``, a file or an address of PostgreSQL.

    Raises `ArchiveError` where there is none (unless it is to be created), or none that can be used.
    """
    if _MISTYPED.match(place):
        raise ArchiveError(f"{_without_passwords(place)} is no address of an archive; expected {_EXAMPLE}.")
    archive = _postgresql(place) if "://" in place else _sqlite(Path(place), create)
    with explain_errors(archive.place):
        found = _version(archive)
        if found > VERSION:
            raise ArchiveError(
                Message(
                    "{file} was written by a newer version of the program. Install that version, and try again.",
                    file=archive.place,
                ),
            )
        if not found and not create:
            raise NoArchiveError(archive.place)
        if not found:
            with archive.writing() as connection:
                _make_tables(connection, archive.place)
    archives.setdefault(archive.place, None)
    return archive


def open_or_await(place: str) -> Archive:
    """Open an archive; where there is none yet, it is made when something is to stay in it, and is empty until then.

    Raises `ArchiveError`, also where there is no folder for it, before anything is read that would come to nothing.
    """
    path = None if "://" in place or _MISTYPED.match(place) else Path(place)
    if path is not None and os.path.islink(path) and not _exists(path):  # noqa: PTH114 - asks without complaining
        return open_archive(place, create=True)  # which tells of a link that leads nowhere, or in a circle
    if path is None or _exists(path):
        with contextlib.suppress(NoArchiveError):
            return open_archive(place)
    elif not _exists(path.parent):
        raise ArchiveError(
            f"The archive {_without_passwords(place)} {LONG_PATH if has_long_path(path) else UNREACHABLE}"
        )
    made: list[Archive] = []

    def connect() -> Connection:
        return made[0].connect() if made else _open_empty()

    def make() -> None:
        if not made:
            made.append(open_archive(place, create=True))

    return Archive(_without_passwords(place), connect, make)


def _open_empty() -> Connection:
    """Return an empty archive in memory."""
    connection = _open("file::memory:")
    _make_tables(connection, "")
    connection.commit()
    return connection


def copy_file(place: str, target: Path) -> None:
    """Copy the archive in the file ``place``, of one moment, to a file that is not there. Raises `ArchiveError`."""
    source = f"{_address(follow_links(Path(place)))}?mode=ro"
    with (
        explain_errors(_without_passwords(place)),
        contextlib.closing(sqlite3.connect(source, uri=True, timeout=TURN)) as old,
        contextlib.closing(sqlite3.connect(target)) as new,
    ):
        old.backup(new)


def copy_database(archive: Archive, target: Path) -> None:
    """Copy an archive, of one moment, to a file that is not there. Raises `ArchiveError`."""
    copy = open_archive(str(target), create=True)
    with archive.reading() as old, copy.writing(seal=False) as new:
        new.execute(text("PRAGMA defer_foreign_keys = ON"))
        new.execute(delete(INFO))
        for table in METADATA.sorted_tables:
            rows = old.execute(select(table), execution_options={"yield_per": AT_ONCE}).mappings()
            for some in rows.partitions():
                insert_many(new, table, [dict(row) for row in some])


AT_ONCE: Final = 100
"""Rows that are copied at once."""


def compact(archive: Archive) -> None:
    """Write an archive anew where it lies, so that nothing is left of what was deleted in it. Raises `ArchiveError`."""
    with explain_errors(archive.place), archive.connect() as connection:
        if connection.dialect.name == "sqlite":
            connection.execute(text("VACUUM"))
            return
        connection.execution_options(isolation_level="AUTOCOMMIT")
        for table in METADATA.tables:
            # What the server knows of a column for its plans is some of its values, which any reader is shown.
            connection.execute(text(f"VACUUM (FULL, ANALYZE) {table}"))


def is_damaged(archive: Archive) -> bool:
    """Return whether a file is damaged somewhere; a database of PostgreSQL looks after itself."""
    try:
        with archive.reading() as connection:
            if connection.dialect.name != "sqlite":
                return False
            whole = connection.execute(text("PRAGMA integrity_check")).scalars().all() == ["ok"]
            return not whole or connection.execute(text("PRAGMA foreign_key_check")).first() is not None
    except ArchiveError:
        return True


def _sqlite(path: Path, create: bool) -> Archive:
    there = _exists(path)
    shown = _without_passwords(str(path))
    too_long = ArchiveError(f"The archive {shown} {LONG_PATH}") if has_long_path(path) else None
    if not there and not create:
        raise too_long or NoArchiveError(shown)
    with contextlib.suppress(OSError):  # where we may not look, SQLite says so, too
        _require_file(path, shown)
    mode = "rwc" if not there else "rw" if os.access(path, os.W_OK) else "ro"
    if not follow_links(path).is_absolute():  # Windows has such: what is before a colon is neither drive nor folder
        raise ArchiveError(f"{shown} is no address of an archive; expected a file, or {_EXAMPLE}.")
    uri = f"{_address(follow_links(path))}?mode={mode}"

    def connect() -> Connection:
        try:
            return _open(uri)
        except OperationalError as error:
            if too_long:
                raise too_long from error
            raise

    return Archive(shown, connect)


def _open(uri: str) -> Connection:
    before = _file.set(uri)
    try:
        return _files().connect()
    finally:
        _file.reset(before)


_file: Final = ContextVar[str]("the address of the file that is opened")


@cache
def _files() -> Engine:
    """Return what opens all files, one for all: what it has compiled for one of them, it knows for the next."""
    return create_engine("sqlite://", creator=_open_file, poolclass=NullPool)


def _open_file() -> sqlite3.Connection:
    # Transactions begin where we say so: the driver would begin them only at the first change.
    connection = sqlite3.connect(_file.get(), uri=True, timeout=TURN, isolation_level=None)
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA trusted_schema = OFF")
    return connection


def _require_file(path: Path, shown: str) -> None:
    try:
        require_no_other(path)
    except OddFileError as error:
        raise ArchiveError(f"{shown} cannot be an archive ({error}); name a file with --archive.") from error


def _address(path: PurePath) -> str:
    """Return the address of a file as SQLite wants it: a server of Windows is part of the path, never a host."""
    place = path.as_uri().removeprefix("file://")
    return f"file://{'' if place.startswith('/') else '//'}{place}"


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:
        return True  # we may not look; SQLite says so, too


def _postgresql(place: str) -> Archive:
    shown = _without_passwords(place)
    if _SIGNS_TOO_MANY.match(place):
        raise ArchiveError(
            f"{shown} has more than one @. Write each in the password as %40, and there also : as %3A and / as %2F."
        )
    try:
        url: URL = make_url(place)
    except (ArgumentError, ValueError) as error:
        raise ArchiveError(f"{shown} is no address of an archive; expected {_EXAMPLE}.") from error
    if url.get_backend_name() not in ("postgresql", "postgres"):
        raise ArchiveError(f"{shown} is no address of an archive; expected a file, or {_EXAMPLE}.")
    try:
        engine = _database(url)
    except ModuleNotFoundError as error:
        raise ArchiveError(
            "An archive in PostgreSQL needs the package psycopg: pip install turnabout-sheets[postgresql]."
        ) from error
    return Archive(shown, engine.connect)


@cache
def _database(url: URL) -> Engine:
    """Return what opens a database, whenever it is opened again: what it has compiled, it knows then."""
    return create_engine(
        url.set(drivername="postgresql+psycopg"),
        poolclass=NullPool,
        connect_args={"connect_timeout": TURN, "application_name": "turnabout"},
    )


def _without_passwords(address: str) -> str:
    """Return an address as it may be shown, even if it is none: a password may stand before the server, or behind."""
    before = re.sub(r"(:/*[^:@/]*):.*@", r"\1:***@", address, count=1)
    return re.sub(r"(password=)[^&]*", r"\1***", before, flags=re.IGNORECASE)


_MISTYPED = re.compile(r"postgres\w*(\+\w+)?:/?(?!/)", re.IGNORECASE)
"""The beginning of an address with a slash too few, which is no file that anybody means."""

_SIGNS_TOO_MANY = re.compile(r"[^:]+://[^:/]*:[^@]*@[^?]*@")
"""An address in which the password, or what seems to be the server, has an @; a user's name may."""

_NUMBER = re.compile("[1-9][0-9]{0,5}")
"""The version of an archive."""

_EXAMPLE = "postgresql://user:password@server/database"


def _take_turn(connection: Connection) -> None:
    if connection.dialect.name == "sqlite":
        connection.execute(text("BEGIN IMMEDIATE"))
    else:
        connection.execute(text(f"SET LOCAL lock_timeout = '{TURN}s'"))
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": ONE_WRITER})


def _version(archive: Archive) -> int:
    """Return the version of an archive's tables, 0 where it is empty."""
    with archive.reading() as connection:
        return _version_in(connection, archive.place)


def _version_in(connection: Connection, place: str) -> int:
    tables = set(inspect(connection).get_table_names())
    if not tables:
        return 0
    ours = INFO.name in tables
    if connection.dialect.name == "sqlite":
        ours = ours and connection.execute(text("PRAGMA application_id")).scalar() == APPLICATION
    if not ours:
        raise ArchiveError(f"{place} holds data of something else than turnabout; name another archive with --archive.")
    if connection.dialect.name == "sqlite" and connection.execute(_ACTING).first() is not None:
        raise ArchiveError(
            f"The archive {place} has a trigger or a view, which could change what is kept in it, and which turnabout "
            "never makes; name another archive with --archive."
        )
    found = str(connection.execute(select(INFO.c.value).where(INFO.c.name == "version")).scalar())
    if not _NUMBER.fullmatch(found) or (int(found) <= VERSION and not tables.issuperset(METADATA.tables)):
        raise ArchiveError(DAMAGED.fill(file=place))
    return int(found)


_ACTING: Final = text("SELECT name FROM sqlite_master WHERE type IN ('trigger', 'view')")


def _make_tables(connection: Connection, place: str) -> None:
    """Make the tables of an empty archive; somebody else may have done it by now."""
    if _version_in(connection, place):
        return
    if connection.dialect.name == "sqlite":
        connection.execute(text(f"PRAGMA application_id = {APPLICATION}"))
    METADATA.create_all(connection)
    values = {"version": str(VERSION), "state": hash_chain.write_sum(0)}
    connection.execute(insert(INFO), [{"name": name, "value": value} for name, value in values.items()])
