"""Days on the calendar as people type them: read where they mean one day only, and written as a language has them.

Libraries that read dates (python-dateutil, dateparser) take the likelier day of an ambiguous one without a word.
"""

from __future__ import annotations

import calendar
import contextlib
import re
import unicodedata
from datetime import date, timedelta
from typing import Final

MONTHS: Final = {
    "en": "January February March April May June July August September October November December".split(),
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split(),
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split(),
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split(),
}
EXAMPLE: Final = "2026-05-31"
_LAYOUTS: Final = {"en": "{month} {day}, {year}", "de": "{day}. {month} {year}", "fr": "{day} {month} {year}",
                   "es": "{day} de {month} de {year}"}  # fmt: skip

_DAY_ZERO: Final = date(1899, 12, 30)  # that spreadsheets store as 0 (ECMA-376 Part 1, 18.17.4.1)
_TIME: Final = re.compile(r"(?:t|\s)\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?$")
_SERIAL: Final = re.compile(r"(\d{5})(?:\.\d+)?")
_NUMBER: Final = re.compile(r"(\d{4}|\d{1,2})(?:st|nd|rd|th|er|º|°)?")
_LITTLE_WORDS: Final = frozenset({"", "of", "the", "de", "del", "den", "der", "le", "el", "am"})


class DayError(ValueError):
    """A text that is not one day; it says why, to follow what was typed: "31.2.2026" is …"""


def read_day(text: str) -> date:
    """Return the one day that a text means: `2026-05-31`, `31.5.2026`, `May 31, 2026`, 46173 as Excel stores it.

    Raises `DayError` where it means none, or may mean several.
    """
    typed = _TIME.sub("", unicodedata.normalize("NFKC", text).casefold().strip())
    orders = _find_orders(typed)
    days = set()
    for order in orders:
        with contextlib.suppress(ValueError):
            days.add(date(*order))
    found = sorted(day for day in days if 1990 <= day.year < 2100)
    if len(found) == 1:
        return found[0]
    if found:
        several = " or ".join(f"{write_day(day, 'en')} ({day.isoformat()})" for day in found)
        raise DayError(f"may be {several}")
    raise DayError(f"is no day that the {'calendar has' if orders else 'program can read'}")


def write_day(day: date, language: str) -> str:
    """Return a day as a language of the pages, by its code, has it: May 31, 2026; 31. Mai 2026."""
    number = "1er" if language == "fr" and day.day == 1 else str(day.day)
    return _LAYOUTS[language].format(day=number, month=MONTHS[language][day.month - 1], year=day.year)


def _find_orders(typed: str) -> list[tuple[int, int, int]]:
    """Return year, month and day in the orders in which a text may have them."""
    if serial := _SERIAL.fullmatch(typed):
        day = _DAY_ZERO + timedelta(days=int(serial[1]))
        return [(day.year, day.month, day.day)]
    words = [word for word in re.split(r"[\s,./-]+", typed) if word not in _LITTLE_WORDS]
    numbers = [digits[1] for word in words if (digits := _NUMBER.fullmatch(word))]
    named = [_find_months(word) for word in words if not _NUMBER.fullmatch(word)]
    match [(int(number), len(number)) for number in numbers]:
        case [(year, 4), (month, 1 | 2), (number, 1 | 2)] if not named:
            return [(year, month, number)]
        case [(number, 1 | 2), (month, 1 | 2), (year, 4)] if not named:
            is_dotted = not set("/-") & set(typed)  # the day is first then, where there is such a month
            return [(year, month, number)] + ([] if is_dotted and month <= 12 else [(year, number, month)])
        case [(number, 1 | 2), (year, 4)] | [(year, 4), (number, 1 | 2)] if len(named) == 1 == len(named[0]):
            return [(year, min(named[0]), number)]
    return []


def _find_months(word: str) -> set[int]:
    """Return the months that a word names in any language, also without accents, or its first three letters or more."""

    def bare(text: str) -> str:
        return "".join(filter(str.isalpha, unicodedata.normalize("NFD", text.casefold())))

    known = ((number, bare(name)) for each in MONTHS.values() for number, name in enumerate(each, 1))
    return {number for number, name in known if len(bare(word)) >= 3 and name.startswith(bare(word))}


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
