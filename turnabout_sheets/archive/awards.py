"""The awards of an archived event, from what its entries say (rules 1.7)."""

from __future__ import annotations

from dataclasses import replace

from turnabout_sheets.archive.records import Entry, EventRecord, set_award
from turnabout_sheets.event.rating import FEWEST_RATED_PLAYERS, Award, make_award
from turnabout_sheets.event.status import StatusKind
from turnabout_sheets.formats import FORMATS

RATED_FORMATS = frozenset(each.name for each in FORMATS.values() if each.rated)
"""The formats whose events are rated."""


def add_awards(record: EventRecord) -> EventRecord:
    """Return a record with its awards computed anew (rules 1.7.1 to 1.7.3).

    They come from position, wins, draws, byes, ``played_all`` and ``field``; a bye counts as a match won. Entries
    without a position, those of the disqualified, and all of an event that is not rated have none (rules 1.7.8, 1.12.6
    and 1.12.8).
    """
    rated = record.format in RATED_FORMATS and not record.provisional and record.field >= FEWEST_RATED_PLAYERS
    entries = tuple(set_award(entry, _make_award(entry, record.field) if rated else None) for entry in record.entries)
    return replace(record, entries=entries)


def _make_award(entry: Entry, field: int) -> Award | None:
    if entry.position is None or (entry.status is not None and entry.status.kind is StatusKind.DISQUALIFIED):
        return None
    return make_award(
        entry.wins + entry.byes,
        entry.draws,
        played_all=bool(entry.played_all),
        players=field,
        position=entry.position,
    )
