"""The charts of the report: where their ticks, bars and labels stand."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnabout_sheets.prints.charts import (
    LINES,
    MOST_BARS,
    MOST_LINES,
    MOST_TICKS,
    Bar,
    bar_chart,
    distribution,
    line_chart,
    opposed_chart,
    spread,
    ticks,
)

HALF = Fraction(1, 2)
GAP = 5.2


@pytest.mark.parametrize(
    ("least", "most", "expected"),
    [
        (0, 0, [0, 1]),
        (0, 1, [0, 1]),
        (0, 6, [0, 1, 2, 3, 4, 5, 6]),
        (0, 7, [0, 2, 4, 6, 8]),
        (0, Fraction(25, 2), [0, 5, 10, 15]),
        (0, 139, [0, 50, 100, 150]),
        (-3, 12, [-5, 0, 5, 10, 15]),
        (0, 4031, [0, 1000, 2000, 3000, 4000, 5000]),
    ],
)
def test_an_axis_is_marked_at_round_numbers(least: int, most: int | Fraction, expected: list[int]) -> None:
    assert list(ticks(least, most)) == expected


@given(st.integers(-300, 0), st.fractions(0, 5000))
def test_an_axis_holds_everything_with_few_marks(least: int, most: Fraction) -> None:
    marked = ticks(least, most)
    assert marked[0] <= least <= most <= marked[-1]
    assert 2 <= len(marked) <= MOST_TICKS + 1


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ([], []),
        ([50], [50]),
        ([10, 30, 50], [10, 30, 50]),
        ([50, 50], [45, 55]),
        ([50, 50, 50], [40, 50, 60]),
        ([20, 50, 52], [20, 46, 56]),
        ([40, 45, 50, 90], [35, 45, 55, 90]),
        ([0, 0], [0, 10]),
        ([100, 100], [90, 100]),
        ([-5, 200], [0, 100]),
    ],
)
def test_labels_stand_apart_and_near_their_lines(wanted: list[float], expected: list[float]) -> None:
    assert spread(wanted, 10, 0, 100) == expected


@given(st.lists(st.floats(0, 100), max_size=8).map(sorted))
def test_labels_never_overlap_nor_leave_the_chart(wanted: list[float]) -> None:
    places = spread(wanted, 10, 0, 100)
    assert len(places) == len(wanted)
    assert all(after - before >= 10 - 1e-6 for before, after in pairwise(places))
    assert all(-1e-6 <= place <= 100 + 1e-6 for place in places)


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ([0], [("0", 1)]),
        ([3, 3, 5], [("3", 2), ("4", 0), ("5", 1)]),
        ([Fraction(7, 2), 3, 4], [("3", 2), ("4", 1)]),
        ([0, 14], [(f"{even}–{even + 1}", int(even in (0, 14))) for even in range(0, 15, 2)]),
        ([30, 139], [(f"{tens}0–{tens}9", int(tens in (3, 13))) for tens in range(3, 14)]),
        ([-1, 0], [("−1", 1), ("0", 1)]),
    ],
)  # fmt: skip
def test_points_are_counted_in_steps_of_whole_numbers(
    points: list[int | Fraction], expected: list[tuple[str, int]]
) -> None:
    assert [(bar.labels[0], bar.size) for bar in distribution(points)] == expected


@given(st.lists(st.fractions(-50, 3000), min_size=1, max_size=60))
def test_everybody_is_in_one_bar_and_there_are_few(points: list[Fraction]) -> None:
    bars = distribution(points)
    assert sum(bar.size for bar in bars) == len(points)
    assert len(bars) <= MOST_BARS
    assert bars[0].size
    assert bars[-1].size


def test_every_line_ends_at_its_name_and_total_the_highest_first() -> None:
    lines: list[tuple[str, list[int | Fraction]]] = [
        ("Ann", [0, 18, 40]),
        ("Bob", [0, 30, 40 + HALF]),
        ("Cem", [0, 1, 2]),
        ("Dan", [0, 2, 2]),
    ]
    chart = line_chart("Totals", "after round", "GMP", lines, 190, 120)
    assert [name.name for name in chart.names] == ["Bob", "Ann", "Cem", "Dan"]
    assert all(after.top - before.top >= GAP - 0.02 for before, after in pairwise(chart.names))
    totals = [text.text for text in chart.texts if text.bold and text.anchor == "end"]
    assert totals == ["after round", "40½", "40", "2", "2"]
    assert len([shape for shape in chart.shapes if shape.width == 0.4]) == len(lines)
    names_right = chart.names[0].left + chart.name_width
    assert names_right <= chart.width


def test_all_lines_that_a_chart_can_have_differ_and_fit() -> None:
    lines = [(f"Player {number}", [0, *[100] * 40]) for number in range(MOST_LINES)]
    chart = line_chart("Totals", "after round", "VP", lines, 190, 120)
    assert len({*LINES}) == MOST_LINES
    assert all(0 <= name.top <= name.top + chart.name_height <= chart.height for name in chart.names)
    assert all(after.top - before.top >= GAP - 0.02 for before, after in pairwise(chart.names))
    marks = [shape for shape in chart.shapes if "z" in shape.path]
    assert len(marks) == MOST_LINES * 10, "every fourth of 40 points"
    rounds = [text.text for text in chart.texts if text.anchor == "middle"]
    assert rounds == [str(number) for number in range(0, 41, 5)]


def test_bars_are_as_high_as_what_they_count() -> None:
    chart = bar_chart("Points", "VP", "players", [Bar(2, ("3",)), Bar(0, ("4",)), Bar(4, ("5",))], 140, 90)
    heights = [float(shape.path.split("v")[1].split("h")[0]) for shape in chart.shapes if "z" in shape.path]
    assert heights[1] == pytest.approx(2 * heights[0], abs=0.02)
    assert [text.text for text in chart.texts] == ["players", "VP", "2", "3", "4", "4", "5"]


@pytest.mark.parametrize(("tables", "labels"), [(8, 8), (30, 30), (60, 30), (1000, 20)])
def test_of_many_bars_only_some_are_labelled(tables: int, labels: int) -> None:
    bars = [(Bar(9, (str(table),)), Bar(11, ())) for table in range(1, tables + 1)]
    chart = opposed_chart("Wins", "table", "stock A", "stock B", bars, 190, 100)
    named = [text for text in chart.texts if text.anchor == "middle" and not text.bold]
    assert len(named) == labels
    assert len([shape for shape in chart.shapes if "z" in shape.path]) == 2 * tables
    assert all(0 <= text.y <= chart.height for text in chart.texts)
