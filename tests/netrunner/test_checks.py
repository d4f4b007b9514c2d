"""Bad Netrunner workbooks, each with its problems asserted whole: agenda points, rulings and results."""

from __future__ import annotations

import pytest

from tests.netrunner.workbooks import OPEN, Game, match, netrunner, read, round_sheet, rulings
from tests.reading.grids import players
from tests.reading.problems_of import Expected
from turnabout_sheets.formats.netrunner.format import NETRUNNER
from turnabout_sheets.sheets.grid import Grid, Raw

A_WON: Game = ("A", "", 4)
B_WON: Game = ("B", 5, "")
SWEPT: Game = ("A", "", "")
NOTHING: Game = ("Draw", "", "")


def one(*row: Raw | Game, ruling: str = "") -> list[Grid]:
    """Return a workbook with the match of Ada and Ben, by its two games."""
    return [players("Ada", "Ben"), round_sheet(1, match("Ada", "Ben", *row, ruling=ruling))]


def missing(cell: str, whose: str) -> tuple[str, str, str, str]:
    return (
        "Warning",
        f"Round 1!{cell}",
        f"The agenda points of {whose} are missing and can decide the match, which does not count yet.",
        "Type them, 0 for none.",
    )


def no_winner(cell: str, game: int, typed: str, remedy: str) -> tuple[str, str, str, str]:
    return ("Error", f"Round 1!{cell}", f'Game {game} winner is "{typed}"; expected A, B, Draw, Ada or Ben.', remedy)


WHO_WON = "Type A if Ada won, B if Ben won, or Draw."

NO_WHOLE = "expected a whole number, 0 or more."

