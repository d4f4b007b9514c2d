"""Whether two records are of the same event, and what is not the same in them.

An organizer who copies last year's workbook copies its Event ID, too; then what was last year must not be replaced.
And an event that is given another name, or comes from two hands, would have its awards twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Set
from dataclasses import fields
from fractions import Fraction
from typing import Any, Final

from sqlalchemy import Connection, select

from turnabout_sheets.archive.derive import read_records
from turnabout_sheets.archive.records import Entry, EventRecord
from turnabout_sheets.archive.schema import EVENTS
from turnabout_sheets.core.problems import Message
from turnabout_sheets.core.text import format_number, key, yes_or_no
from turnabout_sheets.event.status import Status, word_status

FEWEST: Final = Fraction(2, 3)
"""At least this share of players, and of results, is the same in two records of one event, whatever was corrected."""


def find_twin(connection: Connection, record: EventRecord) -> int | None:
    """Return the event of the same day, format, players and places under another name, if no Event ID is given."""
    if record.event_id or not record.entries or record.entries[0].position is None:
        return None
    others = (EVENTS.c.date == record.date, EVENTS.c.format == record.format, EVENTS.c.name_key != key(record.name))
    events = connection.execute(select(EVENTS.c.event).where(*others)).scalars().all()
    there = read_records(connection, events) if events else ()
    return next((event for event, other in there if _placings(other) == _placings(record)), None)


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


SHOWN: Final = 20
"""Differences that are listed; of more, only the number."""

_WORDS: Final = {
    "event_id": "Event ID",
    "player_id": "Player ID",
    "field": "players",
    "played_all": "played all rounds",
}
"""What a field of a record is called, where that is not its name."""


def list_differences(old: EventRecord, new: EventRecord) -> list[Message | str]:
    """Return what is not the same in two records of an event, a line each; none if nothing that counts differs."""
    before, after, found = _list_rows(old), _list_rows(new), list[Message | str]()
    for row in {**after, **before}:
        name, was, now = (after.get(row) or before[row])[0], before.get(row), after.get(row)
        if was is None or now is None:
            found.append(Message("new: {what}" if was is None else "no longer there: {what}", what=name))
        elif changes := [f"{each} {was[1][each]} → {now[1][each]}" for each in now[1] if was[1][each] != now[1][each]]:
            found += [f"{name}: {', '.join(changes)}"] if name else changes
    more = len(found) - SHOWN
    return found if more <= 0 else [*found[:SHOWN], f"… and {more} more"]


def _list_rows(record: EventRecord) -> dict[tuple[object, ...], tuple[Message | str, dict[str, str]]]:
    """Return the event, its entries and its matches, each with its name and its fields in words."""
    rows, times = dict[tuple[object, ...], tuple[Message | str, dict[str, str]]](), Counter[str]()
    rows["event",] = "", _word_fields(record)
    for entry in record.entries:
        times[key(entry.name)] += 1
        rows[key(entry.name), times[key(entry.name)]] = entry.name, _word_fields(entry)
    for match in record.meetings:
        other = "BYE" if match.b is None else record.entries[match.b].name
        name = Message("round {round}, {pair}", round=match.round, pair=f"{record.entries[match.a].name} – {other}")
        times[str(name)] += 1
        points = "–".join(format_number(each) for each in (match.points_a, match.points_b) if each is not None)
        outcomes = [each or "not known" for each in (match.outcome_a, match.outcome_b)]
        rows[str(name), times[str(name)], "match"] = name, {"points": points or "–", "result": " and ".join(outcomes)}
    return rows


def _word_fields(row: EventRecord | Entry) -> dict[str, str]:
    names = [each.name for each in fields(row) if each.name not in ("entries", "meetings", "computed")]
    return {_WORDS.get(name, name.replace("_", " ")): _show(getattr(row, name)) for name in names}


def _show(value: Any) -> str:
    if isinstance(value, bool):
        return yes_or_no(value)
    if isinstance(value, Status):
        return word_status(value)
    if isinstance(value, int | Fraction):
        return format_number(value)
    return value or "–"
