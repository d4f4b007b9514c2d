"""Events of Duplicate Magic that were worked out by hand, with the sums beside them.

The movement of six players, three tables and three rounds; of each pair the first has the stock that is named:

    round   table 1         table 2         table 3
    1       Ada A - Dee B   Ben A - Eve B   Cy B - Flo A
    2       Cy A - Eve B    Ada B - Flo A   Ben B - Dee A
    3       Ben A - Flo B   Cy B - Dee A    Ada B - Eve A
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from tests.duplicate.workbooks import (
    adjustments,
    duplicate,
    game,
    report_rows,
    results,
    round_sheets,
    rulings,
    sits_out,
    tables_sheet,
)
from tests.event.worked_events import note, sheet_rows
from tests.reading.grids import Cells, players
from turnabout_sheets.event.results import Results
from turnabout_sheets.formats.duplicate.format import DUPLICATE
from turnabout_sheets.sheets.grid import Grid, Raw

SIX = ("Ada", "Ben", "Cy", "Dee", "Eve", "Flo")

MOVEMENT = (
    ((1, "Ada", "A", "Dee"), (2, "Ben", "A", "Eve"), (3, "Cy", "B", "Flo")),
    ((1, "Cy", "A", "Eve"), (2, "Ada", "B", "Flo"), (3, "Ben", "B", "Dee")),
    ((1, "Ben", "A", "Flo"), (2, "Cy", "B", "Dee"), (3, "Ada", "B", "Eve")),
)

WINNERS = (("Ada", "Eve", "Flo"), ("Cy", "Ada", "Ben"), ("Flo", "Cy", "Ada"))
"""The winners of the first event: of each round, table by table."""


def six_play(*winners: Sequence[str]) -> list[list[dict[str, Raw]]]:
    """Return the rows of the movement of six with these winners."""
    return [
        [game(table, a, b, won, deck) for (table, a, deck, b), won in zip(games, names, strict=True)]
        for games, names in zip(MOVEMENT, winners, strict=False)
    ]


def six(played: Sequence[Sequence[Cells]], *others: Grid, **settings: Raw) -> list[Grid]:
    """Return the workbook of the six."""
    return [duplicate(**settings), players(*SIX), tables_sheet(1, 2, 3), *round_sheets(played), *others]


def points(found: Results, after: int | None = None) -> dict[str, Any]:
    """Return everybody's points, after a round or as they are now."""
    table = found.after[found.played if after is None else after]
    return dict(zip((player.name for player in found.event.players), table["points"], strict=True))


def ranks(found: Results) -> dict[str, int]:
    """Return the ranks, best first, those of equal rank by name."""
    return {name: row[0] for name, row in sheet_rows(found, "Standings", "rank").items()}


def tables(found: Results) -> list[tuple[Any, ...]]:
    """Return the sheet Table results without themes and stocks."""
    return [tuple(row.values())[:11] for row in report_rows(found, "Table results")]


# (a) Everything is reported
#
# Table 1: three games. A won two (Ada, Cy), B one (Flo). A: 3 - 1 = 2 each, 4 together; B: 3. 7 of at most 7.
# Table 2: B won all three (Eve, Ada, Cy): 3 - 2 = 1 each, 3 together. 3 of at most 7.
# Table 3: A won one (Flo), B two (Ben, Ada): 3, and 3 - 1 = 2 each. 7.
# Ada 2 + 1 + 2 = 5; Ben 2; Cy 1 + 2 = 3; Eve 1; Flo 3 + 3 = 6: two wins with the harder stock are more than three.


