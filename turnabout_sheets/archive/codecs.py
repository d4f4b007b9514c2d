"""The days that count."""

from __future__ import annotations

import calendar
from datetime import date, timedelta


def today() -> str:
    """Return the day on which the program runs: ratings are as of it where no other is named."""
    return date.today().isoformat()


def day_before(day: str) -> str:
    """Return the day before a day, which is not the first of all."""
    return (date.fromisoformat(day) - timedelta(days=1)).isoformat()


def window(as_of: str, months: int | None) -> str:
    """Return the first of the days that count, of the last so many months up to a day; "" where all count.

    It is the day after the same day of that month, or after its last (rules 1.12.1).
    """
    end = date.fromisoformat(as_of)
    year, month = divmod(end.year * 12 + end.month - 1 - (months or 0), 12)
    if months is None or year < 1:
        return ""
    last = min(end.day, calendar.monthrange(year, month + 1)[1])
    return (date(year, month + 1, last) + timedelta(days=1)).isoformat()
