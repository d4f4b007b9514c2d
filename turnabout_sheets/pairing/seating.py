"""At which table each pair of a round plays (rules 1.5.8), and on which of two sides each of its players.

Two sides are shared out evenly over an event; Duplicate Magic so draws its stocks (duplicate 2.4).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from itertools import chain, count
from typing import NamedTuple

Pair = tuple[int, int]


def balance_sides(rounds: Sequence[Sequence[Pair]], comes: Mapping[int, int] | None = None) -> list[list[Pair]]:
    """Return the same games with their players in an order that is fair: who is first is on the one side.

    After each round everybody has been on the one side as often as on the other, or once more or less, and nobody is
    ever on the same side more than twice in a row. ``comes`` tells of those who come late, or never, from which round
    on they are there, counted from 0: that then holds for the games that are really played. It also holds for somebody
    who never comes, as if all games were played. At the end everybody is balanced, too, if all games count.

    Everybody plays at most once a round, and no two play twice. The order depends on nothing but the arguments.

    Everybody groups the own games in twos, the first with the second, the third with the fourth and so on, and wants to
    be on different sides in the two; a game that is not played comes last. Each game is in such a group once for either
    player, at most. So the games hang together in chains and rings: whoever comes out of one game on the one side goes
    into its twin on the other, and the opponent there passes on. A ring closes well, because the side changes within
    every game and between any two. So one walk along each chain or ring grants everybody's wishes.
    """
    games = list(chain.from_iterable(rounds))
    missed = _missed_games(rounds, comes or {})
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


def _missed_games(rounds: Sequence[Sequence[Pair]], comes: Mapping[int, int]) -> set[int]:
    """Return the games, counted through all rounds, that somebody is not there for."""
    numbered = enumerate((number, pair) for number, pairs in enumerate(rounds) for pair in pairs)
    return {game for game, (number, pair) in numbered if any(comes.get(player, 0) > number for player in pair)}


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


def sort_by_score(pairs: Sequence[Pair], totals: Sequence[int | Fraction]) -> list[Pair]:
    """Return the pairs from the highest-scoring down (rules 1.5.8).

    `pairs` are (higher, lower) standing positions, and `totals[i]` is the score of i. The higher of two pairs is that
    with the higher sum of scores, then that with the better-standing player.
    """
    return sorted(pairs, key=lambda pair: (-sum(totals[i] for i in pair), pair))


def assign_tables(pairs: Sequence[Pair], fixed: Mapping[int, int] | None = None) -> Seating:
    """Seat each pair: the first at table 1, downwards, except those who have a fixed table (rules 1.5.8).

    `fixed` maps players to their fixed tables. Of two fixed tables in a pair that of the player named first counts; of
    two pairs with the same fixed table the first gets it, and the other is seated as if it had none.
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
