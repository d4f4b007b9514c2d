"""Who is meant by a name that is typed: a player who is there, or those whose names are nearly the same."""

from __future__ import annotations

from typing import Final

from turnabout_sheets.core.similar_names import find_similar
from turnabout_sheets.core.text import key
from turnabout_sheets.event.model import Event, Player


def find_known(event: Event, name: str) -> Player | None:
    """Return the player who is called so; None where nobody is."""
    names = ((player, each) for player in event.players for each in player.names)
    return next((player for player, each in names if key(each) == key(name)), None)


MOST_ALIKE: Final = 10
"""So many who may be meant are named."""


def find_alike(event: Event, name: str) -> list[str]:
    """Return the players whom somebody who is not known may be: their names are nearly the same, or begin so."""
    if find_known(event, name) is not None:
        return []
    there = [(player.number, player.name, "", player.names) for player in event.players]
    near = find_similar([*there, (len(there), name, "", (name,))])
    alike = [event.players[other].name for other, _ in near.get(len(there), ())]
    begun = (player.name for player in event.players if _begins(player, key(name)))
    return [*dict.fromkeys((*alike, *begun))][:MOST_ALIKE]


def _begins(player: Player, typed: str) -> bool:
    """Say whether one of the player's names, or a word of it, begins as it was typed."""
    return bool(typed) and any(f" {key(each)}".find(f" {typed}") >= 0 for each in player.names)
