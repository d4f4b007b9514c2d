"""The chart of a player's rating over time: its steps, its labels, and that all of it is inside."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from tests.prints.archive_pages import pages
from tests.prints.archived import HALF, small
from tests.prints.duplicates import text
from turnabout_sheets.prints.archive.player import HEIGHT, WIDTH, history_chart


def points_of(path: str) -> list[tuple[float, float]]:
    """Return where the commands M, H and V of a path lead."""
    x, y = 0.0, 0.0
    reached = []
    for command, first, second in re.findall(r"([MHV])([-\d.]+)(?: ([-\d.]+))?", path):
        x, y = (x, float(first)) if command == "V" else (float(first), float(second or y))
        reached.append((x, y))
    return reached


def test_the_chart_goes_up_by_each_award_on_its_day() -> None:
    chart = history_chart(
        "Title",
        [("2025-01-01", Fraction(10)), ("2025-01-11", Fraction(5)), ("2025-01-21", Fraction(5))],
        "2025-01-31",
        "en",
    )
    grid, _, line, marks = (shape.path for shape in chart.shapes)
    assert marks.count("h0") == 3
    assert [each.text for each in chart.texts if each.anchor == "end"] == [
        "0",
        "5",
        "10",
        "15",
        "20",
        "January 31, 2025",
    ]
    assert [(each.text, each.bold) for each in chart.texts if each.anchor == "start"] == [
        ("20", True),
        ("January 1, 2025", False),
    ]
    ticks = sorted({y for _, y in points_of(grid)}, reverse=True)
    corners = points_of(line)
    low, high = corners[0][0], corners[-1][0]
    steps = [(x, y) for x, y in corners if y != ticks[0]]
    days = [round((x - low) / (high - low) * 30) for x, _ in steps]
    heights = [round((ticks[0] - y) / (ticks[0] - ticks[4]) * 20) for _, y in steps]
    reached = dict(zip(days, heights, strict=True))
    assert {day: reached[day] for day in (0, 10, 20, 30)} == {0: 10, 10: 15, 20: 20, 30: 20}
    assert all(x <= later_x and y >= later_y for (x, y), (later_x, later_y) in pairwise(steps))


@pytest.mark.parametrize(
    ("first", "last", "labels"),
    [
        ("2025-02-01", "2025-12-31", ["1er février 2025", "31 décembre 2025"]),
        ("2024-06-01", "2026-06-01", ["2025", "2026"]),
        ("2024-01-01", "2025-06-01", ["2024", "2025"]),
        ("2000-06-01", "2024-06-01", ["2005", "2010", "2015", "2020"]),
    ],
)
def test_the_chart_names_as_many_years_as_have_room(first: str, last: str, labels: list[str]) -> None:
    chart = history_chart("Title", [(first, Fraction(1)), (last, Fraction(1))], last, "fr")
    low = max(each.y for each in chart.texts)
    assert [each.text for each in chart.texts if each.y == low] == labels


@pytest.mark.parametrize("awards", [[0, 0], [1, -3, 1], [HALF, 99999 + HALF], [3] * 300])
def test_everything_in_a_chart_is_inside_it(awards: list[Any]) -> None:
    days = [f"20{10 + number // 28:02}-02-{number % 28 + 1:02}" for number in range(len(awards))]
    chart = history_chart(
        "Title", [(day, Fraction(each)) for day, each in zip(days, awards, strict=True)], days[-1], "es"
    )
    for shape in chart.shapes:
        for x, y in points_of(shape.path):
            assert 0 <= x <= WIDTH
            assert 0 <= y <= HEIGHT
    assert all(0 <= each.x <= WIDTH and 0 <= each.y <= HEIGHT for each in chart.texts)


def test_a_chart_says_what_it_is_and_one_event_has_none() -> None:
    found = pages(small())
    (chart,) = found["player-1.html"].xpath("//svg")
    assert chart.get("role") == "img"
    titles = [*chart.xpath("./title"), *found["player-1.html"].xpath("//figcaption")]
    assert list(map(text, titles)) == ["Rating over time"] * 2
    assert found["player-4.html"].xpath("//svg") == []
