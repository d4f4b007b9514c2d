"""The director's rulings on the sheet Rulings: forfeits, warnings, disqualification (netrunner 4.2, 4.3, 6.1)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.event.worked_events import sheet_rows
from tests.netrunner.workbooks import OPEN, Game, match, netrunner, read, results, results_sheet, round_sheet, rulings
from tests.reading.grids import players
from turnabout_sheets.core.problems import has_errors
from turnabout_sheets.event.model import BYE
from turnabout_sheets.event.results import Results, compute
from turnabout_sheets.formats.netrunner.checks import settle
from turnabout_sheets.formats.netrunner.format import NETRUNNER
from turnabout_sheets.formats.netrunner.sheets import RULINGS
from turnabout_sheets.reading.checks import check_event
from turnabout_sheets.rounds.new_round import append_round
from turnabout_sheets.rounds.next_rounds import pair
from turnabout_sheets.sheets.grid import Raw

A_WON: Game = ("A", "", 4)
B_WON: Game = ("B", 5, "")
TIED: Game = ("Draw", 3, 2)

Ruling = tuple[Raw, ...]


def ruled(one: Game, two: Game, *rows: Ruling, ruling: str = "") -> tuple[Results, list[str]]:
    """Return what Ada's match with Ben comes to, and the problems."""
    event, problems = read(
        netrunner(rounds=1),
        players("Ada", "Ben"),
        round_sheet(1, match("Ada", "Ben", one, two, ruling)),
        rulings(*rows),
    )
    assert event is not None
    assert not has_errors(problems)
    return compute(event, NETRUNNER), [f"{problem.place}: {problem.message}" for problem in problems]


def points_and_gmp(found: Results) -> list[tuple[object, ...]]:
    frame = next(report.frame for report in NETRUNNER.sheets.make_output(found) if report.sheet.name == "Matches")
    return [tuple(row) for row in frame[["points_a", "points_b", "gmp_a", "gmp_b"]].to_numpy()]


HALF = Fraction(1, 2)
GAME, MATCH = "game forfeit", "match forfeit"


@pytest.mark.parametrize(
    ("one", "two", "rows", "row"),
    [
        pytest.param(B_WON, A_WON, [("Ada", 1, GAME, 1)], (10, 14, 1, 2), id="a lost game: without agenda points"),
        pytest.param(OPEN, A_WON, [("Ada", 1, GAME, 1)], (10, 14, 1, 2), id="a game left open, named"),
        pytest.param(OPEN, A_WON, [("Ada", 1, GAME)], (10, 14, 1, 2), id="a game left open, not named"),
        pytest.param(A_WON, OPEN, [("Ada", 1, GAME)], (10, 14, 1, 2), id="the second game left open, not named"),
        pytest.param(B_WON, OPEN, [("Ada", 1, GAME)], (5, 20, 0, 3), id="left open before lost, not named"),
        pytest.param(A_WON, B_WON, [("Ada", 1, GAME)], (10, 14, 1, 2), id="not named: the one that was lost"),
        pytest.param(A_WON, B_WON, [("Ben", 1, GAME)], (15, 10, 2, 1), id="not named: the one that B lost"),
        pytest.param(TIED, B_WON, [("Ada", 1, GAME)], (3, 12, HALF, 5 * HALF), id="not named: lost, not tied"),
        pytest.param(OPEN, OPEN, [("Ada", 1, GAME), ("Ada", 1, GAME)], (0, 20, 0, 3), id="both games, one by one"),
        pytest.param(OPEN, OPEN, [("Ada", 1, GAME), ("Ada", 1, GAME, 1)], (0, 20, 0, 3), id="one named, one not"),
        pytest.param(OPEN, OPEN, [("Ada", 1, GAME, 1), ("Ben", 1, GAME, 2)], (10, 10, 3 * HALF, 3 * HALF), id="each"),
        pytest.param(
            OPEN, B_WON, [("Ada", 1, GAME, 1), ("Ben", 1, GAME, 1)], (5, 10, HALF, 5 * HALF), id="both the same game"
        ),
        pytest.param(OPEN, OPEN, [("ada", 1, MATCH)], (0, 20, 0, 3), id="a match left open"),
        pytest.param(OPEN, OPEN, [("Ben", 1, "Match  Forfeit")], (20, 0, 3, 0), id="a match of B"),
        pytest.param(B_WON, OPEN, [("Ada", 1, MATCH)], (0, 20, 0, 3), id="half a match"),
        pytest.param(B_WON, B_WON, [("Ada", 1, MATCH)], (0, 20, 0, 3), id="a lost match: without agenda points"),
        pytest.param(
            OPEN, OPEN, [("Ada", 1, MATCH), ("Ben", 1, MATCH)], (0, 0, 3 * HALF, 3 * HALF), id="a match by both"
        ),
        pytest.param(OPEN, OPEN, [("Ada", 1, MATCH), ("Ada", 1, GAME)], (0, 20, 0, 3), id="a match, and a game of it"),
    ],
)
def test_forfeits(one: Game, two: Game, rows: list[Ruling], row: tuple[object, ...]) -> None:
    found, problems = ruled(one, two, *rows)
    assert points_and_gmp(found) == [row]
    assert problems == []
    assert found.finished


