"""Round robin: everybody meets everybody once, at tables and sides that are shared out evenly.

The originals only name the method; the order of rounds, tables and sides is our ruling (rules 1.10.1).

For some numbers of players the tables come from balanced tournament designs, in which nobody sits at a table three
times, and these from skew starters.

A *starter* of odd order s splits 1 … s − 1 into pairs of which each difference (x − y or y − x, modulo s) is different.
It is *strong* if the sums x + y are different, too, and none is 0, and *skew* if no sum is the negative of another:
sums and their negatives are 1 … s − 1 again. (Mullin and Nemeth, "An existence theorem for Room squares", 1969.)

For these numbers the circle cannot be mended by exchanging two tables in each round (see `make_schedule`). Instead a
few matches are *developed*: the design has s tables and twice s players, a and a + s for a = 0 … s − 1, the upper and
the lower half; if the number of tables is even, also a further table and two further players, who stay as they are.
Adding 1 (modulo s) to all players of a half and to the tables turns one round into the next. Which rounds to start from
is read off a strong skew starter: each pair x, y of it meets at table x + y, so that whoever comes to table 0 from it
in all rounds are −y and −x, and all the starter's pairs together bring everyone of a half but 0 to each table once.

The designs exist for all even numbers of players but 4 (Schellenberg, van Rees and Vanstone, "The existence of balanced
tournament designs", 1977). This construction is our own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from math import gcd
from typing import NamedTuple

Pair = tuple[int, int]


class Round(NamedTuple):
    """One round of a round robin; players are 0, 1, 2 … by seed or draw."""

    pairs: tuple[Pair, ...]
    """(player A, player B) at table 1, 2, 3 …"""
    bye: int | None
    """Who sits out, if the number of players is odd."""


def make_schedule(players: int) -> tuple[Round, ...]:
    """Return the rounds of a round robin: one fewer than players, or as many if their number is odd.

    In the first round the best meets the last, the second best the last but one, and so on; in the last round the best
    two meet. Everybody is player A as often as player B, or once more or less. Nobody sits at the same table more than
    twice; for an odd number everybody sits at each exactly twice. The exceptions are 4 players, where it cannot be
    done and one player sits three times at a table, and a few numbers above 200.

    The rounds come from the circle: player r is in the middle, and those who are at the same distance from r to both
    sides meet; in the next round r is the next on the circle. For an odd number r has the bye. For an even number one
    more player stays outside and meets r, at table 0, and those at distance k meet at table k. So everyone on the
    circle comes to each table twice, but the outsider is always at table 0. To mend that, the pair of the outsider
    changes places with that of some table k in all rounds but the one in the middle of the event: in two rounds for
    each k, which are chosen so that the two players r are at distance k, so each makes room at table k for the other
    (Haselgrove and Leech, "A tournament design problem", 1977). If the number of players is 1 more than a multiple of
    3, that does not work out, and `balanced_rounds` has others.

    Raises `ValueError` for fewer than two players.
    """
    if players < 2:
        raise ValueError(f"a round robin needs at least two players, not {players}")
    if players % 2:
        return _odd_circle(players)
    rounds = balanced_rounds(players) if players % 6 == 4 and players > 4 else None
    return tuple(Round(tuple(_sides(i, j, players) for i, j in pairs), None) for pairs in rounds or _circle(players))


def _odd_circle(players: int) -> tuple[Round, ...]:
    """Return the rounds for an odd number of players."""
    half = players // 2
    return tuple(
        Round(tuple(_sides((r - k) % players, (r + k) % players, players) for k in range(half, 0, -1)), bye=r % players)
        for r in range(half, half - players, -1)
    )


def _circle(players: int) -> list[list[Pair]]:
    """Return the rounds for an even number of players, with 0 outside."""
    others = players - 1
    rounds = []
    for i in range(others):
        r = others - i  # 1 … players − 1
        pairs = [(0, r)]
        pairs += [((r + k - 1) % others + 1, (r - k - 1) % others + 1) for k in range(1, players // 2)]
        from_middle = abs(2 * i - (others - 1))  # twice the number of rounds
        k = min(from_middle, others - from_middle)
        pairs[0], pairs[k] = pairs[k], pairs[0]
        pairs[:2] = pairs[1::-1]  # the outsider is at table 1 of the first round, and of the last
        rounds.append(pairs)
    return rounds


def _sides(i: int, j: int, players: int) -> Pair:
    """Return the pair with player A first: by whether the sum is odd or even, as in Berger's tables."""
    better, other = min(i, j), max(i, j)
    return (better, other) if (i + j + players) % 2 else (other, better)


