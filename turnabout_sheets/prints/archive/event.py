"""An event's page in the archive: how it ended, and all its matches."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import NamedTuple

from turnabout_sheets.archive.records import Meeting
from turnabout_sheets.archive.rows import ArchivedEvent, AwardRow
from turnabout_sheets.prints.archive.ledger import ArchiveLink, Ledger
from turnabout_sheets.prints.archive.wording import (
    UNKNOWN,
    award_text,
    day_text,
    describe_entered,
    outcome_text,
    points_text,
    results_text,
)
from turnabout_sheets.prints.report_parts.sheets import ReportFact
from turnabout_sheets.prints.shared import translate_status
from turnabout_sheets.prints.words import Words


class EventEntryLine(NamedTuple):
    """A line of an event's standings; ``entered``, ``results`` and ``award`` as in `PlayerEventLine`."""

    position: str
    player: ArchiveLink
    entered: str
    status: str
    results: str
    points: str
    award: str


class EventMatchLine(NamedTuple):
    """A match, or a bye: then ``b`` is None. ``table`` is empty where it has none, ``points`` are "18 : 12"."""

    table: str
    a: ArchiveLink
    b: ArchiveLink | None
    outcome: str
    points: str


class EventRound(NamedTuple):
    """The matches of a round under its ``heading``."""

    heading: str
    lines: tuple[EventMatchLine, ...]


class ArchiveEventPage(NamedTuple):
    """An event's page: ``note`` says why it is not rated, empty where it is."""

    name: str
    facts: tuple[ReportFact, ...]
    note: str
    entries: tuple[EventEntryLine, ...]
    rounds: tuple[EventRound, ...]
    last_change: str


def event_page(event: ArchivedEvent, ledger: Ledger, w: Words) -> ArchiveEventPage:
    """Return the page of an event."""
    entries = ledger.entries.get(event.event, {})
    known = event.field <= event.entries  # who never played may be listed, too (rules 1.12.8)
    facts = (
        (w("report.date"), day_text(event.date, w.language)),
        (w("report.venue"), event.venue),
        (w("report.organizer"), event.organizer),
        (w("report.format"), event.format),
        (w("report.players"), str(event.field) if known else w("archive.known", n=event.field, known=event.entries)),
        (w("report.rounds"), "" if event.rounds is None else str(event.rounds)),
        (w("archive.event_id"), event.event_id),
    )
    note = "" if event.rated else w("archive.unrated")
    rounds = groupby(ledger.history.matches.get(event.event, ()), lambda each: each.round)
    return ArchiveEventPage(
        name=event.name,
        facts=tuple(ReportFact(label, value) for label, value in facts if value),
        note=w("archive.provisional") if event.provisional else note,
        entries=tuple(_entry(standing, ledger, w) for standing in entries.values()),
        rounds=tuple(
            EventRound(w("page.round", n=number), tuple(_match(each, entries, ledger, w) for each in matches))
            for number, matches in rounds
        ),
        last_change=ledger.last_change,
    )


def _entry(standing: AwardRow, ledger: Ledger, w: Words) -> EventEntryLine:
    return EventEntryLine(
        position=UNKNOWN if standing.position is None else str(standing.position),
        player=ledger.players[standing.person],
        entered=describe_entered(standing, w),
        status=translate_status(standing.status, w),
        results=results_text(standing),
        points=points_text(standing.points),
        award=award_text(standing, beyond=ledger.history.ratings.is_beyond(standing)),
    )


def _match(match: Meeting, entries: Mapping[int, AwardRow], ledger: Ledger, w: Words) -> EventMatchLine:
    return EventMatchLine(
        table="" if match.table is None or match.b is None else str(match.table),
        a=ledger.players[entries[match.a].person],
        b=None if match.b is None else ledger.players[entries[match.b].person],
        outcome=outcome_text(match, w),
        points=points_text(match.points_a, match.points_b),
    )
