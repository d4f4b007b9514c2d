"""Digests: what was altered without the program no longer fits its digest.

A digest is the SHA-256 of canonical JSON, in hexadecimal digits. That of an event leaves out everything that is a
number of one archive, so that an event has the same digest wherever it is archived. Those of changes are a chain
(`archive.chain`).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, groupby
from operator import itemgetter
from typing import Any, Final

from sqlalchemy import Connection, Table, bindparam, select, update

from turnabout_sheets.archive.schema import ENTRIES, EVENTS, MATCHES, PLAYERS
from turnabout_sheets.core.digests import write_canonical

Row = Mapping[Any, Any]


def name_columns(table: Table, *but: str) -> Sequence[str]:
    """Return the names of a table's columns but some, as JSON sorts them."""
    return sorted(column.name for column in table.columns if column.name not in but)


_OF_EVENT: Final = name_columns(EVENTS, "version", "event", "file", "source", "added", "ended", "digest")
_OF_ENTRY: Final = sorted([*name_columns(ENTRIES, "version", "player"), "identity"])
_OF_MATCH: Final = name_columns(MATCHES, "version")


def digest_version(event: Row, entries: Iterable[Row], identities: Iterable[str], matches: Iterable[Row]) -> str:
    """Return the digest of a version of an event, from its rows in the order of their numbers.

    ``identities`` are those of the entries' players, in the same order.
    """
    entered = ({**row, "identity": who} for row, who in zip(entries, identities, strict=True))
    facts = write_canonical({name: event[name] for name in _OF_EVENT})
    text = (
        f'{{"entries":{_write_rows(_OF_ENTRY, entered)},"event":{facts},"matches":{_write_rows(_OF_MATCH, matches)}}}'
    )
    return hashlib.sha256(text.encode()).hexdigest()


def _write_rows(names: Sequence[str], rows: Iterable[Row]) -> str:
    """Return canonical JSON of some columns of rows."""
    pattern = "{" + ",".join(f'"{name}":%s' for name in names) + "}"
    return f"[{','.join(write_each(pattern, map(itemgetter(*names), rows)))}]"


_A_LINE_EACH: Final = json.JSONEncoder(ensure_ascii=False, separators=("\n", ":"))
"""Writes each value of a list on a line of its own: JSON never breaks a line within a value."""


def write_each(pattern: str, rows: Iterable[Sequence[object]]) -> list[str]:
    """Return canonical JSON of each of some rows by a pattern, in which every %s stands for one of its plain values.

    All values are written at once, which takes a fraction of the time.
    """
    values = list(chain.from_iterable(rows))
    texts = iter(_A_LINE_EACH.encode(values)[1:-1].split("\n") if values else [])
    return [pattern % some for some in zip(*[texts] * pattern.count("%s"), strict=True)]


def digest_versions(connection: Connection, versions: Sequence[int]) -> dict[int, str]:
    """Return the digests of versions as their rows now are."""
    events = {row["version"]: row for row in _rows(connection, select(EVENTS).where(EVENTS.c.version.in_(versions)))}
    entered = select(ENTRIES, PLAYERS.c.identity).join(PLAYERS).where(ENTRIES.c.version.in_(versions))
    played = select(MATCHES).where(MATCHES.c.version.in_(versions))
    entries = _by_version(_rows(connection, entered.order_by(ENTRIES.c.version, ENTRIES.c.entry)))
    matches = _by_version(_rows(connection, played.order_by(MATCHES.c.version, MATCHES.c.match)))
    digests = {}
    for version, event in events.items():
        rows = entries.get(version, [])
        digests[version] = digest_version(event, rows, [row["identity"] for row in rows], matches.get(version, []))
    return digests


def _rows(connection: Connection, query: Any) -> list[Row]:
    return [row._mapping for row in connection.execute(query)]


def _by_version(rows: Iterable[Row]) -> dict[int, list[Row]]:
    return {version: list(some) for version, some in groupby(rows, itemgetter("version"))}


AT_ONCE: Final = 100
"""So many versions are read at once."""


def walk_versions(connection: Connection) -> Iterable[tuple[int, str | None, str]]:
    """Yield the number of each version, the digest that it has, and the one that its rows come to."""
    kept = {row.version: row.digest for row in connection.execute(select(EVENTS.c.version, EVENTS.c.digest))}
    numbers = sorted(kept)
    for start in range(0, len(numbers), AT_ONCE):
        for version, found in digest_versions(connection, numbers[start : start + AT_ONCE]).items():
            yield version, kept[version], found


def fill(connection: Connection) -> None:
    """Give all versions a digest that have none, because they were archived before there were any."""
    change = update(EVENTS).where(EVENTS.c.version == bindparam("its_version")).values(digest=bindparam("its_digest"))
    missing = [
        {"its_version": version, "its_digest": found}
        for version, kept, found in walk_versions(connection)
        if kept is None
    ]
    if missing:
        connection.execute(change, missing)
