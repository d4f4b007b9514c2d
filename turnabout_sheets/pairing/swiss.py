"""Swiss pairing by closest score, exactly, at every size (rules 1.5.2).

Players are their positions in standing order, best first: 0, 1, 2, … The pairing is found by a walk along the line, and
by `matching` where that would take too long; docs/dev/closest-pairing.md proves that a window of partners is enough.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Final, NamedTuple

from turnabout_sheets.pairing.lots import LOTS, make_lots
from turnabout_sheets.pairing.matching import Pair, can_reckon, pair_cheapest

WIDTH: Final = 256  # states at a player up to which the walk goes on: more than an ordinary round needs

Score = int | Fraction
Apart = Sequence[Collection[int]]  # for each player, those that the player is to be kept apart from, symmetrically
Meetings = Sequence[Mapping[int, int]]  # for each player, the round (1 or more) in which each of those met was met last


class Pairing(NamedTuple):
    """One round: who meets whom, by standing position, and how good that is."""

    pairs: tuple[Pair, ...]  # (higher, lower) standing positions, ascending
    bye: int | None  # who sits out, if the number of players is odd
    rematches: int = 0  # pairs who have met before: 0 unless unavoidable
    together: int = 0  # pairs of those who are to be kept apart
    score_cost: Score = 0  # sum of the squared score differences


def closest_pairing(
    scores: Sequence[Score],
    met: Meetings,
    *,
    byes: Sequence[int] = (),
    apart: Apart = (),
    places: Sequence[int] = (),
) -> Pairing:
    """Return the closest pairing of all players.

    `scores` do not rise from one position to the next. `byes[i]` counts the byes that i has had in this session, and
    `apart[i]` holds the positions that i is to be kept apart from; both may be empty for none. `places`, where these
    are some of more who are paired, are their places among all of them. The best pairing is the one with, in this order
    (rules 1.5.2 and 1.5.5 to 1.5.7),

    1. the fewest rematches;
    2. if the number of players is odd, the bye for the lowest of those with the fewest byes so far;
    3. the oldest rematches: the smallest sum of the rounds in which those who are paired again met last;
    4. the fewest pairs of those who are to be kept apart;
    5. the smallest sum of squared score differences;
    6. the smallest sum of squared differences of position (1st, 2nd, 3rd … of those who are paired);
    7. the smallest sum of lots, which make it one in all likelihood (`make_lots`).
    """
    order = sorted(range(len(scores)), key=lambda i: (byes[i] if byes else 0, -i))
    bye = order[0] if len(scores) % 2 else None
    field = _seat(scores, met, apart, places, bye)
    pairs = _pair(field, most_penalty=0)
    if pairs is None and bye is not None:
        bye = find_bye(met, order)
        field = _seat(scores, met, apart, places, bye)
    if pairs is None and any(apart):
        pairs = _pair(field, most_penalty=1)
    pairs = pairs if pairs is not None else _pair(field)
    assert pairs is not None, "where every pair may be made, all can be paired"
    pairs = tuple((field.players[i], field.players[j]) for i, j in pairs)
    rematches, _, together, cost, _ = weigh_pairs(scores, met, apart, pairs)
    return Pairing(pairs, bye, rematches, together, cost)


def closest_with(
    fixed: Pair, scores: Sequence[Score], met: Meetings, *, byes: Sequence[int] = (), apart: Apart = ()
) -> Pairing:
    """Return the best pairing in which two given players meet (see `closest_pairing`)."""
    i, j = min(fixed), max(fixed)
    others = [player for player in range(len(scores)) if player not in fixed]
    seat = {player: k for k, player in enumerate(others)}
    found = closest_pairing(
        [scores[player] for player in others],
        [{seat[each]: last for each, last in met[player].items() if each in seat} for player in others],
        byes=[byes[player] for player in others] if byes else (),
        apart=[{seat[each] for each in apart[player] if each in seat} for player in others] if apart else (),
        places=others,
    )
    pairs = tuple(sorted([(i, j), *((others[a], others[b]) for a, b in found.pairs)]))
    rematches, _, together, cost, _ = weigh_pairs(scores, met, apart, pairs)
    return Pairing(pairs, None if found.bye is None else others[found.bye], rematches, together, cost)


def weigh_pairs(
    scores: Sequence[Score], met: Meetings, apart: Apart, pairs: Iterable[Pair]
) -> tuple[int, int, int, Score, int]:
    """Return 1 and 3 to 6 of what decides between pairings (see `closest_pairing`), the smaller the better."""
    pairs = list(pairs)
    seat = {player: k for k, player in enumerate(sorted(player for pair in pairs for player in pair))}
    cost = sum((scores[i] - scores[j]) ** 2 for i, j in pairs)
    return (
        sum(j in met[i] for i, j in pairs),
        sum(met[i].get(j, 0) for i, j in pairs),
        sum(j in apart[i] for i, j in pairs) if apart else 0,
        int(cost) if cost.denominator == 1 else cost,
        sum((seat[i] - seat[j]) ** 2 for i, j in pairs),
    )


class _Field(NamedTuple):
    """Those who are paired, by their seat: 0 is the first of them."""

    players: Sequence[int]  # their positions in standing order
    scores: Sequence[int]  # times what makes them whole
    met: Meetings
    apart: Apart
    places: Sequence[int]  # among all who are paired


def _seat(scores: Sequence[Score], met: Meetings, apart: Apart, places: Sequence[int], bye: int | None) -> _Field:
    """Return all but the one who has the bye."""
    players = [i for i in range(len(scores)) if i != bye]
    seat = {player: k for k, player in enumerate(players)}
    denominator = lcm(*(score.denominator for score in scores))
    return _Field(
        players,
        [int(scores[i] * denominator) for i in players],
        [{seat[j]: last for j, last in met[i].items() if last and j != bye} for i in players],
        [{seat[j] for j in apart[i] if j != bye} if apart else set() for i in players],
        [places[i] - (bye is not None and i > bye) for i in players] if places else range(len(players)),
    )


def _pair(field: _Field, most_penalty: int | None = None) -> tuple[Pair, ...] | None:
    """Return the best pairing of pairs with no larger penalty than this; None if there is none.

    Where costs are too large, as with points in the millions, lots do not count, then positions.
    """
    players, penalties = len(field.players), _penalties(field, forgive=most_penalty is None)
    costs, units = _weigh(field, penalties, most_penalty)
    found = _walk(penalties, costs)
    if found is None:
        most = max((cost for mine in costs for cost in mine.values()), default=0)
        unit = next((unit for unit in units if can_reckon(players, most // unit)), units[-1])
        edges = ((i, j, cost // unit) for i, mine in enumerate(costs) for j, cost in mine.items())
        found = pair_cheapest(players, edges)
    return found if 2 * len(found) == players else None


def _penalties(field: _Field, *, forgive: bool) -> list[dict[int, int]]:
    """Return the penalties: the number of rematches counts first, then their rounds, then those to be kept apart.

    If all may be paired with all, and everyone has one with everyone, the smallest is taken off all of them.
    """
    most_pairs = len(field.met) // 2
    newest = max((last for opponents in field.met for last in opponents.values()), default=0)
    round_weight = most_pairs + 1 if any(field.apart) else 1
    rematch = (most_pairs * newest + 1) * round_weight
    penalties = [{j: rematch + last * round_weight for j, last in opponents.items()} for opponents in field.met]
    for penalty, others in zip(penalties, field.apart, strict=True):
        for j in others:
            penalty[j] = penalty.get(j, 0) + 1
    if not forgive or any(len(penalty) < len(penalties) - 1 for penalty in penalties):
        return penalties
    least = min((each for penalty in penalties for each in penalty.values()), default=0)
    return [{j: each - least for j, each in mine.items() if each > least} for mine in penalties]


def _weigh(
    field: _Field, penalties: Sequence[Mapping[int, int]], most_penalty: int | None
) -> tuple[list[dict[int, int]], tuple[int, int, int]]:
    """Return for each player the cost of each possible partner higher up, the nearest first, and the units.

    In a cost the more important part always decides; a lot, a square of places and one of scores are its units.
    """
    players, scores, places = len(field.players), field.scores, field.places
    most_barred = max(map(len, penalties), default=0)
    choices = [
        [
            j
            for j in range(i - 1, max(-1, i - len(penalty) - most_barred - 2), -1)
            if i - j <= len(penalty) + len(penalties[j]) + 1
            and (most_penalty is None or penalty.get(j, 0) <= most_penalty)
        ]
        for i, penalty in enumerate(penalties)
    ]
    # No sum of what is less important, over all pairs, reaches the weight of what is more important.
    farthest = [(i, mine[-1]) for i, mine in enumerate(choices) if mine]
    pairs = players // 2
    of_place = pairs * LOTS + 1
    of_score = of_place * (pairs * max(((places[i] - places[j]) ** 2 for i, j in farthest), default=0) + 1)
    of_penalty = of_score * (pairs * max(((scores[i] - scores[j]) ** 2 for i, j in farthest), default=0) + 1)
    lots, costs = make_lots(players), []
    for i, mine in enumerate(choices):
        score, place, lot, penalty = scores[i], places[i], lots[i], penalties[i]
        costs.append(
            {
                j: penalty.get(j, 0) * of_penalty
                + (score - scores[j]) ** 2 * of_score
                + (place - places[j]) ** 2 * of_place
                + lot * lots[j] % LOTS
                for j in mine
            }
        )
    return costs, (1, of_place, of_score)


Trail = tuple[Pair, "Trail"] | None  # the pairs made on the way to a state, last one first
State = tuple[int, tuple[int, ...], Trail]  # cost so far, open partners of all who wait, pairs made


def _walk(penalties: Sequence[Mapping[int, int]], costs: Sequence[Mapping[int, int]]) -> tuple[Pair, ...] | None:
    """Return the best pairing; None if there is none, or if at some player there are more than `WIDTH` states."""
    players = len(costs)
    window = 2 * max(map(len, penalties), default=0) + 1
    # Bit k of both stands for player i - 1 - k: with whom of those in the window i has a penalty, and can be paired.
    barred_above = [sum(1 << (i - 1 - j) for j in penalties[i] if i - window <= j < i) for i in range(players)]
    choices = [sum(1 << (i - 1 - j) for j in costs[i]) for i in range(players)]

    layer: dict[tuple[int, ...], State] = {(): (0, (), None)}
    for p in range(players - 1, -1, -1):
        following: dict[tuple[int, ...], State] = {}
        barred_p, choices_p = penalties[p], choices[p]
        for waiting, (spent, partners, trail) in layer.items():
            # Bit k of `partners` stands for player p - k, bit k of `later` for player p - 1 - k.
            later = [mask >> 1 for mask in partners]

            if choices_p and len(waiting) < p and 0 not in later:  # p waits, too
                following[*waiting, p] = (spent, (*later, choices_p), trail)

            for index, a in enumerate(waiting):  # p and a are paired
                if not partners[index] & 1:
                    continue
                barred_a, barred_above_a = penalties[a], barred_above[a] >> (a - p)
                remaining = []
                for other, b in enumerate(waiting):
                    if b == a:
                        continue
                    mask = later[other]
                    if b not in barred_a:
                        mask &= barred_above[p]
                    if b > a and b not in barred_p:
                        mask &= barred_above_a
                    if not mask:
                        break
                    remaining.append(mask)
                else:
                    key = waiting[:index] + waiting[index + 1 :]
                    state: State = (spent + costs[a][p], tuple(remaining), ((p, a), trail))
                    rival = following.get(key)
                    if rival is not None:
                        united = tuple([mine | theirs for mine, theirs in zip(remaining, rival[1], strict=True)])
                        best = min(state, rival)
                        state = (best[0], united, best[2])
                    following[key] = state
        if len(following) > WIDTH:
            return None
        layer = following
    if not layer:
        return None
    trail = layer[()][2]
    pairs = []
    while trail is not None:
        pair, trail = trail
        pairs.append(pair)
    return tuple(pairs)


def find_bye(met: Meetings, order: Sequence[int]) -> int:
    """Return the first in `order`, which holds all of an odd number of players, whose bye leaves the fewest rematches.

    It is the partner of one more player, with whom everybody may be paired at the cost of the place in that order.
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
