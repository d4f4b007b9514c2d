"""Pairing by piles once more, written from the protocol's text with cards that are taken in the hand.

Numbers without a page are paragraphs of docs/netrunner.md.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, count

import networkx as nx

from tests.pairing.histories import Meetings, all_pairings
from turnabout_sheets.pairing.piles import PilePairing


@dataclass(eq=False)
class Card:
    name: int
    total: int | Fraction
    number: int
    opponents: set[int] = field(default_factory=set)


@dataclass
class Dealt:
    """A pile after the cards: the pairs in the order in which they were set aside, and who is left."""

    pairs: list[tuple[int, int]] = field(default_factory=list)
    left: list[int] = field(default_factory=list)


def may_meet(a: Card, b: Card) -> bool:
    return b.name not in a.opponents


def move_top_below(pile: deque[Card], cards: int) -> None:
    pile.insert(cards, pile.popleft())


def subroutines(first: deque[Card], second: deque[Card]) -> Iterator[None]:
    """2.5.1, 2.5.2, 2.5.3, etcetera, a step each."""
    for cards in count(1):  # to switch the top two is to move the top below one
        if len(first) <= cards and len(second) <= cards:
            return
        for pile in (first, second):
            if len(pile) > cards:
                move_top_below(pile, cards)
                yield


def lay_out_on_the_table(cards: list[Card]) -> dict[int, deque[Card]]:
    """2.2: piles by number, the highest first, for cards in original order."""
    piles: dict[int, deque[Card]] = {}
    for card in sorted(cards, key=lambda card: card.number, reverse=True):
        piles.setdefault(card.number, deque()).append(card)
    # stable, so 1.3 breaks ties
    return {number: deque(sorted(pile, key=lambda card: card.total, reverse=True)) for number, pile in piles.items()}


def pair_on_the_table(piles: dict[int, deque[Card]]) -> list[Dealt]:
    """2.3 to 2.5."""
    dealt = []
    for number, pile in piles.items():
        here = Dealt()
        dealt.append(here)
        lonely = []
        if len(pile) % 2 == 1:
            bottom = pile.pop()
            for lower in (lower for other, lower in piles.items() if other < number):
                for other in lower:
                    if may_meet(bottom, other):
                        break
                else:
                    continue
                lower.remove(other)
                here.pairs.append((bottom.name, other.name))
                break
            else:
                lonely.append(bottom)
        laid = list(pile)
        first, second = deque[Card](), pile
        while len(first) < len(second):
            first.append(second.popleft())
        while first:
            moves = subroutines(first, second)
            try:
                while not may_meet(first[0], second[0]):
                    next(moves)
            except StopIteration:
                break
            here.pairs.append((first.popleft().name, second.popleft().name))
        here.left = [card.name for card in laid if card in first or card in second] + [card.name for card in lonely]
    return dealt


def free_on_the_table(
    stuck: Sequence[int], laid: Sequence[Sequence[int]], dealt: Sequence[Dealt], met: Meetings
) -> tuple[list[Dealt], list[int], list[tuple[int, int]]]:
    """2.5.7: the piles, who is free and which pairs are gone, once as few as possible are taken back for some piles.

    The last made comes first; a pair belongs to the pile that made it, and to the one of which it has taken a card.
    """
    piles = [Dealt([*pile.pairs], [*pile.left]) for pile in dealt]
    free: list[int] = []
    may_go: list[tuple[int, int]] = []
    taken: Sequence[tuple[int, int]] | None = None
    near = sorted(range(len(piles)), key=lambda place: min((abs(place - each), place < each) for each in stuck))
    for places in ({*near[: len(stuck)]}, *({place} for place in near[len(stuck) :])):
        for first in (True, False):
            for place, pile in enumerate(piles):
                if place in places if first else len(free) % 2 and len(pile.left) % 2:
                    free += pile.left
                    pile.left = []
        theirs = {card for place in places for card in laid[place]}
        made = [(at in places or pair[1] in theirs, pair) for at, pile in enumerate(piles) for pair in pile.pairs]
        may_go += [pair for concerned, pair in made[::-1] if concerned and pair not in may_go]
        taken = fewest_by_looking(free, may_go, met)
        if taken is not None:
            break
    gone = may_go if taken is None else [*taken]
    for pile in piles:
        pile.pairs = [pair for pair in pile.pairs if pair not in gone]
    return piles, free + [card for pair in gone for card in pair], gone


def fewest_by_looking(
    free: Sequence[int], may_go: Sequence[tuple[int, int]], met: Meetings
) -> Sequence[tuple[int, int]] | None:
    """2.5.7: of all ways to take pairs back, the first of the smallest that is enough; None where all are too few."""
    if not legal([*free, *(card for pair in may_go for card in pair)], met):
        return None
    return next(
        taken
        for size in range(len(may_go) + 1)
        for taken in combinations(may_go, size)
        if legal([*free, *(card for pair in taken for card in pair)], met)
    )


def nearest_by_looking(cards: Sequence[int], met: Meetings) -> tuple[tuple[int, int], ...]:
    """2.5.7: of all pairings of cards in pile order, the one nearest to first half against second half."""
    half = len(cards) // 2

    def rank(places: Sequence[tuple[int, int]]) -> tuple[object, ...]:
        pairs = [(cards[i], cards[j]) for i, j in places]
        return (
            sum(b in met[a] for a, b in pairs),
            sum(met[a].get(b, 0) for a, b in pairs),
            sum((j - i - half) ** 2 for i, j in places),
            [(abs(j - i - half), j) for i, j in places],
        )

    best = min(all_pairings(tuple(range(len(cards)))), key=rank)
    return tuple((cards[i], cards[j]) for i, j in best)


MOST_LOOKED_AT = 10
"""Free cards up to which all of their pairings are looked at."""


def agrees_with_the_table(
    numbers: Sequence[int], totals: Sequence[int | Fraction], met: Meetings, found: PilePairing
) -> list[int]:
    """Assert that the cards on a table end as found; return how many pairs were taken back each time."""
    on_table = lay_out_on_the_table(
        [
            Card(player, totals[player], numbers[player], set(met[player]))
            for player in range(len(numbers))
            if player != found.bye
        ]
    )
    laid = [[card.name for card in pile] for pile in on_table.values()]
    order = [card for pile in laid for card in pile]
    dealt = pair_on_the_table(on_table)
    assert [pile.made for pile in found.piles] == [tuple(pile.pairs) for pile in dealt]
    assert [pile.left for pile in found.piles] == [tuple(pile.left) for pile in dealt]
    taken_back: list[int] = []
    for each in found.taken_back:
        stuck = [place for place, pile in enumerate(dealt) if pile.left]
        _, _, together = free_on_the_table(stuck, laid, dealt, met)
        for size in range(1, len(stuck) + 1):  # as few piles at once as the fewest pairs for all of them allow
            piles, free, taken = free_on_the_table(stuck[:size], laid, dealt, met)
            if len(free) > MOST_LOOKED_AT and size < len(each.piles):
                continue
            instead = tuple(pair for pair in found.pairs if set(pair) <= set(free))
            if len(free) <= MOST_LOOKED_AT:
                instead = nearest_by_looking(sorted(free, key=order.index), met)
            elif 2 * len(instead) < len(free):  # some of them are free once more
                return taken_back
            piles[stuck[0]].pairs += instead
            others = [place for place, pile in enumerate(piles) if pile.left]
            later = free_on_the_table(others, laid, piles, met)[2] if others else []
            if len(taken) + len(later) <= len(together):
                break
        assert (each.piles, each.left) == (tuple(stuck[:size]), tuple(c for at in stuck[:size] for c in dealt[at].left))
        if len(free) <= MOST_LOOKED_AT:
            assert each.pairs == tuple(pair for pair in taken if pair not in instead)
            assert set(each.instead) == set(instead) - set(taken)
        dealt = piles
        taken_back.append(len(taken))
    assert not any(pile.left for pile in dealt)
    in_order = [pair for pile in dealt for pair in pile.pairs]
    assert found.pairs == tuple(sorted(in_order, key=lambda pair: -numbers[pair[0]]))
    return taken_back


def legal(players: Sequence[int], met: Meetings) -> bool:
    """Whether players can be paired without a rematch, by a matching library."""
    graph = nx.Graph()
    graph.add_nodes_from(players)
    graph.add_edges_from((i, j) for i, j in combinations(players, 2) if j not in met[i])
    return 2 * len(nx.max_weight_matching(graph, maxcardinality=True)) == len(players)
