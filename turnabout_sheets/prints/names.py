"""The names of players as lists have them: in alphabetical order, and partners each for itself."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from turnabout_sheets.event.model import Player
    from turnabout_sheets.prints.words import Words


def alphabetical_key(name: str) -> tuple[str, str]:
    """Return what names are sorted by, the same on every machine: without regard to case and accents, then as typed."""
    letters = (letter for letter in unicodedata.normalize("NFKD", name) if not unicodedata.combining(letter))
    return "".join(letters).casefold(), name


def list_names(player: Player, w: Words) -> tuple[str, ...]:
    """Return what somebody looks for who is the player, or of the team."""
    team = (player.name, *player.teammates)
    if len(team) == 1:
        return team
    return tuple(
        w("lists.with_partner", name=name, partner=" & ".join(other for other in team if other != name))
        for name in team
    )
