"""Bad Duplicate Magic workbooks, each with its problems asserted whole: stocks, tables, teams, antes, the movement."""

from __future__ import annotations

import pytest

from tests.duplicate.workbooks import (
    adjustments,
    antes,
    duplicate,
    game,
    read,
    round_sheet,
    round_sheets,
    rulings,
    sits_out,
    tables_sheet,
)
from tests.reading.grids import Cells, players, sheet
from tests.reading.problems_of import Expected
from turnabout_sheets.formats.duplicate.format import DUPLICATE
from turnabout_sheets.sheets.grid import Grid, Raw

ELVES: Cells = {"Table": 1, "Stock A": "Elves", "Stock B": "Orcs", "Cards A": 41, "Cards B": 40}
A_WON = game(1, "Ada", "Ben", "A")
OPEN = game(1, "Ada", "Ben")


def one(row: Cells, *others: Grid, **settings: Raw) -> list[Grid]:
    """Return a workbook with one game at table 1."""
    return [duplicate(**settings), players("Ada", "Ben"), tables_sheet(1), round_sheet(1, row), *others]


def listed(*tables: int | Cells, **settings: Raw) -> list[Grid]:
    """Return a workbook with a game at table 1, and these rows on the sheet Tables."""
    return [duplicate(**settings), players("Ada", "Ben"), tables_sheet(*tables), round_sheet(1, OPEN)]


def four(*rounds: list[dict[str, Raw]], tables: tuple[int, ...] = (1, 2), **settings: Raw) -> list[Grid]:
    """Return a workbook with rounds of four players."""
    who = players("Ada", "Ben", "Cy", "Dee")
    return [duplicate(**settings), who, tables_sheet(*tables), *round_sheets(rounds)]


def teams(*who: tuple[str, str], tables: tuple[Cells, ...] = ()) -> list[Grid]:
    """Return a workbook with teams of two, not paired yet; a partner may be blank."""
    return [duplicate(), players(*({"Player": a, "Partner": b} for a, b in who)), tables_sheet(*tables)]


def won(*rows: tuple[Raw, ...], row: Cells = A_WON, stocks: int | Cells = ELVES, **settings: Raw) -> list[Grid]:
    """Return a workbook with one game, and cards won as ante."""
    options: dict[str, Raw] = {"ante_prizes": "yes", "cards_that_may_be_left_out": 5, **settings}
    return [duplicate(**options), players("Ada", "Ben"), tables_sheet(stocks), round_sheet(1, row), antes(*rows)]


def few_left(cell: str, which: str, had: int, lost: int) -> tuple[str, str, str, str]:
    return (
        "Warning",
        f"Tables!{cell}",
        f"Stock {which} had {had} cards and lost {lost} as ante: {had - lost} are left; expected 40 or more.",
        "Put cards into the stock and add their number here, or play the table without ante.",
    )


def stands_already(cell: str, name: str, first: str) -> tuple[str, str, str, str]:
    return (
        "Error",
        f"Players!{cell}",
        f'The player "{name}" stands in {first} already; expected every name once.',
        "Correct one of the two, or tell the two people apart, for example by an initial.",
    )


def again(cell: str, consequences: str) -> tuple[str, str, str, str]:
    return (
        "Warning",
        f"Round 2!{cell}",
        f"By round 2 not everybody plays once at each table: {consequences}.",
        "If it was played so, leave it: points go by the tables that are typed. If not, correct the tables.",
    )


NO_LIMIT = (
    "Ante cards are prizes, but any card may be left out; players could leave out all that is not worth winning.",
    "Fill in Cards that may be left out: the rules ask for a limit where antes are prizes.",
)
NO_TABLES = (
    "Warning",
    "Tables",
    "No table is listed, so the slips cannot say what the stocks are, nor the program check their size.",
    "Type a row for each table: its number, the names of its stocks, and how many cards each has.",
)

