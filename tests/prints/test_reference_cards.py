"""The cards of the Judge Armageddon Clock and of the chess clock."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from lxml import html

from tests.prints.cutting import clear_of_cuts, overlaps
from tests.prints.duplicates import text, texts
from tests.prints.events import ENGLISH, LONG, event
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


def test_a_card_has_the_rule_and_its_first_upkeeps() -> None:
    """Rules 1.8.6."""
    tree = html.document_fromstring(judge_clock(3))
    cards = tree.find_class("piece")
    assert len(cards) == 4
    assert len({text(card) for card in cards}) == 1
    assert texts(cards[0], "number") == ["Number 3"]
    assert [[text(cell) for cell in row] for row in cards[0].xpath(".//tbody/tr")] == [
        ["1", "3", "3", "2", "6"],
        ["2", "6", "6", "3", "12"],
        ["3", "9", "9", "5", "18"],
        ["4", "12", "12", "6", "24"],
        ["5", "15", "15", "8", "30"],
        ["6", "18", "18", "9", "36"],
        ["7", "21", "21", "11", "42"],
    ]
    for said in (
        "At the beginning of each upkeep, put 3 doom counters on Judge Armageddon Clock. Then invoke doom",
        "each other team loses life equal to the number of doom counters; ",
        "or each other team gains poison counters equal to half the number of doom counters, rounded up; ",
        "or each opponent exiles cards from the top of their libraries equal to twice the number of doom counters.",
        "Play continues until the game is over.",
    ):
        assert said in text(cards[0]), "as in rules 1.8.6"
    assert tree.xpath("//th[not(@scope)]") == []


def test_one_counter_is_one() -> None:
    assert "put 1 doom counter on Judge Armageddon Clock" in judge_clock(1)


def test_the_overview_has_the_numbers_to_ten_and_marks_that_of_the_cards() -> None:
    """Rules 1.8.9."""
    tree = html.document_fromstring(judge_clock(4))
    (overview,) = tree.find_class("doom")
    rows = [[text(cell) for cell in row] for row in overview.xpath(".//tbody/tr")]
    assert [row[0] for row in rows] == [str(number) for number in range(1, 11)]
    assert rows[0] == ["1", *(f"{d} {-(-d // 2)} poison {2 * d} cards" for d in range(1, 7))]
    assert rows[6][3] == "21 11 poison 42 cards"
    assert rows[9][6] == "60 30 poison 120 cards"
    assert [text(head) for head in overview.xpath(".//thead//th")] == ["Number", *(f"Upkeep {n}" for n in range(1, 7))]
    (chosen,) = tree.find_class("chosen")
    assert text(chosen[0]) == "4"


def test_a_number_beyond_the_overview_is_on_the_cards_alone() -> None:
    tree = html.document_fromstring(judge_clock(25))
    assert texts(tree, "number")[0] == "Number 25"
    assert tree.find_class("chosen") == []


@pytest.mark.parametrize(
    ("settings", "times"),
    [
        ({}, ["10:00 + 3 s delay", "10:03 + 3 s refund", "25 min a game"]),
        ({"minutes": 25, "seconds": 0}, ["25:00 + 0 s delay", "25:00 + 0 s refund", "25 min a game"]),
        (
            {"minutes": 7, "seconds": 60, "match_minutes": 45},
            ["7:00 + 60 s delay", "8:00 + 60 s refund", "22½ min a game"],
        ),
    ],
)
def test_each_timing_has_its_card(settings: dict[str, Any], times: list[str]) -> None:
    """Rules 1.8.2 and 1.8.5."""
    tree = html.document_fromstring(clock(**settings))
    assert [text(heading) for heading in tree.xpath("//h1")] == [
        "No clock", "Delay clock", "Bronstein clock", "Split match time",
    ]  # fmt: skip
    shown = [f"{time} {beside}" for time, beside in zip(texts(tree, "time"), texts(tree, "beside"), strict=True)]
    assert shown == times


@pytest.mark.parametrize(
    ("timing", "own", "setting"),
    [
        ("untimed", "No clock", "No clock: the match is untimed."),
        ("delay", "Delay clock", "Clock, each game and player: set 10:00 with 3 s delay."),
        ("bronstein", "Bronstein clock", "Clock, each game and player: set 10:03 with 3 s refund."),
        ("split", "Split match time", "25 min a game. Time up: finish the turn, then Judge Armageddon Clock."),
    ],
)
def test_the_card_of_the_event_is_marked_and_says_what_its_slips_say(timing: str, own: str, setting: str) -> None:
    """Rules 1.8.1."""
    tree = html.document_fromstring(clock(timing=timing))
    (marked,) = [card for card in tree.find_class("piece") if card.find_class("stamp")]
    assert text(marked.xpath(".//h1")[0]) == own
    assert texts(marked, "setting") == [setting]


@pytest.mark.parametrize("timing", ["delay", "bronstein"])
def test_a_chess_clocks_card_says_what_the_article_says_and_whose_time_runs_out_loses(timing: str) -> None:
    (own,) = [
        card
        for card in html.document_fromstring(clock(timing=timing)).find_class("piece")
        if "This event" in text(card)
    ]
    for said in (
        "A player who runs out of time loses the game; the winner counts as at that moment.",
        "Shortcuts are fine and encouraged. To act on the other’s turn, ask for the clock.",
        "While a spell or ability resolves, the clock runs for the player who controls the objects it affects; "
        "if it affects objects of both, first for the player who controls the spell or ability, then for the opponent.",
    ):
        assert said in text(own)  # rules 1.8.3, 1.8.4, 1.8.7 and 1.8.8


def test_the_judge_chooses_any_number() -> None:
    """Rules 1.8.9."""
    tree = html.document_fromstring(judge_clock(20))
    assert "The judge chooses the number" in text(tree.find_class("piece")[0])
    assert "With any number n there are n × k counters at the k-th upkeep." in text(tree.find_class("how")[0])


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


def test_the_pages_know_no_clock_of_the_wall() -> None:
    assert judge_clock_page.make_view(made(), 3, ENGLISH) == judge_clock_page.make_view(made(), 3, ENGLISH)
    assert judge_clock(3) == judge_clock(3)
