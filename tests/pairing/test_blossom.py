"""Cheapest matching against a matching library."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations
from random import Random

import networkx as nx
import pytest

from turnabout_sheets.pairing.swiss.blossom import cheapest_matching

Costs = list[dict[int, int]]
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


SHAPES: Mapping[str, Callable[[Random, int], Edges]] = {
    "anything": anything,
    "groups": groups,
    "nested cycles": nested_cycles,
}


@pytest.mark.parametrize("most_players", [8, 16, 60])
@pytest.mark.parametrize("shape", SHAPES)
def test_agrees_with_a_matching_library(shape: str, most_players: int) -> None:
    random = Random(f"{shape} {most_players}")
    perfect = 0
    for _ in range(6000 // most_players**2 + 20):
        players = 2 * random.randint(1, most_players // 2)
        edges = SHAPES[shape](random, players)
        costs: Costs = [{} for _ in range(players)]
        for (i, j), cost in edges.items():
            costs[i][j] = costs[j][i] = cost
        graph = nx.Graph()
        graph.add_weighted_edges_from((i, j, -cost) for (i, j), cost in edges.items())
        matching = nx.max_weight_matching(graph, maxcardinality=True)
        if 2 * len(matching) < players:
            with pytest.raises(ValueError, match="no perfect matching"):
                cheapest_matching(costs)
            continue

        found = cheapest_matching(costs)

        perfect += 1
        assert [found.partner[j] for j in found.partner] == list(range(players))
        assert sum(costs[i][j] for i, j in enumerate(found.partner)) == 2 * sum(costs[i][j] for i, j in matching)
        for i, j in [*matching, *enumerate(found.partner)]:  # two cheapest matchings, both within the level pairs
            assert j in found.level[i]
            assert i in found.level[j]
    assert perfect > 5


def test_nobody_is_a_perfect_matching() -> None:
    assert cheapest_matching([]).partner == []
