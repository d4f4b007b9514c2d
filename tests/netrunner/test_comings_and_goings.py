"""Who comes late, is away, leaves or is given points in a Netrunner event: as in all systems (netrunner 6.3)."""

from __future__ import annotations

from tests.event.worked_events import sheet_rows
from tests.netrunner.workbooks import match, netrunner, results, round_sheet
from tests.reading.grids import Cells, players, sheet
from turnabout_sheets.event.model import BYE
from turnabout_sheets.event.results import Results
from turnabout_sheets.rounds.next_rounds import due_rounds, pair

# Round 1: Ada beats Ben by 3 to 0, as Eve does Fay; Cy has the bye (3). Dee comes in round 2, Eve leaves after round 1.
WHO: tuple[str | Cells, ...] = (
    "Ada",
    "Ben",
    "Cy",
    {"Player": "Dee", "Joined round": 2},
    {"Player": "Eve", "Dropped after": 1},
    {"Player": "Fay", "Away": 2},
)
WON = (("A", "", 0), ("A", "", 0))
FIRST = (match("Ada", "Ben", *WON), match("Eve", "Fay", *WON), match("Cy", "BYE"))


def after_round_1(*, corrected: bool = False, adjusted: bool = False) -> Results:
    rows = (match("Ben", "Ada", *WON), *FIRST[1:]) if corrected else FIRST
    points = [sheet("Adjustments", ("Player", "Points", "Round"), [("Ben", 1, 1), ("Cy", 5, 3)])] if adjusted else []
    return results(netrunner(rounds=3), players(*WHO), round_sheet(1, *rows), *points)


def paired(found: Results, number: int) -> set[str]:
    """Return the names that the program gives a place in a round."""
    new, _ = pair(found, number)
    assert new is not None
    return {found.event.players[row[side]].name for row in new.rows for side in ("a", "b") if row[side] != BYE}


def test_who_comes_late_is_paired_from_their_round_on_and_who_is_away_or_has_left_is_not() -> None:
    assert paired(results(netrunner(rounds=3), players(*WHO)), 1) == {"Ada", "Ben", "Cy", "Eve", "Fay"}
    assert paired(after_round_1(), 2) == {"Ada", "Ben", "Cy", "Dee"}


def test_the_rounds_in_which_somebody_is_not_there_are_worth_nothing_and_results_stand() -> None:
    assert sheet_rows(after_round_1(), "Standings", "points") == {
        "Ada": (3,),
        "Cy": (3,),
        "Eve": (3,),
        "Ben": (0,),
        "Dee": (0,),
        "Fay": (0,),
    }


def test_adjustments_count_from_their_round_on() -> None:
    points = sheet_rows(after_round_1(adjusted=True), "Standings", "points")
    assert (points["Ben"], points["Cy"]) == ((1,), (3,))


def test_a_correction_changes_the_standings_and_no_round_that_is_paired() -> None:
    points = sheet_rows(after_round_1(corrected=True), "Standings", "points")
    assert (points["Ada"], points["Ben"]) == ((0,), (3,))
    second = round_sheet(2, match("Ada", "Cy"), match("Ben", "Dee"))
    rows = (match("Ben", "Ada", *WON), *FIRST[1:])
    found = results(netrunner(rounds=3), players(*WHO), round_sheet(1, *rows), second)
    assert list(due_rounds(found)) == []
