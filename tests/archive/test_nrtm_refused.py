"""Events in NRTM JSON that cannot be read: a sentence each, nothing of the event, and soon."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest

from tests.archive.nrtm_files import (
    A_BOTH,
    ANN,
    BO,
    CY,
    DEE,
    Json,
    as_bytes,
    bye,
    event,
    two_sided,
)
from tests.dose import dose
from tests.support.steps import count_steps
from turnabout_sheets.archive.lists.nrtm import MOST_BYTES, is_nrtm, read_nrtm

PLAYED = two_sided(1, ANN, BO, A_BOTH, (6, 0))
LONG = "7" * 10_000


def told(data: bytes) -> list[str]:
    """Return what is wrong with a file of which nothing comes into the archive."""
    found = read_nrtm(data, "cup.json")
    assert (found.records, found.remarks, found.grids) == ((), (), ())
    return [f"{each.severity}: {each.place}: {each.message}" for each in found.problems]


def changed(part: str, number: int, **fields: Any) -> Json:
    """Return an event with other fields in a player, or in a match of the only round."""
    whole = event([[PLAYED, two_sided(2, CY, DEE, A_BOTH, (6, 0))]], eliminationPlayers=[{"id": ANN, "rank": 1}])
    rows = whole["rounds"][0] if part == "match" else whole[part]
    rows[number] = {name: value for name, value in (rows[number] | fields).items() if value is not ...}
    return whole


SHAPE = "is not as Cobra and AesopsTables write it"
WRONG: list[tuple[Json, str]] = [
    (event([[PLAYED]], name=" "), "The name is missing"),
    (event([[PLAYED]], date=None), "The date is missing; expected a day such as 2026-05-31"),
    (event([[PLAYED]], date="04/05/2024"), '"04/05/2024" may be April 5, 2024 (2024-04-05) or May 4, 2024'),
    (event([[PLAYED]], players={"id": 1}), f"Player 1 {SHAPE}"),
    (event([[PLAYED]]) | {"rounds": None}, f"The event {SHAPE}"),
    (event([[PLAYED]], players=["Ann"]), f"Player 1 {SHAPE}"),
    (changed("players", 1, name="\u200b"), "Player 2: name or id is missing"),
    (changed("players", 1, id=...), "Player 2: name or id is missing"),
    (changed("players", 0, id=float("nan")), 'Player 1: id is "NaN"; expected a number'),
    (changed("players", 0, id="@" + LONG), 'Player 1: id is "@777'),
    (changed("players", 2, id=ANN), "Player 3: Ann has the same id, 11"),
    (changed("players", 3, matchPoints=float("inf")), 'Player 4: matchPoints is "Infinity"; expected a whole number'),
    (changed("players", 3, rank=[1]), 'Player 4: rank is ["1"]; expected a whole number'),
    (changed("players", 3, rank=-1), 'Player 4: rank is "-1"; expected a whole number'),
    (changed("eliminationPlayers", 0, id=99), 'Place 1: id is "99"; expected that of a player, each once'),
    (changed("match", 1, player2={"id": DEE, "combinedScore": 1.5}), 'Round 1, match 2: combinedScore is "1.5"; '),
    (changed("match", 1, player2={"id": DEE, "corpScore": True}), "Round 1, match 2: corpScore is true; expected"),
    (changed("match", 0, player1={"id": None}, player2={"id": "(BYE)"}), "Round 1, match 1: expected two players"),
    (changed("match", 0, player2={"id": ANN}), "Round 1, match 1: expected two players, and one winner"),
    (changed("match", 1, player2={"id": 99}), 'Round 1, match 2: nobody among the players has the id "99"'),
    (changed("match", 1, player2={"id": ANN}), "Round 1, match 2: Ann has another match in this round"),
    (event([[PLAYED], [{"p1": ANN, "p2": BO}]]), f"Round 2, match 1 {SHAPE}"),
    (changed("match", 0, player1=[ANN]), f"Round 1, match 1 {SHAPE}"),
    (event([[PLAYED, None]]), f"Round 1, match 2 {SHAPE}"),
    (
        event([[{"player1": {"id": ANN, "winner": True}, "player2": {"id": BO, "winner": True}}]]),
        "Round 1, match 1: expected two players, and one winner",
    ),
    (event([[PLAYED], 7]), f"Round 2, match 1 {SHAPE}"),
    (event([[PLAYED]] * 1000), "Round 1000, match 1: expected at most 999 rounds"),
]


@pytest.mark.parametrize(("whole", "message"), WRONG, ids=[message for _, message in WRONG])
def test_what_cannot_be_is_told_in_a_sentence(whole: Json, message: str) -> None:
    (said,) = told(as_bytes(whole))
    assert said.startswith(f"Error: cup.json: {message}")


def test_a_number_of_ten_thousand_digits_is_none() -> None:
    for field in (b'"matchPoints": 9', b'"rank": 1', b'"table": 1', b'"combinedScore": 6'):
        data = as_bytes(changed("match", 0)).replace(field, field[:-1] + LONG.encode(), 1)
        (message,) = told(data)
        assert f'"{LONG[:39]}; expected a whole number' in message


BYTES = {
    "empty": b"",
    "cut short": as_bytes(event([[PLAYED]]))[:300],
    "another letter": b'{"name":\n "Troph\xe9e", "rounds": []}',
    "brackets": b'{"rounds": ' + b"[" * 10**6,
    "braces": b'{"rounds": ' + b'{"":' * 10**6,
    "a list": b"[]",
    "a number": b"1" * 20_000,
    "too much": b" " * (MOST_BYTES + 10**6),
}


@pytest.mark.parametrize("data", BYTES.values(), ids=BYTES.keys())
def test_what_is_no_event_is_refused(data: bytes) -> None:
    (said,) = told(data)
    assert len(said) < 200


def test_no_beginning_of_a_file_is_an_event() -> None:
    data = as_bytes(event([[PLAYED, bye(CY)]], name="Trophée"))
    for end in range(len(data)):
        assert len(told(data[:end])) == 1
    assert is_nrtm(data[:60])


SMALLER = dose(3, 1)
"""How many times as large the largest file is as what is tried."""


def many_players(smaller: int) -> bytes:
    """A third of what such a file can hold."""
    players = [{"id": each, "name": "a", "matchPoints": 9} for each in range(30_000 // smaller)]
    return as_bytes(event([[]], players=players))


def many_rounds(smaller: int) -> bytes:
    """An event as large as can be in which nobody's points are explained."""
    players = [{"id": each, "name": f"{each}", "matchPoints": 999} for each in range(38)]
    games = [{"player1": {"id": 2 * each, "corpScore": 3}, "player2": {"id": 2 * each + 1}} for each in range(18)]
    rounds = [[*games, {"player1": {"id": 36, "corpScore": 3}, "player2": None}]] * (999 // smaller)
    return as_bytes(event(rounds, players=players))


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
    steps, steps_of_half = (count_steps(lambda each=each: read_nrtm(each, "cup.json"))[0] for each in (data, half))
    assert steps <= 3 * steps_of_half
    tracemalloc.start()
    try:
        read_nrtm(data, "cup.json")
        assert tracemalloc.get_traced_memory()[1] < part * (250 << 20)
    finally:
        tracemalloc.stop()
