"""Round 1, before there are scores: an order of the players, and who in it meets whom (rules 1.5.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from turnabout_sheets.pairing.lots import add_lots
from turnabout_sheets.pairing.matching import pair_cheapest
from turnabout_sheets.pairing.swiss import Pairing, closest_pairing

Apart = Sequence[Collection[int]]


def neighbours(players: int, apart: Apart = ()) -> Pairing:
    """Pair 1st with 2nd, 3rd with 4th, and so on; the last of an odd number has the bye.

    Who are to be kept apart (rules 1.5.6) are paired with the nearest others instead.
    """
    return closest_pairing([0] * players, [{}] * players, apart=apart)


def halves(players: int, apart: Apart = ()) -> Pairing:
    """Pair the top half with the bottom half, 1st with 1st, 2nd with 2nd; the last of an odd number has the bye.

    Who are to be kept apart (rules 1.5.6) are paired with the nearest others of the other half, of equal ones by lot.
    """
    half = players // 2
    banned = [{j - half for j in others if half <= j < 2 * half} for others in apart[:half]] or [set()] * half
    # Partners who stand farther apart than both are barred from others could be exchanged.
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


@dataclass(frozen=True, slots=True)
class FirstRound:
    """A way to pair round 1."""

    pair: Callable[[int, Apart], Pairing]  # by their number, and for each position those to be kept apart from it
    by_rating: bool = False
    drawn: bool = False

    def order(self, ratings: Sequence[int | Fraction | None], draws: Sequence[bytes]) -> list[int]:
        """Return who stands 1st, 2nd, 3rd, …: by rating, those without one last, then as drawn, else as listed."""

        def rank(i: int) -> tuple[bool, int | Fraction, bytes]:
            rating = ratings[i] if self.by_rating else None
            return (rating is None, -(rating or 0), draws[i] if self.drawn else b"")

        return sorted(range(len(draws)), key=rank)


FIRST_ROUNDS: Mapping[str, FirstRound] = {
    "random": FirstRound(neighbours, drawn=True),
    "rating": FirstRound(halves, by_rating=True, drawn=True),
    "listed": FirstRound(neighbours),
    "original order": FirstRound(halves, by_rating=True),
}
"""The values of the setting `First round` (rules 1.5.4), and Netrunner's order (netrunner 1.3 and 1.4)."""
