"""How the archive stores days, statuses and exact numbers.

They stay as they are, whatever sheets and pages come to say: every archive that there is has them.
"""

from __future__ import annotations

import calendar
from datetime import date, timedelta
from fractions import Fraction
from functools import lru_cache
from typing import Final

from turnabout_sheets.event.status import Status, StatusKind


def today() -> str:
    """Return the day on which the program runs: ratings are as of it where no other is named."""
    return date.today().isoformat()


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


def write_status(status: Status | None) -> str:
    """Return what the archive stores of a status, blank where there is none: DISQUALIFIED, DROPPED 3."""
    return "" if status is None else f"{status.kind.name} {'' if status.round is None else status.round}".rstrip()


@lru_cache(maxsize=1 << 10)
def read_status(words: str) -> Status | None:
    """Return the status that the archive stores as these words."""
    kind, _, number = words.partition(" ")
    return Status(StatusKind[kind], int(number) if number else None) if kind else None


FIGURES: Final = 1 << 16
"""How many figures are kept in memory: the same few stand in all events, and each is slow to make."""


def write_exact(number: Fraction | None) -> str | None:
    """Return what the archive stores of a number: exact text, 7/2."""
    return None if number is None else str(number)


@lru_cache(maxsize=FIGURES)
def read_exact(text: str | None) -> Fraction | None:
    """Return the number that the archive stores as this text. Raises `ValueError` where it is none."""
    return None if text is None else Fraction(text)


def halves(number: Fraction | None) -> int | None:
    """Return how many halves a number has."""
    return None if number is None else 2 * number.numerator // number.denominator


@lru_cache(maxsize=FIGURES)
def from_halves(number: int | None) -> Fraction | None:
    """Return the number that has so many halves."""
    return None if number is None else Fraction(number, 2)
