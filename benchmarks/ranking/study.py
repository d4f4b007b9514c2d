"""The study: many events, each played once with every way of pairing, and what was measured of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import fsum, sqrt
from multiprocessing import Pool
from typing import NamedTuple

from benchmarks.ranking.measures import MEASURES, beside_greedy
from benchmarks.ranking.methods import METHODS
from benchmarks.ranking.model import LUCK, cast, play

OURS = "closest"
FIELDS = (16, 32, 64, 128)
MORE_ROUNDS = 2
"""Events are measured after the rounds that make one winner, and after so many more."""


class Case(NamedTuple):
    """A number of players, how many rounds they have played, and how they were paired."""

    players: int
    rounds: int
    method: str


class Estimate(NamedTuple):
    """A mean over all events, and its standard error."""

    mean: float
    error: float


Measured = Mapping[Case, Mapping[str, float]]


def rounds_for(players: int) -> int:
    """Return the rounds that leave one unbeaten player: log2 of the players, rounded up."""
    return (players - 1).bit_length()


def measure(players: int, luck: int, number: int) -> Measured:
    """Play one event with every method, and measure it after both numbers of rounds."""
    fewest = rounds_for(players)
    event = cast(f"{players} players, event {number}", players, fewest + MORE_ROUNDS, luck)
    measured: dict[Case, dict[str, float]] = {}
    for method, pair in METHODS.items():
        played = play(event, pair)
        for rounds in (fewest, fewest + MORE_ROUNDS):
            found = {name: function(played, rounds) for name, function in MEASURES.items()}
            measured[Case(players, rounds, method)] = found | (beside_greedy(played, rounds) if method == OURS else {})
    return measured


def estimate(values: Sequence[float]) -> Estimate:
    """Return mean and standard error. Sums are exact, so that no machine rounds them in another way."""
    mean = fsum(values) / len(values)
    squares = fsum((value - mean) * (value - mean) for value in values)
    return Estimate(mean, sqrt(squares / (len(values) - 1) / len(values)))


@dataclass(frozen=True, slots=True)
class Study:
    """Everything that was measured: by case and measure, one number for each event."""

    events: int
    """In each field of players."""
    values: Mapping[Case, Mapping[str, Sequence[float]]]

    @property
    def sizes(self) -> list[tuple[int, int]]:
        """Return each number of players and rounds: for every field, the fewer rounds first."""
        return list(dict.fromkeys((case.players, case.rounds) for case in self.values))

    def estimate(self, case: Case, measure: str) -> Estimate:
        """Return the estimate of a measure in one case."""
        return estimate(self.values[case][measure])

    def ahead(self, case: Case, measure: str) -> Estimate:
        """Return by how much closest pairing exceeds the case in the same events."""
        ours = self.values[case._replace(method=OURS)][measure]
        return estimate([mine - theirs for mine, theirs in zip(ours, self.values[case][measure], strict=True)])

    def total(self, measure: str) -> float:
        """Return the sum of a measure over all events and methods, after the larger number of rounds."""
        return fsum(
            value
            for case, measured in self.values.items()
            if case.rounds > rounds_for(case.players)
            for value in measured[measure]
        )


def run(events: int, jobs: int = 1, fields: Iterable[int] = FIELDS, luck: int = LUCK) -> Study:
    """Play `events` events in each field with `jobs` processes, whose number changes nothing."""
    values: dict[Case, dict[str, list[float]]] = {}
    for players in fields:
        one, numbers = partial(measure, players, luck), range(events)
        if jobs == 1:
            gather(values, map(one, numbers))
        else:
            with Pool(jobs) as pool:
                gather(values, pool.imap(one, numbers, chunksize=8))
    return Study(events, values)


def gather(values: dict[Case, dict[str, list[float]]], measured: Iterable[Measured]) -> None:
    """Add what was measured of each event, in order."""
    for event in measured:
        for case, found in event.items():
            for name, value in found.items():
                values.setdefault(case, {}).setdefault(name, []).append(value)
