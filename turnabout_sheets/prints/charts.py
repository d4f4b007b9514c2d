"""Charts for the printed report: drawn as plain lines, areas and texts, in millimetres from the upper left corner.

Black, white and one grey, so that any printer prints them; every line and bar says itself what it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import count
from math import ceil, floor
from typing import NamedTuple

from turnabout_sheets.core.text import format_number
from turnabout_sheets.prints.layout import ems


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


class ChartName(NamedTuple):
    """A player's name in a chart, in a box that it always fits: its upper left corner in millimetres."""

    name: str
    left: float
    top: float


class Chart(NamedTuple):
    """A chart, ``width`` × ``height`` millimetres. Names have boxes of ``name_width`` × ``name_height``."""

    title: str
    width: float
    height: float
    shapes: tuple[ChartShape, ...]
    texts: tuple[ChartText, ...]
    names: tuple[ChartName, ...] = ()
    name_width: float = 0
    name_height: float = 0


TEXT = 3.2
"""The type size of numbers and words in millimetres: 9 points."""

GREY = "#c8c8c8"

HAIR, THIN, THICK = 0.1, 0.25, 0.4
"""Widths of lines in millimetres: of the grid, of outlines, of what is drawn."""

DOTS = ".3 .7"
"""The dashes of the grid."""

MOST_TICKS = 6
MOST_BARS = 14
NAME_WIDTH, NAME_HEIGHT = 44, 4.8
"""The box of a name at the end of a line, in millimetres."""

LINES = (
    ("", "circle", "#000"),
    ("4 1", "circle", "#fff"),
    ("", "square", "#fff"),
    ("1.6 .9", "square", "#000"),
    ("", "triangle", "#000"),
    ("6 1 1 1", "triangle", "#fff"),
    ("", "diamond", "#fff"),
    (".6 .8", "diamond", "#000"),
)
"""How the lines of a chart differ: dashes, the mark at each point, and what that is filled with."""

MOST_LINES = len(LINES)

MOST_MARKS = 12
"""With more points than that, not each is marked."""


class Bar(NamedTuple):
    """A bar: how high it is, and the lines of text below it."""

    size: int
    labels: tuple[str, ...]


def steps() -> Iterator[int]:
    """Yield the steps that an axis can have, without end: 1, 2, 5, 10, 20, 50 …"""
    for power in count():
        yield from (digit * 10**power for digit in (1, 2, 5))


def ticks(least: int | Fraction, most: int | Fraction) -> range:
    """Return the whole numbers at which an axis is marked, evenly, that hold ``least`` and ``most`` between them."""
    step = next(step for step in steps() if ceil(most / step) - floor(least / step) <= MOST_TICKS)
    low, high = floor(least / step), ceil(most / step)
    return range(low * step, max(high, low + 1) * step + 1, step)


