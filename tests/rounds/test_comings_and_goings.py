"""Players who come late, go, are away for a while, come back or are disqualified, in a Swiss event."""

from __future__ import annotations

import pytest

from tests.event.worked_events import COMING_AND_GOING, COMING_AND_GOING_ROUNDS, drawn, sheet_rows, small_win, sweep
from tests.reading.grids import Cells, event_sheet, match, players, problems, read, results, round_sheet, sheet
from turnabout_sheets.event.model import BYE
from turnabout_sheets.event.results import Results
from turnabout_sheets.rounds.next_rounds import due_rounds, pair
from turnabout_sheets.sheets.grid import Grid, Raw


def paired(found: Results, number: int) -> set[str]:
    """Return the names that the program gives a place in a round."""
    new, _ = pair(found, number)
    assert new is not None
    return {found.event.players[row[side]].name for row in new.rows for side in ("a", "b") if row[side] != BYE}


def said(*grids: Grid) -> list[str]:
    return [str(problem) for problem in problems(*grids)]


def rulings(*rows: tuple[Raw, ...]) -> Grid:
    return sheet("Rulings", ("Player", "Round", "Kind"), rows)


# Dee is not there in round 2. Ada 30 + 15, Ben 0 + 19, Cy 18 + 11, Dee 15 (drawn), Eve 15.
AWAY: tuple[str | Cells, ...] = ("Ada", "Ben", "Cy", {"Player": "Dee", "Away": 2}, "Eve")
AWAY_ROUNDS: tuple[tuple[Cells, ...], ...] = (
    (sweep("Ada", "Ben"), drawn("Dee", "Eve"), match("Cy", "BYE")),
    (drawn("Ada", "Eve"), small_win("Ben", "Cy")),
)


def away(played: int, **chosen: Raw) -> list[Grid]:
    sheets = [round_sheet(number, *rows) for number, rows in enumerate(AWAY_ROUNDS[:played], 1)]
    return [event_sheet(**{"rounds": 3, **chosen}), players(*AWAY), *sheets]


def test_who_is_away_is_not_paired_and_scores_nothing() -> None:
    """Rules 1.4.5."""
    assert paired(results(*away(1)), 2) == {"Ada", "Ben", "Cy", "Eve"}
    after = results(*away(2))
    assert sheet_rows(after, "Standings", "points", "matches", "byes", "status")["Dee"] == (15, 1, 0, "")
    progress = sheet_rows(after, "Progress", "total_1", "total_2")
    assert progress["Dee"] == (15, 15)


def test_who_was_away_comes_back_without_a_word() -> None:
    assert paired(results(*away(2)), 3) == {"Ada", "Ben", "Cy", "Dee", "Eve"}


def test_who_was_away_did_not_play_all_rounds() -> None:
    """By rules 1.7.2 whoever played all scheduled rounds has a match win more; Eve had two draws as Dee had one."""
    ratings = sheet_rows(results(*away(2, rounds=2)), "Ratings", "match_wins", "played_all")
    assert ratings["Dee"] == (pytest.approx(0.5), "no")
    assert ratings["Eve"] == (1, "yes")
    assert ratings["Cy"] == (1, "yes")


def test_a_round_that_one_is_away_is_no_bye() -> None:
    """Of those who have had none, Dee is the last, though she sat a round out."""
    found = results(*away(2))
    new, _ = pair(found, 3)
    assert new is not None
    assert [found.event.players[row["a"]].name for row in new.rows if row["b"] == BYE] == ["Dee"]


@pytest.mark.parametrize(
    ("cells", "problem"),
    [
        (
            {},
            "Error: Round 2: Dee is missing in round 2; expected everybody who has joined and not dropped. Add a row "
            "for Dee (against BYE if nobody is free), or fill in Joined round, Dropped after or Away in Players!A5.",
        ),
        (
            {"Away": "1, 2"},
            "Error: Round 1!B3: Dee stands in round 1 but is away. Correct the row, or Players!{away}5.",
        ),
        (
            {"Dropped after": 0},
            "Error: Round 1!B3: Dee stands in round 1 but never started. If Dee has played it, type 1 into Players!B5; "
            "else correct the row.",
        ),
    ],
)
def test_what_does_not_fit_is_said(cells: Cells, problem: str) -> None:
    """To come back is to clear Dropped after; where Away is not filled in for the rounds between, the hint says so."""
    who: list[str | Cells] = [each for each in AWAY if isinstance(each, str)]
    who.insert(3, {"Player": "Dee", **cells})
    sheets = [round_sheet(number, *rows) for number, rows in enumerate(AWAY_ROUNDS, 1)]
    assert said(event_sheet(rounds=3), players(*who), *sheets) == [problem.replace("{away}", "B")]


