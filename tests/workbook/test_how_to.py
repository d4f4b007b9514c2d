"""The sheet How to says the way in which its organizer reaches the program, and only that."""

from __future__ import annotations

from typing import Any

import pytest

from tests.workbook.workbooks import loaded
from turnabout_sheets.event.format import Format
from turnabout_sheets.formats import load_all
from turnabout_sheets.workbook.ooxml.book import NewBook, to_bytes
from turnabout_sheets.workbook.ours.blank import (
    BY_COMMAND,
    BY_DESK,
    Way,
    add_how_to,
    make_blank_workbook,
)


def rows_of(book: NewBook) -> list[Any]:
    return [*loaded(to_bytes(book))["How to"].values]


def steps(format: Format, way: Way) -> str:
    book = NewBook()
    add_how_to(book, format, "Friday Cup.xlsx", way)
    return "\n".join(str(row[1]) for row in rows_of(book)[2:11])


SAID = {
    BY_COMMAND: ('run:  turnabout run "Friday Cup.xlsx"', "Open index.html there.", "delete its sheet and run."),
    BY_DESK: ("start Turnabout as before, and choose this workbook", "delete its sheet and save."),
}


@pytest.mark.parametrize("format", load_all(), ids=lambda format: format.name)
def test_each_is_told_of_the_way_that_they_use(format: Format) -> None:
    for way, unsaid in ((BY_COMMAND, "desk"), (BY_DESK, "turnabout run")):
        told = steps(format, way)
        assert all(each in told for each in SAID[way])
        assert unsaid not in told
        assert "{" not in told


def test_an_empty_chair_is_given_by_hand() -> None:
    duplicate = next(format for format in load_all() if format.name == "Duplicate Magic")
    assert "type it over BYE in the rounds from then on" in steps(duplicate, BY_DESK)


SELDOM = {
    "Turnabout": ["Scoring options", "Adjustments", "Rulings", "Decks", "Banned cards"],
    "Duplicate Magic": ["Adjustments", "Rulings", "Ante"],
    "Netrunner": ["Adjustments"],
}


@pytest.mark.parametrize("format", load_all(), ids=lambda format: format.name)
def test_sheets_that_few_events_need_are_hidden_and_named(format: Format) -> None:
    book = make_blank_workbook(format, [], {}, "Cup.xlsx")
    hidden = [page.title for page in book if page.sheet_state == "hidden"]
    assert hidden == SELDOM[format.name]
    (told,) = (row[1] for row in rows_of(book) if "Unhide" in str(row[1]))
    assert all(name in str(told) for name in hidden)


def test_a_sheet_with_rows_is_shown_and_not_told_of_as_hidden() -> None:
    turnabout = next(format for format in load_all() if format.name == "Turnabout")
    book = make_blank_workbook(turnabout, [], {}, "Cup.xlsx", {"Rulings": [{"player": "Ada", "round": 1}]})
    assert book["Rulings"].sheet_state == "visible"
    (told,) = (row[1] for row in rows_of(book) if "Unhide" in str(row[1]))
    assert "Rulings" not in str(told)
