"""Tables: the highest pair at table 1, fixed tables where they are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnabout_sheets.pairing.seating import DisplacedPlayer, assign_tables

PAIRS = [(0, 1), (2, 3), (4, 5), (6, 7)]


@pytest.mark.parametrize(
    ("fixed", "tables", "displaced"),
    [
        ({5: 1}, (2, 3, 1, 4), ()),
        ({0: 3}, (3, 1, 2, 4), ()),
        ({0: 20}, (20, 1, 2, 3), ()),
        ({0: 2, 1: 2}, (2, 1, 3, 4), ()),
        ({0: 2, 1: 4}, (2, 1, 3, 4), (DisplacedPlayer(1, 4, by=0),)),
        ({6: 1, 3: 1}, (2, 1, 3, 4), (DisplacedPlayer(6, 1, by=3),)),
        ({2: 1, 7: 1, 6: 4}, (2, 1, 3, 4), (DisplacedPlayer(7, 1, by=2),)),
        ({2: 1, 6: 1, 7: 8}, (2, 1, 3, 4), (DisplacedPlayer(6, 1, by=2), DisplacedPlayer(7, 8, by=6))),
        ({2: 1, 6: 1, 7: 4}, (2, 1, 3, 4), (DisplacedPlayer(6, 1, by=2),)),
    ],
    ids=[
        "the lower player has one",
        "a higher pair at a lower table",
        "beyond the last table",
        "both have the same",
        "the better-standing player's counts",
        "the higher of two pairs gets it",
        "a displaced opponent beside a table kept",
        "displaced, both",
        "displaced, but seated there by chance",
    ],
)
def test_fixed_tables(fixed: dict[int, int], tables: tuple[int, ...], displaced: tuple[DisplacedPlayer, ...]) -> None:
    """Rules 1.5.8."""
    seating = assign_tables(PAIRS, fixed)
    assert seating.tables == tables
    assert seating.displaced == displaced


@given(st.permutations(range(12)), st.dictionaries(st.integers(0, 11), st.integers(1, 15)))
def test_every_pair_has_a_table_of_its_own_and_no_fixed_table_is_lost_silently(
    order: list[int], fixed: dict[int, int]
) -> None:
    pairs = [(min(pair), max(pair)) for pair in zip(order[::2], order[1::2], strict=True)]
    seating = assign_tables(pairs, fixed)
    assert len(set(seating.tables)) == len(pairs)
    table = {player: number for pair, number in zip(pairs, seating.tables, strict=True) for player in pair}
    assert {one.player for one in seating.displaced} == {i for i in fixed if table[i] != fixed[i]}
    free = [number for pair, number in zip(pairs, seating.tables, strict=True) if not set(pair) & set(fixed)]
    assert all(number <= len(pairs) + len(set(fixed.values())) for number in free)
