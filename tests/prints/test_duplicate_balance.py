"""The director's report on the tables of a Duplicate Magic event."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pandas as pd
import pytest
from lxml import html

from tests.duplicate.workbooks import duplicate, game, read, round_sheets, tables_sheet
from tests.prints.duplicates import paired, stocks_of, tables_called, text, texts, with_winners
from tests.prints.events import ENGLISH, TRICKY, plain_names
from tests.prints.making import page_of
from tests.reading.grids import players
from turnabout_sheets.event.results import Results, compute
from turnabout_sheets.formats.duplicate.format import DUPLICATE
from turnabout_sheets.prints.pages.balance import BalanceLine, make_view, percent, summary


def ten_games(*wins_a: int) -> Results:
    """Return an event in which stock A has won so many of the ten games at each table: the table in duplicate 3.2."""
    names = plain_names(20 * len(wins_a))
    rounds = [
        [
            game(table, *names[20 * table - 20 + 2 * n : 20 * table - 18 + 2 * n], winner="A" if n < wins else "B")
            for table, wins in enumerate(wins_a, 1)
        ]
        for n in range(10)
    ]
    tables = tables_sheet(*(stocks_of(table) for table in range(1, len(wins_a) + 1)))
    settings = duplicate(pairing="manual", rounds=10, name="Town Duplicate")
    event, _ = read(settings, players(*names), *round_sheets(rounds), tables)
    assert event is not None
    return compute(event, DUPLICATE)


def test_the_lines_are_those_of_the_seed() -> None:
    view = make_view(ten_games(10, 9, 8, 7, 6, 5), ENGLISH)
    lines = [line for sheet in view.sheets for line in sheet]
    assert [(line.wins_a, line.wins_b, line.paid, line.most, line.balance) for line in lines] == [
        (10, 0, "10", "60", "17 %"),
        (9, 1, "28", "60", "47 %"),
        (8, 2, "42", "60", "70 %"),
        (7, 3, "52", "60", "87 %"),
        (6, 4, "58", "60", "97 %"),
        (5, 5, "60", "60", "100 %"),
    ]
    assert lines[0] == BalanceLine(
        "1", "Fire and water 1", "Wolves 1 : Deer 1", 10, 0, draws="", paid="10", most="60", balance="17 %", to_come=""
    )
    assert view.summary == (
        "6 tables, 60 of 60 games reported: stock A won 45, stock B won 15.",
        "All tables together paid 250 of 360 points, 69 % of the most.",
        "Most balanced: table 6 (100 %); least: table 1 (17 %).",
    )
    assert not view.provisional
    assert view.win_width * 10 == 20, "ten wins take the whole width"


def frame(*tables: tuple[int, int, int, int]) -> pd.DataFrame:
    """Return what the report has: wins of A, of B, draws and games to come, table by table; figures are made up."""
    rows = []
    for number, (wins_a, wins_b, draws, to_come) in enumerate(tables, 1):
        games = wins_a + wins_b + draws
        most = 10 * games
        total = most - abs(wins_a - wins_b)
        share = Fraction(total, most) if games else None
        rows.append((number, games, wins_a, wins_b, draws, total, most, share, to_come))
    columns = ["table", "games", "wins_a", "wins_b", "draws", "total", "most", "balance", "to_come"]
    return pd.DataFrame(rows, columns=columns, dtype=object)


@pytest.mark.parametrize(
    ("tables", "sentences"),
    [
        (
            [(1, 1, 0, 0)],
            [
                "1 table, 2 of 2 games reported: stock A won 1, stock B won 1.",
                "All tables together paid 20 of 20 points, 100 % of the most.",
            ],
        ),
        (
            [(1, 1, 0, 0), (0, 0, 0, 2)],
            [
                "2 tables, 2 of 4 games reported: stock A won 1, stock B won 1.",
                "All tables together paid 20 of 20 points, 100 % of the most.",
            ],
        ),
        (
            [(2, 1, 1, 1), (2, 2, 0, 1), (1, 1, 0, 3), (4, 0, 0, 1)],
            [
                "4 tables, 14 of 20 games reported: stock A won 9, stock B won 4, 1 drawn.",
                "All tables together paid 135 of 140 points, 96 % of the most.",
                "Most balanced: tables 2 and 3 (100 %); least: table 4 (90 %).",
            ],
        ),
        (
            [(1, 1, 0, 0)] * 4 + [(2, 0, 0, 0)] * 3,
            [
                "7 tables, 14 of 14 games reported: stock A won 10, stock B won 4.",
                "All tables together paid 134 of 140 points, 96 % of the most.",
                "Most balanced: 4 tables (100 %); least: tables 5, 6 and 7 (90 %).",
            ],
        ),
        ([(0, 0, 0, 3)], ["1 table, 0 of 3 games reported: stock A won 0, stock B won 0."]),
    ],
)
def test_the_summary_says_what_is_true(tables: list[tuple[int, int, int, int]], sentences: list[str]) -> None:
    """Duplicate 2.8."""
    assert summary(frame(*tables), ENGLISH) == sentences


@pytest.mark.parametrize(
    ("share", "shown"),
    [
        (Fraction(1), "100 %"),
        (Fraction(999, 1000), "99 %"),
        (Fraction(2, 3), "67 %"),
        (Fraction(1, 8), "13 %"),
        (Fraction(0), "0 %"),
    ],
)
def test_only_what_is_whole_is_100_percent(share: Fraction, shown: str) -> None:
    assert percent(share) == shown


def test_while_games_are_to_come_the_page_says_so() -> None:
    made = paired(plain_names(6))
    (page,) = page_of("balance", with_winners(made, ["A", "B", "Draw", "A"])).values()
    tree = html.document_fromstring(page)
    assert texts(tree, "stamp") == ["Provisional: games still to play"]
    assert [text(head) for head in tree.xpath("//thead//th")][-1] == "To come"
    told = [int(text(row[-1]) or 0) for row in tree.xpath("//tbody/tr")]
    assert (len(told), sum(told)) == (3, 9 - 4)
    (page,) = page_of("balance", with_winners(made, ["A"] * 9)).values()
    tree = html.document_fromstring(page)
    assert texts(tree, "stamp") == []
    assert [text(head) for head in tree.xpath("//thead//th")][-1] == "Balance"


def test_the_page_is_the_directors_and_its_bars_are_the_wins() -> None:
    (page,) = page_of("balance", ten_games(7, 10)).values()
    tree = html.document_fromstring(page)
    assert "For the director: do not post this before the end." in text(tree)
    rows = [[text(cell) for cell in row] for row in tree.xpath("//tbody/tr")]
    assert rows[0] == ["1", f"{stocks_of(1)['Theme']}Wolves 1 : Deer 1", "73", "", "52", "60", "87 %"]
    bars = [bar.get("style") for bar in tree.find_class("bar")]
    assert bars == ["--wins: 7", "--wins: 3", "--wins: 10"], "nothing is drawn for no win"
    assert tree.xpath("//th[not(@scope)]") == []


def test_before_a_result_there_is_no_report() -> None:
    assert page_of("balance", with_winners(paired(plain_names(6)), [])) == {}


def test_a_table_at_which_nobody_plays_is_not_counted() -> None:
    made = paired(("Ann", "Bob"), tables=[stocks_of(1), stocks_of(2)])
    view = make_view(with_winners(made, ["A"]), ENGLISH)
    assert [line.table for sheet in view.sheets for line in sheet] == ["1"]
    assert view.summary[0] == "1 table, 1 of 1 games reported: stock A won 1, stock B won 0."


def test_a_table_without_a_game_yet_has_no_share() -> None:
    lines = [line for sheet in make_view(with_winners(paired(plain_names(6)), ["A"]), ENGLISH).sheets for line in sheet]
    assert [(line.balance, line.to_come) for line in lines] == [("100 %", "2"), ("–", "3"), ("–", "3")]


def test_themes_and_stocks_come_through_as_text() -> None:
    tables = tables_called(TRICKY[:10])
    (page,) = page_of("balance", with_winners(paired(plain_names(16), tables=tables), ["A"] * 64)).values()
    tree = html.document_fromstring(page)
    assert texts(tree, "theme") == list(TRICKY[:8])
    assert texts(tree, "stocks") == [f"{a} : {b}" for a, b in pairwise(TRICKY[1:10])]
    assert tree.xpath("//script") == []
