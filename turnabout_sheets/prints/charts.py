"""What the chart of a rating is made of: plain lines and texts, in millimetres from the upper left corner."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import count
from math import ceil, floor
from typing import NamedTuple


class ChartShape(NamedTuple):
    """A line or an area of a chart: an SVG ``path`` in millimetres, its ``fill`` ("none", "#fff"), and its outline.

    ``width`` is that of the outline in millimetres, ``dashes`` as in SVG's stroke-dasharray, empty where it is whole.
    """

    path: str
    fill: str
    width: float
    dashes: str = ""


class ChartText(NamedTuple):
    """A number or a word in a chart: ``anchor`` says which end of it stands at ``x``, ``y`` is its base line."""

    text: str
    x: float
    y: float
    anchor: str
    bold: bool = False


class Chart(NamedTuple):
    """A chart, ``width`` × ``height`` millimetres."""

    title: str
    width: float
    height: float
    shapes: tuple[ChartShape, ...]
    texts: tuple[ChartText, ...]


TEXT = 3.2
"""The type size of numbers and words in millimetres: 9 points."""

HAIR, THIN, THICK = 0.1, 0.25, 0.4
"""Widths of lines in millimetres: of the grid, of outlines, of what is drawn."""

DOTS = ".3 .7"
"""The dashes of the grid."""

MOST_TICKS = 6


def steps() -> Iterator[int]:
    """Yield the steps that an axis can have, without end: 1, 2, 5, 10, 20, 50 …"""
    for power in count():
        yield from (digit * 10**power for digit in (1, 2, 5))


def ticks(least: int | Fraction, most: int | Fraction) -> range:
    """Return the whole numbers at which an axis is marked, evenly, that hold ``least`` and ``most`` between them."""
    step = next(step for step in steps() if ceil(most / step) - floor(least / step) <= MOST_TICKS)
    low, high = floor(least / step), ceil(most / step)
    return range(low * step, max(high, low + 1) * step + 1, step)
