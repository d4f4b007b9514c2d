"""Single and double elimination (rules 1.11).

All who are unbeaten play a seeded bracket. In a double elimination those beaten once are paired again in each round, so
that any number of players, drop-outs and changes by hand do no harm.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from turnabout_sheets.pairing.lots import add_lots
from turnabout_sheets.pairing.matching import pair_cheapest
from turnabout_sheets.pairing.swiss import Pairing

Meetings = Sequence[Mapping[int, int]]


def first_bracket(players: int) -> tuple[tuple[int, int | None], ...]:
    """Return the slots of round 1 (rules 1.11.1): who meets whom by seed, 0 the best; None is a bye.

    The winners of the 1st and 2nd slot meet in the next round, those of the 3rd and 4th, and so on. As long as the
    better seed wins, the best of each round meets the last, 0 to 3 are in the semifinals, and 0 and 1 in the final.
    The better seed is named first; the best seeds have the byes.
    """
    order = [0]
    while len(order) < players:
        size = 2 * len(order)
        both = [(seed, size - 1 - seed) for seed in order]
        order = [seed for k, pair in enumerate(both) for seed in (reversed(pair) if k % 2 else pair)]
    slots = (sorted(slot) for slot in zip(order[::2], order[1::2], strict=True))
    return tuple((better, other if other < players else None) for better, other in slots)


def lower_bracket(seeds: Sequence[int], met: Meetings, byes: Sequence[int]) -> Pairing:
    """Return the pairing of those who are beaten once (rules 1.11.5), by their positions in the order of seeds.

    `met[i]` maps each position that i has met to the round (1, 2, 3 …) in which the two met last, symmetrically.
    `byes[i]` counts the byes that i has had. The best pairing is the one with, in this order,

    1. the fewest rematches, and the oldest: the smallest sum of their rounds;
    2. if the number of players is odd, the bye for the best seed of those with the fewest byes so far;
    3. the smallest sum of (i + j − (m − 1))² over all pairs i, j, where 0 … m − 1 are those who are paired: the best
       meets the last, the second best the last but one, as far as possible;
    4. the smallest sum of lots (`make_lots`).
    """
    bye = _bye(met, byes) if len(seeds) % 2 else None
    seated = [i for i in range(len(seeds)) if i != bye]
    last = len(seated) - 1
    fold = len(seated) ** 3 + 1  # more than any sum of the squares
    penalties = _penalties(met)
    costs = (
        (a, b, penalties[i].get(j, 0) * fold + (a + b - last) ** 2)
        for a, i in enumerate(seated)
        for b, j in enumerate(seated[:a])
    )
    pairs = tuple((seated[a], seated[b]) for a, b in pair_cheapest(len(seated), add_lots(len(seated), costs)))
    return Pairing(pairs, bye, rematches=sum(j in met[i] for i, j in pairs))


def rounds_of_single(players: int) -> int:
    """Return the number of rounds that make one winner (rules 1.5.10): 0 if there is nobody to play."""
    return max(players - 1, 0).bit_length()


def rounds_of_double(players: int) -> int:
    """Return the number of rounds until the unbeaten player meets the last who was beaten once; not a further match."""
    if players < 2:
        return 0
    unbeaten = 1 << rounds_of_single(players) - 1
    beaten_once = players - unbeaten
    rounds = 1
    while (unbeaten, beaten_once) != (1, 1):
        losers = unbeaten // 2
        unbeaten, beaten_once = unbeaten - losers, (beaten_once + 1) // 2 + losers
        rounds += 1
    return rounds + 1


def _penalties(met: Meetings) -> list[dict[int, int]]:
    """Return what pairing those who have met costs: one rematch more is worse than any rounds' sum."""
    rematch = len(met) * max((last for opponents in met for last in opponents.values()), default=0) + 1
    return [{j: rematch + last for j, last in opponents.items()} for opponents in met]


def _bye(met: Meetings, byes: Sequence[int]) -> int:
    """Return who sits out of an odd number: the partner of one more player, whose pairs cost the turn for a bye."""
    players = len(met)
    turn = [count * players + i for i, count in enumerate(byes)]
    weight = max(turn) + 1
    penalties = _penalties(met)
    costs = [(i, j, penalties[i].get(j, 0) * weight) for i in range(players) for j in range(i)]
    pairs = pair_cheapest(players + 1, [*costs, *((i, players, turn[i]) for i in range(players))])
    return next(i for i, j in pairs if j == players)
