"""Standings: totals, tie-breaks, shared ranks, adjustments, comings and goings (rules 1.4 and 1.6)."""

from __future__ import annotations

import pytest

from tests.event.worked_events import (
    COMING_AND_GOING,
    COMING_AND_GOING_ROUNDS,
    FOUR,
    FOUR_ROUNDS,
    drawn,
    note,
    sheet_rows,
    small_win,
    sweep,
)
from tests.reading.grids import event_sheet, match, players, results, round_sheet, sheet
from turnabout_sheets.event.results import Results
from turnabout_sheets.sheets.grid import Grid, Raw

ALL = ("rank", "points", "matches", "wins", "draws", "losses", "byes", "opponents", "margin", "status")


def rounds(*played: tuple[dict[str, Raw], ...]) -> list[Grid]:
    return [round_sheet(number, *rows) for number, rows in enumerate(played, 1)]


def four_after(number: int) -> Results:
    return results(event_sheet(rounds=3), players(*FOUR), *rounds(*FOUR_ROUNDS[:number]))


def test_every_figure_of_three_rounds() -> None:
    assert sheet_rows(four_after(3), "Standings", *ALL) == {
        "Dee": (1, 60, 3, 1, 2, 0, 0, 40 + 24 + 56, 0 + 60 + 0, ""),
        "Ada": (2, 56, 3, 1, 1, 1, 0, 24 + 40 + 60, 60 - 10 + 0, ""),
        "Cy": (3, 40, 3, 1, 1, 1, 0, 60 + 56 + 24, 0 + 10 - 30, ""),
        "Ben": (4, 24, 3, 1, 0, 2, 0, 56 + 60 + 40, -60 - 60 + 30, ""),
    }
    assert note(four_after(3), "Standings") == (
        "Final standings, after 3 rounds. Ranked by points, then match wins, opponents' VP, MP difference."
    )


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        (0, {"Ada": (0, 1), "Ben": (0, 1), "Cy": (0, 1), "Dee": (0, 1)}),
        (1, {"Ada": (30, 1), "Ben": (0, 4), "Cy": (15, 2), "Dee": (15, 2)}),
        (2, {"Ada": (41, 2), "Ben": (0, 4), "Cy": (34, 3), "Dee": (45, 1)}),
        (3, {"Ada": (56, 2), "Ben": (24, 4), "Cy": (40, 3), "Dee": (60, 1)}),
    ],
)
def test_totals_and_ranks_after_every_round(after: int, expected: dict[str, tuple[int, int]]) -> None:
    """The same, whether the event ends there or goes on; those equal in everything share a rank: 1, 2, 2, 4."""
    # Rules 1.6.1 and 1.6.3.
    for found in (four_after(after), four_after(3)):
        frame = found.after[after]
        assert {FOUR[n]: (frame["points"][n], frame["rank"][n]) for n in frame.index} == expected


def test_progress_has_every_round() -> None:
    fields = [f"{what}_{number}" for number in (1, 2, 3) for what in ("total", "rank")]
    assert sheet_rows(four_after(3), "Progress", *fields) == {
        "Dee": (15, 2, 45, 1, 60, 1),
        "Ada": (30, 1, 41, 2, 56, 2),
        "Cy": (15, 2, 34, 3, 40, 3),
        "Ben": (0, 4, 0, 4, 24, 4),
    }


def test_the_crosstable_shows_the_rounds_and_the_points_against_everybody() -> None:
    fields = [f"round_{number}" for number in (1, 2, 3)] + [f"against_{place}" for place in (1, 2, 3, 4)]
    assert sheet_rows(four_after(3), "Crosstable", "rank", "points", *fields) == {
        "Dee": (1, 60, "D 3 (15)", "W 4 (30)", "D 2 (15)", "×", "15", "15", "30"),
        "Ada": (2, 56, "W 4 (30)", "L 3 (11)", "D 1 (15)", "15", "×", "11", "30"),
        "Cy": (3, 40, "D 1 (15)", "W 2 (19)", "L 4 (6)", "15", "19", "×", "6"),
        "Ben": (4, 24, "L 2 (0)", "L 1 (0)", "W 3 (24)", "0", "0", "24", "×"),
    }


# Before the adjustments Ada has 19, Cy and Dee 15, Ben 11, Eve 30, Fay 0. Then Ada, Cy and Eve have 30 each: Ada won by
# 10 against one with 11 points, Cy drew with one with 40, Eve won by 60 against one with none.
TIED_ROUND = (small_win("Ada", "Ben"), drawn("Cy", "Dee"), sweep("Eve", "Fay"))
TIED_ADJUSTMENTS = [("Ada", 11), ("Cy", 15), ("Dee", 25)]


