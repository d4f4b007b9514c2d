"""Exact Swiss pairing against two oracles: every possible pairing, and a matching library."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations
from random import Random

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.dose import dose
from tests.pairing.histories import HISTORIES, Meetings, Pairs, best_round, field, groups, majority
from turnabout_sheets.pairing import swiss
from turnabout_sheets.pairing.lots import LOTS, make_lots
from turnabout_sheets.pairing.swiss import (
    Pairing,
    closest_pairing,
    closest_with,
    weigh_pairs,
)

# The limit as it is, and such that every field is paired by a matching.
WAYS: dict[str, dict[str, int]] = {"walk": {}, "matching": {"WIDTH": 0}}


def go(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for limit, value in WAYS[way].items():
        monkeypatch.setattr(swiss, limit, value)


def any_field(random: Random, history: str, players: int) -> tuple[list[int], Meetings, list[int], list[set[int]]]:
    """Return a field of which some met several rounds ago, and who of it is to be kept apart."""
    scores, met, byes = field(random, history, players, last=random.choice([(1,), (1, 1, 2), (1, 2, 3)]))
    return scores, met, byes, random.choice([[], groups(random, players), majority(random, players)])


def rounds_played(players: int, rounds: int) -> tuple[list[int], list[dict[int, int]]]:
    """Everyone is tied, and every round was paired by the program itself."""
    scores = [0] * players
    met: list[dict[int, int]] = [{} for _ in range(players)]
    for _ in range(rounds):
        for i, j in closest_pairing(scores, met).pairs:
            met[i][j] = met[j][i] = 1
    return scores, met


def round_robin(players: int, rounds: int) -> tuple[list[int], list[dict[int, int]]]:
    """Some rounds of a round robin in a random order of players, whose points are spread."""
    random = Random(players + rounds)
    seats = random.sample(range(players), players)
    met: list[dict[int, int]] = [{} for _ in range(players)]
    for _ in range(rounds):
        for i, j in zip(seats[: players // 2], reversed(seats), strict=False):
            met[i][j] = met[j][i] = 1
        seats = [seats[0], seats[-1], *seats[1:-1]]
    return sorted((random.randint(0, 15 * rounds) for _ in range(players)), reverse=True), met


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


def library_best(
    scores: list[int], met: Meetings, byes: list[int], apart: Sequence[Collection[int]]
) -> tuple[int | None, Pairs]:
    """The round that the docstring of `closest_pairing` calls the best, by a matching library: everyone may meet."""

    def match(players: list[int], weigh: Callable[[int, int], int]) -> Pairs:
        graph = nx.Graph()
        graph.add_weighted_edges_from(
            (players[a], players[b], -weigh(a, b)) for a, b in combinations(range(len(players)), 2)
        )
        pairs = nx.max_weight_matching(graph, maxcardinality=True)
        return tuple(sorted((min(pair), max(pair)) for pair in pairs))

    def fewest_rematches(bye: int) -> int:
        players = [i for i in range(len(scores)) if i != bye]
        return sum(j in met[i] for i, j in match(players, lambda a, b: players[b] in met[players[a]]))

    in_line = sorted(range(len(scores)), key=lambda i: (byes[i], -i))
    bye = min(in_line, key=fewest_rematches) if len(scores) % 2 else None
    seated = [i for i in range(len(scores)) if i != bye]
    lots = make_lots(len(seated))

    def weigh(a: int, b: int) -> int:
        i, j = seated[a], seated[b]
        parts = (
            (j in met[i], len(scores)),
            (met[i].get(j, 0), 10 * len(scores)),
            (bool(apart) and j in apart[i], len(scores)),
            ((scores[i] - scores[j]) ** 2, len(scores) * (scores[0] - scores[-1] + 1) ** 2),
            ((a - b) ** 2, len(scores) ** 3),
            (lots[a] * lots[b] % LOTS, len(scores) * LOTS),
        )
        weight = 0
        for part, most in parts:
            weight = weight * most + part
        return weight

    return bye, match(seated, weigh)


def costs(scores: list[int], pairs: Iterable[tuple[int, int]]) -> tuple[int, int]:
    return (
        sum((scores[i] - scores[j]) ** 2 for i, j in pairs),
        sum((i - j) ** 2 for i, j in pairs),
    )


def rank_round(
    scores: list[int], met: Meetings, byes: list[int], apart: Sequence[Collection[int]], pairing: Pairing
) -> tuple[object, ...]:
    """What decides between two rounds, the smaller the better, but for lots."""
    bye = () if pairing.bye is None else (byes[pairing.bye], -pairing.bye)
    rematches, *others = weigh_pairs(scores, met, apart, pairing.pairs)
    return (rematches, *bye, *others)


def assert_complete(pairing: Pairing, players: int) -> None:
    seated = [player for pair in pairing.pairs for player in pair]
    assert sorted(seated + ([] if pairing.bye is None else [pairing.bye])) == list(range(players))
    assert list(pairing.pairs) == sorted((min(pair), max(pair)) for pair in pairing.pairs)


@pytest.mark.soak
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("history", HISTORIES)
def test_every_part_of_the_rule_agrees_with_looking_at_all_pairings(
    history: str, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rules 1.5.2."""
    go(way, monkeypatch)
    random = Random(history + way)
    seen: Counter[bool] = Counter()
    for turn in range(1, 10_000):
        players = random.choice([2, 3, 4, 5, 6, 7, 7, 8, 8, 8, 9, 10])
        scores, met, byes, apart = any_field(random, history, players)
        bye, pairs = best_round(scores, met, byes, apart)
        rematches = sum(j in met[i] for i, j in pairs)
        together = sum(j in apart[i] for i, j in pairs) if apart else 0

        pairing = closest_pairing(scores, met, byes=byes, apart=apart)

        best = Pairing(pairs, bye, rematches, together, costs(scores, pairs)[0])
        assert pairing == best, (scores, met, byes, apart)
        seen[rematches > 0] += 1
        if turn >= dose(12, 5000) and min(seen[False], seen[True]) > 1:
            break
    assert min(seen[False], seen[True]) > 1


