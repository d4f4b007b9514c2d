"""The rating list and the list of events among the pages of the archive: who and what is on them."""

from __future__ import annotations

import pytest

from tests.prints.archive_pages import headings, pages, rows
from tests.prints.archived import small
from tests.prints.duplicates import text
from turnabout_sheets.archive.rows import History, RatingList


def test_who_is_not_listed_is_linked_below_the_list_by_name() -> None:
    page = pages(small(months=12))["index.html"]
    assert [row[7] for row in rows(page)] == ["new", "new"]
    assert headings(page) == ["Rating list", "Not listed"]
    assert page.xpath("//ul//a/@href") == ["player-3.html", "player-4.html", "player-5.html"]


@pytest.mark.parametrize(
    ("months", "about"),
    [
        (None, "As of June 1, 2026. All events count. Everyone with a rated event is listed. "
               "Gained, Ranks: compared with the list before May 2, 2026."),
        (12, "As of June 1, 2026. Events since July 1, 2025 count: the last 12 months. "
             "Everyone with at least 2 rated events is listed. "
             "Gained, Ranks: compared with the list before May 2, 2026."),
    ],
)  # fmt: skip
def test_the_rating_list_says_what_counts(months: int | None, about: str) -> None:
    page = pages(small(months=months))["index.html"]
    assert text(page.xpath("//p")[0]).replace("\u00a0", " ") == about


def test_an_empty_archive_has_lists_that_say_so() -> None:
    nothing = History(RatingList("2026-06-01", "", "", ()), (), (), (), (), {})
    found = pages(nothing)
    assert list(found) == ["index.html", "events.html"]
    assert "No players are listed yet." in text(found["index.html"].xpath("//p")[0])
    assert text(found["events.html"].xpath("//p")[0]) == "There are no events in the archive yet."
    assert all(not page.xpath("//table | //input") for page in found.values())
