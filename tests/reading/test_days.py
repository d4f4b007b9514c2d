"""Days as people type them: read where they mean one day only, told early where they do not, shown in the language."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook
from openpyxl.utils.datetime import CALENDAR_MAC_1904, CALENDAR_WINDOWS_1900

from tests.dose import examples
from tests.reading.grids import event_sheet, players, problems, read
from tests.support.books import records
from tests.support.commands import turnabout
from turnabout_sheets.core.days import MONTHS, WEEKDAYS, DayError, read_day, write_day
from turnabout_sheets.jobs.check import check
from turnabout_sheets.prints.shared import make_head
from turnabout_sheets.sheets.grid import Raw
from turnabout_sheets.sheets.settings import LANGUAGES

DAYS = st.dates(date(1990, 1, 1), date(2099, 12, 31))


def is_day(text: str) -> bool:
    """Say whether a text means one day."""
    try:
        read_day(text)
    except DayError:
        return False
    return True


@pytest.mark.parametrize(
    "typed",
    [
        *("2026-05-31", "2026/5/31", "20260531", "2026-05-31 10:30", "2026-05-31T10:30:00", "２０２６-０５-３１"),
        *("31.5.2026", "31. 5. 2026", "31.05.26", "31/05/2026", "5/31/2026", "31-5-2026", " 31 05 2026 ", "5/31/26"),
        *("May 31, 2026", "31 May 2026", "31st of May, 2026", "31-May-2026", "2026 May 31", "Sunday, May 31st, 2026"),
        *("31. Mai 2026", "Sonntag, 31.5.2026", "31 mai 2026", "31 de mayo de 2026", "domingo 31 de mayo del 2026"),
        *("46173", "46173.5"),
    ],
)
def test_a_text_that_means_one_day_is_read(typed: str) -> None:
    assert read_day(typed) == date(2026, 5, 31)


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("03/04/2026", "may be March 4, 2026 (2026-03-04) or April 3, 2026 (2026-04-03)"),
        (
            "3-4-26",
            "may be April 26, 2003 (2003-04-26) or March 4, 2026 (2026-03-04) or April 3, 2026 (2026-04-03)",
        ),
        *((typed, "is no day that the calendar has") for typed in ("31.2.2026", "2026-13-01", "Monday, May 31, 2026")),
        *(
            (typed, "is no day that the program can read")
            for typed in (
                "in spring",
                "May 2026",
                "2026",
                "31",
                "-46173",
                "30./31.5.2026",
                "30-31 May 2026",
                "3 jui 2026",
            )
        ),
    ],
)
def test_what_does_not_mean_one_day_says_why(typed: str, why: str) -> None:
    with pytest.raises(DayError) as raised:
        read_day(typed)
    assert str(raised.value) == why


@given(DAYS, st.sampled_from(sorted(MONTHS)))
@examples(50)
def test_what_a_page_writes_is_read(day: date, language: str) -> None:
    weekday = WEEKDAYS[language][day.weekday()]
    assert read_day(write_day(day, language)) == read_day(f"{weekday}, {write_day(day, language)}") == day
    assert read_day(str((day - date(1899, 12, 30)).days)) == day
    others = [each for each in range(7) if each != day.weekday()]
    assert not any(is_day(f"{WEEKDAYS[language][each]}, {write_day(day, language)}") for each in others)


@given(st.text(max_size=30))
@examples(200)
def test_any_text_is_a_day_or_none(typed: str) -> None:
    assert is_day(typed) in (True, False)


@pytest.mark.parametrize("typed", [datetime(2026, 5, 31), 46173.0, "31.5.2026"])
def test_a_day_is_shown_in_the_language_of_the_pages(typed: Raw) -> None:
    shown = []
    for language in LANGUAGES:
        event, _ = read(event_sheet(date=typed, language=language), players("Ada", "Ben", "Cy", "Dee"))
        assert event is not None
        shown.append(make_head(event.settings).date)
    assert shown == ["May 31, 2026", "31. Mai 2026", "31 mai 2026", "31 de mayo de 2026"]
    assert write_day(date(2026, 6, 1), "fr") == "1er juin 2026"


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("3/4/2026", "may be March 4, 2026 (2026-03-04) or April 3, 2026 (2026-04-03)"),
        ("31.2.2026", "is no day that the calendar has"),
        ("at Whitsun", "is no day that the program can read"),
        (timedelta(hours=30), "is no day that the program can read"),
    ],
)
def test_a_day_that_is_not_clear_is_said_by_check(typed: Raw, why: str) -> None:
    assert [str(each) for each in problems(event_sheet(date=typed), players("Ada", "Ben", "Cy", "Dee"))] == [
        f'Warning: Event!B2: Date: "{typed}" {why}. Type the day as 2026-05-31 (year, month, day). Till then pages '
        "show what was typed, and the archive does not take the event."
    ]


def test_commands_take_what_people_type(tmp_path: Path) -> None:
    path = tmp_path / "new.xlsx"
    assert turnabout("new", path, "--date", "31.5.2026").exit_code == 0
    assert records(path, "Event")[1] == {"Setting": "Date", "Value": "2026-05-31"} | {
        header: records(path, "Event")[1][header] for header in ("What it does", "If blank")
    }
    refused = turnabout("new", tmp_path / "no.xlsx", "--date", "3/4/2026")
    assert refused.exit_code == 2
    assert '"3/4/2026" may be March 4, 2026 (2026-03-04)' in " ".join(refused.output.split())


@pytest.mark.parametrize("number_format", ["yyyy-mm-dd", "General"])
@pytest.mark.parametrize("epoch", [CALENDAR_WINDOWS_1900, CALENDAR_MAC_1904])
def test_a_day_is_the_same_in_workbooks_that_count_from_1904(
    tmp_path: Path, epoch: datetime, number_format: str
) -> None:
    book = Workbook()
    book.epoch = epoch
    sheet: Any = book.active
    sheet.title = "Event"
    for row in (("Setting", "Value"), ("Date", date(2026, 5, 31))):
        sheet.append(row)
    sheet["B2"].number_format = number_format
    book.create_sheet("Players").append(["Player"])
    book.save(tmp_path / "Friday.xlsx")
    event = check(tmp_path / "Friday.xlsx").event
    assert event is not None
    assert event.settings.day == date(2026, 5, 31)
