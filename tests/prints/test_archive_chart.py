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
    awards = [("2025-01-01", Fraction(10)), ("2025-01-11", Fraction(5)), ("2025-01-21", Fraction(5))]
    chart = history_chart("Title", awards, "2025-01-31", "fr")
    assert chart.marks.count("h0") == 3
    assert [each.text for each in chart.texts] == ["20", "1er janvier 2025", "31 janvier 2025"]
    (_, base), *steps = points_of(chart.line)
    end, top = steps[-1]
    days = [round(x / end * 30) for x, _ in steps]
    heights = [round((base - y) / (base - top) * 20) for _, y in steps]
    assert dict(zip(days, heights, strict=True)) == {0: 10, 10: 15, 20: 20, 30: 20}
    assert all(x <= later_x and y >= later_y for (x, y), (later_x, later_y) in pairwise(steps))


@pytest.mark.parametrize("awards", [[0, 0], [1, -3, 1], [HALF, 99999 + HALF], [3] * 300])
def test_everything_in_a_chart_is_inside_it(awards: list[Any]) -> None:
    days = [f"20{10 + number // 28:02}-02-{number % 28 + 1:02}" for number in range(len(awards))]
    chart = history_chart(
        "Title", [(day, Fraction(each)) for day, each in zip(days, awards, strict=True)], days[-1], "es"
    )
    for x, y in points_of(chart.line):
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
