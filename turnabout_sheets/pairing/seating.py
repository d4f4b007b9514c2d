"""At which table each pair of a round plays (rules 1.5.8), and on which of two sides each of its players.

Two sides are shared out evenly over an event; Duplicate Magic so draws its stocks (duplicate 2.4).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import chain, count
from typing import NamedTuple

Pair = tuple[int, int]


def balance_sides(rounds: Sequence[Sequence[Pair]], comes: Mapping[int, int] | None = None) -> list[list[Pair]]:
    """Return the same games with their players in an order that is fair: who is first is on the one side.

    After each round everybody has been on the one side as often as on the other, or once more or less, and nobody is
    ever on the same side more than twice in a row. ``comes`` tells of those who come late, or never, from which round
    on they are there, counted from 0: that then holds for the games that are really played, and after all rounds for
    all. Everybody plays at most once a round, and no two play twice.

    Everybody's games are twins, the first with the second, the third with the fourth and so on, those that are not
    played last; in the two, the sides differ. So games hang together in chains and rings; a walk along each decides.
    """
    games = list(chain.from_iterable(rounds))
    numbers = [number for number, pairs in enumerate(rounds) for _ in pairs]
    late = comes or {}
    missed = {game for game, pair in enumerate(games) if any(late.get(player, 0) > numbers[game] for player in pair)}
    twins = _twins(games, missed)
    decided: dict[int, Pair] = {}
    for start, pair in enumerate(games):
        if start in decided:
            continue
        decided[start] = pair
        for end in pair:  # a chain may go on from both ends
            player, is_first = end, end == pair[0]
            game = twins.get((player, start))
            while game is not None and game not in decided:
                opponent = sum(games[game]) - player
                decided[game] = (opponent, player) if is_first else (player, opponent)
                player = opponent
                game = twins.get((player, game))
    in_order = (decided[game] for game in range(len(games)))
    return [[next(in_order) for _ in pairs] for pairs in rounds]


def _twins(games: Sequence[Pair], missed: Collection[int]) -> dict[tuple[int, int], int]:
    """Return, by player and game, the game in which the player is to be on the other side."""
    own: dict[int, list[int]] = {}
    for game, pair in enumerate(games):
        for player in pair:
            own.setdefault(player, []).append(game)
    twins = {}
    for player, played in own.items():
        played.sort(key=missed.__contains__)
        for one, other in zip(played[::2], played[1::2], strict=False):
            twins[player, one], twins[player, other] = other, one
    return twins


class DisplacedPlayer(NamedTuple):
    """A player who does not sit at their fixed table in this round."""

    player: int
    table: int  # the player's fixed table
    by: int  # who sits there by their own fixed table; if nobody does, the opponent, whose fixed table counted instead


class Seating(NamedTuple):
    """The tables of a round."""

    tables: tuple[int, ...]  # the table of each pair, in the order in which the pairs were given
    displaced: tuple[DisplacedPlayer, ...]  # fixed tables that could not be kept, in the order of the pairs


def assign_tables(pairs: Sequence[Pair], fixed: Mapping[int, int] | None = None) -> Seating:
    """Seat each pair: the first at table 1, downwards, except those who have a fixed table (rules 1.5.8).

    Of two fixed tables in a pair that of the player named first counts; of two pairs with the same one the first gets
    it, and the other is seated as if it had none.
    """
    fixed = fixed or {}
    tables: dict[int, int] = {}
    holder: dict[int, int] = {}  # of each fixed table that is taken: the player it is taken for
    for k, pair in enumerate(pairs):
        claimant = next((i for i in pair if i in fixed), None)
        if claimant is not None and fixed[claimant] not in holder:
            tables[k] = fixed[claimant]
            holder[tables[k]] = claimant

    free = (table for table in count(1) if table not in holder)
    for k in range(len(pairs)):
        if k not in tables:
            tables[k] = next(free)
    return Seating(
        tables=tuple(tables[k] for k in range(len(pairs))),
        displaced=tuple(
            DisplacedPlayer(i, fixed[i], by=holder.get(fixed[i], opponent))
            for k, (higher, lower) in enumerate(pairs)
            for i, opponent in ((higher, lower), (lower, higher))
            if fixed.get(i, tables[k]) != tables[k]
        ),
    )
