"""Bad Duplicate Magic workbooks, each with its problems asserted whole: the checks of the format, and settings.

Those about teams, games, tables and antes stand in `team_problems`, `game_problems`, `table_problems` and
`ante_problems`; here are those about settings, adjustments and rulings.
"""

from __future__ import annotations

import pytest

from tests.duplicate.ante_problems import ANTE_PROBLEMS
from tests.duplicate.game_problems import GAME_PROBLEMS
from tests.duplicate.table_problems import TABLE_PROBLEMS
from tests.duplicate.team_problems import TEAM_PROBLEMS
from tests.duplicate.workbooks import (
    A_WON,
    ELVES,
    OPEN,
    adjustments,
    antes,
    duplicate,
    four,
    game,
    listed,
    one,
    read,
    round_sheet,
    rulings,
    sits_out,
    tables_sheet,
    teams,
    won,
)
from tests.reading.grids import players
from tests.reading.problems_of import Expected
from turnabout_sheets.formats.duplicate.format import DUPLICATE
from turnabout_sheets.sheets.grid import Grid

KINDS = "warning, disqualification or takes the place of NAME"

SETTING_PROBLEMS: dict[str, tuple[list[Grid], Expected]] = {
    "a method of another format": (
        one(OPEN, pairing="swiss"),
        [("Error", "Event!B3", 'Pairing is "swiss"; expected movement or manual.', "Correct the cell.")],
    ),
    "settings of other formats": (
        one(OPEN, bye_vp=10, first_round="rating", pairing_number="gmp", rounds_per_session=2),
        [
            (
                "Warning",
                f"Event!A{row}",
                f"Duplicate Magic does not use the setting {name}; it is ignored.",
                "Clear its value.",
            )
            for row, name in ((3, "Bye VP"), (4, "First round"), (5, "Pairing number"), (6, "Rounds per session"))
        ],
    ),
    "settings that cannot be read": (
        one(OPEN, deck_choice="coin", ante_prizes="maybe", cards_that_may_be_left_out=-1, tie_breaks="wins, win"),
        [
            ("Error", "Event!B3", 'Deck choice is "coin"; expected drawn or coin flip.', 'Did you mean "coin flip"?'),
            ("Error", "Event!B4", 'Ante prizes is "maybe"; expected yes or no.', "Correct the cell."),
            (
                "Error",
                "Event!B5",
                'Cards that may be left out is "-1"; expected a whole number from 0 to 999.',
                "Correct the cell.",
            ),
            (
                "Error",
                "Event!B6",
                'Tie-breaks names "win"; expected wins or matches among the tied.',
                'Did you mean "wins"?',
            ),
        ],
    ),
    "an adjustment of half a point, and one that never counts": (
        one(OPEN, adjustments(("Ada", 1, 0.5), ("Ben", 2, 1))),
        [
            (
                "Error",
                "Adjustments!C2",
                'Points is "0.5"; expected a whole number from -10000 to 10000.',
                "Type how many points the row gives, or with a minus before it how many it takes.",
            ),
            (
                "Warning",
                "Adjustments!B3",
                "The adjustment is for round 2, but the last round is 1; it does not count.",
                "Correct the round, or clear it: without one the points count from the start.",
            ),
        ],
    ),
    "a ruling of another format": (
        one(OPEN, rulings(("Ada", 1, "game forfeit"))),
        [("Error", "Rulings!C2", f'Kind is "game forfeit"; expected {KINDS}.', "Correct the cell.")],
    ),
}

BAD: dict[str, tuple[list[Grid], Expected]] = dict(
    **TEAM_PROBLEMS,  # duplicate 5.3
    **GAME_PROBLEMS,
    **TABLE_PROBLEMS,  # duplicate 2.2
    **ANTE_PROBLEMS,  # duplicate 2.3 and 2.5
    **SETTING_PROBLEMS,
)
"""All of them, each by a name of its own."""


def found_in(grids: list[Grid]) -> list[tuple[str, str, str, str]]:
    return [(p.severity.value, str(p.place), p.message, p.hint) for p in read(*grids)[1]]


@pytest.mark.parametrize(("grids", "expected"), BAD.values(), ids=BAD)
def test_bad_workbooks(grids: list[Grid], expected: Expected) -> None:
    assert found_in(grids) == list(expected)


GOOD: dict[str, list[Grid]] = {
    "not paired yet": [duplicate(), players("Ada", "Ben")],
    "tables before the rounds are paired": [duplicate(), players("Ada", "Ben"), tables_sheet(1, 2, 3)],
    "not begun": one(OPEN),
    "won": one(A_WON),
    "won with the stock of B, by name": one(game(1, "Ada", "Ben", "ben", "", "A")),
    "drawn, nobody knows with what": one(game(1, "Ada", "Ben", "Draw", "", ""), deck_choice="coin flip"),
    "both no-show": one(game(1, "Ada", "Ben", "", "", "", ruling="Both no-show")),
    "a no-show, whatever the stocks": one(game(1, "Ada", "Ben", "", "A", "A", ruling="A no-show")),
    "a table without cards and names": listed({"Table": 1, "Theme": "Pets"}),
    "four players who meet twice": four(
        [game(1, "Ada", "Ben", "A"), game(2, "Cy", "Dee", "A")],
        [game(1, "Dee", "Cy"), game(2, "Ben", "Ada")],
        allow_rematches="yes",
    ),
    "several players who sit out": four([game(1, "Ada", "Ben", "A"), sits_out("Cy", 2), sits_out("Dee")]),
    "doubles": [
        *teams(
            ("Ada", "Ann"),
            ("Ben", "Bob"),
            tables=({**ELVES, "Stock A2": "Wolves", "Stock B2": "Trolls", "Cards A2": 40},),
        ),
        round_sheet(1, game(1, "ann", "Ben & Bob", "BOB")),
    ],
    "doubles without names of stocks": teams(("Ada", "Ann"), ("Ben", "Bob"), tables=({"Table": 1},)),
    "an ante, and cards enough": won((1, 1, "Ada", "Mox", "A")),
    "an ante of a game that is still played": won((1, 1, "Ben", "Mox"), row=OPEN),
    "an ante from a stock that is not counted": won((1, 1, "Ada", "Mox"), stocks={"Table": 1}),
    "no antes": one(A_WON, antes()),
    "typed by hand": one(A_WON, pairing="manual", rounds=1),
    "an adjustment and a warning": one(A_WON, adjustments(("Ada", 1, -1)), rulings(("Ben", 1, "warning"))),
}


@pytest.mark.parametrize("grids", GOOD.values(), ids=GOOD)
def test_a_valid_event_has_no_problem(grids: list[Grid]) -> None:
    assert found_in(grids) == []


def test_every_check_finds_something_in_one_of_the_bad_workbooks() -> None:
    """A check whose problems stand in no case here is not tested."""
    found = set()
    for grids, _ in BAD.values():
        event, _ = read(*grids)
        assert event is not None
        found |= {check.__name__ for check in DUPLICATE.checks if list(check(event, DUPLICATE))}
    assert found == {check.__name__ for check in DUPLICATE.checks}
