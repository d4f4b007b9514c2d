"""Whether an archive is as the program wrote it: the seals of its log, its kept workbooks, and what is derived."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Connection, select, text

from turnabout_sheets.archive.derive import derive
from turnabout_sheets.archive.errors import DAMAGED, ArchiveError
from turnabout_sheets.archive.log import seal
from turnabout_sheets.archive.schema import DERIVED, LOG, SOURCES
from turnabout_sheets.archive.store import Archive, is_whole, shadow
from turnabout_sheets.core.digests import digest_of, shorten_digest


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
    kept = dict[str, str]()
    for row in connection.execute(select(SOURCES), execution_options={"yield_per": 10}):
        kept[row.digest] = digest_of(row.content) if isinstance(row.content, bytes) else ""
    query = select(LOG.c.number, LOG.c.told, LOG.c.source).where(LOG.c.source.is_not(None)).order_by(LOG.c.number)
    for number, told, source in connection.execute(query):
        if kept.get(source) != source:
            yield f"Change {number} ({told}): its workbook {'was altered' if source in kept else 'is not there'}"


def _check_derived(connection: Connection) -> Iterator[str]:
    """Yield which rows do not follow from the log, from which all tables are derived again beside those there are."""
    with shadow(connection, DERIVED) as (real, made):
        derive(connection)
        for table in DERIVED:
            names = table.columns.keys()
            rows = [
                {
                    tuple(row[: len(table.primary_key)]): row
                    for row in connection.execute(
                        text(f"SELECT * FROM {one}.{table.name} EXCEPT SELECT * FROM {other}.{table.name}")
                    )
                }
                for one, other in ((real, made), (made, real))
            ]
            there, follows = rows
            for key in {**follows, **there}:
                is_there, is_so = there.get(key), follows.get(key)
                if is_there is None or is_so is None:
                    what = "is not there" if is_there is None else "does not follow from the log"
                else:
                    name, found, expected = next(
                        each for each in zip(names, is_there, is_so, strict=True) if each[1] != each[2]
                    )
                    what = f"{name} is {found!r}; from the log follows {expected!r}"
                yield f"The table {table.name}, row {'.'.join(map(str, key))}: {what}"
