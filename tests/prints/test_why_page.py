"""The page of a player: what stands in its columns, and that a number is called something only once."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from lxml import html

from tests.prints.browser import chromium
from tests.support.books import SAMPLES
from turnabout_sheets.jobs.print import Wanted, print_pages

WHO = "Paula Kim"

MORE_LINES = 6
"""How many more steps may stand in the shorter column: some take two lines."""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> html.HtmlElement:
    workbook = Path(shutil.copy(SAMPLES / "finished.xlsx", tmp_path_factory.mktemp("why")))
    outcome, (file,) = print_pages(workbook, Wanted(only=("why",), player=WHO))
    assert outcome.exit == 0
    return html.document_fromstring(file.read_text("utf-8"))


def titles(page: html.HtmlElement) -> list[list[str]]:
    return [[title.text.strip() for title in column.iter("h2")] for column in page.find_class("column")]


def test_the_name_stands_above_and_the_answers_in_two_columns(page: html.HtmlElement) -> None:
    assert [title.text for title in page.iter("h1")] == [WHO]
    assert titles(page) == [
        ["Round by round", "The award of the event"],
        ["The opponents, and why", "The rank among 24 after round 5"],
    ]


def test_it_begins_with_the_points_added_up(page: html.HtmlElement) -> None:
    (total,) = page.find_class("total")
    assert total.text == "VP 16 + 15 + 24 + 3 + 5 = 63"
    assert total.getprevious().tag == "h1"


def test_the_award_stands_at_the_end_of_the_shorter_column(tmp_path: Path) -> None:
    workbook = Path(shutil.copy(SAMPLES / "cup.xlsx", tmp_path))
    _, (file,) = print_pages(workbook, Wanted(only=("why",)))
    places = set()
    for player in html.document_fromstring(file.read_text("utf-8")).find_class("player"):
        award = next(title for title in player.iter("h2") if title.text.startswith("The award"))
        (with_it,) = [column for column in player.find_class("column") if award in column.iter()]
        (other,) = [column for column in player.find_class("column") if column is not with_it]
        without = [line for line in with_it.iter("h3", "li") if line.sourceline < award.sourceline]
        assert len(without) <= len([*other.iter("h3", "li")]) + MORE_LINES
        places.add(titles(player)[0][-1])
    assert places == {"Round by round", "The award of the event"}


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Round 3, table 6: against Hugo Eriksen", "VP 24"),
        ("1 counted: 30, and −2 for each (30 −\u00a02)", "MP 28"),
        ("Difference: 28 to 0", "28"),
        ("A difference from 27 to 30 divides the VP 24 to 6.", "24"),
        ("The rank among 24 after round 5", "15"),
        ("Tie-break: Wins", "2"),
        ("The multiplier", "3"),
        ("(2½ +\u00a01) × 3", "10½"),
    ],
)
def test_a_number_has_its_unit_where_nothing_before_it_says_that(
    page: html.HtmlElement, text: str, number: str
) -> None:
    lines = {each.text.strip(): each for each in page.iter("h2", "h3", "li")}
    assert lines[text].findtext("b") == number


def test_the_names_of_cells_and_rules_are_not_parted_at_the_end_of_a_line(page: html.HtmlElement) -> None:
    standings = {each.text for each in page.find_class("standing")}
    assert "[Round\u00a03!G7; rules\u00a01.2.2]" in standings


@pytest.mark.browser
def test_on_a_screen_all_sections_begin_at_the_same_edge(page: html.HtmlElement) -> None:
    edges = "[...document.querySelectorAll('h1, h2')].map(title => title.getBoundingClientRect().left)"
    assert len({*chromium().measure(html.tostring(page, encoding="unicode"), edges)}) == 1