def test_forfeits_on_one_sheet_of_all_rounds() -> None:
    """The row is found by its number there, in whatever round it is."""
    rounds = [
        [match("Ada", "Ben", A_WON, A_WON), match("Cy", "Dee", A_WON, A_WON)],
        [match("Ada", "Cy", A_WON, B_WON), match("Ben", "Dee")],
    ]
    found = results(
        netrunner(rounds=2),
        players("Ada", "Ben", "Cy", "Dee"),
        results_sheet(*rounds),
        rulings(("Cy", 2, GAME), ("Dee", 2, MATCH)),
    )
    frame = found.matches[found.matches["round"] == 2]
    assert [tuple(row) for row in frame[["points_a", "points_b"]].to_numpy()] == [(15, 10), (20, 0)]


def test_who_forfeits_a_match_of_an_elimination_event_is_out() -> None:
    found = results(
        netrunner(pairing="single elimination"),
        players("Ada", "Ben"),
        round_sheet(1, match("Ada", "Ben")),
        rulings(("Ada", 1, MATCH)),
    )
    assert found.decided
    assert {name: row[0] for name, row in sheet_rows(found, "Standings", "rank").items()} == {"Ben": 1, "Ada": 2}


CONTRADICTED = "Ada won game {} by the result, but has forfeited it; the forfeit counts."
DREW = "Round 1!G2: Ada drew game 2 by the result, but has forfeited it; the forfeit counts."


@pytest.mark.parametrize(
    ("one", "two", "rows", "row", "said"),
    [
        (A_WON, B_WON, [("Ada", 1, GAME, 1)], (5, 20, 0, 3), [f"Round 1!D2: {CONTRADICTED.format(1)}"]),
        (("ada ", "", 4), A_WON, [("Ada", 1, GAME, 1)], (10, 14, 1, 2), [f"Round 1!D2: {CONTRADICTED.format(1)}"]),
        (B_WON, TIED, [("Ada", 1, GAME, 2)], (5, 20, 0, 3), [DREW]),
        (
            A_WON,
            A_WON,
            [("Ada", 1, MATCH)],
            (0, 20, 0, 3),
            [f"Round 1!D2: {CONTRADICTED.format(1)}", f"Round 1!G2: {CONTRADICTED.format(2)}"],
        ),
    ],
    ids=["named", "by name", "drawn", "match"],
)
def test_a_forfeit_counts_against_the_result(
    one: Game, two: Game, rows: list[Ruling], row: tuple[object, ...], said: list[str]
) -> None:
    found, problems = ruled(one, two, *rows)
    assert points_and_gmp(found) == [row]
    assert problems == said


def test_a_match_with_a_forfeited_game_waits_for_the_other_game() -> None:
    found, problems = ruled(OPEN, OPEN, ("Ada", 1, GAME, 2))
    assert (found.played, points_and_gmp(found)) == (0, [])
    assert problems == ["Round 1!D2: Game 1 is not reported, so the match does not count yet."]


NOT_PAIRED = "Rulings!B2: The ruling is for round 2, but the last round that is paired is round 1; nothing comes of it."
NO_MATCH = "Rulings!B2: {} plays no match in round {}, so nothing is forfeit."


@pytest.mark.parametrize("kind", [GAME, MATCH])
def test_nothing_is_forfeit_without_a_match(kind: str) -> None:
    """Not in a round that is not there, not in a bye, and not where somebody did not show up."""
    assert ruled(A_WON, A_WON, ("Ada", 2, kind))[1] == [NOT_PAIRED]
    assert ruled(OPEN, OPEN, ("Ada", 1, kind), ruling="B no-show")[1] == [NO_MATCH.format("Ada", 1)]
    found = results(
        netrunner(rounds=1),
        players("Ada", "Ben", "Cy"),
        round_sheet(1, match("Ada", "BYE"), match("Ben", "Cy", A_WON, A_WON)),
        rulings(("Ada", 1, kind)),
        warnings=[NO_MATCH.format("Ada", 1)],
    )
    assert sheet_rows(found, "Standings", "points") == {"Ada": (3,), "Ben": (3,), "Cy": (0,)}


def test_settling_twice_is_settling_once() -> None:
    event, _ = read(
        netrunner(rounds=1),
        players("Ada", "Ben"),
        round_sheet(1, match("Ada", "Ben")),
        rulings(("Ada", 1, GAME), ("Ben", 1, GAME)),
    )
    assert event is not None
    assert settle(event).rows == event.rows


