"""How many players can be paired at all, and who can be left out: maximum matching in a general graph.

Edmonds' algorithm ("Paths, trees, and flowers", 1965) in its classic breadth-first form, O(n · pairs) at worst. It
knows nothing of scores; `closest` asks it only where a pairing without rematches is not certain.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

ALONE = -1


def maximum_matching(neighbours: Sequence[Sequence[int]]) -> list[int]:
    """Return the partner of each player in a pairing of as many players as possible, or `ALONE`.

    `neighbours[i]` lists, symmetrically, whom i may be paired with. They are tried in the order given, so preferred
    partners belong first: the first come are paired with the first they like, and only what must be changed is changed.
    """
    partner = [ALONE] * len(neighbours)
    for i, candidates in enumerate(neighbours):
        if partner[i] == ALONE:
            j = next((j for j in candidates if partner[j] == ALONE), ALONE)
            if j != ALONE:
                partner[i], partner[j] = j, i
    for root in range(len(neighbours)):
        if partner[root] == ALONE:
            _Search(neighbours, partner, root).augment()
    return partner


def can_be_left_out(neighbours: Sequence[Sequence[int]], partner: Sequence[int]) -> set[int]:
    """Return every player whom some maximum matching leaves alone, given one maximum matching as `partner`.

    These are the players at an even distance from a lone player on an alternating path (Gallai, Edmonds).
    """
    return {
        player
        for root in range(len(neighbours))
        if partner[root] == ALONE
        for player in _Search(neighbours, list(partner), root).outer
    }


class _Search:
    """The tree of alternating paths from one lone player, with its blossoms shrunk to their bases."""

    def __init__(self, neighbours: Sequence[Sequence[int]], partner: list[int], root: int) -> None:
        self.partner = partner
        self.parent = [ALONE] * len(neighbours)  # of an inner player: the outer player before it
        self.base = list(range(len(neighbours)))
        self.outer = {root}
        self.end = ALONE  # another lone player, if the tree has reached one
        queue = deque([root])
        while queue:
            i = queue.popleft()
            for j in neighbours[i]:
                if self.base[i] == self.base[j] or partner[i] == j:
                    continue
                if j in self.outer:
                    queue.extend(self._shrink(i, j))
                elif self.parent[j] == ALONE:
                    self.parent[j] = i
                    if partner[j] == ALONE:
                        self.end = j
                        return
                    self.outer.add(partner[j])
                    queue.append(partner[j])

    def augment(self) -> None:
        """Swap paired and unpaired along the path to the other lone player, so that both are paired."""
        j = self.end
        while j != ALONE:
            i = self.parent[j]
            following = self.partner[i]
            self.partner[i], self.partner[j] = j, i
            j = following

    def _shrink(self, i: int, j: int) -> list[int]:
        """Shrink the odd cycle that the pair of outer players i, j closes; return the players who become outer."""
        stem = self._common_base(i, j)
        blossom: set[int] = set()
        for start, other in ((i, j), (j, i)):
            player, child = start, other
            while self.base[player] != stem:
                mate = self.partner[player]
                blossom |= {self.base[player], self.base[mate]}
                self.parent[player] = child
                child = mate
                player = self.parent[mate]
        new = []
        for player in range(len(self.base)):
            if self.base[player] in blossom:
                self.base[player] = stem
                if player not in self.outer:
                    self.outer.add(player)
                    new.append(player)
        return new

    def _common_base(self, i: int, j: int) -> int:
        """Return the base of the first blossom that lies on both ways back to the root."""
        passed = set()
        while True:
            i = self.base[i]
            passed.add(i)
            if self.partner[i] == ALONE:
                break
            i = self.parent[self.partner[i]]
        while (j := self.base[j]) not in passed:
            j = self.parent[self.partner[j]]
        return j
