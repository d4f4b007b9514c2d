"""Keeps what events are archived from, each file once, however often it is archived.

A value of a statement is copied once by PostgreSQL's driver and twice by SQLite. A workbook full of pictures is
handed over in pieces, so that it is in memory only once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from sqlite3 import Connection as SqliteConnection
from typing import Final, cast

from sqlalchemy import Connection, Integer, bindparam, func, insert, literal_column, select, text

from turnabout_sheets.archive.foreign_objects import with_contents
from turnabout_sheets.archive.schema import SOURCES

MOST_AT_ONCE: Final = 8 << 20
"""Bytes that are handed over as a value of a statement."""
PIECE: Final = 1 << 20

_STORED: Final = select(func.count()).where(SOURCES.c.digest == bindparam("digest"))
_READ: Final = select(SOURCES.c.kind, SOURCES.c.content).where(SOURCES.c.digest == bindparam("digest"))
_INSERT: Final = text(
    "INSERT INTO sources (digest, kind, content) VALUES (:digest, :kind, :content) ON CONFLICT (digest) DO NOTHING"
)


def keep_source(connection: Connection, digest: str, kind: str, content: bytes) -> None:
    """Keep a source; `digest` is that of its content. Where it is kept already, nothing changes."""
    with with_contents(connection):
        if len(content) <= MOST_AT_ONCE:
            connection.execute(_INSERT, {"digest": digest, "kind": kind, "content": content})
        elif not connection.execute(_STORED, {"digest": digest}).scalar_one():
            _IN_PIECES[connection.dialect.name](connection, digest, kind, content)


def read_source(connection: Connection, digest: str) -> tuple[str, bytes] | None:
    """Return the kind and the content of a source, empty where it is none; None where it is not there."""
    with with_contents(connection):
        found = connection.execute(_READ, {"digest": digest}).one_or_none()
    return None if found is None else (found.kind, found.content if isinstance(found.content, bytes) else b"")


def _cut(content: bytes) -> Iterator[tuple[int, memoryview]]:
    """Yield the pieces of a content, each with its place in it."""
    view = memoryview(content)
    return ((start, view[start : start + PIECE]) for start in range(0, len(content), PIECE))


def _write_to_sqlite(connection: Connection, digest: str, kind: str, content: bytes) -> None:
    """Make room, and fill it."""
    connection.execute(insert(SOURCES).values(digest=digest, kind=kind, content=func.zeroblob(len(content))))
    row: int = connection.execute(
        select(literal_column("rowid", Integer)).where(SOURCES.c.digest == digest)
    ).scalar_one()
    driver = cast(SqliteConnection, connection.connection.driver_connection)
    with driver.blobopen(SOURCES.name, SOURCES.c.content.name, row) as blob:
        for _, piece in _cut(content):
            blob.write(piece)


def _write_to_postgresql(connection: Connection, digest: str, kind: str, content: bytes) -> None:
    """Put the pieces together on the server, in a large object that is gone with the end of this."""
    gathered = connection.execute(select(func.lo_create(0))).scalar_one()
    for start, piece in _cut(content):
        connection.execute(select(func.lo_put(gathered, start, bytes(piece))))
    connection.execute(insert(SOURCES).values(digest=digest, kind=kind, content=func.lo_get(gathered)))
    connection.execute(select(func.lo_unlink(gathered)))


_IN_PIECES: Final[Mapping[str, Callable[[Connection, str, str, bytes], None]]] = {
    "sqlite": _write_to_sqlite,
    "postgresql": _write_to_postgresql,
}
