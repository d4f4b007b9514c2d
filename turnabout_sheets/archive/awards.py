"""The awards of an archived event, from what its entries say (seed 002)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from turnabout_sheets.archive.records import Entry, EventRecord
from turnabout_sheets.event import rating
from turnabout_sheets.formats import FORMATS

RATED = frozenset(each.name for each in FORMATS.values() if each.rated)
"""The formats whose events are rated."""


def add_awards(record: EventRecord) -> EventRecord:
    """Return a record with its awards computed anew: Match Wins times the multiplier by Final Position (seed 002).

    They come from position, wins, draws, byes, ``played_all`` and ``field``; a bye counts as a match won. Entries
    without a position, and all of an event that is not rated, have none.
    """
    rated = record.format in RATED and not record.provisional and record.field >= rating.FEWEST_RATED_PLAYERS
    entries = tuple(_add_award(entry, record.field) if rated else _remove_award(entry) for entry in record.entries)
    return replace(record, entries=entries)


def _add_award(entry: Entry, field: int) -> Entry:
    if entry.position is None:
        return _remove_award(entry)
    match_wins = Fraction(2 * (entry.wins + entry.byes) + entry.draws, 2)
    played_all = bool(entry.played_all)
    return replace(
        entry,
        match_wins=match_wins,
        played_all=played_all,
        multiplier=rating.multiplier(field, entry.position),
        award=rating.award(match_wins, played_all, field, entry.position),
    )


def _remove_award(entry: Entry) -> Entry:
    return replace(entry, match_wins=None, played_all=None, multiplier=None, award=None)
