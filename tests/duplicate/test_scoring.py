"""What a win is worth at a table: the article's own table (duplicate 3.2), and what holds for every table."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import count
from typing import Any

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.dose import dose, examples
from tests.duplicate.workbooks import before, duplicate, game, read, records, report_rows, round_sheets, tables_sheet
from tests.event.cases import Case, rule_table
from tests.reading.grids import players
from turnabout_sheets.event.results import compute
from turnabout_sheets.formats.duplicate.format import DUPLICATE
from turnabout_sheets.formats.duplicate.scoring import (
    Tally,
    credit,
    most_points,
    sides,
    stock_points,
    tallies,
    winner_points,
)

Ended = tuple[int, str]
"""A game: its table, and the stock that won, or Draw."""

EVENT = before("Ada", "Ben").event


def scored(games: Sequence[Ended]) -> pd.DataFrame:
    """Return games as `score` gives them, each between two players who play no other; player A has stock A."""
    outcomes = {"A": ("win", "loss"), "B": ("loss", "win"), "Draw": ("draw", "draw")}
    rows = [
        (1, table, number, number + 1, "A", "B", *outcomes[won])
        for (table, won), number in zip(games, count(0, 2), strict=False)
    ]
    columns = ["round", "table", "a", "b", "deck_a", "deck_b", "outcome_a", "outcome_b"]
    return pd.DataFrame(rows, columns=columns)


def won(games: Sequence[Ended]) -> list[dict[str, Any]]:
    """Return the sides of who won, each with table, stock and points."""
    both = sides(EVENT, scored(games))
    return records(both[both["outcome"] == "win"])


def paid(games: Sequence[Ended], stock: str) -> int:
    """Return what all winners with a stock have together."""
    return sum(each["points"] for each in won(games) if each["deck"] == stock)


def at_one_table(a: int, b: int, drawn: int = 0) -> list[Ended]:
    return [(1, "A")] * a + [(1, "B")] * b + [(1, "Draw")] * drawn


@rule_table("duplicate_tables")
def test_points_of_a_table(case: Case) -> None:
    wins = {"A": int(case["wins_a"]), "B": int(case["wins_b"])}
    drawn = int(case["draws"])
    games, played = sum(wins.values()) + drawn, at_one_table(wins["A"], wins["B"], drawn)
    expected = {"A": int(case["to_a"]), "B": int(case["to_b"])}
    assert {stock: stock_points(games, wins[stock]) for stock in wins} == expected, case["citation"]
    assert {stock: paid(played, stock) for stock in wins} == expected, case["citation"]
    assert sum(expected.values()) == int(case["total"])
    assert tallies(scored(played)) == {1: Tally(games, wins)}


@pytest.mark.parametrize(
    ("games", "wins", "each"),
    # "Each of the 5 winners playing with, say, Deck A receives 6 points (10 - 4)"; "only 1 point each (10 - 9)".
    [(10, 5, 6), (10, 10, 1), (10, 1, 10), (9, 3, 7), (9, 6, 4), (1, 1, 1)],
)
def test_winner_points(games: int, wins: int, each: int) -> None:
    assert winner_points(games, wins) == each


def test_most_points_are_those_of_even_wins() -> None:
    """Counted over all ways to share the wins; drawn games make it no more."""
    assert [most_points(games) for games in range(7)] == [0, 1, 4, 7, 12, 17, 24]
    assert most_points(10) == 60
    for games in range(61):
        ways = [stock_points(games, a) + stock_points(games, b) for a in range(games + 1) for b in range(games + 1 - a)]
        assert most_points(games) == max(ways)


def test_a_table_without_a_game() -> None:
    assert stock_points(0, 0) == 0
    assert most_points(0) == 0
    assert tallies(scored([])) == {}
    assert list(sides(EVENT, scored([]))["points"]) == []


@pytest.mark.parametrize(("points", "games", "each"), [(7, 2, Fraction(7, 2)), (6, 3, 2), (0, 3, 0), (0, 0, 0)])
def test_a_sit_out_is_worth_the_average_of_the_own_games(points: int, games: int, each: Fraction) -> None:
    assert credit(points, games) == each


# What holds whatever is played: games at three tables.

many = settings(examples(60), derandomize=dose(True, False))
events = st.lists(st.tuples(st.integers(1, 3), st.sampled_from(["A", "B", "Draw"])), max_size=40)


@many
@given(events)
def test_every_stock_pays_its_wins_times_the_games_less_the_other_wins(games: list[Ended]) -> None:
    points = {(table, stock): 0 for table in (1, 2, 3) for stock in "AB"}
    for each in won(games):
        points[each["table"], each["deck"]] += each["points"]
    for (table, stock), total in points.items():
        n = sum(where == table for where, _ in games)
        w = games.count((table, stock))
        assert total == w * (n - w + 1)


@many
@given(events)
def test_a_win_with_the_rarer_stock_never_pays_less(games: list[Ended]) -> None:
    wins = won(games)
    for one in wins:
        assert 1 <= one["points"] <= len(games)
        for other in wins:
            if one["table"] == other["table"]:
                times = [games.count((each["table"], each["deck"])) for each in (one, other)]
                assert one["points"] - other["points"] == times[1] - times[0]


@many
@given(events)
def test_nobody_but_winners_has_points(games: list[Ended]) -> None:
    both = sides(EVENT, scored(games))
    assert set(both.loc[both["outcome"] != "win", "points"]) <= {0}
    assert len(both) == 2 * len(games)


@many
@given(events, st.integers(1, 3))
def test_one_more_drawn_game_at_a_table_is_one_more_point_for_each_winner_there(games: list[Ended], table: int) -> None:
    """A drawn game counts as played and pays nobody (duplicate 3.3)."""
    now, then = won(games), won([*games, (table, "Draw")])
    more = [after["points"] - before["points"] for before, after in zip(now, then, strict=True)]
    assert more == [int(each["table"] == table) for each in now]


@many
@given(st.integers(0, 30), st.integers(0, 30), st.integers(0, 10))
def test_more_even_wins_pay_more(a: int, b: int, drawn: int) -> None:
    """ "The more balanced the two decks are, the more significant the games' outcomes will be" (duplicate 3.2)."""
    # Duplicate 2.8.

    def total(a: int, b: int) -> int:
        return sum(each["points"] for each in won(at_one_table(a, b, drawn)))

    if a > b + 1:
        assert total(a - 1, b + 1) > total(a, b)
    assert total(a, b) == total(b, a) <= most_points(a + b + drawn)


# Through a workbook

TYPED = [
    pytest.param("A", "A", "", id="A, stock B left blank"),
    pytest.param("A", "A", "B", id="A, both stocks"),
    pytest.param("a", "a", "b", id="small letters"),
    pytest.param("A", "", "B", id="A, stock A left blank"),
    pytest.param("ada", "A", "", id="the name"),
]


@pytest.mark.parametrize(("winner", "deck_a", "deck_b"), TYPED)
def test_who_won_with_which_stock_however_it_is_typed(winner: str, deck_a: str, deck_b: str) -> None:
    event, problems = read(
        duplicate(),
        players("Ada", "Ben"),
        tables_sheet(1),
        *round_sheets([[game(1, "Ada", "Ben", winner, deck_a, deck_b)]]),
    )
    assert [str(problem) for problem in problems if "no Event sheet" not in problem.message] == []
    assert event is not None
    assert report_rows(compute(event, DUPLICATE), "Matches") == [
        {
            "round": 1,
            "table": 1,
            "player_a": "Ada",
            "deck_a": "A",
            "player_b": "Ben",
            "deck_b": "B",
            "winner": "Ada",
            "points_a": 1,
            "points_b": 0,
        }
    ]
