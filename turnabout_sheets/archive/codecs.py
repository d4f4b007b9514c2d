"""How the archive stores days, outcomes, statuses and exact numbers, and how such a value is told.

They stay as they are, whatever sheets and pages come to say: every archive that there is has them.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Mapping
from datetime import date, timedelta
from fractions import Fraction
from functools import lru_cache
from typing import Final

from turnabout_sheets.core.outcomes import Outcome
from turnabout_sheets.core.text import format_number, yes_or_no
from turnabout_sheets.event.status import Status, StatusKind, word_status


def today() -> str:
    """Return the day on which the program runs: ratings are as of it where no other is named."""
    return date.today().isoformat()


def day_of(at: str) -> str:
    """Return the day of a time as the journal has it: 2026-05-31T18:04:11Z."""
    return at[:10]


def day_before(day: str) -> str:
    """Return the day before a day, which is not the first of all."""
    return (date.fromisoformat(day) - timedelta(days=1)).isoformat()


def window(as_of: str, months: int | None) -> str:
    """Return the first of the days that count: of the last so many months up to a day; "" where all count.

    Twelve months up to 2026-05-31 begin on 2025-06-01; one month up to 2026-03-31, on 2026-03-01: the day after the
    same day of that month, or after its last (rules 1.12.1).
    """
    if months is None:
        return ""
    end = date.fromisoformat(as_of)
    year, month = divmod(end.year * 12 + end.month - 1 - months, 12)
    if year < 1:
        return ""
    last = min(end.day, calendar.monthrange(year, month + 1)[1])
    return (date(year, month + 1, last) + timedelta(days=1)).isoformat()


def show(value: object) -> str:
    """Return a value in words: "blank" for none, numbers exact, all else as it is written."""
    match value:
        case None | "":
            return "blank"
        case bool():
            return yes_or_no(value)
        case Status():
            return word_status(value)
        case int() | Fraction():
            return format_number(value)
        case _:
            return str(value)


_STATUSES: Mapping[StatusKind, str] = {
    StatusKind.DISQUALIFIED: "Disqualified",
    StatusKind.DROPPED: "Dropped after N",
    StatusKind.PROVISIONAL: "Provisional",
    StatusKind.JOINED: "Joined N",
    StatusKind.OUT: "Out in round N",
}
"""N is the round."""

_PATTERNS = {kind: re.compile(words.replace("N", "(0|[1-9][0-9]{0,3})")) for kind, words in _STATUSES.items()}


def write_status(status: Status | None) -> str:
    """Return what the archive stores of a status, blank where there is none."""
    if status is None:
        return ""
    if status.kind is StatusKind.OTHER:
        return status.words
    return _STATUSES[status.kind].replace("N", str(status.round))


@lru_cache(maxsize=1 << 10)
def read_status(words: str) -> Status | None:
    """Return the status that the archive stores as these words; others than ours are kept as they are."""
    if not words:
        return None
    for kind, pattern in _PATTERNS.items():
        if found := pattern.fullmatch(words):
            return Status(kind, int(found[1]) if found.groups() else None)
    return Status(StatusKind.OTHER, words=words)


def write_outcome(outcome: Outcome | None) -> str | None:
    """Return what the archive stores of an outcome."""
    return None if outcome is None else outcome.value


def read_outcome(word: str | None) -> Outcome | None:
    """Return the outcome that the archive stores as a word; what is none of ours says nothing, like none."""
    return _OUTCOMES.get(word or "")


_OUTCOMES = {outcome.value: outcome for outcome in Outcome}

FIGURES: Final = 1 << 16
"""How many figures are kept in memory: the same few stand in all events, and each is slow to make."""

_EXACT: Final = re.compile(r"-?[0-9]+(/[0-9]+)?")


def write_exact(number: Fraction | None) -> str | None:
    """Return what the archive stores of a number: exact text, 7/2."""
    return None if number is None else str(number)


@lru_cache(maxsize=FIGURES)
def read_exact(text: str | None) -> Fraction | None:
    """Return the number that the archive stores as this text. Raises `ValueError` where it is none."""
    if text is None:
        return None
    # Fraction itself would work for hours on 1e999999999.
    if not _EXACT.fullmatch(text):
        raise ValueError(text)
    return Fraction(text)
