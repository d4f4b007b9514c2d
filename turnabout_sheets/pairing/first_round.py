"""Round 1, before there are scores: an order of the players, and who in it meets whom."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from turnabout_sheets.pairing.closest import Pairing

Ratings = Sequence[int | Fraction | None]
Draws = Sequence[bytes]


def as_listed(ratings: Ratings, draws: Draws) -> list[int]:
    """Return the players in the order in which they are listed."""
    return list(range(len(draws)))


def by_draw(ratings: Ratings, draws: Draws) -> list[int]:
    """Return the players in the order in which they are drawn."""
    return sorted(range(len(draws)), key=lambda i: draws[i])


def by_rating(ratings: Ratings, draws: Draws) -> list[int]:
    """Return the players by rating, highest first and those without one last; the draw decides between equals."""

    def rank(i: int) -> tuple[bool, int | Fraction, bytes]:
        rating = ratings[i]
        return (rating is None, 0 if rating is None else -rating, draws[i])

    return sorted(range(len(draws)), key=rank)


def neighbours(players: int) -> Pairing:
    """Pair 1st with 2nd, 3rd with 4th, and so on; the last of an odd number has the bye."""
    return Pairing(
        pairs=tuple((i, i + 1) for i in range(0, players - 1, 2)),
        bye=players - 1 if players % 2 else None,
    )


def halves(players: int) -> Pairing:
    """Pair the top half with the bottom half, 1st with 1st, 2nd with 2nd; the last of an odd number has the bye."""
    half = players // 2
    return Pairing(
        pairs=tuple((i, i + half) for i in range(half)),
        bye=players - 1 if players % 2 else None,
    )


@dataclass(frozen=True, slots=True)
class FirstRound:
    """A way to pair round 1."""

    order: Callable[[Ratings, Draws], list[int]]
    """From the ratings (None: unrated) and draw keys of the players as listed, who stands 1st, 2nd, 3rd, …"""
    pair: Callable[[int], Pairing]
    """From the number of players, the pairing of their positions in that order."""


FIRST_ROUNDS: Mapping[str, FirstRound] = {
    "random": FirstRound(by_draw, neighbours),
    "rating": FirstRound(by_rating, halves),
    "listed": FirstRound(as_listed, neighbours),
}
"""The values of the setting `First round` (our ruling; seed 000 leaves the first round open)."""
