"""Four ways to pair a round: the closest pairing of this program, and three rivals. None of them makes a rematch."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from random import Random
from typing import NamedTuple

from turnabout_sheets.pairing.matching import pair_cheapest
from turnabout_sheets.pairing.swiss.closest import closest_pairing

Meetings = Sequence[Mapping[int, int]]
Pairs = tuple[tuple[int, int], ...]


class Standing(NamedTuple):
    """What a method knows: the players by position, best first."""

    scores: tuple[int, ...]
    """Victory points."""
    wins: tuple[int, ...]
    """Match wins, twice, so that a draw counts 1."""
    met: tuple[Mapping[int, int], ...]
    """The positions of those met, and in which round."""


class Paired(NamedTuple):
    """One round."""

    pairs: Pairs
    """(higher, lower) positions, ascending."""
    repaired: bool = False
    """Whether someone who was free had to be passed over, as the others could not all have been paired then."""


Method = Callable[[Standing, Random], Paired]
"""Pairs a round; only pairing at random makes use of the generator."""


class _Draft:
    """A round while it is being paired: whoever is left can always still be paired without a rematch."""

    def __init__(self, met: Meetings) -> None:
        self.met = met
        self.most_met = max(map(len, met), default=0)
        self.left = set(range(len(met)))
        self.pairs: list[tuple[int, int]] = []
        self.repaired = False

    def take(self, i: int, candidates: Iterable[int]) -> None:
        """Pair i with the first candidate whom they may meet so that all others can be paired, if there is one."""
        for j in candidates:
            if j == i or j not in self.left or j in self.met[i]:
                continue
            rest = self.left - {i, j}
            if self.can_be_paired(rest):
                self.left = rest
                self.pairs.append((min(i, j), max(i, j)))
                return
            self.repaired = True

    def can_be_paired(self, players: set[int]) -> bool:
        # Dirac: if everyone may meet at least half of the others, a pairing without rematches exists.
        if len(players) >= 2 * self.most_met + 2:
            return True
        order = sorted(players)
        fresh = ((a, b, 0) for a, i in enumerate(order) for b, j in enumerate(order[:a]) if j not in self.met[i])
        return 2 * len(pair_cheapest(len(order), fresh)) == len(order)

    def finish(self, order: Sequence[int]) -> Paired:
        """Let everyone who is left, in this order, take the first opponent in this order."""
        for i in order:
            if i in self.left:
                self.take(i, order)
        return Paired(tuple(sorted(self.pairs)), self.repaired)


def closest(standing: Standing, random: Random) -> Paired:
    """Pair as this program does: the smallest sum of squared score differences."""
    return Paired(closest_pairing(standing.scores, standing.met).pairs)


def greedy(standing: Standing, random: Random | None = None) -> Paired:
    """From the top, everyone takes the nearest opponent below whom they have not met."""
    return _Draft(standing.met).finish(range(len(standing.scores)))


def fold(standing: Standing, random: Random) -> Paired:
    """Pair the top half of those with equal match wins with the bottom half: first with first, second with second.

    Everyone in the top half takes the first in the bottom half whom they have not met. Those who remain go down to
    the next group, above its own players; those who remain at the very end are paired from the top.
    """
    draft = _Draft(standing.met)
    remaining: list[int] = []
    for _, group in groupby(by_wins(standing), key=lambda i: standing.wins[i]):
        players = [*remaining, *group]
        upper, lower = players[: len(players) // 2], players[len(players) // 2 :]
        for i in upper:
            draft.take(i, lower)
        remaining = [i for i in players if i in draft.left]
    return draft.finish(remaining)


def by_wins(standing: Standing) -> list[int]:
    """Return the positions by match wins; those with equal wins keep their order."""
    return sorted(range(len(standing.wins)), key=lambda i: -standing.wins[i])


def at_random(standing: Standing, random: Random) -> Paired:
    """In a random order, everyone takes the first opponent in that order whom they have not met."""
    return _Draft(standing.met).finish(shuffled(len(standing.scores), random))


def shuffled(players: int, random: Random) -> list[int]:
    """Return a random order. Of Python's generator, only random() is promised to stay what it is."""
    keys = [random.random() for _ in range(players)]
    return sorted(range(players), key=lambda i: (keys[i], i))


METHODS: Mapping[str, Method] = {"closest": closest, "greedy": greedy, "fold": fold, "random": at_random}
