"""The director's report on the tables of a Duplicate Magic event."""

from __future__ import annotations

from fractions import Fraction

import pandas as pd
import pytest

from tests.prints.events import ENGLISH
from turnabout_sheets.prints.pages.balance import percent, summary


def frame(*tables: tuple[int, int, int, int]) -> pd.DataFrame:
    """Return what the report has: wins of A, of B, draws and games to come, table by table; figures are made up."""
    rows = []
    for number, (wins_a, wins_b, draws, to_come) in enumerate(tables, 1):
        games = wins_a + wins_b + draws
        most = 10 * games
        total = most - abs(wins_a - wins_b)
        share = Fraction(total, most) if games else None
        rows.append((number, games, wins_a, wins_b, draws, total, most, share, to_come))
    columns = ["table", "games", "wins_a", "wins_b", "draws", "total", "most", "balance", "to_come"]
    return pd.DataFrame(rows, columns=columns, dtype=object)


@pytest.mark.parametrize(
    ("tables", "sentences"),
    [
        (
            [(1, 1, 0, 0)],
            [
                "1 table, 2 of 2 games reported: stock A won 1, stock B won 1.",
                "All tables together paid 20 of 20 points, 100 % of the most.",
            ],
        ),
        (
            [(1, 1, 0, 0), (0, 0, 0, 2)],
            [
                "2 tables, 2 of 4 games reported: stock A won 1, stock B won 1.",
                "All tables together paid 20 of 20 points, 100 % of the most.",
            ],
        ),
        (
            [(2, 1, 1, 1), (2, 2, 0, 1), (1, 1, 0, 3), (4, 0, 0, 1)],
            [
                "4 tables, 14 of 20 games reported: stock A won 9, stock B won 4, 1 drawn.",
                "All tables together paid 135 of 140 points, 96 % of the most.",
                "Most balanced: tables 2 and 3 (100 %); least: table 4 (90 %).",
            ],
        ),
        (
            [(1, 1, 0, 0)] * 4 + [(2, 0, 0, 0)] * 3,
            [
                "7 tables, 14 of 14 games reported: stock A won 10, stock B won 4.",
                "All tables together paid 134 of 140 points, 96 % of the most.",
                "Most balanced: 4 tables (100 %); least: tables 5, 6 and 7 (90 %).",
            ],
        ),
        ([(0, 0, 0, 3)], ["1 table, 0 of 3 games reported: stock A won 0, stock B won 0."]),
    ],
)
def test_the_summary_says_what_is_true(tables: list[tuple[int, int, int, int]], sentences: list[str]) -> None:
    """Duplicate 2.8."""
    assert summary(frame(*tables), ENGLISH) == sentences


@pytest.mark.parametrize(
    ("share", "shown"),
    [
        (Fraction(1), "100 %"),
        (Fraction(999, 1000), "99 %"),
        (Fraction(2, 3), "67 %"),
        (Fraction(1, 8), "13 %"),
        (Fraction(0), "0 %"),
    ],
)
def test_only_what_is_whole_is_100_percent(share: Fraction, shown: str) -> None:
    assert percent(share) == shown
