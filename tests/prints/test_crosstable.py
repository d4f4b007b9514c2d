"""The crosstable on paper: what it says of each round, and how rounds and players are cut into sheets."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.dose import dose
from tests.prints.events import ENGLISH, plain_names
from tests.prints.making import render
from tests.prints.played import played
from tests.prints.printed import PAPERS
from turnabout_sheets.prints.pages.crosstable import PAGE, CrosstablePage, make_view


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
        (400, 11, True, 2, 34),
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


@pytest.mark.soak
def test_two_thousand_players_are_rendered() -> None:
    view = make_view(played(plain_names(dose(400, 2000)), 11), ENGLISH)
    assert render(PAGE.documents[0].template, view, ENGLISH).count('<section class="sheet">') == len(view.sheets)
