"""Days on the calendar as people type them: read where they mean one day only, and written as a language has them.

No library does this: those that read dates (python-dateutil, dateparser) take the likelier day of an ambiguous one
without a word, and those with names of months (Babel) bring those of all languages, for four that the pages have.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final

MONTHS: Final = {
    "en": "January February March April May June July August September October November December".split(),
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split(),
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split(),
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split(),
}
"""The months in the languages of the pages, by code."""

WEEKDAYS: Final = {
    "en": "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(),
    "de": "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag".split(),
    "fr": "lundi mardi mercredi jeudi vendredi samedi dimanche".split(),
    "es": "lunes martes miércoles jueves viernes sábado domingo".split(),
}

EXAMPLE: Final = "2026-05-31"
"""A day as it is always understood."""

_LAYOUTS: Final = {"en": "{month} {day}, {year}", "de": "{day}. {month} {year}", "fr": "{day} {month} {year}",
                   "es": "{day} de {month} de {year}"}  # fmt: skip

_DAY_ZERO: Final = date(1899, 12, 30)
"""The day that spreadsheets store as 0 (ECMA-376 Part 1, 18.17.4.1)."""

_FIRST: Final = date(1990, 1, 1)
_LAST: Final = date(2099, 12, 31)
"""Between these two the day of an event lies: what is beyond is a slip of the finger."""

_CENTURY: Final = 30
"""Years of two digits from here on are of the century before, as in Excel."""

_TIME: Final = re.compile(r"(?:t|\s)\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?$")
_SERIAL: Final = re.compile(r"(\d{5})(?:\.\d+)?")
_COMPACT: Final = re.compile(r"(\d{4})(\d\d)(\d\d)")
_YEAR_FIRST: Final = re.compile(r"(\d{4})\s*([-/. ])\s*(\d{1,2})\s*\2\s*(\d{1,2})\.?")
_YEAR_LAST: Final = re.compile(r"(\d{1,2})\s*([-/. ])\s*(\d{1,2})\s*\2\s*(\d{4}|\d{2})\.?")
_WORD_FIRST: Final = re.compile(r"([^\W\d_]+)[.,\s]+")
_ORDINAL: Final = re.compile(r"(\d{1,2})(?:st|nd|rd|th|er|º|°)")
_LITTLE_WORDS: Final = frozenset({"of", "the", "de", "del", "den", "der", "le", "el", "am"})


class DayError(ValueError):
    """A text that is not one day; it says why, to follow what was typed: "31.2.2026" is …"""


def read_day(text: str) -> date:
    """Return the one day that a text means: `2026-05-31`, `31.5.2026`, `May 31, 2026`, 46173 as Excel stores it.

    Raises `DayError` where it means none, or may mean several.
    """
    typed = _strip(text)
    days = sorted(set(_candidates(typed)))
    if len(days) == 1:
        return days[0]
    if days:
        several = " or ".join(f"{write_day(day, 'en')} ({day.isoformat()})" for day in days)
        raise DayError(f"may be {several}")
    if any(character.isdecimal() for character in typed) and next(_parts(typed), None):
        raise DayError("is no day that the calendar has")
    raise DayError("is no day that the program can read")


def write_day(day: date, language: str) -> str:
    """Return a day as a language of the pages, by its code, has it: May 31, 2026; 31. Mai 2026."""
    number = "1er" if language == "fr" and day.day == 1 else str(day.day)
    return _LAYOUTS[language].format(day=number, month=MONTHS[language][day.month - 1], year=day.year)


def _strip(text: str) -> str:
    """Return a text as days are read, without the time."""
    return _TIME.sub("", unicodedata.normalize("NFKC", text).casefold().strip())


def _candidates(typed: str) -> Iterator[date]:
    """Yield the days that a text may mean."""
    if serial := _SERIAL.fullmatch(typed):
        day = _DAY_ZERO + timedelta(days=int(serial[1]))
        if _FIRST <= day <= _LAST:
            yield day
        return
    for year, month, number in _parts(typed):
        try:
            day = date(year, month, number)
        except ValueError:
            continue
        if _FIRST <= day <= _LAST and day.weekday() in _weekdays(typed, day):
            yield day


def _parts(typed: str) -> Iterator[tuple[int, int, int]]:
    """Yield year, month and day in the orders in which a text may have them, whether there is such a day or not."""
    numbers = typed
    if (first := _WORD_FIRST.match(typed)) and _find_named(first[1], WEEKDAYS):
        numbers = typed[first.end() :]
    if found := _COMPACT.fullmatch(numbers):
        yield int(found[1]), int(found[2]), int(found[3])
    elif found := _YEAR_FIRST.fullmatch(numbers):
        yield int(found[1]), int(found[3]), int(found[4])
    elif found := _YEAR_LAST.fullmatch(numbers):
        yield from _orders(found)
    else:
        yield from _spelled(typed)


def _orders(found: re.Match[str]) -> Iterator[tuple[int, int, int]]:
    """Yield year, month and day of three numbers of which the last may be a year."""
    one, other, year = int(found[1]), int(found[3]), _whole_year(found[4])
    yield year, other, one
    if found[2] not in ". " or other > 12:  # whoever writes dots writes the day first, where there is such a month
        yield year, one, other
    if len(found[4]) == 2 and found[2] != ".":
        yield _whole_year(found[1]), other, int(found[4])


def _whole_year(digits: str) -> int:
    return int(digits) if len(digits) == 4 else int(digits) + (2000 if int(digits) < _CENTURY else 1900)


def _spelled(typed: str) -> Iterator[tuple[int, int, int]]:
    """Yield the same of a text with the name of a month, whole or its first three letters and more."""
    months: set[int] = set()
    numbers: list[int] = []
    for word in re.split(r"[\s,./-]+", typed):
        ordinal = _ORDINAL.fullmatch(word)
        if ordinal or (word.isdecimal() and len(word) <= 4):
            numbers.append(int(ordinal[1] if ordinal else word))
        elif found := _find_named(word, MONTHS):
            months |= {number + 1 for number in found}
        elif word and word not in _LITTLE_WORDS and not _find_named(word, WEEKDAYS):
            return
    if len(numbers) == 2 and len(months) == 1:
        day, year = numbers if numbers[0] < 100 else numbers[::-1]
        yield year, months.pop(), day


def _weekdays(typed: str, day: date) -> frozenset[int]:
    """Return the days of the week that a text names, Monday being 0; where it names none, that of the day."""
    words = re.findall(r"[^\W\d_]+", typed)
    if any(_find_named(word, MONTHS) for word in words):
        words = [word for word in words if not _find_named(word, MONTHS)]
    found = [_find_named(word, WEEKDAYS) for word in words if _find_named(word, WEEKDAYS)]
    return frozenset.intersection(*found) if found else frozenset({day.weekday()})


def _find_named(word: str, names: dict[str, list[str]]) -> frozenset[int]:
    """Return the numbers, from 0, of what a word names in any language, whole or shortened to three letters or more."""
    bare = _bare(word)
    return frozenset(
        number
        for each in names.values()
        for number, name in enumerate(each)
        if len(bare) >= 3 and _bare(name).startswith(bare)
    )


def _bare(word: str) -> str:
    """Return a word without its accents: Marz is März, and aout août."""
    parts = unicodedata.normalize("NFD", word.casefold())
    return "".join(part for part in parts if not unicodedata.combining(part))
