"""Days: what a page writes can be read again; how they are shown. What people type is in `mistakes/lists/days.txt`."""

from __future__ import annotations

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from tests.dose import examples
from turnabout_sheets.core.days import MONTHS, DayError, read_day, write_day

DAYS = st.dates(date(1990, 1, 1), date(2099, 12, 31))


def is_day(text: str) -> bool:
    """Say whether a text means one day."""
    try:
        read_day(text)
    except DayError:
        return False
    return True


@given(DAYS, st.sampled_from(sorted(MONTHS)))
@examples(50)
def test_what_a_page_writes_is_read(day: date, language: str) -> None:
    assert read_day(write_day(day, language)) == day
    assert read_day(str((day - date(1899, 12, 30)).days)) == day


@given(st.text(max_size=30))
@examples(100)
def test_any_text_is_a_day_or_none(typed: str) -> None:
    assert is_day(typed) in (True, False)


def test_a_day_is_shown_in_the_language_of_the_pages() -> None:
    shown = [write_day(date(2026, 5, 31), language) for language in ("en", "de", "fr", "es")]
    assert shown == ["May 31, 2026", "31. Mai 2026", "31 mai 2026", "31 de mayo de 2026"]
    assert write_day(date(2026, 6, 1), "fr") == "1er juin 2026"