def test_everything_is_reported() -> None:
    found = results(*six(six_play(*WINNERS)))
    assert found.finished
    assert sheet_rows(found, "Standings", "rank", "points", "matches", "wins", "draws", "byes", "credited") == {
        "Flo": (1, 6, 3, 2, 0, 0, 0),
        "Ada": (2, 5, 3, 3, 0, 0, 0),
        "Cy": (3, 3, 3, 2, 0, 0, 0),
        "Ben": (4, 2, 3, 1, 0, 0, 0),
        "Eve": (5, 1, 3, 1, 0, 0, 0),
        "Dee": (6, 0, 3, 0, 0, 0, 0),
    }
    assert {status for (status,) in sheet_rows(found, "Standings", "status").values()} == {""}
    assert tables(found) == [
        (1, 3, 2, 1, 0, 4, 3, 7, 7, Fraction(1), 0),
        (2, 3, 0, 3, 0, 0, 3, 3, 7, Fraction(3, 7), 0),
        (3, 3, 1, 2, 0, 3, 4, 7, 7, Fraction(1), 0),
    ]
    for name in ("Matches", "Progress", "Table results"):
        assert note(found, name) == "Final, after 3 rounds."
    assert note(found, "Standings") == (
        "Final standings, after 3 rounds. Ranked by points, then wins, matches among the tied."
    )


def test_every_game_has_its_points() -> None:
    """Duplicate 3.1."""
    found = results(*six(six_play(*WINNERS)))
    assert [tuple(row.values()) for row in report_rows(found, "Matches")] == [
        (1, 1, "Ada", "A", "Dee", "B", "Ada", 2, 0),
        (1, 2, "Ben", "A", "Eve", "B", "Eve", 0, 1),
        (1, 3, "Cy", "B", "Flo", "A", "Flo", 0, 3),
        (2, 1, "Cy", "A", "Eve", "B", "Cy", 2, 0),
        (2, 2, "Ada", "B", "Flo", "A", "Ada", 1, 0),
        (2, 3, "Ben", "B", "Dee", "A", "Ben", 2, 0),
        (3, 1, "Ben", "A", "Flo", "B", "Flo", 0, 3),
        (3, 2, "Cy", "B", "Dee", "A", "Cy", 1, 0),
        (3, 3, "Ada", "B", "Eve", "A", "Ada", 2, 0),
    ]


def test_points_after_each_round_are_those_of_the_games_until_then() -> None:
    """After round 1 each table has one game, worth 1.

    After round 2: table 1, A won twice: 2 - 1 = 1 each. Table 2, B won twice: 1 each. Table 3, a win each: 2.
    """
    # Duplicate 3.4.
    found = results(*six(six_play(*WINNERS)))
    assert points(found, 0) == dict.fromkeys(SIX, 0)
    assert points(found, 1) == {"Ada": 1, "Ben": 0, "Cy": 0, "Dee": 0, "Eve": 1, "Flo": 1}
    assert points(found, 2) == {"Ada": 2, "Ben": 2, "Cy": 1, "Dee": 0, "Eve": 1, "Flo": 2}
    assert sheet_rows(found, "Progress", "total_1", "total_2", "total_3")["Flo"] == (1, 2, 6)
    part = results(*six(six_play(*WINNERS[:2], ("", "", ""))))
    assert points(part) == points(found, 2)
    assert note(part, "Matches") == (
        "Provisional, after round 2 of 3: what a win is worth at a table is known when its last game is in."
    )
    assert [row[-1] for row in tables(part)] == [1, 1, 1]


def test_before_the_first_result() -> None:
    found = results(*six(six_play(*[("", "", "")] * 3)))
    assert note(found, "Table results") == "No result is reported yet."
    assert tables(found) == [(number, 0, 0, 0, 0, 0, 0, 0, 0, None, 3) for number in (1, 2, 3)]
    assert points(found) == dict.fromkeys(SIX, 0)
    assert set(ranks(found).values()) == {1}


# (b) A drawn game, and one that is missing: at table 2 Ben and Eve draw, and Cy against Dee is not reported
#
# Table 2 without it: two games; B won one (Ada): 2. 2 of at most 4. Ada 2 + 2 + 2 = 6 with three wins, Flo 6 with two.
# Cy and Ben have 2 with one win each, and did not meet; Dee and Eve have nothing.
# Dee wins it with A: three games, a win each: 3 each. 6 of at most 7. Ada 2 + 3 + 2 = 7; Dee 3.


