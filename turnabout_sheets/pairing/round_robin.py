"""Round robin: everybody meets everybody once, at tables and sides that are shared out evenly.

The originals only name the method; the order of rounds, tables and sides is our ruling (rules 1.10.1).
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

Pair = tuple[int, int]


class Round(NamedTuple):
    """One round of a round robin; players are 0, 1, 2 … by seed or draw."""

    pairs: tuple[Pair, ...]  # (player A, player B) at table 1, 2, 3 …
    bye: int | None  # who sits out, if the number of players is odd


@cache
def make_schedule(players: int) -> tuple[Round, ...]:
    """Return the rounds of a round robin: one fewer than players, or as many if their number is odd.

    In the first round the best meets the last, the second best the last but one, and so on; in the last round the best
    two meet. Everybody is player A as often as player B, or once more or less. For an odd number everybody sits at each
    table exactly twice; for an even number nobody sits at one more than twice, with 4, 10, 16, 22 … players four times.

    The rounds come from the circle: player r is in the middle, and those who are at the same distance from r to both
    sides meet; in the next round r is the next on the circle. For an odd number r has the bye. For an even number one
    more player stays outside and meets r; lest these always sit at one table, they change places with the pair at
    distance k in two rounds for each k (Haselgrove and Leech, "A tournament design problem", 1977).
    """
    half = players // 2
    if players % 2 == 0:
        return tuple(Round(tuple(_sides(i, j, players) for i, j in pairs), None) for pairs in _circle(players))
    return tuple(
        Round(tuple(_sides((r - k) % players, (r + k) % players, players) for k in range(half, 0, -1)), bye=r % players)
        for r in range(half, half - players, -1)
    )


def _circle(players: int) -> list[list[Pair]]:
    """Return the rounds for an even number of players, with 0 outside."""
    others = players - 1
    rounds = []
    for i in range(others):
        r = others - i  # 1 … players − 1
        pairs = [(0, r)]
        pairs += [((r + k - 1) % others + 1, (r - k - 1) % others + 1) for k in range(1, players // 2)]
        from_middle = abs(2 * i - (others - 1))  # twice the number of rounds
        k = min(from_middle, others - from_middle)
        pairs[0], pairs[k] = pairs[k], pairs[0]
        pairs[:2] = pairs[1::-1]  # the outsider is at table 1 of the first round, and of the last
        rounds.append(pairs)
    return rounds


def _sides(i: int, j: int, players: int) -> Pair:
    """Return the pair with player A first: by whether the sum is odd or even, as in Berger's tables."""
    better, other = min(i, j), max(i, j)
    return (better, other) if (i + j + players) % 2 else (other, better)
