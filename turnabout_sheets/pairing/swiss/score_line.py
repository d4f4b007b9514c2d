"""Players on a line, best first: what it costs to pair two of them, and who need not be looked at.

The group has a members, and there are b ≤ a others. At least (a - b) / 2 pairs of members cannot be avoided, and there
are no more than these exactly where all others are paired with members. So the best pairing of those in which no two of
the others meet has the fewest pairs of members, and of these it is the closest; no pair needs a penalty for being of
this group. Whether some of the others are to be kept apart from each other does not matter.

The theorem
    Let h(i) be the number of players whom i has met. If no two of the others meet, and no two who have met, then in
    the best pairing the r-th member is paired with the s-th of the others only if -h ≤ r - s ≤ a - b + h, where
    h is h(i) + h(j) of these two.

Why
    Let i be that member, and j that other. Take a second such pair, the member u with the other v, on the wrong side:
    u stands above i and v below j, or u below i and v above j. Exchanging them for i with v and u with j pairs members
    with others as before, and makes the sum of the squared differences of scores no larger and of positions smaller
    (the middle terms of the squares differ by 2(u - i)(v - j) < 0). So in the best pairing i has met v, or j has met u;
    every pair on the wrong side accounts for one meeting of their own, and there are no more than h of them. All others
    have partners. So the r - 1 members above i are the partners of the s - 1 others above j, up to h more or fewer, and
    up to a - b who are paired with members.

The problem
    An even number of players stand in order, best first. Pairing i with j costs, compared in this order, a penalty
    if the two have met or are to be kept apart, the square of their score difference, the square of the difference of
    their places, and the lot of the two. The places are their positions, or, where two others are paired already, the
    positions among all; they ascend. Find a pairing of everyone with the smallest total.

The theorem
    Call a pair *fresh* if it has no penalty, and let m(i) be the number of players with whom i has one.
    In every best pairing, whoever are paired as i and j stand at most m(i) + m(j) + 1 places apart.

Why
    1. Uncrossing. Take four players w < x < y < z. They can be paired in three ways: apart (wx, yz), crossing
       (wy, xz) or nested (wz, xy). Write u, v, t for the gaps between neighbours; then the squares add up to
       u² + t² when apart, (u+v)² + (v+t)² when crossing, and (u+v+t)² + v² when nested, which is 2ut more than
       crossing. So "apart" costs no more than "crossing", and that no more than "nested". For score differences the
       gaps may be 0 and the costs equal; for positions the gaps are at least 1 and the costs differ. Hence
       in a best pairing two pairs never cross where the pairs "apart" would both be fresh, and are never nested
       where the pairs "apart", or the pairs "crossing", would both be fresh: exchanging them would add no penalty
       and no score difference, and take away some difference of position. Lots come after that, and change nothing.
    2. Counting. Let i and j be paired, and let x stand between them, paired with y. If y stands outside, the two pairs
       cross, and 1 says that one of the exchanged pairs is not fresh. Each exchanged pair consists of one of i, j and
       one of x, y: so x and y account for one penalty of i or j. If y stands between i and j too, the pairs are
       nested, both exchanges are barred, and x and y account for two different penalties of i or j. Either
       way, everyone between i and j accounts for a penalty of their own, and there are only m(i) + m(j) of them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence, Set
from itertools import islice
from typing import Final, NamedTuple

from turnabout_sheets.pairing.lots import LOTS, make_lots


def find_majority(apart: Sequence[Collection[int]]) -> Set[int]:
    """Return at least half of the players, who are to be kept apart from each other and from nobody else.

    `apart[i]` holds whom i is to be kept apart from. Empty if there is no such group.
    """
    largest = max(([i, *others] for i, others in enumerate(apart)), key=len, default=[])
    group = frozenset(largest)
    if 2 * len(group) < len(apart) or any(group != {i, *apart[i]} for i in group):
        return frozenset()
    return group


def bar_others(met: Sequence[Mapping[int, int]], group: Set[int]) -> list[dict[int, int]]:
    """Return whom each is not to meet: whom they have met, and if not of the group, all others who are not."""
    others = dict.fromkeys((i for i in range(len(met)) if i not in group), 1)
    barred = [dict(opponents) if i in group else {**opponents, **others} for i, opponents in enumerate(met)]
    for i in others:
        del barred[i][i]
    return barred


def limit_partners(met: Sequence[Mapping[int, int]], group: Set[int]) -> Callable[[int, int], bool]:
    """Return what says of two by the theorem whether they may be paired in the best pairing."""
    place: list[int] = []
    passed = {True: 0, False: 0}
    for i in range(len(met)):
        place.append(passed[i in group])
        passed[i in group] += 1
    surplus = passed[True] - passed[False]

    def may_meet(i: int, j: int) -> bool:
        if (i in group) == (j in group):
            return True
        ahead = place[i] - place[j] if i in group else place[j] - place[i]
        meetings = len(met[i]) + len(met[j])
        return -meetings <= ahead <= surplus + meetings

    return may_meet


MOST_PAIRS: Final = 1_000_000
"""Pairs of a line that are looked at, as many for each player: all of 1,000 players. They take 400 MB."""


class ScoreLine(NamedTuple):
    """An even number of players on a line, and what it costs to pair them."""

    penalties: Sequence[Mapping[int, int]]
    """For each player, a penalty of at least 1 for everyone they should not meet; all others are fresh."""
    costs: Sequence[Mapping[int, int]]
    """For each player, the cost of each player higher up with whom they may be paired, the nearest first.

    It is one number in which the more important part always decides.
    """
    units: tuple[int, int, int]
    """What one lot, one square of a difference of position and one of a difference of scores are of the costs."""
    complete: bool
    """Whether these are all who are needed by the theorem; else they are the nearest."""


def make_score_line(
    scores: Sequence[int],
    penalties: Sequence[Mapping[int, int]],
    places: Sequence[int],
    *,
    most_penalty: int | None = None,
    may_meet: Callable[[int, int], bool] = lambda i, j: True,
) -> ScoreLine:
    """Return the line of an even number of players, with their places among all who are paired.

    `most_penalty` leaves the pairs out whose penalty is larger: to be used to see whether there is a pairing without.
    `may_meet` leaves out pairs of which it is known that they are not in the best pairing.
    """
    players = len(scores)
    most_barred = max(map(len, penalties), default=0)
    most_choices = max(1, MOST_PAIRS // max(1, players))
    choices: list[list[int]] = []
    complete = True
    for i, penalty in enumerate(penalties):
        found = (
            j
            for j in range(i - 1, max(-1, i - len(penalty) - most_barred - 2), -1)
            if i - j <= len(penalty) + len(penalties[j]) + 1
            and (most_penalty is None or penalty.get(j, 0) <= most_penalty)
            and may_meet(i, j)
        )
        choices.append(list(islice(found, most_choices)))
        complete = complete and next(found, None) is None
    # No sum of what is less important, over all pairs, reaches the weight of what is more important.
    farthest = [(i, mine[-1]) for i, mine in enumerate(choices) if mine]
    pairs = players // 2
    weigh_places = pairs * LOTS + 1
    weigh_scores = weigh_places * (pairs * max(((places[i] - places[j]) ** 2 for i, j in farthest), default=0) + 1)
    weigh_penalties = weigh_scores * (pairs * max(((scores[i] - scores[j]) ** 2 for i, j in farthest), default=0) + 1)
    lots = make_lots(players)
    costs = []
    for i, mine in enumerate(choices):
        score, place, lot, penalty = scores[i], places[i], lots[i], penalties[i]
        costs.append(
            {
                j: penalty.get(j, 0) * weigh_penalties
                + (score - scores[j]) ** 2 * weigh_scores
                + (place - places[j]) ** 2 * weigh_places
                + lot * lots[j] % LOTS
                for j in mine
            }
        )
    return ScoreLine(penalties, costs, (1, weigh_places, weigh_scores), complete)
