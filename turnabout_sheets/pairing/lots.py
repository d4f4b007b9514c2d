"""The draw of an event: an order of the players that depends on a seed and on nothing else (rules 1.5.3)."""

from __future__ import annotations

from hashlib import sha256


def draw_key(seed: str, identity: str) -> bytes:
    """Return the sort key of a player in the draw of an event; the smallest key is drawn first.

    `identity` is the player's ID, or their name as names are compared. Keys are the same on every machine, and say
    nothing about the alphabet or the row. Two players have the same key only if they have the same identity.
    """
    # The length keeps apart a seed and an identity that read the same when joined.
    return sha256(f"{len(seed)}:{seed}{identity}".encode()).digest()


def default_seed(name: str, date: str) -> str:
    """Return the seed of an event whose organizer has set none.

    It is plain text: typed as `Random seed`, it gives the same draw even after the event is renamed.
    """
    return f"{name} {date}".strip()
