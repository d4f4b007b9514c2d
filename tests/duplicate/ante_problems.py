"""Bad Duplicate Magic workbooks for `test_checks`, each with its problems whole: cards won as ante."""

from __future__ import annotations

from tests.duplicate.workbooks import A_WON, antes, duplicate, four, game, one, round_sheet, sits_out, tables_sheet, won
from tests.reading.grids import players
from tests.reading.problems_of import Expected
from turnabout_sheets.sheets.grid import Grid


def few_left(cell: str, which: str, had: int, lost: int) -> tuple[str, str, str, str]:
    return (
        "Warning",
        f"Tables!{cell}",
        f"Stock {which} had {had} cards and lost {lost} as ante: {had - lost} are left; expected 40 or more.",
        "Put cards into the stock and add their number here, or play the table without ante.",
    )


NO_LIMIT = (
    "Ante cards are prizes, but any card may be left out; players could leave out all that is not worth winning.",
    "Fill in Cards that may be left out: the rules ask for a limit where antes are prizes.",
)

ANTE_PROBLEMS: dict[str, tuple[list[Grid], Expected]] = {
    "antes though nobody plays for them": (
        won((1, 1, "Ada", "Mox"), ante_prizes="no"),
        [
            (
                "Warning",
                "Ante",
                "Cards are logged as ante, but Ante prizes is no.",
                "Set Ante prizes to yes on the Event sheet, or clear the log.",
            )
        ],
    ),
    # duplicate 2.3
    "antes with no limit to what may be left out": (
        won((1, 1, "Ben", "Mox"), row=game(1, "Ada", "Ben", "B"), cards_that_may_be_left_out=""),
        [("Warning", "Event!B4", *NO_LIMIT)],
    ),
    "antes with no limit, and none logged yet": (one(A_WON, ante_prizes="yes"), [("Warning", "Event", *NO_LIMIT)]),
    "an ante of a game that was not played": (
        won((2, 1, "Ada", "Mox"), (1, 3, "Ada", "Mox"), row=game(1, "Ada", "Ben", "B")),
        [
            (
                "Warning",
                f"Ante!C{row}",
                f"Ada is said to have won a card at table {table} in round {number}, but nobody plays there.",
                "Correct the round, the table or the name.",
            )
            for row, table, number in ((2, 1, 2), (3, 3, 1))
        ],
    ),
    "an ante of a no-show": (
        won((1, 1, "Ada", "Mox"), row=game(1, "Ada", "Ben", ruling="B no-show")),
        [
            (
                "Warning",
                "Ante!C2",
                "Ada is said to have won a card at table 1 in round 1, but nobody plays there.",
                "Correct the round, the table or the name.",
            )
        ],
    ),
    "an ante of a sit-out": (
        [
            *four(
                [game(1, "Ada", "Ben", "A"), sits_out("Cy", 2), sits_out("Dee")],
                ante_prizes="yes",
                cards_that_may_be_left_out=0,
            ),
            antes((1, 1, "Cy", "Mox"), (1, 2, "Cy", "Mox")),
        ],
        [
            (
                "Warning",
                f"Ante!C{row}",
                f"Cy is said to have won a card at table {table} in round 1, but {found}.",
                "Correct the round, the table or the name.",
            )
            for row, table, found in ((2, 1, "Cy does not play there"), (3, 2, "nobody plays there"))
        ],
    ),
    "an ante of who did not win": (
        won((1, 1, "Ben", "Mox"), stocks=1),
        [
            (
                "Warning",
                "Ante!C2",
                "Ben is said to have won a card at table 1 in round 1, but did not win that game.",
                "Correct the name, or the result of the game.",
            )
        ],
    ),
    "an ante of a drawn game": (
        won((1, 1, "Ada", "Mox"), row=game(1, "Ada", "Ben", "Draw"), stocks=1),
        [
            (
                "Warning",
                "Ante!C2",
                "Ada is said to have won a card at table 1 in round 1, but did not win that game.",
                "Correct the name, or the result of the game.",
            )
        ],
    ),
    "an ante from nobody knows which stock": (
        won((1, 1, "Ada", "Mox"), row=game(1, "Ada", "Ben", "", "", "")),
        [
            (
                "Warning",
                "Ante!E2",
                "Nobody knows which stock the card came from, so no stock has a card less.",
                "Choose the stock, or type the stocks of the game.",
            )
        ],
    ),
    "an ante from a partner's stock where there are no partners": (
        won((1, 1, "Ada", "Mox", "B2")),
        [
            (
                "Warning",
                "Ante!E2",
                "Stock B2 is for doubles, but no player has a partner; so no stock has a card less.",
                "Choose A or B.",
            )
        ],
    ),
    "antes that cannot be read": (
        won(("", "one", "Zoe", "", "C")),
        [
            ("Error", "Ante!B2", 'Table is "one"; expected a whole number, 1 or more.', "Correct the cell."),
            ("Error", "Ante!E2", 'Stock is "C"; expected A, B, A2 or B2.', "Correct the cell."),
            (
                "Error",
                "Ante!A2",
                "Round is blank; expected a whole number from 1 to 999.",
                "Fill it in, or clear the whole row.",
            ),
            (
                "Error",
                "Ante!C2",
                'Winner is "Zoe"; expected the name of a player on the Players sheet.',
                "Correct the name, or add the player to the Players sheet.",
            ),
        ],
    ),
    # duplicate 2.5
    "a stock of fewer than 40 cards by antes": (
        won((1, 1, "Ada", "Mox"), (1, 1, "Ada", "Lotus"), (1, 1, "Ada", "Island", "A")),
        [few_left("E2", "B of table 1 (Orcs)", 40, 2)],
    ),
    "both stocks of fewer than 40 cards, without names": (
        won(
            (1, 1, "Ada", "Mox"),
            (1, 1, "Ada", "Lotus", "A"),
            (1, 1, "Ada", "Island", "A"),
            stocks={"Table": 1, "Cards A": 41, "Cards B": 40},
        ),
        [few_left("B2", "A of table 1", 41, 2), few_left("C2", "B of table 1", 40, 1)],
    ),
    "a partner's stock of fewer than 40 cards": (
        [
            duplicate(ante_prizes="yes", cards_that_may_be_left_out=0),
            players({"Player": "Ada", "Partner": "Ann"}, {"Player": "Ben", "Partner": "Bob"}),
            tables_sheet({"Table": 1, "Stock B": "x", "Stock B2": "Trolls", "Cards B": 40, "Cards B2": 40}),
            round_sheet(1, A_WON),
            antes((1, 1, "ann", "Mox", "b2")),
        ],
        [few_left("E2", "B2 of table 1 (Trolls)", 40, 1)],
    ),
}
