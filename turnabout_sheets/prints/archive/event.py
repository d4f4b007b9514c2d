"""An event's page in the archive: how it ended, and all its matches."""

from __future__ import annotations

from typing import NamedTuple

from turnabout_sheets.event.history import ArchivedEvent, AwardRow, MatchRow
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
    return ArchiveEventPage(
        name=event.name,
        facts=_facts(event, w),
        note=_note(event, w),
        entries=tuple(_entry(standing, ledger, w) for standing in entries.values()),
        rounds=_rounds(event, ledger, w),
        last_change=ledger.last_change,
    )


def _facts(event: ArchivedEvent, w: Words) -> tuple[ReportFact, ...]:
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
    return tuple(ReportFact(label, value) for label, value in facts if value)


def _note(event: ArchivedEvent, w: Words) -> str:
    if event.provisional:
        return w("archive.provisional")
    return "" if event.rated else w("archive.unrated")


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


def _rounds(event: ArchivedEvent, ledger: Ledger, w: Words) -> tuple[EventRound, ...]:
    rounds: dict[int, list[EventMatchLine]] = {}
    for pairing in ledger.pairings.get(event.event, ()):
        rounds.setdefault(pairing.round, []).append(_match(pairing, ledger, w))
    return tuple(EventRound(w("page.round", n=number), tuple(lines)) for number, lines in rounds.items())


def _match(pairing: MatchRow, ledger: Ledger, w: Words) -> EventMatchLine:
    entries, b = ledger.entries[pairing.event], pairing.entry_b
    return EventMatchLine(
        table="" if pairing.table is None or b is None else str(pairing.table),
        a=ledger.players[entries[pairing.entry_a].person],
        b=None if b is None else ledger.players[entries[b].person],
        outcome=outcome_text(pairing, w),
        points=points_text(pairing.points_a, pairing.points_b),
    )
