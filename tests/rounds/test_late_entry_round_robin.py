"""Letting a player into a round robin: the place in all rounds that are still to be played."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.event.worked_events import drawn
from tests.reading.grids import Cells, match, round_sheet
from tests.rounds.late_entry import FIVE, ROBIN, ROBIN_ROUNDS, Changes, let, robin, who

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("complete", [0, 1, 3, 4])
def test_in_a_round_robin_the_bye_of_this_and_all_later_rounds(tmp_path: Path, complete: int) -> None:
    """Rules 1.4.11."""
    said, changes = let(tmp_path, "Zoe", ROBIN, who(*FIVE), *robin(complete))
    opponent, later = ("Ada", "Dee", "Ben", "Eve", "Cy")[complete], 4 - complete
    also = {4: ", and in 4 later rounds", 3: ", and in 3 later rounds",
            1: ", and in 1 later round", 0: ""}  # fmt: skip
    assert said == f"Zoe is in round {complete + 1} at table 3 against {opponent}, who had the bye{also[later]}."
    joined = {"Players!C7": complete + 1} if complete else {}
    seats = {"A4": 3, "D4": "Zoe"}
    rounds = {f"Round {n}!{cell}": value for n in range(complete + 1, 6) for cell, value in seats.items()}
    assert changes == {"Players!A7": "Zoe", **joined, **rounds}


@pytest.mark.parametrize(("complete", "first"), [(0, 1), (1, 2), (2, 3)])
def test_a_match_that_was_played_ahead_closes_no_bye(tmp_path: Path, complete: int, first: int) -> None:
    """Of round 4 a match is in; the byes of the rounds before it that have not begun are still to be had."""
    # Rules 1.4.11.
    rounds = robin(complete)
    rounds[3] = round_sheet(4, drawn("Cy", "Ada"), *ROBIN_ROUNDS[3][1:])
    _, changes = let(tmp_path, "Zoe", ROBIN, who(*FIVE), *rounds)
    assert changes.get("Players!C7", 1) == first
    taken = {f"Round {number}!D4" for number in range(first, 6)}
    assert {cell for cell, value in changes.items() if value == "Zoe"} == {"Players!A7", *taken}


def test_a_match_that_is_still_missing_opens_no_bye_of_the_past(tmp_path: Path) -> None:
    """A match of round 1 was put off; round 3 is running."""
    rounds = robin(3)
    rounds[0] = round_sheet(1, match("Ben", "Eve"), drawn("Cy", "Dee"), match("Ada", "BYE"))
    rounds[2] = round_sheet(3, drawn("Dee", "Ada"), *ROBIN_ROUNDS[2][1:])
    _, changes = let(tmp_path, "Zoe", ROBIN, who(*FIVE), *rounds)
    assert changes["Players!C7"] == 3


def test_in_a_round_robin_a_dropped_players_place_is_not_taken(tmp_path: Path) -> None:
    """Eve has gone after round 1, so that two have no opponent; the BYE that stands there is one of them."""
    gone = who(*FIVE[:4], {"Player": "Eve", "Dropped after": 1})
    said, changes = let(tmp_path, "Zoe", ROBIN, gone, *robin(1))
    assert said == (
        "Zoe is in round 2 at table 3 against Dee, who had the bye, and in 3 later rounds. Eve is absent "
        "in round 4, so that Zoe sits out then."
    )
    assert {cell for cell, value in changes.items() if value == "Zoe"} == {
        "Players!A7", "Round 2!D4", "Round 3!D4", "Round 4!D4", "Round 5!D4"
    }  # fmt: skip


def test_where_all_rounds_are_paired_and_no_bye_stands_the_place_of_who_has_gone(tmp_path: Path) -> None:
    """Rules 1.4.11."""
    said, changes = let(
        tmp_path,
        "Zoe",
        ROBIN,
        who("Ada", "Ben", "Cy", {"Player": "Dee", "Dropped after": 1}),
        round_sheet(1, drawn("Ada", "Dee"), drawn("Ben", "Cy")),
        round_sheet(2, match("Dee", "Cy"), match("Ada", "Ben")),
        round_sheet(3, match("Ben", "Dee"), match("Cy", "Ada")),
    )
    assert said == ("Zoe is in round 2 at table 1 against Cy, in the place of Dee, who has left, and in 1 later round.")
    assert changes == {"Players!A6": "Zoe", "Players!C6": 2, "Round 2!B2": "Zoe", "Round 3!D2": "Zoe"}


@pytest.mark.parametrize(
    ("cells", "changes"),
    [
        ({"Dropped after": 1}, {"Players!D6": None}),
        ({"Away": "2, 3"}, {"Players!F6": "3"}),
    ],
)
def test_in_a_round_robin_who_comes_back_has_a_place(tmp_path: Path, cells: Cells, changes: Changes) -> None:
    gone = who(*FIVE[:4], {"Player": "Eve", **cells})
    said, changed = let(tmp_path, "Eve", ROBIN, gone, *robin(1))
    assert said == "Eve plays again from round 2 on, as drawn, where the place is still free."
    assert changed == changes
