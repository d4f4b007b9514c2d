"""The page of an event in the archive: its facts, standings and matches, and why it is not rated."""

from __future__ import annotations

from dataclasses import replace

from tests.prints.archive_pages import facts, pages, rows
from tests.prints.archived import small


def test_an_event_of_which_not_everything_is_known_says_what_is() -> None:
    page = pages(small())["event-2.html"]
    assert facts(page) == {"Date": "May 2, 2026", "Format": "Turnabout", "Players": "6, of whom 3 are known"}
    assert rows(page, 1)[2] == ["", "Cem", "", "bye", "18"]


def test_an_event_with_fewer_players_than_stand_in_its_list_says_how_many_there_were() -> None:
    """Rules 1.12.8."""
    history = small()
    events = [each._replace(field=2) if each.event == 2 else each for each in history.events]
    page = pages(replace(history, events=tuple(events)))["event-2.html"]
    assert (facts(page)["Players"], len(rows(page))) == ("2", 3)