def drawn_and(last: str) -> list[list[dict[str, Raw]]]:
    return six_play(("Ada", "Draw", "Flo"), WINNERS[1], ("Flo", last, "Ada"))


def test_a_drawn_game_and_a_missing_one() -> None:
    found = results(*six(drawn_and("")))
    assert not found.finished
    assert sheet_rows(found, "Standings", "rank", "points", "matches", "wins", "draws", "status") == {
        "Ada": (1, 6, 3, 3, 0, ""),
        "Flo": (2, 6, 3, 2, 0, ""),
        "Ben": (3, 2, 3, 1, 1, ""),
        "Cy": (3, 2, 2, 1, 0, "Provisional"),
        "Dee": (5, 0, 2, 0, 0, "Provisional"),
        "Eve": (5, 0, 3, 0, 1, ""),
    }
    assert tables(found)[1] == (2, 2, 0, 1, 1, 0, 2, 2, 4, Fraction(1, 2), 1)
    for name in ("Matches", "Progress", "Table results"):
        assert note(found, name) == "Provisional: 1 result is missing."
    assert report_rows(found, "Matches")[1]["winner"] == "Draw"
    assert [report_rows(found, "Matches")[1][each] for each in ("points_a", "points_b")] == [0, 0]


def test_the_missing_result_changes_what_others_have() -> None:
    """Duplicate 3.4."""
    found = results(*six(drawn_and("Dee")))
    assert points(found) == {"Ada": 7, "Ben": 2, "Cy": 2, "Dee": 3, "Eve": 0, "Flo": 6}
    assert tables(found)[1] == (2, 3, 1, 1, 1, 3, 3, 6, 7, Fraction(6, 7), 0)
    assert note(found, "Matches") == "Final, after 3 rounds."
    assert {status for (status,) in sheet_rows(found, "Standings", "status").values()} == {""}


def test_a_result_that_is_missing_in_an_earlier_round_is_said() -> None:
    rounds = six_play(("Ada", "", "Flo"), WINNERS[1], ("", "", ""))
    found = results(*six(rounds), warnings=["Round 1!F3: Round 1 lacks 1 result (table 2), though round 2 has some."])
    assert note(found, "Matches") == "Provisional: 1 result is missing."
    assert tables(found)[1][-1] == 2


# (c) Seven players, four tables: one sits out each round, and nobody twice. Player A has stock A.
#
# Table 1: Ben A, Ada B, Dee A: 3 - 1 = 2, 3, 2. Table 2: Gus B, Cy A, a draw: 3, 3. Table 3: Flo, Dee, Cy, all with A:
# 3 - 2 = 1 each. Table 4: Flo B, Cy B, Ada A: 2, 2, 3.
# Ada 3 + 3 = 6 and Cy 3 + 1 + 2 = 6 of four games; Flo 1 + 2 = 3 of four. The others have three games and a sit-out:
# Ben 2, and 2 / 3; Dee 2 + 1 = 3, and 3 / 3; Eve 0, and 0; Gus 3, and 3 / 3.

SEVEN = (*SIX, "Gus")

SEVEN_PLAY = (
    (game(1, "Ben", "Cy", "A"), game(2, "Ada", "Gus", "B"), game(3, "Flo", "Eve", "A"), sits_out("Dee", 4)),
    (game(1, "Eve", "Ada", "B"), game(2, "Cy", "Dee", "A"), game(4, "Gus", "Flo", "B"), sits_out("Ben", 3)),
    (game(2, "Flo", "Ben", "Draw"), game(3, "Dee", "Ada", "A"), game(4, "Eve", "Cy", "B"), sits_out("Gus", 1)),
    (game(1, "Dee", "Flo", "A"), game(3, "Cy", "Gus", "A"), game(4, "Ada", "Ben", "A"), sits_out("Eve", 2)),
)


def seven(rounds: Sequence[Sequence[Cells]] = SEVEN_PLAY) -> Results:
    return results(duplicate(), players(*SEVEN), tables_sheet(1, 2, 3, 4), *round_sheets(rounds))


