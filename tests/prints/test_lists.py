"""The posted lists: what is in them, in which order, and how they are cut into sheets."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnabout_sheets.core.text import format_number
from turnabout_sheets.prints.layout import Layout, lay_out
from turnabout_sheets.prints.pages import tables
from turnabout_sheets.prints.pages.pairings import BY_PLAYER
from turnabout_sheets.prints.pages.standings import LAYOUTS
from turnabout_sheets.prints.shared import PAPERS, Paper


@given(n=st.integers(0, 400), columns=st.integers(1, 3), row_height=st.sampled_from([7.6, 11.0, 13.5]))
def test_cutting_into_sheets_keeps_every_line_in_order(n: int, columns: int, row_height: float) -> None:
    sheets = Layout(columns, row_height).sheets(range(n), PAPERS["A4"])
    assert [line for sheet in sheets for column in sheet for line in column] == list(range(n))
    longest = max(len(column) for sheet in sheets for column in sheet)
    assert longest * row_height <= 247
    assert all(1 <= len(sheet) <= columns for sheet in sheets)
    assert len(sheets) == 1 or all(len(sheet) == columns and {*map(len, sheet)} == {longest} for sheet in sheets[:-1])


@pytest.mark.parametrize(
    ("n", "columns", "sheets"), [(1, 1, 1), (17, 1, 1), (22, 1, 1), (23, 2, 1), (36, 2, 1), (44, 1, 2), (64, 2, 2)]
)
def test_players_stand_in_the_largest_print_that_needs_no_more_sheets(n: int, columns: int, sheets: int) -> None:
    layout, made = lay_out(range(n), BY_PLAYER, PAPERS["A4"])
    assert (layout.columns, len(made)) == (columns, sheets)


LISTS = {"pairings by player": BY_PLAYER, "pairings by table": tables.BY_TABLE, "standings": LAYOUTS}


@pytest.mark.parametrize("layouts", LISTS.values(), ids=LISTS)
@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
def test_the_type_grows_until_the_sheets_that_are_needed_are_full(layouts: tuple[Layout, ...], paper: Paper) -> None:
    for n in range(1, 150):
        fewest = min(len(each.sheets(range(n), paper)) for each in layouts)
        layout, sheets = lay_out(range(n), layouts, paper)
        longest = max(len(column) for sheet in sheets for column in sheet)
        assert len(sheets) == fewest
        assert [line for sheet in sheets for column in sheet for line in column] == list(range(n))
        assert longest * layout.row_height <= paper.height - 50
        grown = longest * (layout.row_height + 0.1) > paper.height - 50
        assert grown or layout.row_height >= layout.most, f"{n} lines leave room"


@pytest.mark.parametrize(
    ("number", "plain", "signed"),
    [
        (0, "0", "0"),
        (7, "7", "+7"),
        (-4, "−4", "−4"),
        (Fraction(9, 2), "4½", "+4½"),
        (Fraction(1, 2), "½", "+½"),
        (Fraction(-1, 2), "−½", "−½"),
        (Fraction(5, 3), "1\N{NO-BREAK SPACE}2/3", "+1\N{NO-BREAK SPACE}2/3"),
        (Fraction(2, 3), "2/3", "+2/3"),
    ],
)
def test_figures_are_exact(number: int | Fraction, plain: str, signed: str) -> None:
    assert (format_number(number), format_number(number, signed=True)) == (plain, signed)
