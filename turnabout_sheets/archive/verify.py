"""Whether an archive is as the program wrote it: the seals of its log, its kept workbooks, and what is derived."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, select, text

from turnabout_sheets.archive.derive import derive
from turnabout_sheets.archive.errors import DAMAGED, ArchiveError
from turnabout_sheets.archive.log import seal, shorten_digest
from turnabout_sheets.archive.schema import DERIVED, ENTRIES, EVENTS, LOG, PLAYERS, SOURCES, UNDONE
from turnabout_sheets.archive.store import Archive, is_whole, shadow
from turnabout_sheets.core.safe_files import digest_of


def verify(connection: Connection) -> list[str]:
    """Return where something is not as it was written, and what; nothing is written."""
    found = [*_check_seals(connection), *_check_sources(connection)] or list(_check_derived(connection))
    return found if found or is_whole(connection) else ["The archive: the file is damaged"]


def require_sound(archive: Archive) -> None:
    """Raise `ArchiveError` where an archive is not as the program wrote it."""
    with archive.reading() as connection:
        if verify(connection):
            raise ArchiveError(DAMAGED.fill(file=archive.place))


def _check_seals(connection: Connection) -> Iterator[str]:
    before, expected = "", 1
    for row in connection.execute(select(LOG).order_by(LOG.c.number), execution_options={"yield_per": 100}).mappings():
        if row["number"] != expected:
            yield f"Change {expected}: is not there"
        elif (found := seal(before, row)) != row["seal"]:
            sealed, comes_to = shorten_digest(str(row["seal"])), shorten_digest(found)
            yield f"Change {expected}: was altered: sealed {sealed}, comes to {comes_to}"
        before, expected = row["seal"], row["number"] + 1


def _check_sources(connection: Connection) -> Iterator[str]:
    kept = select(LOG.c.number, LOG.c.told, LOG.c.source, SOURCES.c.content).outerjoin(SOURCES)
    query = kept.where(LOG.c.source.is_not(None)).order_by(LOG.c.number)
    for number, told, source, content in connection.execute(query, execution_options={"yield_per": 10}):
        if not isinstance(content, bytes) or digest_of(content) != source:
            yield f"Change {number} ({told}): its workbook {'is not there' if content is None else 'was altered'}"


def _check_derived(connection: Connection) -> Iterator[str]:
    """Yield what does not follow from the log, from which all tables are derived again beside those there are."""
    labels = {UNDONE: "change {number}", EVENTS: "{name} ({date})", PLAYERS: "{name}", ENTRIES: "{name} in {title}"}
    with shadow(connection, DERIVED) as (real, made):
        derive(connection)
        titles = {row.event: f"{row.name} ({row.date})" for row in connection.execute(select(EVENTS))}
        for table, label in labels.items():
            rows = dict[tuple[Any, ...], dict[str, Any]]()
            for one, other in ((made, real), (real, made)):
                query = text(f"SELECT * FROM {one}.{table.name} EXCEPT SELECT * FROM {other}.{table.name}")
                for row in connection.execute(query):
                    rows.setdefault(tuple(row[: len(table.primary_key)]), {})[one] = row._asdict()
            for each in rows.values():
                so, found = each.get(made) or each[real], each.get(real, {})
                which = label.format(**so, title=titles.get(so.get("event", 0), "an event that is not there"))
                pairs = ((name, value, so[name]) for name, value in found.items() if value != so[name])
                differ = "; ".join(f"{name} is {old!r}, but {new!r} follows from the log" for name, old, new in pairs)
                lone = "does not follow from the log" if found else "is not there, but follows from the log"
                yield f"The table {table.name}, {which}: {differ or lone}"
