"""The cheapest pairing of all, the first where several cost the same: exact for any history, but slow for thousands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from turnabout_sheets.pairing.swiss.blossom import cheapest_matching
from turnabout_sheets.pairing.swiss.dynamic_program import ScoreLine

Pair = tuple[int, int]


def first_of_cheapest(costs: Sequence[Mapping[int, int]]) -> tuple[Pair, ...]:
    """Return the pairing with the smallest sum of costs as (higher, lower) positions, ascending.

    `costs[i][j]` is what it costs to pair i and j, given both ways. Of the pairings that cost the same it is the one in
    which the first player has the highest partner, then the next player who is not yet paired, and so on.
    Raises `ValueError` if not all can be paired.
    """
    players = len(costs)
    level = cheapest_matching(costs).level

    # The cost, followed by one digit for each player: how far below is the partner, 0 for the lower of a pair. Numbers
    # so long are slow, so only the few pairs are looked at that may occur in a pairing with the smallest cost.
    digit = [players ** (players - 1 - i) for i in range(players)]
    long_costs = [
        {j: costs[i][j] * players**players + abs(i - j) * digit[min(i, j)] for j in partners}
        for i, partners in enumerate(level)
    ]
    return tuple((i, j) for i, j in enumerate(cheapest_matching(long_costs).partner) if i < j)


def pair_line(line: ScoreLine) -> tuple[Pair, ...]:
    """Return the best pairing of a line as (higher, lower) positions, ascending.

    Among those that cost the same it is the one in which the first player has the highest partner, then the next player
    who is not yet paired, and so on. A pairing must exist.
    """
    players = len(line.scores)
    costs: list[dict[int, int]] = [{} for _ in range(players)]
    for i, choices in enumerate(line.choices):
        for j in choices:
            costs[i][j] = costs[j][i] = line.cost(i, j)
    return first_of_cheapest(costs)