@pytest.mark.soak
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("history", HISTORIES)
def test_larger_fields_agree_with_a_matching_library(history: str, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    go(way, monkeypatch)
    random = Random(history + way)
    for _ in range(dose(1, 500)):
        scores, met, _ = field(random, history, 2 * random.randint(6, 12))
        optimum = library_optimum(scores, met)
        pairing = closest_pairing(scores, met)
        assert (pairing.rematches > 0) == (optimum is None)
        assert optimum in (None, costs(scores, pairing.pairs))


@pytest.mark.soak
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("history", HISTORIES)
def test_every_part_of_the_rule_agrees_with_a_matching_library(
    history: str, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    go(way, monkeypatch)
    random = Random(history + way)
    for _ in range(dose(1, 500)):
        players = random.randint(11, 20)
        scores, met, byes, apart = any_field(random, history, players)
        pairing = closest_pairing(scores, met, byes=byes, apart=apart)
        assert (pairing.bye, pairing.pairs) == library_best(scores, met, byes, apart), (scores, met, byes, apart)


@pytest.mark.soak
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("history", HISTORIES)
def test_the_best_with_a_pair_agrees_with_looking_at_all_pairings(
    history: str, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But for lots, which are drawn among the others alone."""
    go(way, monkeypatch)
    random = Random(history + way)
    for _ in range(dose(8, 3000)):
        players = random.choice([2, 3, 4, 5, 6, 7, 7, 8, 8, 9])
        scores, met, byes, apart = any_field(random, history, players)
        i, j = sorted(random.sample(range(players), 2))
        bye, pairs = best_round(scores, met, byes, apart, fixed=(i, j))
        found = closest_with((j, i), scores, met, byes=byes, apart=apart)
        weights = weigh_pairs(scores, met, apart, pairs)
        assert_complete(found, players)
        assert (i, j) in found.pairs
        assert (found.bye, weigh_pairs(scores, met, apart, found.pairs)) == (bye, weights), (scores, met, byes, apart)
        assert (found.rematches, found.together, found.score_cost) == (weights[0], weights[2], weights[3])


@pytest.mark.soak
@pytest.mark.parametrize("history", HISTORIES)
def test_the_best_of_all_is_the_best_with_each_of_its_pairs_and_no_other_is_better(history: str) -> None:
    random = Random(history)
    for _ in range(dose(1, 100)):
        players = random.randint(11, 60)
        scores, met, byes = field(random, history, players, last=(1, 2))
        apart = random.choice([[], groups(random, players)])

        rank = partial(rank_round, scores, met, byes, apart)
        best = closest_pairing(scores, met, byes=byes, apart=apart)
        for pair in best.pairs:
            assert rank(closest_with(pair, scores, met, byes=byes, apart=apart)) == rank(best)
        for _ in range(5):
            i, j = random.sample(range(players), 2)
            assert rank(closest_with((i, j), scores, met, byes=byes, apart=apart)) >= rank(best)


@pytest.mark.parametrize(("players", "rounds"), [(12, 9), (24, 20), (40, 7), (60, 6), (60, 11)])
def test_fields_where_everyone_is_tied_agree_with_a_matching_library(players: int, rounds: int) -> None:
    scores, met = rounds_played(players, rounds)
    pairing = closest_pairing(scores, met)
    assert costs(scores, pairing.pairs) == library_optimum(scores, met)


@pytest.mark.parametrize(("players", "rounds"), [(28, 20), (36, 30), (40, 36), (64, 30), (64, 50)])
def test_fields_that_have_met_nearly_everyone_agree_with_a_matching_library(players: int, rounds: int) -> None:
    scores, met = round_robin(players, rounds)
    pairing = closest_pairing(scores, met)
    assert costs(scores, pairing.pairs) == library_optimum(scores, met)


@pytest.mark.soak
@pytest.mark.parametrize("share", [0.3, 0.6])
def test_many_players_in_the_middle_of_a_round_robin_are_paired_exactly(share: float) -> None:
    players = dose(80, 200)
    scores, met = round_robin(players, round(share * players))
    pairing = closest_pairing(scores, met)
    assert_complete(pairing, players)
    assert costs(scores, pairing.pairs) == library_optimum(scores, met)


@pytest.mark.soak
@pytest.mark.parametrize("history", HISTORIES)
def test_many_players_agree_with_a_matching_library(history: str) -> None:
    scores, met, _ = field(Random(history), history, dose(44, 300))
    optimum = library_optimum(scores, met)
    pairing = closest_pairing(scores, met)
    assert (pairing.rematches > 0) == (optimum is None)
    assert optimum in (None, costs(scores, pairing.pairs))


@pytest.mark.parametrize("history", HISTORIES)
@pytest.mark.parametrize("factor", [10**10, 10**12])
def test_points_in_the_millions_are_still_paired_as_closely(
    factor: int, history: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    go("matching", monkeypatch)
    random = Random(history)
    for _ in range(10):
        players = 2 * random.randint(1, 4)
        scores, met, byes = field(random, history, players, last=(1, 2))
        far = [score * factor for score in scores]
        pairing = closest_pairing(far, met)
        _, pairs = best_round(far, met, byes)
        assert_complete(pairing, players)
        assert weigh_pairs(far, met, [], pairing.pairs)[:4] == weigh_pairs(far, met, [], pairs)[:4]


def test_a_meeting_far_up_the_standing_still_bars_an_exchange() -> None:
    """Nobody has met more than three others, yet 1st and 6th, five places apart, have met, and it matters."""
    scores = [100, 100, 100, 5, 0, 0, 0, 0]
    meetings = [(0, 1), (0, 2), (0, 5), (1, 3), (1, 4), (2, 7), (4, 6), (5, 6), (5, 7), (6, 7)]
    met = [{j: 1 for j in range(8) if (min(i, j), max(i, j)) in meetings} for i in range(8)]
    assert closest_pairing(scores, met).pairs == best_round(scores, met, [0] * 8)[1] == ((0, 6), (1, 2), (3, 5), (4, 7))


def test_fractions_are_exact() -> None:
    scores: list[int | Fraction] = [Fraction(7, 2), Fraction(10, 3), 3, Fraction(5, 2)]
    pairing = closest_pairing(scores, [{} for _ in scores])
    assert pairing.score_cost == Fraction(1, 36) + Fraction(1, 4)
    halves = closest_pairing([Fraction(5, 2), Fraction(1, 2)], [{}, {}])
    assert (halves.score_cost, type(halves.score_cost)) == (4, int)


@st.composite
def ordinary_fields(draw: st.DrawFn) -> tuple[list[int], list[dict[int, int]]]:
    """Scores and meetings of up to 40 players and 5 rounds, of which Dirac's theorem says that they can be paired."""
    players = draw(st.integers(12, 40))
    scores = sorted(draw(st.lists(st.integers(0, 90), min_size=players, max_size=players)), reverse=True)
    met: list[dict[int, int]] = [{} for _ in range(players)]
    for _ in range(draw(st.integers(0, 5 if players > 12 else 4))):
        order = draw(st.permutations(range(players)))
        for i, j in zip(order[::2], order[1::2], strict=False):
            met[i][j] = met[j][i] = met[i].get(j, 0) + 1
    return scores, met


@given(ordinary_fields())
def test_everyone_is_paired_once_within_the_window_of_the_theorem(
    ordinary: tuple[list[int], list[dict[int, int]]],
) -> None:
    scores, met = ordinary
    pairing = closest_pairing(scores, met)
    assert_complete(pairing, len(scores))
    seat = {player: k for k, player in enumerate(i for i in range(len(scores)) if i != pairing.bye)}
    for i, j in pairing.pairs:
        assert j not in met[i]
        assert seat[j] - seat[i] <= len(met[i]) + len(met[j]) + 1
