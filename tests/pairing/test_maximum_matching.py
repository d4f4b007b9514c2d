"""Maximum matching against a matching library."""

from __future__ import annotations

from itertools import combinations
from random import Random

import networkx as nx
import pytest

from turnabout_sheets.pairing.swiss.maximum_matching import ALONE, can_be_left_out, maximum_matching


def random_graph(random: Random) -> nx.Graph[int]:
    """Sparse and dense graphs, and odd groups around a few hubs, of which some must stay alone."""
    players = random.randint(0, 16)
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(players))
    density = random.random() ** 2
    group = [random.randrange(5) for _ in range(players)]
    grouped = random.random() < 0.5
    for i, j in combinations(range(players), 2):
        likely = (0.8 if group[i] == group[j] or group[i] == 0 else 0) if grouped else density
        if random.random() < likely:
            graph.add_edge(i, j)
    return graph


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_as_many_as_possible_are_paired_and_who_may_be_left_out_is_known(seed: int) -> None:
    random = Random(seed)
    for _ in range(60):
        graph = random_graph(random)
        neighbours = [random.sample(sorted(graph[i]), len(graph[i])) for i in sorted(graph)]

        partner = maximum_matching(neighbours)

        for i, j in enumerate(partner):
            assert j == ALONE or (partner[j] == i and j in graph[i])
        most = len(nx.max_weight_matching(graph, maxcardinality=True))
        assert len(partner) - partner.count(ALONE) == 2 * most
        may_stay_alone = {
            i for i in graph if len(nx.max_weight_matching(nx.restricted_view(graph, [i], []), True)) == most
        }
        assert can_be_left_out(neighbours, partner) == may_stay_alone
