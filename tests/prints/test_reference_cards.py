"""The cards of the Judge Armageddon Clock and of the chess clock."""

from __future__ import annotations

import pytest

from turnabout_sheets.prints.pages.judge_clock import invoke_doom


@pytest.mark.parametrize(
    ("number", "upkeep", "expected"),
    [
        (1, 1, (1, 1, 1, 2)),
        (1, 2, (2, 2, 1, 4)),
        (1, 3, (3, 3, 2, 6)),
        (2, 1, (2, 2, 1, 4)),
        (3, 1, (3, 3, 2, 6)),
        (3, 2, (6, 6, 3, 12)),
        (3, 3, (9, 9, 5, 18)),
        (3, 7, (21, 21, 11, 42)),
        (5, 4, (20, 20, 10, 40)),
        (7, 3, (21, 21, 11, 42)),
        (10, 6, (60, 60, 30, 120)),
        (25, 1, (25, 25, 13, 50)),
    ],
)
def test_the_clock_by_hand(number: int, upkeep: int, expected: tuple[int, int, int, int]) -> None:
    found = invoke_doom(number, upkeep)
    assert (found.counters, found.life, found.poison, found.cards) == expected
