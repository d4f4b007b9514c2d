"""The movement of Duplicate Magic, verified by counting."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import accumulate, combinations, product
from pathlib import Path
from random import Random

import pytest

from tests.dose import take_turns
from turnabout_sheets.pairing import howell
from turnabout_sheets.pairing.howell import MOST_TABLES, Seat, make_movement
from turnabout_sheets.pairing.seating import balance_sides

pytestmark = pytest.mark.slow

TABLES = [1, *range(3, MOST_TABLES + 1)]
SOME = [*TABLES[:9], *take_turns(TABLES[9:], day=7, quick=1)]
STARTERS = Path(howell.__file__).with_name("howell_starters.txt")

Rounds = Sequence[Sequence[Seat]]


def is_movement(rounds: Sequence[Sequence[Seat]]) -> bool:
    """Return whether all rounds together are what the rule asks for (duplicate 1.1).

    That is: as many tables as rounds, t; each chair 0 … 2t − 1 once a round and once at each table; no two twice
    together.
    """
    tables = len(rounds)
    chairs = list(range(2 * tables))
    return (
        tables > 0
        and all(_chairs(games) == chairs for games in rounds)
        and all(_chairs(games) == chairs for games in zip(*rounds, strict=True))
        and len({frozenset((game.a, game.b)) for games in rounds for game in games}) == tables**2
    )


def _chairs(games: Sequence[Seat]) -> list[int]:
    """Return the chairs of some games, sorted."""
    return sorted(chair for game in games for chair in (game.a, game.b))


def faults(rounds: Rounds, tables: int) -> list[str]:
    """Name what the rule asks for and these rounds are not, counted without the help of the program."""
    chairs = range(2 * tables)
    places = [(r, k, chair) for r, games in enumerate(rounds) for k, game in enumerate(games) for chair in seated(game)]
    meetings = Counter(tuple(sorted(seated(game))) for games in rounds for game in games)
    found = {
        "rounds": len(rounds) == tables,
        "tables": all(len(games) == tables for games in rounds),
        "a round": Counter((r, chair) for r, _, chair in places) == Counter(product(range(tables), chairs)),
        "a table": Counter((k, chair) for _, k, chair in places) == Counter(product(range(tables), chairs)),
        "opponents": meetings <= Counter(combinations(chairs, 2)),
    }
    return [name for name, good in found.items() if not good]


def seated(game: Seat) -> tuple[int, int]:
    return game.a, game.b


def empties(tables: int) -> list[int]:
    chairs = [*range(2 * tables)]
    return chairs if tables <= 8 else [chairs[0], chairs[-1]]


def stocks(rounds: Rounds, absent: int | None = None) -> dict[int, str]:
    """Return which stock everybody has in each game; but for the absent, without the games against the absent."""
    had: defaultdict[int, str] = defaultdict(str)
    for games in rounds:
        for game in games:
            for chair, stock in zip(seated(game), "AB", strict=True):
                if absent not in seated(game) or chair == absent:
                    had[chair] += stock
    return had


def lead(had: str) -> int:
    """Return how much oftener somebody has had stock A than stock B."""
    return had.count("A") - had.count("B")


def is_fair(had: str) -> bool:
    """Return whether after each game both stocks came equally often, or one once more, and none thrice in a row."""
    leads = {*accumulate(1 if stock == "A" else -1 for stock in had)}
    return leads <= {-1, 0, 1} and not re.search("AAA|BBB", had)


def text(rounds: Rounds) -> list[str]:
    return [" ".join(f"{game.a}-{game.b}" for game in games) for games in rounds]


@pytest.mark.parametrize("tables", SOME)
def test_everybody_plays_once_a_round_and_once_at_each_table_and_nobody_meets_twice(tables: int) -> None:
    """Duplicate 1.1."""
    rounds = make_movement(tables)

    assert faults(rounds, tables) == []
    assert is_movement(rounds)


@pytest.mark.parametrize("tables", SOME)
def test_stocks_are_shared_out_after_every_round(tables: int) -> None:
    had = stocks(make_movement(tables))

    assert sorted(had) == list(range(2 * tables))
    for each in had.values():
        assert len(each) == tables
        assert is_fair(each)


@pytest.mark.parametrize("tables", SOME)
def test_with_an_empty_chair_stocks_are_shared_out_over_what_is_really_played(tables: int) -> None:
    for empty in empties(tables):
        rounds = make_movement(tables, empty=empty)

        assert faults(rounds, tables) == []
        sit_out = [sum(seated(game)) - empty for games in rounds for game in games if empty in seated(game)]
        assert len(set(sit_out)) == len(sit_out) == tables
        had = stocks(rounds, absent=empty)
        for chair, each in had.items():
            assert len(each) == tables - (chair in sit_out)
            assert is_fair(each)
        assert len(had) == 2 * tables if tables > 1 else [*had] == [empty]
        assert all(abs(lead(each)) <= 1 for each in stocks(rounds).values()), "unfair if somebody takes the chair"


def test_stocks_are_shared_out_if_games_fall_out() -> None:
    random = Random(1)
    for empty in [None, *range(16)]:
        rounds = [[seated(game) for game in games if random.random() < 0.7] for games in make_movement(8)]
        shared = balance_sides(rounds, {} if empty is None else {empty: len(rounds)})

        assert [[{*pair} for pair in pairs] for pairs in shared] == [[{*pair} for pair in pairs] for pairs in rounds]
        had = stocks([[Seat(*pair) for pair in pairs] for pairs in shared], absent=empty)
        assert all(is_fair(each) for each in had.values())


@pytest.mark.parametrize("tables", SOME[1:])
def test_with_late_chairs_stocks_are_shared_out_over_what_is_really_played(tables: int) -> None:
    random = Random(tables)
    late = {chair: random.randint(2, tables) for chair in random.sample(range(2 * tables), min(3, tables))}
    rounds = make_movement(tables, late=list(late.items()))

    assert faults(rounds, tables) == []
    played = [
        [game for game in games if max(late.get(chair, 1) for chair in seated(game)) <= number]
        for number, games in enumerate(rounds, 1)
    ]
    assert all(is_fair(each) for each in stocks(played).values())
    assert all(abs(lead(each)) <= 1 for each in stocks(rounds).values()), "unfair if they all come at once"


@pytest.mark.parametrize("tables", SOME)
def test_fewer_rounds_are_the_first_of_all_rounds(tables: int) -> None:
    for played in {1, 2, tables // 2, tables - 1, tables} & {*range(1, tables + 1)}:
        for empty in (None, 0, 2 * tables - 1):
            assert make_movement(tables, played, empty) == make_movement(tables, empty=empty)[:played]
            assert len(make_movement(tables, played, empty)) == played


# Fixed for good: a change would spoil the events that are under way.


def test_no_movement_ever_changes() -> None:
    lines = [
        f"{tables} {empty}: {text(make_movement(tables, empty=empty))}"
        for tables in TABLES
        for empty in (None, 0, 2 * tables - 1)
    ]
    assert (
        sha256("\n".join(lines).encode()).hexdigest()
        == "816b37c3bd81840e5af795481277491484f3040870e3d5400c25af7a1f76ec57"
    )


# What is no movement.


@pytest.mark.parametrize("tables", [1, 3, 4, 5])
def test_no_chair_can_be_changed_for_another(tables: int) -> None:
    rounds = make_movement(tables)
    for r, k, chair in product(range(tables), range(tables), range(2 * tables)):
        game = rounds[r][k]
        for other in (Seat(chair, game.b), Seat(game.a, chair)):
            games = [*rounds[r][:k], other, *rounds[r][k + 1 :]]
            assert is_movement([*rounds[:r], games, *rounds[r + 1 :]]) == (other == game)


# Where there is none.


def all_rounds(chairs: frozenset[int]) -> Iterator[list[Seat]]:
    """Yield each way to seat all these players at as many tables as are needed."""
    if not chairs:
        yield []
    for one, other in combinations(sorted(chairs), 2):
        for games in all_rounds(chairs - {one, other}):
            yield [Seat(one, other), *games]


@pytest.mark.parametrize(("tables", "exists"), [(1, True), (2, False), (3, True)])
def test_there_is_a_movement_for_two_and_six_players_but_none_for_four(tables: int, exists: bool) -> None:
    """By trying them all; in the first round everybody is seated in order, which only names the players."""
    first = [Seat(2 * k, 2 * k + 1) for k in range(tables)]
    ways = list(all_rounds(frozenset(range(2 * tables))))
    assert any(faults([first, *later], tables) == [] for later in product(ways, repeat=tables - 1)) == exists


# The data file, read anew.


def test_every_line_of_the_data_file_is_a_starter() -> None:
    lines = [line for line in STARTERS.read_text("utf-8").splitlines() if line[0] != "#"]
    assert [int(line.split(":")[0]) for line in lines] == list(range(4, MOST_TABLES + 1, 2))
    for line in lines:
        name, games = line.split(":")
        tables = int(name)
        players = [[(int(player[:-1]), player[-1]) for player in game.split("-")] for game in games.split()]
        everybody = sorted(product(range(tables), "ab"))
        assert sorted(player for game in players for player in game) == everybody
        # number − table, in each half
        shifts = [((x - k) % tables, half) for k, game in enumerate(players) for x, half in game]
        assert sorted(shifts) == everybody
        # x − y for each kind of pair of halves, both ways round
        differences = [
            (half + other, (x - y) % tables)
            for one, two in players
            for (x, half), (y, other) in [(one, two), (two, one)]
        ]
        assert len(set(differences)) == len(differences) == 2 * tables