BAD: dict[str, tuple[list[Grid], Expected]] = {
    "agenda points that are no number of points": (
        one(("Draw", 2.5, -1), ("B", "two", "")),
        [
            ("Error", "Round 1!E2", f'Game 1 agenda A is "2.5"; {NO_WHOLE}', "Correct the cell."),
            ("Error", "Round 1!F2", f'Game 1 agenda B is "-1"; {NO_WHOLE}', "Correct the cell."),
            ("Error", "Round 1!H2", f'Game 2 agenda A is "two"; {NO_WHOLE}', "Correct the cell."),
        ],
    ),
    "eight agenda points": (
        one(("A", "", 8), B_WON),
        [
            (
                "Warning",
                "Round 1!F2",
                "The agenda points are 8; more than 7 are possible by some cards only.",
                "Correct them if they are a slip of the pen.",
            )
        ],
    ),
    "seven agenda points of who did not win": (
        one(("B", 7, ""), ("Draw", 2, 7)),
        [
            (
                "Warning",
                f"Round 1!{cell}",
                f"Who scores 7 agenda points wins, but game {game} is reported otherwise.",
                "Correct the winner or the agenda points.",
            )
            for cell, game in (("E2", 1), ("I2", 2))
        ],
    ),
    "agenda points without a winner": (
        one(("", 3, ""), B_WON),
        [
            (
                "Warning",
                "Round 1!D2",
                "Game 1 is not reported, so the match does not count yet.",
                "Fill in A, B or Draw; a game that was not finished is a Draw.",
            ),
            (
                "Error",
                "Round 1!E2",
                "Game 1 is not reported, but there are agenda points; expected who won, or Draw.",
                "Fill in who won game 1; a game that was not finished is a Draw.",
            ),
        ],
    ),
    "agenda points beside a winner who cannot be read": (
        one(("Zoe", 3, 2), B_WON),
        [
            (
                "Error",
                "Round 1!D2",
                'Game 1 winner is "Zoe"; expected A, B, Draw, Ada or Ben.',
                WHO_WON,
            )
        ],
    ),
    # netrunner 6.4
    "who won by the role": (
        one(("Corp", "", 4), ("runner ", 5, "")),
        [
            no_winner("D2", 1, "Corp", f"In game 1 the Corporation is player A. {WHO_WON}"),
            no_winner("G2", 2, "runner", f"In game 2 the Runner is player A. {WHO_WON}"),
        ],
    ),
    "who won by the role, the other way round": (
        one(("RUNNER", "", 4), ("Corporation", 5, "")),
        [
            no_winner("D2", 1, "RUNNER", f"In game 1 the Runner is player B. {WHO_WON}"),
            no_winner("G2", 2, "Corporation", f"In game 2 the Corporation is player B. {WHO_WON}"),
        ],
    ),
    "a tie and a score": (
        one(("tie", 2, 4), ("1-0", 5, "")),
        [no_winner("D2", 1, "tie", 'Did you mean "Draw"?'), no_winner("G2", 2, "1-0", WHO_WON)],
    ),
    "agenda points of the winner": (
        one(("A", 2, 4), B_WON),
        [
            (
                "Warning",
                "Round 1!E2",
                "A won game 1, so these 2 agenda points do not count: a game won is 10 points.",
                "Nothing needs to be done; clear them if they are the other player's.",
            )
        ],
    ),
    # netrunner 6.5
    "agenda points missing in a match of a game each": (
        one(("A", "", ""), ("Ben", 5, "")),
        [missing("F2", "Ben in game 1")],
    ),
    "agenda points missing in a game that was not finished": (
        one(("Draw", "", 0), B_WON),
        [missing("E2", "Ada in game 1")],
    ),
    "agenda points missing in both games": (
        one(("Draw", "", ""), ("Draw", "", 3)),
        [missing("E2", "Ada in game 1, Ben in game 1 and Ada in game 2")],
    ),
    "no agenda points at all in two rounds of three": (
        [
            netrunner(rounds=3),
            players("Ada", "Ben", "Cy", "Dee"),
            round_sheet(1, match("Ada", "Ben", SWEPT, SWEPT), match("Cy", "Dee", SWEPT, ("B", "", ""))),
            round_sheet(2, match("Ada", "Cy", A_WON, B_WON), match("Ben", "Dee", A_WON, A_WON)),
            round_sheet(3, match("Ada", "Dee", SWEPT, NOTHING), match("Ben", "Cy", SWEPT, SWEPT)),
        ],
        [
            (
                "Warning",
                "Round 1!F3",
                "Rounds 1 and 3 have no agenda points and are scored without them: a match of a game each is tied.",
                'Type them; if nobody keeps them here, choose "not kept" for Agenda points on the sheet Event.',
            )
        ],
    ),
    # netrunner 6.7
    "agenda points that are not kept": (
        [netrunner(rounds=1, agenda_points="not kept"), *one(("A", "", 4), B_WON)],
        [
            (
                "Warning",
                "Round 1!F2",
                "Agenda points are not kept in this event, but typed in round 1: table 1; they do not count.",
                'Clear them, or choose "typed" for Agenda points on the sheet Event.',
            )
        ],
    ),
    "half a match": (
        one(("A", "", ""), OPEN),
        [
            (
                "Warning",
                "Round 1!G2",
                "Game 2 is not reported, so the match does not count yet.",
                "Fill in A, B or Draw; a game that was not finished is a Draw.",
            )
        ],
    ),
    "a result missing though the next round is paired": (
        [
            players("Ada", "Ben", "Cy", "Dee"),
            round_sheet(1, match("Ada", "Ben", A_WON, A_WON), match("Cy", "Dee", A_WON)),
            round_sheet(2, match("Ada", "Cy"), match("Ben", "Dee")),
        ],
        [
            (
                "Warning",
                "Round 1!G3",
                "Game 2 is not reported, so the match does not count yet.",
                "Fill in A, B or Draw; a game that was not finished is a Draw.",
            ),
            (
                "Warning",
                "Round 1!D3",
                "Round 1 lacks 1 result (table 2), though round 2 is paired.",
                "Type the missing results; until then the standings are provisional.",
            ),
        ],
    ),
    "a ruling and a result": (
        one(A_WON, ruling="A no-show"),
        [
            (
                "Error",
                "Round 1!J2",
                'The ruling is "A no-show", but a result is typed, too; expected one of the two.',
                "Clear the ruling or the result.",
            )
        ],
    ),
    "a ruling and agenda points": (
        one(("", 3, ""), ruling="B no-show"),
        [
            (
                "Error",
                "Round 1!J2",
                'The ruling is "B no-show", but a result is typed, too; expected one of the two.',
                "Clear the ruling or the result.",
            )
        ],
    ),
    "a result of a bye": (
        [
            players("Ada", "Ben", "Cy"),
            round_sheet(1, match("Ben", "Cy", A_WON, A_WON), match("Ada", "BYE", ("", "", 3))),
        ],
        [
            (
                "Error",
                "Round 1!F3",
                "A result is typed for a bye, which has none.",
                "Clear the result, or correct player B.",
            )
        ],
    ),
    "a forfeit of a game that was won": (
        [*one(A_WON, A_WON), rulings(("Ada", 1, "game forfeit", 2))],
        [
            (
                "Warning",
                "Round 1!G2",
                "Ada won game 2 by the result, but has forfeited it; the forfeit counts.",
                "Correct the result, or the ruling in Rulings!C2.",
            )
        ],
    ),
    "a forfeit without a match": (
        [*one(A_WON, A_WON), rulings(("Ada", 3, "match forfeit"))],
        [
            (
                "Warning",
                "Rulings!B2",
                "The ruling is for round 3, but the last round that is paired is round 1; nothing comes of it.",
                "Correct the round, or delete the row; what is ruled after round 1 and before the next is for round 1.",
            )
        ],
    ),
    "a third warning": (
        [*one(A_WON, A_WON), rulings(*[("Ada", 1, "warning")] * 3)],
        [
            (
                "Warning",
                "Rulings!C4",
                "Ada has had two warnings before: a game is forfeit (4.2).",
                'Make it a "game forfeit".',
            )
        ],
    ),
    "a ruling that is none": (
        [
            *one(A_WON, A_WON),
            rulings(("Ada", 1, "game forfit"), ("Bne", 1, "warning"), ("Ada", "", "warning"), ("Ada", 1, "warning", 3)),
        ],
        [
            (
                "Error",
                "Rulings!C2",
                'Kind is "game forfit"; expected warning, game forfeit, match forfeit, disqualification '
                "or takes the place of NAME.",
                'Did you mean "game forfeit"?',
            ),
            (
                "Error",
                "Rulings!B4",
                "Round is blank; expected a whole number from 1 to 999.",
                "Fill it in, or clear the whole row.",
            ),
            ("Error", "Rulings!D5", 'Game is "3"; expected 1 or 2.', "Correct the cell."),
            (
                "Error",
                "Rulings!A3",
                'Player is "Bne"; expected the name of a player on the Players sheet.',
                'Did you mean "Ben"?',
            ),
        ],
    ),
    "settings of other formats": (
        [netrunner(rounds=1, bye_vp=10, first_round="rating"), *one(A_WON, A_WON)],
        [
            (
                "Warning",
                f"Event!A{row}",
                f"Netrunner does not use the setting {name}; it is ignored.",
                "Clear its value.",
            )
            for row, name in ((4, "Bye VP"), (5, "First round"))
        ],
    ),
}