def test_sit_outs_are_credited_with_the_average_of_the_own_games() -> None:
    """Duplicate 4.1."""
    found = seven()
    assert found.finished
    assert sheet_rows(found, "Standings", "rank", "points", "matches", "wins", "byes", "credited") == {
        "Cy": (1, 6, 4, 3, 0, 0),
        "Ada": (2, 6, 4, 2, 0, 0),
        "Dee": (3, 4, 3, 2, 1, 1),
        "Gus": (4, 4, 3, 1, 1, 1),
        "Flo": (5, 3, 4, 2, 0, 0),
        "Ben": (6, Fraction(8, 3), 3, 1, 1, Fraction(2, 3)),
        "Eve": (7, 0, 3, 0, 1, 0),
    }
    assert [row[:5] for row in tables(found)] == [(1, 3, 2, 1, 0), (2, 3, 1, 1, 1), (3, 3, 3, 0, 0), (4, 3, 1, 2, 0)]


def test_a_sit_out_is_a_row_of_matches() -> None:
    row = next(row for row in report_rows(seven(), "Matches") if row["player_a"] == "Ben" and row["round"] == 2)
    assert tuple(row.values()) == (2, None, "Ben", None, "BYE", None, "", Fraction(2, 3), None)


def test_a_sit_out_before_the_first_own_game_is_worth_nothing_yet() -> None:
    """Dee sits out in round 1; after round 2 Dee has one lost game, after round 3 a win among two.

    After round 3 table 3 has two games, both won with A: 1 each. So Dee has 1, and is credited 1 / 2.
    """
    # Duplicate 4.1.
    found = seven()
    dee = [found.after[number]["points"][SEVEN.index("Dee")] for number in range(5)]
    assert dee == [0, 0, 0, Fraction(3, 2), 4]
    alone = seven(SEVEN_PLAY[:1])
    assert sheet_rows(alone, "Standings", "points", "matches", "byes", "credited")["Dee"] == (0, 0, 1, 0)


def test_no_figure_is_a_float() -> None:
    found = seven()
    written = DUPLICATE.sheets.make_output(found)
    frames = [found.matches, found.sides, *found.after.values(), *(each.frame for each in written)]
    kinds = {type(value) for frame in frames for column in frame for value in frame[column]}
    assert Fraction in kinds
    assert not [kind for kind in kinds if issubclass(kind, float)]


# (d) Flo leaves after round 1: Ada in round 2 and Ben in round 3 sit out
#
# Table 1: A won both (Ada, Cy): 1 each. Table 2: B won both (Eve, Cy): 1 each. Table 3: A won one (Flo): 3; B two (Ben,
# Ada): 2 each. Ada 1 + 2 = 3 of two games, and 3 / 2. Ben 2 of two games, and 1. Cy 2, Eve 1, Flo 3.

WITHOUT_FLO = six_play(WINNERS[0], ("Cy", "", "Ben"), ("", "Cy", "Ada"))
LEFT = {
    "Ada": Fraction(9, 2),
    "Ben": 3,
    "Cy": 2,
    "Dee": 0,
    "Eve": 1,
    "Flo": 3,
}


def left(how: str, *others: Grid) -> list[Grid]:
    cells: Cells = {"Player": "Flo", **({"Dropped after": 1} if how == "dropped" else {})}
    more = [rulings(("Flo", 1, "disqualification"))] if how == "disqualified" else []
    return [
        duplicate(),
        players(*SIX[:5], cells),
        tables_sheet(1, 2, 3),
        *round_sheets(WITHOUT_FLO),
        *more,
        *others,
    ]


def test_the_opponents_of_who_leaves_sit_out() -> None:
    """Duplicate 4.3."""
    found = results(*left("dropped"))
    assert found.finished
    assert points(found) == LEFT
    assert sheet_rows(found, "Standings", "rank", "matches", "byes", "credited", "status") == {
        "Ada": (1, 2, 1, Fraction(3, 2), ""),
        "Ben": (2, 2, 1, 1, ""),
        "Flo": (2, 1, 0, 0, "Dropped after 1"),
        "Cy": (4, 3, 0, 0, ""),
        "Eve": (5, 3, 0, 0, ""),
        "Dee": (6, 3, 0, 0, ""),
    }
    assert [row[:4] for row in tables(found)] == [(1, 2, 2, 0), (2, 2, 0, 2), (3, 3, 1, 2)]
    assert [row[-1] for row in tables(found)] == [0, 0, 0]


