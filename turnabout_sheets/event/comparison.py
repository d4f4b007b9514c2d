"""What two versions of an event come to, side by side: points of matches, points, ranks, awards, pairings."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from turnabout_sheets.event.model import BYE, BYE_NAME, Event
from turnabout_sheets.event.rating import compute_awards
from turnabout_sheets.event.results import Results

if TYPE_CHECKING:
    import pandas as pd

Who = TypeVar("Who", bound=Hashable)
Number = int | Fraction
Pair = tuple[str, str]
"""Two names, or one and `BYE_NAME`."""


class What(StrEnum):
    """What differs: the points of one match, or what the standings or the awards say."""

    MATCH = "match"
    POINTS = "points"
    RANK = "rank"
    AWARD = "award"


class Difference(NamedTuple):
    """A number of a player that differs, before and after; None where there is none.

    ``round`` is that of the match, else the one after which the standings are; ``table`` is that of the match, if any.
    """

    what: What
    round: int
    table: int | None
    player: str
    before: Number | None
    after: Number | None


class Move(NamedTuple, Generic[Who]):
    """A number of somebody that differs, before and after; None where there is none."""

    who: Who
    before: Number | None
    after: Number | None


class Figures(Generic[Who]):
    """The numbers of an event by player; as whom each is known in both versions, ``who`` says by number."""

    def __init__(self, results: Results, who: Mapping[int, Who]) -> None:
        self._results, self._who = results, who

    def in_round(self, number: int) -> dict[Who, Number]:
        """Return the points of the matches of a round."""
        sides = self._results.sides
        return self._know(sides.loc[sides["round"] == number].set_index("player")["points"])

    def after_round(self, number: int, column: str) -> dict[Who, Number]:
        """Return a column of the standings as of a round."""
        return self._know(self._results.after[number][column])

    def awards(self) -> dict[Who, Number]:
        """Return the awards; there are none before the end."""
        return {self._who[number]: award.award for number, award in compute_awards(self._results).items()}

    def _know(self, numbers: pd.Series) -> dict[Who, Number]:
        return {self._who[player]: _exact(number) for player, number in zip(numbers.index, numbers, strict=True)}


def _exact(value: Any) -> Number:
    return value if isinstance(value, Fraction) else int(value)


def find_moves(who: Iterable[Who], was: Mapping[Who, Number], now: Mapping[Who, Number]) -> Iterator[Move[Who]]:
    """Yield the numbers that differ, of those who are named, in that order."""
    for each in who:
        if was.get(each) != now.get(each):
            yield Move(each, was.get(each), now.get(each))


def compare(before: Results, after: Results) -> list[Difference]:
    """Return what differs, where nothing but cells was changed: a player is known by the row on the sheet Players.

    Matches come first, round by round, then what stands of each player, in the new order.
    """
    both = before, after
    names = {player.row: player.shown for results in both for player in results.event.players}
    tables = {
        (match.round, results.event.players[player].row): match.table
        for results in both
        for match in results.event.rows
        for _, player in match.seats()
    }
    figures = [Figures(each, {player.number: player.row for player in each.event.players}) for each in both]
    matches = [
        (What.MATCH, number, move)
        for number in range(1, max(before.played, after.played) + 1)
        for move in find_moves(sorted(names), *(each.in_round(number) for each in figures))
    ]
    points, ranks = (
        [each.after_round(results.played, column) for each, results in zip(figures, both, strict=True)]
        for column in ("points", "rank")
    )
    places = {row: place for known in ranks for row, place in known.items()}
    awards = [each.awards() for each in figures]
    standings = [
        (what, after.played, move)
        for row in sorted(names, key=lambda row: (places[row], row))
        for what, (was, now) in ((What.POINTS, points), (What.RANK, ranks), (What.AWARD, awards))
        for move in find_moves([row], was, now)
    ]
    return [
        Difference(
            what, number, tables.get((number, move.who)) if what is What.MATCH else None, names[move.who], *move[1:]
        )
        for what, number, move in (*matches, *standings)
    ]


def name_pairs(event: Event, pairs: Sequence[tuple[int, int]]) -> tuple[Pair, ...]:
    """Return pairs of numbers by name."""
    names = {BYE: BYE_NAME, **{player.number: player.shown for player in event.players}}
    return tuple((names[a], names[b]) for a, b in pairs)


def leave_out_common(before: Sequence[Pair], after: Sequence[Pair]) -> tuple[tuple[Pair, ...], tuple[Pair, ...]]:
    """Return the pairs that only one of two pairings has, whoever of a pair stands first."""
    was, now = ({frozenset(pair) for pair in pairs} for pairs in (before, after))
    return (
        tuple(pair for pair in before if frozenset(pair) not in now),
        tuple(pair for pair in after if frozenset(pair) not in was),
    )
