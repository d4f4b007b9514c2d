"""Two sides shared out evenly over an event: each player is on one side as often as on the other.

So Duplicate Magic draws its stocks (duplicate 2.4).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

Pair = tuple[int, int]


def balance_sides(rounds: Sequence[Sequence[Pair]], empty: int | None = None) -> list[list[Pair]]:
    """Return the same games with their players in an order that is fair: who is first is on the one side.

    After each round everybody has been on the one side as often as on the other, or once more or less, and nobody is
    ever on the same side more than twice in a row. ``empty`` is a player who is not there, if any: that then holds for
    the games that are really played, and for the absent player. At the end everybody is balanced, too, if the games
    against the absent count.

    Everybody plays at most once a round, and no two play twice. The order depends on nothing but the arguments.

    Everybody groups the own games in twos, the first with the second, the third with the fourth and so on, and wants to
    be on different sides in the two; a game against the absent comes last. Each game is in such a group once for either
    player, at most. So the games hang together in chains and rings: whoever comes out of one game on the one side goes
    into its twin on the other, and the opponent there passes on. A ring closes well, because the side changes within
    every game and between any two. So one walk along each chain or ring grants everybody's wishes.
    """
    games = list(chain.from_iterable(rounds))
    twins = _twins(games, empty)
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


def _twins(games: Sequence[Pair], empty: int | None) -> dict[tuple[int, int], int]:
    """Return, by player and game, the game in which the player is to be on the other side."""
    own: dict[int, list[int]] = {}
    for game, pair in enumerate(games):
        for player in pair:
            own.setdefault(player, []).append(game)
    twins = {}
    for player, played in own.items():
        played.sort(key=lambda game: empty in games[game])
        for one, other in zip(played[::2], played[1::2], strict=False):
            twins[player, one], twins[player, other] = other, one
    return twins
