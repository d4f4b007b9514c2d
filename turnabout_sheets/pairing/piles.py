"""Pairing by piles of cards (netrunner 1.2 to 1.4 and 2.1 to 2.5).

Players are their positions in original order (netrunner 1.3): 0 is the best, 1 the next, … The cards are laid out,
split, paired and moved as the protocol says, paragraph by paragraph. Before the first round every pairing number and
every GMP total is 0 (netrunner 1.4), so that there is a single pile.

How netrunner 2.3.1 is read: piles are worked through downwards, so "the pile with the next highest pairing number" is
the next lower one in which there are cards. Its top card is taken before either pile is split, and as netrunner 2.2 has
laid that pile out; the pile below is then one card shorter, and may have become even, odd or empty by it.

Where the protocol is silent, these are our rulings:

- The bye goes to the first in the order of netrunner 2.1 who leaves a legal pairing of the others; once everybody has
  had a bye, to one with the fewest.
- If the bottom player of netrunner 2.3.1 has met the top of the next pile, he takes the highest there whom he has not
  met.
- If he has met all of them, or the moves run out (netrunner 2.5.7), the pile falls back to the closest legal pairing
  (`closest`) of its cards; where there is none, together with the pile below, with two below, and so on down to the
  last, then with the piles above too, the nearest first. So a rematch is paired only if everybody together cannot do
  without.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from turnabout_sheets.pairing.elimination import rounds_of_single
from turnabout_sheets.pairing.swiss.closest import NoLegalPairingError, closest_pairing, find_bye

Meetings = Sequence[Mapping[int, int]]
Total = int | Fraction
Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Pile:
    """What happened with one pile of cards."""

    number: int
    """Its pairing number."""
    cards: tuple[int, ...]
    """The cards as laid out by netrunner 2.2, best on top, without one that a pile above had taken by netrunner 2.3.1.

    A pile that has joined others in its fallback holds their cards too: the piles laid on each other, highest on top.
    """
    floated: Pair | None
    """The bottom player, and whom he is paired with in the next pile (netrunner 2.3.1)."""
    pairs: tuple[Pair, ...]
    """The pairs made here (netrunner 2.3.3), as they were set aside; first, who was in the first half.

    After a fallback, the closest legal pairing: the higher GMP total first, in ties the better in original order.
    """
    moves: tuple[tuple[str, ...], ...]
    """For each of `pairs`, the moves that were made before it (netrunner 2.5): ("2.5.1", "2.5.2"); mostly none."""
    fallback: bool
    """Whether the protocol came to an end, so that `pairs` are the closest legal pairing (netrunner 2.5.7)."""
    joined: tuple[int, ...]
    """The pairing numbers of the other piles whose cards the fallback took in, highest first."""


@dataclass(frozen=True, slots=True)
class PilePairing:
    """One round by piles of cards."""

    piles: tuple[Pile, ...]
    """Those with cards of their own, from the highest number down.

    A pile that another has joined is told of there; so is one whose only card was taken by the pile above.
    """
    bye: int | None
    """Who sits out (netrunner 2.1), if the number of players is odd."""
    rematches: int
    """Pairs who have met before: 0 unless allowed and unavoidable."""

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """All pairs, from the top pile down, in the order in which they were made: netrunner 2.3.1, then 2.3.3."""
        return tuple(pair for pile in self.piles for pair in ((pile.floated,) if pile.floated else ()) + pile.pairs)


@dataclass(frozen=True, slots=True)
class _Laid:
    """A pile as laid out by netrunner 2.2, with every card of its number but the bye's."""

    number: int
    cards: tuple[int, ...]


def rounds_needed(players: int) -> int:
    """Return the number of rounds: log₂ of the number of players, rounded up (netrunner 1.2)."""
    return rounds_of_single(players)


