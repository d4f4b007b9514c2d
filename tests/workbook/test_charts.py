"""The charts beside the program's sheets: the race of the leaders, and how far apart matches ended."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook
from openpyxl.utils.cell import range_boundaries

from tests.support.books import copy_all, enter_results, records
from tests.support.commands import turnabout
from tests.support.simulated import simulated
from tests.workbook.workbooks import edited
from turnabout_sheets.formats.turnabout.scoring import VP_STEPS
from turnabout_sheets.workbook.ooxml.package import Package
from turnabout_sheets.workbook.ours.charts import LINES

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("no_pages")]


def played(folder: Path, *options: object) -> Path:
    workbook = folder / "event.xlsx"
    simulated(workbook, *options)
    assert turnabout("run", workbook).exit_code == 0
    return workbook


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three rounds of twenty-one players, one of whom did not come, which no test changes."""
    options = ("--players", 21, "--rounds", 5, "--played", 3, "--no-shows", 1)
    return played(tmp_path_factory.mktemp("large"), *options)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return played(tmp_path_factory.mktemp("small"), "--players", 8, "--rounds", 5, "--played", 3)


@pytest.fixture
def workbook(small: Path, tmp_path: Path) -> Path:
    """Three rounds of eight players, to go on with."""
    return copy_all(small, tmp_path)


def charts(workbook: Path, sheet: str) -> list[Any]:
    return list(load_workbook(workbook)[sheet]._charts)  # type: ignore[attr-defined]


def figures(series: Any) -> list[float]:
    return [float(point.v) for point in series.val.numLit.pt]


def test_the_race_shows_how_far_the_leaders_were_behind(large: Path) -> None:
    (chart,) = charts(large, "Progress")
    rows = records(large, "Progress")
    assert [series.tx.v for series in chart.series] == [row["Player"] for row in rows[:6]]
    for series, row in zip(chart.series, rows, strict=False):
        behind = [row[f"Total {number}"] - max(each[f"Total {number}"] for each in rows) for number in (1, 2, 3)]
        assert figures(series) == behind
    looks = {(s.graphicalProperties.line.prstDash, s.marker.symbol) for s in chart.series}
    assert len(looks) == 6
    assert len({line[1:] for line in LINES}) == len(LINES), "told apart without their greys, too"


def test_there_is_no_race_before_the_second_round_and_no_chart_without_matches(tmp_path: Path) -> None:
    workbook = played(tmp_path, "--players", 8, "--rounds", 3, "--played", 0)
    assert charts(workbook, "Matches") == []
    enter_results(workbook, 1)
    assert turnabout("run", workbook).exit_code == 0
    assert [len(charts(workbook, sheet)) for sheet in ("Progress", "Matches")] == [0, 1]


def test_there_is_no_race_in_a_bracket(tmp_path: Path) -> None:
    assert charts(played(tmp_path, "--players", 4, "--pairing", "single elimination"), "Progress") == []


def test_matches_are_counted_by_the_steps_of_the_division(large: Path) -> None:
    (chart,) = charts(large, "Matches")
    (series,) = chart.series
    words = [point.v for point in series.cat.strLit.pt]
    assert words[:3] == ["0", "1–3", "4–6"]
    assert words[-1] == "56–60"
    ends = [abs(row["Difference"]) for row in records(large, "Matches") if row["Difference"] != ""]
    starts = [start for start, _, _ in VP_STEPS]
    counted = [
        sum(start <= end < after for end in ends) for start, after in zip(starts, [*starts[1:], 61], strict=True)
    ]
    assert figures(series) == counted
    assert sum(counted) == len(ends) > 0


def test_charts_are_printed_whole_each_on_a_page_of_its_own(large: Path) -> None:
    book = load_workbook(large)
    for sheet in ("Progress", "Matches"):
        (chart,) = book[sheet]._charts  # type: ignore[attr-defined]
        rows, page = book[sheet].print_area.replace("$", "").split(",")
        assert rows.split("!")[1].startswith("A1:")
        left, top, right, bottom = range_boundaries(page.split("!")[1])
        assert (left, top) == (chart.anchor._from.col + 1, chart.anchor._from.row + 1)
        assert chart.anchor.ext.width <= (right - left + 1) * 64 * 9525, "columns of 64 pixels, as Excel has them"
        assert chart.anchor.ext.height <= (bottom - top + 1) * 20 * 9525


def test_a_chart_that_was_given_another_name_is_kept(workbook: Path) -> None:
    drawing = next(name for name in Package(workbook.read_bytes()).parts if b"race" in _charts_of(workbook, name))
    workbook.write_bytes(edited(workbook.read_bytes(), drawing, ('name="turnabout_Chart 1"', 'name="My race"')))
    enter_results(workbook, 4)
    assert turnabout("run", workbook).exit_code == 0
    assert len(charts(workbook, "Progress")) == 2
    assert turnabout("run", workbook).exit_code == 0
    assert len(charts(workbook, "Progress")) == 2


def _charts_of(workbook: Path, drawing: str) -> bytes:
    """What the charts of a drawing hold; nothing for other parts."""
    package = Package(workbook.read_bytes())
    if not drawing.startswith("xl/drawings/") or not drawing.endswith(".xml"):
        return b""
    return b"".join(package.read(link.target) for link in package.links(drawing).values())
