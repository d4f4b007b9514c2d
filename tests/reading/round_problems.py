"""Bad workbooks for `test_checks`, each with its problems whole: rounds, who stands in them, and at which table."""

from __future__ import annotations

from tests.event.worked_events import FOUR, FOUR_ROUNDS, big_win, drawn, sweep
from tests.reading.event_workbooks import FIRST, SECOND, THIRD, event
from tests.reading.grids import event_sheet, match, players, round_sheet, sheet
from tests.reading.problems_of import Expected
from turnabout_sheets.sheets.grid import Grid

ROUND_PROBLEMS: dict[str, tuple[list[Grid], Expected]] = {
    "a missing round": (
        [event_sheet(rounds=3), players(*FOUR), round_sheet(1, *FIRST), round_sheet(3, *THIRD)],
        [
            (
                "Error",
                "Round 3",
                "Round 3 is here, but round 2 is missing.",
                "Add the sheet Round 2, or number the rounds without a gap.",
            )
        ],
    ),
    "more rounds than scheduled": (
        event(FIRST, SECOND, scheduled=1),
        [
            (
                "Warning",
                "Round 2",
                "Round 2 has results, so it counts, though Rounds on the Event sheet is 1.",
                "Set Rounds to 2 if it is to count; if not, clear all results of round 2.",
            )
        ],
    ),
    "more rounds than scheduled by default": (
        [event_sheet(), players(*FOUR), *(round_sheet(n, *rows) for n, rows in enumerate(FOUR_ROUNDS, 1))],
        [
            (
                "Warning",
                "Round 3",
                "Round 3 is here, but 2 rounds are scheduled.",
                "Set Rounds to 3 on the Event sheet if that is meant, else delete the sheet.",
            )
        ],
    ),
    # Everybody stands in one row of a round at most (rules 1.5.11).
    "a player twice in a round": (
        event((drawn("Ada", "Ben"), drawn("Cy", "Dee"), drawn("Ben", "Eve")), who=(*FOUR, "Eve")),
        [
            (
                "Error",
                "Round 1!B4",
                "Ben stands in round 1 twice, here and in Round 1!D2.",
                "Correct one of the two names.",
            )
        ],
    ),
    "a player against himself": (
        event((drawn("Ada", "ada"), drawn("Cy", "Dee")), who=("Ada", "Cy", "Dee")),
        [
            (
                "Error",
                "Round 1!D2",
                "Ada stands in round 1 twice, here and in Round 1!B2.",
                "Correct one of the two names.",
            )
        ],
    ),
    "a player missing": (
        event((drawn("Ada", "Ben"),), who=("Ada", "Ben", "Cy")),
        [
            (
                "Error",
                "Players!A4",
                "Cy is on the sheet Players, but in no round.",
                "If Cy does not play, type 0 into Dropped after. Else type 1 into Joined round, and the name over BYE "
                "in round 1, or in a new row against BYE.",
            )
        ],
    ),
    "players missing in their first and last round": (
        event(
            (drawn("Ada", "Ben"),),
            (drawn("Ada", "Cy"), drawn("Ben", "Eve")),
            who=(
                "Ada",
                "Ben",
                {"Player": "Cy", "Joined round": 2},
                {"Player": "Dee", "Dropped after": 1},
                {"Player": "Eve", "Joined round": 2},
                {"Player": "Flo", "Joined round": 2, "Dropped after": 2},
            ),
        ),
        [
            (
                "Error",
                f"Round {number}",
                f"{name} is missing in round {number}; expected everybody who has joined and not dropped.",
                f"Add a row for {name} (against BYE if nobody is free), or fill in Joined round, Dropped after or "
                f"Away in Players!A{row}.",
            )
            for number, name, row in ((1, "Dee", 5), (2, "Flo", 7))
        ],
    ),
    "players who are not there": (
        event(
            (drawn("Ada", "Ben"), drawn("Cy", "Dee")),
            (drawn("Ada", "Cy"), drawn("Ben", "Dee")),
            who=(
                {"Player": "Ada", "Dropped after": 1},
                "Ben",
                {"Player": "Cy", "Joined round": 2},
                {"Player": "Dee", "Dropped after": 0},
            ),
        ),
        [
            ("Error", "Round 1!B3", "Cy stands in round 1 but joins in round 2.", "Correct the row, or Players!C4."),
            (
                "Error",
                "Round 1!D3",
                "Dee stands in round 1 but never started.",
                "If Dee has played it, type 2 into Players!B5; else correct the row.",
            ),
            (
                "Error",
                "Round 2!B2",
                "Ada stands in round 2 but dropped after round 1.",
                "If Ada has played it, type 2 into Players!B2; else correct the row.",
            ),
            (
                "Error",
                "Round 2!D3",
                "Dee stands in round 2 but never started.",
                "If Dee has played it, type 2 into Players!B5; else correct the row.",
            ),
        ],
    ),
    "a rematch": (
        event(FIRST, (drawn("Ben", "Ada"), big_win("Cy", "Dee"))),
        [
            (
                "Error",
                "Round 2!D2",
                "Ben and Ada meet in round 2 again; they met in round 1.",
                "Change the pairing, or set Allow rematches to yes on the Event sheet if it was really played.",
            ),
            (
                "Error",
                "Round 2!D3",
                "Cy and Dee meet in round 2 again; they met in round 1.",
                "Change the pairing, or set Allow rematches to yes on the Event sheet if it was really played.",
            ),
        ],
    ),
    "a rematch that is allowed": (
        [
            event_sheet(rounds=2, allow_rematches="Yes"),
            players("Ada", "Ben"),
            round_sheet(1, sweep("Ada", "Ben")),
            round_sheet(2, drawn("Ada", "Ben")),
        ],
        [
            (
                "Warning",
                "Round 2!D2",
                "Ada and Ben meet in round 2 again; they met in round 1.",
                "Allow rematches is yes, so it stands.",
            )
        ],
    ),
    # rules 1.4.4
    "a pair whose match was a no-show, and then a rematch": (
        [
            event_sheet(rounds=3),
            players("Ada", "Ben"),
            round_sheet(1, {"Player A": "Ada", "Player B": "Ben", "Ruling": "B no-show"}),
            round_sheet(2, drawn("Ada", "Ben")),
            round_sheet(3, drawn("Ada", "Ben")),
        ],
        [
            (
                "Warning",
                "Round 2!D2",
                "Ada and Ben are paired in round 2 again; their match in round 1 was a no-show.",
                "Nothing needs to be done if that is meant: no match was played.",
            ),
            (
                "Error",
                "Round 3!D2",
                "Ada and Ben meet in round 3 again; they met in round 2.",
                "Change the pairing, or set Allow rematches to yes on the Event sheet if it was really played.",
            ),
        ],
    ),
    "a rematch in the second session": (
        [
            event_sheet(rounds=4, rounds_per_session="1,3"),
            players("Ada", "Ben"),
            round_sheet(1, sweep("Ada", "Ben")),
            round_sheet(2, drawn("Ada", "Ben")),
            round_sheet(3, drawn("Ada", "Ben")),
        ],
        [
            (
                "Error",
                "Round 3!D2",
                "Ada and Ben meet in round 3 again; they met in round 2.",
                "Change the pairing, or set Allow rematches to yes on the Event sheet if it was really played.",
            )
        ],
    ),
    "two byes in a round": (
        event((match("Ada", "BYE"), match("Ben", "bye")), who=("Ada", "Ben")),
        [
            (
                "Warning",
                "Round 1!D3",
                "Round 1 has two byes, the other in Round 1!D2.",
                "Let the two play each other if both are there.",
            )
        ],
    ),
    "a second bye": (
        event(
            (match("Ada", "BYE"), drawn("Ben", "Cy")),
            (match("Ada", "BYE"), drawn("Ben", "Dee")),
            who=("Ada", "Ben", {"Player": "Cy", "Dropped after": 1}, {"Player": "Dee", "Joined round": 2}),
        ),
        [
            (
                "Warning",
                "Round 2!D2",
                "Ada has a second bye; the first was in round 1.",
                "Give the bye to somebody who has had none, if there is one.",
            )
        ],
    ),
    "a bye after a win over who did not show up": (
        event(
            ({**match("Ada", "Ben"), "Ruling": "B no-show"}, match("Cy", "BYE")),
            ({**match("Cy", "Ben"), "Ruling": "B no-show"}, match("Ada", "BYE")),
            who=("Ada", "Ben", "Cy"),
        ),
        [
            (
                "Warning",
                "Round 2!D3",
                "Ada has a second bye; the first was in round 1.",
                "Give the bye to somebody who has had none, if there is one.",
            )
        ],
    ),
    # rules 1.4.3
    "a bye after one that was asked for": (
        event(
            (match("Ada", "BYE"), drawn("Ben", "Cy")),
            (match("Ada", "BYE"), drawn("Ben", "Dee")),
            who=(
                {"Player": "Ada", "Byes": "1"},
                "Ben",
                {"Player": "Cy", "Dropped after": 1},
                {"Player": "Dee", "Joined round": 2},
            ),
        ),
        [
            (
                "Warning",
                "Round 2!D2",
                "Ada has a second bye; the first was in round 1.",
                "Give the bye to somebody who has had none, if there is one.",
            )
        ],
    ),
    "a table twice": (
        event(({"Table": 7, **drawn("Ada", "Ben")}, {"Table": "7", **drawn("Cy", "Dee")})),
        [
            (
                "Warning",
                f"Round 1!A{row}",
                "Table 7 has 2 matches in round 1; expected one.",
                "Give every match a table of its own.",
            )
            for row in (2, 3)
        ],
    ),
    "a match that is to be played without a table": (
        event(
            ({"Table": "", **sweep("Ada", "Ben")}, {"Table": "", **drawn("Cy", "Dee")}),
            ({"Table": "", **match("Ada", "Cy")}, {"Table": "", **drawn("Ben", "Dee")}),
        ),
        [("Warning", "Round 2!A2", "The match has no table.", "Type a table number.")],
    ),
    "away, or disqualified, and paired": (
        [
            players("Ada", {"Player": "Ben", "Away": 2}, "Cy", {"Player": "Dee", "Byes": "1, 2"}),
            round_sheet(1, *FIRST),
            round_sheet(2, match("Ada", "Cy"), match("Ben", "Dee")),
            sheet("Rulings", ("Player", "Round", "Kind", "Reason"), [("Cy", 1, "Disqualification", "")]),
        ],
        [
            (
                "Error",
                "Round 2!D2",
                "Cy stands in round 2 but was disqualified in round 1.",
                "Correct the row, or the sheet Rulings.",
            ),
            (
                "Error",
                "Round 2!B3",
                "Ben stands in round 2 but is away.",
                'If Ben has left without playing, choose "A no-show" in Ruling of this row and take 2 out of '
                "Players!B3; else correct one of the two.",
            ),
            (
                "Warning",
                "Players!C5",
                "Dee has asked for a bye in round 2, but is paired in it.",
                "Take 2 out of the cell; or give the bye by changing the rows of round 2.",
            ),
        ],
    ),
    "late for a round robin": (
        [
            event_sheet(pairing="round robin"),
            players("Ada", "Ben", "Cy", {"Player": "Dee", "Joined round": 2}),
            round_sheet(1, match("Ada", "Ben"), match("Cy", "BYE")),
        ],
        [
            (
                "Warning",
                "Players!B5",
                "Dee joins in round 2, but all rounds were paired before the first one; Dee is not paired.",
                "When Dee is there, type the name over BYE in the rounds to come, or over a player who has left.",
            )
        ],
    ),
}
