"""Pairing by piles of cards (netrunner 1.2 to 1.4 and 2.1 to 2.5).

Players are their positions in original order (netrunner 1.3): 0 is the best, 1 the next, … The cards are laid out,
split, paired and moved as the protocol says, paragraph by paragraph. Before the first round every pairing number and
every GMP total is 0 (netrunner 1.4), so that there is a single pile.

docs/netrunner.md says how the protocol is read, and what our rulings are where it is silent.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from turnabout_sheets.pairing.swiss import find_bye
from turnabout_sheets.pairing.taking_back import TakenBack, pair_what_is_left

Meetings = Sequence[Mapping[int, int]]
Total = int | Fraction
Pair = tuple[int, int]


class Pile(NamedTuple):
    """What happened with one pile of cards."""

    number: int  # its pairing number
    cards: tuple[int, ...]  # best on top (netrunner 2.2), without those that piles above had taken by netrunner 2.3.1
    floated: Pair | None  # the bottom player, and whom he was paired with in a lower pile (netrunner 2.3.1)
    pairs: tuple[Pair, ...]  # made here (netrunner 2.3.3), as they were set aside; first, who was in the first half
    moves: tuple[tuple[str, ...], ...]  # before each of these (netrunner 2.5): ("2.5.1", "2.5.2"); mostly none
    left: tuple[int, ...]  # the cards for which there was no further move (netrunner 2.5.7), in pile order; mostly none

    @property
    def made(self) -> tuple[Pair, ...]:
        """All pairs, in the order in which they were made: netrunner 2.3.1, then 2.3.3."""
        return (*([self.floated] if self.floated else []), *self.pairs)


class PilePairing(NamedTuple):
    """One round by piles of cards."""

    piles: tuple[Pile, ...]  # what the cards gave, from the highest number down, a pile for each number (netrunner 2.2)
    taken_back: tuple[TakenBack, ...]  # for cards that were left (netrunner 2.5.7), in the order of their piles
    pairs: tuple[Pair, ...]  # all, from the upper card's pile down, and as they were made
    bye: int | None  # who sits out (netrunner 2.1), if the number of players is odd
    rematches: int  # pairs who have met before: 0 unless unavoidable


def pair_by_piles(
    numbers: Sequence[int],
    totals: Sequence[Total],
    met: Meetings,
    *,
    byes: Sequence[int] = (),
) -> PilePairing:
    """Pair a round by piles of cards (netrunner 2.1 to 2.5).

    `numbers[i]` is the pairing number and `totals[i]` the GMP total of the player at position i of the original order.
    `met[i]` maps each position that i has met to the round (1 or more) in which the two met last, symmetrically.
    `byes[i]` counts the byes that i has had; it may be empty for none. Where a rematch
    cannot be avoided, all is taken back, for the fewest and then the oldest rematches.
    """
    bye = bye_of(numbers, totals, met, byes=byes)
    order = sorted((i for i in range(len(numbers)) if i != bye), key=lambda i: (-numbers[i], -totals[i], i))
    piles = _deal([tuple(cards) for _, cards in groupby(order, numbers.__getitem__)], numbers, met)
    pairs, taken_back = _take_back(piles, order, numbers, met)
    rematches = sum(b in met[a] for a, b in pairs)
    pairs.sort(key=lambda pair: -numbers[pair[0]])
    return PilePairing(piles, taken_back, tuple(pairs), bye, rematches)


def bye_of(numbers: Sequence[int], totals: Sequence[Total], met: Meetings, *, byes: Sequence[int] = ()) -> int | None:
    """Return who receives the bye (netrunner 2.1); None for an even number of players.

    Among those with the fewest byes so far it is the player with the lowest pairing number and in it the lowest GMP
    total, of equals the last in original order, whose bye makes no more rematches necessary than another's.
    """
    players = range(len(numbers))
    if len(players) % 2 == 0:
        return None
    return find_bye(met, sorted(players, key=lambda i: (byes[i] if byes else 0, numbers[i], totals[i], -i)))


def _deal(laid: Sequence[Sequence[int]], numbers: Sequence[int], met: Meetings) -> tuple[Pile, ...]:
    """Return what the cards give, pile by pile, the highest first (netrunner 2.3); `laid` is netrunner 2.2."""
    taken: set[int] = set()
    piles = []
    for at, whole in enumerate(laid):
        cards = tuple(card for card in whole if card not in taken)
        bottom = cards[len(cards) // 2 * 2 :]
        below = [card for pile in laid[at + 1 :] for card in pile if card not in taken]
        floated = next(((card, other) for card in bottom for other in below if other not in met[card]), None)
        taken |= {*(floated or ())}
        pairs, moves, left = _pair(cards[: len(cards) - len(bottom)], met)
        stuck = tuple(card for card in cards if card in left or (card in bottom and not floated))
        piles.append(Pile(numbers[whole[0]], cards, floated, pairs, moves, stuck))
    return tuple(piles)


def _pair(cards: Sequence[int], met: Meetings) -> tuple[tuple[Pair, ...], tuple[tuple[str, ...], ...], Collection[int]]:
    """Return the pairs of an even pile, the moves before each, and the cards left when the moves run out.

    That is netrunner 2.3.2 to 2.5.
    """
    first, second = list(cards[: len(cards) // 2]), list(cards[len(cards) // 2 :])
    pairs, moves = [], []
    while first and (made := _move(first, second, met)) is not None:
        pairs.append((first.pop(0), second.pop(0)))
        moves.append(made)
    return tuple(pairs), tuple(moves), {*first, *second}


def _move(first: list[int], second: list[int], met: Meetings) -> tuple[str, ...] | None:
    """Move cards in the halves until the top two have not met; return the moves, or None if none is left.

    That is netrunner 2.4 to 2.5.7. To switch the top two is to move the top card below one.
    """
    moves = ((half, below) for below in range(1, len(first)) for half in (first, second))
    made: list[str] = []
    while second[0] in met[first[0]]:
        move = next(moves, None)
        if move is None:
            return None
        half, below = move
        half.insert(below, half.pop(0))
        made.append(f"2.5.{len(made) + 1}")
    return tuple(made)


def _take_back(
    piles: Sequence[Pile], order: Sequence[int], numbers: Sequence[int], met: Meetings
) -> tuple[list[Pair], tuple[TakenBack, ...]]:
    """Return all pairs and what was taken back (netrunner 2.5.7), with players for the places that cards have."""
    if not any(pile.left for pile in piles):
        return [pair for pile in piles for pair in pile.made], ()
    place = {player: at for at, player in enumerate(order)}
    pile_of = {pile.number: at for at, pile in enumerate(piles)}
    pairs, done = pair_what_is_left(
        [pile_of[numbers[player]] for player in order],
        [[(place[a], place[b]) for a, b in pile.made] for pile in piles],
        [[place[card] for card in pile.left] for pile in piles],
        [{place[other]: last for other, last in met[player].items() if other in place} for player in order],
    )

    def players(places: Iterable[Pair]) -> tuple[Pair, ...]:
        return tuple((order[a], order[b]) for a, b in places)

    told = (
        TakenBack(each.piles, tuple(order[card] for card in each.left), players(each.pairs), players(each.instead))
        for each in done
    )
    return [*players(pairs)], tuple(told)