def test_who_dropped_comes_back() -> None:
    """Eve drops after round 1, misses round 2, and is paired again in round 3 with the points she had."""
    # Rules 1.4.7.
    rounds = [round_sheet(number, *rows) for number, rows in enumerate(COMING_AND_GOING_ROUNDS, 1)]
    gone = results(event_sheet(rounds=3), players(*COMING_AND_GOING), *rounds)
    assert "Eve" not in paired(gone, 3)
    assert sheet_rows(gone, "Standings", "status")["Eve"] == ("Dropped after 1",)
    back = [{"Player": "Eve", "Away": 2} if isinstance(each, dict) and each["Player"] == "Eve" else each
            for each in COMING_AND_GOING]  # fmt: skip
    found = results(event_sheet(rounds=3), players(*back), *rounds)
    assert "Eve" in paired(found, 3)
    assert sheet_rows(found, "Standings", "points", "byes", "status")["Eve"] == (18, 1, "")


def disqualified(number: int, rounds: int, *more: tuple[Raw, ...]) -> list[Grid]:
    """Ada is disqualified: she has beaten Ben in round 1, and drawn with Cy in round 2."""
    sheets = [
        round_sheet(1, sweep("Ada", "Ben"), small_win("Cy", "Dee")),
        round_sheet(2, drawn("Ada", "Cy"), drawn("Ben", "Dee")),
    ]
    ruling = rulings(("Ada", number, "disqualification"), ("Ben", 1, "warning"), *more)
    return [event_sheet(rounds=3), players("Ada", "Ben", "Cy", "Dee"), *sheets[:rounds], ruling]


@pytest.mark.parametrize(("number", "rounds"), [(1, 1), (2, 2)])
def test_who_is_disqualified_is_not_paired_from_the_next_round_on(number: int, rounds: int) -> None:
    """Rules 1.4.6."""
    found = results(*disqualified(number, rounds))
    assert paired(found, rounds + 1) == {"Ben", "Cy", "Dee"}


def test_who_is_disqualified_is_last_and_the_opponents_keep_their_points() -> None:
    """Ada 45, Cy 34, Dee 26, Ben 15: Ada has most, and ranks behind all others."""
    # Rules 1.4.6.
    found = results(*disqualified(2, 2))
    assert sheet_rows(found, "Standings", "rank", "points", "status") == {
        "Cy": (1, 34, ""),
        "Dee": (2, 26, ""),
        "Ben": (3, 15, ""),
        "Ada": (4, 45, "Disqualified"),
    }


def test_a_disqualification_says_nothing_of_the_rounds_before() -> None:
    found = results(*disqualified(2, 2))
    assert sheet_rows(found, "Progress", "rank_1", "rank_2")["Ada"] == (1, 4)


def test_the_first_disqualification_counts_and_one_for_a_round_to_come_is_told() -> None:
    """Rules 1.4.6."""
    event, found = read(*disqualified(2, 2, ("Ada", 3, "disqualification")))
    assert event is not None
    assert event.players[0].disqualified == 2
    assert [str(problem).split(": The")[0] for problem in found] == ["Warning: Rulings!B4"]


def test_who_is_disqualified_cannot_stand_in_a_later_round() -> None:
    assert said(*disqualified(1, 2)) == [
        "Error: Round 2!B2: Ada stands in round 2 but was disqualified in round 1. Correct the row, or the "
        "sheet Rulings."
    ]


def test_disqualified_in_the_running_round() -> None:
    """The match in which it happened still counts, and the next round waits for it."""
    grids = [
        event_sheet(rounds=3),
        players("Ada", "Ben", "Cy", "Dee"),
        round_sheet(1, match("Ada", "Ben"), drawn("Cy", "Dee")),
        rulings(("Ada", 1, "disqualification")),
    ]
    assert list(due_rounds(results(*grids))) == []
    grids[2] = round_sheet(1, match("Ada", "Ben", ruling="A no-show"), drawn("Cy", "Dee"))
    found = results(*grids)
    assert list(due_rounds(found)) == [2]
    assert sheet_rows(found, "Standings", "rank", "points")["Ben"] == (1, 18)


def test_in_the_next_session_they_may_meet_again() -> None:
    """Rules 1.5.1."""
    sheets = [round_sheet(1, drawn("Ada", "Ben")), round_sheet(2, drawn("Ada", "Ben"))]
    assert said(event_sheet(rounds=4, rounds_per_session="1"), players("Ada", "Ben"), *sheets) == []
    assert said(event_sheet(rounds=4, rounds_per_session="1, 3"), players("Ada", "Ben"), *sheets) == []
    found = results(event_sheet(rounds=4, rounds_per_session="1, 3"), players("Ada", "Ben"), *sheets)
    new, told = pair(found, 3)
    assert new is None
    assert len(told) == 1
    assert len(said(event_sheet(rounds=4, rounds_per_session="2"), players("Ada", "Ben"), *sheets)) == 1


def test_an_event_of_two_that_loses_one_is_not_paired_any_more() -> None:
    found = results(
        event_sheet(rounds=3),
        players("Ada", {"Player": "Ben", "Dropped after": 1}),
        round_sheet(1, sweep("Ada", "Ben")),
    )
    assert list(due_rounds(found)) == []
