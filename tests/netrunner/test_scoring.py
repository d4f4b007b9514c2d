"""Games, matches, byes and pairing numbers (netrunner 2.7, 2.7.1, 2.7.3, and 5.1 to 5.3)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from tests.event.cases import Case, rule_table
from tests.event.worked_events import sheet_rows
from tests.netrunner.workbooks import OPEN, Game, match, netrunner, read, results, round_sheet
from tests.reading.grids import players
from turnabout_sheets.core.problems import has_errors
from turnabout_sheets.event.results import Results, compute
from turnabout_sheets.formats.netrunner import scoring
from turnabout_sheets.formats.netrunner.format import NETRUNNER
from turnabout_sheets.formats.netrunner.scoring import pairing_number
from turnabout_sheets.sheets.grid import Raw

CY_AND_DEE = match("Cy", "Dee", ("A", "", 1), ("A", "", 1))


def scored(row: dict[str, Raw], **settings: Raw) -> Results:
    """Return what an event of one round comes to: this match, and another that Cy wins."""
    names = ("Ada", "Ben") if row["Player B"] == "Ben" else ("Ada",)
    event, problems = read(
        netrunner(rounds=1, **settings), players(*names, "Cy", "Dee"), round_sheet(1, row, CY_AND_DEE)
    )
    assert not has_errors(problems), [str(problem) for problem in problems]
    assert event is not None
    return compute(event, NETRUNNER)


def matches(found: Results) -> list[dict[str, Any]]:
    """Return the rows of the sheet Matches."""
    report = next(report for report in NETRUNNER.sheets.make_output(found) if report.sheet.name == "Matches")
    return report.worded().to_dict("records")


def typed(case: Case, game: int) -> Game:
    """Return a game of a rule table as it is typed."""
    winner, a, b = (
        case[f"{field}_{game}{side}"] for field, side in (("winner", ""), ("agenda", "_a"), ("agenda", "_b"))
    )
    return winner, a, b


@rule_table("netrunner_matches")
def test_points_and_gmp_of_a_match(case: Case) -> None:
    found = scored(match("Ada", "Ben", typed(case, 1), typed(case, 2)))
    row = matches(found)[0]
    points = (int(case["points_a"]), int(case["points_b"]))
    gmp = (Fraction(case["gmp_a"]), Fraction(case["gmp_b"]))
    assert (row["points_a"], row["points_b"]) == points, case["citation"]
    assert (row["gmp_a"], row["gmp_b"]) == gmp, case["citation"]
    assert row["winner"] == ("Ada" if points[0] > points[1] else "Ben" if points[0] < points[1] else "Draw")
    totals = sheet_rows(found, "Standings", "points")
    assert (totals["Ada"], totals["Ben"]) == ((gmp[0],), (gmp[1],))


def in_halves(one: tuple[str, int, int], two: tuple[str, int, int]) -> tuple[int, int]:
    """Return twice the GMP of a match, worked out from the protocol's words once more."""
    halves, points = [0, 0], [0, 0]
    for winner, *agenda in (one, two):
        for player, name in enumerate("AB"):
            points[player] += 10 if winner == name else agenda[player]
            halves[player] += {name: 2, "Draw": 1}.get(winner, 0)
    for player in (0, 1):
        halves[player] += 1 + (points[player] > points[1 - player]) - (points[player] < points[1 - player])
    return halves[0], halves[1]


def test_every_match_gives_three_gmp() -> None:
    """Three by netrunner 2.7.1, for all results and many agenda points; to turn the players round turns the GMP."""
    agenda = (0, 1, 3, 6, 7)
    games = list(product(("A", "B", "Draw"), agenda, agenda))
    turned = {"A": "B", "B": "A", "Draw": "Draw"}
    seen = 0
    for one, two in product(games, repeat=2):
        gmp = scoring.match_gmp([scoring.Game(*one), scoring.Game(*two)])
        assert sum(gmp) == 3
        assert tuple(2 * each for each in gmp) == in_halves(one, two)
        if one <= two:
            other = [scoring.Game(turned[winner], b, a) for winner, a, b in (one, two)]
            assert scoring.match_gmp(other) == gmp[::-1]
        seen += 1
    assert seen == (3 * len(agenda) ** 2) ** 2


