"""What changes when an event in the archive is replaced, in words."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from fractions import Fraction
from typing import Any, Final

from turnabout_sheets.archive.records import Entry, EventRecord
from turnabout_sheets.core.problems import Message
from turnabout_sheets.core.text import format_number, key, yes_or_no
from turnabout_sheets.event.status import Status, word_status

SHOWN: Final = 20
"""How many lines are told; of more, only how many they are."""

_WORDS: Final = {
    "event_id": "Event ID",
    "field": "players",
    "player_id": "Player ID",
    "match_wins": "match wins",
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
    return {_WORDS.get(name, name): _show(getattr(row, name)) for name in names}


def _show(value: Any) -> str:
    if isinstance(value, bool):
        return yes_or_no(value)
    if isinstance(value, Status):
        return word_status(value)
    if isinstance(value, int | Fraction):
        return format_number(value)
    return value or "–"
