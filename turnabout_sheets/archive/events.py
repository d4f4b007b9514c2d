"""Events into the archive, and out of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, and_, bindparam, func, select

from turnabout_sheets.archive.derive import number_players, once, put, read_record
from turnabout_sheets.archive.errors import NotThereError
from turnabout_sheets.archive.log import Command
from turnabout_sheets.archive.records import EventRecord, write_body
from turnabout_sheets.archive.same_event import find_twin, list_differences, list_doubts
from turnabout_sheets.archive.schema import EVENTS, LOG, SOURCES
from turnabout_sheets.core.problems import Message
from turnabout_sheets.core.safe_files import digest_of
from turnabout_sheets.core.text import find_nearest, join_words, key


@dataclass(frozen=True, slots=True)
class Source:
    """What an event is archived from: the name of the file, and its bytes if it is a workbook, which is kept."""

    file: str
    content: bytes | None = None

    @property
    def digest(self) -> str | None:
        """The SHA-256 digest of the content, in hexadecimal digits."""
        return None if self.content is None else digest_of(self.content)


@dataclass(frozen=True, slots=True)
class Added:
    """What became of an event: ``add``, ``replace``, ``same``, or with a ``doubt`` nothing; what differs, or why."""

    kind: str
    event: int
    title: str
    said: Sequence[Message | str] = ()


def add_event(
    connection: Connection, command: Command, record: EventRecord, source: Source, *, sure: bool = True
) -> Added:
    """Archive an event, or replace it; one that may be another event yet only if that is ``sure``."""
    old = find_same_event(connection, record)
    number = find_twin(connection, record) if old is None else old
    if number is None:
        number = connection.info["event"] = once(connection, "event", _last_event) + 1
        size = f"{record.field} player{'' if record.field == 1 else 's'}"
        _write(connection, command, "add", f"Added {record.title}: {size}", number, record, source)
        return Added("add", number, record.title)
    before = read_record(connection, number)
    doubts = list_doubts(before, record) if old is not None else [Message("name")]
    if sure or not doubts:
        return replace_event(connection, command, number, record, source)
    said = Message(
        "In the archive, {event} may be the same event, but this is not the same: {what}.",
        event=before.title,
        what=tuple(doubts),
    )
    return Added("doubt", number, record.title, [said])


def replace_event(
    connection: Connection,
    command: Command,
    event: int,
    record: EventRecord,
    source: Source,
    kind: str = "replace",
) -> Added:
    """Put other results of an event, or another workbook, in the place of what holds, unless both are the same."""
    before = read_record(connection, event)
    if before == record and find_source(connection, event).digest == source.digest:
        return Added("same", event, record.title)
    differences = list_differences(before, record)
    what = f"{'Recomputed' if kind == 'rebuild' else 'Replaced'} {before.title}"
    told = f"{what}: {'; '.join(map(str, differences)) or 'nothing that counts has changed'}"
    _write(connection, command, kind, told, event, record, source)
    return Added("replace", event, record.title, differences)


def _write(
    connection: Connection, command: Command, kind: str, told: str, event: int, record: EventRecord, source: Source
) -> None:
    if source.content is not None:
        put(connection, SOURCES, [(source.digest, source.content)], " ON CONFLICT DO NOTHING")
    body = write_body(record, number_players(connection, record.entries))
    command.write(connection, kind, told, body, about=event, source=source.digest, file=source.file)


def remove_event(connection: Connection, command: Command, named: str) -> str:
    """Take an event out of the archive, and return what it is called. Raises `NotThereError`."""
    event = find_event(connection, named)
    title = title_of(connection, event)
    command.write(connection, "remove", f"Removed {title}", {}, about=event)
    return title


def find_event(connection: Connection, named: str) -> int:
    """Return the number of the event with this Event ID, name or number. Raises `NotThereError`."""
    rows = connection.execute(select(EVENTS)).all()
    wanted = key(named)
    for found in (
        [row for row in rows if row.id_key and row.id_key == wanted],
        [row for row in rows if wanted in (row.name_key, key(f"{row.name} ({row.date})"))],
        [row for row in rows if str(row.event) == wanted],
    ):
        if len(found) == 1:
            return int(found[0].event)
        if found:
            which = join_words([f"{row.event} ({row.date})" for row in sorted(found, key=lambda row: row.date)])
            raise NotThereError(f'There are {len(found)} events called "{named}"; say which by its number: {which}.')
    near = find_nearest(named, {row.name for row in rows})
    hint = f'Did you mean "{near}"?' if near else "turnabout archive list shows them all."
    raise NotThereError(f'There is no event "{named}" in the archive. {hint}')


def title_of(connection: Connection, event: int) -> str:
    """Return what an event is called."""
    row = connection.execute(select(EVENTS.c.name, EVENTS.c.date).where(EVENTS.c.event == event)).one()
    return f"{row.name} ({row.date})"


def _last_event(connection: Connection) -> int:
    return connection.execute(select(func.max(LOG.c.about)).where(LOG.c.kind == "add")).scalar() or 0


_SAME: Final = select(EVENTS.c.event, EVENTS.c.id_key).where(
    and_(EVENTS.c.name_key == bindparam("name"), EVENTS.c.date == bindparam("date"))
    | and_(EVENTS.c.id_key == bindparam("its_id"), EVENTS.c.id_key != "")
)


def find_same_event(connection: Connection, record: EventRecord) -> int | None:
    """Return the event that a record is of: by Event ID, else by name and day; an ID may be given later."""
    its_id = key(record.event_id)
    asked = {"name": key(record.name), "date": record.date, "its_id": its_id}
    alike = {row.event: row.id_key for row in connection.execute(_SAME, asked)}
    fitting = [event for wanted in (its_id, "") for event, each in alike.items() if each == wanted]
    if not fitting and not its_id and len(alike) == 1:
        fitting = [*alike]
    return fitting[0] if fitting else None


def find_source(connection: Connection, event: int) -> Source:
    """Return what an event was archived from, with the workbook that is kept."""
    query = select(EVENTS.c.file, SOURCES.c.content).outerjoin(SOURCES, SOURCES.c.digest == EVENTS.c.source)
    return Source(*connection.execute(query.where(EVENTS.c.event == event)).one())


def has_source(connection: Connection, digest: str) -> bool:
    """Return whether an event was archived from a workbook with this SHA-256 digest, byte for byte."""
    return connection.execute(select(EVENTS.c.event).where(EVENTS.c.source == digest)).first() is not None
