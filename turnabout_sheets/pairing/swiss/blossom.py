"""The cheapest perfect matching in a general graph, for rounds in which the walk along the line would get too wide.

Edmonds' primal-dual algorithm ("Maximum matching and a polyhedron with 0,1-vertices", 1965). Every player has a price,
and no pair costs less than the prices of both together; the *slack* is the difference. Only pairs without slack are
made. From all players who are still alone, trees of alternating paths grow along such pairs: players at an even
distance are *outer*, the others in a tree *inner*. An odd cycle in a tree, a *blossom*, is shrunk to one node, whose
players are all outer. Where two trees touch, the path between their roots is turned over, and two more players are
paired. Where no tree can grow, outer prices rise and inner prices fall until a pair without slack appears, or an inner
blossom has to be opened again. A blossom has a price, too, which pays for the slack that its own pairs lose.

It takes O(players · pairs) steps for each new pair at worst, and far fewer as a rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

ALONE = -1

Edge = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Cheapest:
    """A cheapest perfect matching, and where others like it are to be found."""

    partner: list[int]
    """The partner of each player."""
    level: list[list[int]]
    """For each player, all with whom they are paired in any cheapest matching, and perhaps some others."""


def cheapest_matching(costs: Sequence[Mapping[int, int]]) -> Cheapest:
    """Return a perfect matching with the smallest sum of costs.

    `costs[i][j]` is what it costs to pair i and j, given both ways; whoever is missing there cannot be paired with i.
    Raises `ValueError` if there is no perfect matching.
    """
    matching = _Matching(costs)
    while ALONE in matching.partner:
        matching.grow()
    return Cheapest(matching.partner, matching.level())


class _Matching:
    """A matching, the prices that prove it cheapest, and the blossoms. Nodes are the players, then the blossoms."""

    def __init__(self, costs: Sequence[Mapping[int, int]]) -> None:
        players = range(len(costs))
        if not all(costs):
            raise ValueError("no perfect matching: a player has nobody to be paired with")
        # Fourfold costs and even prices: whatever is halved stays whole, for the prices of all who are alone differ
        # by even numbers throughout.
        self.costs = [{j: 4 * cost for j, cost in mine.items()} for mine in costs]
        self.price = [2 * min(mine.values()) for mine in costs]
        self.partner = [ALONE] * len(costs)
        self.top = list(players)  # of each player: the outermost blossom around them, or the player
        self.inside = {i: [i] for i in players}  # of each node: its players
        self.children: dict[int, list[int]] = {}  # of each blossom: its cycle, from the child with the base
        self.links: dict[int, list[Edge]] = {}  # of each blossom: a pair between each child and the next
        self.blossom_price: dict[int, int] = {}
        self.next_blossom = len(costs)
        self.outer: set[int] = set()
        self.reached: dict[int, Edge] = {}  # of each inner node: the pair by which the tree came to it
        self.queue: list[int] = []  # outer players whose pairs are still to be looked at

    def grow(self) -> None:
        """Grow trees from all who are alone until two more players are paired."""
        self._plant()
        while True:
            while self.queue:
                i = self.queue.pop()
                for j, cost in self.costs[i].items():
                    if cost == self.price[i] + self.price[j] and self.top[i] != self.top[j] and self._touch(i, j):
                        self._open_worthless(self.outer)
                        return
            self._change_prices()

    def level(self) -> list[list[int]]:
        """Return for each player with whom they make pairs without slack, within blossoms as well as outside."""
        around: list[set[int]] = [set() for _ in self.costs]  # of each player: the blossoms they are in
        for blossom in self.children:
            for i in self.inside[blossom]:
                around[i].add(blossom)
        return [
            [
                j
                for j, cost in mine.items()
                if cost + sum(self.blossom_price[blossom] for blossom in around[i] & around[j])
                == self.price[i] + self.price[j]
            ]
            for i, mine in enumerate(self.costs)
        ]

    def _plant(self) -> None:
        """Start again with the roots alone."""
        self.outer, self.reached, self.queue = set(), {}, []
        for i, partner in enumerate(self.partner):
            if partner == ALONE:
                self._make_outer(self.top[i])

    def _make_outer(self, node: int) -> None:
        self.outer.add(node)
        self.queue.extend(self.inside[node])

    def _touch(self, i: int, j: int) -> bool:
        """Use a pair without slack from an outer player; return whether two more players are paired now."""
        node = self.top[j]
        if node in self.reached:
            return False
        if node not in self.outer:
            self.reached[node] = (i, j)
            self._make_outer(self.top[self.partner[self._base(node)]])
            return False
        mine, my_links = self._way_to_root(i)
        others, other_links = self._way_to_root(j)
        if mine[-1] != others[-1]:
            self._turn_over(i, j)
            self._turn_over(j, i)
            return True
        while len(mine) > 1 and len(others) > 1 and mine[-2] == others[-2]:
            mine.pop(), others.pop(), my_links.pop(), other_links.pop()
        links = [(a, b) for b, a in reversed(my_links)]
        self._shrink(mine[::-1] + others[:-1], [*links, (i, j), *other_links])
        return False

    def _way_to_root(self, i: int) -> tuple[list[int], list[Edge]]:
        """Return the nodes from an outer player to the root, and the pairs that lead from each to the next."""
        nodes, links = [self.top[i]], []
        while (partner := self.partner[base := self._base(nodes[-1])]) != ALONE:
            inner = self.top[partner]
            before, entered = self.reached[inner]
            nodes += [inner, self.top[before]]
            links += [(base, partner), (entered, before)]
        return nodes, links

    def _turn_over(self, i: int, j: int) -> None:
        """Pair the outer player i with j, and exchange paired and unpaired from i up to the root."""
        while True:
            node = self.top[i]
            left = self.partner[self._base(node)]
            self._rebase(node, i)
            self.partner[i] = j
            if left == ALONE:
                return
            inner = self.top[left]
            i, j = self.reached[inner]
            self._rebase(inner, j)
            self.partner[j] = i

    def _base(self, node: int) -> int:
        """Return the player of a node who is not paired within it."""
        while node in self.children:
            node = self.children[node][0]
        return node

    def _rebase(self, node: int, base: int) -> None:
        """Pair the players of a blossom with each other so that `base` is left."""
        if node not in self.children:
            return
        children, links = self.children[node], self.links[node]
        start = next(k for k, child in enumerate(children) if base in self.inside[child])
        children[:] = children[start:] + children[:start]
        links[:] = links[start:] + links[:start]
        self._rebase(children[0], base)
        for k in range(1, len(children), 2):
            i, j = links[k]
            self._rebase(children[k], i)
            self._rebase(children[k + 1], j)
            self.partner[i], self.partner[j] = j, i

    def _shrink(self, children: list[int], links: list[Edge]) -> None:
        """Make a blossom of an odd cycle of nodes; the first is the nearest to the root."""
        blossom = self.next_blossom
        self.next_blossom += 1
        self.children[blossom], self.links[blossom], self.blossom_price[blossom] = children, links, 0
        self.inside[blossom] = [i for child in children for i in self.inside[child]]
        for child in children:
            if child in self.reached:
                del self.reached[child]
                self.queue.extend(self.inside[child])
        self.outer.difference_update(children)
        self.outer.add(blossom)
        for i in self.inside[blossom]:
            self.top[i] = blossom

    def _open_worthless(self, nodes: set[int]) -> None:
        """Open the blossoms among some outermost nodes that have no price, and those that come to light."""
        waiting = [node for node in nodes if self.blossom_price.get(node) == 0]
        while waiting:
            blossom = waiting.pop()
            for child in self.children[blossom]:
                for i in self.inside[child]:
                    self.top[i] = child
                if self.blossom_price.get(child) == 0:
                    waiting.append(child)
            del self.children[blossom], self.links[blossom], self.blossom_price[blossom], self.inside[blossom]

    def _change_prices(self) -> None:
        """Raise outer and lower inner prices until something happens: the least change that makes it so."""
        steps = [self.blossom_price[node] // 2 for node in self.reached if node in self.blossom_price]
        for node in self.outer:
            for i in self.inside[node]:
                for j, cost in self.costs[i].items():
                    if (other := self.top[j]) != node and other not in self.reached:
                        slack = cost - self.price[i] - self.price[j]
                        steps.append(slack // 2 if other in self.outer else slack)
        if not steps:
            raise ValueError("no perfect matching")
        step = min(steps)
        for nodes, change in ((self.outer, step), (self.reached, -step)):
            for node in nodes:
                for i in self.inside[node]:
                    self.price[i] += change
                if node in self.blossom_price:
                    self.blossom_price[node] += 2 * change
        worthless = {node for node in self.reached if self.blossom_price.get(node) == 0}
        if worthless:  # what the trees had reached through them is reached again
            self._open_worthless(worthless)
            self._plant()
        else:
            self.queue = [i for node in self.outer for i in self.inside[node]]
