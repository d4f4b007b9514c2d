"""The page of an event in the archive: its facts, standings and matches, and why it is not rated."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.prints.archive_pages import facts, pages, rows
from tests.prints.archived import small
from tests.prints.duplicates import text


def test_an_event_has_its_facts_standings_and_matches() -> None:
    page = pages(small())["event-7.html"]
    assert facts(page) == {
        "Date": "March 1, 2025",
        "Venue": "Town Hall",
        "Organizer": "Kim",
        "Format": "Turnabout",
        "Players": "4",
        "Rounds": "2",
        "Event ID": "T-7",
    }
    assert rows(page) == [
        ["1", "Ann", "50", "2–0–0", "4 × (2 + 1) = 12"],
        ["2", "Cem", "25", "0–1–1", "3 × (½ + 1) = 4½"],
        ["3", "Bob", "18", "0–0–1 (1)", "2 × (0 + 1) = 2"],
        ["4", "Dan Dropped after 2", "15", "0–1–1", "2 × ½ = 1"],
    ]
    assert rows(page, 1) == [
        ["Round 1"],
        ["1", "Ann", "Bob", "A wins", "30 : 0"],
        ["2", "Cem", "Dan", "drawn", "15 : 15"],
        ["Round 2"],
        ["1", "Ann", "Cem", "A wins", "20 : 10"],
        ["2", "Bob", "Dan", "B absent", "18 : 0"],
    ]


def test_an_event_of_which_not_everything_is_known_says_what_is() -> None:
    page = pages(small())["event-2.html"]
    assert facts(page) == {"Date": "May 2, 2026", "Format": "Turnabout", "Players": "6, of whom 3 are known"}
    assert rows(page, 1)[2] == ["", "Cem", "", "bye", "18"]


def test_an_event_with_fewer_players_than_stand_in_its_list_says_how_many_there_were() -> None:
    """Rules 1.12.8."""
    history = small()
    events = [replace(each, field=2) if each.event == 2 else each for each in history.events]
    page = pages(replace(history, events=tuple(events)))["event-2.html"]
    assert (facts(page)["Players"], len(rows(page))) == ("2", 3)


@pytest.mark.parametrize(
    ("event", "notes"),
    [
        (9, ["Provisional: the event is not finished, so nothing in it is rated."]),
        (3, ["Not rated"]),
        (7, []),
    ],
)
def test_an_event_that_is_not_rated_says_why(event: int, notes: list[str]) -> None:
    assert [text(note) for note in pages(small())[f"event-{event}.html"].xpath("//strong")] == notes
