"""Bad Duplicate Magic workbooks for `test_checks`, each with its problems whole: teams of two."""

from __future__ import annotations

from tests.duplicate.workbooks import teams
from tests.reading.problems_of import Expected
from turnabout_sheets.sheets.grid import Grid


def stands_already(cell: str, name: str, first: str) -> tuple[str, str, str, str]:
    return (
        "Error",
        f"Players!{cell}",
        f'The player "{name}" stands in {first} already; expected every name once.',
        "Delete one of the rows, or tell the two people apart, for example by an initial.",
    )


TEAM_PROBLEMS: dict[str, tuple[list[Grid], Expected]] = {
    # duplicate 5.3
    "a player without a partner": (
        teams(("Ada", "Ann"), ("Ben", "")),
        [
            (
                "Warning",
                "Players!B3",
                "Ben has no partner, though others have one.",
                "Type the partner's name; without one the player plays both decks of the side.",
            )
        ],
    ),
    "a partner called by a word of the results": (
        teams(("Ada", "draw"), ("Ben", "Bob")),
        [
            (
                "Error",
                "Players!B2",
                'No player can be called "draw": BYE, A, B and Draw mean something else in the results.',
                "Add something to the name, for example an initial.",
            )
        ],
    ),
    # duplicate 5.3
    "a partner who plays in another team, too": (
        teams(("Ada", "Ben"), ("Ben", "Bob"), ("Cy", "Bob"), ("Dee", "Dee")),
        [
            stands_already("B2", "Ben", "A3"),
            stands_already("B4", "Bob", "B3"),
            stands_already("B5", "Dee", "A5"),
        ],
    ),
}
