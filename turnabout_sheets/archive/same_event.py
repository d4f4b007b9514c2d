"""Whether two records that bear one Event ID, or one name and day, may be of one event at all.

An organizer who copies last year's workbook copies its Event ID, too; then what was last year must not be replaced.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from fractions import Fraction
from typing import Final

from turnabout_sheets.archive.records import EventRecord
from turnabout_sheets.core.text import key

FEWEST: Final = Fraction(2, 3)
"""At least this share of players, and of results, is the same in two records of one event, whatever was corrected."""


def list_doubts(old: EventRecord, new: EventRecord) -> list[str]:
    """Return what in the new record speaks for another event, such as ``format`` or ``players``; nothing if it fits.

    Another date alone is a correction, but not if results differ, too: the same few may meet again next year.
    """
    return list(_doubts(old, new))


def _doubts(old: EventRecord, new: EventRecord) -> Iterator[str]:
    if old.format != new.format:
        yield "format"
    happened = _matches if old.meetings and new.meetings else _placings
    if old.date != new.date and not _are_alike(happened(old), happened(new)):
        yield "date"
        yield "results"
    if not any(_are_alike(who(old), who(new)) for who in (_names, _ids)):
        yield "players"


def _are_alike(old: Set[object], new: Set[object]) -> bool:
    fewer = min(len(old), len(new))
    return bool(fewer) and len(old & new) >= FEWEST * fewer


def _names(record: EventRecord) -> Set[object]:
    return {key(entry.name) for entry in record.entries}


def _ids(record: EventRecord) -> Set[object]:
    return {key(entry.player_id) for entry in record.entries if entry.player_id}


def _placings(record: EventRecord) -> Set[object]:
    return {(key(entry.name), entry.position) for entry in record.entries}


def _matches(record: EventRecord) -> Set[object]:
    names = [key(entry.name) for entry in record.entries]
    return {
        (
            each.round,
            names[each.a],
            each.outcome_a,
            each.points_a,
            None if each.b is None else names[each.b],
            each.points_b,
        )
        for each in record.meetings
    }
