"""The cards of the Judge Armageddon Clock and of the chess clock."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.prints.cutting import clear_of_cuts, overlaps
from tests.prints.events import LONG, event
from tests.prints.making import render
from tests.prints.printed import print_page
from turnabout_sheets.event.model import Event
from turnabout_sheets.prints.pages import clock as clock_page
from turnabout_sheets.prints.pages import judge_clock as judge_clock_page
from turnabout_sheets.prints.pages.judge_clock import invoke_doom
from turnabout_sheets.prints.words import load_words

CASES = [("A4", "en"), ("Letter", "de"), ("Letter", "fr"), ("A4", "es")]


def made(**settings: Any) -> Event:
    return event(["Ann", "Bob"], **settings)


def judge_clock(number: int, language: str = "en", **settings: Any) -> str:
    w = load_words(language)
    return render(
        judge_clock_page.PAGE.documents[0].template, judge_clock_page.make_view(made(**settings), number, w), w
    )


def clock(language: str = "en", **settings: Any) -> str:
    w = load_words(language)
    return render(clock_page.PAGE.documents[0].template, clock_page.make_view(made(**settings), w), w)


@pytest.mark.parametrize(
    ("number", "upkeep", "expected"),
    [
        (1, 1, (1, 1, 1, 2)),
        (1, 2, (2, 2, 1, 4)),
        (1, 3, (3, 3, 2, 6)),
        (2, 1, (2, 2, 1, 4)),
        (3, 1, (3, 3, 2, 6)),
        (3, 2, (6, 6, 3, 12)),
        (3, 3, (9, 9, 5, 18)),
        (3, 7, (21, 21, 11, 42)),
        (5, 4, (20, 20, 10, 40)),
        (7, 3, (21, 21, 11, 42)),
        (10, 6, (60, 60, 30, 120)),
        (25, 1, (25, 25, 13, 50)),
    ],
)
def test_the_clock_by_hand(number: int, upkeep: int, expected: tuple[int, int, int, int]) -> None:
    found = invoke_doom(number, upkeep)
    assert (found.counters, found.life, found.poison, found.cards) == expected


@pytest.mark.browser
@pytest.mark.parametrize(("paper", "language"), CASES)
def test_the_judges_cards_stay_clear_of_cuts_and_edges(tmp_path: Path, paper: str, language: str) -> None:
    printed = print_page(judge_clock(1000, language, paper=paper, name=LONG), tmp_path)
    assert printed.pages == 2
    assert printed.ink_outside(0, clear_of_cuts(paper, 2, 2)) == []
    assert printed.ink_outside(1, clear_of_cuts(paper, 1, 1)) == []
    for words_on_page in printed.words:
        assert [(a.text, b.text) for a, b in overlaps(words_on_page)] == []
        numbers = [word for word in words_on_page if word.text.isdigit()]
        assert min(word.points for word in numbers) >= 8.9


@pytest.mark.browser
@pytest.mark.parametrize(("paper", "language"), CASES)
def test_the_clock_cards_stay_clear_of_cuts_and_edges(tmp_path: Path, paper: str, language: str) -> None:
    printed = print_page(clock(language, paper=paper, timing="bronstein", match_minutes=45, minutes=180), tmp_path)
    assert printed.pages == 1
    assert printed.ink_outside(0, clear_of_cuts(paper, 2, 2)) == []
    assert [(a.text, b.text) for a, b in overlaps(printed.words[0])] == []
    assert min(word.points for word in printed.words[0]) >= 8.9
