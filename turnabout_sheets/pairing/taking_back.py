"""Taking back pairs where the moves of a pile run out, as few as possible (netrunner 2.5.7).

Cards are numbers that rise in pile order: the highest pile first, in each the best on top.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from turnabout_sheets.pairing.matching import MOST_BITS, pair_cheapest

Meetings = Sequence[Mapping[int, int]]
Pair = tuple[int, int]


class TakenBack(NamedTuple):
    """What was done about the cards that were left when the moves of a pile, or of several, had run out."""

    piles: tuple[int, ...]  # 0 is the highest; several where fewer pairs are enough for all
    left: tuple[int, ...]  # the cards left there, in pile order
    pairs: tuple[Pair, ...]  # those that were taken back and not made again, the last made first; often none
    instead: tuple[Pair, ...]  # how the cards of both are paired, with others left below if needed; higher card first


class _Table(NamedTuple):
    """What lies on the table when the cards of some piles are settled; at first there is only `made` and `left`."""

    made: list[list[Pair]]
    left: list[list[int]]
    taken: Sequence[Pair] = ()
    instead: Sequence[Pair] = ()

    @property
    def stuck(self) -> list[int]:
        """Return the piles in which cards are left."""
        return [pile for pile, cards in enumerate(self.left) if cards]


def pair_what_is_left(
    pile_of: Sequence[int], made: Sequence[Sequence[Pair]], left: Sequence[Sequence[int]], met: Meetings
) -> tuple[list[Pair], list[TakenBack]]:
    """Return all pairs of a round, and what was taken back for it.

    `pile_of[card]` is the card's pile. `made[k]` are the pairs of pile k, the first made first, and `left[k]` the cards
    left there; all together are an even number. `met[card]` maps each card met to the round of the last meeting.
    Rematches are paired only where everybody together cannot be paired without: the fewest, of these the oldest. The
    piles are settled from the highest down, and together only where that takes back fewer pairs.
    """
    table, done = _Table([[*pairs] for pairs in made], [[*cards] for cards in left]), []
    while stuck := table.stuck:
        piles, settled = stuck, _settle(stuck, pile_of, table, met)
        for size in range(1, len(stuck)):
            part = _settle(stuck[:size], pile_of, table, met)
            later = _settle(part.stuck, pile_of, part, met).taken if part.stuck else ()
            if len(part.taken) + len(later) <= len(settled.taken):
                piles, settled = stuck[:size], part
                break
        taken = tuple(pair for pair in settled.taken if pair not in settled.instead)
        instead = tuple(pair for pair in settled.instead if pair not in settled.taken)
        cards = tuple(card for pile in piles for card in table.left[pile])
        done.append(TakenBack(tuple(piles), cards, taken, instead))
        table = settled
    return [pair for pairs in table.made for pair in pairs], done


def _settle(stuck: Sequence[int], pile_of: Sequence[int], table: _Table, met: Meetings) -> _Table:
    """Take back as few pairs as possible so that the cards left in some piles can be paired, and pair them.

    Only pairs of these piles may be taken back: those made there, and those for which others took one of their cards.
    Where all of them are not enough, those of the nearest pile may be, too, of two the lower one first, and so on.
    Where everybody together cannot be paired, all are taken back. An odd number is made even by cards that are left in
    another pile.
    """
    left = [[*cards] for cards in table.left]
    free: list[int] = []
    may_go: list[Pair] = []
    near = sorted(range(len(left)), key=lambda pile: min((abs(pile - each), pile < each) for each in stuck))
    for piles in (near[: len(stuck)], *([pile] for pile in near[len(stuck) :])):
        for pile in piles:
            free += left[pile]
            left[pile].clear()
        for cards in left:
            if len(free) % 2 and len(cards) % 2:
                free += cards
                cards.clear()
        may_go += [
            pair
            for at, pairs in reversed([*enumerate(table.made)])
            for pair in reversed(pairs)
            if (at in piles or pile_of[pair[1]] in piles) and pair not in may_go
        ]
        taken = find_fewest(free, may_go, met)
        if taken is not None:
            break
    else:
        taken = may_go
    instead = pair_nearest_to_split(sorted([*free, *(card for pair in taken for card in pair)]), met)
    made = [[pair for pair in pairs if pair not in taken] for pairs in table.made]
    made[stuck[0]] += instead
    return _Table(made, left, taken, instead)


def find_fewest(free: Sequence[int], made: Sequence[Pair], met: Meetings) -> list[Pair] | None:
    """Return the fewest pairs to take back so that those free can be paired without a rematch (netrunner 2.5.7).

    `made` are the pairs that may be, the first to be taken back first. Of equally few, the first is among them if it
    can be, then the second, and so on; None where all of them are not enough.

    It is a matching of all cards that keeps as many of the pairs as can stand. Which of equally few it is costs a bit
    for each pair, so these are settled in steps, as many at once as costs can hold.
    """
    taken: list[Pair] = []
    open_pairs = [*made]
    while True:
        cards = [*free, *(card for pair in (*taken, *open_pairs) for card in pair)]
        at_once = min(len(open_pairs), max(MOST_BITS - len(cards).bit_length(), 1))
        # A pair that stands is worth more than the bits of all; its own makes it the dearer, the sooner it is to go.
        bits = [1 << at for at in reversed(range(at_once))] + [0] * (len(open_pairs) - at_once)
        cost = {frozenset(pair): bit - (1 << at_once) for pair, bit in zip(open_pairs, bits, strict=True)}
        costs = [
            (i, j, cost.get(frozenset((a, b)), 0))
            for (i, a), (j, b) in combinations(enumerate(cards), 2)
            if b not in met[a]
        ]
        paired = {frozenset((cards[i], cards[j])) for i, j in pair_cheapest(len(cards), costs)}
        if 2 * len(paired) < len(cards):
            return None
        taken += [pair for pair in open_pairs[:at_once] if frozenset(pair) not in paired]
        open_pairs = open_pairs[at_once:]
        if not open_pairs:
            return taken


def pair_nearest_to_split(cards: Sequence[int], met: Meetings) -> tuple[Pair, ...]:
    """Pair an even number of cards as near as possible to first half against second half (netrunner 2.5.7).

    The best pairing has, in this order, the fewest rematches; the smallest sum of the rounds in which those met last;
    the smallest sum of squared differences between the distance of a pair in `cards` and half their number; then the
    highest card has the partner nearest to half below it, of two the upper; then the next highest, and so on.
    """
    half = len(cards) // 2
    most_distance = half * half**2 + 1
    most_rounds = half * max((last for card in cards for last in met[card].values()), default=0) + 1

    def cost(upper: int, lower: int) -> int:
        last = met[cards[upper]].get(cards[lower], 0)
        return (bool(last) * most_rounds + last) * most_distance + (lower - upper - half) ** 2

    # How near the partner is, for each upper card a digit, the highest card's first; as many at once as costs can hold.
    base = max(2 * half, 2)
    widest = (2 * most_rounds * most_distance + 1) * len(cards)
    digits = max((MOST_BITS - widest.bit_length()) // base.bit_length(), 1)

    def nearness(upper: int, lower: int) -> int:
        off = lower - upper - half
        return 2 * off if off >= 0 else -2 * off - 1

    open_places, pairs = list(range(len(cards))), []
    while open_places:
        costs = (
            (
                i,
                j,
                cost(upper, lower) * base**digits
                + (nearness(upper, lower) * base ** (digits - 1 - i) if i < digits else 0),
            )
            for (i, upper), (j, lower) in combinations(enumerate(open_places), 2)
        )
        found = pair_cheapest(len(open_places), costs)
        settled = [(open_places[i], open_places[j]) for i, j in found if i < digits]
        pairs += settled
        gone = {place for pair in settled for place in pair}
        open_places = [place for place in open_places if place not in gone]
    return tuple((cards[upper], cards[lower]) for upper, lower in sorted(pairs))
