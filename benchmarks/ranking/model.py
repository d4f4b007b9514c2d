"""The simulated Turnabout event: how strong the players are, how a match ends, and who stands where.

All numbers are whole, and all chance comes from random() of seeded generators: the same seed gives the same event on
every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from benchmarks.ranking.methods import Method, Paired, Standing
from turnabout_sheets.formats.turnabout.scales import (
    MATCH_POINTS_LEAST,
    MATCH_POINTS_MOST,
    VICTORY_POINTS,
    victory_points,
)

UNIT = 1_000_000
"""One standard deviation of the strength of players."""
LUCK = 2
"""Standard deviation of a player's form in one game, in units: so the better of two players wins 7 matches of 10."""
LESS_LUCK = 1
"""With this one, the better player wins 8 matches of 10."""
FULL_MARGIN = 6 * UNIT
"""From this margin on, a game gives all the match points that it can."""
GAMES = 2


def bell(random: Random) -> int:
    """Return a number from a normal distribution with mean 0 and standard deviation `UNIT`, as near as it matters.

    It is the sum of twelve uniform numbers, less its mean: whole numbers need no function whose last digits differ
    from one machine to another.
    """
    return sum(int(UNIT * random.random()) for _ in range(12)) - 6 * UNIT


Forms = tuple[int, ...]
"""A player's form on the day, game by game."""


def forms(random: Random, luck: int) -> Forms:
    """Return a player's form in the games of one match."""
    return tuple(luck * bell(random) for _ in range(GAMES))


class Cast(NamedTuple):
    """All chance of one event that has nothing to do with who meets whom: the same for every way of pairing."""

    seed: str
    strengths: tuple[int, ...]
    forms: tuple[tuple[Forms, ...], ...]
    """By round and player: whoever the opponent is, a player is in the same form."""


def cast(seed: str, players: int, rounds: int, luck: int = LUCK) -> Cast:
    """Draw the players of an event, who stand in a random order.

    Raises `ValueError` where a round without rematches might not exist (Dirac's condition), or the number is odd.
    """
    if players % 2 or players < 2 * rounds:
        raise ValueError(f"{rounds} rounds need an even number of at least {2 * rounds} players, not {players}")
    random = Random(seed)
    strengths = tuple(bell(random) for _ in range(players))
    return Cast(seed, strengths, tuple(tuple(forms(random, luck) for _ in range(players)) for _ in range(rounds)))


def match_points(strength_a: int, forms_a: Forms, strength_b: int, forms_b: Forms) -> tuple[int, int]:
    """Return both players' match points: the better in form wins a game, and more clearly with a larger margin."""
    points = [0, 0]
    for form_a, form_b in zip(forms_a, forms_b, strict=True):
        margin = strength_a + form_a - strength_b - form_b
        more = min(abs(margin), FULL_MARGIN) * (MATCH_POINTS_MOST - MATCH_POINTS_LEAST) // FULL_MARGIN
        points[0 if margin > 0 else 1] += MATCH_POINTS_LEAST + more
    return points[0], points[1]


@dataclass(slots=True)
class _Record:
    """What a player has done so far. Wins are counted twice, so that a draw counts 1."""

    points: int
    wins: int
    margin: int
    met: dict[int, int]


class Round(NamedTuple):
    """A round as it was paired."""

    standing: Standing
    paired: Paired


class Played(NamedTuple):
    """One event, paired by one method."""

    strengths: tuple[int, ...]
    rounds: tuple[Round, ...]
    orders: tuple[tuple[int, ...], ...]
    """After each round, the players from the first to the last."""


def play(event: Cast, method: Method) -> Played:
    """Play an event. Round 1 is the same for every method: the players as they were drawn, first with second."""
    random = Random(f"{event.seed} pairing")
    records = [_Record(0, 0, 0, {}) for _ in event.strengths]
    order = list(range(len(records)))
    rounds: list[Round] = []
    orders: list[tuple[int, ...]] = []
    for number, form in enumerate(event.forms, 1):
        standing = _standing(order, records)
        paired = method(standing, random) if rounds else Paired(tuple(zip(order[::2], order[1::2], strict=True)))
        for high, low in paired.pairs:
            a, b = order[high], order[low]
            points = match_points(event.strengths[a], form[a], event.strengths[b], form[b])
            _enter(records[a], b, number, *points)
            _enter(records[b], a, number, *reversed(points))
        order = standing_order(records)
        rounds.append(Round(standing, paired))
        orders.append(tuple(order))
    return Played(event.strengths, tuple(rounds), tuple(orders))


def _enter(record: _Record, opponent: int, number: int, own: int, others: int) -> None:
    record.points += victory_points(own, others)
    record.wins += (own > others) + (own >= others)
    record.margin += own - others
    record.met[opponent] = number


def standing_order(records: Sequence[_Record]) -> list[int]:
    """Return the players by VP, match wins, opponents' VP, MP difference: Turnabout's default tie-breaks, then drawn.

    Players are numbered in the order in which they were drawn.
    """

    def key(i: int) -> tuple[int, ...]:
        mine = records[i]
        return -mine.points, -mine.wins, -sum(records[j].points for j in mine.met), -mine.margin, i

    return sorted(range(len(records)), key=key)


def _standing(order: Sequence[int], records: Sequence[_Record]) -> Standing:
    """Return what a method is told of the players, by position."""
    seat = {player: k for k, player in enumerate(order)}
    return Standing(
        scores=tuple(records[i].points for i in order),
        wins=tuple(records[i].wins for i in order),
        met=tuple({seat[j]: number for j, number in records[i].met.items()} for i in order),
    )


class Calibration(NamedTuple):
    """What the matches of random players are like."""

    matches: int
    better_wins: int
    draws: int
    winners_points: int
    """VP of all winners together."""


def calibrate(matches: int, luck: int = LUCK) -> Calibration:
    """Play matches between players drawn at random."""
    random = Random("calibration")
    better_wins = draws = winners_points = 0
    for _ in range(matches):
        a, b = bell(random), bell(random)
        own, others = match_points(a, forms(random, luck), b, forms(random, luck))
        better_wins += (own - others) * (a - b) > 0
        draws += own == others
        points = victory_points(own, others)
        winners_points += max(points, VICTORY_POINTS - points) if own != others else 0
    return Calibration(matches, better_wins, draws, winners_points)
