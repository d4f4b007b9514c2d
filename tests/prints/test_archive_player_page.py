"""The page of a player in the archive: rating, events, head-to-head and matches."""

from __future__ import annotations

from dataclasses import replace

from tests.prints.archive_pages import facts, pages, rows
from tests.prints.archived import made, small
from tests.prints.duplicates import text
from tests.prints.events import plain_names
from turnabout_sheets.event.status import Status, StatusKind


def test_who_has_no_award_in_a_rated_event_is_told_so() -> None:
    """Rules 1.7.8."""
    history = small()
    out = {"award": None, "multiplier": None, "status": Status(StatusKind.DISQUALIFIED, 1)}
    awards = [replace(row, **out) if (row.event, row.name) == (7, "Dan") else row for row in history.awards]
    page = pages(replace(history, awards=awards))["player-4.html"]
    assert rows(page)[0] == ["March 1, 2025", "Town Open Not rated", "4 of 4", "0–1–1", "15", "–", ""]


def test_head_to_head_of_two_is_the_same_from_both_sides() -> None:
    history = made(plain_names(12), 20, 7, 4)
    found = pages(history)
    sides: dict[tuple[str, str], list[str]] = {}
    for file, page in found.items():
        if file.startswith("player"):
            for row in page.xpath("//table")[1].xpath("./tbody/tr"):
                sides[file, row.xpath(".//a/@href")[0]] = [text(cell) for cell in row[1:]]
    assert len(sides) > 100
    for (one, other), (played, won, drawn, lost, last) in sides.items():
        assert sides[other, one] == [played, lost, drawn, won, last]
        assert int(played) == int(won) + int(drawn) + int(lost)
    assert sum(int(played) for played, *_ in sides.values()) == 2 * 20 * 4 * 3


def test_who_is_not_listed_has_a_page_that_says_so() -> None:
    page = pages(small())["player-5.html"]
    assert facts(page) == {"Rank": "not listed", "Events": "1"}
    assert page.xpath("//svg") == []


def test_other_names_are_told() -> None:
    found = pages(small())
    assert facts(found["player-3.html"])["Also entered as"].strip("\u2068\u2069") == "C. Em"
    entered = "Autumn Cup (entered as \u2068C. Em\u2069)"
    assert [row[1] for row in rows(found["player-3.html"])] == [entered, "Town Open"]
    assert rows(found["event-2.html"])[2][1] == "Cem (entered as \u2068C. Em\u2069)"


def test_awards_before_those_that_count_are_told_but_not_added() -> None:
    page = pages(small(months=12))["player-2.html"]
    assert [(row[1], row[5], row[6]) for row in rows(page)] == [
        ("Under Way Provisional", "–", ""),
        ("Autumn Cup", "5 × (2 + 1) = 15", "15"),
        ("Town Open Does not count for the list", "2 × (0 + 1) = 2", ""),
    ]
    assert text(page.xpath("//figcaption")[0]) == "Sum of all awards"


def test_awards_after_the_day_of_the_list_do_not_count() -> None:
    history = small()
    page = pages(replace(history, ratings=history.ratings._replace(as_of="2026-01-01")))["player-2.html"]
    assert [(row[1], row[6]) for row in rows(page)][1:] == [
        ("Autumn Cup Does not count for the list", ""),
        ("Town Open", "2"),
    ]


def test_the_last_total_is_the_rating() -> None:
    history = made(plain_names(20), 12, 8, 3)
    found = pages(history)
    for row in history.ratings.rows:
        page = found[f"player-{row.person}.html"]
        assert rows(page)[0][6] == facts(page)["Rating"] == text(found["index.html"].xpath("//td/b")[row.rank - 1])
