"""Round robins, verified by counting."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from tests.dose import take_turns
from turnabout_sheets.pairing.round_robin import make_schedule

LARGE = [*range(22, 66), 70, 76, 77, 82, 88, 89, 99, 100, 112, 130, 148, 160, 172, 190, 196, 198, 199, 200]
PLAYERS = [*take_turns([4, 2, 3, *range(5, 22)], quick=2), *take_turns(LARGE, day=5, quick=6)]


@pytest.mark.parametrize("players", PLAYERS)
def test_everybody_plays_or_sits_out_in_each_round_and_meets_everybody_once(players: int) -> None:
    rounds = make_schedule(players)

    assert len(rounds) == players - 1 + players % 2
    for each in rounds:
        seated = [player for pair in each.pairs for player in pair]
        assert sorted(seated + ([] if each.bye is None else [each.bye])) == list(range(players))
    meetings = Counter(tuple(sorted(pair)) for each in rounds for pair in each.pairs)
    assert meetings == Counter(combinations(range(players), 2))
    byes = [each.bye for each in rounds]
    assert sorted(byes, key=str) == sorted(range(players) if players % 2 else [None] * (players - 1), key=str)


@pytest.mark.parametrize("players", PLAYERS)
def test_tables_are_shared_out_evenly(players: int) -> None:
    """Rules 1.10.1."""
    visits = Counter(
        (player, table)
        for each in make_schedule(players)
        for table, pair in enumerate(each.pairs, start=1)
        for player in pair
    )
    if players % 2:
        assert visits == {(player, table): 2 for player in range(players) for table in range(1, players // 2 + 1)}
    else:
        assert max(visits.values()) <= (4 if players % 6 == 4 else 2)


@pytest.mark.parametrize("players", PLAYERS)
def test_sides_are_shared_out_evenly(players: int) -> None:
    """Rules 1.10.1."""
    balance = dict.fromkeys(range(players), 0)
    for each in make_schedule(players):
        for a, b in each.pairs:
            balance[a] += 1
            balance[b] -= 1
    assert set(balance.values()) <= ({0} if players % 2 else {-1, 1})


@pytest.mark.parametrize("players", PLAYERS)
def test_the_best_meets_the_last_first_and_the_second_best_last(players: int) -> None:
    rounds = make_schedule(players)
    assert [sorted(pair) for pair in rounds[0].pairs] == [[i, players - 1 - i] for i in range(players // 2)]
    assert {0, 1} in map(set, rounds[-1].pairs)