def test_the_disqualified_are_last_and_their_results_stand() -> None:
    found = results(*left("disqualified"))
    assert points(found) == LEFT
    assert ranks(found) == {"Ada": 1, "Ben": 2, "Cy": 3, "Eve": 4, "Dee": 5, "Flo": 6}
    assert sheet_rows(found, "Standings", "status")["Flo"] == ("Disqualified",)


def test_who_does_not_show_up_has_nothing_and_the_other_is_credited() -> None:
    """The same games as where Flo leaves; Flo's one game is won, and does not count as played by the others."""
    # Duplicate 4.2.
    rounds = six_play(WINNERS[0], ("Cy", "", "Ben"), ("", "Cy", "Ada"))
    rounds[1][1] |= {"Ruling": "B no-show"}
    rounds[2][0] |= {"Ruling": "B no-show"}
    found = results(*six(rounds))
    assert found.finished
    assert points(found) == LEFT
    assert sheet_rows(found, "Standings", "matches", "wins", "byes", "credited")["Ada"] == (2, 2, 1, Fraction(3, 2))
    assert sheet_rows(found, "Standings", "matches", "wins", "byes", "credited")["Flo"] == (1, 1, 0, 0)
    row = report_rows(found, "Matches")[4]
    assert tuple(row.values()) == (2, 2, "Ada", None, "Flo", None, "", Fraction(3, 2), 0)


@pytest.mark.parametrize(("ruling", "ada", "flo"), [("A no-show", 4, 9), ("B no-show", 6, 6), ("Both no-show", 4, 6)])
def test_no_shows_on_either_side(ruling: str, ada: int, flo: int) -> None:
    """Ada and Flo do not play at table 2; all else is as in the first event.

    Ada has 2 + 2 = 4 of two games, and 2 for a sit-out. Flo has 3 + 3 = 6 of two games, and 3.
    """
    rounds = six_play(*WINNERS)
    rounds[1][1] |= {"Winner": "", "Ruling": ruling}
    found = results(*six(rounds))
    assert (points(found)["Ada"], points(found)["Flo"]) == (ada, flo)
    assert tables(found)[1][:5] == (2, 2, 0, 2, 0)


# (e) Time runs out: the event ends after two of three rounds, with what test_points_after_each_round has worked out

OPEN = ("", "", "")


def test_time_ran_out() -> None:
    """Duplicate 3.5 and 4.6."""
    whole = results(*six(six_play(*WINNERS[:2], OPEN)))
    assert not whole.finished
    found = results(*six(six_play(*WINNERS[:2], OPEN), rounds=2))
    assert found.finished
    assert not found.provisional
    assert points(found) == {"Ada": 2, "Ben": 2, "Cy": 1, "Dee": 0, "Eve": 1, "Flo": 2}
    # Ada has two wins, Ben and Flo one each; Cy has beaten Eve.
    assert ranks(found) == {"Ada": 1, "Ben": 2, "Flo": 2, "Cy": 4, "Eve": 5, "Dee": 6}
    assert {status for (status,) in sheet_rows(found, "Standings", "status").values()} == {""}
    for name in ("Matches", "Progress", "Table results"):
        assert note(found, name) == "Final, after 2 of 3 rounds: all stands on the games that were played."
    # Two games each: A and A; B and B; a win each: 2 + 2 of at most 4.
    assert tables(found) == [
        (1, 2, 2, 0, 0, 2, 0, 2, 4, Fraction(1, 2), 0),
        (2, 2, 0, 2, 0, 0, 2, 2, 4, Fraction(1, 2), 0),
        (3, 2, 1, 1, 0, 2, 2, 4, 4, Fraction(1), 0),
    ]


