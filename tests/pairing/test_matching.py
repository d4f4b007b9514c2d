"""The cheapest pairs beside those of another matching library, which reckons with numbers of any size."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations
from random import Random

import networkx as nx
import pytest

from turnabout_sheets.pairing.matching import MOST_BITS, pair_cheapest

Edges = dict[tuple[int, int], int]


def anything(random: Random, players: int) -> Edges:
    density, most = random.random(), random.choice([0, 1, 5, 100, 10**30])
    return {pair: random.randint(0, most) for pair in combinations(range(players), 2) if random.random() < density}


def groups(random: Random, players: int) -> Edges:
    """Groups of about three who would all like to stay among themselves, which not all of them can."""
    group = [random.randrange(max(1, players // 3)) for _ in range(players)]
    return {
        (i, j): random.choice([0, 1]) if group[i] == group[j] else random.randint(0, 100)
        for i, j in combinations(range(players), 2)
        if random.random() < 0.8
    }


def nested_cycles(random: Random, players: int) -> Edges:
    """Odd cycles within odd cycles: each pair is dearer by half than the inner ones."""
    order = random.sample(range(players), players)
    edges = {}
    for end in range(2, players):
        for k in random.sample(range(end), min(end, 2)):
            i, j = order[k], order[end]
            edges[min(i, j), max(i, j)] = int(1.5**end) + random.randint(0, 2)
    return edges


def odd_groups(random: Random, players: int) -> Edges:
    """Odd groups around a few hubs, of which some must stay alone; everything costs the same."""
    group = [random.randrange(5) for _ in range(players)]
    return {
        (i, j): 0
        for i, j in combinations(range(players), 2)
        if random.random() < (0.8 if group[i] == group[j] or group[i] == 0 else 0)
    }


SHAPES: Mapping[str, Callable[[Random, int], Edges]] = {
    "anything": anything,
    "groups": groups,
    "nested cycles": nested_cycles,
    "odd groups": odd_groups,
}


@pytest.mark.parametrize("most_players", [8, 16, 60])
@pytest.mark.parametrize("shape", SHAPES)
def test_agrees_with_another_library(shape: str, most_players: int) -> None:
    random = Random(f"{shape} {most_players}")
    for _ in range(3000 // most_players**2 + 12):
        players = random.randint(1, most_players)
        edges = SHAPES[shape](random, players)
        graph = nx.Graph()
        graph.add_weighted_edges_from((i, j, -cost) for (i, j), cost in edges.items())
        expected = nx.max_weight_matching(graph, maxcardinality=True)

        pairs = pair_cheapest(players, ((j, i, cost) for (i, j), cost in edges.items()))

        assert len(pairs) == len(expected)
        assert len({each for pair in pairs for each in pair}) == 2 * len(pairs)
        assert list(pairs) == sorted((min(pair), max(pair)) for pair in pairs)
        assert sum(edges[pair] for pair in pairs) == sum(edges[min(pair), max(pair)] for pair in expected)


def test_the_largest_costs_are_still_exact() -> None:
    """Of 50 in a circle the dearest pair is avoided, and of the two ways round it is the one cheaper by 1."""
    most = (1 << MOST_BITS) // 50 - 1
    circle = [(i, (i + 1) % 50, most - i % 2) for i in range(50)]
    assert pair_cheapest(50, circle) == tuple(sorted((min(pair), max(pair)) for *pair, cost in circle if cost < most))
    with pytest.raises(OverflowError, match="too large"):
        pair_cheapest(50, [(0, 1, 1 << MOST_BITS)])


def test_nobody_is_paired_with_nobody() -> None:
    assert pair_cheapest(0, []) == ()
    assert pair_cheapest(3, []) == ()