def pair_by_piles(
    numbers: Sequence[int],
    totals: Sequence[Total],
    met: Meetings,
    *,
    byes: Sequence[int] = (),
    allow_rematches: bool = False,
) -> PilePairing:
    """Pair a round by piles of cards (netrunner 2.1 to 2.5).

    `numbers[i]` is the pairing number and `totals[i]` the GMP total of the player at position i of the original order.
    `met[i]` maps each position that i has met to the round (1 or more) in which the two met last, symmetrically.
    `byes[i]` counts the byes that i has had; it may be empty for none.

    If everybody together cannot be paired without a rematch, the round is a single pile, and a fallback: the closest
    pairing with the fewest and then the oldest rematches.

    Raises `NoLegalPairingError` if a rematch cannot be avoided and `allow_rematches` is false, and `ValueError` if the
    arguments do not have the form described.
    """
    bye = bye_of(numbers, totals, met, byes=byes)
    laid = _lay_out(numbers, totals, bye)
    done: list[Pile] = []
    at = 0
    while at < len(laid):
        number, cards = laid[at].number, _cards_left((laid[at],), done)
        if not cards:  # the pile above has taken the only one
            at += 1
            continue
        floated = _float(cards, laid[at + 1].cards if at + 1 < len(laid) else (), met)
        made = _pair(cards[:-1] if floated else cards, met)
        if made is not None:
            done.append(Pile(number, cards, floated, *made, fallback=False, joined=()))
            at += 1
            continue
        pile, kept, at = _fall_back(laid, at, floated, done, totals, met, allow_rematches=allow_rematches)
        done[kept:] = [pile]
    rematches = sum(b in met[a] for pile in done for a, b in pile.pairs)
    return PilePairing(tuple(done), bye, rematches)


def bye_of(numbers: Sequence[int], totals: Sequence[Total], met: Meetings, *, byes: Sequence[int] = ()) -> int | None:
    """Return who receives the bye (netrunner 2.1); None for an even number of players.

    It is the player with the lowest pairing number and in it the lowest GMP total, of equals the last in original
    order, among those with the fewest byes so far: those with none, as long as there are any. A player whose bye would
    make more rematches necessary than another's is passed over.

    The arguments are those of `pair_by_piles`. Raises `ValueError` if they do not have the form described there.
    """
    _check(numbers, totals, met, byes)
    players = range(len(numbers))
    if len(players) % 2 == 0:
        return None
    return find_bye(met, sorted(players, key=lambda i: (byes[i] if byes else 0, numbers[i], totals[i], -i)))


def _check(numbers: Sequence[int], totals: Sequence[Total], met: Meetings, byes: Sequence[int]) -> None:
    """Raise `ValueError` unless the arguments of `pair_by_piles` have the form that it describes."""
    if not len(numbers) == len(totals) == len(met) or len(byes) not in (0, len(numbers)):
        raise ValueError("pairing numbers, totals, meetings and byes must tell of the same players")
    for i, opponents in enumerate(met):
        for j, last in opponents.items():
            if j == i or not 0 <= j < len(met) or last < 1 or met[j].get(i) != last:
                raise ValueError(f"the meetings of {i} and {j} do not agree")


def _lay_out(numbers: Sequence[int], totals: Sequence[Total], bye: int | None) -> tuple[_Laid, ...]:
    """Return a pile for each pairing number, the highest first (netrunner 2.2); the highest GMP total is on top."""
    order = sorted((i for i in range(len(numbers)) if i != bye), key=lambda i: (-totals[i], i))
    return tuple(
        _Laid(number, tuple(i for i in order if numbers[i] == number))
        for number in sorted({numbers[i] for i in order}, reverse=True)
    )


def _cards_left(laid: Sequence[_Laid], done: Sequence[Pile]) -> tuple[int, ...]:
    """Return the cards of some piles, laid on each other, without those that the piles done have taken.

    They take one by netrunner 2.3.1.
    """
    taken = {pile.floated[1] for pile in done if pile.floated}
    return tuple(card for pile in laid for card in pile.cards if card not in taken)


