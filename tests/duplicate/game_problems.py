"""Bad Duplicate Magic workbooks for `test_checks`, each with its problems whole: games, and who plays them where."""

from __future__ import annotations

from tests.duplicate.workbooks import (
    OPEN,
    duplicate,
    four,
    game,
    one,
    round_sheet,
    round_sheets,
    sits_out,
    tables_sheet,
)
from tests.reading.grids import players
from tests.reading.problems_of import Expected
from turnabout_sheets.sheets.grid import Grid


def again(cell: str, consequences: str) -> tuple[str, str, str, str]:
    return (
        "Warning",
        f"Round 2!{cell}",
        f"By round 2 not everybody plays once at each table: {consequences}.",
        "If it was played so, leave it: points go by the tables that are typed. If not, correct the tables.",
    )


GAME_PROBLEMS: dict[str, tuple[list[Grid], Expected]] = {
    # Stocks of games
    "the same stock for both": (
        one(game(1, "Ada", "Ben", "A", "B", "b")),
        [
            (
                "Error",
                "Round 1!E2",
                "Deck A and Deck B are both B; expected one stock for each player.",
                "Correct one of the two, or clear it: then it is the other stock.",
            )
        ],
    ),
    "a game that is won with nobody knows what": (
        one(game(1, "Ada", "Ben", "Ben", "", ""), deck_choice="coin flip"),
        [
            (
                "Error",
                "Round 1!C2",
                "The game is won, but nobody knows with which stock; expected A or B as Deck A.",
                "Type the stock that player A had.",
            )
        ],
    ),
    "a stock that is none": (
        one(game(1, "Ada", "Ben", "A", "Elves")),
        [("Error", "Round 1!C2", 'Deck A is "Elves"; expected A or B.', "Correct the cell.")],
    ),
    "a reported game without a table": (
        four([game("", "Ada", "Ben", "A"), game(2, "Cy", "Dee", "A")], [game(2, "Ada", "Dee"), game(1, "Ben", "Cy")]),
        [
            (
                "Error",
                "Round 1!A2",
                "The game is reported, but has no table; what a win is worth depends on its table.",
                "Type the number of the table.",
            ),
            again("A2", "Dee (also in round 1) is at table 2"),
        ],
    ),
    "a winner who does not play": (
        one(game(1, "Ada", "Ben", "Zoe")),
        [
            (
                "Error",
                "Round 1!F2",
                'Winner is "Zoe"; expected A, B, Draw, Ada or Ben.',
                "Type A if Ada won, B if Ben won, or Draw.",
            )
        ],
    ),
    "a result of a sit-out": (
        four([game(1, "Ada", "Ben", "A"), sits_out("Cy", 2) | {"Winner": "A"}, sits_out("Dee")]),
        [
            (
                "Error",
                "Round 1!F3",
                "A result is typed for a bye, which has none.",
                "Clear the result, or correct player B.",
            )
        ],
    ),
    "a ruling and a result": (
        one(game(1, "Ada", "Ben", "A", ruling="B no-show")),
        [
            (
                "Error",
                "Round 1!G2",
                'The ruling is "B no-show", but a result is typed, too; expected one of the two.',
                "Clear the ruling or the result.",
            )
        ],
    ),
    "who goes on, where nobody goes out": (
        one(game(1, "Ada", "Ben", "Draw", ruling="A advances")),
        [
            (
                "Error",
                "Round 1!G2",
                'Ruling is "A advances"; expected A no-show, B no-show or Both no-show.',
                "Correct the cell.",
            )
        ],
    ),
    # The movement
    "players who come to a table again": (
        four([game(1, "Ada", "Ben", "A"), game(2, "Cy", "Dee", "A")], [game(1, "Ada", "Dee"), game(2, "Ben", "Cy")]),
        [
            again(
                "A2",
                "Ada (also in round 1) is at table 1, and never at table 2; Cy (also in round 1) is at table 2, and "
                "never at table 1",
            )
        ],
    ),
    "a rematch": (
        four([game(1, "Ada", "Ben", "A"), game(2, "Cy", "Dee", "A")], [game(2, "Ben", "Ada"), game(1, "Cy", "Dee")]),
        [
            (
                "Error",
                f"Round 2!D{row}",
                f"{names} meet in round 2 again; they met in round 1.",
                "Change the pairing, or set Allow rematches to yes on the Event sheet if it was really played.",
            )
            for row, names in ((2, "Ben and Ada"), (3, "Cy and Dee"))
        ],
    ),
    "somebody who is missing": (
        four([game(1, "Ada", "Ben"), sits_out("Cy", 2)]),
        [
            (
                "Error",
                "Players!A5",
                "Dee is on the sheet Players, but in no round.",
                "If Dee does not play, type 0 into Dropped after. Else type 1 into Joined round, and the name over BYE "
                "in round 1, or in a new row against BYE.",
            )
        ],
    ),
    "a late player when all rounds are paired": (
        [
            duplicate(),
            players("Ada", "Ben", {"Player": "Cy", "Joined round": 2}),
            tables_sheet(1),
            round_sheet(1, OPEN),
        ],
        [
            (
                "Warning",
                "Players!B4",
                "Cy joins in round 2, but all rounds were paired before the first one; Cy is not paired.",
                "When Cy is there, type the name over BYE in the rounds to come, or over a player who has left.",
            )
        ],
    ),
    "a late player who comes earlier than the rounds have it": (
        [
            duplicate(),
            players("Ada", "Ben", "Cy", {"Player": "Dee", "Joined round": 2}),
            tables_sheet(1, 2, 3, 4),
            *round_sheets(
                [
                    [game(1, "Ada", "Ben", "A"), sits_out("Cy", 2)],
                    [game(2, "Ada", "Cy"), sits_out("Ben", 3)],
                    [game(3, "Ada", "Dee"), game(4, "Ben", "Cy")],
                ]
            ),
        ],
        [
            (
                "Warning",
                "Players!B5",
                "Dee is there from round 2 on, but stands in no round before 3.",
                "Type the name over BYE in the rounds before, if there is one.",
            )
        ],
    ),
}
