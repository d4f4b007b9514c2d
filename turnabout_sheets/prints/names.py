"""The names of players as lists have them: partners each for itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from turnabout_sheets.event.model import Player
    from turnabout_sheets.prints.words import Words


def list_names(player: Player, w: Words) -> tuple[str, ...]:
    """Return what somebody looks for who is the player, or of the team."""
    team = (player.name, *player.teammates)
    if len(team) == 1:
        return team
    return tuple(
        w("lists.with_partner", name=name, partner=" & ".join(other for other in team if other != name))
        for name in team
    )
