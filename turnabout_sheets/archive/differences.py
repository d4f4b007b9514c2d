"""What changes when an event in the archive is replaced, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from turnabout_sheets.archive.records import EventRecord, Meeting, identity
from turnabout_sheets.core.problems import Message
from turnabout_sheets.core.text import format_number, key, yes_or_no
from turnabout_sheets.event.status import Status, word_status

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


def list_differences(old: EventRecord, new: EventRecord) -> list[Message | str]:
    """Return what is not the same in two records of an event, a line each; none if nothing that counts differs."""
    found = [*_list_changes(old, new, EVENT_FIELDS), *_compare_rows(old, new)]
    more = len(found) - SHOWN
    return found if more <= 0 else [*found[:SHOWN], f"… and {more} more"]


def _list_changes(old: object, new: object, names: Mapping[str, str]) -> list[str]:
    values = ((name, getattr(old, field), getattr(new, field)) for field, name in names.items())
    return [f"{name} {_show(was)} → {_show(now)}" for name, was, now in values if was != now]


def _show(value: object) -> str:
    match value:
        case None | "":
            return "–"
        case bool():
            return yes_or_no(value)
        case Status():
            return word_status(value)
        case int() | Fraction():
            return format_number(value)
        case _:
            return str(value)


def _compare_rows(old: EventRecord, new: EventRecord) -> Iterator[Message | str]:
    """Yield what is not the same in the entries and the matches of two records."""
    was, now = _name_players(old, new)
    before, after = dict(zip(was, old.entries, strict=True)), dict(zip(now, new.entries, strict=True))
    for who, entry in after.items():
        if who not in before:
            yield Message("new: {what}", what=entry.name)
        elif changes := _list_changes(before[who], entry, ENTRY_FIELDS):
            yield f"{entry.name}: {', '.join(changes)}"
    for who, entry in before.items():
        if who not in after:
            yield Message("no longer there: {what}", what=entry.name)
    played, anew = _word_matches(old, was), _word_matches(new, now)
    for match, words in anew.items():
        said = words if match not in played else f"{played[match]} → {words}"
        line = Message("round {round}, {pair}", round=match[0], pair=said)
        if match not in played:
            yield Message("new: {what}", what=line)
        elif played[match] != words:
            yield line
    for match, words in played.items():
        if match not in anew:
            line = Message("round {round}, {pair}", round=match[0], pair=words)
            yield Message("no longer there: {what}", what=line)


def _name_players(old: EventRecord, new: EventRecord) -> tuple[list[str], list[str]]:
    """Return what each entry's player is known by, in both records; who got a Player ID, or lost it, by the new one."""
    before, after = ([identity(entry) for entry in record.entries] for record in (old, new))
    arrived = {key(entry.name): who for entry, who in zip(new.entries, after, strict=True) if who not in set(before)}
    gone = set(before) - set(after)
    before = [
        arrived.get(key(entry.name), who) if who in gone else who
        for entry, who in zip(old.entries, before, strict=True)
    ]
    return before, after


def _word_matches(record: EventRecord, players: Sequence[str]) -> dict[tuple[object, ...], str]:
    """Return each match in words, by round and players; should two meet twice in a round, by that, too."""
    told = dict[tuple[object, ...], str]()
    times = Counter[tuple[object, ...]]()
    for match in record.meetings:
        pair = (match.round, players[match.a], None if match.b is None else players[match.b])
        told[(*pair, times[pair])] = _word_match(record, match)
        times[pair] += 1
    return told


def _word_match(record: EventRecord, match: Meeting) -> str:
    other = "BYE" if match.b is None else record.entries[match.b].name
    points = [format_number(each) for each in (match.points_a, match.points_b) if each is not None]
    score = f" {'–'.join(points)}" if points else ""
    return f"{record.entries[match.a].name} – {other}{score} ({match.outcome_a or 'result not known'})"
