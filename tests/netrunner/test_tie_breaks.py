"""The final order: GMP, then the tie-breaks one after another among those still tied (netrunner 3.1 and 3.2).

Every figure was worked out by hand; the comments give the sums.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.event.worked_events import note, sheet_rows
from tests.netrunner.workbooks import match, netrunner, results, round_sheet
from tests.reading.grids import Cells, players, sheet
from turnabout_sheets.event.results import Results
from turnabout_sheets.explain.ranks import explain_tie_break
from turnabout_sheets.sheets.grid import Raw

FIGURES = ("rank", "points", "opponents", "middle", "tied")
HALF = Fraction(1, 2)


def sweep(winner: str, loser: str) -> Cells:
    """3 to 0."""
    return match(winner, loser, ("A", "", 0), ("A", "", 0))


def edge(winner: str, loser: str) -> Cells:
    """2 to 1: a game each, and more agenda points."""
    return match(winner, loser, ("A", "", 0), ("B", 1, ""))


def tie(a: str, b: str) -> Cells:
    """1 1/2 each."""
    return match(a, b, ("A", "", 0), ("B", 0, ""))


def bye(name: str) -> Cells:
    return match(name, "BYE")


def event(names: str, *rounds: tuple[Cells, ...], adjusted: dict[str, int] | None = None, **settings: Raw) -> Results:
    """Return what an event comes to in which these rounds are played."""
    return results(
        netrunner(rounds=len(rounds), **settings),
        players(*names.split()),
        *(round_sheet(number, *rows) for number, rows in enumerate(rounds, 1)),
        sheet("Adjustments", ("Player", "Points"), list((adjusted or {}).items())),
    )


def ranks(found: Results) -> dict[str, int]:
    return {name: row[0] for name, row in sheet_rows(found, "Standings", "rank").items()}


LATE_POINTS = (
    (sweep("Ada", "Ben"), sweep("Cy", "Dee")),
    (tie("Ada", "Cy"), sweep("Ben", "Dee")),
)


def test_the_sum_of_the_opponents_with_what_they_win_later() -> None:
    """By netrunner 3.2.1. Ada's opponents are Ben (3, won in round 2) and Cy; with two, nothing is left for 3.2.2."""
    assert sheet_rows(event("Ada Ben Cy Dee", *LATE_POINTS), "Standings", *FIGURES) == {
        "Ada": (1, 3 + 3 * HALF, 3 + 9 * HALF, 0, 0),
        "Cy": (2, 3 + 3 * HALF, 0 + 9 * HALF, 0, 0),
        "Ben": (3, 3, 9 * HALF + 0, 0, 0),
        "Dee": (4, 0, 9 * HALF + 3, 0, 0),
    }


def test_who_has_the_bye_or_meets_nobody_has_no_opponent_for_it() -> None:
    """Netrunner 3.2.1: Ada has beaten Cy, and Ben, whom she was to meet, did not show up, and had the bye before."""
    rounds = (
        (sweep("Ada", "Cy"), bye("Ben")),
        (match("Ada", "Ben", ruling="B no-show"), bye("Cy")),
    )
    assert sheet_rows(event("Ada Ben Cy", *rounds), "Standings", "points", "opponents") == {
        "Ada": (6, 3),
        "Cy": (3, 6),
        "Ben": (3, 0),
    }


def test_tied_in_everything_who_never_met_share_a_rank() -> None:
    """By netrunner 3.2, if 3.2.3 does not resolve a tie, the players are considered tied."""
    after_one = event("Ada Ben Cy Dee", LATE_POINTS[0])
    assert ranks(after_one) == {"Ada": 1, "Cy": 1, "Ben": 3, "Dee": 3}
    assert note(after_one, "Standings") == (
        "Final standings, after 1 round. Ranked by points, then opponents' GMP, middle opponents' GMP, "
        "matches among the tied."
    )