_FOUND: Mapping[int, tuple[int, ...]] = {
    17: (13, 1, 6, 4, 10, 5, 12, 16),
    25: (23, 18, 7, 5, 11, 13, 21, 4, 6, 17, 22, 14),
    35: (29, 21, 15, 6, 4, 2, 33, 24, 19, 12, 14, 26, 7, 13, 31, 1, 34),
    55: (
        *(49, 1, 40, 24, 26, 33, 9, 7, 36, 11, 52, 32, 41, 53, 23, 13, 10, 19, 6, 22),
        *(48, 51, 34, 35, 5, 46, 20),
    ),
    65: (
        *(56, 2, 5, 31, 7, 49, 54, 16, 36, 22, 15, 11, 28, 39, 43, 1, 13, 46, 18, 20),
        *(29, 38, 52, 47, 19, 48, 63, 14, 33, 21, 3, 27),
    ),
    85: (
        *(10, 63, 42, 18, 55, 27, 32, 83, 62, 51, 53, 54, 30, 36, 2, 41, 80, 8, 29, 78),
        *(23, 79, 59, 14, 81, 58, 47, 40, 75, 7, 4, 56, 67, 76, 70, 77, 72, 31, 34, 46),
        *(49, 52),
    ),
    95: (
        *(49, 4, 18, 61, 38, 5, 73, 29, 82, 79, 46, 76, 32, 52, 9, 7, 53, 67, 68, 8),
        *(15, 26, 39, 60, 47, 81, 17, 55, 86, 1, 78, 22, 75, 35, 90, 27, 56, 2, 3, 34),
        *(51, 94, 16, 33, 19, 25, 58),
    ),
}
"""Starters for orders up to 97 with a factor 5 or 17, for which there is no formula: the pair with difference d is
x, x + d with the d-th number as x. Found by hill climbing (Dinitz and Stinson, 1981)."""


def strong_skew_starters(order: int) -> Iterator[tuple[Pair, ...]]:
    """Yield strong skew starters of an order without factors 2 and 3, always in the same sequence; maybe none.

    Mullin and Nemeth: let g be such that some odd power of it is 1, and g² − 1 prime to the order. Then the pairs
    x, −gx are a strong skew starter, where x runs through one of every two numbers y, −y, with every x through all gⁱx.
    Their proof for primes holds for any order for which there is such a g.
    """
    if order in _FOUND:
        yield tuple((x, (x + d) % order) for d, x in enumerate(_FOUND[order], start=1))
    for g in range(2, order):
        if gcd(g * (g * g - 1), order) == 1 and _exponent(g, order) % 2 == 1:
            yield _multiples(g, order)


def _exponent(g: int, order: int) -> int:
    """Return the first power of g that is 1."""
    return next(k for k in count(1) if pow(g, k, order) == 1)


def _multiples(g: int, order: int) -> tuple[Pair, ...]:
    """Return the pairs x, −gx."""
    chosen: dict[int, int] = {}
    for start in range(1, order):
        x = start
        while x not in chosen and order - x not in chosen:
            chosen[x] = -g * x % order
            x = x * g % order
    return tuple(chosen.items())


Tables = list[Pair]  # of one round: who meets at the 1st, 2nd, 3rd … table


def balanced_rounds(players: int) -> list[Tables] | None:
    """Return the rounds of a round robin with balanced tables, or None if no design is known.

    For 10, 16, 22, … players; a design is known up to 200, and for most numbers above. Players are seeds, 0 the best:
    in the first round each table has the best and the last of those left, and 0 and 1 meet in the last round.
    """
    tables = players // 2
    if players == 10:
        return _name_by_seed(_ten_players(), 5)
    if tables % 2:
        return next(
            (_name_by_seed(_odd_tables(tables, starter), tables) for starter in strong_skew_starters(tables)), None
        )
    for starter in strong_skew_starters(tables - 1):
        rounds = _even_tables(tables - 1, starter)
        if rounds is not None:
            return _name_by_seed(rounds, tables - 1)
    return None


def _ten_players() -> list[Tables]:
    """Return a design for 10 players, for whom there is no starter."""
    first = [(1, 4), (2, 3), (6, 9), (0, 5), (7, 8)]
    at_first_table = [(0, 6), (3, 5), (3, 6), (4, 8)]
    return [_shift_tables(pair, 5) for pair in at_first_table] + _shift_rounds(first, 5)


