"""Days of which day and month can be either, and whose events are whole beside them (archive 3.5 and 3.10)."""

from __future__ import annotations

import pytest

from tests.archive.old_lists import placings
from turnabout_sheets.archive.lists.results import read_old_events
from turnabout_sheets.sheets.grid import Grid

EITHER = (
    'Error: placings.csv!B2: Date is "4/5/2013", and day and month can be either: April 5, 2013 (2013-04-05) or '
    "May 4, 2013 (2013-05-04); expected a day such as 2012-05-31. "
)
UNSETTLED = "Type the day that is meant, the year first."


def days(*column: str) -> Grid:
    """Return placings of one player each, of events on these days."""
    return placings(*(f"Cup {at},{day},Ann,1" for at, day in enumerate(column)), event="")


def first_error(*column: str) -> str:
    return next(str(each) for each in read_old_events([days(*column)]).list_problems())


@pytest.mark.parametrize(
    ("others", "hint"),
    [
        ((), UNSETTLED),
        (
            ("2013-01-02", "13/5/2013"),
            'By "13/5/2013" in placings.csv!B4, where the day comes first, it is 2013-05-04; type the day so.',
        ),
        (
            ("5/13/2013", "6/14/2013"),
            'By "5/13/2013" in placings.csv!B3, where the month comes first, it is 2013-04-05; type the day so.',
        ),
        (("13/5/2013", "5/13/2013"), UNSETTLED),
        (("13-5-2013", "13.5.2013", "4/4/2013", "May 13, 2013", "5/6/2013", "x"), UNSETTLED),
    ],
)
def test_a_day_that_may_be_two_is_told_with_what_the_column_says(others: tuple[str, ...], hint: str) -> None:
    """Archive 3.10."""
    assert first_error("4/5/2013", *others) == EITHER + hint


def test_of_two_digits_the_year_may_come_first_too() -> None:
    """Archive 3.10."""
    told = first_error("04/05/13", "25/12/11")
    which = "May 13, 2004 (2004-05-13), April 5, 2013 (2013-04-05) or May 4, 2013 (2013-05-04)"
    assert f'Date is "04/05/13", and day, month and year can be any: {which}; expected' in told
    assert told.endswith(UNSETTLED)


@pytest.mark.parametrize("day", ["2013-02-30", "x", "31/2/2013"])
def test_what_is_no_day_is_told_as_before(day: str) -> None:
    assert first_error(day) == (
        f'Error: placings.csv!B2: Date is "{day}"; expected a day such as 2012-05-31. Correct the cell.'
    )


@pytest.mark.parametrize(
    ("bad", "expected"),
    [
        ("Form 06", ["Form 05", "Form 07"]),
        ("Harbour Open", ["Form 05", "Form 07"]),
        ("", []),
        ("Fomr 05", ["Form 07"]),
    ],
)
def test_an_event_is_whole_beside_a_row_of_another_one_with_a_bad_day(bad: str, expected: list[str]) -> None:
    """Archive 3.10."""
    rows = ("Form 05,2013-05-04,Ann,1", f"{bad},4/5/2013,Ann,1", "Form 07,2013-05-06,Ann,1")
    assert [record.name for record, _ in read_old_events([placings(*rows, event="")])] == expected


@pytest.mark.parametrize("bad", ["May Cup", "Late May", "Late May Cup for Juniors", "Cup"])
def test_an_event_is_whole_beside_one_whose_name_has_its_own_in_it_or_is_in_it(bad: str) -> None:
    """Archive 3.10."""
    grid = placings(f"{bad},4/5/2013,Ann,1", "Late May Cup,2013-05-25,Ann,1", event="")
    assert [record.name for record, _ in read_old_events([grid])] == ["Late May Cup"]


@pytest.mark.parametrize("bad", ["Late May Cu", "Lat May Cup", "Late Mya Cup", "Late May Cupp"])
def test_an_event_is_not_whole_beside_a_bad_row_whose_name_is_a_slip_of_its_own(bad: str) -> None:
    """Archive 3.10."""
    grid = placings(f"{bad},4/5/2013,Ann,1", "Late May Cup,2013-05-25,Ann,1", event="")
    assert list(read_old_events([grid])) == []
