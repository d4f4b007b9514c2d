"""Swiss pairing by closest score, exactly (rules 1.5.2).

Players are their positions in standing order, best first: 0, 1, 2, … Who has the bye and whether a rematch can be
avoided is settled first (`maximum_matching`), then the closest pairing of the others is found (`dynamic_program`, and
`matching` for rounds in which that would take too long).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import lcm

from turnabout_sheets.pairing.swiss.dual_prices import find_dual_prices
from turnabout_sheets.pairing.swiss.dynamic_program import Found, Pair, ScoreLine, make_score_line, walk
from turnabout_sheets.pairing.swiss.fallback import pair_roughly
from turnabout_sheets.pairing.swiss.matching import pair_line
from turnabout_sheets.pairing.swiss.maximum_matching import ALONE, can_be_left_out, maximum_matching

PLAIN_WIDTH = 256
"""States at a player up to which the plain walk goes on: more than an ordinary round needs."""
MATCHED_PLAYERS = 500
"""Players up to whom a round that is too wide for the plain walk is paired by a matching, which is always exact."""
WIDTHS = (32, 256, 2048)
"""States at a player that the walks by shares look at, in larger fields: one walk after the other until one proves its
result."""
MOST_STATES = 1_200_000
"""States that a further walk may look at: it takes seconds."""

Meetings = Sequence[Mapping[int, int]]


@dataclass(frozen=True, slots=True)
class Pairing:
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

    False only among more than 500 players where proving it was too much work; this is the best found.
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
    allow_rematches: bool = False,
) -> Pairing:
    """Return the closest pairing of all players.

    `scores` do not rise from one position to the next. `met[i]` maps each position that i has met in this session to
    the round (1 or more) in which the two met last, symmetrically. `byes[i]` counts the byes that i has had in this
    session. `apart[i]` holds the positions that i is to be kept apart from, symmetrically. Both may be empty for none.

    The best pairing is the one with, in this order (rules 1.5.2 and 1.5.5 to 1.5.7),

    1. the fewest rematches;
    2. if the number of players is odd, the bye for a player with the fewest byes so far;
    3. the bye for the lowest of these;
    4. the oldest rematches: the smallest sum of the rounds in which those who are paired again met last;
    5. the fewest pairs of those who are to be kept apart;
    6. the smallest sum of squared score differences;
    7. the smallest sum of squared differences of position (1st, 2nd, 3rd … of those who are paired);
    8. the highest possible partner for the first player, then for the next who is not yet paired, and so on.

    Raises `NoLegalPairingError` if a rematch cannot be avoided and `allow_rematches` is false, and `ValueError` if the
    arguments do not have the form described.
    """
    _check(scores, met, byes, apart)
    bye, fewest = _bye_and_rematches(met, byes or [0] * len(scores))
    if fewest and not allow_rematches:
        raise NoLegalPairingError(fewest)

    seated = [i for i in range(len(scores)) if i != bye]
    seat = {player: k for k, player in enumerate(seated)}
    met_seated = [{seat[j]: last for j, last in met[i].items() if last and j != bye} for i in seated]
    apart_seated = [{seat[j] for j in apart[i] if j != bye} if apart else set() for i in seated]
    denominator = lcm(*(score.denominator for score in scores))
    whole = [int(scores[i] * denominator) for i in seated]
    penalties = _penalties(met_seated, apart_seated)
    fresh = not fewest and (not any(apart_seated) or _bye_and_rematches(penalties, [0] * len(seated)) == (None, 0))
    line = make_score_line(whole, penalties, only_fresh=fresh)
    pairs, proven = _best_pairs(line)
    cost = Fraction(sum((whole[i] - whole[j]) ** 2 for i, j in pairs), denominator**2)
    return Pairing(
        pairs=tuple((seated[i], seated[j]) for i, j in pairs),
        bye=bye,
        rematches=sum(j in met_seated[i] for i, j in pairs),
        together=sum(j in apart_seated[i] for i, j in pairs),
        score_cost=cost.numerator if cost.denominator == 1 else cost,
        proven=proven,
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


def _bye_and_rematches(met: Meetings, byes: Sequence[int]) -> tuple[int | None, int]:
    """Return who has the bye (None for an even number of players) and the fewest rematches possible."""
    players = len(met)
    order = sorted(range(players), key=lambda i: (byes[i], -i))
    odd = players % 2 == 1

    # Dirac: if everyone may meet at least half of the players to be paired, a pairing without rematches exists.
    most_met = max(map(len, met), default=0)
    if players - odd >= 2 * most_met + 2 or players < 2:
        return (order[0] if odd else None), 0

    neighbours = [[j for j in range(players) if j != i and not met[i].get(j)] for i in range(players)]
    partner = maximum_matching(neighbours)
    # Those left alone have all met each other, so pairing them up costs a rematch for every two of them.
    rematches = partner.count(ALONE) // 2
    if not odd:
        return None, rematches
    candidates = can_be_left_out(neighbours, partner)
    return next(i for i in order if i in candidates), rematches


def _penalties(met: Meetings, apart: Sequence[Collection[int]]) -> list[dict[int, int]]:
    """Return the penalties: the number of rematches counts first, then their rounds, then those to be kept apart.

    Once everyone has met everyone, the smallest penalty is taken off all of them: it is the same for every pairing,
    and those who met longest ago count as fresh again.
    """
    most_pairs = len(met) // 2
    newest = max((last for opponents in met for last in opponents.values()), default=0)
    round_weight = most_pairs + 1
    rematch = (most_pairs * newest + 1) * round_weight
    penalties = [{j: rematch + last * round_weight for j, last in opponents.items()} for opponents in met]
    for penalty, others in zip(penalties, apart, strict=True):
        for j in others:
            penalty[j] = penalty.get(j, 0) + 1
    if all(len(penalty) == len(met) - 1 for penalty in penalties):
        least = min((each for penalty in penalties for each in penalty.values()), default=0)
        return [{j: each - least for j, each in mine.items() if each > least} for mine in penalties]
    return penalties


def _best_pairs(line: ScoreLine) -> tuple[tuple[Pair, ...], bool]:
    """Return the best pairing of a line that was found, and whether it is proven to be the best."""
    players = len(line.scores)
    plain = walk(line, [0] * players, width=PLAIN_WIDTH, give_up=True)
    if plain is not None:
        return plain.pairs, True
    if players <= MATCHED_PLAYERS:
        return pair_line(line), True
    shares = find_dual_prices(line)
    best: Found | None = None
    for width in WIDTHS:
        if best is not None and width * players > MOST_STATES:
            break
        best = walk(line, shares, width=width, limit=best.surplus if best else None) or best
        if best is not None and best.best:
            return best.pairs, True
    return (best.pairs if best else pair_roughly(line)), False
