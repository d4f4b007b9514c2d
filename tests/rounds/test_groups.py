"""Groups that are kept apart in the first round, in fields of any size (rules 1.5.6)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.dose import examples, take_turns
from tests.pairing.histories import all_pairings
from tests.reading.grids import Cells, event_sheet, players, results
from turnabout_sheets.event.model import BYE
from turnabout_sheets.event.results import Results
from turnabout_sheets.rounds.next_rounds import pair


def members(*groups: str) -> list[Cells]:
    """Return players A, B, C, …, each with a group; the first has the highest rating."""
    return [
        {"Player": f"P{number}", "Group": group, "Rating": 100 - number, "Player ID": number}
        for number, group in enumerate(groups, 1)
    ]


def together(found: Results, number: int) -> int:
    """Count the pairs of the same group that the program makes."""
    new, _ = pair(found, number)
    assert new is not None
    group = [player.group.casefold() for player in found.event.players]
    return sum(row["b"] != BYE and group[row["a"]] == group[row["b"]] != "" for row in new.rows)


@pytest.mark.parametrize("first_round", ["random", "rating", "listed"])
@pytest.mark.parametrize(("size", "clubs"), take_turns([(61, 7), (60, 2), (200, 2), (201, 3)], quick=4))
def test_large_fields(first_round: str, size: int, clubs: int) -> None:
    """Two clubs of half the field each, or more of them: always everybody finds somebody of another club."""
    found = results(
        event_sheet(rounds=5, first_round=first_round),
        players(*members(*(f"Club {number % clubs}" for number in range(size)))),
    )
    assert together(found, 1) == 0


@examples(40)
@given(
    st.lists(st.sampled_from(["", "", "North", "South", "East"]), min_size=2, max_size=8),
    st.sampled_from(["random", "listed", "rating"]),
    st.integers(0, 99),
)
def test_never_more_pairs_of_a_group_than_needed(groups: list[str], first_round: str, seed: int) -> None:
    """Against all pairings; by rating, against all that pair the top half with the bottom half."""
    who = members(*groups)
    found = results(event_sheet(rounds=1, first_round=first_round, random_seed=seed), players(*who))
    new, _ = pair(found, 1)
    assert new is not None
    byes = {row["a"] for row in new.rows if row["b"] == BYE}
    there = tuple(number for number in range(len(groups)) if number not in byes)
    half = len(there) // 2
    possible = [
        sum(groups[a] == groups[b] != "" for a, b in pairing)
        for pairing in all_pairings(there)
        if first_round != "rating" or all((a < half) != (b < half) for a, b in pairing)
    ]
    assert together(found, 1) == min(possible)
