"""The tables that the desk still waits for."""

from __future__ import annotations

from pathlib import Path

import pytest
from lxml import html

from tests.prints.duplicates import paired, with_winners
from tests.prints.events import ENGLISH, TRICKY, plain_names
from tests.prints.making import render
from tests.prints.played import assert_clear, played
from tests.prints.printed import print_page
from tests.reading.grids import Cells, event_sheet, match, players, read, round_sheet
from turnabout_sheets.event.results import Results, compute
from turnabout_sheets.formats.turnabout.format import TURNABOUT
from turnabout_sheets.prints.pages.outstanding import PAGE, make_view
from turnabout_sheets.prints.words import load_words

WON = (("A", 7), ("B", 9))


def told(found: Results) -> list[tuple[str, str, str, str]]:
    """Return the lines of the page: round, table, both names."""
    return [(line.round, line.table, line.a, line.b) for sheet in make_view(found, ENGLISH).sheets for line in sheet]


def page(found: Results, language: str = "en") -> html.HtmlElement:
    w = load_words(language)
    return html.document_fromstring(render(PAGE.documents[0].template, make_view(found, w), w))


def five(*rounds: list[Cells]) -> Results:
    sheets = (round_sheet(number, *rows) for number, rows in enumerate(rounds, 1))
    event, _ = read(event_sheet(name="Town Open"), players("Ann", "Bob", "Cem", "Dan", "Eve"), *sheets)
    assert event is not None
    return compute(event, TURNABOUT)


ROUND_1: list[Cells] = [match("Ann", "Bob", *WON), match("Cem", "Dan"), match("Eve", "BYE")]
ROUND_2: list[Cells] = [
    match("Eve", "Ann", table=12),
    match("Bob", "Cem", ("A", 7), table=3),
    match("Dan", "BYE"),
]


def test_matches_without_a_result_stand_round_by_round_in_the_order_of_tables() -> None:
    assert told(five(ROUND_1, ROUND_2)) == [
        ("1", "2", "Cem", "Dan"),
        ("2", "3", "Bob", "Cem"),
        ("2", "12", "Eve", "Ann"),
    ]


def test_a_round_that_has_just_been_paired_is_outstanding() -> None:
    whole: list[Cells] = [match("Ann", "Bob", *WON), match("Cem", "Dan", ruling="A no-show"), match("Eve", "BYE")]
    assert [line[0] for line in told(five(whole, ROUND_2))] == ["2", "2"]


def test_a_match_without_a_table_comes_after_the_others_of_its_round() -> None:
    rows: list[Cells] = [match("Ann", "Bob", table=""), match("Cem", "Dan", table=4), match("Eve", "BYE")]
    assert told(five(rows)) == [("1", "4", "Cem", "Dan"), ("1", "", "Ann", "Bob")]


@pytest.mark.parametrize(("games", "rounds"), [(0, {"1"}), (2, {"1"}), (3, {"2"}), (4, {"2"}), (6, {"3"}), (9, set())])
def test_where_all_rounds_are_paired_at_once_those_to_come_are_not_waited_for(games: int, rounds: set[str]) -> None:
    found = with_winners(paired(plain_names(6)), ["A"] * games)
    assert {line[0] for line in told(found)} == rounds


@pytest.mark.parametrize(
    ("rounds", "said"),
    [
        ([], "No round is paired yet."),
        ([[match("Ann", "Bob", *WON), match("Cem", "Dan", *WON), match("Eve", "BYE")]], "All results are in."),
    ],
)
def test_where_nothing_is_missing_the_page_says_so(rounds: list[list[Cells]], said: str) -> None:
    tree = page(five(*rounds))
    assert [text.text_content() for text in tree.find_class("none")] == [said]
    assert tree.xpath("//table") == []


@pytest.mark.parametrize(
    ("language", "missing", "said"),
    [
        ("en", {(1, 1)}, "1 result missing"),
        ("en", {(1, 1), (1, 2)}, "2 results missing"),
        ("de", {(1, 1), (1, 2)}, "2 Ergebnisse fehlen"),
        ("fr", {(1, 1)}, "1 résultat manquant"),
        ("es", {(1, 1), (1, 2)}, "Faltan 2 resultados"),
    ],
)
def test_the_head_counts_what_is_missing(language: str, missing: set[tuple[int, int]], said: str) -> None:
    tree = page(played(plain_names(8), 1, missing), language)
    assert tree.get("lang") == language
    assert [text.text_content() for text in tree.find_class("count")] == [said]
    assert len(tree.find_class("tick")) == len(missing)
    assert tree.xpath("//th[not(@scope)]") == []


def test_names_come_through_whole_and_as_text() -> None:
    tree = page(played(TRICKY, 1, {(1, table) for table in range(1, 9)}))
    assert [bdi.text for bdi in tree.xpath("//tbody//bdi")] == list(TRICKY)
    assert tree.xpath("//script") == []


@pytest.mark.browser
@pytest.mark.parametrize(
    ("paper", "names"),
    [("A4", plain_names(1)), ("Letter", plain_names(2)), ("A4", list(TRICKY)), ("Letter", plain_names(64))],
    ids=["1", "2", "tricky", "64"],
)
def test_the_list_keeps_to_its_sheets(tmp_path: Path, paper: str, names: list[str]) -> None:
    found = played(names, 1, {(1, table) for table in range(1, len(names))}, paper=paper)
    view = make_view(found, ENGLISH)
    printed = print_page(render(PAGE.documents[0].template, view, ENGLISH), tmp_path)
    assert_clear(printed, len(view.sheets), paper)
    assert all(word.points >= 8.95 for words in printed.words for word in words if word.text.startswith("Player0"))


def test_two_thousand_players_take_as_many_sheets_as_their_tables_need() -> None:
    view = make_view(played(plain_names(2000), 1, {(1, table) for table in range(2, 1001)}), ENGLISH)
    assert len(view.sheets) == -(-999 // 32)
    assert [line.table for sheet in view.sheets for line in sheet] == [str(table) for table in range(2, 1001)]
