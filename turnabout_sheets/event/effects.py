"""What followed from changed cells: points, ranks and awards before and after, and rounds that stay as they are."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final

from turnabout_sheets.core.text import format_number
from turnabout_sheets.event.comparison import Figures, Number, find_moves
from turnabout_sheets.event.differences import identify_players
from turnabout_sheets.event.log_blocks import Block, Kind
from turnabout_sheets.event.results import Results

LATE: Final = "Late:"
"""How the words of an old result begin."""

NAMED: Final = 6
"""So many players are named one by one; of more the number is told."""

Both = Sequence[Mapping[Hashable, Number]]
"""Numbers by the player's number after the changes, first those of before; of who is gone by something else."""

_NOTHING: Final[Both] = ({}, {})


class Effects:
    """What came of all changes between two runs: what the event had come to ``before``, and what it does ``after``.

    Ranks are compared as of the last round that was complete before. Where several things were changed together, what
    followed for a player is what followed from all of them.
    """

    def __init__(self, before: Results, after: Results, blocks: Sequence[Block]) -> None:
        self._before, self._players = before, after.event.players
        self._known = identify_players(before.event, after.event)
        self._rows = {(match.sheet, match.row): match for match in after.event.rows}
        self._explained = {player for block in blocks for player in self._list_seated(block)}
        self._named = {change.who for block in blocks if not block.matches for change in block.changes}
        self._was = Figures(before, self._known)
        self._now = Figures[Hashable](after, {player.number: player.number for player in self._players})
        self._names: Mapping[Hashable, str] = {player.number: player.name for player in self._players}
        complete = before.played if not before.outstanding else before.played - 1
        self._round = min(complete, after.played)

    def describe(self, block: Block) -> str:
        """Return what followed from a block, in words; blank where nothing that is counted did."""
        parts: list[str] = []
        if block.kind is Kind.OLD:
            later = self._before.event.last_round
            next_one = block.round + 1
            if later == next_one:
                stays = f"round {later} was already paired, and its pairings stay"
            else:
                to = "and" if later == next_one + 1 else "to"
                stays = f"rounds {next_one} {to} {later} were already paired, and their pairings stay"
            parts.append(f"{LATE} {stays}")
        players = self._find_players(block)
        if block.matches:
            both = [each.in_round(block.round) for each in (self._was, self._now)]
            moved = list(self._word(f"points in round {block.round}", players, both))
        else:  # what somebody's own matches have done to them is told there
            others = [player for player in players if player not in self._explained]
            moved = list(self._word(f"points after round {self._round}", others, self._points))
        parts += moved
        if block.matches or moved:
            parts += self._word(f"rank after round {self._round}", players, self._ranks)
        parts += self._word("award", players, self._awards)
        return "; ".join(parts)

    def _find_players(self, block: Block) -> Sequence[int]:
        """Return the players of the matches, or those who are named; of a setting all of whom nothing else tells."""
        if block.matches:
            there = self._list_seated(block)
            return [player.number for player in self._players if player.number in there]
        who = {change.who for change in block.changes}
        if who == {""}:
            told = self._explained | self._named
            return [player.number for player in self._players if not {player.number, player.name} & told]
        return [player.number for player in self._players if player.name in who]

    def _list_seated(self, block: Block) -> set[Hashable]:
        """Return the players of the matches by their numbers now; where one is gone, by those before."""
        return {
            number if self._rows.get((match.sheet, match.row)) is match else self._known[number]
            for match in block.matches
            for _, number in match.seats()
        }

    @cached_property
    def _points(self) -> Both:
        return self._after_round("points")

    @cached_property
    def _ranks(self) -> Both:
        return self._after_round("rank")

    @cached_property
    def _awards(self) -> Both:
        return [each.awards() for each in (self._was, self._now)] if self._before.finished else _NOTHING

    def _after_round(self, column: str) -> Both:
        if self._round < 1:
            return _NOTHING
        return [each.after_round(self._round, column) for each in (self._was, self._now)]

    def _word(self, what: str, players: Sequence[int], both: Both) -> Iterator[str]:
        moves = list(find_moves(players, *both))
        if len(moves) > NAMED:
            yield f"{what}: of {len(moves)} players"
        elif moves:
            yield f"{what}: " + ", ".join(
                f"{self._names[each.who]} {_show(each.before)} → {_show(each.after)}" for each in moves
            )


def _show(number: Number | None) -> str:
    return "none" if number is None else format_number(number)
