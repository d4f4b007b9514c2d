"""Round 1 by draw, by rating and as listed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from random import Random

import pytest

from tests.pairing.histories import groups
from turnabout_sheets.pairing.first_round import halves, neighbours
from turnabout_sheets.pairing.swiss import Pairing


def test_neighbours_who_are_kept_apart_move_no_farther_than_needed() -> None:
    apart = [{1}, {0}, set(), set(), set()]
    assert neighbours(5, apart) == Pairing(((0, 2), (1, 3)), 4)
    assert neighbours(2, [{1}, {0}]) == Pairing(((0, 1),), None, together=1)


@pytest.mark.parametrize("players", range(2, 13))
def test_halves_agree_with_looking_at_all_ways_to_pair_them(players: int) -> None:
    random = Random(players)
    half = players // 2
    for _ in range(40):
        apart = groups(random, players)
        pairing = halves(players, apart)
        assert [i for i, _ in pairing.pairs] == list(range(half))

        assert moved([j - half for _, j in pairing.pairs], apart) == min(
            moved(partners, apart) for partners in permutations(range(half))
        )
        assert pairing.together == sum(j in apart[i] for i, j in pairing.pairs)


def moved(partners: Sequence[int], apart: Sequence[set[int]]) -> tuple[int, int]:
    """Of the partner of each in the bottom half: pairs of those to be kept apart, and by how much they are moved."""
    together = sum(len(partners) + j in apart[i] for i, j in enumerate(partners))
    return together, sum((i - j) ** 2 for i, j in enumerate(partners))
