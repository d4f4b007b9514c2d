"""Which empty places somebody takes who comes late: against all choices that there are, and in whole movements."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnabout_sheets.pairing.empty_places import Place, choose_places
from turnabout_sheets.pairing.howell import make_movement


def place(opponent: int, table: int) -> Place:
    return {"opponent": opponent, "table": table}


def goes_together(rounds: list[list[Place]], choice: tuple[int | None, ...]) -> bool:
    """Say whether the places of a choice exclude none of each other."""
    taken = [rounds[number][index] for number, index in enumerate(choice) if index is not None]
    return all(len({each[kind] for each in taken}) == len(taken) for kind in ("opponent", "table"))


@given(st.lists(st.lists(st.builds(place, st.integers(0, 4), st.integers(0, 4)), max_size=3), max_size=5))
def test_places_go_together_and_none_is_left_that_could_be_added(rounds: list[list[Place]]) -> None:
    choice = choose_places(rounds)
    assert goes_together(rounds, choice)
    for number, index in enumerate(choice):
        for other in range(len(rounds[number]) if index is None else 0):
            more = (*choice[:number], other, *(None for _ in choice[number + 1 :]))
            assert not goes_together(rounds, more)


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
