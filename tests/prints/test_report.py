"""The report of an event: what is on its sheets, and how they come out of a printer."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html

from tests.dose import dose
from tests.prints.duplicates import text
from tests.prints.events import ENGLISH, plain_names
from tests.prints.making import render
from tests.prints.played import played
from turnabout_sheets.prints.pages.report import PAGE, ReportPage, make_view
from turnabout_sheets.prints.report_parts.results import FEWEST_TOGETHER, flow_groups
from turnabout_sheets.prints.report_parts.sheets import ReportSheet

HEADS = ".//h1 | .//h2[@class='title']"
"""Of the sheets, and of the standings that stand on the cover."""


def sheets_called(tree: html.HtmlElement, heading: str) -> list[html.HtmlElement]:
    found = [
        sheet
        for sheet in tree.find_class("sheet")
        if any(text(head).startswith(heading) for head in sheet.xpath(HEADS))
    ]
    assert found, heading
    return found


def rows(tree: html.HtmlElement, heading: str) -> list[list[str]]:
    return [
        [text(cell) for cell in row] for sheet in sheets_called(tree, heading) for row in sheet.xpath(".//tbody/tr")
    ]


@given(st.lists(st.integers(0, 70), max_size=8), st.integers(8, 44))
def test_rounds_flow_over_the_sheets(sizes: list[int], lines: int) -> None:
    groups = [(f"R{number}", [(f"{number}.{row}",) for row in range(size)]) for number, size in enumerate(sizes)]
    sheets = flow_groups(groups, lines, ENGLISH)
    assert [row for sheet in sheets for group in sheet for row in group.rows] == [
        row for _, rows in groups for row in rows
    ]
    for sheet in sheets:
        assert sum(len(group.rows) + 1 for group in sheet) <= lines
        for group in sheet:
            number, row = map(int, group.rows[0][0].split("."))
            assert group.heading == (f"R{number}" if row == 0 else f"R{number}, continued")
        ending = sheet[-1] if sheet else None
        if ending and ending.rows[0][0].endswith(".0"):
            whole = sizes[int(ending.heading.removeprefix("R"))]
            assert len(ending.rows) >= min(FEWEST_TOGETHER, whole)


def sheets_of(view: ReportPage, heading: str) -> list[ReportSheet]:
    return [sheet for sheet in view.sheets if sheet.heading == heading]


@pytest.mark.soak
@pytest.mark.parametrize(
    ("n", "rounds", "standings", "results"),
    [(1, 1, 0, 1), (2, 1, 0, 1), (64, 6, 2, 5), dose((300, 9, 10, 34), (2000, 11, 63, 269))],
)
def test_the_number_of_sheets_is_that_of_the_lines(n: int, rounds: int, standings: int, results: int) -> None:
    view = make_view(played(plain_names(n), rounds), ENGLISH)
    assert len(sheets_of(view, "Final standings")) == standings
    assert len(sheets_of(view, "Results")) == results
    assert render(PAGE.documents[0].template, view, ENGLISH).count('<section class="sheet">') == len(view.sheets)