def _float(cards: Sequence[int], below: Sequence[int], met: Meetings) -> Pair | None:
    """Return the bottom player of an odd pile, and the highest of the next pile whom he has not met, if there is one.

    That is netrunner 2.3.1. The next pile is whole: only the pile above it, this one, takes a card from it.
    """
    if len(cards) % 2 == 0:
        return None
    bottom = cards[-1]
    return next(((bottom, other) for other in below if other not in met[bottom]), None)


def _pair(cards: Sequence[int], met: Meetings) -> tuple[tuple[Pair, ...], tuple[tuple[str, ...], ...]] | None:
    """Return the pairs of a pile and the moves before each; None if it is odd or the moves run out.

    That is netrunner 2.3.2 to 2.5.
    """
    if len(cards) % 2:
        return None
    first, second = list(cards[: len(cards) // 2]), list(cards[len(cards) // 2 :])
    pairs, moves = [], []
    while first:
        made = _move(first, second, met)
        if made is None:
            return None
        pairs.append((first.pop(0), second.pop(0)))
        moves.append(made)
    return tuple(pairs), tuple(moves)


def _move(first: list[int], second: list[int], met: Meetings) -> tuple[str, ...] | None:
    """Move cards in the halves until the top two have not met; return the moves, or None if none is left.

    That is netrunner 2.4 to 2.5.7. To switch the top two is to move the top card below one. The halves are equally
    long, so that they become too short for the moves at the same time.
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


def _fall_back(
    laid: Sequence[_Laid],
    at: int,
    floated: Pair | None,
    done: Sequence[Pile],
    totals: Sequence[Total],
    met: Meetings,
    *,
    allow_rematches: bool,
) -> tuple[Pile, int, int]:
    """Return the pile at which the protocol came to an end, how many of the piles done stay, and where to go on.

    That is our ruling in netrunner 2.5.7. Its own float stays if the rest of the pile can be paired; it is taken back
    once other piles join. Raises `NoLegalPairingError` if even everybody together cannot be paired, and rematches are
    not allowed.
    """
    for kept, top, bottom in _fallback_steps(laid, at, done):
        stays = floated if bottom - top == 1 else None
        cards = _cards_left(laid[top:bottom], done[:kept])
        everybody = bottom - top == len(laid)
        try:
            pairs = _pair_closest(
                cards[:-1] if stays else cards, totals, met, allow_rematches=allow_rematches and everybody
            )
        except NoLegalPairingError:
            if everybody:
                raise
            continue
        if pairs is not None:
            number = laid[at].number
            joined = tuple(pile.number for pile in laid[top:bottom] if pile.number != number)
            return Pile(number, cards, stays, pairs, ((),) * len(pairs), True, joined), kept, bottom
    raise AssertionError("everybody but the bye is an even number of players")


def _fallback_steps(laid: Sequence[_Laid], at: int, done: Sequence[Pile]) -> Iterator[tuple[int, int, int]]:
    """Yield what a fallback tries: how many of the piles done stay, and the piles that are joined, from and up to.

    First the pile alone, then with ever more piles below, then with ever more piles above; at last it is everybody.
    With a pile that had joined others they come, too: they are below it, for with one above the round would be done.
    """
    for bottom in range(at + 1, len(laid) + 1):
        yield len(done), at, bottom
    place = {pile.number: k for k, pile in enumerate(laid)}
    for kept in reversed(range(len(done))):
        yield kept, place[done[kept].number], len(laid)


def _pair_closest(
    cards: Sequence[int], totals: Sequence[Total], met: Meetings, *, allow_rematches: bool
) -> tuple[Pair, ...] | None:
    """Return the closest pairing by GMP totals; None for an odd number of cards. Raises `NoLegalPairingError`."""
    if len(cards) % 2:
        return None
    order = sorted(cards, key=lambda i: (-totals[i], i))  # piles by matches won, once joined, are not in this order
    seat = {card: k for k, card in enumerate(order)}
    seated = [{seat[j]: last for j, last in met[i].items() if j in seat} for i in order]
    found = closest_pairing([totals[i] for i in order], seated, allow_rematches=allow_rematches)
    return tuple((order[a], order[b]) for a, b in found.pairs)
