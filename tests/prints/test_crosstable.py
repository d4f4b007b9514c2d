"""The crosstable on paper: what it says of each round, and how rounds and players are cut into sheets."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from lxml import html

from tests.dose import dose
from tests.prints.duplicates import paired, text, with_winners
from tests.prints.events import ENGLISH, TRICKY, plain_names
from tests.prints.making import render
from tests.prints.played import assert_clear, played
from tests.prints.printed import PAPERS, print_page
from tests.reading.grids import Cells, event_sheet, match, players, results, round_sheet
from turnabout_sheets.event.results import Results
from turnabout_sheets.prints.layout import ems
from turnabout_sheets.prints.pages.crosstable import PAGE, CrosstablePage, make_view
from turnabout_sheets.prints.words import load_words

ROUND_1: list[Cells] = [
    match("Ann", "Bob", ("A", 20), ("A", 20)),
    match("Cem", "Dan", ("Draw", ""), ("Draw", "")),
    match("Eve", "BYE"),
]
ROUND_2: list[Cells] = [match("Eve", "Ann", ruling="B no-show"), match("Bob", "Cem"), match("Dan", "BYE")]
"""In round 1 Ann is 60 to 0 ahead, which is 30 to 0 VP."""


def five(*rounds: list[Cells], **settings: str) -> Results:
    who = players("Ann", "Bob", "Cem", "Dan", "Eve")
    sheets = (round_sheet(number, *rows) for number, rows in enumerate(rounds, 1))
    return results(event_sheet(name="Town Open", rounds=3, **settings), who, *sheets)


def page(found: Results, language: str = "en") -> html.HtmlElement:
    w = load_words(language)
    return html.document_fromstring(render(PAGE.documents[0].template, make_view(found, w), w))


def rows(tree: html.HtmlElement) -> list[list[str]]:
    return [[text(cell) for cell in row] for row in tree.xpath("//tbody/tr")]


def test_each_round_is_told_as_in_the_workbook() -> None:
    tree = page(five(ROUND_1, ROUND_2))
    assert rows(tree) == [
        ["1", "Eve", "36", "bye (18)", "bye (18)"],
        ["2", "Dan", "33", "D 4 (15)", "bye (18)"],
        ["3", "Ann", "30", "W 5 (30)", "absent (0)"],
        ["4", "Cem", "15", "D 2 (15)", ""],
        ["5", "Bob", "0", "L 3 (0)", ""],
    ]
    assert [text(head) for head in tree.xpath("//thead//th")] == ["Rank", "Player", "VP", "Round 1", "Round 2"]
    assert tree.xpath("//th[not(@scope)]") == []


@pytest.mark.parametrize(
    ("language", "ann", "dan"),
    [
        ("de", ["S 5 (30)", "gefehlt (0)"], ["U 4 (15)", "Freilos (18)"]),
        ("fr", ["V 5 (30)", "absent (0)"], ["N 4 (15)", "exempt (18)"]),
        ("es", ["V 5 (30)", "ausente (0)"], ["E 4 (15)", "bye (18)"]),
    ],
)
def test_the_words_are_those_of_the_language(language: str, ann: list[str], dan: list[str]) -> None:
    tree = page(five(ROUND_1, ROUND_2), language)
    assert [row[3:] for row in rows(tree)][1:3] == [dan, ann]
    letters = {cell.split()[0] for cell in (ann[0], dan[0])}
    (explained,) = tree.find_class("explained")
    assert letters <= set(text(explained).split())


@pytest.mark.parametrize(("missing", "stamps"), [({(1, 2)}, ["Provisional"]), (set(), [])])
def test_while_results_can_change_the_table_is_stamped(missing: set[tuple[int, int]], stamps: list[str]) -> None:
    assert [text(stamp) for stamp in page(played(plain_names(8), 2, missing)).find_class("stamp")] == stamps


def test_before_a_result_there_are_the_players_alone() -> None:
    tree = page(five())
    assert [row[1:] for row in rows(tree)] == [[name, "0"] for name in ("Ann", "Bob", "Cem", "Dan", "Eve")]


def test_points_that_are_fractions_and_teams_have_room() -> None:
    names = plain_names(9)
    event = paired(names, [f"Partner{number}" for number in range(9)])
    view = make_view(with_winners(event, ["A", "B", "A"] * 15), ENGLISH)
    (sheet,) = view.sheets
    assert {row.player for row in sheet.rows} == {f"{name} & Partner{place}" for place, name in enumerate(names)}
    assert any("½" in row.points for row in sheet.rows)
    words_of_rounds = {text.split(" (")[0] for row in sheet.rows for text in row.rounds}
    assert "sits out" in words_of_rounds
    assert "bye" not in words_of_rounds
    assert view.points_width >= max(ems(row.points) for row in sheet.rows) * view.type_size + 4


def assert_whole(view: CrosstablePage, players: int, rounds: int) -> None:
    """Check that every player stands once in each round, and that the rounds of a sheet stand side by side."""
    heads = [f"Round {number}" for number in range(1, rounds + 1)]
    bands = list(dict.fromkeys(sheet.heads for sheet in view.sheets))
    assert [head for band in bands for head in band] == heads
    for band in bands:
        ranks = [int(row.rank) for sheet in view.sheets if sheet.heads == band for row in sheet.rows]
        assert len(ranks) == players
        assert all(before <= after for before, after in pairwise(ranks))
    paper = view.event.paper
    width, height = (paper.height, paper.width) if view.landscape else (paper.width, paper.height)
    for sheet in view.sheets:
        assert all(len(row.rounds) == len(sheet.heads) for row in sheet.rows)
        others = 14 + view.name_width + view.points_width
        assert others + len(sheet.heads) * sheet.round_width <= width - 20 + 0.1
        assert len(sheet.rows) * view.row_height <= height - 56


@pytest.mark.slow
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize(
    ("players", "rounds", "landscape", "bands", "most"),
    [
        (1, 1, False, 1, 1),
        (2, 1, False, 1, 1),
        (16, 4, False, 1, 1),
        (64, 6, False, 1, 2),
        (64, 9, True, 1, 3),
        (64, 18, True, 2, 6),
        (2000, 11, True, 2, 168),
    ],
)
def test_rounds_and_players_are_cut_into_few_sheets(
    paper: str, players: int, rounds: int, landscape: bool, bands: int, most: int
) -> None:
    view = make_view(played(plain_names(players), rounds, paper=paper), ENGLISH)
    assert_whole(view, players, rounds)
    assert view.landscape == landscape
    assert len({sheet.heads for sheet in view.sheets}) == bands
    assert {bool(sheet.part) for sheet in view.sheets} == {bands > 1}
    assert len(view.sheets) <= most


def test_the_sheets_of_the_same_players_follow_each_other() -> None:
    view = make_view(played(plain_names(64), 30), ENGLISH)
    assert [sheet.part for sheet in view.sheets[:4]] == ["Rounds 1–10", "Rounds 11–20", "Rounds 21–30", "Rounds 1–10"]


@pytest.mark.browser
@pytest.mark.parametrize(
    ("paper", "names", "rounds"),
    [
        ("A4", list(TRICKY), 3),
        ("Letter", plain_names(64), 6),
        ("A4", plain_names(30), 9),
        ("A4", plain_names(30), 12),
        ("Letter", plain_names(2), 1),
    ],
    ids=["tricky", "64", "landscape", "12 rounds", "2"],
)
def test_the_table_keeps_to_its_sheets(tmp_path: Path, paper: str, names: list[str], rounds: int) -> None:
    view = make_view(played(names, rounds, paper=paper), ENGLISH)
    printed = print_page(render(PAGE.documents[0].template, view, ENGLISH), tmp_path)
    assert_clear(printed, len(view.sheets), paper, landscape=view.landscape)
    assert min(word.points for words in printed.words for word in words if word.text.startswith("(")) >= 8.95
    cells = [word for words in printed.words for word in words if word.text.startswith("(")]
    assert len(cells) >= len(names) * rounds


def test_names_come_through_whole_and_as_text() -> None:
    tree = page(played(TRICKY, 2))
    assert sorted(bdi.text for bdi in tree.xpath("//tbody//bdi")) == sorted(TRICKY)
    assert tree.xpath("//script") == []


@pytest.mark.soak
def test_two_thousand_players_are_rendered() -> None:
    view = make_view(played(plain_names(dose(400, 2000)), 11), ENGLISH)
    assert render(PAGE.documents[0].template, view, ENGLISH).count('<section class="sheet">') == len(view.sheets)
