"""Bad workbooks for `test_checks`, each with its problems whole: who stands on the Players sheet, and how."""

from __future__ import annotations

from tests.event.worked_events import drawn
from tests.reading.event_workbooks import event
from tests.reading.grids import event_sheet, players
from tests.reading.problems_of import Expected
from turnabout_sheets.sheets.grid import Grid

PLAYER_PROBLEMS: dict[str, tuple[list[Grid], Expected]] = {
    "the same name twice, and a total": (
        [players("Ada", "Ben", "Ada", "Total")],
        [
            (
                "Error",
                "Players!A4",
                'The player "Ada" stands in A2 already; expected every name once.',
                "Delete one of the rows, or tell the two people apart, for example by an initial.",
            ),
            (
                "Warning",
                "Players!A5",
                '"Total" in row 5 looks like a total, and is read as a player.',
                "If it is not a player, delete the row before round 1 is paired.",
            ),
        ],
    ),
    "the same name, typed otherwise": (
        [players("José", "Ben", " JOSE\u0301 ")],
        [
            (
                "Error",
                "Players!A4",
                'The player "JOSÉ" stands in A2 already (typed "José"; the program takes both for one); '
                "expected every name once.",
                "Delete one of the rows, or tell the two people apart, for example by an initial.",
            )
        ],
    ),
    "the same ID twice": (
        [players({"Player": "Ada", "Player ID": 7}, {"Player": "Ben", "Player ID": "7"}, {"Player": "Cy"})],
        [
            (
                "Error",
                "Players!B3",
                'The Player ID "7" is that of Ada already; expected every ID once.',
                "Correct one of them, or leave it blank.",
            )
        ],
    ),
    "a reserved name": (
        [players("Ada", "draw", "a.")],
        [
            (
                "Error",
                "Players!A3",
                'No player can be called "draw": BYE, A, B and Draw mean something else in the results.',
                "Add something to the name, for example an initial.",
            )
        ],
    ),
    "dropped before joining": (
        [
            event_sheet(name="Friday", rounds=3),
            players("Zoë Kim", {"Player": "Zoe Kim", "Joined round": 3, "Dropped after": 2}),
        ],
        [
            (
                "Warning",
                "Players!A3",
                "Zoe Kim and Zoë Kim (Players!A2) may be one person: the same but for accents.",
                "If so, delete one of the rows; if they are two people, type a Player ID for each.",
            ),
            (
                "Error",
                "Players!C3",
                "Zoe Kim drops after round 2 but joins in round 3 only.",
                "Correct one of the two; 0 in Dropped after means: never started.",
            ),
            (
                "Warning",
                "Event!B3",
                "Rounds is too high: 2 players can play 1 round without a rematch.",
                "Set Rounds to 1, or Allow rematches to yes on the Event sheet.",
            ),
        ],
    ),
    "a fixed table for two": (
        [players({"Player": "Ada", "Fixed table": 4}, "Ben", {"Player": "Cy", "Fixed table": "4"})],
        [
            (
                "Warning",
                "Players!B4",
                "Table 4 is the fixed table of Ada, too.",
                "Where both are to sit there in a round, the higher pair gets it; give one another table.",
            )
        ],
    ),
    "nobody": (
        [players()],
        [
            (
                "Warning",
                "Players",
                "The Players sheet lists nobody; a round needs two players or more.",
                "Type the players' names, one in a row.",
            )
        ],
    ),
    "one player": (
        [players("Ada")],
        [
            (
                "Warning",
                "Players",
                "The Players sheet lists only one player; a round needs two players or more.",
                "Type the players' names, one in a row.",
            )
        ],
    ),
    "marked as here before round 1": (
        [
            event_sheet(name="Friday", rounds=3),
            players(
                {"Player": "Ada", "Here": "x"},
                {"Player": "Ben", "Here": True, "Away": "1, 2"},
                {"Player": "Cy", "Here": False},
                {"Player": "Dee", "Here": 1},
            ),
        ],
        [
            (
                "Error",
                "Players!C3",
                "Ben is marked in Here, and Away names round 1, in which Ben would begin; expected one of the two.",
                "If Ben plays in it, take 1 out of Away; if not, clear Players!B3.",
            ),
            (
                "Warning",
                "Players!B4",
                "Cy is not marked in Here, and is not paired.",
                "Mark the player on arrival; nothing else needs to be done.",
            ),
        ],
    ),
    "marked as here when round 1 was paired": (
        event(
            (drawn("Ada", "Ben"),),
            who=(
                {"Player": "Ada", "Here": "x"},
                "Ben",
                {"Player": "Cy", "Here": "yes"},
                *(f"P{number}" for number in range(6)),
            ),
        ),
        [
            (
                "Warning",
                "Players!B5",
                "P0, P1, P2, P3 and 2 more are not marked in Here, and are not paired.",
                "Mark them on arrival; nothing else needs to be done.",
            ),
            (
                "Warning",
                "Players!B4",
                "Cy is marked in Here since round 1 was paired, and plays from round 2 on.",
                "Nothing needs to be done; to let Cy into round 1, type the name over BYE there, and 1 into Joined "
                "round.",
            ),
        ],
    ),
}
