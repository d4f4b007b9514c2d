"""The closest pairing of a round, worked out on its own (rules 1.4.1 and 1.5.1 to 1.5.7).

A set of players that are still to be paired has one best way, whatever came before: so all pairings are looked at. Of
a large field, a matching by networkx. Of the program only the standing order and the points before a round are taken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache, reduce
from itertools import combinations
from typing import Any

import networkx as nx

from turnabout_sheets.event.model import BYE, Player
from turnabout_sheets.event.results import Results
from turnabout_sheets.rounds import swiss

Key = tuple[Any, ...]
"""What decides between pairings, the smaller the better, what counts more first."""

CRITERIA = ("rematches", "bye", "bye", "newer", "grouped", "squares", "places")
"""The same, by what `why` calls them."""


class Oracle:
    """A round as it was paired, and the best pairings of its players."""

    def __init__(self, found: Results, number: int) -> None:
        event, self.number = found.event, number
        asked = _asked(event.players, number)
        rows = [
            match for match in event.rounds[number] if match.b != BYE or (match.ruling is None and match.a not in asked)
        ]
        there = {each for match in rows for each in match.pair if each != BYE}
        self.order = [each.number for each in swiss.standing_order(found, number, [event.players[i] for i in there])]
        self.points = {each: int(found.after[number - 1]["points"][each]) for each in there}
        self.group = {each: event.players[each].group.casefold() for each in there if event.players[each].group}
        per_session = (event.settings.rounds_per_session or (99,))[0]
        first = (number - 1) // per_session * per_session + 1
        before = [match for match in event.rows if first <= match.round < number]
        self.met = {frozenset(match.pair): match.round for match in sorted(before, key=lambda match: match.round)}
        self.byes = Counter(match.a for match in before if match.b == BYE and match.ruling is None)
        for match in before:
            if match.ruling in ("A no-show", "B no-show"):
                self.byes[match.b if match.ruling.startswith("A") else match.a] += 1
        self.apart = number <= event.settings.keep_apart
        self.pairs = {frozenset(match.pair) for match in rows}
        self._ways: dict[tuple[int | None, bool], Any] = {}

    def distance(self, a: int, b: int) -> int:
        return abs(self.points[a] - self.points[b])

    def together(self, a: int, b: int) -> bool:
        return self.apart and self.group.get(a, a) == self.group.get(b, b)

    def _cost(self, seat: dict[int, int], a: int, b: int, free: bool) -> tuple[int, ...]:
        met = self.met.get(frozenset((a, b)))
        barred = (met is not None, met or 0, self.together(a, b)) if not free else (0, 0, 0)
        return *map(int, barred), self.distance(a, b) ** 2, (seat[a] - seat[b]) ** 2

    def _best(self, bye: int | None, pair: frozenset[int], free: bool) -> tuple[int, ...] | None:
        """Return the best sum with a bye and a pair: None if these are not of different players."""
        if bye in pair:
            return None
        if (bye, free) not in self._ways:
            self._ways[bye, free] = self._walk(bye, free)
        seat, best = self._ways[bye, free]
        left = frozenset(seat) - pair
        return _add(best(left), self._cost(seat, *pair, free) if pair else (0,) * 5)

    def _walk(self, bye: int | None, free: bool) -> Any:
        seat = {each: place for place, each in enumerate(each for each in self.order if each != bye)}
        costs = {(a, b): self._cost(seat, a, b, free) for a in seat for b in seat if a != b}

        @cache
        def best(left: frozenset[int]) -> tuple[int, ...]:
            if not left:
                return (0,) * 5
            first = min(left, key=seat.__getitem__)
            return min(_add(best(left - {first, other}), costs[first, other]) for other in left - {first})

        return seat, best

    def key(self, bye: int | None, sums: tuple[int, ...]) -> Key:
        turn = (0, 0) if bye is None else (self.byes[bye], -self.order.index(bye))
        return (sums[0], *turn, *sums[1:])

    def best(self, *pair: int) -> Key:
        """Return how good the best pairing of all is, or that of all in which two meet."""
        byes = self.order if len(self.order) % 2 else [None]
        found = ((bye, self._best(bye, frozenset(pair), False)) for bye in byes)
        return min(self.key(bye, sums) for bye, sums in found if sums is not None)

    def would_meet(self, a: int, b: int) -> bool:
        """Whether two meet in a closest pairing if all can meet, with the bye as it is by the rules."""
        bye = self.bye
        two = self._best(bye, frozenset((a, b)), True)
        return two is not None and two == self._best(bye, frozenset(), True)

    @property
    def bye(self) -> int | None:
        """Who has the bye in the best pairing."""
        return self.order[-self.best()[2]] if len(self.order) % 2 else None

    def weigh(self, pairs: Iterable[frozenset[int]]) -> Key:
        """Return how good a pairing is; it has everybody once."""
        byes = [each for pair in pairs if BYE in pair for each in pair - {BYE}]
        couples = [tuple(pair) for pair in pairs if BYE not in pair]
        assert sorted([*byes, *(each for pair in couples for each in pair)]) == sorted(self.order)
        bye = byes[0] if byes else None
        seat = {each: place for place, each in enumerate(each for each in self.order if each != bye)}
        sums: tuple[int, ...] = (0,) * 5
        for a, b in couples:
            sums = _add(sums, self._cost(seat, a, b, False))
        return self.key(bye, sums)


class LargeOracle(Oracle):
    """The same of a field of which not all pairings can be looked at."""

    def __init__(self, found: Results, number: int) -> None:
        super().__init__(found, number)
        self._found: dict[Any, tuple[int, ...]] = {}
        self._with_bye: dict[tuple[int, ...], int] = {}

    def _best(self, bye: int | None, pair: frozenset[int], free: bool) -> tuple[int, ...] | None:
        if bye in pair:
            return None
        if (bye, pair, free) not in self._found:
            seat = {each: place for place, each in enumerate(each for each in self.order if each != bye)}
            left = [each for each in seat if each not in pair]
            costs = {(a, b): self._cost(seat, a, b, free) for a, b in combinations(left, 2)}
            sums = self._cost(seat, *pair, free) if pair else (0,) * 5
            matched = [costs[edge] for edge in match_all(costs)]
            self._found[bye, pair, free] = reduce(_add, matched, sums)
        return self._found[bye, pair, free]

    def best(self, *pair: int) -> Key:
        if len(self.order) % 2 == 0:
            return super().best(*pair)
        if pair not in self._with_bye:
            self._with_bye[pair] = self._find_bye(frozenset(pair))
        bye = self._with_bye[pair]
        sums = self._best(bye, frozenset(pair), False)
        assert sums is not None
        return self.key(bye, sums)

    def _find_bye(self, pair: frozenset[int]) -> int:
        """Return who has the bye where two meet: that is settled before all but the rematches."""
        left = [each for each in self.order if each not in pair]
        costs = {two: (int(frozenset(two) in self.met), 0, 0) for two in combinations(left, 2)}
        costs |= {(each, BYE): (0, self.byes[each], -self.order.index(each)) for each in left}
        return next(a for a, b in match_all(costs) if b == BYE)


def match_all(costs: Mapping[tuple[int, int], tuple[int, ...]]) -> list[tuple[int, int]]:
    """Return the pairs of everybody whose sum is the least, what counts more first."""
    base = 1 + len(costs) * max(abs(part) for cost in costs.values() for part in cost)
    graph = nx.Graph()
    for edge, cost in costs.items():
        graph.add_edge(*edge, weight=reduce(lambda sum, part: sum * base * 2 + part, cost, 0))
    found = nx.min_weight_matching(graph)
    assert 2 * len(found) == len(graph)
    return [edge if edge in costs else edge[::-1] for edge in found]


def _asked(players: Iterable[Player], number: int) -> set[int]:
    return {player.number for player in players if number in player.byes}


def _add(some: tuple[int, ...], more: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(some, more, strict=True))