def test_the_opponents_without_the_highest_and_the_lowest() -> None:
    """By netrunner 3.2.2.

    Xen's opponents have 4 1/2, 4 1/2 and 0, Yve's 4 1/2, 3 and 1 1/2: 9 each, in the middle 4 1/2 and 3.
    """
    found = event(
        "Pia Quin Rae Sam Tom Uma Xen Yve",
        (sweep("Xen", "Pia"), sweep("Yve", "Sam"), sweep("Quin", "Tom"), sweep("Uma", "Rae")),
        (sweep("Xen", "Quin"), sweep("Yve", "Tom"), sweep("Pia", "Uma"), sweep("Sam", "Rae")),
        (sweep("Xen", "Rae"), sweep("Yve", "Uma"), tie("Pia", "Tom"), tie("Quin", "Sam")),
    )
    assert sheet_rows(found, "Standings", *FIGURES) == {
        "Xen": (1, 9, 9, 9 * HALF, 0),
        "Yve": (2, 9, 9, 3, 0),
        "Quin": (3, 9 * HALF, 3 * HALF + 9 + 9 * HALF, 9 * HALF, 0),
        "Sam": (4, 9 * HALF, 9 + 0 + 9 * HALF, 9 * HALF, 0),
        "Pia": (5, 9 * HALF, 9 + 3 + 3 * HALF, 3, 0),
        "Uma": (6, 3, 0 + 9 * HALF + 9, 9 * HALF, 0),
        "Tom": (7, 3 * HALF, 9 * HALF + 9 + 9 * HALF, 9 * HALF, 0),
        "Rae": (8, 0, 3 + 9 * HALF + 9, 9 * HALF, 0),
    }


TWO_OPPONENTS = (
    (sweep("Ada", "Pia"), sweep("Ben", "Rae"), sweep("Quin", "Xen"), tie("Sam", "Yve")),
    (sweep("Ada", "Quin"), sweep("Ben", "Sam"), sweep("Xen", "Pia"), tie("Rae", "Yve")),
)


def test_of_one_opponent_or_two_nothing_is_left() -> None:
    """Netrunner 3.2.2, in the program and its steps.

    Ada's opponents have 0 and 3, Ben's 1 1/2 each: 3 together. Were the higher or the lower one left, they would be
    apart; as they never met, they share the first place.
    """
    one = event("Ada Ben Pia Quin Rae Sam Xen Yve", TWO_OPPONENTS[0])
    assert {row[0] for row in sheet_rows(one, "Standings", "middle").values()} == {0}
    two = event("Ada Ben Pia Quin Rae Sam Xen Yve", *TWO_OPPONENTS, date="2026-05-31")
    assert sheet_rows(two, "Standings", *FIGURES) == {
        "Ada": (1, 6, 3, 0, 0),
        "Ben": (1, 6, 3, 0, 0),
        "Quin": (3, 3, 9, 0, 0),
        "Xen": (4, 3, 3, 0, 0),
        "Yve": (4, 3, 3, 0, 0),
        "Rae": (6, 3 * HALF, 9, 0, 0),
        "Sam": (6, 3 * HALF, 9, 0, 0),
        "Pia": (8, 0, 9, 0, 0),
    }
    for player in two.event.players:
        *_, last = explain_tie_break(two, player.number, "middle opponents' GMP").steps
        assert (last.word, last.comes_to) == ("too_few", 0)


def test_the_match_of_two_who_are_still_tied() -> None:
    """By netrunner 3.2.3. All four have met: Ada and Ben, with 5 each, are equal before it; Ada beat Ben."""
    found = event(
        "Ada Ben Cy Dee",
        (edge("Ada", "Ben"), sweep("Cy", "Dee")),
        (tie("Ada", "Cy"), sweep("Ben", "Dee")),
        (tie("Ada", "Dee"), edge("Cy", "Ben")),
    )
    assert sheet_rows(found, "Standings", *FIGURES) == {
        "Cy": (1, 3 + 3 * HALF + 2, 3 * HALF + 5 + 5, 5, 0),
        "Ada": (2, 5, 5 + 13 * HALF + 3 * HALF, 5, 1),
        "Ben": (3, 5, 5 + 3 * HALF + 13 * HALF, 5, -1),
        "Dee": (4, 3 * HALF, 13 * HALF + 5 + 5, 5, 0),
    }


