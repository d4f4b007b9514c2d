"""The study of docs/dev/pairing-quality.md: its rivals keep the rules, and the same study finds the same."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import correlation

import pytest

from benchmarks.ranking import study
from benchmarks.ranking.measures import MEASURES, beside_greedy
from benchmarks.ranking.methods import METHODS, Standing, fold, greedy
from benchmarks.ranking.model import FULL_MARGIN, LESS_LUCK, LUCK, UNIT, Cast, calibrate, cast, match_points, play
from benchmarks.ranking.page import all_figures, replace, write_figures
from tests.pairing.histories import HISTORIES, all_pairings, field

PAGE = Path(__file__).parents[2] / "docs" / "dev" / "pairing-quality.md"


def pairable_standings(history: str) -> Iterator[Standing]:
    """Fields of up to eight players who have met many others, and can be paired without a rematch."""
    random = Random(history)
    for _ in range(60):
        scores, met, _ = field(random, history, random.choice([2, 4, 6, 8]))
        if any(all(j not in met[i] for i, j in pairs) for pairs in all_pairings(tuple(range(len(scores))))):
            wins = sorted(random.choices(range(5), k=len(scores)), reverse=True)
            yield Standing(tuple(scores), tuple(wins), tuple(met))


def assert_legal(standing: Standing, pairs: tuple[tuple[int, int], ...]) -> None:
    assert sorted(i for pair in pairs for i in pair) == list(range(len(standing.scores)))
    assert pairs == tuple(sorted((min(pair), max(pair)) for pair in pairs))
    assert not [(i, j) for i, j in pairs if j in standing.met[i]]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("history", HISTORIES)
def test_every_method_pairs_everyone_without_a_rematch_wherever_that_can_be_done(method: str, history: str) -> None:
    standings = list(pairable_standings(history))
    assert standings
    for standing in standings:
        assert_legal(standing, METHODS[method](standing, Random(1)).pairs)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("players", "rounds"), [(12, 6), (16, 6), (32, 7)])
def test_every_round_of_an_event_is_legal(method: str, players: int, rounds: int) -> None:
    played = play(cast("legal", players, rounds), METHODS[method])
    assert len(played.rounds) == rounds
    for standing, paired in played.rounds:
        assert_legal(standing, paired.pairs)
        assert all(higher >= lower for higher, lower in pairwise(standing.scores))
        assert sum(standing.scores) == 15 * players * len(standing.met[0])


def standing_of(scores: str, wins: str, *pairs: tuple[int, int]) -> Standing:
    met: list[dict[int, int]] = [{} for _ in scores.split()]
    for i, j in pairs:
        met[i][j] = met[j][i] = 1
    return Standing(tuple(map(int, scores.split())), tuple(map(int, wins.split())), tuple(met))


def test_greedy_takes_the_nearest_and_repairs_the_end() -> None:
    free = greedy(standing_of("60 50 40 30", "4 4 0 0", (0, 1)))
    assert free == (((0, 2), (1, 3)), False)
    dead_end = greedy(standing_of("60 50 40 30", "4 4 0 0", (2, 3)))
    assert dead_end == (((0, 2), (1, 3)), True)


def test_fold_pairs_the_halves_of_those_with_equal_wins() -> None:
    standing = standing_of("90 80 70 60 50 40 30 20", "4 4 4 4 2 2 2 2", (0, 2), (5, 7))
    # 0 may not meet 2 and takes 3; 1 takes 2. 5 may not meet 7, so 4 passes over 6.
    assert fold(standing, Random(1)).pairs == ((0, 3), (1, 2), (4, 7), (5, 6))


def test_fold_lets_the_one_too_many_go_down() -> None:
    standing = standing_of("90 80 70 60 50 40", "4 4 4 2 2 2")
    assert fold(standing, Random(1)).pairs == ((0, 1), (2, 4), (3, 5))


def test_a_match_gives_match_points_by_margin() -> None:
    assert match_points(0, (FULL_MARGIN, 2 * FULL_MARGIN), 0, (0, 0)) == (60, 0)
    assert match_points(0, (FULL_MARGIN // 2, 0), 0, (0, FULL_MARGIN // 2)) == (20, 20)
    assert match_points(UNIT, (0, 0), 0, (0, UNIT + 1)) == (13, 10)


def test_the_better_of_two_random_players_wins_about_seven_matches_of_ten_or_eight() -> None:
    for luck, least, most in ((LUCK, 0.68, 0.72), (LESS_LUCK, 0.78, 0.82)):
        found = calibrate(4000, luck)
        assert least < Fraction(2 * found.better_wins + found.draws, 2 * found.matches) < most


def test_an_event_that_might_need_a_rematch_is_refused() -> None:
    with pytest.raises(ValueError, match="5 rounds need an even number of at least 10 players, not 8"):
        cast("1", 8, 5)


def test_an_event_without_luck_ranks_the_strongest_first() -> None:
    event = cast("1", 16, 6)
    calm = Cast(event.seed, event.strengths, tuple(((0, 0),) * 16 for _ in range(6)))
    played = play(calm, METHODS["closest"])
    assert MEASURES["strongest wins"](played, 6) == 1
    assert MEASURES["correlation"](played, 6) > 0.9


@pytest.mark.parametrize("method", METHODS)
def test_measures_are_what_they_say(method: str) -> None:
    rounds = 4
    played = play(cast("measures", 16, 6), METHODS[method])
    found = {name: measure(played, rounds) for name, measure in MEASURES.items()}
    place = {player: k for k, player in enumerate(played.orders[rounds - 1])}
    strengths = [played.strengths[i] for i in range(16)]
    true_place = [sorted(strengths, reverse=True).index(strength) for strength in strengths]
    gaps = [
        standing.scores[i] - standing.scores[j] for standing, (pairs, _) in played.rounds[1:rounds] for i, j in pairs
    ]
    assert found["correlation"] == pytest.approx(correlation([place[i] for i in range(16)], true_place))
    assert found["strongest wins"] == (true_place[played.orders[rounds - 1][0]] == 0)
    assert found["top quarter"] == sum(true_place[i] < 4 and place[i] < 4 for i in range(16)) / 4
    assert found["mean difference"] == pytest.approx(sum(gaps) / 24)
    assert found["largest difference"] == max(gaps)
    assert found["rematches"] == 0


def test_greedy_never_has_fewer_squares_than_the_closest_pairing() -> None:
    for number in range(5):
        found = beside_greedy(play(cast(f"{number}", 16, 6), METHODS["closest"]), 6)
        assert (found["greedy's squares"] > found["squares"]) == (found["greedy has more squares"] > 0)
        assert found["greedy's squares"] >= found["squares"]


def test_a_small_study_finds_what_it_found_before() -> None:
    found = study.run(events=4, fields=[12])
    assert found.sizes == [(12, 4), (12, 6)]
    # With 12 players, the correlation is 1 less the sum of squared differences of rank in parts of 286.
    correlations = {
        (case.rounds, case.method): [value * 286 for value in measured["correlation"]]
        for case, measured in found.values.items()
    }
    expected = {
        (4, "closest"): [250, 158, 192, 230],
        (6, "closest"): [198, 112, 244, 230],
        (4, "greedy"): [222, 142, 212, 230],
        (6, "greedy"): [256, 174, 262, 230],
        (4, "fold"): [214, 210, 220, 136],
        (6, "fold"): [192, 208, 268, 164],
        (4, "random"): [222, 166, 222, 154],
        (6, "random"): [208, 136, 256, 176],
    }
    assert correlations.keys() == expected.keys()
    assert all(correlations[case] == pytest.approx(expected[case]) for case in expected)


def test_the_number_of_processes_changes_nothing() -> None:
    assert study.run(events=3, jobs=2, fields=[12]) == study.run(events=3, jobs=1, fields=[12])


def test_estimates() -> None:
    mean, error = study.estimate([1.0, 2.0, 3.0, 6.0])
    assert mean == 3
    assert error == pytest.approx((14 / 3 / 4) ** 0.5)


def test_the_page_has_a_place_for_all_figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.ranking.page.CALIBRATION_MATCHES", 100)
    page = tmp_path / "page.md"
    page.write_text(PAGE.read_text("utf-8"), "utf-8")
    figures = all_figures(study.run(events=2, fields=[12]), study.run(events=2, fields=[12], luck=1))
    write_figures(page, figures)
    text = page.read_text("utf-8")
    assert text.count("<!-- figures: ") == len(figures)
    assert [name for name, each in figures.items() if each not in text] == []
    write_figures(page, figures)
    assert page.read_text("utf-8") == text


def test_a_page_without_a_place_is_refused() -> None:
    with pytest.raises(ValueError, match="no place marked for the figures events"):
        replace("<!-- figures: events -->\n", "events", "1")
