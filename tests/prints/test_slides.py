"""Lists on slides: all lines, in their order, about equally many on each."""

from __future__ import annotations

import pytest

from turnabout_sheets.prints.layout import FEWEST_ROWS, LAYOUTS, choose_layout, cut


def test_every_line_is_on_a_slide_once_and_in_order() -> None:
    for n in (*range(1, 300), 500, 1000, 2000):
        layout = choose_layout(n)
        slides = cut(range(n), layout)
        assert [line for slide in slides for column in slide for line in column] == list(range(n))
        assert len(slides) == layout.most, n
        assert all(len(slide) <= layout.columns for slide in slides), n
        assert all(len(column) <= layout.rows for slide in slides for column in slide), n


@pytest.mark.parametrize("n", [25, 64, 100, 255, 1000])
def test_slides_are_about_equally_full(n: int) -> None:
    layout = choose_layout(n)
    sizes = [sum(map(len, slide)) for slide in cut(range(n), layout)]
    assert layout.most * layout.columns * layout.rows - n < layout.most * layout.columns
    assert sizes[-1] > 0


def test_few_lines_stand_in_large_print_and_many_on_few_slides() -> None:
    assert [(layout.columns, layout.most) for layout in map(choose_layout, (8, 24, 64, 200, 1000))] == [
        (1, 1), (2, 1), (2, 3), (3, 5), (4, 15),
    ]  # fmt: skip
    assert choose_layout(2).rows == FEWEST_ROWS


def test_no_lines_are_no_slides() -> None:
    assert cut([], choose_layout(0)) == ()


def test_print_becomes_smaller_step_by_step() -> None:
    assert [layout.columns for layout in LAYOUTS] == sorted(layout.columns for layout in LAYOUTS)
    assert [layout.rows for layout in LAYOUTS] == sorted(layout.rows for layout in LAYOUTS)
