"""Elimination: who has lost which matches, who is out, and who goes on (rules 1.11).

A player in the row of a later round has gone on, whatever an earlier result says by now (rules 1.11.7).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import NamedTuple

from turnabout_sheets.core.frames import pd
from turnabout_sheets.core.outcomes import LOST, Outcome
from turnabout_sheets.event.model import Event, Match, Player


class Exit(NamedTuple):
    """How a player went out."""

    round: int
    since: int  # the round from which on that is known
    left: bool  # without being beaten


Seats = Mapping[int, tuple[int, int]]  # from which round on a player has whose place, by player number (rules 1.11.8)


class Contradiction(NamedTuple):
    """A published ``round`` that a result contradicts: it has a player who is out by then, or lacks one who is in."""

    round: int
    player: int
    match: Match | None  # the player's row in the round that says otherwise; None for an absence without a row
    row: Match | None  # the player's row in the published round; None where it lacks the player


@dataclass(frozen=True, slots=True)
class Elimination:
    """How far an elimination event is, by player number."""

    losses: int  # how many put a player out
    lost: Mapping[int, Sequence[int]]  # the rounds whose losses count; an absence is a loss
    beaten: Mapping[int, Set[int]]  # the rounds from whose matches a player has not gone on
    exits: Mapping[int, Exit]  # of everyone who is out, or is to leave
    undecided: tuple[Match, ...]  # drawn, and not decided by a ruling or by the next round
    start: int  # the first round that puts anyone out (rules 1.11.9)
    seats: Seats
    contradictions: Sequence[Contradiction]

    def lost_before(self, player: int, round_number: int) -> int:
        """Count the matches that a player had lost when a round began."""
        return sum(lost < round_number for lost in self.lost.get(player, ()))

    def out_in(self, player: int) -> int | None:
        """Return the round whose loss has put the player out, if any."""
        found = self.exits.get(player)
        return None if found is None or found.left else found.round

    def contenders(self, event: Event, round_number: int) -> list[Player]:
        """Return the starters who were not out when the round before ended, also those who have left (rules 1.11.3)."""
        return _find_contenders(event, self.exits, self.seats, round_number)

    def survivors(self, event: Event, round_number: int) -> list[Player]:
        """Return the contenders who had not left when a round began."""
        return [player for player in self.contenders(event, round_number) if player.belongs_to(round_number)]

    def unbeaten(self, event: Event, round_number: int) -> list[Player]:
        """Return the contenders who had not lost when a round began."""
        contenders = self.contenders(event, round_number)
        return [player for player in contenders if not self.lost_before(player.number, round_number)]

    def depth(self, player: Player, after_round: int) -> int:
        """Return how far a player has come: the round in which they went out, more if still in (rules 1.11.4)."""
        if not player.belongs_to(1) and player.number not in self.seats:
            return 0
        found = self.exits.get(player.number)
        return after_round + 2 if found is None or found.since > after_round else found.round

    def winner(self, match: Match) -> int | None:
        """Return who goes on from a decided match; None where nobody has shown up. That is rules 1.11.2 and 1.11.3."""
        return next((player for _, player in match.seats() if match.round not in self.beaten[player]), None)


def _find_contenders(event: Event, exits: Mapping[int, Exit], seats: Seats, round_number: int) -> list[Player]:
    in_it = {player.number for player in event.starters} | seats.keys()
    in_it -= {player for player, found in exits.items() if found.round < round_number}
    in_it -= {other for number, other in seats.values() if number <= round_number}
    return [player for player in event.players if player.number in in_it]


def compute_elimination(event: Event, losses: int, sides: pd.DataFrame) -> Elimination:
    """Return how far an elimination event is after these sides (see `event.standings`); ``losses`` put a player out."""
    ends = dict(zip(zip(sides["round"], sides["player"], strict=True), sides["outcome"], strict=True))
    played = {number for number, _ in ends}
    beaten, missed, waited = (
        {each.number: {n for n in played if ends.get((n, each.number)) in outcomes} for each in event.players}
        for outcomes in (LOST, (Outcome.ABSENT,), (Outcome.WAITS,))
    )
    for each in event.players:
        away = {number for number in each.away if number in played - waited[each.number] and each.belongs_to(number)}
        missed[each.number] |= away
        beaten[each.number] |= away
    rows = {(match.round, player): match for match in event.rows for _, player in match.seats()}
    last = {each.number: 0 for each in event.players} | {player: number for number, player in rows}
    undecided = []
    for match in event.rows:
        behind = [player for _, player in match.seats() if last[player] == match.round]
        if match.advances is not None and ends.keys() >= {(match.round, player) for player in match.pair}:
            goes_on, stays = match.pair if match.advances == "A" else match.pair[::-1]
            beaten[goes_on].discard(match.round)
            beaten[stays].add(match.round)
        elif ends.get((match.round, match.pair[0])) == Outcome.DRAW and len(behind) == 1:
            beaten[behind[0]].add(match.round)  # as the next round has the other
        elif ends.get((match.round, match.pair[0])) == Outcome.DRAW:
            undecided.append(match)
    seats, lost = _take_seats(event, losses, beaten, missed)
    left = ((each, each.leaves_in(missed[each.number], waited[each.number])) for each in event.players)
    exits = {each.number: Exit(first, each.last_round or 0, left=True) for each, first in left if first is not None}
    start, out, contradictions = 1, set[int](), list[Contradiction]()
    for number in event.rounds:
        contenders = _find_contenders(event, exits, seats, number)
        fatal = {
            each.number
            for each in event.players
            if number in lost[each.number] and each.number not in out and not each.has_left(number)
            # Of the last two, a player who does not come is out (rules 1.11.5).
            if sum(start <= n <= number for n in lost[each.number]) >= losses
            or (len(contenders) == 2 and number in missed[each.number])
        }
        there, following = ({player for n, player in rows if n == each} for each in (number, number + 1))
        if len(fatal & following) > 1 and all(
            p in following or not event.players[p].plays_in(number + 1) for p in there
        ):
            start = number + 1
            continue
        for player in fatal:
            later = next((rows[n, player] for n in range(number + 1, last[player] + 1) if (n, player) in rows), None)
            if later is not None:
                lost[player].discard(number)
                contradictions.append(Contradiction(later.round, player, rows.get((number, player)), later))
        for each in contenders if following else ():
            player, row = each.number, rows.get((number, each.number))
            is_open = row is not None and ((number, player) not in ends or row in undecided)
            is_due = each.plays_in(number + 1) and seats.get(player, (0, 0))[0] <= number
            if is_due and not is_open and player not in fatal | out and 0 < last[player] <= number:
                contradictions.append(Contradiction(number + 1, player, row, None))
                for _, other in row.seats() if row is not None else ():
                    beaten[other] = beaten[other] - {number} if last[other] > number else beaten[other] | {number}
                fatal.add(player)
        gone = {player for player in fatal if last[player] <= number}
        exits |= dict.fromkeys(gone, Exit(number, number, left=False))
        out |= gone
    counted = {player: sorted(n for n in rounds if n >= start) for player, rounds in lost.items()}
    return Elimination(losses, counted, beaten, exits, tuple(undecided), start, seats, contradictions)


def _take_seats(
    event: Event, losses: int, beaten: Mapping[int, Set[int]], missed: Mapping[int, Set[int]]
) -> tuple[Seats, dict[int, set[int]]]:
    """Return who has whose place, who is gone, from which round on (rules 1.11.8), and which losses count then."""
    seats, lost = dict[int, tuple[int, int]](), {player: set(rounds) for player, rounds in beaten.items()}
    for player in event.players:
        if player.seat is not None:
            number, other = player.seat
            mine = {each for each in lost[player.number] if each < number}
            theirs = {each for each in lost[other] - missed[other] if each < number}
            is_free = not event.players[other].plays_in(number) or number - 1 in missed[other]
            is_free = is_free and len(theirs) < losses and event.players[other].belongs_to(1)
            was_there = any(player.number in match.pair for match in event.rounds.get(number - 1, ()))
            if is_free and player.seat not in seats.values() and (len(mine) >= losses or not was_there):
                seats[player.number] = player.seat
                lost[player.number] = theirs | (lost[player.number] - mine)
    return seats, lost
