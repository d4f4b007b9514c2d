"""Days on the calendar, as ISO texts."""

from __future__ import annotations

import calendar
from datetime import date, timedelta


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
