"""The best pairing of a line by a matching algorithm: exact whatever the history, but slow for thousands of players."""

from __future__ import annotations

from turnabout_sheets.pairing.blossom import cheapest_matching
from turnabout_sheets.pairing.line import Line, Pair


def matched_pairing(line: Line) -> tuple[Pair, ...]:
    """Return the best pairing of a line as (higher, lower) positions, ascending.

    Among those that cost the same it is the one in which the first player has the highest partner, then the next player
    who is not yet paired, and so on. A pairing must exist.
    """
    players = len(line.scores)
    costs: list[dict[int, int]] = [{} for _ in range(players)]
    for i, choices in enumerate(line.choices):
        for j in choices:
            costs[i][j] = costs[j][i] = line.cost(i, j)
    level = cheapest_matching(costs).level

    # The cost, followed by one digit for each player: how far below is the partner, 0 for the lower of a pair. Numbers
    # so long are slow, so only the few pairs are looked at that may occur in a pairing with the smallest cost.
    digit = [players ** (players - 1 - i) for i in range(players)]
    long_costs = [
        {j: costs[i][j] * players**players + abs(i - j) * digit[min(i, j)] for j in partners}
        for i, partners in enumerate(level)
    ]
    return tuple((i, j) for i, j in enumerate(cheapest_matching(long_costs).partner) if i < j)
