"""Brackets, the pairing of those beaten once, and whole double eliminations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from random import Random

import networkx as nx
import pytest

from tests.dose import dose, take_turns
from tests.pairing.histories import every_round
from turnabout_sheets.pairing.elimination import (
    first_bracket,
    lower_bracket,
    rounds_of_double,
)
from turnabout_sheets.pairing.swiss import Pairing

Meetings = Sequence[Mapping[int, int]]


# The bracket


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
        slots = tuple((min(a, b), max(a, b)) for (a, _), (b, _) in zip(slots[::2], slots[1::2], strict=True))


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
                winners = [next(p for p in slot if p is not None and not self.losses[p]) for slot in slots]
                slots = list(zip(winners[::2], winners[1::2], strict=True))

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
@pytest.mark.parametrize("players", [*take_turns(range(2, 18), quick=1), *take_turns(range(18, 71), day=6, quick=1)])
def test_a_double_elimination_ends_with_one_survivor_in_the_round_foretold(players: int) -> None:
    random = Random(players)
    for upsets in (0, 1, 0.1, 0.3, *[0.5] * (dose(2, 600) if players < 24 else dose(1, 160))):
        event = DoubleElimination(players, random, upsets)
        *others, survivor = sorted(event.losses.values(), reverse=True)
        assert survivor < 2
        assert others == [2] * (players - 1)
        assert event.final == rounds_of_double(players)
        assert event.rounds == event.final + survivor
