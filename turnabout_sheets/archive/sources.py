"""What events are archived from: each file is kept once, however often it is archived."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, bindparam, select, text

from turnabout_sheets.archive.schema import SOURCES

_READ: Final = select(SOURCES.c.kind, SOURCES.c.content).where(SOURCES.c.digest == bindparam("digest"))
_INSERT: Final = text(
    "INSERT INTO sources (digest, kind, content) VALUES (:digest, :kind, :content) ON CONFLICT (digest) DO NOTHING"
)


def keep_source(connection: Connection, digest: str, kind: str, content: bytes) -> None:
    """Keep a source; `digest` is that of its content. Where it is kept already, nothing changes."""
    connection.execute(_INSERT, {"digest": digest, "kind": kind, "content": content})


def read_source(connection: Connection, digest: str) -> tuple[str, bytes] | None:
    """Return the kind and the content of a source, empty where it is none; None where it is not there."""
    found = connection.execute(_READ, {"digest": digest}).one_or_none()
    return None if found is None else (found.kind, found.content if isinstance(found.content, bytes) else b"")
