"""Lots: the draw of an event, of a seed alone (rules 1.5.3), and the lots of equal pairings (rules 1.5.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Final

LOTS: Final = (1 << 32) - 5
"""A prime number; every lot of a pair is less."""


def draw_key(seed: str, identity: str) -> bytes:
    """Return the sort key of a player in the draw of an event; the smallest key is drawn first.

    `identity` is the player's ID, or their name as names are compared: nothing of the alphabet or the row.
    """
    # The length keeps apart a seed and an identity that read the same when joined.
    return sha256(f"{len(seed)}:{seed}{identity}".encode()).digest()


def make_lots(players: int) -> Sequence[int]:
    """Return a number for each place in an order of players; the *lot* of two places is ``lots[i] * lots[j] % LOTS``.

    They are reciprocals modulo a prime, so no two are the same, and of four players no two ways to pair them have the
    same sum of lots. Of any two pairings it is as unlikely as among numbers drawn at random.
    """
    return [pow(place + LOTS // 3, -1, LOTS) for place in range(players)]


def add_lots(players: int, costs: Iterable[tuple[int, int, int]]) -> Iterator[tuple[int, int, int]]:
    """Yield i, j and what it costs to pair them so that lots decide between pairings whose costs add up to the same."""
    lots = make_lots(players)
    weight = players // 2 * LOTS + 1  # more than all lots of a pairing
    return ((i, j, cost * weight + lots[i] * lots[j] % LOTS) for i, j, cost in costs)
