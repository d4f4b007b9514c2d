"""Round 1, before there are scores: an order of the players, and who in it meets whom (rules 1.5.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from turnabout_sheets.pairing.lots import add_lots
from turnabout_sheets.pairing.matching import pair_cheapest
from turnabout_sheets.pairing.swiss import Pairing, closest_pairing

Ratings = Sequence[int | Fraction | None]
Draws = Sequence[bytes]
Apart = Sequence[Collection[int]]


def as_listed(ratings: Ratings, draws: Draws) -> list[int]:
    """Return the players in the order in which they are listed."""
    return list(range(len(draws)))


def by_rating_as_listed(ratings: Ratings, draws: Draws) -> list[int]:
    """Return the players by rating, those with equal ones and those without one (last) in the order of the list.

    That is the original order (netrunner 1.3).
    """

    def rank(i: int) -> tuple[bool, int | Fraction]:
        rating = ratings[i]
        return (rating is None, 0 if rating is None else -rating)

    return sorted(range(len(draws)), key=rank)


def by_draw(ratings: Ratings, draws: Draws) -> list[int]:
    """Return the players in the order in which they are drawn."""
    return sorted(range(len(draws)), key=lambda i: draws[i])


def by_rating(ratings: Ratings, draws: Draws) -> list[int]:
    """Return the players by rating, highest first and those without one last; the draw decides between equals."""

    def rank(i: int) -> tuple[bool, int | Fraction, bytes]:
        rating = ratings[i]
        return (rating is None, 0 if rating is None else -rating, draws[i])

    return sorted(range(len(draws)), key=rank)


def neighbours(players: int, apart: Apart = ()) -> Pairing:
    """Pair 1st with 2nd, 3rd with 4th, and so on; the last of an odd number has the bye.

    Who are to be kept apart (rules 1.5.6) are paired with the nearest others instead.
    """
    return closest_pairing([0] * players, [{}] * players, apart=apart)


def halves(players: int, apart: Apart = ()) -> Pairing:
    """Pair the top half with the bottom half, 1st with 1st, 2nd with 2nd; the last of an odd number has the bye.

    Who are to be kept apart (rules 1.5.6) are paired with the nearest others of the other half: the smallest sum of
    squared places by which partners are away from each other in their halves, and of equal ones by lot.
    """
    half = players // 2
    banned = [{j - half for j in others if half <= j < 2 * half} for others in apart[:half]] or [set()] * half
    # As in `score_line`: partners who stand farther apart than both are barred from others could be exchanged.
    widest = max(Counter(j for mine in banned for j in mine).values(), default=0)
    together = half**3 + 1
    costs = (
        (i, half + j, (i - j) ** 2 + together * (j in mine))
        for i, mine in enumerate(banned)
        for j in range(max(0, i - len(mine) - widest), min(half, i + len(mine) + widest + 1))
    )
    pairs = pair_cheapest(2 * half, add_lots(2 * half, costs))
    return Pairing(
        pairs=pairs,
        bye=players - 1 if players % 2 else None,
        together=sum(j - half in banned[i] for i, j in pairs),
    )


class FirstRound(NamedTuple):
    """A way to pair round 1."""

    order: Callable[[Ratings, Draws], list[int]]
    """From the ratings (None: unrated) and draw keys of the players as listed, who stands 1st, 2nd, 3rd, …"""
    pair: Callable[[int, Apart], Pairing]
    """From the number of players, and for each position those to be kept apart from it, the pairing of the positions.

    The latter may be empty for none.
    """


FIRST_ROUNDS: Mapping[str, FirstRound] = {
    "random": FirstRound(by_draw, neighbours),
    "rating": FirstRound(by_rating, halves),
    "listed": FirstRound(as_listed, neighbours),
    "original order": FirstRound(by_rating_as_listed, halves),
}
"""The values of the setting `First round` (rules 1.5.4), and Netrunner's order (netrunner 1.3 and 1.4)."""
