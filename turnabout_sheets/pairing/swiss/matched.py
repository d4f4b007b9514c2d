"""The best pairing of a line by a matching algorithm: exact whatever the history, but slow for thousands of players."""

from __future__ import annotations

from turnabout_sheets.pairing.swiss.cheapest import first_of_cheapest
from turnabout_sheets.pairing.swiss.dynamic_program import Line, Pair


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
    return first_of_cheapest(costs)
