"""The charts on the sheet Desk: the race, and how far apart matches ended; the organizer's own stay."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from openpyxl.chart import BarChart

from tests.support.books import records
from tests.support.commands import turnabout
from tests.support.simulated import simulated
from tests.workbook.conftest import Convert
from tests.workbook.workbooks import loaded, saved
from turnabout_sheets.workbook.ooxml.package import Package

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("no_pages")]


def ran(folder: Path, *options: object) -> Path:
    workbook = folder / "event.xlsx"
    simulated(workbook, *options)
    assert turnabout("run", workbook).exit_code == 0
    return workbook


def charts(workbook: Path) -> list[Any]:
    book: Any = loaded(workbook.read_bytes())
    return list(book["Desk"]._charts)


def figures(chart: Any) -> dict[str, list[float]]:
    return {series.tx.v: [float(point.v) for point in series.val.numLit.pt] for series in chart.series}


def test_the_charts_show_what_the_sheets_say(tmp_path: Path) -> None:
    workbook = ran(tmp_path, "--players", 9, "--rounds", 5, "--played", 3)
    race, apart = map(figures, charts(workbook))
    rows = records(workbook, "Progress")
    assert race == {
        row["Player"]: [row[f"Total {n}"] - max(each[f"Total {n}"] for each in rows) for n in (1, 2, 3)]
        for row in rows[:5]
    }
    assert sum(apart["Matches"]) == sum(row["Difference"] != "" for row in records(workbook, "Matches"))


def test_the_balance_counts_the_wins_at_each_table(tmp_path: Path) -> None:
    workbook = ran(tmp_path, "--format", "Duplicate Magic", "--players", 8, "--rounds", 3, "--played", 3)
    _, balance = map(figures, charts(workbook))
    rows = records(workbook, "Table results")
    assert balance == {f"Stock {each}": [row[f"Wins {each}"] for row in rows] for each in "AB"}


@pytest.mark.parametrize("options", [("--rounds", 2), ("--pairing", "single elimination")])
def test_two_rounds_make_no_chart_and_a_bracket_no_race(tmp_path: Path, options: tuple[object, ...]) -> None:
    workbook = ran(tmp_path, "--players", 8, *options)
    assert not any("race" in str(each.title) for each in charts(workbook))


def ours(workbook: Path) -> int:
    package = Package(workbook.read_bytes())
    drawing = package.tree(package.linked(package.sheets["Desk"], "drawing"))
    return sum(each.get("name", "").startswith("turnabout_chart") for each in drawing.iter("{*}cNvPr"))


def test_the_organizers_charts_stay_beside_ours(tmp_path: Path) -> None:
    workbook = ran(tmp_path, "--players", 8, "--rounds", 3)
    book: Any = loaded(workbook.read_bytes())
    book["Desk"].add_chart(BarChart(), "A60")
    workbook.write_bytes(saved(book))  # openpyxl forgets the names of charts: all three are the organizer's
    for _ in range(2):
        assert turnabout("run", workbook).exit_code == 0
        assert (len(charts(workbook)), ours(workbook)) == (5, 2)


def test_our_charts_are_known_again_after_libreoffice(tmp_path: Path, convert: Convert) -> None:
    workbook = ran(tmp_path, "--players", 8, "--rounds", 3)
    workbook.write_bytes(convert(workbook.read_bytes(), "xlsx"))
    assert ours(workbook) == 2
    assert turnabout("run", workbook).exit_code == 0
    assert ours(workbook) == 2
