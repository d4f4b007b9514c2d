"""Which empty places somebody takes who comes late: against all choices that there are, and in whole movements."""

from __future__ import annotations

from itertools import product
from math import inf
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.dose import take_turns
from turnabout_sheets.pairing import empty_places
from turnabout_sheets.pairing.empty_places import Choice, Place, choose_places
from turnabout_sheets.pairing.howell import make_movement


def place(opponent: int, table: int) -> Place:
    return {"opponent": opponent, "table": table}


def goes_together(rounds: list[list[Place]], choice: Choice) -> bool:
    """Say whether the places of a choice exclude none of each other."""
    taken = [rounds[number][index] for number, index in enumerate(choice) if index is not None]
    return all(len({each[kind] for each in taken}) == len(taken) for kind in ("opponent", "table"))


def best(rounds: list[list[Place]]) -> Choice:
    """Return the best of all choices that there are."""
    every = product(*([*range(len(places)), None] for places in rounds))
    possible = [choice for choice in every if goes_together(rounds, choice)]
    return min(
        possible,
        key=lambda choice: (choice.count(None), [inf if index is None else index for index in choice]),
    )


SMALL = st.lists(st.lists(st.builds(place, st.integers(0, 4), st.integers(0, 4)), max_size=3), max_size=5)


@given(SMALL)
def test_it_is_the_best_of_all_choices(rounds: list[list[Place]]) -> None:
    assert choose_places(rounds) == best(rounds)


def chairs_that_are_empty(tables: int, since: dict[int, int]) -> list[list[Place]]:
    """Return the places of a movement by round in which nobody sits: ``since`` has a round for each empty chair."""
    rounds: list[list[Place]] = []
    for number, games in enumerate(make_movement(tables)):
        gone = {chair for chair, first in since.items() if number >= first}
        alone = [(table, {game.a, game.b} - gone) for table, game in enumerate(games) if {game.a, game.b} & gone]
        rounds.append([place(waiting.pop(), table) for table, waiting in alone if waiting])
    return rounds


@pytest.mark.parametrize("tables", [3, 4, 5, 9, 20, 59, 60])
def test_an_empty_chair_has_a_place_in_every_round(tables: int) -> None:
    assert choose_places(chairs_that_are_empty(tables, {1: 0})) == (0,) * tables


@pytest.mark.parametrize("seed", take_turns(range(40), day=3, quick=3))
def test_where_several_chairs_are_empty_in_large_movements(seed: int) -> None:
    """It is never worse than to sit down in one chair, and to stay there."""
    random = Random(seed)
    tables = random.choice([9, 15, 30, 60])
    since = {chair: random.randrange(tables) for chair in random.sample(range(2 * tables), random.randint(2, 6))}
    rounds = chairs_that_are_empty(tables, since)
    choice = choose_places(rounds)
    assert goes_together(rounds, choice)
    in_one_chair = max(tables - first - sum(other != chair for other in since) for chair, first in since.items())
    assert in_one_chair <= len(choice) - choice.count(None) <= sum(map(bool, rounds))


def test_a_search_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the first place that is open is taken."""
    rounds = [[place(1, 1), place(3, 3)], [place(1, 2)], [place(2, 4)]]
    monkeypatch.setattr(empty_places, "MOST_STEPS", 2)
    assert choose_places(rounds) == (0, None, 0)
