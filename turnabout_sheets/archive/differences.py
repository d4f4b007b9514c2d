"""What changes when an event in the archive is replaced, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import fields
from fractions import Fraction
from typing import Final

from turnabout_sheets.archive.records import Entry, EventRecord, identity
from turnabout_sheets.core.problems import Message
from turnabout_sheets.core.text import format_number, key, yes_or_no
from turnabout_sheets.event.status import Status, word_status

SHOWN = 20
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
    found = [*_list_changes(old, new), *_compare_rows(old, new)]
    more = len(found) - SHOWN
    return found if more <= 0 else [*found[:SHOWN], f"… and {more} more"]


def _list_changes(old: EventRecord | Entry, new: EventRecord | Entry) -> list[str]:
    """Return which figures and facts have changed, but for entries and matches."""
    found = []
    for name in (each.name for each in fields(new) if each.name not in ("entries", "meetings", "computed")):
        was, now = getattr(old, name), getattr(new, name)
        if was != now:
            found.append(f"{_WORDS.get(name, name)} {_show(was)} → {_show(now)}")
    return found


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
    for who in {**after, **before}:
        if who not in before:
            yield Message("new: {what}", what=after[who].name)
        elif who not in after:
            yield Message("no longer there: {what}", what=before[who].name)
        elif changes := _list_changes(before[who], after[who]):
            yield f"{after[who].name}: {', '.join(changes)}"
    played, anew = _word_matches(old, was), _word_matches(new, now)
    for match in {**anew, **played}:
        pairs = list(dict.fromkeys(each[match] for each in (played, anew) if match in each))
        line = Message("round {round}, {pair}", round=match[0], pair=" → ".join(pairs))
        if match not in played:
            yield Message("new: {what}", what=line)
        elif match not in anew:
            yield Message("no longer there: {what}", what=line)
        elif len(pairs) > 1:
            yield line


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
        other = "BYE" if match.b is None else record.entries[match.b].name
        points = "–".join(format_number(each) for each in (match.points_a, match.points_b) if each is not None)
        score = f" {points}" if points else ""
        ended = match.outcome_a or "result not known"
        told[(*pair, times[pair])] = f"{record.entries[match.a].name} – {other}{score} ({ended})"
        times[pair] += 1
    return told
