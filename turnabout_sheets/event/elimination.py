"""Elimination: who has lost which matches, who is out, and who goes on (rules 1.11)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from turnabout_sheets.core.outcomes import LOST, Outcome
from turnabout_sheets.core.rows import walk_rows
from turnabout_sheets.event.model import Event, Match, Player
from turnabout_sheets.event.sides import Side

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True)
class Elimination:
    """How far an elimination event is.

    ``lost``: in which rounds each player has lost, by player number; not to be there is a loss. ``losses``: how many
    put a player out. ``undecided``: drawn matches of which nobody has said who goes on.
    """

    losses: int
    lost: Mapping[int, Sequence[int]]
    undecided: tuple[Match, ...]

    def lost_before(self, player: int, round_number: int) -> int:
        """Count the matches that a player had lost when a round began."""
        return sum(lost < round_number for lost in self.lost.get(player, ()))

    def out_in(self, player: int) -> int | None:
        """Return the round whose loss has put the player out, if any."""
        lost = self.lost.get(player, ())
        return lost[self.losses - 1] if len(lost) >= self.losses else None

    def survivors(self, event: Event, round_number: int) -> list[Player]:
        """Return who was there from the start, and was not out when a round began."""
        return [
            player
            for player in event.starters
            if player.belongs_to(round_number) and self.lost_before(player.number, round_number) < self.losses
        ]

    def unbeaten(self, event: Event, round_number: int) -> list[Player]:
        """Return who was there from the start, and had not lost when a round began."""
        survivors = self.survivors(event, round_number)
        return [player for player in survivors if not self.lost_before(player.number, round_number)]

    def depth(self, player: Player, after_round: int) -> int:
        """Return how far a player has come, as what ranks: more is better (rules 1.11.4).

        It is the round in which the player went out, by a loss or by not being there any more; those who are still
        there are ahead even of who would not be there in the next round.
        """
        if not player.belongs_to(1):
            return 0
        rounds = [after_round + 2]
        if player.dropped_after is not None and player.dropped_after <= after_round:
            rounds.append(player.dropped_after + 1)
        out = self.out_in(player.number)
        if out is not None and out <= after_round:
            rounds.append(out)
        return min(rounds)

    def winner(self, match: Match) -> int | None:
        """Return who goes on from a decided match; None where nobody has shown up. That is rules 1.11.2 and 1.11.3."""
        there = (player for _, player in match.seats())
        return next((player for player in there if match.round not in self.lost.get(player, ())), None)


def compute_elimination(event: Event, losses: int, sides: pd.DataFrame) -> Elimination:
    """Return how far an elimination event is after these sides (see `event.standings`); ``losses`` put a player out."""
    lost: defaultdict[int, list[int]] = defaultdict(list)
    drawn = set()
    for side in walk_rows(sides, Side):
        if side.outcome in LOST:
            lost[side.player].append(side.round)
        elif side.outcome == Outcome.DRAW:
            drawn.add((side.round, side.player))
    undecided = []
    played = set(sides["round"])
    for absent in event.players:
        lost[absent.number] += [number for number in absent.away if number in played and absent.belongs_to(number)]
    for match in event.rows:
        if (match.round, match.a) in drawn:
            a, b = match.pair
            if match.advances is None:
                undecided.append(match)
            else:
                lost[b if match.advances == "A" else a].append(match.round)
    return Elimination(losses, {player: sorted(numbers) for player, numbers in lost.items()}, tuple(undecided))
