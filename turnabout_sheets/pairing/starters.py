"""Strong skew starters: the seeds of round robins with balanced tables.

A *starter* of odd order s splits 1 … s − 1 into pairs of which each difference (x − y or y − x, modulo s) is different.
It is *strong* if the sums x + y are different, too, and none is 0, and *skew* if no sum is the negative of another:
sums and their negatives are 1 … s − 1 again. (Mullin and Nemeth, "An existence theorem for Room squares", 1969.)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from math import gcd

Pair = tuple[int, int]

_FOUND: Mapping[int, tuple[int, ...]] = {
    17: (13, 1, 6, 4, 10, 5, 12, 16),
    25: (23, 18, 7, 5, 11, 13, 21, 4, 6, 17, 22, 14),
    35: (29, 21, 15, 6, 4, 2, 33, 24, 19, 12, 14, 26, 7, 13, 31, 1, 34),
    55: (
        *(49, 1, 40, 24, 26, 33, 9, 7, 36, 11, 52, 32, 41, 53, 23, 13, 10, 19, 6, 22),
        *(48, 51, 34, 35, 5, 46, 20),
    ),
    65: (
        *(56, 2, 5, 31, 7, 49, 54, 16, 36, 22, 15, 11, 28, 39, 43, 1, 13, 46, 18, 20),
        *(29, 38, 52, 47, 19, 48, 63, 14, 33, 21, 3, 27),
    ),
    85: (
        *(10, 63, 42, 18, 55, 27, 32, 83, 62, 51, 53, 54, 30, 36, 2, 41, 80, 8, 29, 78),
        *(23, 79, 59, 14, 81, 58, 47, 40, 75, 7, 4, 56, 67, 76, 70, 77, 72, 31, 34, 46),
        *(49, 52),
    ),
    95: (
        *(49, 4, 18, 61, 38, 5, 73, 29, 82, 79, 46, 76, 32, 52, 9, 7, 53, 67, 68, 8),
        *(15, 26, 39, 60, 47, 81, 17, 55, 86, 1, 78, 22, 75, 35, 90, 27, 56, 2, 3, 34),
        *(51, 94, 16, 33, 19, 25, 58),
    ),
}
"""Starters for orders up to 97 with a factor 5 or 17, for which there is no formula: the pair with difference d is
x, x + d with the d-th number as x. Found by hill climbing (Dinitz and Stinson, 1981)."""


def strong_skew_starters(order: int) -> Iterator[tuple[Pair, ...]]:
    """Yield strong skew starters of an order without factors 2 and 3, always in the same sequence; maybe none.

    Mullin and Nemeth: let g be such that some odd power of it is 1, and g² − 1 prime to the order. Then the pairs
    x, −gx are a strong skew starter, where x runs through one of every two numbers y, −y, with every x through all gⁱx.
    Their proof for primes holds for any order for which there is such a g.
    """
    if order in _FOUND:
        yield tuple((x, (x + d) % order) for d, x in enumerate(_FOUND[order], start=1))
    for g in range(2, order):
        if gcd(g * (g * g - 1), order) == 1 and _exponent(g, order) % 2 == 1:
            yield _multiples(g, order)


def _exponent(g: int, order: int) -> int:
    """Return the first power of g that is 1."""
    return next(k for k in count(1) if pow(g, k, order) == 1)


def _multiples(g: int, order: int) -> tuple[Pair, ...]:
    """Return the pairs x, −gx."""
    chosen: dict[int, int] = {}
    for start in range(1, order):
        x = start
        while x not in chosen and order - x not in chosen:
            chosen[x] = -g * x % order
            x = x * g % order
    return tuple(chosen.items())