def test_three_who_beat_each_other_in_a_circle_stay_tied() -> None:
    """Each has 3 and the bye's 3, and two opponents with 6: the bye is no opponent."""
    # Netrunner 3.2.3.
    found = event(
        "Ada Ben Cy",
        (sweep("Ada", "Ben"), bye("Cy")),
        (sweep("Ben", "Cy"), bye("Ada")),
        (sweep("Cy", "Ada"), bye("Ben")),
    )
    assert sheet_rows(found, "Standings", *FIGURES) == dict.fromkeys(("Ada", "Ben", "Cy"), (1, 6, 12, 0, 0))


CIRCLE = (
    (sweep("Ada", "Ben"), sweep("Cy", "Dee"), tie("Eve", "Fay")),
    (sweep("Ben", "Cy"), sweep("Ada", "Eve"), sweep("Fay", "Dee")),
    (sweep("Cy", "Ada"), sweep("Ben", "Fay"), sweep("Eve", "Dee")),
)


def test_who_is_no_longer_tied_does_not_count_among_the_tied() -> None:
    """Ada, Ben and Cy beat each other in a circle; Cy falls behind (netrunner 3.2.1), and then Ada against Ben decides.

    Eve and Fay have tied their match, and stay tied.
    """
    found = event("Ada Ben Cy Dee Eve Fay", *CIRCLE)
    assert sheet_rows(found, "Standings", *FIGURES) == {
        "Ada": (1, 6, 6 + 9 * HALF + 6, 6, 1),
        "Ben": (2, 6, 6 + 6 + 9 * HALF, 6, -1),
        "Cy": (3, 6, 0 + 6 + 6, 6, 0),
        "Eve": (4, 9 * HALF, 9 * HALF + 6 + 0, 9 * HALF, 0),
        "Fay": (4, 9 * HALF, 9 * HALF + 0 + 6, 9 * HALF, 0),
        "Dee": (6, 0, 6 + 9 * HALF + 9 * HALF, 9 * HALF, 0),
    }


@pytest.mark.parametrize(
    ("tie_breaks", "first_three"),
    [
        ("", (1, 2, 3)),
        ("opponents' GMP, middle opponents' GMP, matches among the tied", (1, 2, 3)),
        ("Opponents GMP; matches-among-the-tied", (1, 2, 3)),
        ("matches among the tied, opponents' GMP", (1, 1, 3)),
        ("opponents’ GMP", (1, 1, 3)),
        ("middle opponents' GMP", (1, 1, 1)),
    ],
)
def test_the_setting_may_order_them_otherwise(tie_breaks: str, first_three: tuple[int, ...]) -> None:
    """Netrunner 3.2."""
    found = ranks(event("Ada Ben Cy Dee Eve Fay", *CIRCLE, tie_breaks=tie_breaks))
    assert (found["Ada"], found["Ben"], found["Cy"]) == first_three


def test_one_of_three_who_met_neither_stands_between_the_others() -> None:
    """By netrunner 3.2.3 wins less losses. Ada 2 and Cy 2, Ben 1 and one given: Ada beat Ben, Cy met neither."""
    found = event(
        "Ada Ben Cy Dee",
        (edge("Ada", "Ben"), edge("Cy", "Dee")),
        adjusted={"Ben": 1},
        tie_breaks="matches among the tied",
    )
    assert sheet_rows(found, "Standings", "rank", "points", "tied") == {
        "Ada": (1, 2, 1),
        "Cy": (2, 2, 0),
        "Ben": (3, 2, -1),
        "Dee": (4, 1, 0),
    }
