"""Groups that are kept apart in the first rounds (rules 1.5.6; the setting Keep groups apart)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.dose import examples
from tests.event.worked_events import drawn
from tests.pairing.histories import all_pairings
from tests.reading.grids import Cells, event_sheet, match, players, results, round_sheet
from tests.rounds.noted_rounds import changes, lines, told
from turnabout_sheets.event.model import BYE
from turnabout_sheets.event.results import Results
from turnabout_sheets.rounds.next_rounds import pair
from turnabout_sheets.sheets.grid import Raw


def members(*groups: str) -> list[Cells]:
    """Return players A, B, C, …, each with a group; the first has the highest rating."""
    return [
        {"Player": f"P{number}", "Group": group, "Rating": 100 - number, "Player ID": number}
        for number, group in enumerate(groups, 1)
    ]


def pairs(found: Results, number: int) -> list[set[str]]:
    """Return the pairs that the program makes, by name."""
    new, _ = pair(found, number)
    assert new is not None
    name: dict[int, Any] = {player.number: player.name for player in found.event.players}
    return [{name[row["a"]], name[row["b"]]} for row in new.rows if row["b"] != BYE]


def together(found: Results, number: int) -> int:
    """Count the pairs of the same group that the program makes."""
    new, _ = pair(found, number)
    assert new is not None
    group = [player.group.casefold() for player in found.event.players]
    return sum(row["b"] != BYE and group[row["a"]] == group[row["b"]] != "" for row in new.rows)


@pytest.mark.parametrize(
    ("first_round", "groups", "expected"),
    [
        # Neighbours meet: 1-2, 3-4, 5-6. The nearest others: 1-3 and 2-4 are two places away each.
        ("listed", ("North", "North", "", "", "", ""), ["P1 P3", "P2 P4", "P5 P6"]),
        ("listed", ("North", "north ", "", "", "", ""), ["P1 P3", "P2 P4", "P5 P6"]),
        ("listed", ("North", "South", "North", "South", "", ""), ["P1 P2", "P3 P4", "P5 P6"]),
        ("listed", ("North", "North", "South", "South", "", ""), ["P1 P3", "P2 P4", "P5 P6"]),
        # The top half meets the bottom half: 1-4, 2-5, 3-6. An exchange with the neighbour is the nearest.
        ("rating", ("North", "", "", "North", "", ""), ["P1 P5", "P2 P4", "P3 P6"]),
        ("rating", ("North", "North", "", "North", "", ""), ["P1 P5", "P2 P6", "P3 P4"]),
        ("rating", ("North", "North", "", "", "", ""), ["P1 P4", "P2 P5", "P3 P6"]),
    ],
)
def test_the_first_round_goes_to_the_nearest_others(
    first_round: str, groups: Sequence[str], expected: list[str]
) -> None:
    found = results(event_sheet(rounds=3, first_round=first_round), players(*members(*groups)))
    assert sorted(" ".join(sorted(each)) for each in pairs(found, 1)) == expected
    assert not any("same group (" in line or "not to be avoided" in line for line in told(found, 1))


def test_players_without_a_group_are_no_group() -> None:
    found = results(event_sheet(rounds=3, first_round="listed"), players("A1", "A2", "A3", "A4"))
    assert pairs(found, 1) == [{"A1", "A2"}, {"A3", "A4"}]


def played(*rounds: Sequence[Cells], groups: Sequence[str], **chosen: Raw) -> Results:
    sheets = [round_sheet(number, *rows) for number, rows in enumerate(rounds, 1)]
    return results(event_sheet(**{"rounds": 9, **chosen}), players(*members(*groups)), *sheets)


FIRST = (drawn("P1", "P3"), drawn("P2", "P4"))
SECOND = (drawn("P1", "P4"), drawn("P2", "P3"))
TWO_AND_TWO = ("North", "North", "", "")


def test_by_default_for_two_rounds() -> None:
    """All have the same points: P1 and P2 meet when nothing but the third round is left, and it costs nothing."""
    second = played(FIRST, groups=TWO_AND_TWO)
    assert sorted(map(sorted, pairs(second, 2))) == [["P1", "P4"], ["P2", "P3"]]
    third = played(FIRST, SECOND, groups=TWO_AND_TWO)
    assert sorted(map(sorted, pairs(third, 3))) == [["P1", "P2"], ["P3", "P4"]]
    assert not any("group" in line for line in told(third, 3))


@pytest.mark.parametrize(("rounds", "expected"), [(0, 1), (1, 0), (2, 0)])
def test_the_setting_says_for_how_many_rounds(rounds: int, expected: int) -> None:
    found = results(
        event_sheet(rounds=3, first_round="listed", keep_groups_apart=rounds), players(*members(*TWO_AND_TWO))
    )
    assert together(found, 1) == expected


def test_a_rematch_is_worse_than_a_group() -> None:
    """P3 and P4 have met P1 already, so that only P2 is left for P1; the setting would keep them apart."""
    found = played(FIRST, SECOND, groups=TWO_AND_TWO, keep_groups_apart=3)
    assert sorted(map(sorted, pairs(found, 3))) == [["P1", "P2"], ["P3", "P4"]]
    summary, beside = told(found, 3)[:-2], told(found, 3)[-2:]
    assert [line for line in summary if not line.startswith("Avoided")] == [  # how many is a matter of the draw
        "Round 3: 2 pairs. VP differences: 0 at most, 0 on average.",
        "No pairing without a rematch and with groups apart as far as can be is closer; this is proven.",
        "1 pair of the same group, which could not be avoided.",
    ]
    why = {line[:7]: line[9:].split("; if all could meet")[0] for line in beside}
    assert {frozenset(names.split(" - ")): words for names, words in why.items()} == {
        frozenset({"P1", "P2"}): "VP difference 0; same group (North)",
        frozenset({"P3", "P4"}): "VP difference 0",
    }


def test_points_come_after_groups() -> None:
    """P1 and P2 have 30 VP each, and would meet but for their group: 30 against 0 twice is the price."""
    wins = [match(*each, ("A", 20), ("A", 20)) for each in (("P1", "P3"), ("P2", "P4"))]
    apart = played(wins, groups=TWO_AND_TWO)
    assert sorted(map(sorted, pairs(apart, 2))) == [["P1", "P4"], ["P2", "P3"]]
    assert told(apart, 2)[:2] == [
        "Round 2: 2 pairs. VP differences: 30 at most, 30 on average.",
        "No pairing without a rematch and with groups apart as far as can be is closer; this is proven.",
    ]
    free = played(wins, groups=TWO_AND_TWO, keep_groups_apart=1)
    assert sorted(map(sorted, pairs(free, 2))) == [["P1", "P2"], ["P3", "P4"]]


def test_a_group_that_is_too_large() -> None:
    """Five of eight are of one group: with three others, one pair of the group is left."""
    found = results(event_sheet(rounds=3), players(*members(*["North"] * 5, "", "South", "South")))
    said = told(found, 1)
    assert together(found, 1) == 1
    assert said[:3] == [
        "Round 1: 4 pairs, by First round: random.",
        "Avoided: 2 pairs of the same group.",
        "1 pair of the same group, which could not be avoided.",
    ]
    assert sum("same group (North)" in line for line in said) == 1


def test_put_together_by_hand() -> None:
    """What the change costs is said, and not that it could not be avoided."""
    wins = [match(*each, ("A", 20), ("A", 20)) for each in (("P1", "P3"), ("P2", "P4"))]
    by_hand = [match("P1", "P2"), match("P3", "P4")]
    found = played(wins, by_hand, groups=TWO_AND_TWO)
    cost = (
        "2 pairs of round 2 would be paired differently now: VP differences 0, 0 instead of 30, 30; "
        "pairs of the same group 1 instead of 0."
    )
    assert changes(found) == (cost,)
    assert lines(found, 2)[1:3] == [
        "1 pair of the same group; fewest possible: 0.",
        "  table 1: P1 - P2: VP difference 0; same group (North)",
    ]


@pytest.mark.parametrize("first_round", ["random", "rating", "listed"])
@pytest.mark.parametrize(("size", "clubs"), [(60, 2), (61, 7), (200, 2), (201, 3)])
def test_large_fields(first_round: str, size: int, clubs: int) -> None:
    """Two clubs of half the field each, or more of them: always everybody finds somebody of another club."""
    found = results(
        event_sheet(rounds=5, first_round=first_round),
        players(*members(*(f"Club {number % clubs}" for number in range(size)))),
    )
    assert together(found, 1) == 0
    assert len(pairs(found, 1)) == size // 2


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


def test_the_notes_of_the_first_round_tell_what_groups_changed() -> None:
    found = results(event_sheet(rounds=3, first_round="listed"), players(*members(*TWO_AND_TWO)))
    said = told(found, 1)
    assert said[1] == "Avoided: 1 pair of the same group."
    assert "P1 - P3: VP difference 0; if all could meet: P1 with P2 (same group: North), P3 with P4" in said
