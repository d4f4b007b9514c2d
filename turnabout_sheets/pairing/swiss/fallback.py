"""Some pairing of a line with as few rematches as possible, for the rare line on which no walk arrives."""

from __future__ import annotations

from turnabout_sheets.pairing.swiss.dynamic_program import Pair, ScoreLine
from turnabout_sheets.pairing.swiss.maximum_matching import ALONE, maximum_matching


def pair_roughly(line: ScoreLine) -> tuple[Pair, ...]:
    """Return a pairing that no exchange between two pairs makes better, as (higher, lower) positions, ascending.

    It has as few rematches as any; that it is the closest is not promised.
    """
    neighbours: list[list[int]] = [[] for _ in line.scores]
    for i, choices in enumerate(line.choices):
        for j in choices:
            if j not in line.penalties[i]:
                neighbours[i].append(j)
                neighbours[j].append(i)
    for i, mine in enumerate(neighbours):
        mine.sort(key=lambda j: line.cost(i, j))
    partner = maximum_matching(neighbours)
    alone = [i for i, j in enumerate(partner) if j == ALONE]
    pairs = [(i, j) for i, j in enumerate(partner) if i < j]
    pairs = sorted(pairs + list(zip(alone[::2], alone[1::2], strict=True)))

    improved = True
    while improved:
        improved = False
        for x in range(len(pairs)):
            for y in range(x + 1, len(pairs)):
                a, b, c, d = sorted(pairs[x] + pairs[y])
                for one, other in (((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))):
                    if line.cost(*one) + line.cost(*other) < line.cost(*pairs[x]) + line.cost(*pairs[y]):
                        pairs[x], pairs[y] = one, other
                        improved = True
    return tuple(sorted(pairs))