@rule_table("netrunner_pairing_numbers")
def test_pairing_numbers(case: Case) -> None:
    halves = range(int(2 * Fraction(case["least"])), int(2 * Fraction(case["most"])) + 1)
    assert {pairing_number(Fraction(each, 2)) for each in halves} == {int(case["number"])}, case["citation"]


def test_the_table_of_pairing_numbers_has_every_total() -> None:
    numbers = [pairing_number(Fraction(halves, 2)) for halves in range(43)]
    assert numbers == sorted(numbers)
    assert (numbers[0], numbers[-1]) == (0, 7)


@rule_table("netrunner_wins")
@pytest.mark.parametrize("setting", ["", "gmp", "wins"])
def test_the_setting_pairing_number(setting: str, case: Case) -> None:
    games = [(case[f"winner_{game}"], 0, 0) if case[f"winner_{game}"] else OPEN for game in (1, 2)]
    found = scored(match("Ada", case["player_b"], *games, ruling=case["ruling"]), pairing_number=setting)
    assert sheet_rows(found, "Standings", "pairing_number")["Ada"] == (int(case[f"by_{setting or 'gmp'}"]),)


def test_pairing_numbers_add_up_over_the_rounds() -> None:
    """By netrunner 1.4 all begin with 0. Ada: 3 + 1.5 = 4.5, a third of it 1.5, rounded up 2; one match won."""
    tied = (("A", "", 3), ("B", 3, ""))
    grids = [
        players("Ada", "Ben", "Cy", "Dee"),
        round_sheet(1, match("Ada", "Ben", ("A", "", 6), ("A", "", 6)), CY_AND_DEE),
        round_sheet(2, match("Ada", "Cy", *tied), match("Ben", "Dee", *tied)),
    ]
    by_gmp, by_wins = (results(netrunner(rounds=2, pairing_number=each), *grids).after for each in ("gmp", "wins"))
    assert [list(by_gmp[after]["pairing_number"]) for after in (0, 1, 2)] == [[0, 0, 0, 0], [1, 0, 1, 0], [2, 1, 2, 1]]
    assert [list(by_wins[after]["pairing_number"]) for after in (0, 1, 2)] == [[0, 0, 0, 0], [1, 0, 1, 0], [1, 0, 1, 0]]


@rule_table("netrunner_byes")
def test_byes_and_no_shows(case: Case) -> None:
    """No match is played: no points, and no opponent for the tie-breaks."""
    found = scored(match("Ada", case["player_b"], ruling=case["ruling"]))
    rows = sheet_rows(found, "Standings", "points", "byes", "opponents", "middle", "tied")
    for name, side in (("Ada", "a"), ("Ben", "b")):
        if name in rows:
            assert rows[name] == (int(case[f"gmp_{side}"]), int(case[f"byes_{side}"]), 0, 0, 0), case["citation"]
    row = matches(found)[0]
    assert (row["points_a"], row["points_b"]) == (None, None)
    assert row["gmp_a"] == int(case["gmp_a"])
    present = [name for name, side in (("Ada", "a"), ("Ben", "b")) if case[f"gmp_{side}"] == "3"]
    assert row["winner"] == "".join(present)
    assert row["gmp_b"] == (None if case["gmp_b"] == "" else int(case["gmp_b"]))


def test_a_winner_by_name_is_the_side() -> None:
    by_name = matches(scored(match("Ada", "Ben", ("ADA", "", 4), (" ben", 5, ""))))
    assert by_name == matches(scored(match("Ada", "Ben", ("A", "", 4), ("B", 5, ""))))


def test_no_figure_is_a_float() -> None:
    """Halves are exact everywhere: in the results, and in every sheet before it is written."""
    found = scored(match("Ada", "Ben", ("A", "", 4), ("Draw", 5, 1)))
    written = NETRUNNER.sheets.make_output(found)
    frames = [found.matches, found.sides, *found.after.values(), *(each.frame for each in written)]
    kinds = {type(value) for frame in frames for column in frame for value in frame[column]}
    assert Fraction in kinds
    assert not [kind for kind in kinds if issubclass(kind, float)]
