"""The draw: the same everywhere, and blind to alphabet and row."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.pairing.histories import all_pairings
from turnabout_sheets.pairing.lots import LOTS, add_lots, draw_key, make_lots

NAMES = ["Ann", "Bea", "Çelik", "Đặng", "Eve", "Fay", "Gus", "Hal"]


def test_keys_are_the_same_on_every_machine() -> None:
    """Rules 1.5.3."""
    assert (
        draw_key("Spring 2026-03-14", "Ann").hex() == "ccbe6b8646a637b5e1ec0db4c74ecc8f494f01d95bcd818ef3db6a6216155eb3"
    )
    assert sorted(NAMES, key=lambda name: draw_key("Spring 2026-03-14", name)) == [
        "Fay",
        "Çelik",
        "Gus",
        "Eve",
        "Hal",
        "Ann",
        "Bea",
        "Đặng",
    ]


@given(st.permutations(NAMES))
def test_rows_do_not_matter(names: list[str]) -> None:
    """Rules 1.5.3."""
    in_rows = sorted(NAMES, key=lambda name: draw_key("seed", name))
    assert sorted(names, key=lambda name: draw_key("seed", name)) == in_rows


def test_another_seed_is_another_draw() -> None:
    """Rules 1.5.3."""
    orders = {tuple(sorted(NAMES, key=lambda name: draw_key(str(seed), name))) for seed in range(50)}
    assert len(orders) == 50


@given(st.text(), st.text(), st.text(), st.text())
def test_keys_differ_wherever_seed_or_identity_do(seed: str, identity: str, seed2: str, identity2: str) -> None:
    assert (draw_key(seed, identity) == draw_key(seed2, identity2)) == ((seed, identity) == (seed2, identity2))


def test_seed_and_identity_do_not_run_together() -> None:
    assert draw_key("1", "2Ann") != draw_key("12", "Ann")


def test_everyone_is_drawn_first_about_equally_often() -> None:
    first = [min(NAMES, key=lambda name: draw_key(str(seed), name)) for seed in range(4000)]
    assert all(400 < first.count(name) < 600 for name in NAMES)


def test_lots_of_pairs_are_the_same_on_every_machine() -> None:
    lots = make_lots(3)
    assert [lots[i] * lots[j] % LOTS for i, j in ((0, 1), (0, 2), (1, 2))] == [2147483641, 1610612733, 1073741825]


def test_no_two_ways_to_pair_ten_players_have_the_same_lots() -> None:
    """Wherever in the order they stand; there are 945 ways."""
    lots = make_lots(20_000)
    ways = all_pairings(tuple(range(10)))
    for places in (range(10), range(500, 510), range(0, 20_000, 2000)):
        sums = [sum(lots[places[i]] * lots[places[j]] % LOTS for i, j in pairs) for pairs in ways]
        assert len(set(sums)) == len(sums) == 945


def test_lots_decide_only_between_equals() -> None:
    costs = [(0, 1, 5), (2, 3, 5), (0, 2, 6), (1, 3, 4), (0, 3, 4), (1, 2, 7)]
    drawn = {(i, j): cost for i, j, cost in add_lots(4, costs)}
    assert drawn[0, 1] + drawn[2, 3] != drawn[0, 2] + drawn[1, 3]
    assert max(drawn[0, 1] + drawn[2, 3], drawn[0, 2] + drawn[1, 3]) < drawn[0, 3] + drawn[1, 2]
