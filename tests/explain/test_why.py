"""What `turnabout why` says is where the numbers come from: added up, it gives every one of them."""

from __future__ import annotations

from random import Random

import pytest

from tests.dose import dose
from tests.duplicate import played_events as duplicate
from tests.event import played_events
from tests.explain.added_up import add_up
from tests.netrunner import played_events as netrunner
from tests.rounds import whole_events

pytestmark = [pytest.mark.slow, pytest.mark.soak]

BRACKETS = ("single elimination", "double elimination")


@pytest.mark.parametrize("seed", range(dose(2, 500)))
def test_the_steps_of_turnabout_give_every_number(seed: int) -> None:
    assert add_up(played_events.play_any(seed).results()) > 20


@pytest.mark.parametrize("seed", range(dose(1, 500)))
def test_the_steps_of_netrunner_give_every_number(seed: int) -> None:
    assert add_up(netrunner.play(seed, 5 + seed % 9).results()) > 10


@pytest.mark.parametrize("seed", range(dose(1, 500)))
def test_the_steps_of_duplicate_magic_give_every_number(seed: int) -> None:
    assert add_up(duplicate.play_any(seed).results()) > 4


@pytest.mark.parametrize("seed", range(dose(2, 500)))
def test_the_steps_of_brackets_and_round_robins_give_every_number(seed: int) -> None:
    random = Random(seed)
    book = whole_events.event((*BRACKETS, "round robin")[seed % 3], random.randint(4, 9), random)
    for number in range(1, 4):
        book.run()
        if len(book.rounds) < number:
            break
        whole_events.play_round(book, number, random)
    assert add_up(book.results()) > 10