def _odd_tables(s: int, starter: Sequence[Pair]) -> list[Tables]:
    """Return a design with s tables: s − 1 rounds between the halves, one for each difference but 0, then s within.

    Between the halves each match of a round has the same difference d and a table of its own. At table 0 it is d
    against 2d, so these rounds bring everyone there once, too.
    """
    across = [_shift_tables((d, s + 2 * d % s), s) for d in range(1, s)]
    return across + _shift_rounds(_within_halves(s, starter), s)


def _even_tables(s: int, starter: Sequence[Pair]) -> list[Tables] | None:
    """Return a design with s tables and a further one, which comes first, or None if the starter does not suit.

    P and Q stay who they are. The first round has them at the further table, and between the halves the difference e.
    In the next s rounds d meets 2d + s at table −d, for all d but 0 and e; of the four left, 0 and e meet at the
    further table, and 0 + s and 2e + s meet P and Q. The last s rounds are within the halves, but the upper pair a, b
    of the starter makes room for P against a, and the lower pair −f, −g moves to the further table and makes room for b
    against Q.
    """
    exchange = _exchange(s, starter)
    if exchange is None:
        return None
    (a, b), (f, g), (v, w) = exchange
    e, p, q = (w - v) % s, 2 * s, 2 * s + 1
    across: Tables = [(p, s)] * s
    for d in range(1, s):
        across[-d % s] = (d, s + 2 * d % s)
    across[-e % s] = (s + 2 * e % s, q)
    within = _within_halves(s, starter)
    within[(a + b) % s] = (p, a)
    within[-(f + g) % s] = (b, q)
    return [
        [(p, q), *_shift_tables((v, s + w), s)],
        *_shift_rounds(across, s, (0, e)),
        *_shift_rounds(within, s, (2 * s - f, 2 * s - g)),
    ]


def _exchange(s: int, starter: Sequence[Pair]) -> tuple[Pair, Pair, Pair] | None:
    """Return a, b and f, g as described in `_even_tables`, and who has difference e at table 0; None if there are none.

    Everyone would come to table 0 twice but for the exchange: in the upper half −a, 0 and 2e are there one time less,
    and b + f + g and v one time more; in the lower half f and g one time less, and v + e one time more. These must be
    the same players; and as 0 and e take the place of a and b, e is the difference of a and b.
    """
    mate = dict(starter) | {y: x for x, y in starter}
    for a, b in mate.items():
        for e in ((b - a) % s, (a - b) % s):
            missing = [-a % s, 0, 2 * e % s]
            for v in missing:
                f = (v + e) % s
                if f and (b + f + mate[f]) % s in missing and (b + f + mate[f]) % s != v:
                    return (a, b), (f, mate[f]), (v, f)
    return None


def _within_halves(s: int, starter: Sequence[Pair]) -> Tables:
    """Return the round with the starter's pairs in the upper half, their negatives in the lower, and 0 against 0 + s.

    A pair x, y is at table x + y, and its negative at the negative of it, so that all are at different tables.
    """
    tables: Tables = [(0, s)] * s
    for x, y in starter:
        tables[(x + y) % s] = (x, y)
        tables[-(x + y) % s] = (2 * s - x, 2 * s - y)
    return tables


def _shift(pair: Pair, by: int, s: int) -> Pair:
    """Return a pair moved within the halves."""
    i, j = (player if player >= 2 * s else player // s * s + (player + by) % s for player in pair)
    return i, j


def _shift_tables(pair: Pair, s: int) -> Tables:
    """Return the round in which a pair of both halves meets at table 0 and the pair moved by i at table i."""
    return [_shift(pair, i, s) for i in range(s)]


def _shift_rounds(first: Tables, s: int, *further: Pair) -> list[Tables]:
    """Return the s rounds that come from the first by moving players and tables; a further table, put first, stays."""
    return [
        [_shift(pair, i, s) for pair in further] + [_shift(first[table - i], i, s) for table in range(s)]
        for i in range(s)
    ]


def _name_by_seed(rounds: list[Tables], late: int) -> list[Tables]:
    """Name the players by the seeds that they have in the first round, and turn the late rounds until 0 meets 1."""
    seed: dict[int, int] = {}
    for k, (i, j) in enumerate(rounds[0]):
        seed[i], seed[j] = k, 2 * len(rounds[0]) - 1 - k
    named = [[(seed[i], seed[j]) for i, j in tables] for tables in rounds]
    last = next(k for k, tables in enumerate(named) if (0, 1) in tables or (1, 0) in tables) + 1
    return named[:-late] + named[last:] + named[len(named) - late : last]
