"""Netrunner files that are cut short, and the largest ones: refused in a sentence, and read soon."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from tests.dose import dose
from tests.support.steps import count_steps
from turnabout_sheets.archive.lists.nrtm import MOST_BYTES, read_nrtm

SMALLER = dose(12, 1)
"""How many times as large the largest file is as what is tried."""


def event(rounds: Any, players: Any) -> bytes:
    whole = {"name": "Trophée", "date": "2025-09-06", "uploadedFrom": "Cobra", "players": players, "rounds": rounds}
    return json.dumps(whole).encode()


def test_no_beginning_of_a_file_is_an_event() -> None:
    players = [{"id": number, "name": f"P{number}", "rank": number, "matchPoints": 6} for number in (1, 2, 3)]
    bye = {"table": 9, "player1": {"id": 3, "combinedScore": 6}, "player2": {"id": None, "combinedScore": 0}}
    match = {"table": 1, "player1": {"id": 1, "combinedScore": 6}, "player2": {"id": 2, "combinedScore": 0}}
    data = event([[match, bye]], players)
    assert read_nrtm(data, "cup.json").record
    for end in range(len(data)):
        found = read_nrtm(data[:end], "cup.json")
        assert (len(found.problems), found.record, found.remarks, found.lists) == (1, None, (), ())


def many_players(smaller: int) -> bytes:
    """A third of what such a file can hold."""
    return event([[]], [{"id": each, "name": "a", "matchPoints": 9} for each in range(30_000 // smaller)])


def many_rounds(smaller: int) -> bytes:
    """An event as large as can be in which nobody's points are explained."""
    players = [{"id": each, "name": f"{each}", "matchPoints": 999} for each in range(38)]
    games = [{"player1": {"id": 2 * each, "corpScore": 3}, "player2": {"id": 2 * each + 1}} for each in range(18)]
    return event([[*games, {"player1": {"id": 36, "corpScore": 3}, "player2": None}]] * (999 // smaller), players)


def around(before: str, piece: str, after: str) -> Callable[[int], bytes]:
    """Return what makes a file that holds a piece again and again."""
    return lambda smaller: (before + piece * (MOST_BYTES // smaller // len(piece) - 20) + after).encode()


LARGE: dict[str, tuple[Callable[[int], bytes], float]] = {
    "players": (many_players, 1 / 3),
    "rounds": (many_rounds, 1),
    "lists": (around('{"players": [', "[],", '[]], "rounds": []}'), 1),
    "objects": (around('{"players": [], "rounds": [[', "{},", "{}]]}"), 1),
    "strange letters": (around('{"players": [], "rounds": [], "\U0001f451": "', "a" * 5, '"}'), 1),
}
"""Files, and what part of the largest they are, if none is smaller."""


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize(("make", "part"), LARGE.values(), ids=LARGE.keys())
def test_the_largest_file_takes_little_time_and_memory(make: Callable[[int], bytes], part: float) -> None:
    """Twice as much in it makes at most three times as many calls."""
    data, half, part = make(SMALLER), make(2 * SMALLER), part / SMALLER
    assert len(data) <= part * MOST_BYTES
    steps, steps_of_half = (count_steps(partial(read_nrtm, each, "cup.json"))[0] for each in (data, half))
    assert steps <= 3 * steps_of_half
    tracemalloc.start()
    try:
        read_nrtm(data, "cup.json")
        assert tracemalloc.get_traced_memory()[1] < part * (250 << 20)
    finally:
        tracemalloc.stop()
