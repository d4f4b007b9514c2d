"""An archived record beside what it is computed from now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from turnabout_sheets.archive.differences import ENTRY_FIELDS, EVENT_FIELDS
from turnabout_sheets.archive.records import Entry, EventRecord, Meeting
from turnabout_sheets.event.rating import FEWEST_RATED_PLAYERS, award, multiplier

MATCH_FIELDS: Mapping[str, str] = {
    "table": "table",
    "outcome_a": "outcome A",
    "outcome_b": "outcome B",
    "points_a": "points A",
    "points_b": "points B",
}
Row = TypeVar("Row", Entry, Meeting)


class Pair(NamedTuple):
    """Whose figure, which, as it stands there, and as it is expected."""

    whose: str
    figure: str
    found: object
    expected: object

    @property
    def agrees(self) -> bool:
        """Whether it is as expected."""
        return self.found == self.expected


def pair_records(kept: EventRecord, anew: EventRecord) -> Iterator[Pair]:
    """Yield every figure of a record beside that of the record computed again from what is kept of the event."""
    yield from _pair_fields("", kept, anew, EVENT_FIELDS)
    entries, meetings = _tell_entries(kept), _tell_meetings(kept)
    entries_anew, meetings_anew = _tell_entries(anew), _tell_meetings(anew)
    yield from _pair_rows(entries, entries_anew, "entry", ENTRY_FIELDS)
    yield from _pair_order("entries", entries, entries_anew)
    yield from _pair_rows(meetings, meetings_anew, "match", MATCH_FIELDS)
    yield from _pair_order("matches", meetings, meetings_anew)


Told = tuple[str, int]
"""What a row is called, and of several of one name, which it is."""


def _pair_rows(
    kept: Mapping[Told, Row], anew: Mapping[Told, Row], kind: str, fields: Mapping[str, str]
) -> Iterator[Pair]:
    for told, row in anew.items():
        old, whose = kept.get(told), told[0]
        if old is None:
            yield Pair(whose, kind, "none", "one")
            continue
        yield from _pair_fields(whose, old, row, fields)
    yield from (Pair(told[0], kind, "one", "none") for told in kept if told not in anew)


def _pair_fields(whose: str, kept: object, anew: object, fields: Mapping[str, str]) -> Iterator[Pair]:
    return (Pair(whose, words, getattr(kept, name), getattr(anew, name)) for name, words in fields.items())


def _pair_order(what: str, kept: Iterable[Told], anew: Iterable[Told]) -> Iterator[Pair]:
    expected = "that of the event"
    yield Pair("", f"order of the {what}", expected if list(kept) == list(anew) else "another one", expected)


def _tell_entries(record: EventRecord) -> Mapping[Told, Entry]:
    return _tell_apart((entry.name, entry) for entry in record.entries)


def _tell_meetings(record: EventRecord) -> Mapping[Told, Meeting]:
    names = [entry.name for entry in record.entries]
    return _tell_apart((_name_meeting(names, each), each) for each in record.meetings)


def _name_meeting(names: Sequence[str], meeting: Meeting) -> str:
    return f"round {meeting.round}, {names[meeting.a]} – {'BYE' if meeting.b is None else names[meeting.b]}"


def _tell_apart(rows: Iterable[tuple[str, Row]]) -> Mapping[Told, Row]:
    times: Counter[str] = Counter()
    told = {}
    for name, row in rows:
        times[name] += 1
        told[name, times[name]] = row
    return told


def pair_ratings(record: EventRecord) -> Iterator[Pair]:
    """Yield what follows of the awards from the entries alone (rules 1.7.2 and 1.7.3)."""
    for entry in record.entries:
        rated = None not in (entry.award, entry.match_wins, entry.played_all, entry.position)
        if rated and record.field >= FEWEST_RATED_PLAYERS:
            facts = (record.field, entry.position)
            yield Pair(entry.name, "multiplier", entry.multiplier, multiplier(*facts))  # type: ignore[arg-type]
            due = award(entry.match_wins, bool(entry.played_all), *facts)  # type: ignore[arg-type]
            yield Pair(entry.name, "award", entry.award, due)
