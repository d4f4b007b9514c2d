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
       where the pairs "apart", or the pairs "crossing", would both be fresh: exchanging them would add no penalty
       and no score difference, and take away some difference of position.
    2. Counting. Let i and j be paired, and let x stand between them, paired with y. If y stands outside, the two pairs
       cross, and 1 says that one of the exchanged pairs is not fresh. Each exchanged pair consists of one of i, j and
       one of x, y: so x and y account for one meeting of i or j. If y stands between i and j too, the pairs are
       nested, both exchanges are barred, and x and y account for two different meetings of i or j. Either
       way, everyone between i and j accounts for a meeting of their own, and there are only m(i) + m(j) of them.

The walk
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

Hard rounds
    The number of states grows with the meetings in the window, most where nearly everyone is tied. Then `matching`
    takes over. It is exact, but slow where there are many players, and for these `shares` come in: they give every pair
    a surplus of 0 or more, almost all of it 0 in a best pairing. A narrow walk by the smallest surplus finds a good
    pairing; a wider one may leave out whatever exceeds that, and proves the best. `closest` decides how far this goes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import nsmallest

Pair = tuple[int, int]
Trail = tuple[Pair, "Trail"] | None  # the pairs made on the way to a state, last one first
State = tuple[int, int, tuple[int, ...], Trail]  # surplus, last partner, open partners of all who wait, pairs made


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """An even number of players on a line, and what it costs to pair them."""

    scores: Sequence[int]
    """Best first."""
    penalties: Sequence[Mapping[int, int]]
    """For each player, a penalty of at least 1 for everyone they should not meet again; all others are fresh."""
    choices: Sequence[Sequence[int]]
    """For each player, whom higher up they may be paired with, nearest first; by the theorem, nobody else is needed."""
    score_weight: int
    penalty_weight: int

    def cost(self, i: int, j: int) -> int:
        """Return the cost of pairing two players: one number in which the more important part always decides."""
        return (
            self.penalties[i].get(j, 0) * self.penalty_weight
            + (self.scores[i] - self.scores[j]) ** 2 * self.score_weight
            + (i - j) ** 2
        )


def make_score_line(scores: Sequence[int], penalties: Sequence[Mapping[int, int]], *, only_fresh: bool) -> ScoreLine:
    """Return the line of an even number of players.

    `only_fresh` leaves the pairs that have a penalty out: to be used where a pairing of fresh pairs exists.
    """
    players = len(scores)
    most_met = max(map(len, penalties), default=0)
    choices = [
        [
            j
            for j in range(i - 1, max(-1, i - len(penalties[i]) - most_met - 2), -1)
            if i - j <= len(penalties[i]) + len(penalties[j]) + 1 and not (only_fresh and j in penalties[i])
        ]
        for i in range(players)
    ]
    # No sum of squared differences can reach the weight of what is more important.
    score_weight = players**3
    penalty_weight = (players * (scores[0] - scores[-1]) ** 2 + 1) * score_weight if players else 1
    return ScoreLine(scores, penalties, choices, score_weight, penalty_weight)


@dataclass(frozen=True, slots=True)
class Found:
    """The result of a walk."""

    pairs: tuple[Pair, ...]
    """(higher, lower) positions, ascending."""
    surplus: int
    """Twice the cost of the pairs less all shares."""
    best: bool
    """Whether no state was left out that could have led to a better pairing, or to an equal one."""


def walk(
    line: ScoreLine, shares: Sequence[int], *, width: int, limit: int | None = None, give_up: bool = False
) -> Found | None:
    """Walk up the line and return the best pairing found, or None if there was none on the way.

    `shares` are those of `dual_prices`, or all 0. The surplus of a pair is twice its cost less the shares of
    both; the walk minimizes the sum. From each player the `width` states with the smallest surplus go on, and none
    whose surplus exceeds `limit`, which is to be that of a known pairing. `give_up` ends a walk that gets wider.
    """
    players = len(line.scores)
    penalties = line.penalties
    window = 2 * max(map(len, penalties), default=0) + 1
    surplus = [{j: 2 * line.cost(i, j) - shares[i] - shares[j] for j in line.choices[i]} for i in range(players)]
    if limit is not None:
        surplus = [{j: extra for j, extra in mine.items() if extra <= limit} for mine in surplus]
    # Bit k of both stands for player i - 1 - k: whom of those in the window i has met, and whom i can be paired with.
    met_above = [sum(1 << (i - 1 - j) for j in penalties[i] if i - window <= j < i) for i in range(players)]
    choices = [sum(1 << (i - 1 - j) for j in surplus[i]) for i in range(players)]
    left_out: int | None = None  # the smallest surplus of a state that was left out for the width

    layer: dict[tuple[int, ...], State] = {(): (0, 0, (), None)}
    for p in range(players - 1, -1, -1):
        following: dict[tuple[int, ...], State] = {}
        met_p, choices_p = penalties[p], choices[p]
        for waiting, (spent, _, partners, trail) in layer.items():
            # Bit k of `partners` stands for player p - k, bit k of `later` for player p - 1 - k.
            later = [mask >> 1 for mask in partners]

            if choices_p and len(waiting) < p and 0 not in later:  # p waits, too
                following[*waiting, p] = (spent, 0, (*later, choices_p), trail)

            for index, a in enumerate(waiting):  # p and a are paired
                if not partners[index] & 1:
                    continue
                total = spent + surplus[a][p]
                if limit is not None and total > limit:
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
                    key = waiting[:index] + waiting[index + 1 :]
                    state: State = (total, a, tuple(remaining), ((p, a), trail))
                    rival = following.get(key)
                    if rival is not None:
                        united = tuple([mine | theirs for mine, theirs in zip(remaining, rival[2], strict=True)])
                        best = min(state, rival)
                        state = (best[0], best[1], united, best[3])
                    following[key] = state
        if len(following) > width:
            if give_up:
                return None
            ranked = nsmallest(width + 1, following.items(), key=lambda item: (item[1][0], item[0]))
            least = ranked.pop()[1][0]
            left_out = least if left_out is None else min(left_out, least)
            following = dict(ranked)
        layer = following
    if not layer:
        return None
    total, _, _, trail = layer[()]
    pairs = []
    while trail is not None:
        pair, trail = trail
        pairs.append(pair)
    return Found(tuple(pairs), total, best=left_out is None or total < left_out)
