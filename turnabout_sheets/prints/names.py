"""The names of players as lists have them: in alphabetical order, and partners each for itself."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from turnabout_sheets.event.model import Player
    from turnabout_sheets.prints.words import Words


_PLAIN: Final = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"}
)
"""Latin letters that are no letter with an accent, and those among which people look for them."""


def alphabetical_key(name: str) -> tuple[str, str]:
    """Return what names are sorted by, the same on every machine, then the name as typed.

    Case and accents do not matter, and a letter such as Ł stands with the one that it looks like.
    """
    letters = (letter for letter in unicodedata.normalize("NFKD", name) if not unicodedata.combining(letter))
    return "".join(letters).casefold().translate(_PLAIN), name


def list_names(player: Player, w: Words) -> tuple[str, ...]:
    """Return what somebody looks for who is the player, or of the team."""
    team = (player.name, *player.teammates)
    if len(team) == 1:
        return team
    return tuple(
        w("lists.with_partner", name=name, partner=" & ".join(other for other in team if other != name))
        for name in team
    )
