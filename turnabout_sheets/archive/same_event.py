"""Whether two records that bear one Event ID, or one name and day, may be of one event at all; and two others yet.

An organizer who copies last year's workbook copies its Event ID, too; then what was last year must not be replaced.
And whoever gives an event another name, or has it from two hands, would have its awards twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import replace
from fractions import Fraction
from typing import Final, NamedTuple

from sqlalchemy import Connection, bindparam, select

from turnabout_sheets.archive.records import EventRecord, identity
from turnabout_sheets.archive.schema import ENTRIES, EVENTS, PLAYERS
from turnabout_sheets.core.problems import Message
from turnabout_sheets.core.text import key

FEWEST: Final = Fraction(2, 3)
"""At least this share of players, and of results, is the same in two records of one event, whatever was corrected."""


OTHER: Final = {
    "format": Message("format"),
    "date": Message("day"),
    "results": Message("results"),
    "players": Message("players"),
}
"""What may speak for another event, and how pages say it."""

# By the first player, whose entries an index has: what day an event was, none has.
_OF_FIRST: Final = (
    select(EVENTS.c.event, EVENTS.c.name, EVENTS.c.date)
    .join(ENTRIES, ENTRIES.c.event == EVENTS.c.event)
    .join(PLAYERS, PLAYERS.c.player == ENTRIES.c.player)
    .where(
        PLAYERS.c.identity.in_(bindparam("identities", expanding=True)),
        ENTRIES.c.position == bindparam("position"),
        EVENTS.c.date == bindparam("date"),
        EVENTS.c.format == bindparam("format"),
        EVENTS.c.name_key != bindparam("name_key"),
    )
    .order_by(EVENTS.c.event)
)
_ENTERED: Final = select(ENTRIES.c.name, ENTRIES.c.position).where(ENTRIES.c.event == bindparam("event"))


class Twin(NamedTuple):
    """An event with the results of another: its number, and what it is called."""

    event: int
    title: str


def find_twin(connection: Connection, record: EventRecord) -> Twin | None:
    """Return the event, under another name, of the same day and format, and with the same players and places.

    An Event ID says that it is another one; so there is none for a record that has one.
    """
    if record.event_id or not record.entries or record.entries[0].position is None:
        return None
    first = record.entries[0]
    facts = {
        "identities": [identity(first), identity(replace(first, player_id=""))],
        "position": first.position,
        "date": record.date,
        "format": record.format,
        "name_key": key(record.name),
    }
    for row in connection.execute(_OF_FIRST, facts):
        entered = connection.execute(_ENTERED, {"event": row.event})
        if {(key(each.name), each.position) for each in entered} == _placings(record):
            return Twin(row.event, f"{row.name} ({row.date})")
    return None


def list_doubts(old: EventRecord, new: EventRecord) -> list[str]:
    """Return what in the new record speaks for another event, such as ``format`` or ``players``; nothing if it fits.

    Another date alone is a correction, but not if results differ, too: the same few may meet again next year.
    """
    return list(_doubts(old, new))


def _doubts(old: EventRecord, new: EventRecord) -> Iterator[str]:
    if old.format != new.format:
        yield "format"
    happened = _matches if old.meetings and new.meetings else _placings
    if old.date != new.date and not _are_alike(happened(old), happened(new)):
        yield "date"
        yield "results"
    if not any(_are_alike(who(old), who(new)) for who in (_names, _ids)):
        yield "players"


def _are_alike(old: Set[object], new: Set[object]) -> bool:
    fewer = min(len(old), len(new))
    return bool(fewer) and len(old & new) >= FEWEST * fewer


def _names(record: EventRecord) -> Set[object]:
    return {key(entry.name) for entry in record.entries}


def _ids(record: EventRecord) -> Set[object]:
    return {key(entry.player_id) for entry in record.entries if entry.player_id}


def _placings(record: EventRecord) -> Set[object]:
    return {(key(entry.name), entry.position) for entry in record.entries}


def _matches(record: EventRecord) -> Set[object]:
    names = [key(entry.name) for entry in record.entries]
    return {
        (
            each.round,
            names[each.a],
            each.outcome_a,
            each.points_a,
            None if each.b is None else names[each.b],
            each.points_b,
        )
        for each in record.meetings
    }
