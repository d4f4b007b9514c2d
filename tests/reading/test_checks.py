"""Bad workbooks, each with its problems asserted whole: the checks across rows that every format has."""

from __future__ import annotations

from datetime import time

import pytest

from tests.event.worked_events import (
    COMING_AND_GOING,
    COMING_AND_GOING_ROUNDS,
    FOUR,
    FOUR_ROUNDS,
    big_win,
    drawn,
    sweep,
)
from tests.reading.grids import Cells, event_sheet, match, players, problems, read, results_sheet, round_sheet, sheet
from tests.reading.problems_of import Expected, assert_problems
from turnabout_sheets.formats.turnabout.format import TURNABOUT
from turnabout_sheets.reading import checks
from turnabout_sheets.sheets.grid import Grid

FIRST, SECOND, THIRD = FOUR_ROUNDS


def event(*rounds: tuple[Cells, ...], who: tuple[str | Cells, ...] = FOUR, scheduled: int = 3) -> list[Grid]:
    """Return a workbook of rounds from 1 on."""
    grids = [round_sheet(number, *rows) for number, rows in enumerate(rounds, 1)]
    return [event_sheet(rounds=scheduled), players(*who), *grids]


WAITS_FOR_IT = "it waits for that round, or for the end of the event"

BAD: dict[str, tuple[list[Grid], Expected]] = {
    "the same name twice": (
        [players("Ada", "Ben", "Ada")],
        [
            (
                "Error",
                "Players!A4",
                'The player "Ada" stands in A2 already; expected every name once.',
                "Delete one of the rows, or tell the two people apart, for example by an initial.",
            )
        ],
    ),
    "results in Note": (
        [
            players("Ada Lind", "Ben", "Cy", "Dee", "Eve", "Fay"),
            round_sheet(
                1,
                match("Ada Lind", "Ben", note="Ada 2-0"),
                match("Cy", "Dee", note=time(2, 1)),
                match("Eve", "Fay", note="Eve came late, 10:30"),
            ),
        ],
        [
            (
                "Warning",
                "Round 1!K2",
                '"Ada 2-0" in K2 and "02:01:00" in K3 look like results, but what stands in Note is not read.',
                "Type them into Game 1 winner, Game 1 count, Game 2 winner and Game 2 count; who won is A, B, Draw or "
                "the name.",
            )
        ],
    ),
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
        [players("Ada", {"Player": "Ben", "Joined round": 3, "Dropped after": 2})],
        [
            (
                "Error",
                "Players!C3",
                "Ben drops after round 2 but joins in round 3 only.",
                "Correct one of the two; 0 in Dropped after means: never started.",
            )
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
                "If Cy does not play, type 0 into Dropped after; else let Cy in with:",
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
                "When Dee is there: the place of a BYE, or of somebody who has left, is had with:",
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
    "several at once": (
        event(
            (sweep("Ada", "Ben"), match("Cy", "Eve")),
            who=("Ada", "Ben", "Cy", "Dee", "ada", {"Player": "Flo", "Joined round": 4, "Dropped after": 1}),
        ),
        [
            (
                "Error",
                "Round 1!D3",
                'Player B is "Eve"; expected the name of a player on the Players sheet, or BYE.',
                "Correct the name, or add the player to the Players sheet.",
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


@pytest.mark.parametrize(
    ("note", "is_result"),
    [
        ("win", True),
        ("2:0", True),
        ("A", True),
        ("Ben", True),
        ("Ada beat Ben 2–1", True),
        ("Unentschieden", True),
        ("Ada gana", True),
        ("game 1 Ada, game 2 Ben", True),
        ("Ada was late", False),
        ("warned", False),
        ("began 10:30", False),
        ("new opponent", False),
        ("?", False),
        ("20", False),
    ],
)
def test_what_looks_like_a_result_in_note(note: str, is_result: bool) -> None:
    """It is asked about while the result is missing, and not once it is there."""
    who = players("Ada Lind", "Ben")
    assert bool(problems(event_sheet(), who, round_sheet(1, match("Ada Lind", "Ben", note=note)))) is is_result
    assert not problems(event_sheet(), who, round_sheet(1, match("Ada Lind", "Ben", ("A", 3), ("A", 4), note=note)))
