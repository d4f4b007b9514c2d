"""Whether two records that bear one Event ID, or one name and day, may be of one event at all; and two others yet.

An organizer who copies last year's workbook copies its Event ID, too; then what was last year must not be replaced.
And an event that is given another name, or comes from two hands, would have its awards twice.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Set
from fractions import Fraction
from typing import Final

from sqlalchemy import Connection, select

from turnabout_sheets.archive.records import EventRecord
from turnabout_sheets.archive.schema import ENTRIES, EVENTS
from turnabout_sheets.core.problems import Message
from turnabout_sheets.core.text import key

FEWEST: Final = Fraction(2, 3)
"""At least this share of players, and of results, is the same in two records of one event, whatever was corrected."""


def find_twin(connection: Connection, record: EventRecord) -> int | None:
    """Return the event of the same day, format, players and places under another name, if no Event ID is given."""
    if record.event_id or not record.entries or record.entries[0].position is None:
        return None
    others = (EVENTS.c.date == record.date, EVENTS.c.format == record.format, EVENTS.c.name_key != key(record.name))
    query = select(ENTRIES.c.event, ENTRIES.c.name, ENTRIES.c.position).join(EVENTS, EVENTS.c.event == ENTRIES.c.event)
    placings = defaultdict[int, set[object]](set)
    for event, name, position in connection.execute(query.where(*others).order_by(ENTRIES.c.event)):
        placings[event].add((key(name), position))
    return next((event for event, found in placings.items() if found == _placings(record)), None)


def list_doubts(old: EventRecord, new: EventRecord) -> list[Message]:
    """Return what speaks for another event; a day alone is a correction, but not with other results."""
    found = []
    if old.format != new.format:
        found.append(Message("format"))
    happened = _matches if old.meetings and new.meetings else _placings
    if old.date != new.date and not _are_alike(happened(old), happened(new)):
        found += [Message("day"), Message("results")]
    names = [{key(entry.name) for entry in record.entries} for record in (old, new)]
    ids = [{key(entry.player_id) for entry in record.entries if entry.player_id} for record in (old, new)]
    if not (_are_alike(*names) or _are_alike(*ids)):
        found.append(Message("players"))
    return found


def _are_alike(old: Set[object], new: Set[object]) -> bool:
    fewer = min(len(old), len(new))
    return bool(fewer) and len(old & new) >= FEWEST * fewer


def _placings(record: EventRecord) -> Set[object]:
    return {(key(entry.name), entry.position) for entry in record.entries}


def _matches(record: EventRecord) -> Set[object]:
    names: dict[int | None, str] = {place: key(entry.name) for place, entry in enumerate(record.entries)}
    return {
        (each.round, names[each.a], each.outcome_a, each.points_a, names.get(each.b), each.points_b)
        for each in record.meetings
    }
