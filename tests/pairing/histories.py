"""Fields of players with a history, from ordinary to hostile, and an oracle that looks at every pairing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from random import Random

from turnabout_sheets.pairing.lots import LOTS, make_lots
from turnabout_sheets.pairing.swiss import closest_pairing

Field = tuple[list[int], list[dict[int, int]], list[int]]  # scores, meetings, byes
Meetings = Sequence[Mapping[int, int]]
Pairs = tuple[tuple[int, int], ...]


@cache
def all_pairings(players: tuple[int, ...]) -> tuple[Pairs, ...]:
    """Every way to pair an even number of players."""
    if not players:
        return ((),)
    first, *others = players
    return tuple(
        ((first, other), *rest)
        for other in others
        for rest in all_pairings(tuple(player for player in others if player != other))
    )


def every_round(players: int) -> Iterator[tuple[int | None, Pairs]]:
    """Every pairing of all players, with every bye if their number is odd."""
    if players % 2 == 0:
        yield from ((None, pairs) for pairs in all_pairings(tuple(range(players))))
    else:
        for bye in range(players):
            others = tuple(player for player in range(players) if player != bye)
            yield from ((bye, pairs) for pairs in all_pairings(others))


def best_round(
    scores: Sequence[int],
    met: Meetings,
    byes: Sequence[int],
    apart: Sequence[Collection[int]] = (),
    fixed: tuple[int, int] | None = None,
) -> tuple[int | None, Pairs]:
    """The round that the docstring of `closest_pairing` calls the best, found by looking at all of them.

    With a fixed pair, the best of those that have it.
    """

    def rank(candidate: tuple[int | None, Pairs]) -> tuple[object, ...]:
        bye, pairs = candidate
        seats = {player: seat for seat, player in enumerate(sorted(player for pair in pairs for player in pair))}
        return (
            sum(j in met[i] for i, j in pairs),
            0 if bye is None else byes[bye],
            0 if bye is None else -bye,
            sum(met[i].get(j, 0) for i, j in pairs),
            sum(j in apart[i] for i, j in pairs) if apart else 0,
            sum((scores[i] - scores[j]) ** 2 for i, j in pairs),
            sum((seats[i] - seats[j]) ** 2 for i, j in pairs),
            sum(lots[seats[i]] * lots[seats[j]] % LOTS for i, j in pairs),
        )

    lots = make_lots(len(scores))
    return min((each for each in every_round(len(scores)) if fixed is None or fixed in each[1]), key=rank)


def _scores(random: Random, players: int) -> list[int]:
    shape = random.choice(["tied", "clusters", "two groups", "outlier", "spread"])
    match shape:
        case "tied":
            scores = [10] * players
        case "clusters":
            centres = [random.randint(0, 200) for _ in range(random.randint(2, 5))]
            scores = [random.choice(centres) + random.choice([0, 0, 1]) for _ in range(players)]
        case "two groups":
            scores = [0] * (players // 2) + [100] * (players - players // 2)
        case "outlier":
            scores = [random.randint(0, 10) for _ in range(players - 1)] + [1000] * (players > 0)
        case _:
            top = random.choice([5, 40, 300])
            scores = [random.randint(0, top) for _ in range(players)]
    return sorted(scores, reverse=True)


def _anyone(random: Random, players: int) -> set[tuple[int, int]]:
    density = random.random()
    return {pair for pair in combinations(range(players), 2) if random.random() < density}


def _rounds(random: Random, players: int) -> set[tuple[int, int]]:
    """Some rounds of a round robin, up to the last one."""
    seats = [*range(players), None][: players + players % 2]
    random.shuffle(seats)
    met: set[tuple[int, int]] = set()
    for _ in range(random.randint(0, max(len(seats) - 1, 0))):
        for i, j in zip(seats, reversed(seats), strict=True):
            if i is not None and j is not None and i < j:
                met.add((i, j))
        seats = [seats[0], seats[-1], *seats[1:-1]]
    return met


def _neighbours(random: Random, players: int) -> set[tuple[int, int]]:
    """Those who stand close have met, as after many rounds of close pairings."""
    width = random.randint(1, max(1, players // 2))
    density = random.choice([0.5, 0.8, 1.0])
    return {(i, j) for i, j in combinations(range(players), 2) if j - i <= width and random.random() < density}


def _cliques(random: Random, players: int) -> set[tuple[int, int]]:
    pods = random.randint(1, 6)
    pod = [random.randrange(pods) for _ in range(players)]
    return {(i, j) for i, j in combinations(range(players), 2) if pod[i] == pod[j]}


def _teams(random: Random, players: int) -> set[tuple[int, int]]:
    """Two teams: everyone has met the whole other team."""
    team = [random.random() < 0.5 for _ in range(players)]
    return {(i, j) for i, j in combinations(range(players), 2) if team[i] != team[j]}


def _hubs(random: Random, players: int) -> set[tuple[int, int]]:
    """A few players have met nearly everyone."""
    hubs = set(random.sample(range(players), min(players, random.randint(1, 3))))
    return {pair for pair in combinations(range(players), 2) if hubs & set(pair) and random.random() < 0.9}


def _last_round(random: Random, players: int) -> set[tuple[int, int]]:
    """Everyone has met everyone but one or two others, and a few have met even those."""
    everyone = set(combinations(range(players), 2))
    for _ in range(random.randint(1, 2)):
        seats = random.sample(range(players), players)
        left = {(min(pair), max(pair)) for pair in zip(seats[::2], seats[1::2], strict=False)}
        everyone -= {pair for pair in sorted(left) if random.random() < 0.95}
    return everyone


def _swiss(random: Random, players: int) -> set[tuple[int, int]]:
    """Some rounds that the program paired, as far as it could; the results are as chance would have it."""
    met: list[dict[int, int]] = [{} for _ in range(players)]
    for number in range(1, random.randint(1, max(2, players // 2))):
        found = closest_pairing(_scores(random, players), met)
        if found.rematches:
            break
        for i, j in found.pairs:
            met[i][j] = met[j][i] = number
    return {(i, j) for i, opponents in enumerate(met) for j in opponents if i < j}


HISTORIES: Mapping[str, Callable[[Random, int], set[tuple[int, int]]]] = {
    "anyone": _anyone,
    "rounds": _rounds,
    "neighbours": _neighbours,
    "cliques": _cliques,
    "teams": _teams,
    "hubs": _hubs,
    "last round": _last_round,
    "swiss": _swiss,
}


def field(random: Random, history: str, players: int, *, last: Sequence[int] = (1,)) -> Field:
    """A random field; each two who have met met last in one of the rounds `last`."""
    met: list[dict[int, int]] = [{} for _ in range(players)]
    for i, j in sorted(HISTORIES[history](random, players)):
        met[i][j] = met[j][i] = random.choice(last)
    byes = [random.choice([0, 0, 1, 2]) for _ in range(players)]
    return _scores(random, players), met, byes


def groups(random: Random, players: int) -> list[set[int]]:
    """Whom each player is to be kept apart from: clubs of different sizes, and some players without one."""
    return _apart([random.choice([None, None, 0, 0, 1, 2]) for _ in range(players)])


def majority(random: Random, players: int) -> list[set[int]]:
    """The same where one club has about half of the players, or more, and the others are of one club or of several."""
    half = random.choice([0, 0, 0, 1, players // 4, players // 2])
    club = [0] * (players // 2 + half) + random.choice([[1], [1, 2, None]]) * players
    return _apart(random.sample(club[:players], players))


def _apart(club: Sequence[int | None]) -> list[set[int]]:
    players = len(club)
    return [
        {j for j in range(players) if j != i and club[i] is not None and club[i] == club[j]} for i in range(players)
    ]
