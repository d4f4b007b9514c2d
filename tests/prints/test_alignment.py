"""The alignment test: slips in stack order, rulers that are true, a line of exactly 100 mm."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from lxml import html
from numpy.typing import NDArray

from tests.prints.cutting import cut_and_pile, overlaps
from tests.prints.duplicates import text, texts
from tests.prints.events import ENGLISH, event
from tests.prints.making import render
from tests.prints.printed import PAPERS, Printed, print_together
from turnabout_sheets.prints.pages.alignment import LINE_LEFT, PAGE, AlignmentPage, make_view
from turnabout_sheets.prints.words import load_words

GRIDS = {2: (2, 1), 4: (2, 2), 6: (3, 2)}
DOTS = 5
"""Dots a millimetre, as `Printed.ink` has them."""


def view(per_page: int, paper: str = "A4", language: str = "en") -> AlignmentPage:
    return make_view(event(["Ann", "Bob"], paper=paper, slips_per_page=per_page), load_words(language))


@pytest.mark.parametrize(("per_page", "sheets"), [(2, [["1", "3"], ["2", ""]]), (4, [["1", "2", "3", ""]]),
                                                  (6, [["1", "2", "3", "", "", ""]])])  # fmt: skip
def test_three_slips_stand_in_stack_order(per_page: int, sheets: list[list[str]]) -> None:
    page = view(per_page)
    assert [[slip.number for slip in sheet] for sheet in page.sheets] == sheets
    piled = cut_and_pile([[int(slip.number) if slip.number else None for slip in sheet] for sheet in page.sheets])
    assert piled == [1, 2, 3, *[None] * (len(piled) - 3)]
    for sheet in page.sheets:
        assert [slip.pile for slip in sheet] == [f"Pile {pile}" for pile in range(1, per_page + 1)]


def test_the_first_slip_says_what_to_do_and_the_others_what_to_check() -> None:
    tree = html.document_fromstring(render(PAGE.documents[0].template, view(4), ENGLISH))
    first, second, third, blank = tree.find_class("piece")
    assert [text(step)[:12] for step in first.xpath(".//ol/li")] == [
        "Print at 100", "Measure the ", "Cut all shee", "Lay the pile",
    ]  # fmt: skip
    assert "slips are in order, 1 to 3" in text(first)
    assert "6 mm from every cut" in text(second)
    assert len(third.find_class("note")) == 2
    assert texts(blank, "note") == ["blank: it fills the sheet"]
    assert texts(tree, "exactly") == ["This line must be exactly 100 mm long: else set the scale to 100 %."]


@pytest.mark.browser
@pytest.mark.parametrize(("paper", "languages"), [("A4", ("de", "fr", "es")), ("Letter", ("fr", "es", "de"))])
def test_all_is_where_it_should_be(tmp_path: Path, paper: str, languages: tuple[str, ...]) -> None:
    pages = [view(per_page, paper, language) for per_page, language in zip(GRIDS, languages, strict=True)]
    drawn = [
        render(PAGE.documents[0].template, page, load_words(language))
        for page, language in zip(pages, languages, strict=True)
    ]
    for per_page, page, printed in zip(GRIDS, pages, print_together(drawn, tmp_path), strict=True):
        assert printed.pages == len(page.sheets)
        assert_lines_frames_and_rulers(printed, page, paper, per_page)
        assert_words_keep_to_their_slips(printed, paper, per_page)


def assert_lines_frames_and_rulers(printed: Printed, page: AlignmentPage, paper: str, per_page: int) -> None:
    width, height = PAPERS[paper]
    assert printed.sizes[0] == pytest.approx((width, height), abs=0.3)
    ink = printed.ink(0)

    def row(at: float) -> NDArray[np.bool_]:
        """Return the ink on a row, or on the next ones, as a thin line may lie between two."""
        above, there, below = ink[int(at * DOTS) - 1 : int(at * DOTS) + 2]
        return above | there | below  # type: ignore[no-any-return]

    line = np.flatnonzero(row(page.line_top)[int((LINE_LEFT - 3) * DOTS) : int((LINE_LEFT + 103) * DOTS)])
    runs = np.split(line, np.flatnonzero(np.diff(line) > 1) + 1)
    longest = max(runs, key=len)
    assert len(longest) / DOTS == pytest.approx(100, abs=0.5)

    rows, columns = GRIDS[per_page]
    for cut in range(1, rows):
        assert row(height * cut / rows)[int(20 * DOTS) : int(90 * DOTS)].mean() > 0.3, "a dashed line"
    for top in (height * place / rows for place in range(rows)):
        assert row(top + 6)[int(10 * DOTS) : int((width / columns - 10) * DOTS)].mean() > 0.9, "the frame of a slip"

    for depth, every in ((1.5, 1), (4.8, 10)):
        ticks = np.flatnonzero(ink[int(depth * DOTS)]) / DOTS
        inside = ticks[(ticks > 12) & (ticks < width - 12) & (abs(ticks - width / 2) > 2)]
        assert abs(inside - every * np.round(inside / every)).max() < 0.35, (
            "marks at every millimetre, long ones at tens"
        )
        assert len({*np.round(inside / every).tolist()}) >= (width - 30) / every


def assert_words_keep_to_their_slips(printed: Printed, paper: str, per_page: int) -> None:
    width, height = PAPERS[paper]
    rows, columns = GRIDS[per_page]
    for found in printed.words:
        assert [(a.text, b.text) for a, b in overlaps(found)] == []
        assert min(word.points for word in found) >= 8.9
        for word in found:
            for side, cell in ((word.left, width / columns), (word.right, width / columns)):
                assert 6 <= side % cell <= cell - 6, word
            for side, cell in ((word.top, height / rows), (word.bottom, height / rows)):
                assert 6 <= side % cell <= cell - 6, word
