"""Elimination: who has lost which matches, who is out, and who goes on (rules 1.11)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from turnabout_sheets.core.frames import walk_rows
from turnabout_sheets.core.outcomes import LOST, Outcome
from turnabout_sheets.event.model import Event, Match, Player
from turnabout_sheets.event.standings import Side

if TYPE_CHECKING:
    import pandas as pd


class Exit(NamedTuple):
    """How a player went out: in which ``round``, as is known ``since`` a round; ``left``: without being beaten."""

    round: int
    since: int
    left: bool


@dataclass(frozen=True, slots=True)
class Elimination:
    """How far an elimination event is.

    ``lost``: in which rounds each player has lost, by player number; not to be there is a loss. ``losses``: how many
    put a player out. ``exits``: how each has gone out, or will, who has said when to leave. ``undecided``: drawn
    matches of which nobody has said who goes on.
    """

    losses: int
    lost: Mapping[int, Sequence[int]]
    exits: Mapping[int, Exit]
    undecided: tuple[Match, ...]

    def lost_before(self, player: int, round_number: int) -> int:
        """Count the matches that a player had lost when a round began."""
        return sum(lost < round_number for lost in self.lost.get(player, ()))

    def out_in(self, player: int) -> int | None:
        """Return the round whose loss has put the player out, if any."""
        found = self.exits.get(player)
        return None if found is None or found.left else found.round

    def contenders(self, event: Event, round_number: int) -> list[Player]:
        """Return who was there from the start, and was not out when the round before ended: also who has left since.

        The round is theirs: of two of them the one who comes has a bye in it (rules 1.11.3).
        """
        return [
            player
            for player in event.starters
            if player.number not in self.exits or self.exits[player.number].round >= round_number
        ]

    def survivors(self, event: Event, round_number: int) -> list[Player]:
        """Return the contenders who had not left when a round began."""
        return [player for player in self.contenders(event, round_number) if player.belongs_to(round_number)]

    def unbeaten(self, event: Event, round_number: int) -> list[Player]:
        """Return the contenders who had not lost when a round began."""
        contenders = self.contenders(event, round_number)
        return [player for player in contenders if not self.lost_before(player.number, round_number)]

    def depth(self, player: Player, after_round: int) -> int:
        """Return how far a player has come, as what ranks: more is better (rules 1.11.4).

        It is the round in which the player went out, by a loss or by not being there any more; those who are still
        there are ahead even of who would not be there in the next round.
        """
        if not player.belongs_to(1):
            return 0
        found = self.exits.get(player.number)
        return after_round + 2 if found is None or found.since > after_round else found.round

    def winner(self, match: Match) -> int | None:
        """Return who goes on from a decided match; None where nobody has shown up. That is rules 1.11.2 and 1.11.3."""
        there = (player for _, player in match.seats())
        return next((player for player in there if match.round not in self.lost.get(player, ())), None)


def compute_elimination(event: Event, losses: int, sides: pd.DataFrame) -> Elimination:
    """Return how far an elimination event is after these sides (see `event.standings`); ``losses`` put a player out."""
    lost: defaultdict[int, set[int]] = defaultdict(set)
    missed: defaultdict[int, set[int]] = defaultdict(set)
    drawn = set()
    for side in walk_rows(sides, Side):
        if side.outcome in LOST:
            lost[side.player].add(side.round)
        if side.outcome == Outcome.ABSENT:
            missed[side.player].add(side.round)
        elif side.outcome == Outcome.DRAW:
            drawn.add((side.round, side.player))
    undecided = []
    for match in event.rows:
        if (match.round, match.a) in drawn:
            a, b = match.pair
            if match.advances is None:
                undecided.append(match)
            else:
                lost[b if match.advances == "A" else a].add(match.round)
    played = set(sides["round"])
    exits = {}
    for player in event.players:
        away = {number for number in player.away if number in played and player.belongs_to(number)}
        lost[player.number] |= away
        found = _find_exit(player, sorted(lost[player.number])[losses - 1 :], missed[player.number] | away)
        if found is not None:
            exits[player.number] = found
    return Elimination(losses, {player: sorted(rounds) for player, rounds in lost.items()}, exits, tuple(undecided))


def _find_exit(player: Player, fatal: Sequence[int], missed: Set[int]) -> Exit | None:
    """Return how a player goes out: beaten in the first round of ``fatal`` losses, or by leaving (rules 1.11.4)."""
    last, left = player.last_round, player.leaves_in(missed)
    if fatal and (last is None or fatal[0] <= last):
        return Exit(fatal[0], fatal[0], left=False)
    return None if last is None or left is None else Exit(left, last, left=True)
