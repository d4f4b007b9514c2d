"""What followed from changed cells: points, ranks and awards before and after, and rounds that stay as they are."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from turnabout_sheets.core.numbers import format_number
from turnabout_sheets.event.differences import identify_players
from turnabout_sheets.event.log_blocks import Block, Kind
from turnabout_sheets.event.rating import compute_awards
from turnabout_sheets.event.results import Results

LATE: Final = "Late:"
"""How the words of an old result begin."""

NAMED: Final = 6
"""So many players are named one by one; of more the number is told."""

Number = int | Fraction


class Figure(NamedTuple):
    """A number of a player, before and after; None where there was or is none."""

    player: int
    before: Number | None
    after: Number | None


class Effects:
    """What came of all changes between two runs: what the event had come to ``before``, and what it does ``after``.

    Ranks are compared as of the last round that was complete before. Where several things were changed together, what
    followed for a player is what followed from all of them.
    """

    def __init__(self, before: Results, after: Results, blocks: Sequence[Block]) -> None:
        self._before, self._after = before, after
        self._explained = {player for block in blocks for match in block.matches for _, player in match.seats()}
        self._was = {now: number for number, now in identify_players(before.event, after.event).items()}
        complete = before.played if not before.outstanding else before.played - 1
        self._round = min(complete, after.played)

    def describe(self, block: Block) -> str:
        """Return what followed from a block, in words; blank where nothing that is counted did."""
        parts: list[str] = []
        if block.kind is Kind.OLD:
            later = self._before.event.last_round
            is_next = later == block.round + 1
            rounds = f"round {later} was" if is_next else f"rounds {block.round + 1} to {later} were"
            parts.append(f"{LATE} {rounds} already paired, and {'its' if is_next else 'their'} pairings stay")
        players = self._find_players(block)
        if block.matches:
            moved = list(self._word("points in round", block.round, self._match_points(block, players)))
        else:  # what somebody's own matches have done to them is told there
            others = [player for player in players if player not in self._explained]
            moved = list(self._word("points after round", self._round, self._standing("points", others)))
        parts += moved
        if block.matches or moved:
            parts += self._word("rank after round", self._round, self._standing("rank", players))
        parts += self._word("award", 0, self._awards(players))
        return "; ".join(parts)

    def _find_players(self, block: Block) -> Sequence[int]:
        """Return the players of the matches, or those who are named; all of them where a setting was changed."""
        event = self._after.event
        if block.matches:
            there = {number for match in block.matches for _, number in match.seats()}
            return [player.number for player in event.players if player.number in there]
        who = {change.who for change in block.changes}
        return [player.number for player in event.players if player.name in who or "" in who]

    def _match_points(self, block: Block, players: Collection[int]) -> Iterator[Figure]:
        for player in players:
            was = self._before.side_of.get((block.round, self._was.get(player, -2)))
            now = self._after.side_of.get((block.round, player))
            yield Figure(player, was.points if was else None, now.points if now else None)

    def _standing(self, column: str, players: Collection[int]) -> Iterator[Figure]:
        if self._round < 1:
            return
        was, now = (results.after[self._round][column].to_dict() for results in (self._before, self._after))
        for player in players:
            yield Figure(player, was.get(self._was.get(player, -2)), now[player])

    def _awards(self, players: Collection[int]) -> Iterator[Figure]:
        if not self._before.finished:
            return
        was, now = compute_awards(self._before), compute_awards(self._after)
        for player in players:
            old, new = was.get(self._was.get(player, -2)), now.get(player)
            yield Figure(player, old.award if old else None, new.award if new else None)

    def _word(self, what: str, number: int, figures: Iterator[Figure]) -> Iterator[str]:
        moved = [figure for figure in figures if figure.before != figure.after]
        where = f"{what} {number}" if number else what
        if len(moved) > NAMED:
            yield f"{where}: of {len(moved)} players"
        elif moved:
            names = self._after.event.players
            yield f"{where}: " + ", ".join(
                f"{names[each.player].name} {_show(each.before)} → {_show(each.after)}" for each in moved
            )


def _show(number: Number | None) -> str:
    if number is None:
        return "none"
    return format_number(number if isinstance(number, Fraction) else int(number))
