"""Brackets, the pairing of those beaten once, and whole double eliminations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from random import Random

import networkx as nx
import pytest

from tests.dose import dose
from tests.pairing.histories import every_round
from turnabout_sheets.pairing.elimination import (
    first_bracket,
    lower_bracket,
    next_bracket,
    rounds_of_double,
    rounds_of_single,
)
from turnabout_sheets.pairing.swiss.closest import Pairing

Meetings = Sequence[Mapping[int, int]]


# The bracket


@pytest.mark.parametrize(
    ("players", "slots"),
    [
        (2, ((0, 1),)),
        (3, ((0, None), (1, 2))),
        (4, ((0, 3), (1, 2))),
        (5, ((0, None), (3, 4), (2, None), (1, None))),
        (8, ((0, 7), (3, 4), (2, 5), (1, 6))),
        (16, ((0, 15), (7, 8), (4, 11), (3, 12), (2, 13), (5, 10), (6, 9), (1, 14))),
    ],
)
def test_first_bracket(players: int, slots: tuple[tuple[int, int | None], ...]) -> None:
    """Rules 1.11.1."""
    assert first_bracket(players) == slots


@pytest.mark.parametrize("players", [*range(2, 131), 255, 256, 257])
def test_as_long_as_the_better_seed_wins_the_best_that_can_be_left_are_left(players: int) -> None:
    slots = first_bracket(players)

    assert sorted(seed for slot in slots for seed in slot if seed is not None) == list(range(players))
    assert [a for a, b in sorted(slots) if b is None] == list(range(2 * len(slots) - players))
    while True:
        assert sorted(a for a, _ in slots) == list(range(len(slots)))
        assert all(b is None or a + b == 2 * len(slots) - 1 for a, b in slots)
        if len(slots) == 1:
            break
        slots = tuple(
            (min(a, b), max(a, b)) for a, b in next_bracket([a for a, _ in slots]) if a is not None and b is not None
        )


@pytest.mark.parametrize("players", [-1, 0, 1])
def test_no_bracket_without_two_players(players: int) -> None:
    with pytest.raises(ValueError, match="at least two players"):
        first_bracket(players)


def test_the_winners_of_neighbouring_slots_meet() -> None:
    assert next_bracket([0, 7, 4, 3]) == ((0, 7), (4, 3))


def test_who_meets_nobody_goes_on() -> None:
    slots = next_bracket([None, 5, 2, None, None, None, 1, 6])
    assert slots == ((5, None), (2, None), (None, None), (1, 6))
    assert next_bracket([5, 2, None, 6]) == ((5, 2), (6, None))
    assert next_bracket([None, None]) == ((None, None),)


@pytest.mark.parametrize("winners", [[], [3], [0, 1, 2]])
def test_an_odd_number_of_slots_has_no_next_round(winners: list[int]) -> None:
    with pytest.raises(ValueError, match=f"two by two, but there are {len(winners)}"):
        next_bracket(winners)


# Those beaten once


def best_pairing(met: Meetings, byes: Sequence[int]) -> Pairing:
    """What the docstring of `lower_bracket` calls the best, found by looking at every pairing."""

    def rank(candidate: tuple[int | None, tuple[tuple[int, int], ...]]) -> tuple[object, ...]:
        bye, pairs = candidate
        place = {player: k for k, player in enumerate(sorted(player for pair in pairs for player in pair))}
        return (
            sum(j in met[i] for i, j in pairs),
            sum(met[i].get(j, 0) for i, j in pairs),
            0 if bye is None else byes[bye],
            0 if bye is None else bye,
            sum((place[i] + place[j] - (len(place) - 1)) ** 2 for i, j in pairs),
            pairs,
        )

    bye, pairs = min(every_round(len(met)), key=rank)
    return Pairing(pairs, bye, rematches=sum(j in met[i] for i, j in pairs))


@pytest.mark.parametrize(("players", "times"), [*((players, 40) for players in range(8)), (8, 30), (9, 12)])
def test_lower_bracket_against_every_pairing(players: int, times: int) -> None:
    """Rules 1.11.5."""
    random = Random(players)
    for _ in range(times):
        met: list[dict[int, int]] = [{} for _ in range(players)]
        density, rounds = random.choice([0, 0.3, 0.7, 0.9, 1]), random.choice([1, 3, 20])
        for i, j in combinations(range(players), 2):
            if random.random() < density:
                met[i][j] = met[j][i] = random.randint(1, rounds)
        byes = [random.choice([0, 0, 1, 2]) for _ in range(players)]
        seeds = sorted(random.sample(range(40), players))

        assert lower_bracket(seeds, met, byes) == best_pairing(met, byes)


def test_the_best_meets_the_last_if_nobody_has_met() -> None:
    pairing = lower_bracket(range(51), [{}] * 51, [1, 1, *[0] * 49])
    left = [*range(2), *range(3, 51)]
    assert pairing == Pairing(tuple((left[i], left[-1 - i]) for i in range(25)), bye=2)


@pytest.mark.parametrize(
    ("seeds", "met", "byes", "message"),
    [
        ([1, 0], [{}, {}], [0, 0], "seeds must rise"),
        ([3, 3], [{}, {}], [0, 0], "seeds must rise"),
        ([0, 1], [{}], [0, 0], "the same players"),
        ([0, 1], [{}, {}], [0], "the same players"),
        ([0, 1], [{1: 1}, {}], [0, 0], "the meetings of 0 and 1 do not agree"),
        ([0, 1], [{1: 1}, {0: 2}], [0, 0], "the meetings of 0 and 1 do not agree"),
        ([0, 1], [{1: 0}, {0: 0}], [0, 0], "the meetings of 0 and 1 do not agree"),
        ([0, 1], [{0: 1}, {}], [0, 0], "the meetings of 0 and 0 do not agree"),
        ([0, 1], [{2: 1}, {}], [0, 0], "the meetings of 0 and 2 do not agree"),
    ],
)
def test_arguments_that_cannot_be(seeds: list[int], met: list[dict[int, int]], byes: list[int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        lower_bracket(seeds, met, byes)


# Whole events


@cache
def most_fresh_pairs(players: int, met: frozenset[tuple[int, int]]) -> int:
    """How many pairs there can be at most of players who have not met, by a matching library."""
    graph: nx.Graph[int] = nx.Graph()
    graph.add_edges_from(pair for pair in combinations(range(players), 2) if pair not in met)
    return len(nx.max_weight_matching(graph, maxcardinality=True))


class DoubleElimination:
    """An event that is played out with the functions under test; the better seed wins unless there is an upset."""

    def __init__(self, players: int, random: Random, upsets: float) -> None:
        self.losses = dict.fromkeys(range(players), 0)
        self.byes = dict.fromkeys(range(players), 0)
        self.met: dict[int, dict[int, int]] = {player: {} for player in range(players)}
        self.rounds = 0
        self.final = 0  # the round in which a single unbeaten player met the last who was beaten once
        slots: Sequence[tuple[int | None, int | None]] = first_bracket(players)
        while len(self.with_losses(0)) + len(self.with_losses(1)) > 1:
            self.rounds += 1
            unbeaten, beaten = self.with_losses(0), self.with_losses(1)
            if len(unbeaten) == len(beaten) == 1:
                assert not self.final
                self.final = self.rounds
                matches = [(unbeaten[0], beaten[0])]
            else:
                matches = self.lower_matches(beaten)
                if len(unbeaten) > 1:
                    assert sorted(player for slot in slots for player in slot if player is not None) == unbeaten
                    matches += [(a, b) for a, b in slots if a is not None and b is not None]
            for a, b in matches:
                self.met[a][b] = self.met[b][a] = self.rounds
                self.losses[min(a, b) if random.random() < upsets else max(a, b)] += 1
            if len(slots) > 1:
                slots = next_bracket([next(p for p in slot if p is not None and not self.losses[p]) for slot in slots])

    def with_losses(self, number: int) -> list[int]:
        return [player for player, losses in self.losses.items() if losses == number]

    def lower_matches(self, beaten: list[int]) -> list[tuple[int, int]]:
        position = {player: k for k, player in enumerate(beaten)}
        met = [{position[j]: last for j, last in self.met[i].items() if j in position} for i in beaten]
        pairing = lower_bracket(beaten, met, [self.byes[player] for player in beaten])
        assert len(pairing.pairs) == len(beaten) // 2
        pairs_met = frozenset((i, j) for i, opponents in enumerate(met) for j in opponents if i < j)
        fresh = sum(pair not in pairs_met for pair in pairing.pairs)
        assert fresh == len(pairing.pairs) - pairing.rematches == most_fresh_pairs(len(beaten), pairs_met)
        if pairing.bye is not None:
            self.byes[beaten[pairing.bye]] += 1
        return [(beaten[i], beaten[j]) for i, j in pairing.pairs]


@pytest.mark.soak
@pytest.mark.parametrize("players", range(2, 71))
def test_a_double_elimination_ends_with_one_survivor_in_the_round_foretold(players: int) -> None:
    random = Random(players)
    for upsets in (0, 1, 0.1, 0.3, *[0.5] * (dose(2, 600) if players < 24 else dose(1, 160))):
        event = DoubleElimination(players, random, upsets)
        *others, survivor = sorted(event.losses.values(), reverse=True)
        assert survivor < 2
        assert others == [2] * (players - 1)
        assert event.final == rounds_of_double(players)
        assert event.rounds == event.final + survivor


@pytest.mark.parametrize(
    ("players", "single", "double"),
    [(0, 0, 0), (1, 0, 0), (2, 1, 2), (3, 2, 4), (4, 2, 4), (5, 3, 6), (8, 3, 6), (9, 4, 7), (16, 4, 7), (17, 5, 9)],
)
def test_number_of_rounds(players: int, single: int, double: int) -> None:
    assert rounds_of_single(players) == single
    assert rounds_of_double(players) == double
