"""What there is to say of a player besides the points: a value, which sheets, pages and the archive word."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from turnabout_sheets.event.model import Player
    from turnabout_sheets.event.results import Results


class StatusKind(Enum):
    """What a status says, and in which words."""

    DISQUALIFIED = "Disqualified"
    DROPPED = "Dropped after {round}"
    PROVISIONAL = "Provisional"
    JOINED = "Joined in round {round}"
    OUT = "Out in round {round}"


@dataclass(frozen=True, slots=True)
class Status:
    """A player's status; ``round``: when that was, None where it does not matter."""

    kind: StatusKind
    round: int | None = None


NEVER_CAME = Status(StatusKind.DROPPED, 0)  # left before round 1; the archive stores it as that of all who left


def find_status(
    player: Player, *, disqualified: bool = False, waiting: bool = False, out_in: int | None = None
) -> Status | None:
    """Return what matters most of a player; ``waiting``: a result is missing; ``out_in``: in which round they lost."""
    if disqualified:
        return Status(StatusKind.DISQUALIFIED)
    if player.dropped_after is not None and out_in is None:
        return Status(StatusKind.DROPPED, player.dropped_after)
    if waiting:
        return Status(StatusKind.PROVISIONAL)
    if player.joined > 1:
        return Status(StatusKind.JOINED, player.joined)
    return None if out_in is None else Status(StatusKind.OUT, out_in)


def find_statuses(results: Results) -> Mapping[int, Status | None]:
    """Return every player's status by player number."""
    waiting = {player for match in results.outstanding for player in match.pair}
    return {
        player.number: find_status(
            player,
            disqualified=results.is_disqualified(player),
            waiting=player.number in waiting,
            out_in=results.elimination.out_in(player.number) if results.elimination else None,
        )
        for player in results.event.players
    }


def word_status(status: Status | None) -> str:
    """Return what the program's sheets and the screen say of a status."""
    if status == NEVER_CAME:
        return "Left before round 1"
    return "" if status is None else status.kind.value.format(round=status.round)
