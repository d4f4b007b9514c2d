"""The posted lists: what is in them, in which order, and how they are cut into sheets."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html

from tests.prints.events import ENGLISH, TRICKY, event, plain_names, standings
from tests.prints.making import make_standings, round_pages, standings_page
from turnabout_sheets.core.text import format_number
from turnabout_sheets.event.standings import TieBreak
from turnabout_sheets.event.tie_breaks import margin
from turnabout_sheets.formats.duplicate.format import DUPLICATE
from turnabout_sheets.formats.netrunner.format import NETRUNNER
from turnabout_sheets.formats.turnabout.format import TURNABOUT
from turnabout_sheets.prints.layout import Layout, lay_out
from turnabout_sheets.prints.making import index_page
from turnabout_sheets.prints.pages import pairings, tables
from turnabout_sheets.prints.pages.pairings import BY_PLAYER
from turnabout_sheets.prints.pages.standings import LAYOUTS, head_points, make_view
from turnabout_sheets.prints.shared import PAPERS, Paper


def test_pairings_by_player_have_each_pair_twice_and_the_bye_in_its_place() -> None:
    page = pairings.make_view(event(["Zoe", "adam", "Mia", "Bob", "Kim"]), 3, ENGLISH)
    lines = [line for sheet in page.sheets for column in sheet for line in column]
    assert [(line.player, line.table, line.opponent, line.bye) for line in lines] == [
        ("adam", "1", "Zoe", False),
        ("Bob", "2", "Mia", False),
        ("Kim", "", "", True),
        ("Mia", "2", "Bob", False),
        ("Zoe", "1", "adam", False),
    ]


def test_pairings_by_table_go_by_number_then_those_without_then_byes() -> None:
    made = event(["A1", "B1", "A2", "B2", "A3", "B3", "Bye"])
    seated = [replace(match, table=table) for match, table in zip(made.rows, (12, None, 3, None), strict=True)]
    made = replace(made, rows=seated)
    lines = [line for sheet in tables.make_view(made, 3, ENGLISH).sheets for line in sheet]
    assert [(line.table, line.a, line.b, line.bye) for line in lines] == [
        ("3", "A3", "B3", False),
        ("12", "A1", "B1", False),
        ("", "A2", "B2", False),
        ("", "Bye", "", True),
    ]


def test_only_the_rounds_own_matches_are_printed() -> None:
    made = event(["Ann", "Bob"])
    both = replace(made, rows=[*(replace(match, round=2, table=9) for match in made.rows), *made.rows])
    assert [line.table for sheet in tables.make_view(both, 3, ENGLISH).sheets for line in sheet] == ["1"]


@given(n=st.integers(0, 400), columns=st.integers(1, 3), row_height=st.sampled_from([7.6, 11.0, 13.5]))
def test_cutting_into_sheets_keeps_every_line_in_order(n: int, columns: int, row_height: float) -> None:
    sheets = Layout(columns, row_height).sheets(range(n), PAPERS["A4"])
    assert [line for sheet in sheets for column in sheet for line in column] == list(range(n))
    longest = max(len(column) for sheet in sheets for column in sheet)
    assert longest * row_height <= 247
    assert all(1 <= len(sheet) <= columns for sheet in sheets)
    assert len(sheets) == 1 or all(len(sheet) == columns and {*map(len, sheet)} == {longest} for sheet in sheets[:-1])


@pytest.mark.parametrize(
    ("n", "columns", "sheets"), [(1, 1, 1), (17, 1, 1), (22, 1, 1), (23, 2, 1), (36, 2, 1), (44, 1, 2), (64, 2, 2)]
)
def test_players_stand_in_the_largest_print_that_needs_no_more_sheets(n: int, columns: int, sheets: int) -> None:
    layout, made = lay_out(range(n), BY_PLAYER, PAPERS["A4"])
    assert (layout.columns, len(made)) == (columns, sheets)


LISTS = {"pairings by player": BY_PLAYER, "pairings by table": tables.BY_TABLE, "standings": LAYOUTS}


@pytest.mark.parametrize("layouts", LISTS.values(), ids=LISTS)
@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
def test_the_type_grows_until_the_sheets_that_are_needed_are_full(layouts: tuple[Layout, ...], paper: Paper) -> None:
    for n in range(1, 150):
        fewest = min(len(each.sheets(range(n), paper)) for each in layouts)
        layout, sheets = lay_out(range(n), layouts, paper)
        longest = max(len(column) for sheet in sheets for column in sheet)
        assert len(sheets) == fewest
        assert [line for sheet in sheets for column in sheet for line in column] == list(range(n))
        assert longest * layout.row_height <= paper.height - 50
        grown = longest * (layout.row_height + 0.1) > paper.height - 50
        assert grown or layout.row_height >= layout.most, f"{n} lines leave room"


def test_standings_show_byes_if_anybody_had_one_and_say_how_ties_are_broken() -> None:
    frame = standings(["Ann", "Bob"]).assign(Status="")
    coin = TieBreak("coin", margin)
    format = replace(TURNABOUT, scoring=replace(TURNABOUT.scoring, tie_breaks=(*TURNABOUT.scoring.tie_breaks, coin)))
    of, ties = event(["Ann", "Bob"]), ("MP difference", "match wins", "coin")
    view = make_view(of, make_standings(frame, format), 2, ENGLISH, format=format, provisional=False, tie_breaks=ties)
    assert [column.heading for column in view.columns] == ["Rank", "Player", "VP", "W–D–L", "Opp. VP", "MP diff."]
    assert view.ties == (
        "Equal points are ranked by: difference in MP, match wins, coin; players still tied share a rank."
    )
    byes = make_standings(frame.assign(Byes=[1, 0]), format)
    with_bye = make_view(of, byes, 2, ENGLISH, format=format, provisional=False)
    assert [column.heading for column in with_bye.columns][3:5] == ["W–D–L", "Byes"]
    assert [row[4] for row in with_bye.sheets[0]] == ["1", "0"]
    assert with_bye.ties == ""


def test_standings_show_their_columns_and_whether_they_are_final() -> None:
    names = ["Ann", "Bob"]
    for provisional in (True, False):
        pages = standings_page(event(names), standings(names), 2, provisional=provisional)
        page = html.document_fromstring(pages["standings-after-round-02.html"])
        assert [cell.text_content() for cell in page.xpath("//thead//th")] == [
            "Rank", "Player", "VP", "W–D–L", "Opp. VP", "MP diff.", "Status",
        ]  # fmt: skip
        assert [[cell.text_content().strip() for cell in row] for row in page.xpath("//tbody/tr")] == [
            ["1", "Ann", "89", "2–0–1", "139", "+9", ""],
            ["2", "Bob", "88", "2–0–1", "138", "+8", "Dropped after 2"],
        ]
        assert bool(page.find_class("stamp")) == provisional


def test_the_standings_of_an_event_that_is_over_are_called_final() -> None:
    for final, heading, title in (
        (True, "Final standings", "Final standings"),
        (False, "Standings", "Standings after"),
    ):
        pages = standings_page(event(["Ann"]), standings(["Ann"]), 2, provisional=False, final=final)
        page = html.document_fromstring(pages["standings-after-round-02.html"])
        assert page.findtext(".//h1") == heading
        assert page.findtext(".//title").startswith(title)


def test_standings_of_another_format_show_what_they_have() -> None:
    frame = pd.DataFrame({"Rank": [1, 2], "Player": ["Ann", "Bob"], "GMP": [Fraction(9, 2), Fraction(-4)]})
    view = make_view(
        event(["Ann", "Bob"]), make_standings(frame, NETRUNNER), 1, ENGLISH, format=NETRUNNER, provisional=False
    )
    assert [column.heading for column in view.columns] == ["Rank", "Player", "GMP"]
    assert view.sheets == ((("1", "Ann", "4½"), ("2", "Bob", "−4")),)


@pytest.mark.parametrize(
    ("number", "plain", "signed"),
    [
        (0, "0", "0"),
        (7, "7", "+7"),
        (-4, "−4", "−4"),
        (Fraction(9, 2), "4½", "+4½"),
        (Fraction(1, 2), "½", "+½"),
        (Fraction(-1, 2), "−½", "−½"),
        (Fraction(5, 3), "1\N{NO-BREAK SPACE}2/3", "+1\N{NO-BREAK SPACE}2/3"),
        (Fraction(2, 3), "2/3", "+2/3"),
    ],
)
def test_figures_are_exact(number: int | Fraction, plain: str, signed: str) -> None:
    assert (format_number(number), format_number(number, signed=True)) == (plain, signed)


def test_points_of_any_name_are_posted() -> None:
    sheet = make_standings(standings(["Ann", "Bob"]), TURNABOUT)
    called: dict[str, Any] = {"header": "Score", "heading": ""}
    columns = tuple(replace(each, **called) if each.field == "points" else each for each in sheet.sheet.columns)
    scored = replace(sheet, sheet=replace(sheet.sheet, columns=columns))
    view = make_view(event(["Ann", "Bob"]), scored, 1, ENGLISH, format=TURNABOUT, provisional=False)
    assert [(column.heading, column.role) for column in view.columns[:3]] == [
        ("Rank", "rank"), ("Player", "name"), ("Score", "points"),
    ]  # fmt: skip
    assert [rows[2] for rows in view.sheets[0]] == ["89", "88"]
    assert [head_points(each, ENGLISH) for each in (TURNABOUT, NETRUNNER, DUPLICATE)] == ["VP", "GMP", "Points"]


def test_the_index_links_the_newest_round_first_and_only_what_is_there() -> None:
    made = event(["Ann", "Bob"])
    there = [
        *round_pages(event(["Ann", "Bob"], round_number=1), TURNABOUT, 1),
        *round_pages(event(["Ann", "Bob"], round_number=10), TURNABOUT, 10),
        *standings_page(made, standings(["Ann", "Bob"]), 1, provisional=False),
        "index.html",
        "notes about round-77.txt",
    ]
    page = html.document_fromstring(index_page(made, TURNABOUT.name, there)["index.html"])
    assert [heading.text_content() for heading in page.xpath("//h2")] == ["Round 10", "After round 1", "Round 1"]
    assert page.xpath("//a/@href") == [
        "round-10-slips.html",
        "round-10-pairings-by-player.html",
        "round-10-pairings-by-table.html",
        "standings-after-round-01.html",
        "round-01-slips.html",
        "round-01-pairings-by-player.html",
        "round-01-pairings-by-table.html",
    ]
    assert set(page.xpath("//a/@href")) <= set(there)


def test_names_come_through_whole_and_as_text() -> None:
    pages = round_pages(event(TRICKY), TURNABOUT, 3) | standings_page(
        event(TRICKY), standings(TRICKY), 2, provisional=False
    )
    for file, times in {
        "round-03-pairings-by-player.html": 2,
        "round-03-pairings-by-table.html": 1,
        "standings-after-round-02.html": 1,
    }.items():
        names = [bdi.text for bdi in html.document_fromstring(pages[file]).xpath("//tbody//bdi")]
        assert sorted(names) == sorted(TRICKY * times)


def test_every_header_cell_says_what_it_heads() -> None:
    pages = round_pages(event(plain_names(64)), TURNABOUT, 3)
    for page in (*pages.values(), *standings_page(event(["A1"]), standings(["A1"]), 2, provisional=False).values()):
        tree = html.document_fromstring(page)
        assert tree.get("lang") == "en"
        assert tree.xpath("//th")
        assert tree.xpath("//th[not(@scope)]") == []
