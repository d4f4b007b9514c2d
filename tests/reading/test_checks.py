"""Bad workbooks, each with its problems asserted whole: the checks across rows that every format has.

Those about players, rounds and results stand in `player_problems`, `round_problems` and `result_problems`; here are
those about settings, adjustments and rulings, and what several checks find at once.
"""

from __future__ import annotations

import pytest

from tests.event.worked_events import (
    COMING_AND_GOING,
    COMING_AND_GOING_ROUNDS,
    FOUR,
    FOUR_ROUNDS,
    drawn,
    sweep,
)
from tests.reading.event_workbooks import FIRST, THIRD, event
from tests.reading.grids import event_sheet, match, players, problems, read, results_sheet, round_sheet, sheet
from tests.reading.player_problems import PLAYER_PROBLEMS
from tests.reading.problems_of import Expected, assert_problems
from tests.reading.result_problems import RESULT_PROBLEMS
from tests.reading.round_problems import ROUND_PROBLEMS
from turnabout_sheets.formats.turnabout.format import TURNABOUT
from turnabout_sheets.reading import checks
from turnabout_sheets.sheets.grid import Grid

WAITS_FOR_IT = "it waits for that round, or for the end of the event"

OTHER_PROBLEMS: dict[str, tuple[list[Grid], Expected]] = {
    "unknown tie-breaks": (
        [event_sheet(tie_breaks="opponent VP, Luck, MP difference"), players(*FOUR)],
        [
            (
                "Error",
                "Event!B2",
                'Tie-breaks names "opponent VP"; expected match wins, opponents\' VP or MP difference.',
                'Did you mean "opponents\' VP"?',
            ),
            (
                "Error",
                "Event!B2",
                'Tie-breaks names "Luck"; expected match wins, opponents\' VP or MP difference.',
                "Correct the setting Tie-breaks.",
            ),
        ],
    ),
    "an adjustment for a round that never comes": (
        [*event(*FOUR_ROUNDS), sheet("Adjustments", ("Player", "Round", "Points"), [("Ada", 4, 2), ("Ben", 3, 2)])],
        [
            (
                "Warning",
                "Adjustments!B2",
                "The adjustment is for round 4, but the last round is 3; it does not count.",
                "Correct the round, or clear it: without one the points count from the start.",
            )
        ],
    ),
    "rulings for rounds that are not paired": (
        [
            *event(FIRST),
            sheet(
                "Rulings",
                ("Player", "Round", "Kind", "Reason"),
                [("Ada", 2, "disqualification", ""), ("Ben", 1, "warning", ""), ("Cy", 40, "warning", "")],
            ),
        ],
        [
            (
                "Warning",
                f"Rulings!B{row}",
                f"The ruling is for round {number}, but the last round that is paired is round 1; {comes}.",
                f"{remedy}; what is ruled after round 1 and before the next is for round 1.",
            )
            for row, number, comes, remedy in (
                (2, 2, WAITS_FOR_IT, "Nothing needs to be done if that is meant"),
                (4, 40, "nothing comes of it", "Correct the round, or delete the row"),
            )
        ],
    ),
    "a ruling before round 1": (
        [
            *event(),
            sheet("Rulings", ("Player", "Round", "Kind", "Reason"), [("Ada", 1, "disqualification", "")]),
        ],
        [
            (
                "Warning",
                "Rulings!B2",
                f"The ruling is for round 1, but no round is paired yet; {WAITS_FOR_IT}.",
                "Nothing needs to be done if that is meant; who is not to play at all has 0 in Dropped after on the "
                "sheet Players.",
            )
        ],
    ),
    "several at once": (
        event(
            (sweep("Ada", "Ben"), match("Cy", "Eve")),
            who=("Ada", "Ben", "Cy", "Dee", "ada", {"Player": "Flo", "Joined round": 4, "Dropped after": 1}),
            scheduled=4,
        ),
        [
            (
                "Error",
                "Round 1!D3",
                "Eve stands in round 1, but not on Players.",
                "If the player has left, type the row again with 1 in Dropped after; else correct the name.",
            ),
            (
                "Error",
                "Players!A6",
                'The player "ada" stands in A2 already (typed "Ada"; the program takes both for one); '
                "expected every name once.",
                "Delete one of the rows, or tell the two people apart, for example by an initial.",
            ),
            (
                "Error",
                "Players!C7",
                "Flo drops after round 1 but joins in round 4 only.",
                "Correct one of the two; 0 in Dropped after means: never started.",
            ),
        ],
    ),
    "a date that does not mean one day": (
        [event_sheet(date="3/4/2026"), players(*FOUR)],
        [
            (
                "Warning",
                "Event!B2",
                'Date: "3/4/2026" may be March 4, 2026 (2026-03-04) or April 3, 2026 (2026-04-03).',
                "Type the day as 2026-05-31 (year, month, day). Till then pages show what was typed, and the archive "
                "does not take the event.",
            )
        ],
    ),
}

BAD: dict[str, tuple[list[Grid], Expected]] = dict(
    **PLAYER_PROBLEMS,
    **ROUND_PROBLEMS,  # rules 1.4.3, 1.4.4 and 1.5.11
    **RESULT_PROBLEMS,
    **OTHER_PROBLEMS,
)
"""All of them, each by a name of its own."""


@pytest.mark.parametrize(("grids", "expected"), BAD.values(), ids=BAD)
def test_bad_workbooks(grids: list[Grid], expected: Expected) -> None:
    if not any(grid.name == "Event" for grid in grids):
        grids = [event_sheet(), *grids]
    assert_problems(grids, expected)


@pytest.mark.parametrize(
    "grids",
    [
        event(*FOUR_ROUNDS),
        [event_sheet(rounds=3), players(*FOUR), results_sheet(*FOUR_ROUNDS)],
        [event_sheet(rounds=3), players(*FOUR), results_sheet(*FOUR_ROUNDS[:2]), round_sheet(3, *THIRD)],
        event(*COMING_AND_GOING_ROUNDS, who=COMING_AND_GOING),
        event(FIRST, (match("Ada", "Cy"), match("Ben", "Dee"))),
        event(),
        [
            event_sheet(rounds=2, rounds_per_session=1),
            players("Ada", "Ben"),
            round_sheet(1, sweep("Ada", "Ben")),
            round_sheet(2, drawn("Ada", "Ben")),
        ],
    ],
    ids=["sheets", "Results", "both", "coming and going", "a round not begun", "before round 1", "two sessions"],
)
def test_a_valid_event_has_no_problem(grids: list[Grid]) -> None:
    assert_problems(grids, [])


def test_every_check_finds_something_in_one_of_the_bad_workbooks() -> None:
    """A check whose problems stand in no case here is not tested."""
    found = set()
    for grids, _ in BAD.values():
        event, _ = read(*grids)
        assert event is not None
        found |= {check.__name__ for check in checks.CHECKS if list(check(event, TURNABOUT))}
    assert found == {check.__name__ for check in checks.CHECKS}


def test_a_round_without_its_players_is_reported_once_only() -> None:
    """A name that could not be read may be the one that is missing."""
    grids = event((match("Ada", "Bne"), drawn("Cy", "Dee")))
    assert [str(problem) for problem in problems(*grids)] == [
        'Error: Round 1!D2: Player B is "Bne"; expected the name of a player on the Players sheet, or BYE. '
        'Did you mean "Ben"?'
    ]
