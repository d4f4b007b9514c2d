"""What two versions of an event come to, side by side: points of matches, points, ranks, awards, pairings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final, NamedTuple

from turnabout_sheets.event.model import BYE, BYE_NAME, Event
from turnabout_sheets.event.rating import compute_awards
from turnabout_sheets.event.results import Results

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


def compare(before: Results, after: Results) -> list[Difference]:
    """Return what differs, where nothing but cells was changed: a player is known by the row on the sheet Players.

    Matches come first, in their order, then the standings in the new order, then the awards.
    """
    was, now = _Figures(before), _Figures(after)
    found = [
        *_differ(What.MATCH, was.matches, now.matches),
        *_differ(What.POINTS, was.standing("points"), now.standing("points")),
        *_differ(What.RANK, was.standing("rank"), now.standing("rank")),
        *_differ(What.AWARD, was.awards, now.awards),
    ]
    tables = {**was.tables, **now.tables}
    names = {**was.names, **now.names}
    places: dict[int, Number] = {**was.standing("rank"), **now.standing("rank")}
    order: Final = {what: place for place, what in enumerate(What)}
    found.sort(key=lambda each: (each[0] is not What.MATCH and places[each[1][1]], each[1], order[each[0]]))
    return [
        Difference(what, number or after.played, tables.get((number, row)), names[row], old, new)
        for what, (number, row), old, new in found
    ]


def _differ(
    what: What, was: Mapping[Any, Number], now: Mapping[Any, Number]
) -> Iterator[tuple[What, tuple[int, int], Number | None, Number | None]]:
    for key in dict.fromkeys((*was, *now)):
        if was.get(key) != now.get(key):
            yield what, key if isinstance(key, tuple) else (0, key), was.get(key), now.get(key)


class _Figures:
    """The numbers of an event, by the row of their player; those of matches by round and row."""

    def __init__(self, results: Results) -> None:
        self._results = results
        players = results.event.players
        self.names = {player.row: player.shown for player in players}
        self.tables = {
            (match.round, players[player].row): match.table
            for match in results.event.rows
            for _, player in match.seats()
        }
        self.matches = {
            (number, players[player].row): _exact(side.points) for (number, player), side in results.side_of.items()
        }
        self.awards = {players[number].row: award.award for number, award in compute_awards(results).items()}

    def standing(self, column: str) -> dict[int, Number]:
        """Return a column of the standings as they are now."""
        values = self._results.standings[column]
        return {player.row: _exact(values[player.number]) for player in self._results.event.players}


def _exact(value: Any) -> Number:
    return value if isinstance(value, Fraction) else int(value)


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