@pytest.mark.parametrize(
    ("tie_breaks", "ranks"),
    [
        ("", {"Ada": 2, "Eve": 3, "Cy": 4}),
        ("match wins, opponents' VP, MP difference", {"Ada": 2, "Eve": 3, "Cy": 4}),
        ("Match Wins; mp-difference", {"Eve": 2, "Ada": 3, "Cy": 4}),
        ("opponents VP", {"Cy": 2, "Ada": 3, "Eve": 4}),
        ("opponents’ VP, match wins", {"Cy": 2, "Ada": 3, "Eve": 4}),
        ("MP difference", {"Eve": 2, "Ada": 3, "Cy": 4}),
        ("match wins", {"Ada": 2, "Eve": 2, "Cy": 4}),
        ("match wins, match wins", {"Ada": 2, "Eve": 2, "Cy": 4}),
    ],
)
def test_tie_breaks_in_the_order_of_the_setting(tie_breaks: str, ranks: dict[str, int]) -> None:
    """Rules 1.6.2."""
    found = results(
        event_sheet(rounds=1, tie_breaks=tie_breaks),
        players("Ada", "Ben", "Cy", "Dee", "Eve", "Fay"),
        *rounds(TIED_ROUND),
        sheet("Adjustments", ("Player", "Points"), TIED_ADJUSTMENTS),
    )
    expected = {"Dee": 1, **ranks, "Ben": 5, "Fay": 6}
    assert {name: row[0] for name, row in sheet_rows(found, "Standings", "rank").items()} == expected


def test_adjustments_count_from_their_round_on_and_for_the_opponents() -> None:
    """Rules 1.4.8."""
    found = results(
        event_sheet(rounds=3),
        players(*FOUR),
        *rounds(*FOUR_ROUNDS),
        sheet(
            "Adjustments",
            ("Player", "Round", "Points", "Reason"),
            [("Cy", 2, 20, ""), ("Ada", "", -3, "late"), ("Cy", 3, -1, ""), ("ben", 2, "+1", "")],
        ),
    )
    assert [list(found.after[number]["points"]) for number in range(4)] == [
        [-3, 0, 0, 0],
        [30 - 3, 0, 15, 15],
        [41 - 3, 0 + 1, 34 + 20, 45],
        [56 - 3, 24 + 1, 40 + 20 - 1, 60],
    ]
    assert sheet_rows(found, "Standings", "rank", "points", "opponents", "margin") == {
        "Dee": (1, 60, 59 + 25 + 53, 60),
        "Cy": (2, 59, 60 + 53 + 25, -20),
        "Ada": (3, 53, 25 + 59 + 60, 50),
        "Ben": (4, 25, 53 + 60 + 59, -90),
    }


def test_late_dropped_and_absent_players_stay_in_the_standings() -> None:
    """Rules 1.4.4, 1.4.7 and 1.6.5."""
    found = results(event_sheet(rounds=2), players(*COMING_AND_GOING), *rounds(*COMING_AND_GOING_ROUNDS))
    assert sheet_rows(found, "Standings", *ALL) == {
        "Ada": (1, 45, 2, 1, 1, 0, 0, 18 + 33, 60, ""),
        "Cy": (2, 33, 1, 0, 1, 0, 1, 45, 0, ""),
        "Fay": (3, 24, 1, 1, 0, 0, 0, 6, 30, "Joined in round 2"),
        "Ben": (4, 18, 1, 0, 0, 1, 1, 45, -60, ""),
        "Eve": (5, 18, 0, 0, 0, 0, 1, 0, 0, "Dropped after 1"),
        "Dee": (6, 6, 1, 0, 0, 2, 0, 24, -30, ""),
        "Gus": (None, 0, 0, 0, 0, 0, 0, 0, 0, "Left before round 1"),
    }


@pytest.mark.parametrize(
    ("second_round", "note_text", "statuses"),
    [
        (
            [match("Ada", "Cy"), match("Ben", "Dee")],
            "After round 1 of 3.",
            {"Ada": "", "Cy": "", "Dee": "", "Ben": ""},
        ),
        (
            [drawn("Ada", "Cy"), match("Ben", "Dee")],
            "Provisional: 1 result is missing.",
            {"Ada": "", "Cy": "", "Dee": "Provisional", "Ben": "Provisional"},
        ),
    ],
)
def test_standings_are_provisional_while_results_of_a_begun_round_are_missing(
    second_round: list[dict[str, Raw]], note_text: str, statuses: dict[str, str]
) -> None:
    found = results(event_sheet(rounds=3), players(*FOUR), *rounds(FOUR_ROUNDS[0], tuple(second_round)))
    assert note(found, "Progress") == note_text
    assert {name: row[0] for name, row in sheet_rows(found, "Standings", "status").items()} == statuses


def test_before_the_first_result_everybody_is_first() -> None:
    found = results(event_sheet(), players("Cy", "ada", "Ben"))
    assert sheet_rows(found, "Standings", "rank", "points") == {"ada": (1, 0), "Ben": (1, 0), "Cy": (1, 0)}
    assert note(found, "Progress") == "No result is reported yet."


@pytest.mark.parametrize(
    ("number", "scheduled"), [(2, 1), (3, 2), (4, 2), (5, 3), (8, 3), (9, 4), (16, 4), (17, 5), (64, 6), (65, 7)]
)
def test_blank_rounds_are_as_many_as_make_one_winner(number: int, scheduled: int) -> None:
    everybody = [f"P{index}" for index in range(number)]
    never = {"Player": "Never", "Dropped after": 0}
    assert results(event_sheet(), players(*everybody, never)).scheduled == scheduled
