"""Sessions of rounds."""

from __future__ import annotations

import pytest

from turnabout_sheets.pairing.methods import session_start


@pytest.mark.parametrize(
    ("lengths", "starts"),
    [
        (None, [1, 1, 1, 1, 1, 1]),
        (1, [1, 2, 3, 4, 5, 6]),
        (4, [1, 1, 1, 1, 5, 5, 5, 5, 9]),
        ((4,), [1, 1, 1, 1, 5, 5, 5, 5, 9]),
        ((4, 3, 4), [1, 1, 1, 1, 5, 5, 5, 8, 8, 8, 8, 12, 12, 12, 12, 16]),
        ((1, 2), [1, 2, 2, 4, 4, 6, 6]),
    ],
)
def test_first_round_of_the_session(lengths: int | tuple[int, ...] | None, starts: list[int]) -> None:
    assert [session_start(number, lengths) for number in range(1, len(starts) + 1)] == starts
