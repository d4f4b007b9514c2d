"""Round 1 by draw, by rating and as listed."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations
from random import Random

import pytest

from tests.pairing.histories import groups
from turnabout_sheets.pairing.first_round import FIRST_ROUNDS, Draws, Ratings, halves, neighbours
from turnabout_sheets.pairing.lots import draw_key
from turnabout_sheets.pairing.swiss.closest import Pairing

DRAWS = [b"d", b"a", b"c", b"e", b"b"]


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        (0, Pairing((), None)),
        (1, Pairing((), 0)),
        (2, Pairing(((0, 1),), None)),
        (5, Pairing(((0, 1), (2, 3)), 4)),
        (6, Pairing(((0, 1), (2, 3), (4, 5)), None)),
    ],
)
def test_neighbours(players: int, expected: Pairing) -> None:
    assert neighbours(players) == expected


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        (0, Pairing((), None)),
        (1, Pairing((), 0)),
        (2, Pairing(((0, 1),), None)),
        (5, Pairing(((0, 2), (1, 3)), 4)),
        (6, Pairing(((0, 3), (1, 4), (2, 5)), None)),
    ],
)
def test_halves(players: int, expected: Pairing) -> None:
    assert halves(players) == expected


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


@pytest.mark.parametrize(
    ("setting", "ratings", "order"),
    [
        ("random", [9, 8, 7, 6, 5], [1, 4, 2, 0, 3]),
        ("listed", [5, 6, 7, 8, 9], [0, 1, 2, 3, 4]),
        ("rating", [5, 6, 7, 8, 9], [4, 3, 2, 1, 0]),
        ("rating", [None, 0, None, Fraction(1, 2), -3], [3, 1, 4, 2, 0]),
        ("rating", [None] * 5, [1, 4, 2, 0, 3]),
        ("rating", [7, 7, 7, 8, 7], [3, 1, 4, 2, 0]),
    ],
    ids=["random", "listed", "rating", "unrated last", "all unrated", "ties by draw"],
)
def test_order(setting: str, ratings: Ratings, order: list[int]) -> None:
    """Rules 1.5.4."""
    assert FIRST_ROUNDS[setting].order(ratings, DRAWS) == order


@pytest.mark.parametrize(
    ("setting", "pairs", "bye"),
    [
        ("random", {("B", "E"), ("C", "A")}, "D"),
        ("rating", {("D", "E"), ("B", "A")}, "C"),
        ("listed", {("A", "B"), ("C", "D")}, "E"),
    ],
)
def test_the_last_of_an_odd_field_has_the_bye(setting: str, pairs: set[tuple[str, str]], bye: str) -> None:
    """Rules 1.5.4."""
    first_round = FIRST_ROUNDS[setting]
    order = ["ABCDE"[i] for i in first_round.order([3, 8, None, 9, 5], DRAWS)]
    pairing = first_round.pair(5, ())
    assert {(order[i], order[j]) for i, j in pairing.pairs} == pairs
    assert pairing.bye is not None
    assert order[pairing.bye] == bye


@pytest.mark.parametrize("setting", ["random", "rating"])
def test_rows_do_not_matter(setting: str) -> None:
    names = ["Ann", "Bea", "Cid", "Dan", "Eve", "Fay"]
    ratings = {"Ann": 5, "Bea": None, "Cid": 5, "Dan": 7, "Eve": None, "Fay": 5}

    def by_name(listed: list[str]) -> list[str]:
        draws: Draws = [draw_key("seed", name) for name in listed]
        return [listed[i] for i in FIRST_ROUNDS[setting].order([ratings[name] for name in listed], draws)]

    assert by_name(names) == by_name(names[::-1])