@pytest.mark.parametrize(
    ("second", "told"),
    [
        ((), ": to pair it anew, type them, delete the sheet Round 2 before anybody plays, and run."),
        ((A_WON, B_WON), ", and stays as it is."),
    ],
)
def test_a_round_that_was_paired_without_agenda_points(second: tuple[Game, ...], told: str) -> None:
    who = ("Ada", "Ben", "Cy", "Dee")
    first = round_sheet(1, match("Ada", "Ben", A_WON, ("B", "", "")), match("Cy", "Dee", A_WON, ("B", 0, "")))
    found = found_in([players(*who), first, round_sheet(2, match("Ada", "Cy", *second), match("Ben", "Dee"))])
    hint = "Type them, 0 for none. Round 2 was paired without them"
    assert (*missing("H2", "Ada in game 2")[:3], f"{hint}{told}") in found


def found_in(grids: list[Grid]) -> list[tuple[str, str, str, str]]:
    return [(p.severity.value, str(p.place), p.message, p.hint) for p in read(*with_event_sheet(grids))[1]]


def with_event_sheet(grids: list[Grid]) -> list[Grid]:
    return grids if any(grid.name == "Event" for grid in grids) else [netrunner(rounds=2), *grids]


@pytest.mark.parametrize(("grids", "expected"), BAD.values(), ids=BAD)
def test_bad_workbooks(grids: list[Grid], expected: Expected) -> None:
    assert found_in(grids) == list(expected)


BYE_AFTER_A_NO_SHOW = [
    netrunner(rounds=3),
    players("Ada", "Ben", "Cy"),
    round_sheet(1, match("Ada", "Ben", ruling="B no-show"), match("Cy", "BYE")),
    round_sheet(2, match("Cy", "Ben", A_WON, A_WON), match("Ada", "BYE")),
]


@pytest.mark.parametrize(
    "grids",
    [
        one(A_WON, B_WON),
        one(("A", "", ""), ("A", "", "")),
        one(("ben", "", ""), ("B", "", 7)),
        one(("A", "", 2), ("Draw", "", "")),
        [netrunner(rounds=1, agenda_points="not kept"), *one(SWEPT, ("B", "", ""))],
        [netrunner(rounds=1, agenda_points="not kept"), *one(NOTHING, NOTHING)],
        one(("A", 7, 0), ("B", 0, 9)),
        one(("Draw", 0, 6), ("Draw", "3", "0")),
        one(OPEN, OPEN),
        one(OPEN, OPEN, ruling="Both no-show"),
        BYE_AFTER_A_NO_SHOW,
        [*one(A_WON, A_WON), rulings()],
        [*one(A_WON, A_WON), rulings(("Ada", 1, "warning"), ("Ada", 1, "warning"), ("Ben", 1, "game forfeit"))],
    ],
    ids=[
        "a game each",
        "both games, no agenda points",
        "a winner's seven",
        "no agenda points that are missing bring B to ten",
        "a game each where agenda points are not kept",
        "drawn where agenda points are not kept",
        "nine with a card",
        "not finished",
        "not begun",
        "nobody there",
        "a bye after an opponent who did not show up, which the protocol does not count as one",
        "no rulings",
        "rulings",
    ],
)
def test_a_valid_event_has_no_problem(grids: list[Grid]) -> None:
    assert found_in(grids) == []


def test_every_check_finds_something_in_one_of_the_bad_workbooks() -> None:
    """A check whose problems stand in no case here is not tested."""
    found = set()
    for grids, _ in BAD.values():
        event, _ = read(*with_event_sheet(grids))
        assert event is not None
        found |= {check.__name__ for check in NETRUNNER.checks if list(check(event, NETRUNNER))}
    assert found == {check.__name__ for check in NETRUNNER.checks}