def test_a_forfeit_of_a_round_that_is_paired_only_now() -> None:
    """The round's rows hold no result yet, not even blank ones."""
    event, problems = read(netrunner(rounds=1), players("Ada", "Ben"), rulings(("Ada", 1, MATCH)))
    assert event is not None
    assert [problem.message for problem in problems] == [
        "The ruling is for round 1, but no round is paired yet; nothing comes of it."
    ]
    new, _ = pair(compute(event, NETRUNNER), 1)
    assert new is not None
    assert check_event(append_round(event, new), NETRUNNER) == []


WARNED = "{} has had two warnings before: a game is forfeit (4.2)."


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([("Ada", 1, "warning"), ("Ada", 1, "warning")], []),
        ([("Ada", 1, "warning"), ("Ben", 1, "warning"), ("Ada", 1, "warning"), ("Ben", 1, "warning")], []),
        ([("Ada", 1, "warning")] * 3, ["C4"]),
        ([("Ada", 1, "warning")] * 4, ["C4", "C5"]),
        ([("Ada", 1, "warning")] * 2 + [("Ada", 1, GAME, 1)], []),
        ([("Ada", 1, "warning")] * 3 + [("Ada", 1, GAME, 1)], []),
        ([("Ada", 1, "warning")] * 3 + [("Ada", 1, MATCH)], []),
        ([("Ada", 1, "warning")] * 3 + [("Ada", 1, "disqualification")], []),
        ([("Ada", 1, "warning")] * 3 + [("Ben", 1, GAME, 1)], ["C4"]),
        ([("Ada", 1, "warning")] * 2 + [("Ada", 1, GAME, 1), ("Ada", 1, "warning")], ["C5"]),
    ],
    ids=[
        "two",
        "two each",
        "three",
        "four",
        "two and a forfeit",
        "three, then a forfeit",
        "three, then a match forfeit",
        "three, then a disqualification",
        "three, then a forfeit of somebody else",
        "one more after a forfeit",
    ],
)
def test_a_third_warning_makes_a_forfeit_due(rows: list[Ruling], said: list[str]) -> None:
    """By netrunner 4.2 two warnings should be given before forfeiting a game."""
    _, problems = ruled(TIED, TIED, *rows)
    assert [each for each in problems if "drew" not in each] == [
        f"Rulings!{cell}: {WARNED.format('Ada')}" for cell in said
    ]


def test_warnings_are_counted_in_the_order_of_the_rounds() -> None:
    """Netrunner 4.2: the third is the one of the later round, though it stands first."""
    _, problems = read(
        netrunner(rounds=2),
        players("Ada", "Ben", "Cy", "Dee"),
        round_sheet(1, match("Ada", "Ben", TIED, TIED), match("Cy", "Dee", TIED, TIED)),
        round_sheet(2, match("Ada", "Cy"), match("Ben", "Dee")),
        rulings(("Ada", 2, "warning"), ("Ada", 1, "warning"), ("Ada", 1, "Warning")),
    )
    assert [f"{problem.place}: {problem.message}" for problem in problems] == [f"Rulings!C2: {WARNED.format('Ada')}"]


def test_whatever_the_director_has_noted_the_program_judges_nobody_by_itself() -> None:
    """Netrunner 4.1 to 4.1.3, 4.2 to 4.2.2 and 4.3 to 4.4: there are these kinds of rulings, and people make them.

    Nine warnings, for talking or for taking time, change no result and keep nobody from the next round.
    """
    assert RULINGS.column("kind").kind.choices == ("warning", GAME, MATCH, "disqualification")
    warned, told = ruled(TIED, TIED, *[("Ada", 1, "warning")] * 9)
    assert len(told) == 7, "a forfeit is due from the third on, and is not made"
    alone, _ = ruled(TIED, TIED)
    assert points_and_gmp(warned) == points_and_gmp(alone)
    assert sheet_rows(warned, "Standings", "rank", "status") == sheet_rows(alone, "Standings", "rank", "status")


def test_the_disqualified_are_paired_no_more_and_rank_last() -> None:
    """Their results stand, for their opponents' sake."""
    # Netrunner 3.1 and 4.3.
    names = ("Ada", "Ben", "Cy", "Dee", "Eve")
    grids = [
        netrunner(rounds=3),
        players(*names),
        round_sheet(
            1,
            match("Ada", "Cy", ("A", "", 0), ("A", "", 0)),
            match("Ben", "Dee", ("A", "", 0), ("A", "", 0)),
            match("Eve", "BYE"),
        ),
        rulings(("Ada", 1, "disqualification")),
    ]
    found = results(*grids)
    assert sheet_rows(found, "Standings", "rank", "points", "opponents", "status") == {
        "Ben": (1, 3, 0, ""),
        "Eve": (1, 3, 0, ""),
        "Cy": (3, 0, 3, ""),
        "Dee": (3, 0, 3, ""),
        "Ada": (5, 3, 0, "Disqualified"),
    }
    new, problems = pair(found, 2)
    assert new is not None
    assert problems == []
    paired = {row[side] for row in new.rows for side in ("a", "b")} - {BYE}
    assert sorted(names[number] for number in paired) == ["Ben", "Cy", "Dee", "Eve"]
