"""Sheets that were read become text, and from that text just the same sheets again."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

import pytest

from turnabout_sheets.sheets.grid import Grid
from turnabout_sheets.sheets.grid_json import read_grid, write_grid

ALL = Grid(
    "Players",
    [
        ["", "Björn _x0041_", 'a "b"\n', True, False],
        [1, 2.5, -0.0, 1e300, 20.0],
        [datetime(2026, 5, 31, 18, 42), date(2026, 5, 31), time(18, 42, 1), timedelta(days=-1, microseconds=5)],
        [],
    ],
    {"A2": "#N/A"},
    1462,
)


def test_a_sheet_comes_back_with_types_blanks_and_errors() -> None:
    again = read_grid("Players", write_grid(ALL))
    assert again == ALL
    assert [[type(cell) for cell in row] for row in again.rows] == [[type(cell) for cell in row] for row in ALL.rows]


def test_the_text_is_plain_ascii() -> None:
    assert write_grid(ALL).isascii()


@pytest.mark.parametrize("text", ["", "{", "3", "[3]", "[0,{}]", '["x",{},[]]', "[0,{},[3]]"])
def test_what_is_no_such_text_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        read_grid("Players", text)
