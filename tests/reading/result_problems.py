"""Bad workbooks for `test_checks`, each with its problems whole: results and rulings of matches, and what lacks."""

from __future__ import annotations

from tests.event.worked_events import FOUR, drawn, sweep
from tests.reading.event_workbooks import event
from tests.reading.grids import match, players, round_sheet
from tests.reading.problems_of import Expected
from turnabout_sheets.sheets.grid import Grid

RESULT_PROBLEMS: dict[str, tuple[list[Grid], Expected]] = {
    "results typed over Check": (
        [
            players("Ada", "Ben", "Cy", "Dee"),
            round_sheet(
                1, {**match("Ada", "Ben"), "Check": "ada"}, {**match("Cy", "Dee"), "Check": "Game 1: who won?"}
            ),
        ],
        [
            (
                "Error",
                "Round 1!L2",
                '"ada" stands where the formula of Check was; nobody reads it there.',
                "Type it into the column where it belongs, and copy the formula from another row.",
            )
        ],
    ),
    "a bye with a result": (
        event((match("Ada", "BYE", ("A", 3), ("A", 5)), drawn("Ben", "Cy")), who=("Ada", "Ben", "Cy")),
        [
            (
                "Error",
                "Round 1!F2",
                "A result is typed for a bye, which has none.",
                "Clear the result, or correct player B.",
            )
        ],
    ),
    "a bye with a count": (
        event((match("Ada", "BYE", ("", 3)), drawn("Ben", "Cy")), who=("Ada", "Ben", "Cy")),
        [
            (
                "Error",
                "Round 1!G2",
                "A result is typed for a bye, which has none.",
                "Clear the result, or correct player B.",
            )
        ],
    ),
    "missing results of an old round": (
        event((match("Ada", "Ben"), match("Cy", "Dee")), (drawn("Ada", "Cy"), match("Ben", "Dee"))),
        [
            (
                "Warning",
                "Round 1!F2",
                "Round 1 lacks 2 results (tables 1 and 2), though round 2 is paired.",
                "Type the missing results; until then the standings are provisional.",
            )
        ],
    ),
    "one missing result of an old round": (
        event((sweep("Ada", "Ben"), match("Cy", "Dee")), (drawn("Ada", "Cy"), match("Ben", "Dee"))),
        [
            (
                "Warning",
                "Round 1!F3",
                "Round 1 lacks 1 result (table 2), though round 2 is paired.",
                "Type the missing results; until then the standings are provisional.",
            )
        ],
    ),
    "who goes on where nobody goes out": (
        event(({**sweep("Ada", "Ben"), "Ruling": "A advances"},), who=("Ada", "Ben")),
        [
            (
                "Error",
                "Round 1!J2",
                'The ruling is "A advances", but nobody goes out in this event; Pairing is swiss.',
                "Clear the ruling.",
            )
        ],
    ),
    "a ruling and a result": (
        [players("Ada", "Ben"), round_sheet(1, match("Ada", "Ben", ("A", 5), ruling="A no-show"))],
        [
            (
                "Error",
                "Round 1!J2",
                'The ruling is "A no-show", but a result is typed, too; expected one of the two.',
                "Clear the ruling or the result.",
            )
        ],
    ),
    "a ruling and a count": (
        [players("Ada", "Ben"), round_sheet(1, match("Ada", "Ben", two=("", 5), ruling="both no-show"))],
        [
            (
                "Error",
                "Round 1!J2",
                'The ruling is "Both no-show", but a result is typed, too; expected one of the two.',
                "Clear the ruling or the result.",
            )
        ],
    ),
    "a ruling about nobody": (
        [
            players("Ada", "Ben", "Cy"),
            round_sheet(1, match("Ada", "BYE", ruling="B no-show"), drawn("Ben", "Cy")),
        ],
        [
            (
                "Error",
                "Round 1!J2",
                'The ruling is "B no-show", but there is no player B.',
                'Clear it, or choose "A no-show".',
            )
        ],
    ),
    "half a match": (
        [players(*FOUR), round_sheet(1, match("Ada", "Ben", ("A", 5)), match("Cy", "Dee", two=("Draw", "")))],
        [
            (
                "Warning",
                f"Round 1!{cell}",
                f"Game {game} is not reported, so the match does not count yet.",
                "Fill in A, B or Draw; a game that was not finished is a Draw.",
            )
            for cell, game in (("H2", 2), ("F3", 1))
        ],
    ),
}
