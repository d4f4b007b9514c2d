"""The pages of Duplicate Magic events as they come out of a printer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from pathlib import Path

import pytest
from lxml import html
from lxml.html import HtmlElement

from tests.dose import combinations, dose
from tests.prints.cutting import ROWS_AND_COLUMNS, clear_of_cuts, overlaps, words_by_cell
from tests.prints.duplicates import paired, stocks_of, tables_called, with_winners
from tests.prints.events import ENGLISH, LONG, TRICKY, plain_names
from tests.prints.making import movement_pages, page_of, round_pages, standings_page
from tests.prints.printed import PAPERS, Printed, print_page, print_together
from turnabout_sheets.event.model import Event
from turnabout_sheets.event.results import Results
from turnabout_sheets.formats.duplicate.format import DUPLICATE
from turnabout_sheets.prints.pages.movement import make_movement_view, make_table_cards_view
from turnabout_sheets.prints.slips.duplicate import make_view
from turnabout_sheets.sheets.grid import Raw

pytestmark = pytest.mark.browser

LONG_EVENT = "The Forty-Second Grand Annual International Duplicate Magic Open Championship"
LEFT_OUT = "Cards that may be left out"
KINDS: dict[str, tuple[bool, dict[str, Raw]]] = {
    "drawn": (False, {}),
    "coin flip with prizes": (False, {"deck_choice": "coin flip", "ante_prizes": "yes", LEFT_OUT: 3}),
    "doubles": (True, {"ante_prizes": "yes", LEFT_OUT: 3}),
    "doubles with a coin flip": (True, {"deck_choice": "coin flip", "ante_prizes": "yes", LEFT_OUT: 3}),
}


def hard(kind: str, **settings: Raw) -> Event:
    """Return an event in which names, themes and stocks are of every kind, and no two stocks of a size."""
    doubles, own = KINDS[kind]
    tables = [
        {**called, "Cards A": 43, "Cards B": 120}
        | ({"Stock A2": LONG, "Stock B2": "Hares", "Cards A2": 44, "Cards B2": 45} if doubles else {})
        for called in tables_called(TRICKY[4:14])
    ]
    partners = [f"{name}’" for name in reversed(TRICKY)] if doubles else []
    return paired(TRICKY, partners, tables, **{"name": LONG_EVENT, **own, **settings})


def assert_clear(printed: Printed, sheets: int, paper: str, rows: int, columns: int) -> None:
    """Check the number of sheets, their size, that nothing is near an edge or cut, and no word on another.

    Of several sheets, which are all alike, the first and the last are looked at.
    """
    assert printed.pages == sheets
    allowed = clear_of_cuts(paper, rows, columns)
    for page in range(sheets) if sheets <= 2 else (0, sheets - 1):
        assert printed.sizes[page] == pytest.approx(PAPERS[paper], abs=0.3)
        assert printed.ink_outside(page, allowed) == []
        assert [(a.text, b.text) for a, b in overlaps(printed.words[page])] == []


@pytest.mark.soak
@pytest.mark.parametrize("paper", PAPERS)
def test_slips_stay_clear_of_cuts_edges_and_other_words(tmp_path: Path, paper: str) -> None:
    cases = combinations(ROWS_AND_COLUMNS, ["doubles", "doubles with a coin flip"][:: 1 if paper == "A4" else -1])
    pages = [
        round_pages(hard(kind, paper=paper, slips_per_page=per_page), DUPLICATE, 1)["round-01-slips.html"]
        for per_page, kind in cases
    ]
    for (per_page, _), printed in zip(cases, print_together(pages, tmp_path), strict=True):
        assert_clear(printed, -(-8 // per_page), paper, *ROWS_AND_COLUMNS[per_page])


@pytest.mark.soak
@pytest.mark.parametrize(("kind", "layout"), combinations(KINDS, [("A4", 2), ("Letter", 4), ("A4", 6)]))
def test_slips_can_be_read_and_are_whole(tmp_path: Path, kind: str, layout: tuple[str, int]) -> None:
    paper, per_page = layout
    doubles, own = KINDS[kind]
    names, partners = plain_names(8), [f"P{number}" for number in range(8)]
    made = paired(names, partners if doubles else (), **{"paper": paper, "slips_per_page": per_page, **own})
    printed = print_page(round_pages(made, DUPLICATE, 2)["round-02-slips.html"], tmp_path)
    view = make_view(made, DUPLICATE, 2, ENGLISH)
    for words, sheet in zip(printed.words, view.sheets, strict=True):
        for cell, slip in zip(words_by_cell(words, paper, per_page), sheet, strict=True):
            said = " ".join(word.text for word in cell)
            assert min(word.points for word in cell) >= 9 - 0.05
            assert "Leave the stocks at the table." in said
            assert "WHO WON? TICK ONE" in said
            for player in slip.players:
                assert player.name in said
                assert f"Next: {player.next}" in said or not player.next
                assert all(f"{stock.label} {stock.text}" in said for stock in player.stocks)
            assert all(f"{stock.label} {stock.text}".strip() in said for stock in slip.choices)


@pytest.mark.soak
@pytest.mark.parametrize("paper", PAPERS)
def test_sheets_and_cards_stay_clear_of_cuts_edges_and_other_words(tmp_path: Path, paper: str) -> None:
    kinds = ["drawn", "coin flip with prizes", "doubles"][dose(slice([*PAPERS].index(paper), None, 2), slice(None))]
    events = [hard(kind, paper=paper) for kind in kinds]
    views = [make(each, ENGLISH) for each in events for make in (make_movement_view, make_table_cards_view)]
    pages = [page for each in events for page in movement_pages(each).values()]
    for printed, view in zip(print_together(pages, tmp_path), views, strict=True):
        assert_clear(printed, len(view.sheets), paper, view.rows, view.columns)


def names_on(page: HtmlElement, names: Collection[str]) -> Counter[str]:
    """Return how often each name stands on a page."""
    return Counter(word for text in page.itertext() for word in text.split() if word in names)


@pytest.mark.soak
@pytest.mark.parametrize(
    ("n", "paper", "sheets", "cards"),
    [
        (6, "A4", (1, 3, 2), (2, 2, 1)),
        (18, "Letter", (3, 3, 2), (5, 2, 1)),
        (37, "A4", (10, 2, 2), (19, 1, 1)),
        dose((64, "Letter", (32, 2, 1), (32, 1, 1)), (120, "Letter", (60, 2, 1), (60, 1, 1))),
    ],
)
def test_every_line_of_sheets_and_cards_can_be_read(
    tmp_path: Path, n: int, paper: str, sheets: tuple[int, int, int], cards: tuple[int, int, int]
) -> None:
    names = plain_names(n)
    made = paired(names, paper=paper)
    views = (make_movement_view(made, ENGLISH), make_table_cards_view(made, ENGLISH))
    for page, view, expected in zip(movement_pages(made).values(), views, (sheets, cards), strict=True):
        assert (len(view.sheets), view.rows, view.columns) == expected
        tree = html.document_fromstring(page)
        # On sheets: everybody once as the owner, and once as the opponent in each game; on cards: in each game.
        games = made.last_round - n % 2
        assert {*(found := names_on(tree, names)).values()} <= (
            {games + 1, games + 2} if view is views[0] else {games, games + 1}
        )
        assert found.keys() == {*names}
        all_sheets = tree.find_class("sheet")
        assert len(all_sheets) == len(view.sheets)
        # In the short dose no more than six sheets are printed: the first and the last.
        for sheet in dose(all_sheets[3:-3], []):
            sheet.drop_tree()
        printed = print_page(html.tostring(tree, doctype="<!doctype html>", encoding="unicode"), tmp_path)
        assert_clear(printed, len(tree.find_class("sheet")), paper, view.rows, view.columns)
        words = [word for words in printed.words for word in words]
        assert min(word.points for word in words) >= 9 - 0.05
        assert Counter(word.text for word in words if word.text in names) == names_on(tree, names)


@pytest.mark.soak
@pytest.mark.parametrize(("size", "paper"), combinations([(6, 1), (37, 1), (120, 3)], PAPERS))
def test_the_balance_report_keeps_to_its_sheets(tmp_path: Path, size: tuple[int, int], paper: str) -> None:
    n, sheets = size
    names = plain_names(n)
    tables = [stocks_of(table) | {"Theme": LONG, "Stock A": LONG} for table in range(1, (n + 1) // 2 + 1)]
    made = paired(names, tables=tables, paper=paper, name=LONG_EVENT)
    (page,) = page_of("balance", with_winners(made, ["A", "B", "A", "Draw", "A"] * (n * n // 20))).values()
    printed = print_page(page, tmp_path)
    assert_clear(printed, sheets, paper, 1, 1)
    numbers = [int(word.text) for words in printed.words for word in words if word.points > 15 and word.text.isdigit()]
    assert numbers == list(range(1, (n + 1) // 2 + 1))


def posted(found: Results, round_number: int) -> list[str]:
    """Return the pages that hang on the wall: the lists of a round by player and by table, and the standings."""
    made, report = found.event, DUPLICATE.sheets.make_output(found)[0].shown()
    lists = [page for file, page in round_pages(made, DUPLICATE, round_number).items() if "pairings" in file]
    return [*lists, *standings_page(made, report, found.played, provisional=True, format=DUPLICATE).values()]


@pytest.mark.parametrize(("n", "doubles", "paper"), [(17, False, "A4"), (18, True, "Letter"), (61, False, "A4")])
def test_posted_lists_keep_to_their_lines(tmp_path: Path, n: int, doubles: bool, paper: str) -> None:
    names = plain_names(n)
    made = paired(names, [f"Partner{number:02}" for number in range(n)] if doubles else (), paper=paper)
    pages = posted(with_winners(made, ["A", "B", "Draw"] * (n * n // 12)), 3)
    by_player, by_table, standings = print_together(pages, tmp_path)
    for printed in (by_player, by_table):
        assert_clear(printed, printed.pages, paper, 1, 1)
    shown = [word for words in by_player.words for word in words if word.text in names]
    assert min(word.points for word in shown) >= 13.95, "readable from two metres"
    for words in standings.words:
        assert [(a.text, b.text) for a, b in overlaps(words)] == []


@pytest.mark.soak
@pytest.mark.parametrize(("kind", "paper"), combinations(["drawn", "doubles"], PAPERS))
def test_names_of_every_kind_keep_to_the_lines_of_posted_lists(tmp_path: Path, kind: str, paper: str) -> None:
    lists = print_together(posted(with_winners(hard(kind, paper=paper), ["A"] * 20), 1), tmp_path)
    assert [printed.pages for printed in lists[2:]] == [1]
    for printed in lists:
        assert_clear(printed, printed.pages, paper, 1, 1)
