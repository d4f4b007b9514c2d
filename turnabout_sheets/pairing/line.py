"""The closest perfect matching of players who stand on a line: an exact dynamic program without a matching library.

The problem
    An even number of players stand in order, best first. Pairing i with j costs, compared in this order, a penalty
    if the two have met, the square of their score difference, and the square of the difference of their positions.
    Find a pairing of everyone with the smallest total. In general this needs a weighted matching algorithm. On a
    line, where hardly anyone has met anyone, it does not.

The theorem
    Call a pair *fresh* if the two have not met, and let m(i) be the number of players whom i has met.
    In every best pairing, whoever are paired as i and j stand at most m(i) + m(j) + 1 places apart.

Why
    1. Uncrossing. Take four players w < x < y < z. They can be paired in three ways: apart (wx, yz), crossing
       (wy, xz) or nested (wz, xy). Write u, v, t for the gaps between neighbours; then the squares add up to
       u² + t² when apart, (u+v)² + (v+t)² when crossing, and (u+v+t)² + v² when nested, which is 2ut more than
       crossing. So "apart" costs no more than "crossing", and that no more than "nested". For score differences the
       gaps may be 0 and the costs equal; for positions the gaps are at least 1 and the costs differ. Hence
       in a best pairing two pairs never cross where the pairs "apart" would both be fresh, and are never nested
       where the pairs "apart", or the pairs "crossing", would both be fresh: exchanging them would add no penalty, no
       score difference, and take away some difference of position.
    2. Counting. Let i and j be paired, and let x stand between them, paired with y. If y stands outside, the two pairs
       cross, and 1 says that one of the exchanged pairs is not fresh. Both exchanged pairs consist of one of i, j and
       one of x, y: so x and y account for one meeting of i or j. If y stands between i and j too, the pairs are
       nested, both exchanges are barred, and x and y account for two different meetings of i or j. Either
       way, everyone between i and j accounts for a meeting of their own, and there are only m(i) + m(j) of them.

The program
    Walk the standing from the bottom to the top. A *state* is the set of players passed so far who still wait for a
    partner higher up; by the theorem they all stand in a short window behind the walker. For each state keep the
    cheapest way to reach it, and for each player who waits the partners that 1 leaves open: when p is paired with a,
    some later partners of those who go on waiting would make an exchange possible, and are struck out. Where ways
    meet in one state their open partners are united: that can only admit more pairings, all of them legal, so nothing
    is lost. A way on which someone who waits has no partner left is given up.

Equal pairings
    1 holds for every best pairing, so all of them survive to the end of the walk. The last choice made at a state is
    the partner of its highest player; taking the highest such partner among equals gives, from the top down: the
    best player has the highest partner that any best pairing gives them, then the next player who is still unpaired,
    and so on. This fixed rule depends on the standing and the meetings alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Pair = tuple[int, int]
Trail = tuple[Pair, "Trail"] | None  # the pairs made on the way to a state, last one first
State = tuple[int, int, tuple[int, ...], Trail]  # cost, last partner, open partners of all who wait, pairs made


def closest_on_line(
    scores: Sequence[int],
    penalties: Sequence[Mapping[int, int]],
    *,
    only_fresh: bool,
    budget: int,
) -> list[Pair] | None:
    """Return the best pairing of an even number of players as (higher, lower) positions, ascending.

    `scores` stand in order, best first. `penalties[i]` gives a penalty of at least 1 for each position that i should
    not meet again; players missing from it are fresh. `only_fresh` admits fresh pairs only: to be used where a
    pairing of fresh pairs is known to exist. The best pairing has the smallest sum of penalties, then of squared score
    differences, then of squared differences of position, then the order told in the description of this module.

    Returns None if that takes more than `budget` states.
    """
    players = len(scores)
    # Weights that make one integer of the three sums: no sum of squares can reach the weight above it.
    score_weight = players**3
    penalty_weight = (players * (scores[0] - scores[-1]) ** 2 + 1) * score_weight if players else 1
    most_met = max(map(len, penalties), default=0)
    window = 2 * most_met + 1
    # Bit k of both stands for player i - 1 - k: whom of those in the window i has met, and whom i can be paired with.
    met_above = [sum(1 << (i - 1 - j) for j in penalties[i] if i - window <= j < i) for i in range(players)]
    choices = [
        sum(
            1 << (i - 1 - j)
            for j in range(max(0, i - len(penalties[i]) - most_met - 1), i)
            if i - j <= len(penalties[i]) + len(penalties[j]) + 1 and not (only_fresh and j in penalties[i])
        )
        for i in range(players)
    ]

    layer: dict[tuple[int, ...], State] = {(): (0, 0, (), None)}
    for p in range(players - 1, -1, -1):
        budget -= len(layer)
        if budget < 0:
            return None
        following: dict[tuple[int, ...], State] = {}
        met_p, choices_p = penalties[p], choices[p]
        for waiting, (cost, _, partners, trail) in layer.items():
            # Bit k of `partners` stands for player p - k, bit k of `later` for player p - 1 - k.
            later = [mask >> 1 for mask in partners]

            if choices_p and len(waiting) < p and 0 not in later:  # p waits, too
                following[*waiting, p] = (cost, 0, (*later, choices_p), trail)

            for index, a in enumerate(waiting):  # p and a are paired
                if not partners[index] & 1:
                    continue
                met_a, met_above_a = penalties[a], met_above[a] >> (a - p)
                remaining = []
                for other, b in enumerate(waiting):
                    if b == a:
                        continue
                    mask = later[other]
                    if b not in met_a:
                        mask &= met_above[p]
                    if b > a and b not in met_p:
                        mask &= met_above_a
                    if not mask:
                        break
                    remaining.append(mask)
                else:
                    price = (scores[p] - scores[a]) ** 2 * score_weight + (a - p) ** 2
                    if a in met_p:
                        price += met_p[a] * penalty_weight
                    total = cost + price
                    key = waiting[:index] + waiting[index + 1 :]
                    state: State = (total, a, tuple(remaining), ((p, a), trail))
                    rival = following.get(key)
                    if rival is not None:
                        united = tuple([mine | theirs for mine, theirs in zip(remaining, rival[2], strict=True)])
                        best = min(state, rival)
                        state = (best[0], best[1], united, best[3])
                    following[key] = state
        layer = following
    pairs = []
    trail = layer[()][3]
    while trail is not None:
        pair, trail = trail
        pairs.append(pair)
    return pairs
