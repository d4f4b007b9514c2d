"""The best pairing of a line by a walk along it: an exact dynamic program, quick where hardly anyone has met anyone.

The walk
    Walk the standing from the bottom to the top. A *state* is the set of players passed so far who still wait for a
    partner higher up; by the theorem of `score_line` they all stand in a short window behind the walker. For each state
    keep the cheapest way to reach it, and for each player who waits the partners that the uncrossing leaves open: when
    p is paired with a, some later partners of those who go on waiting would make an exchange possible, and are struck
    out. Where ways meet in one state their open partners are united: that can only admit more pairings, all of them
    legal, so nothing is lost. A way on which someone who waits has no partner left is given up.

    The number of states grows with the penalties in the window, most where nearly everyone is tied.
"""

from __future__ import annotations

from turnabout_sheets.pairing.matching import Pair
from turnabout_sheets.pairing.swiss.score_line import ScoreLine

Trail = tuple[Pair, "Trail"] | None  # the pairs made on the way to a state, last one first
State = tuple[int, tuple[int, ...], Trail]  # cost so far, open partners of all who wait, pairs made


def walk(line: ScoreLine, *, width: int) -> tuple[Pair, ...] | None:
    """Return the best pairing as (higher, lower) positions, ascending.

    None if there is no pairing, or if at some player there are more than `width` states.
    """
    costs, penalties = line.costs, line.penalties
    players = len(costs)
    window = 2 * max(map(len, penalties), default=0) + 1
    # Bit k of both stands for player i - 1 - k: with whom of those in the window i has a penalty, and can be paired.
    barred_above = [sum(1 << (i - 1 - j) for j in penalties[i] if i - window <= j < i) for i in range(players)]
    choices = [sum(1 << (i - 1 - j) for j in costs[i]) for i in range(players)]

    layer: dict[tuple[int, ...], State] = {(): (0, (), None)}
    for p in range(players - 1, -1, -1):
        following: dict[tuple[int, ...], State] = {}
        barred_p, choices_p = penalties[p], choices[p]
        for waiting, (spent, partners, trail) in layer.items():
            # Bit k of `partners` stands for player p - k, bit k of `later` for player p - 1 - k.
            later = [mask >> 1 for mask in partners]

            if choices_p and len(waiting) < p and 0 not in later:  # p waits, too
                following[*waiting, p] = (spent, (*later, choices_p), trail)

            for index, a in enumerate(waiting):  # p and a are paired
                if not partners[index] & 1:
                    continue
                barred_a, barred_above_a = penalties[a], barred_above[a] >> (a - p)
                remaining = []
                for other, b in enumerate(waiting):
                    if b == a:
                        continue
                    mask = later[other]
                    if b not in barred_a:
                        mask &= barred_above[p]
                    if b > a and b not in barred_p:
                        mask &= barred_above_a
                    if not mask:
                        break
                    remaining.append(mask)
                else:
                    key = waiting[:index] + waiting[index + 1 :]
                    state: State = (spent + costs[a][p], tuple(remaining), ((p, a), trail))
                    rival = following.get(key)
                    if rival is not None:
                        united = tuple([mine | theirs for mine, theirs in zip(remaining, rival[1], strict=True)])
                        best = min(state, rival)
                        state = (best[0], united, best[2])
                    following[key] = state
        if len(following) > width:
            return None
        layer = following
    if not layer:
        return None
    trail = layer[()][2]
    pairs = []
    while trail is not None:
        pair, trail = trail
        pairs.append(pair)
    return tuple(pairs)
