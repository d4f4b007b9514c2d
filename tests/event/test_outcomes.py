"""How a match ends, as values: from points, from who won, from byes and no-shows."""

from __future__ import annotations

import pytest

from turnabout_sheets.core.outcomes import (
    A_WINS,
    B_WINS,
    BY_WINNER,
    DECIDED,
    DRAWN,
    LOST,
    PLAYED,
    Outcome,
    compare,
    find_winner,
)
from turnabout_sheets.event.rulings import PRESENT, WAITS, decide_unplayed

WIN, DRAW, LOSS, BYE, ABSENT, WAITING = Outcome


def test_the_values_are_those_that_archives_have_stored_from_the_start() -> None:
    assert [str(outcome) for outcome in Outcome] == ["win", "draw", "loss", "bye", "absent", "waits"]


def test_the_groups() -> None:
    assert set(PLAYED) == {WIN, DRAW, LOSS}
    assert set(DECIDED) == {WIN, LOSS}
    assert set(LOST) == {LOSS, ABSENT}


@pytest.mark.parametrize(
    ("a", "b", "ends", "winner"), [(46, 4, A_WINS, "A"), (4, 46, B_WINS, "B"), (25, 25, DRAWN, "Draw")]
)
def test_points_say_how_a_match_ends_and_who_won_it(a: int, b: int, ends: tuple[Outcome, Outcome], winner: str) -> None:
    assert compare(a, b) == ends == BY_WINNER[winner]
    assert find_winner(ends, bye_wins=False) == winner


@pytest.mark.parametrize(
    ("ends", "winner", "with_byes"),
    [
        ((BYE, ABSENT), None, "A"),
        ((ABSENT, BYE), None, "B"),
        ((ABSENT, ABSENT), None, None),
        ((WAITING, WAITING), None, None),
        ((None, None), None, None),
    ],
)
def test_a_bye_is_a_win_only_where_it_counts_as_one(
    ends: tuple[Outcome, Outcome], winner: str | None, with_byes: str | None
) -> None:
    assert find_winner(ends, bye_wins=False) == winner
    assert find_winner(ends, bye_wins=True) == with_byes


@pytest.mark.parametrize(
    ("ruling", "of_two", "of_one"),
    [
        (None, None, (BYE, ABSENT)),
        ("A no-show", (ABSENT, BYE), (ABSENT, ABSENT)),
        ("B no-show", (BYE, ABSENT), (BYE, ABSENT)),
        ("Both no-show", (ABSENT, ABSENT), (ABSENT, ABSENT)),
        (WAITS, (WAITING, WAITING), (WAITING, WAITING)),
    ],
)
def test_a_ruling_decides_a_match_of_two_and_a_bye(
    ruling: str | None, of_two: tuple[Outcome, Outcome] | None, of_one: tuple[Outcome, Outcome]
) -> None:
    assert decide_unplayed(ruling, bye=False) == of_two
    assert decide_unplayed(ruling, bye=True) == of_one


def test_every_no_show_is_decided() -> None:
    assert all(decide_unplayed(ruling, bye=False) for ruling in PRESENT)
