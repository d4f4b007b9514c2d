"""A group of at least half of the players: who needs to be looked at when its members are to be kept apart.

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
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence, Set


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
