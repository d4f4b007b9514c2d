"""Shares: how the cost of a pairing can be laid on the players in advance."""

from __future__ import annotations

from heapq import heappop, heappush

from turnabout_sheets.pairing.swiss.dynamic_program import ScoreLine

FREE = -1


def find_dual_prices(line: ScoreLine) -> list[int]:
    """Return a share for each player so that twice the cost of any pair is at least the sum of their two shares.

    So no pairing costs less than half the sum of all shares, and the shares returned make that bound the best that can
    be had in this way: they are the dual prices of an assignment problem, in which everyone chooses and everyone is
    chosen once. It is solved by shortest augmenting paths (Jonker and Volgenant 1987), in integers. A perfect pairing
    must exist.
    """
    players = len(line.scores)
    costs: list[list[tuple[int, int]]] = [[] for _ in range(players)]
    for i, choices in enumerate(line.choices):
        for j in choices:
            cost = line.cost(i, j)
            costs[i].append((j, cost))
            costs[j].append((i, cost))

    # As chooser and as chosen, everyone has a price; two prices never exceed the cost of the pair.
    chooser = [min(cost for _, cost in options) for options in costs]
    chosen = [min(cost - chooser[i] for i, cost in options) for options in costs]
    choice = [FREE] * players
    chosen_by = [FREE] * players
    for start in range(players):
        distance: dict[int, int] = {}
        through: dict[int, int] = {}
        settled: dict[int, int] = {}
        reached = {start: 0}
        heap: list[tuple[int, int]] = []
        i, base = start, 0
        while True:
            for j, cost in costs[i]:
                length = base + cost - chooser[i] - chosen[j]
                if j not in settled and (j not in distance or length < distance[j]):
                    distance[j] = length
                    through[j] = i
                    heappush(heap, (length, j))
            base, j = heappop(heap)
            while j in settled:
                base, j = heappop(heap)
            settled[j] = base
            if chosen_by[j] == FREE:
                break
            i = chosen_by[j]
            reached[i] = base
        for k, length in settled.items():
            chosen[k] -= base - length
        for k, length in reached.items():
            chooser[k] += base - length
        while j != FREE:
            i = through[j]
            chosen_by[j] = i
            choice[i], j = j, choice[i]
    return [one + other for one, other in zip(chooser, chosen, strict=True)]
