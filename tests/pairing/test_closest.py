"""Exact Swiss pairing against two oracles: every possible pairing, and a matching library."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from random import Random

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.pairing.histories import HISTORIES, Meetings, best_round, field
from turnabout_sheets.pairing.closest import NoLegalPairing, Pairing, closest_pairing

NOBODY_MET: dict[int, int] = {}


def rounds_played(players: int, rounds: int) -> tuple[list[int], list[dict[int, int]]]:
    """Everyone is tied, and every round was paired by the program itself."""
    scores = [0] * players
    met: list[dict[int, int]] = [{} for _ in range(players)]
    for _ in range(rounds):
        for i, j in closest_pairing(scores, met).pairs:
            met[i][j] = met[j][i] = 1
    return scores, met


def library_optimum(scores: list[int], met: Meetings) -> tuple[int, int] | None:
    """The smallest score cost and then rank cost without a rematch, by a matching library; None if there is none."""
    players = len(scores)
    graph = nx.Graph()
    graph.add_nodes_from(range(players))
    for i, j in combinations(range(players), 2):
        if j not in met[i]:
            graph.add_edge(i, j, weight=-((scores[i] - scores[j]) ** 2 * players**3 + (i - j) ** 2))
    matching = nx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(matching) < players:
        return None
    return costs(scores, matching)


def costs(scores: list[int], pairs: object) -> tuple[int, int]:
    return (
        sum((scores[i] - scores[j]) ** 2 for i, j in pairs),  # type: ignore[attr-defined]
        sum((i - j) ** 2 for i, j in pairs),  # type: ignore[attr-defined]
    )


def assert_complete(pairing: Pairing, players: int) -> None:
    seated = [player for pair in pairing.pairs for player in pair]
    assert sorted(seated + ([] if pairing.bye is None else [pairing.bye])) == list(range(players))
    assert list(pairing.pairs) == sorted((min(pair), max(pair)) for pair in pairing.pairs)


@pytest.mark.parametrize("history", HISTORIES)
def test_every_level_of_the_objective_is_that_of_looking_at_all_pairings(history: str) -> None:
    random = Random(history)
    seen: Counter[str] = Counter()
    for _ in range(600):
        players = random.choice([2, 3, 4, 5, 6, 7, 7, 8, 8, 8, 9, 10])
        scores, met, byes = field(random, history, players, times=random.choice([(1,), (1, 1, 2), (1, 2, 3)]))
        bye, pairs = best_round(scores, met, byes)
        rematches = sum(j in met[i] for i, j in pairs)

        pairing = closest_pairing(scores, met, byes=byes, allow_rematches=True)

        assert pairing == Pairing(pairs, bye, rematches, costs(scores, pairs)[0], proven=True), (scores, met, byes)
        if rematches:
            with pytest.raises(NoLegalPairing) as caught:
                closest_pairing(scores, met, byes=byes)
            assert caught.value.fewest_rematches == rematches
        else:
            assert closest_pairing(scores, met, byes=byes) == pairing
        seen["rematches" if rematches else "fresh"] += 1
    assert seen["fresh"] > 10


@pytest.mark.parametrize("history", HISTORIES)
def test_larger_fields_agree_with_a_matching_library(history: str) -> None:
    random = Random(history)
    for _ in range(25):
        scores, met, _ = field(random, history, 2 * random.randint(6, 12))
        optimum = library_optimum(scores, met)
        if optimum is None:
            with pytest.raises(NoLegalPairing):
                closest_pairing(scores, met)
        else:
            pairing = closest_pairing(scores, met)
            assert pairing.proven
            assert costs(scores, pairing.pairs) == optimum


@pytest.mark.parametrize(("players", "rounds"), [(12, 9), (24, 8), (40, 7), (60, 6)])
def test_fields_where_everyone_is_tied_agree_with_a_matching_library(players: int, rounds: int) -> None:
    scores, met = rounds_played(players, rounds)
    pairing = closest_pairing(scores, met)
    assert pairing.proven
    assert costs(scores, pairing.pairs) == library_optimum(scores, met)
