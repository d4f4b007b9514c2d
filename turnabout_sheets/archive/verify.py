"""Whether an archive is as the program wrote it: the seals of its log, its kept workbooks, and what is derived."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import Any, NamedTuple

from sqlalchemy import Connection, Table, func, select, text

from turnabout_sheets.archive.derive import AT_ONCE, walk
from turnabout_sheets.archive.errors import DAMAGED, ArchiveError
from turnabout_sheets.archive.log import seal
from turnabout_sheets.archive.schema import ENTRIES, EVENTS, LOG, PLAYERS, SOURCES
from turnabout_sheets.archive.store import Archive, is_whole
from turnabout_sheets.core.digests import digest_of, shorten_digest


class Finding(NamedTuple):
    """What does not agree: where (an event, a change, a player), and what is wrong there."""

    where: str
    what: str


def verify(connection: Connection) -> Iterator[Finding]:
    """Yield what is not as it was written; nothing is written."""
    found = [*_check_seals(connection), *_check_sources(connection)] or list(_check_derived(connection))
    yield from found
    if not (found or is_whole(connection)):
        yield Finding("The archive", "the file is damaged")


def require_sound(archive: Archive) -> None:
    """Raise `ArchiveError` where an archive is not as the program wrote it."""
    with archive.reading() as connection:
        if next(verify(connection), None) is not None:
            raise ArchiveError(DAMAGED.fill(file=archive.place))


def _check_seals(connection: Connection) -> Iterator[Finding]:
    before, expected = "", 1
    for row in connection.execute(select(LOG).order_by(LOG.c.number), execution_options={"yield_per": 100}).mappings():
        if row["number"] != expected:
            yield Finding(f"Change {expected}", "is not there")
        elif (found := seal(before, row)) != row["seal"]:
            yield Finding(f"Change {expected}", f"was altered: sealed {_short(row['seal'])}, comes to {_short(found)}")
        before, expected = row["seal"], row["number"] + 1


def _check_sources(connection: Connection) -> Iterator[Finding]:
    kept = dict[str, str]()
    for row in connection.execute(select(SOURCES), execution_options={"yield_per": 10}):
        kept[row.digest] = digest_of(row.content) if isinstance(row.content, bytes) else ""
    query = select(LOG.c.number, LOG.c.told, LOG.c.source).where(LOG.c.source.is_not(None)).order_by(LOG.c.number)
    for number, told, source in connection.execute(query):
        if kept.get(source) != source:
            state = "was altered" if source in kept else "is not there"
            yield Finding(f"Change {number} ({told})", f"its workbook {state}")


def _check_derived(connection: Connection) -> Iterator[Finding]:
    """Yield what the tables of events, entries and players have that does not follow from the log."""
    players, events, entries = dict[int, dict[str, Any]](), 0, 0
    made = walk(connection, players)
    while some := list(islice(made, AT_ONCE)):
        titles = {event["event"]: f"{event['name']} ({event['date']})" for event, _ in some}
        numbers = ", ".join(map(str, titles))
        of_events = [tuple(event[column.name] for column in EVENTS.columns) for event, _ in some]
        yield from _compare(connection, EVENTS, f"event IN ({numbers})", of_events, titles)
        of_all = list(chain.from_iterable(rows for _, rows in some))
        yield from _compare(connection, ENTRIES, f"event IN ({numbers})", of_all, titles)
        events, entries = events + len(some), entries + len(of_all)
    names = {number: row["name"] for number, row in players.items()}
    rows = [tuple(row[column.name] for column in PLAYERS.columns) for row in players.values()]
    yield from _compare(connection, PLAYERS, "true", rows, names)
    for table, number in ((EVENTS, events), (ENTRIES, entries), (PLAYERS, len(rows))):
        there = connection.execute(select(func.count()).select_from(table)).scalar_one()
        if there != number:
            yield Finding(f"The table {table.name}", f"has {there} rows; from the log follow {number}")


def _compare(
    connection: Connection, table: Table, where: str, made: Sequence[tuple[Any, ...]], titles: dict[int, str]
) -> Iterator[Finding]:
    keys = len(table.primary_key)
    # As they stand there: of a type, SQLAlchemy would make something else of what is wrong.
    names = [column.name for column in table.columns]
    query = text(f"SELECT {', '.join(names)} FROM {table.name} WHERE {where}")
    there = {tuple(row[:keys]): tuple(row) for row in connection.execute(query)}
    for row in made:
        found = there.get(row[:keys])
        if found is None:
            yield Finding(titles[row[0]], f"is not in the table {table.name}")
        elif found != row:
            name, is_there, follows = next(each for each in zip(names, found, row, strict=True) if each[1] != each[2])
            yield Finding(titles[row[0]], f"{name} of {table.name} is {is_there!r}; from the log follows {follows!r}")


def _short(digest: str) -> str:
    return shorten_digest(str(digest))