@pytest.mark.parametrize("rounds", ["", 3], ids=["blank", "three"])
def test_rounds_put_back_brings_the_later_sheets_back(rounds: Raw) -> None:
    found = results(*six(six_play(*WINNERS[:2], OPEN), rounds=rounds))
    assert not found.finished
    assert found.provisional
    assert [row[-1] for row in tables(found)] == [1, 1, 1]
    assert points(results(*six(six_play(*WINNERS), rounds=rounds)))["Flo"] == 6


def test_a_round_with_a_result_is_not_left_out() -> None:
    found = results(
        *six(six_play(*WINNERS[:2], ("Flo", "", "")), rounds=2),
        warnings=["Round 3: Round 3 has results, so it counts, though Rounds on the Event sheet is 2."],
    )
    assert not found.finished
    assert found.provisional
    assert points(found)["Flo"] == 2 + 3  # at table 1 A has two wins of three games, and B one


# (f) Coin flip: the stocks are typed when they are chosen


def flipped(a: Raw, b: Raw) -> list[Grid]:
    """Return the first event with the stocks of table 1 typed so: ``a`` where it is A's own, ``b`` the other's."""
    rounds = six_play(*WINNERS)
    for rows in rounds:
        rows[0] |= {"Deck A": a, "Deck B": b}
    return six(rounds, deck_choice="coin flip")


@pytest.mark.parametrize(("a", "b"), [("A", ""), ("", "B"), ("A", "B")], ids=["of A", "of B", "of both"])
def test_stocks_that_are_typed(a: str, b: str) -> None:
    found = results(*flipped(a, b))
    assert points(found) == points(results(*six(six_play(*WINNERS))))
    assert [row["deck_b"] for row in report_rows(found, "Matches")][::3] == ["B", "B", "B"]


def test_the_stocks_turned_round_at_a_table_are_worth_the_same() -> None:
    """Who had A has B now, in all three games: of the wins only the letters change."""
    found = results(*flipped("B", ""))
    assert points(found) == points(results(*six(six_play(*WINNERS))))
    assert tables(found)[0] == (1, 3, 1, 2, 0, 3, 4, 7, 7, Fraction(1), 0)


def test_a_drawn_game_needs_no_stocks() -> None:
    rounds = six_play(("Ada", "Draw", "Flo"), *WINNERS[1:])
    rounds[0][1] |= {"Deck A": ""}
    found = results(*six(rounds, deck_choice="coin flip"))
    # Table 2: three games, B won two (Ada, Cy): 3 - 1 = 2 each.
    assert tables(found)[1] == (2, 3, 0, 2, 1, 0, 4, 4, 7, Fraction(4, 7), 0)
    assert points(found)["Ada"] == 2 + 2 + 2


# (g) Doubles: six teams play the first event; names are typed as it comes

PARTNERS = {"Ada": "Ann", "Ben": "Bob", "Cy": "Cat", "Dee": "Don", "Eve": "Eli", "Flo": "Fay"}


@pytest.mark.parametrize(
    "called",
    [str, PARTNERS.__getitem__, lambda name: f"{name} & {PARTNERS[name]}", lambda name: PARTNERS[name].upper()],
    ids=["first", "partner", "both", "capitals"],
)
@pytest.mark.parametrize("field", ["Player A", "Player B", "Winner"])
def test_a_team_may_be_called_by_either_name(field: str, called: Any) -> None:
    """Duplicate 5.3."""
    rounds = [[{**row, field: called(row[field])} for row in rows] for rows in six_play(*WINNERS)]
    found = results(
        duplicate(),
        players(*({"Player": name, "Partner": partner} for name, partner in PARTNERS.items())),
        tables_sheet(*({"Table": number, "Stock A": "x", "Stock A2": "y"} for number in (1, 2, 3))),
        *round_sheets(rounds),
    )
    assert points(found) == {"Ada": 5, "Ben": 2, "Cy": 3, "Dee": 0, "Eve": 1, "Flo": 6}
    assert list(sheet_rows(found, "Standings", "rank")) == [
        f"{name} & {PARTNERS[name]}" for name in ("Flo", "Ada", "Cy", "Ben", "Eve", "Dee")
    ]
    first = report_rows(found, "Matches")[0]
    assert [first[each] for each in ("player_a", "player_b", "winner")] == ["Ada & Ann", "Dee & Don", "Ada & Ann"]
    assert list(sheet_rows(found, "Progress", "total_1")) == list(sheet_rows(found, "Standings", "rank"))


