"""Cuts lists into what a screen shows at once, here and not in the browser, in the largest print that is sensible."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Final, NamedTuple, TypeVar

Line = TypeVar("Line")


class SlideLayout(NamedTuple):
    """How lines stand on slides: columns, rows in each, and how many slides there are at most."""

    columns: int
    rows: int
    most: int

    @property
    def lines(self) -> int:
        """How many lines a slide holds."""
        return self.columns * self.rows


LAYOUTS: Final = (
    SlideLayout(columns=1, rows=10, most=1),
    SlideLayout(columns=2, rows=12, most=3),
    SlideLayout(columns=3, rows=14, most=6),
    SlideLayout(columns=4, rows=17, most=0),
)
"""From the largest print to the smallest; the last one takes what is left, on as many slides as that needs."""

FEWEST_ROWS: Final = 6
"""A slide has room for so many rows, also where there are fewer: larger print would look out of place."""


def choose_layout(lines: int) -> SlideLayout:
    """Return how so many lines stand on slides that are about equally full, and their columns about equally long."""
    layout = next((each for each in LAYOUTS if lines <= each.lines * each.most), LAYOUTS[-1])
    slides = ceil(lines / layout.lines) or 1
    return layout._replace(rows=max(FEWEST_ROWS, ceil(lines / (slides * layout.columns))), most=slides)


def cut(lines: Sequence[Line], layout: SlideLayout) -> tuple[tuple[tuple[Line, ...], ...], ...]:
    """Return the slides of a list: columns of lines that are seen at once."""
    columns = [tuple(lines[at : at + layout.rows]) for at in range(0, len(lines), layout.rows)]
    return tuple(tuple(columns[at : at + layout.columns]) for at in range(0, len(columns), layout.columns))
