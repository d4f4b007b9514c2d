"""A good pairing where the exact search is too much work: a legal one, improved by exchanging partners."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from turnabout_sheets.pairing.existence import ALONE, maximum_matching
from turnabout_sheets.pairing.line import Pair


def rough_pairing(scores: Sequence[int], penalties: Sequence[Mapping[int, int]]) -> list[Pair]:
    """Return a pairing with as few rematches as possible that no exchange between two pairs makes better.

    Arguments and result are those of `line.closest_on_line`; that it is the best is not promised.
    """
    players = range(len(scores))
    window = 2 * max(map(len, penalties), default=0) + 1  # the theorem of `line`: nobody farther away is needed
    neighbours = [
        [
            j
            for step in range(1, window + 1)
            for j in (i + step, i - step)
            if 0 <= j < len(scores) and j not in penalties[i]
        ]
        for i in players
    ]
    partner = maximum_matching(neighbours)
    alone = [i for i in players if partner[i] == ALONE]
    pairs = [(i, partner[i]) for i in players if i < partner[i]]
    pairs = sorted(pairs + list(zip(alone[::2], alone[1::2], strict=True)))

    def cost(*exchanged: Pair) -> tuple[int, int, int]:
        return (
            sum(penalties[i].get(j, 0) for i, j in exchanged),
            sum((scores[i] - scores[j]) ** 2 for i, j in exchanged),
            sum((i - j) ** 2 for i, j in exchanged),
        )

    improved = True
    while improved:
        improved = False
        for x in range(len(pairs)):
            for y in range(x + 1, min(len(pairs), x + 1 + window)):
                a, b, c, d = sorted(pairs[x] + pairs[y])
                best = min([((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))], key=lambda two: cost(*two))
                if cost(*best) < cost(pairs[x], pairs[y]):
                    pairs[x], pairs[y] = best
                    improved = True
    return sorted(pairs)
