"""Player cards: what is on a card as the event goes on, and how they come out of a printer."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.dose import dose
from tests.netrunner.workbooks import Game, match, netrunner, results, round_sheet
from tests.prints.cutting import cut_and_pile
from tests.prints.events import ENGLISH, TRICKY, plain_names
from tests.prints.making import cards_page
from tests.prints.printed import PAPERS, Printed, print_page, print_together
from tests.reading import grids
from turnabout_sheets.event.results import Results
from turnabout_sheets.prints.pages.cards import COLUMNS, GAP, HEIGHT, ROWS, WIDTH, make_view
from turnabout_sheets.sheets.grid import Raw

SPLIT: tuple[Game, Game] = (("A", 7, 4), ("B", 4, 7))
"""Each wins one game, and both have 10 + 4 points: 1½ GMP each."""


@pytest.mark.parametrize(
    ("rounds", "cards", "row_height"),
    [(1, [1], 5.75), (8, [8], 5.75), (9, [9], 5.11), (12, [12], 3.83), (13, [7, 6], 5.75), (30, [10, 10, 10], 4.6)],
)
def test_more_rounds_stand_in_smaller_lines_and_then_on_another_card(
    rounds: int, cards: list[int], row_height: float
) -> None:
    found = results(netrunner(rounds=rounds, allow_rematches="yes"), grids.players("Ann", "Bob"))
    page = make_view(found, ENGLISH)
    assert page.row_height == row_height
    pile = [card for card in cut_and_pile([list(sheet) for sheet in page.sheets]) if card.name]
    assert [(card.name, len(card.lines)) for card in pile] == [(name, n) for name in ("Ann", "Bob") for n in cards]
    assert [line.round for card in pile[: len(cards)] for line in card.lines] == [str(n + 1) for n in range(rounds)]
    parts = [f"card {number} of {len(cards)}" for number in range(1, len(cards) + 1)] if len(cards) > 1 else [""]
    assert [card.part for card in pile] == parts * 2


# --- on paper ---


def full(names: list[str] | tuple[str, ...], rounds: int = 8, **settings: Raw) -> Results:
    """Return an event in which each has met the next and is to meet the one after: all lines have something in them."""
    played = [match(a, b, *SPLIT) for a, b in zip(names[::2], names[1::2], strict=True)]
    absent = [match(a, b, ruling="B no-show") for a, b in zip(names[1::2], [*names[2::2], names[0]], strict=True)]
    settings = {"name": "Town Open", "rounds": rounds, **settings}
    return results(netrunner(**settings), grids.players(*names), round_sheet(1, *played), round_sheet(2, *absent))


def print_cards(folder: Path, found: Results) -> Printed:
    (page,) = cards_page(found).values()
    return print_page(page, folder)


def corner(paper: str, card: int) -> tuple[float, float]:
    """Return the upper left corner of a card on its page, in millimetres: the cards stand in the middle."""
    height, width = PAPERS[paper]
    row, column = divmod(card, COLUMNS)
    left = (width - COLUMNS * WIDTH - (COLUMNS - 1) * GAP) / 2
    top = (height - ROWS * HEIGHT - (ROWS - 1) * GAP) / 2
    return left + column * (WIDTH + GAP), top + row * (HEIGHT + GAP)


@pytest.mark.browser
@pytest.mark.soak
@pytest.mark.parametrize(
    ("paper", "all_rounds"), dose([("A4", (3, 12)), ("Letter", (8,))], [(paper, (3, 8, 12)) for paper in PAPERS])
)
def test_cards_of_every_name_keep_clear_of_the_cuts(tmp_path: Path, paper: str, all_rounds: tuple[int, ...]) -> None:
    pages = [page for rounds in all_rounds for page in cards_page(full(TRICKY, rounds, paper=paper), blank=1).values()]
    height, width = PAPERS[paper]
    corners = [corner(paper, card) for card in range(ROWS * COLUMNS)]

    def allowed(x: np.ndarray, y: np.ndarray) -> np.ndarray:  # type: ignore[type-arg]
        fine = np.zeros(x.shape, bool)
        for left, top in corners:
            fine |= (abs(x - left - WIDTH / 2) < WIDTH / 2 - 4) & (abs(y - top - HEIGHT / 2) < HEIGHT / 2 - 4)
            # The marks: outside of the card, in line with its edges, up to 3 mm from its corners.
            out_x, out_y = abs(x - left - WIDTH / 2) - WIDTH / 2, abs(y - top - HEIGHT / 2) - HEIGHT / 2
            fine |= (out_x > 0.5) & (out_x < 3.3) & (abs(out_y) < 0.4)
            fine |= (out_y > 0.5) & (out_y < 3.3) & (abs(out_x) < 0.4)
        return fine

    for printed in print_together(pages, tmp_path):
        assert printed.pages == len(TRICKY) // 4 + 1
        for page, size in enumerate(printed.sizes):
            assert size == pytest.approx((width, height), abs=0.3)
            assert printed.ink_outside(page, allowed) == []


@pytest.mark.browser
@pytest.mark.parametrize("paper", PAPERS)
def test_the_marks_are_5_by_3_inches_apart(tmp_path: Path, paper: str) -> None:
    printed = print_cards(tmp_path, full(plain_names(4), paper=paper))
    ink = printed.ink(0)
    height, width = PAPERS[paper]
    dots_x, dots_y = ink.shape[1] / width, ink.shape[0] / height
    for card in range(ROWS * COLUMNS):
        left, top = corner(paper, card)
        # Beside the card, above and below its corners: a column of marks is where the ink is.
        strip = ink[int((top - 2.5) * dots_y) : int((top - 1.2) * dots_y)]
        columns = np.nonzero(strip[:, int((left - 1) * dots_x) : int((left + WIDTH + 1) * dots_x)].all(axis=0))[0]
        assert np.ptp(columns) / dots_x == pytest.approx(127, abs=0.5)
        beside = ink[:, int((left - 2.5) * dots_x) : int((left - 1.2) * dots_x)]
        rows = np.nonzero(beside[int((top - 1) * dots_y) : int((top + HEIGHT + 1) * dots_y)].all(axis=1))[0]
        assert np.ptp(rows) / dots_y == pytest.approx(76.2, abs=0.5)


@pytest.mark.browser
@pytest.mark.parametrize("paper", PAPERS)
def test_the_words_of_each_card_stand_on_it_in_stack_order(tmp_path: Path, paper: str) -> None:
    names = plain_names(10)
    found = full(names, paper=paper)
    printed = print_cards(tmp_path, found)
    sheets = make_view(found, ENGLISH).sheets
    assert printed.pages == len(sheets) == 3
    for words, sheet in zip(printed.words, sheets, strict=True):
        for place, card in enumerate(sheet):
            left, top = corner(paper, place)
            mine = [
                word for word in words if 0 < word.middle[0] - left < WIDTH and 0 < word.middle[1] - top < HEIGHT
            ]  # fmt: skip
            large = [word.text for word in mine if word.points > 15]
            assert large == ([card.name] if card.name else [])
            assert {line.opponent for line in card.lines} - {""} <= {word.text for word in mine}
            assert min(word.points for word in mine) >= 7
