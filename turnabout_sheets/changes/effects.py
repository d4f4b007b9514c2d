"""What followed from changed cells: what two versions of an event come to, side by side, and the rounds that stay."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from turnabout_sheets.changes.differences import identify_players
from turnabout_sheets.changes.log import Block, Kind
from turnabout_sheets.core.text import format_number
from turnabout_sheets.event.rating import compute_awards
from turnabout_sheets.event.results import Results

if TYPE_CHECKING:
    import pandas as pd

Number = int | Fraction


class Figures:
    """The numbers of an event by player; as whom each is known in both versions, ``who`` says by number."""

    def __init__(self, results: Results, who: Mapping[int, Hashable]) -> None:
        self._results, self._who = results, who

    def in_round(self, number: int) -> dict[Hashable, Number]:
        """Return the points of the matches of a round."""
        sides = self._results.sides
        return self._know(sides.loc[sides["round"] == number].set_index("player")["points"])

    def after_round(self, number: int, column: str) -> dict[Hashable, Number]:
        """Return a column of the standings as of a round."""
        return self._know(self._results.after[number][column])

    def awards(self) -> dict[Hashable, Number]:
        """Return the awards; there are none before the end."""
        return {self._who[number]: award.award for number, award in compute_awards(self._results).items()}

    def _know(self, numbers: pd.Series) -> dict[Hashable, Number]:
        both = zip(numbers.index, numbers, strict=True)
        return {self._who[player]: each if isinstance(each, Fraction) else int(each) for player, each in both}


LATE: Final = "Late:"
"""How the words of an old result begin."""

NAMED: Final = 6
"""How many players are named one by one; of more the number is told."""

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
        self._figures = (
            Figures(before, self._known),
            Figures(after, {player.number: player.number for player in self._players}),
        )
        self._names = after.event.names
        complete = before.played if not before.outstanding else before.played - 1
        self._round = min(complete, after.played)
        self._awards = [each.awards() for each in self._figures] if before.finished else _NOTHING

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
            both = [each.in_round(block.round) for each in self._figures]
            moved = list(self._word(f"points in round {block.round}", players, both))
        else:  # what somebody's own matches have done to them is told there
            others = [player for player in players if player not in self._explained]
            moved = list(self._word(f"points after round {self._round}", others, self._after_round("points")))
        parts += moved
        if block.matches or moved:
            parts += self._word(f"rank after round {self._round}", players, self._after_round("rank"))
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

    def _after_round(self, column: str) -> Both:
        return [each.after_round(self._round, column) for each in self._figures] if self._round >= 1 else _NOTHING

    def _word(self, what: str, players: Sequence[int], both: Both) -> Iterator[str]:
        numbers = [(each, *(side.get(each) for side in both)) for each in players]
        moved = [(who, before, after) for who, before, after in numbers if before != after]
        if len(moved) > NAMED:
            yield f"{what}: of {len(moved)} players"
        elif moved:
            said = (f"{self._names[who]} {_say(before)} → {_say(after)}" for who, before, after in moved)
            yield f"{what}: {', '.join(said)}"


def _say(number: Number | None) -> str:
    return "none" if number is None else format_number(number)