def spread(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Return places from ``low`` to ``high``, ``gap`` apart at least, in order, as near as can be to those ``wanted``.

    ``wanted`` go up. Near means the least sum of squares; where there is not room for all, they go past ``high``.
    """
    groups: list[tuple[float, int]] = []  # those that touch each other, closed up: the mean of their places, how many
    for place, each in enumerate(wanted):
        mean, size = each - place * gap, 1
        while groups and groups[-1][0] >= mean:
            before, others = groups.pop()
            mean, size = (before * others + mean * size) / (others + size), size + others
        groups.append((mean, size))
    end = max(low, high - gap * (len(wanted) - 1))
    means = [min(max(mean, low), end) for mean, size in groups for _ in range(size)]
    return [mean + place * gap for place, mean in enumerate(means)]


def distribution(points: Sequence[int | Fraction]) -> list[Bar]:
    """Return how many have how many points, in steps of whole numbers; fractions count as the whole number below."""
    wholes = [floor(each) for each in points]
    step = next(step for step in steps() if max(wholes) // step - min(wholes) // step < MOST_BARS)
    found = Counter(each // step for each in wholes)
    return [
        Bar(found[place], (_span(place * step, place * step + step - 1),))
        for place in range(min(found), max(found) + 1)
    ]


def _span(first: int, last: int) -> str:
    """Return a range as it is printed: "60–64"."""
    return format_number(first) if first == last else f"{format_number(first)}–{format_number(last)}"


def line_chart(
    title: str, across: str, up: str, lines: Sequence[tuple[str, Sequence[int | Fraction]]], width: float, height: float
) -> Chart:
    """Return a chart of at most `MOST_LINES` lines, each with a name and its figures at 0, 1, 2 … up to the last.

    Name and last figure stand at the end of each line, so that it needs no key. ``across`` and ``up`` say what the axes
    count.
    """
    last = len(lines[0][1]) - 1
    axis = ticks(min(0, *(each for _, figures in lines for each in figures)), max(max(each) for _, each in lines))
    ends = sorted(range(len(lines)), key=lambda line: (-lines[line][1][-1], line))
    figures_width = max(ems(format_number(each[-1])) for _, each in lines) * TEXT
    left = max(ems(format_number(tick)) for tick in axis) * TEXT + 2
    top, bottom, right = 2 * TEXT, height - 3.4 * TEXT, width - NAME_WIDTH - figures_width - 12

    def x(place: int) -> float:
        return left + (right - left) * place / max(1, last)

    def y(value: int | Fraction) -> float:
        return bottom - (bottom - top) * float(value - axis[0]) / (axis[-1] - axis[0])

    shapes = [ChartShape(_line([(left, y(tick)), (right, y(tick))]), "none", HAIR, DOTS) for tick in axis]
    shapes.append(ChartShape(_line([(left, y(0)), (right, y(0))]), "none", THIN))
    texts = [
        ChartText(up, 0, TEXT, "start", bold=True),
        ChartText(across, right, height - 0.4 * TEXT, "end", bold=True),
    ]
    texts += [ChartText(format_number(tick), left - 1.5, y(tick) + TEXT * 0.36, "end") for tick in axis]
    texts += [
        ChartText(str(place), x(place), bottom + 1.5 * TEXT, "middle")
        for place in range(0, last + 1, _every(ems(str(last)) * TEXT * 1.5, (right - left) / max(1, last)))
    ]
    names = []
    places = spread([y(lines[line][1][-1]) for line in ends], NAME_HEIGHT + 0.4, top, bottom)
    for line, place in zip(ends, places, strict=True):
        name, figures = lines[line]
        dashes, mark, fill = LINES[line]
        points = [(x(number), y(value)) for number, value in enumerate(figures)]
        shapes.append(ChartShape(_line(points), "none", THICK, dashes))
        shapes.append(ChartShape(_line([(right + 1.6, points[-1][1]), (right + 7, place)]), "none", HAIR))
        shapes += [ChartShape(_mark(mark, *point), fill, THIN) for point in points[: 0 : -ceil(last / MOST_MARKS)]]
        texts.append(
            ChartText(format_number(figures[-1]), right + 8 + figures_width, place + TEXT * 0.36, "end", bold=True)
        )
        names.append(ChartName(name, round(right + figures_width + 11, 2), round(place - NAME_HEIGHT / 2, 2)))
    return _chart(title, width, height, shapes, texts, names)


def bar_chart(title: str, across: str, up: str, bars: Sequence[Bar], width: float, height: float) -> Chart:
    """Return a chart of bars, each with its size above and its labels below; ``across`` and ``up`` say what is what."""
    below = (1.3 * max(len(bar.labels) for bar in bars) + 1.9) * TEXT
    top, bottom = 3.4 * TEXT, height - below
    each, every = _columns(bars, width)
    most = max(1, *(bar.size for bar in bars))
    shapes, texts = [], [
        ChartText(up, 0, TEXT, "start", bold=True),
        ChartText(across, width, height - 0.4 * TEXT, "end", bold=True),
    ]  # fmt: skip
    for place, bar in enumerate(bars):
        middle, high = (place + 0.5) * each, (bottom - top) * bar.size / most
        if bar.size:
            shapes.append(ChartShape(_box(middle, bottom - high, each * 0.78, high), GREY, THIN))
            if every == 1:
                texts.append(ChartText(str(bar.size), middle, bottom - high - 0.4 * TEXT, "middle", bold=True))
        if place % every == 0:
            texts += [
                ChartText(label, middle, bottom + (1.3 + 1.25 * line) * TEXT, "middle")
                for line, label in enumerate(bar.labels)
            ]
    shapes.append(ChartShape(_line([(0, bottom), (width, bottom)]), "none", THICK))
    return _chart(title, width, height, shapes, texts)


def opposed_chart(
    title: str, across: str, up: str, down: str, bars: Sequence[tuple[Bar, Bar]], width: float, height: float
) -> Chart:
    """Return a chart of bars that go ``up``, and of others that go ``down``, which both texts name.

    The labels of the first stand in between.
    """
    band = 1.9 * TEXT
    top, bottom = 3.4 * TEXT, height - 3.6 * TEXT
    most = max([1, *(bar.size for pair in bars for bar in pair)])
    unit = (bottom - top - band) / (2 * most)
    middle = (top + bottom) / 2
    each, every = _columns([bar for bar, _ in bars], width)
    shapes, texts = [], [
        ChartText(up, 0, TEXT, "start", bold=True),
        ChartText(down, 0, height - 0.4 * TEXT, "start", bold=True),
        ChartText(across, width, height - 0.4 * TEXT, "end", bold=True),
    ]  # fmt: skip
    for place, (one, other) in enumerate(bars):
        x = (place + 0.5) * each
        above, below = middle - band / 2, middle + band / 2
        for bar, fill, upper, base in (
            (one, GREY, above - one.size * unit, above - one.size * unit - 0.4 * TEXT),
            (other, "#fff", below, below + other.size * unit + 1.1 * TEXT),
        ):
            if bar.size:
                shapes.append(ChartShape(_box(x, upper, each * 0.7, bar.size * unit), fill, THIN))
                if every == 1:
                    texts.append(ChartText(str(bar.size), x, base, "middle", bold=True))
        if place % every == 0:
            texts += [ChartText(label, x, middle + 0.36 * TEXT, "middle") for label in one.labels]
    return _chart(title, width, height, shapes, texts)


def _columns(bars: Sequence[Bar], width: float) -> tuple[float, int]:
    """Return how wide each bar's share of the width is, and which are labelled: each, every second, every fifth …"""
    each = width / max(len(bars), MOST_BARS // 2)
    widest = max((ems(label) for bar in bars for label in (*bar.labels, str(bar.size))), default=0)
    return each, _every(widest * TEXT, each)


def _every(needed: float, room: float) -> int:
    """Return which of labels that need more room than each has are written: every first, second, fifth, tenth …"""
    return next(step for step in steps() if step * room >= needed)


def _chart(
    title: str,
    width: float,
    height: float,
    shapes: Sequence[ChartShape],
    texts: Sequence[ChartText],
    names: Sequence[ChartName] = (),
) -> Chart:
    rounded = [ChartText(each.text, round(each.x, 2), round(each.y, 2), each.anchor, each.bold) for each in texts]
    return Chart(title, width, height, tuple(shapes), tuple(rounded), tuple(names), NAME_WIDTH, NAME_HEIGHT)


def _line(points: Sequence[tuple[float, float]]) -> str:
    """Return the path of a line through points."""
    return "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in points)


def _box(middle: float, top: float, width: float, height: float) -> str:
    """Return the path of an upright box."""
    return f"M{middle - width / 2:.2f} {top:.2f}h{width:.2f}v{height:.2f}h{-width:.2f}z"


def _mark(shape: str, x: float, y: float) -> str:
    """Return the path of a small mark about a point."""
    return f"M{x:.2f} {y:.2f}{_MARKS[shape]}"


_MARKS = {
    "circle": "m-1 0a1 1 0 1 0 2 0a1 1 0 1 0 -2 0z",
    "square": "m-.9 -.9h1.8v1.8h-1.8z",
    "triangle": "m0 -1.2l1.1 2h-2.2z",
    "diamond": "m0 -1.3l1.3 1.3l-1.3 1.3l-1.3 -1.3z",
}
"""About two millimetres across, from the middle of the mark."""
