"""Real Swiss events, replayed round by round: no more rematches and no larger differences than in the real pairing.

The events stay outside the repository: cards and Go, 9 to 605 players, with byes, drops and late entries.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.real_data import each_file
from turnabout_sheets.pairing.swiss import Pairing, closest_pairing

PUBLISHED = ("reported_match_points", "reported_points")

Event = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Round:
    """The players who were paired in a round, by standing: what they had done before, and who really met."""

    scores: list[int]
    met: list[dict[int, int]]
    real: list[tuple[int, int]]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run the tests once for every event in the folder of test data."""
    metafunc.parametrize("file", **each_file("swiss/*.json", "netrunner/*.json"))


def points(match: Event) -> tuple[int, int]:
    """Return what a match or a bye gave to both; each source says it in its own way."""
    if "p1_points" in match:  # Netrunner
        return match["p1_points"], match.get("p2_points", 0)
    if "p1_score" in match:  # Go
        return match["p1_score"], match["p2_score"]
    if match["p2"] is None:
        return 3, 0
    return {1: (3, 0), 2: (0, 3), None: (1, 1)}[match["winner"]]


def totals(event: Event, rounds: int) -> Counter[int]:
    """Return the points of all players after the first rounds."""
    result: Counter[int] = Counter()
    for match in (match for played in event["rounds"][:rounds] for match in played):
        result[match["p1"]] += points(match)[0]
        result[match["p2"]] += points(match)[1]
    return result


def rounds(event: Event) -> Iterator[Round]:
    """Yield each round but the first."""
    meetings: Counter[tuple[int, int]] = Counter()
    for number, played in enumerate(event["rounds"]):
        matches = [(match["p1"], match["p2"]) for match in played if match["p2"] is not None]
        if number:
            score = totals(event, number)
            standing = sorted((player for match in matches for player in match), key=lambda i: (-score[i], i))
            seat = {player: k for k, player in enumerate(standing)}
            assert len(seat) == 2 * len(matches)
            met: list[dict[int, int]] = [{} for _ in standing]
            for (i, j), times in meetings.items():
                if i in seat and j in seat:
                    met[seat[i]][seat[j]] = met[seat[j]][seat[i]] = times
            real = [(seat[i], seat[j]) for i, j in matches]
            yield Round([score[i] for i in standing], met, real)
        meetings.update((min(match), max(match)) for match in matches)


def real_cost(played: Round) -> tuple[int, int]:
    """Return the rematches and the sum of squared score differences of the pairing that was really used."""
    return (
        sum(j in played.met[i] for i, j in played.real),
        sum((played.scores[i] - played.scores[j]) ** 2 for i, j in played.real),
    )


def replay(played: Round) -> Pairing:
    """Pair a real round again."""
    return closest_pairing(played.scores, played.met)


def test_the_points_are_read_as_they_were_published(file: Path) -> None:
    event = json.loads(file.read_text(encoding="utf-8"))
    total = totals(event, len(event["rounds"]))
    for player in event["players"]:
        published = next((player[name] for name in PUBLISHED if name in player), None)
        if published is None:  # Go: the wins are in the first column
            published = int(player["reported_columns"][0])
        assert total[player["id"]] == published, player["name"]


def test_no_round_is_paired_worse_than_it_really_was(file: Path) -> None:
    event = json.loads(file.read_text(encoding="utf-8"))
    replayed = 0
    for played in rounds(event):
        pairing = replay(played)
        assert sorted(player for pair in pairing.pairs for player in pair) == list(range(len(played.scores)))
        assert pairing.rematches == sum(j in played.met[i] for i, j in pairing.pairs)
        assert pairing.score_cost == sum((played.scores[i] - played.scores[j]) ** 2 for i, j in pairing.pairs)
        assert (pairing.rematches, pairing.score_cost) <= real_cost(played)
        replayed += 1
    assert replayed == len(event["rounds"]) - 1
