"""What changes when an event in the archive is replaced, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from turnabout_sheets.archive.codecs import show
from turnabout_sheets.archive.records import Entry, EventRecord, Meeting, identity
from turnabout_sheets.core.problems import Message
from turnabout_sheets.core.text import format_number, key

_BLANK = "–"
"""How pages show a cell in which there is nothing."""

SHOWN = 20
"""How many lines are told; of more, only how many they are."""

EVENT_FIELDS: Mapping[str, str] = {
    "name": "name",
    "date": "date",
    "event_id": "Event ID",
    "format": "format",
    "venue": "venue",
    "organizer": "organizer",
    "rounds": "rounds",
    "field": "players",
    "provisional": "provisional",
}
ENTRY_FIELDS: Mapping[str, str] = {
    "name": "name",
    "player_id": "Player ID",
    "position": "position",
    "wins": "wins",
    "draws": "draws",
    "losses": "losses",
    "byes": "byes",
    "points": "points",
    "match_wins": "match wins",
    "played_all": "played all rounds",
    "multiplier": "multiplier",
    "award": "award",
    "status": "status",
}
"""What a field of a record is called."""


class Difference(NamedTuple):
    """What is not the same, in a line; and for pages ``about`` what that is, with columns as workbooks call them."""

    text: str
    about: Message | str


def list_differences(old: EventRecord, new: EventRecord) -> list[Difference]:
    """Return what is not the same in two records of an event, a line each; none if they are equal."""
    found = [*_event(old, new), *_entries(old, new), *_meetings(old, new)]
    more = len(found) - SHOWN
    return found if more <= 0 else [*found[:SHOWN], Difference(f"… and {more} more", "…")]


def _list_changes(old: object, new: object, names: Mapping[str, str], blank: str = "") -> list[str]:
    values = ((name, getattr(old, field), getattr(new, field)) for field, name in names.items())
    return [f"{name} {_show(was, blank)} → {_show(now, blank)}" for name, was, now in values if was != now]


def _show(value: object, blank: str) -> str:
    return blank if blank and value in (None, "") else show(value)


def _event(old: EventRecord, new: EventRecord) -> list[Difference]:
    told, about = (_list_changes(old, new, EVENT_FIELDS, blank) for blank in ("", _BLANK))
    return [*map(Difference, told, about)]


def _players(old: EventRecord, new: EventRecord) -> tuple[list[str], list[str]]:
    """Return what each entry's player is known by, in both records; who got a Player ID, or lost it, by the new one."""
    before, after = ([identity(entry) for entry in record.entries] for record in (old, new))
    arrived = {key(entry.name): who for entry, who in zip(new.entries, after, strict=True) if who not in set(before)}
    gone = set(before) - set(after)
    before = [
        arrived.get(key(entry.name), who) if who in gone else who
        for entry, who in zip(old.entries, before, strict=True)
    ]
    return before, after


def _entries(old: EventRecord, new: EventRecord) -> Iterator[Difference]:
    was, now = _players(old, new)
    before, after = dict(zip(was, old.entries, strict=True)), dict(zip(now, new.entries, strict=True))
    for who, entry in after.items():
        if who not in before:
            yield _come(entry.name, entry.name)
        elif told := _list_changes(before[who], entry, ENTRY_FIELDS):
            about = _list_changes(before[who], entry, ENTRY_FIELDS, _BLANK)
            yield Difference(f"{entry.name}: {', '.join(told)}", f"{entry.name}: {', '.join(about)}")
    for who, entry in before.items():
        if who not in after:
            yield _gone(entry.name, entry.name)


def _come(text: str, about: Message | str) -> Difference:
    return Difference(f"new: {text}", Message("new: {what}", what=about))


def _gone(text: str, about: Message | str) -> Difference:
    return Difference(f"no longer there: {text}", Message("no longer there: {what}", what=about))


def _meetings(old: EventRecord, new: EventRecord) -> Iterator[Difference]:
    was, now = _players(old, new)
    before, after = _by_pair(old, was), _by_pair(new, now)
    for pair, told in after.items():
        if pair not in before:
            yield _come(*told)
        elif before[pair].text != told.text:
            yield Difference(f"{before[pair].text} → {told.text}", told.about)
    for pair, told in before.items():
        if pair not in after:
            yield _gone(*told)


def _by_pair(record: EventRecord, players: Sequence[str]) -> dict[tuple[object, ...], Difference]:
    """Return each match in words, by round and players; should two meet twice in a round, by that, too."""
    told: dict[tuple[object, ...], Difference] = {}
    times: Counter[tuple[object, ...]] = Counter()
    for meeting in record.meetings:
        a, b = record.entries[meeting.a], None if meeting.b is None else record.entries[meeting.b]
        pair = (meeting.round, players[meeting.a], None if meeting.b is None else players[meeting.b])
        told[(*pair, times[pair])] = _words(meeting, a, b)
        times[pair] += 1
    return told


def _words(meeting: Meeting, a: Entry, b: Entry | None) -> Difference:
    table = "" if meeting.table is None else f", table {meeting.table}"
    points = [format_number(each) for each in (meeting.points_a, meeting.points_b) if each is not None]
    score = f" {'–'.join(points)}" if points else ""
    how = f" ({meeting.outcome_a or 'result not known'})"
    pair = f"{a.name} – {b.name if b else 'BYE'}"
    about = Message("round {round}, {pair}", round=meeting.round, pair=f"{pair}{score}")
    return Difference(f"round {meeting.round}{table}: {pair}{score}{how}", about)