def test_the_names_of_all_four_stocks_stand_in_table_results() -> None:
    stocks = {"Theme": "Pets", "Stock A": "Elves", "Stock A2": "Wolves", "Stock B": "Rust", "Stock B2": "Golems"}
    grids = [
        duplicate(),
        players({"Player": "Ada", "Partner": "Ann"}, {"Player": "Ben", "Partner": "Bob"}),
        tables_sheet({"Table": 1, **stocks}),
        *round_sheets([[game(1, "Ann", "Ben & Bob", "bob")]]),
    ]
    found = results(*grids)
    assert tuple(report_rows(found, "Table results")[0].values())[-3:] == ("Pets", "Elves, Wolves", "Rust, Golems")
    assert sheet_rows(found, "Standings", "points") == {"Ben & Bob": (1,), "Ada & Ann": (0,)}


# (h) Adjustments


def test_adjustments_count_from_their_round_on() -> None:
    found = results(*six(six_play(*WINNERS), adjustments(("Ada", 2, -2), ("Dee", "", 4))))
    assert [points(found, number)["Ada"] for number in range(4)] == [0, 1, 0, 3]
    assert [points(found, number)["Dee"] for number in range(4)] == [4, 4, 4, 4]
    assert ranks(found) == {"Flo": 1, "Dee": 2, "Ada": 3, "Cy": 4, "Ben": 5, "Eve": 6}


def test_adjustments_are_not_in_the_average_of_the_own_games() -> None:
    """Ben has 2 of three games and 2 / 3 for the sit-out, and is given 10."""
    # Duplicate 4.7.
    found = results(
        duplicate(),
        players(*SEVEN),
        tables_sheet(1, 2, 3, 4),
        *round_sheets(SEVEN_PLAY),
        adjustments(("Ben", 1, 10)),
    )
    assert sheet_rows(found, "Standings", "points", "credited")["Ben"] == (Fraction(38, 3), Fraction(2, 3))


# (i) Tie-breaks
#
# Table 1: B one (Dee): 3; A two (Cy, Ben): 2 each. Table 2: B two (Eve, Cy): 2 each; A one (Flo): 3. Table 3: B two
# (Cy, Ada): 2 each; A one (Dee): 3.
# Cy 2 + 2 + 2 = 6 with three wins, Dee 3 + 3 = 6 with two. Flo 3. Ada, Ben and Eve have 2 with a win each: Ada has
# beaten Eve, and Eve Ben; so Ada has 1, Eve 1 - 1 = 0, Ben -1.

TIED = (("Dee", "Eve", "Cy"), ("Cy", "Flo", "Dee"), ("Ben", "Cy", "Ada"))


@pytest.mark.parametrize(
    ("tie_breaks", "expected"),
    [
        ("", {"Cy": 1, "Dee": 2, "Flo": 3, "Ada": 4, "Eve": 5, "Ben": 6}),
        ("wins", {"Cy": 1, "Dee": 2, "Flo": 3, "Ada": 4, "Ben": 4, "Eve": 4}),
        ("matches among the tied", {"Cy": 1, "Dee": 2, "Flo": 3, "Ada": 4, "Eve": 5, "Ben": 6}),
    ],
    ids=["both", "wins", "matches among the tied"],
)
def test_tie_breaks(tie_breaks: str, expected: dict[str, int]) -> None:
    """Duplicate 5.1 and 5.2."""
    found = results(*six(six_play(*TIED), tie_breaks=tie_breaks))
    assert points(found) == {"Ada": 2, "Ben": 2, "Cy": 6, "Dee": 6, "Eve": 2, "Flo": 3}
    assert ranks(found) == expected
