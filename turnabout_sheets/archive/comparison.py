"""An archived record beside what it is computed from now, and what older versions of the program computed otherwise.

A rule that gives other figures to events that are archived has its place in `CHANGED_RULES`, with what an older version
made of the same event. It fits exactly or not at all, so that nobody can pass off a figure of his own as an old one.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple, TypeVar

from turnabout_sheets.archive.differences import ENTRY_FIELDS, EVENT_FIELDS
from turnabout_sheets.archive.from_results import describe_entries, make_entries, make_meetings, write
from turnabout_sheets.archive.records import Entry, EventRecord, Meeting, set_award
from turnabout_sheets.archive.replay import replay
from turnabout_sheets.core.digests import write_canonical
from turnabout_sheets.core.outcomes import Outcome
from turnabout_sheets.core.text import join_words
from turnabout_sheets.event.rating import FEWEST_RATED_PLAYERS, award, make_award, multiplier
from turnabout_sheets.event.results import Results
from turnabout_sheets.event.status import Status, StatusKind

MATCH_FIELDS: Mapping[str, str] = {
    "table": "table",
    "outcome_a": "outcome A",
    "outcome_b": "outcome B",
    "points_a": "points A",
    "points_b": "points B",
}
COMPUTED: Sequence[str] = ("position", "wins", "draws", "losses", "byes", "points")
RATED: Sequence[str] = ("match_wins", "played_all", "multiplier", "award")
"""The fields of entries that come from the matches, without and with the rating."""

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
    """Yield every figure of a record beside that of the record computed anew from what is kept of the event.

    What a record of version 1 of the tables does not have is left out.
    """
    detailed = kept.terms is not None
    yield from _pair_fields("", kept, anew, EVENT_FIELDS)
    if detailed:
        yield from pair_facts("", kept.terms, anew.terms)
    entries, meetings = _tell_entries(kept), _tell_meetings(kept)
    entries_anew, meetings_anew = _tell_entries(anew), _tell_meetings(anew)
    yield from _pair_rows(entries, entries_anew, "entry", ENTRY_FIELDS, detailed=detailed)
    yield from _pair_order("entries", entries, entries_anew)
    yield from _pair_rows(meetings, meetings_anew, "match", MATCH_FIELDS, detailed=detailed)
    yield from _pair_order("matches", meetings, meetings_anew)


Told = tuple[str, int]
"""What a row is called, and of several of one name, which it is."""


def _pair_rows(
    kept: Mapping[Told, Row], anew: Mapping[Told, Row], kind: str, fields: Mapping[str, str], *, detailed: bool
) -> Iterator[Pair]:
    for told, row in anew.items():
        old, whose = kept.get(told), told[0]
        if old is None:
            yield Pair(whose, kind, "none", "one")
            continue
        yield from _pair_fields(whose, old, row, fields)
        if detailed:
            yield from pair_facts(whose, old.details, row.details)
    yield from (Pair(told[0], kind, "one", "none") for told in kept if told not in anew)


def _pair_fields(whose: str, kept: object, anew: object, fields: Mapping[str, str]) -> Iterator[Pair]:
    return (Pair(whose, words, getattr(kept, name), getattr(anew, name)) for name, words in fields.items())


def pair_facts(whose: str, kept: str | None, anew: str | None) -> Iterator[Pair]:
    """Yield the figures of details, or of terms, that are written as JSON."""
    old, new = ({} if each is None else json.loads(each) for each in (kept, anew))
    for facts in (old, new):
        # Of an entry the figures, of an event the names in their order.
        if isinstance(facts.get("tie_breaks"), dict):
            facts |= facts.pop("tie_breaks")
    return (Pair(whose, name.replace("_", " "), old.get(name), new.get(name)) for name in sorted({*old, *new}))


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


def pair_replayed(record: EventRecord, again: Results) -> Iterator[Pair]:
    """Yield the figures of a record beside what its own matches come to, where nothing else can be had.

    Of an event that is not finished, matches without a result are not there, so that nobody knows what follows of them.
    """
    entries, details, places = make_entries(again), describe_entries(again), range(len(record.entries))
    names = (*COMPUTED, *(() if record.provisional else (*RATED, "status")))
    yield Pair("", EVENT_FIELDS["field"], record.field, len(entries))
    for place, kept in enumerate(record.entries):
        yield from _pair_fields(kept.name, kept, entries[place], {name: ENTRY_FIELDS[name] for name in names})
        yield from pair_facts(kept.name, kept.details, details[place])
    meetings = make_meetings(again, {place: place for place in places})
    yield Pair("", "number of matches", len(record.meetings), len(meetings))
    named = [entry.name for entry in record.entries]
    for old, new in zip(record.meetings, meetings, strict=False):
        whose = _name_meeting(named, old)
        yield from _pair_fields(whose, old, new, MATCH_FIELDS)
        yield from pair_facts(whose, old.details, new.details)


def pair_ratings(record: EventRecord) -> Iterator[Pair]:
    """Yield what follows of the awards from the entries alone (rules 1.7.2 and 1.7.3)."""
    for entry in record.entries:
        rated = None not in (entry.award, entry.match_wins, entry.played_all, entry.position)
        if rated and record.field >= FEWEST_RATED_PLAYERS:
            facts = (record.field, entry.position)
            yield Pair(entry.name, "multiplier", entry.multiplier, multiplier(*facts))  # type: ignore[arg-type]
            due = award(entry.match_wins, bool(entry.played_all), *facts)  # type: ignore[arg-type]
            yield Pair(entry.name, "award", entry.award, due)


class ChangedRule(NamedTuple):
    """A rule that was another one: its paragraph in rules.md, and what the older one makes of an event."""

    paragraph: str
    make_older: Callable[[EventRecord], EventRecord]


def explain_older(kept: EventRecord, anew: EventRecord) -> str | None:
    """Return by which paragraphs an event is computed otherwise than an older version did; None where none did so.

    ``anew`` is what this version makes of it. A version lacks the changes of all later ones, so they go together, the
    newest first.
    """
    made, why = anew, list[str]()
    for rule in CHANGED_RULES:
        older = rule.make_older(made)
        if older != made:
            made, why = older, [*why, rule.paragraph]
            if all(pair.agrees for pair in pair_records(kept, made)):
                return f"rules {join_words(why, 'and')}"
    return None


def _give_up_final(record: EventRecord) -> EventRecord:
    """Let an elimination end before the rounds to which one came alone, who had no bye in them."""
    terms, played = _read(record.terms), 0
    if "elimination" not in terms.get("pairing", ""):
        return record
    for meeting in record.meetings:
        if meeting.b is not None or meeting.outcome_a != Outcome.BYE:
            played = max(played, meeting.round)
    alone = [meeting for meeting in record.meetings if meeting.round > played]
    entries = list(record.entries)
    for meeting in alone:
        entries[meeting.a] = _take_bye(entries[meeting.a], meeting, counts=terms["bye_counts_as_win"])
    if not alone or not played:
        return record
    return replace(
        record,
        rounds=played,
        entries=tuple(_limit_lead(entry, played + 2) for entry in entries),
        meetings=tuple(meeting for meeting in record.meetings if meeting.round <= played),
        terms=write_canonical({**terms, "played": played}),
    )


def _take_bye(entry: Entry, bye: Meeting, *, counts: bool) -> Entry:
    assert entry.points is not None
    assert bye.points_a is not None
    less = replace(entry, byes=entry.byes - 1, points=entry.points - bye.points_a)
    if not counts or less.match_wins is None or less.multiplier is None:
        return less
    wins = less.match_wins - 1
    return replace(less, match_wins=wins, award=(wins + bool(less.played_all)) * less.multiplier)


def _limit_lead(entry: Entry, most: int) -> Entry:
    facts = _read(entry.details)
    return replace(entry, details=write(facts | {"lead": most})) if facts.get("lead", 0) > most else entry


def _rank_disqualified_later(record: EventRecord) -> EventRecord:
    """Let a disqualification for a round that was never played change no position."""
    terms, details = _read(record.terms), [_read(entry.details) for entry in record.entries]
    later = [place for place, facts in enumerate(details) if terms and facts.get("disqualified", 0) > terms["played"]]
    if not later:
        return record
    forgiven = [_forget(entry) if place in later else entry for place, entry in enumerate(record.entries)]
    again = replay(replace(record, entries=tuple(forgiven)))
    if again is None:
        return record
    entries = dict(make_entries(again))
    for place in later:
        facts = _read(entries[place].details) | {"disqualified": details[place]["disqualified"]}
        found = replace(entries[place], details=write(facts), status=Status(StatusKind.DISQUALIFIED))
        entries[place] = set_award(found, None)
    places = {number: place for place, number in enumerate(entries)}
    meetings = tuple(
        replace(each, a=places[each.a], b=None if each.b is None else places[each.b]) for each in record.meetings
    )
    return replace(record, entries=tuple(entries.values()), meetings=meetings)


def _forget(entry: Entry) -> Entry:
    facts = _read(entry.details)
    return replace(entry, details=write({name: value for name, value in facts.items() if name != "disqualified"}))


def _reward_who_left(record: EventRecord) -> EventRecord:
    """Let who left an elimination after its last round, and was there until then, have played all rounds.

    Of who was out and then left, the status told that they left.
    """
    terms = _read(record.terms)
    if "elimination" not in terms.get("pairing", ""):
        return record
    there = _find_rounds(record)

    def older(place: int, entry: Entry) -> Entry:
        left = _read(entry.details).get("dropped_after")
        if left is not None and entry.status is not None and entry.status.kind is StatusKind.OUT:
            entry = replace(entry, status=Status(StatusKind.DROPPED, left))
        if left != terms["played"] or not there[place] >= set(range(1, left + 1)):
            return entry
        if entry.match_wins is None or entry.multiplier is None:
            return entry
        return replace(entry, played_all=True, award=(entry.match_wins + 1) * entry.multiplier)

    return replace(record, entries=tuple(older(*each) for each in enumerate(record.entries)))


def _reward_disqualified(record: EventRecord) -> EventRecord:
    """Let who is disqualified have an award like all others."""
    if record.provisional or not record.rated or record.field < FEWEST_RATED_PLAYERS:
        return record
    there, byes_count = _find_rounds(record), _read(record.terms).get("bye_counts_as_win", True)

    def older(place: int, entry: Entry) -> Entry:
        if entry.position is None or entry.status != Status(StatusKind.DISQUALIFIED):
            return entry
        wins = entry.wins + (entry.byes if byes_count else 0)
        played_all = there[place] >= set(range(1, (record.rounds or 0) + 1))
        award = make_award(wins, entry.draws, played_all=played_all, players=record.field, position=entry.position)
        return set_award(entry, award)

    return replace(record, entries=tuple(older(*each) for each in enumerate(record.entries)))


def _find_rounds(record: EventRecord) -> Sequence[set[int]]:
    """Return the rounds in which each player was there, also those with a bye."""
    there: list[set[int]] = [set() for _ in record.entries]
    for meeting in record.meetings:
        for place, outcome in ((meeting.a, meeting.outcome_a), (meeting.b, meeting.outcome_b)):
            if place is not None and outcome != Outcome.ABSENT:
                there[place].add(meeting.round)
    return there


def _read(facts: str | None) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(facts) if facts else {}
    return found


CHANGED_RULES: Final[Sequence[ChangedRule]] = (
    ChangedRule("1.11.6", _give_up_final),
    ChangedRule("1.4.6", _rank_disqualified_later),
    ChangedRule("1.7.4", _reward_who_left),
    ChangedRule("1.7.8", _reward_disqualified),
)
"""The newest first."""
