"""Swiss pairing by closest score, exactly (rules 1.5.2).

Players are their positions in standing order, best first: 0, 1, 2, … Nearly every round has a pairing without rematches
in which the first in line for the bye has it; if this one has none, who has the bye is settled first. The closest
pairing of the others is found by `dynamic_program`, and by `matching` in rounds in which that would take too long.
A group of more than half of those who are paired, of whom some must meet, is the business of `majority`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import lcm
from typing import Final, NamedTuple

from turnabout_sheets.pairing.matching import Pair, can_reckon, pair_cheapest
from turnabout_sheets.pairing.swiss.dynamic_program import walk
from turnabout_sheets.pairing.swiss.score_line import (
    ScoreLine,
    bar_others,
    find_majority,
    limit_partners,
    make_score_line,
)

WIDTH: Final = 256
"""States at a player up to which the walk goes on: more than an ordinary round needs."""
TOGETHER: Final = 1
"""The penalty of a pair of those who are to be kept apart; a rematch has more than all of these can have."""

Meetings = Sequence[Mapping[int, int]]


class Pairing(NamedTuple):
    """One round: who meets whom, by standing position, and how good that is."""

    pairs: tuple[tuple[int, int], ...]
    """(higher, lower) standing positions, ascending."""
    bye: int | None
    """Who sits out, if the number of players is odd."""
    rematches: int = 0
    """Pairs who have met before: 0 unless allowed and unavoidable."""
    together: int = 0
    """Pairs of those who are to be kept apart."""
    score_cost: int | Fraction = 0
    """Sum of the squared score differences."""
    proven: bool = True
    """Whether no better pairing exists.

    False only where thousands of players have thousands whom they are not to meet: then the nearest others are looked
    at, and no better pairing with these exists.
    """


class NoLegalPairingError(Exception):
    """Every pairing contains a rematch; `fewest_rematches` tells how many cannot be avoided."""

    def __init__(self, fewest_rematches: int) -> None:
        super().__init__(f"every pairing contains a rematch; the fewest possible: {fewest_rematches}")
        self.fewest_rematches = fewest_rematches


def closest_pairing(
    scores: Sequence[int | Fraction],
    met: Meetings,
    *,
    byes: Sequence[int] = (),
    apart: Sequence[Collection[int]] = (),
    places: Sequence[int] = (),
    allow_rematches: bool = False,
) -> Pairing:
    """Return the closest pairing of all players.

    `scores` do not rise from one position to the next. `met[i]` maps each position that i has met in this session to
    the round (1 or more) in which the two met last, symmetrically. `byes[i]` counts the byes that i has had in this
    session. `apart[i]` holds the positions that i is to be kept apart from, symmetrically. Both may be empty for none.
    `places`, where these are some of more who are paired, are their places among all of them, ascending.

    The best pairing is the one with, in this order (rules 1.5.2 and 1.5.5 to 1.5.7),

    1. the fewest rematches;
    2. if the number of players is odd, the bye for a player with the fewest byes so far;
    3. the bye for the lowest of these;
    4. the oldest rematches: the smallest sum of the rounds in which those who are paired again met last;
    5. the fewest pairs of those who are to be kept apart;
    6. the smallest sum of squared score differences;
    7. the smallest sum of squared differences of position (1st, 2nd, 3rd … of those who are paired);
    8. the smallest sum of lots, which make it one in all likelihood (`make_lots`).

    Raises `NoLegalPairingError` if a rematch cannot be avoided and `allow_rematches` is false, and `ValueError` if the
    arguments do not have the form described.
    """
    _check(scores, met, byes, apart)
    order = sorted(range(len(scores)), key=lambda i: (byes[i] if byes else 0, -i))
    bye = order[0] if len(scores) % 2 else None
    field = _seat(scores, met, apart, places, bye)
    best = _pair_without_penalty(field)
    if best is None:
        if bye is not None:
            bye = find_bye(met, order)
            field = _seat(scores, met, apart, places, bye)
        best = (_pair(field, TOGETHER) if any(apart) else None) or _pair(field, None)
    assert best is not None, "where every pair may be made, all can be paired"
    pairs, proven = best
    rematches = sum(j in field.met[i] for i, j in pairs)
    if rematches and not allow_rematches:
        raise NoLegalPairingError(rematches)
    cost = Fraction(sum((field.scores[i] - field.scores[j]) ** 2 for i, j in pairs), field.denominator**2)
    return Pairing(
        pairs=tuple((field.players[i], field.players[j]) for i, j in pairs),
        bye=bye,
        rematches=rematches,
        together=sum(j in field.apart[i] for i, j in pairs),
        score_cost=cost.numerator if cost.denominator == 1 else cost,
        proven=proven,
    )


def closest_with(
    fixed: Pair,
    scores: Sequence[int | Fraction],
    met: Meetings,
    *,
    byes: Sequence[int] = (),
    apart: Sequence[Collection[int]] = (),
) -> Pairing:
    """Return the best of the pairings in which two given players meet.

    What is best, and the other arguments, are those of `closest_pairing`; only lots are drawn among fewer. Rematches
    are allowed.
    """
    i, j = sorted(fixed)
    others = [player for player in range(len(scores)) if player not in fixed]
    seat = {player: k for k, player in enumerate(others)}
    found = closest_pairing(
        [scores[player] for player in others],
        [{seat[each]: last for each, last in met[player].items() if each in seat} for player in others],
        byes=[byes[player] for player in others] if byes else (),
        apart=[{seat[each] for each in apart[player] if each in seat} for player in others] if apart else (),
        places=others,
        allow_rematches=True,
    )
    return found._replace(
        pairs=tuple(sorted([(i, j), *((others[a], others[b]) for a, b in found.pairs)])),
        bye=None if found.bye is None else others[found.bye],
        rematches=found.rematches + (j in met[i]),
        together=found.together + (j in apart[i] if apart else 0),
        score_cost=found.score_cost + (scores[i] - scores[j]) ** 2,
    )


def weigh_pairs(
    scores: Sequence[int | Fraction], met: Meetings, apart: Sequence[Collection[int]], pairs: Iterable[Pair]
) -> tuple[int | Fraction, ...]:
    """Return what decides between two pairings with the same bye, the smaller the better: 1 and 4 to 7 there.

    The arguments are those of `closest_pairing`, and the pairs of all positions but the bye's.
    """
    pairs = list(pairs)
    seat = {player: k for k, player in enumerate(sorted(player for pair in pairs for player in pair))}
    return (
        sum(j in met[i] for i, j in pairs),
        sum(met[i].get(j, 0) for i, j in pairs),
        sum(j in apart[i] for i, j in pairs) if apart else 0,
        sum((scores[i] - scores[j]) ** 2 for i, j in pairs),
        sum((seat[i] - seat[j]) ** 2 for i, j in pairs),
    )


def _check(
    scores: Sequence[int | Fraction], met: Meetings, byes: Sequence[int], apart: Sequence[Collection[int]]
) -> None:
    """Raise `ValueError` unless the arguments of `closest_pairing` have the form that it describes."""
    if any(lower > higher for higher, lower in pairwise(scores)):
        raise ValueError("scores must not rise from one standing position to the next")
    if len(met) != len(scores) or len(byes) not in (0, len(scores)) or len(apart) not in (0, len(scores)):
        raise ValueError("scores, meetings, byes and those to be kept apart must tell of the same players")
    for i, opponents in enumerate(met):
        for j, last in opponents.items():
            if j == i or not 0 <= j < len(met) or met[j].get(i) != last:
                raise ValueError(f"the meetings of {i} and {j} do not agree")
    for i, others in enumerate(apart):
        for j in others:
            if j == i or not 0 <= j < len(apart) or i not in apart[j]:
                raise ValueError(f"whether {i} and {j} are to be kept apart does not agree")


class _Field(NamedTuple):
    """Those who are paired, by their seat: 0 is the first of them."""

    players: Sequence[int]
    """Their positions in standing order."""
    scores: Sequence[int]
    """Times `denominator`."""
    denominator: int
    met: Meetings
    apart: Sequence[Collection[int]]
    places: Sequence[int]
    """The places among all who are paired: the seats, where these are all."""


def _seat(
    scores: Sequence[int | Fraction],
    met: Meetings,
    apart: Sequence[Collection[int]],
    places: Sequence[int],
    bye: int | None,
) -> _Field:
    """Return all but the one who has the bye."""
    players = [i for i in range(len(scores)) if i != bye]
    seat = {player: k for k, player in enumerate(players)}
    denominator = lcm(*(score.denominator for score in scores))
    return _Field(
        players,
        scores=[int(scores[i] * denominator) for i in players],
        denominator=denominator,
        met=[{seat[j]: last for j, last in met[i].items() if last and j != bye} for i in players],
        apart=[{seat[j] for j in apart[i] if j != bye} if apart else set() for i in players],
        places=[places[i] - (bye is not None and i > bye) for i in players] if places else range(len(players)),
    )


def _pair_without_penalty(field: _Field) -> tuple[tuple[Pair, ...], bool] | None:
    """Return the best pairing without a penalty, and whether that is proven; None if there is none.

    Of a group of more than half of the players some must meet; that is no penalty if they are as few as can be.
    """
    group = find_majority(field.apart)
    if not group:
        return _pair(field, 0)
    barred, may_meet = bar_others(field.met, group), limit_partners(field.met, group)
    return _pair_line(make_score_line(field.scores, barred, field.places, most_penalty=0, may_meet=may_meet))


def _pair(field: _Field, most_penalty: int | None) -> tuple[tuple[Pair, ...], bool] | None:
    """Return the best pairing of pairs with no larger penalty, and whether that is proven; None if there is none."""
    penalties = _penalties(field.met, field.apart)
    if most_penalty is None:
        penalties = _forgive(penalties)
    return _pair_line(make_score_line(field.scores, penalties, field.places, most_penalty=most_penalty))


def _pair_line(line: ScoreLine) -> tuple[tuple[Pair, ...], bool] | None:
    """Return the best pairing of a line, and whether that is proven; None if there is none.

    Where costs are too large to be reckoned with, as with points in the millions, lots do not count, then positions.
    """
    players = len(line.costs)
    found = walk(line, width=WIDTH)
    if found is None:
        most = max((cost for mine in line.costs for cost in mine.values()), default=0)
        unit = next((unit for unit in line.units if can_reckon(players, most // unit)), line.units[-1])
        costs = ((i, j, cost // unit) for i, mine in enumerate(line.costs) for j, cost in mine.items())
        found = pair_cheapest(players, costs)
    return (found, line.complete) if 2 * len(found) == players else None


def find_bye(met: Meetings, order: Sequence[int]) -> int:
    """Return the first in `order`, which holds all players, whose bye leaves the fewest rematches.

    `met` is that of `closest_pairing`; the number of players is odd. The bye goes to the partner of one more player,
    with whom everybody may be paired at the cost of the place in that order. By the theorem of `score_line`, the others
    need partners from a window only; who has the bye does not count there.
    """
    players = len(met)
    most_met = max(map(len, met))
    # Dirac: if everyone may meet at least half of the players to be paired, a pairing without rematches exists.
    if players - 1 >= 2 * most_met + 2:
        return order[0]
    turn = {player: place for place, player in enumerate(order)}
    fresh = (
        (i, j, 0)
        for i, mine in enumerate(met)
        for j in range(max(0, i - len(mine) - most_met - 2), i)
        if i - j <= len(mine) + len(met[j]) + 2 and not mine.get(j)
    )
    pairs = pair_cheapest(players + 1, [*fresh, *((i, players, turn[i]) for i in range(players))])
    return next(i for i, j in pairs if j == players)


def _penalties(met: Meetings, apart: Sequence[Collection[int]]) -> list[dict[int, int]]:
    """Return the penalties: the number of rematches counts first, then their rounds, then those to be kept apart."""
    most_pairs = len(met) // 2
    newest = max((last for opponents in met for last in opponents.values()), default=0)
    round_weight = most_pairs * TOGETHER + 1 if any(apart) else 1
    rematch = (most_pairs * newest + 1) * round_weight
    penalties = [{j: rematch + last * round_weight for j, last in opponents.items()} for opponents in met]
    for penalty, others in zip(penalties, apart, strict=True):
        for j in others:
            penalty[j] = penalty.get(j, 0) + TOGETHER
    return penalties


def _forgive(penalties: list[dict[int, int]]) -> list[dict[int, int]]:
    """Take the smallest penalty off all of them where everyone has one with everyone.

    It is the same for every pairing, and those who met longest ago count as fresh again.
    """
    if any(len(penalty) < len(penalties) - 1 for penalty in penalties):
        return penalties
    least = min((each for penalty in penalties for each in penalty.values()), default=0)
    return [{j: each - least for j, each in mine.items() if each > least} for mine in penalties]
