"""Bad Duplicate Magic workbooks for `test_checks`, each with its problems whole: the sheet Tables."""

from __future__ import annotations

from tests.duplicate.workbooks import ELVES, OPEN, duplicate, four, game, listed, round_sheet, teams
from tests.reading.grids import players, sheet
from tests.reading.problems_of import Expected
from turnabout_sheets.sheets.grid import Grid

NO_TABLES = (
    "Warning",
    "Tables",
    "No table is listed, so the slips cannot say what the stocks are, nor the program check their size.",
    "Type a row for each table: its number, the names of its stocks, and how many cards each has.",
)

TABLE_PROBLEMS: dict[str, tuple[list[Grid], Expected]] = {
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
                "Table 7 is in use but missing from this sheet.",
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
                "Tables 3 and 7 are in use but missing from this sheet.",
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
}