BAD: dict[str, tuple[list[Grid], Expected]] = {
    # Teams
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
        teams(("Ada", "BEN"), ("Ben", "Bob"), ("Cy", "bob"), ("Dee", "Dee")),
        [
            stands_already("B2", "BEN", "A3"),
            stands_already("B4", "bob", "B3"),
            stands_already("B5", "Dee", "A5"),
        ],
    ),
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
                "If Dee does not play, type 0 into Dropped after; else let Dee in with:",
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
                "When Cy is there: the place of a BYE, or of somebody who has left, is had with:",
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
                "Let Dee have the places that are free before with:",
            )
        ],
    ),
    # The sheet Tables
    "no sheet Tables": ([duplicate(), players("Ada", "Ben"), round_sheet(1, OPEN)], [NO_TABLES]),
    "an empty sheet Tables": (listed(), [NO_TABLES]),
    "a table that is listed twice": (
        listed(1, 1),
        [
            (
                "Error",
                "Tables!A3",
                "Table 1 stands in A2 already; expected every table once.",
                "Delete one of the two rows, or correct its number.",
            )
        ],
    ),
    "a table that is not listed": (
        four([game(1, "Ada", "Ben"), game(7, "Cy", "Dee")]),
        [
            (
                "Warning",
                "Tables",
                "Table 7 is played at, but not listed.",
                "Add a row for it, with the names of its stocks and how many cards each has.",
            )
        ],
    ),
    "tables that are not listed": (
        four([game(3, "Ada", "Ben"), game(7, "Cy", "Dee")]),
        [
            (
                "Warning",
                "Tables",
                "Tables 3 and 7 are played at, but not listed.",
                "Add a row for each, with the names of its stocks and how many cards each has.",
            )
        ],
    ),
    "tables at which nobody plays": (
        listed(5, 1, 2),
        [
            (
                "Warning",
                f"Tables!A{row}",
                f"Nobody plays at table {number}.",
                "Nothing needs to be done; put its decks away.",
            )
            for row, number in ((2, 5), (4, 2))
        ],
    ),
    # duplicate 2.2
    "39 cards": (
        listed({"Table": 1, "Cards A": 39, "Cards B": 40, "Cards A2": "many", "Cards B2": 40.5}),
        [
            ("Error", f"Tables!{cell}", f"{found}; expected a whole number, 40 or more.", "Correct the cell.")
            for cell, found in (("B2", 'Cards A is "39"'), ("D2", 'Cards A2 is "many"'), ("E2", 'Cards B2 is "40.5"'))
        ],
    ),
    "a table without a number": (
        listed(1, {"Stock A": "Elves", "Stock A2": "Wolves"}, 0),
        [
            (
                "Error",
                "Tables!A3",
                "Table is blank; expected a whole number, 1 or more.",
                "Fill it in, or clear the whole row.",
            ),
            ("Error", "Tables!A4", 'Table is "0"; expected a whole number, 1 or more.', "Correct the cell."),
        ],
    ),
    "second stocks that are missing in doubles": (
        teams(
            ("Ada", "Ann"),
            ("Ben", "Bob"),
            tables=({**ELVES, "Stock A2": ""}, {"Stock A": "Gods", "Stock B2": "Men"}, {"Table": 3}),
        ),
        [
            (
                "Error",
                "Tables!A3",
                "Table is blank; expected a whole number, 1 or more.",
                "Fill it in, or clear the whole row.",
            ),
            *(
                (
                    "Warning",
                    f"Tables!{cell}",
                    f"{stock} of table 1 is missing; in doubles a side has two stocks.",
                    "Type what the partner's stock is called.",
                )
                for cell, stock in (("F2", "Stock A2"), ("G2", "Stock B2"))
            ),
        ],
    ),
    "second stocks for single players": (
        listed({**ELVES, "Stock A2": "Wolves"}),
        [
            (
                "Warning",
                "Tables!F2",
                "Stock A2 of table 1 is for doubles, but no player has a partner; it is ignored.",
                "Clear it, or type the partners on the sheet Players.",
            )
        ],
    ),
    "a sheet that is not called Tables": (
        [duplicate(), players("Ada", "Ben"), sheet("Tabels", ("Table",), [(1,)]), round_sheet(1, OPEN)],
        [
            (
                "Warning",
                "Tabels",
                'The sheet "Tabels" is not known, so it is ignored.',
                'If "Tables" is meant, rename it so.',
            ),
            NO_TABLES,
        ],
    ),
    # Antes
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
    # Settings
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
        [("Error", "Rulings!C2", 'Kind is "game forfeit"; expected warning or disqualification.', "Correct the cell.")],
    ),
}


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
