"""The report of an event: what is on its sheets, and how they come out of a printer."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html

from tests.dose import dose
from tests.netrunner import workbooks as netrunner
from tests.prints.duplicates import paired, text, texts, with_winners
from tests.prints.events import ENGLISH, LONG, TRICKY, plain_names
from tests.prints.making import render
from tests.prints.played import assert_clear, played
from tests.prints.printed import PAPERS, print_page
from tests.reading.grids import Cells, event_sheet, match, players, read, round_sheet
from turnabout_sheets.event.draw import find_seed
from turnabout_sheets.event.results import Results, compute
from turnabout_sheets.formats.turnabout.format import TURNABOUT
from turnabout_sheets.prints.pages.report import PAGE, ReportPage, make_view
from turnabout_sheets.prints.report_parts.results import FEWEST_TOGETHER, flow_groups
from turnabout_sheets.prints.report_parts.sheets import ReportSheet
from turnabout_sheets.prints.words import load_words

A_WINS = (("A", 20), ("A", 20))
DRAWN = (("Draw", ""), ("Draw", ""))
ROUND_1: list[Cells] = [match("Ann", "Bob", *A_WINS), match("Cem", "Dan", *DRAWN), match("Eve", "BYE")]
ROUND_2: list[Cells] = [
    match("Eve", "Ann", ruling="B no-show"),
    match("Bob", "Cem", ("B", 4), ("A", 5)),
    match("Dan", "BYE"),
]
"""In round 1 Ann is 60 to 0 ahead, 30 to 0 VP; in round 2 Cem has 14 MP and Bob 15, 16 to 14 VP."""


def five(*rounds: list[Cells], **settings: str) -> Results:
    who = players("Ann", "Bob", "Cem", "Dan", "Eve")
    sheets = (round_sheet(number, *rows) for number, rows in enumerate(rounds, 1))
    known = {"name": "Town Open", "date": "2026-11-21", "venue": "Town Hall", "organizer": "Kim", "rounds": "2"}
    event, _ = read(event_sheet(**{**known, **settings}), who, *sheets)
    assert event is not None
    return compute(event, TURNABOUT)


def page(found: Results, language: str = "en") -> html.HtmlElement:
    w = load_words(language)
    return html.document_fromstring(render(PAGE.documents[0].template, make_view(found, w), w))


HEADS = ".//h1 | .//h2[@class='title']"
"""Of the sheets, and of the standings that stand on the cover."""


def sheets_called(tree: html.HtmlElement, heading: str) -> list[html.HtmlElement]:
    found = [
        sheet
        for sheet in tree.find_class("sheet")
        if any(text(head).startswith(heading) for head in sheet.xpath(HEADS))
    ]
    assert found, heading
    return found


def rows(tree: html.HtmlElement, heading: str) -> list[list[str]]:
    return [
        [text(cell) for cell in row] for sheet in sheets_called(tree, heading) for row in sheet.xpath(".//tbody/tr")
    ]


def facts(tree: html.HtmlElement) -> dict[str, str]:
    return {text(fact[0]): text(fact[1]) for fact in tree.find_class("fact")}


def test_the_cover_says_what_the_event_was_and_who_won() -> None:
    tree = page(five(ROUND_1, ROUND_2))
    assert text(tree.find_class("cover")[0].xpath(".//h2")[0]) == "Town Open"
    assert texts(tree, "names") == ["Eve"]
    assert facts(tree) == {
        "Date": "November 21, 2026",
        "Venue": "Town Hall",
        "Organizer": "Kim",
        "Format": "Turnabout",
        "Pairing": "Swiss",
        "Players": "5",
        "Rounds": "2",
        "Matches": "4",
        "Random seed": "Town Open 2026-11-21",
    }
    assert texts(tree, "stamp") == []


def test_the_sheets_stand_in_their_order() -> None:
    tree = page(five(ROUND_1, ROUND_2))
    assert [text(head) for head in tree.xpath(HEADS)] == ["Event report", "Final standings", "Awards", "Results"]
    assert tree.xpath("//th[not(@scope)]") == []


def test_all_results_are_told_round_by_round() -> None:
    assert rows(page(five(ROUND_1, ROUND_2)), "Results") == [
        ["Round 1"],
        ["1", "Ann", "Bob", "A wins", "60 : 0", "30 : 0"],
        ["2", "Cem", "Dan", "drawn", "0 : 0", "15 : 15"],
        ["", "Eve", "–", "bye", "", "18"],
        ["Round 2"],
        ["1", "Eve", "Ann", "B absent", "", "18 : 0"],
        ["2", "Bob", "Cem", "A wins", "15 : 14", "16 : 14"],
        ["", "Dan", "–", "bye", "", "18"],
    ]


def test_standings_and_awards_are_those_of_the_workbook() -> None:
    found = five(ROUND_1, ROUND_2)
    tree = page(found)
    assert [row[:3] for row in rows(tree, "Final standings")] == [
        ["1", "Eve", "36"],
        ["2", "Dan", "33"],
        ["3", "Ann", "30"],
        ["4", "Cem", "29"],
        ["5", "Bob", "16"],
    ]
    (ratings,) = (report for report in found.format.sheets.make_output(found) if report.sheet.name == "Ratings")
    assert [row[1] for row in rows(tree, "Awards")] == list(ratings.frame["player"])
    assert rows(tree, "Awards")[:3] == [
        ["1", "Eve", "2", "yes", "4", "12"],
        ["2", "Dan", "1½", "yes", "3", "7½"],
        ["3", "Ann", "1", "no", "2", "2"],
    ]


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (five(ROUND_1), "when all rounds are reported"),
        (played(plain_names(2), 1), "none: fewer than 4 players"),
        (played(plain_names(4), 2), None),
    ],
    ids=["running", "two", "four"],
)
def test_where_there_are_no_awards_the_cover_says_why(found: Results, said: str | None) -> None:
    assert facts(page(found)).get("Awards") == said


def test_while_the_event_is_running_all_sheets_that_can_change_are_stamped_and_nobody_has_won() -> None:
    tree = page(played(plain_names(8), 2, {(2, 3)}, rounds=3))
    assert texts(tree, "stamp") == ["Provisional"] * len(tree.find_class("sheet"))
    assert texts(tree, "winners") == []
    assert facts(tree)["Rounds"] == "2 of 3"


def test_before_a_result_there_are_cover_and_standings() -> None:
    tree = page(five())
    assert [text(head) for head in tree.xpath("//h1")] == ["Event report", "Standings"]


def test_those_who_share_the_first_place_are_all_named() -> None:
    both: list[Cells] = [match("Ann", "Bob", *A_WINS), match("Cem", "Dan", *A_WINS), match("Eve", "BYE")]
    assert texts(page(five(both, rounds="1")), "names") == ["AnnCem"]


@pytest.mark.parametrize(
    ("heading", "label"), [("Turnierbericht", "Sieger"), ("Rapport du tournoi", "Vainqueur"), ("Informe", "Ganador")]
)
def test_the_report_is_in_the_language_of_the_event(heading: str, label: str) -> None:
    language = {"Turnierbericht": "de", "Rapport du tournoi": "fr", "Informe": "es"}[heading]
    tree = page(five(ROUND_1, ROUND_2), language)
    assert sheets_called(tree, heading)
    assert text(tree.find_class("winners")[0]).startswith(label)
    english = {text(head) for head in page(five(ROUND_1, ROUND_2)).xpath("//thead//th")}
    same = {text(head) for head in tree.xpath("//thead//th")} & english
    assert same <= {"MP", "VP", "Table", "Status"}


def test_a_duplicate_event_has_its_tables_and_its_wins() -> None:
    tree = page(with_winners(paired(plain_names(7)), ["A", "B", "Draw", "A"] * 3))
    assert [text(head) for head in tree.xpath(HEADS)] == [
        "Event report",
        "Final standings",
        "Balance of the tables",
        "Results",
    ]
    assert facts(tree)["Pairing"] == "movement: once at each table"
    assert [row[0] for row in rows(tree, "Balance")] == ["1", "2", "3", "4"]
    assert {row[3] for row in rows(tree, "Results") if len(row) > 1} == {"A wins", "B wins", "drawn", "sits out"}


def test_a_netrunner_event_has_its_points() -> None:
    games = (("A", 7, 2), ("Draw", 3, 3))
    made = netrunner.results(
        netrunner.netrunner(name="Town Open", rounds=1),
        players("Ann", "Bob", "Cem"),
        netrunner.round_sheet(1, netrunner.match("Ann", "Bob", *games), netrunner.match("Cem", "BYE")),
    )
    tree = page(made)
    assert rows(tree, "Results") == [
        ["Round 1"],
        ["1", "Ann", "Bob", "A wins", "13 : 5", "2½ : ½"],
        ["", "Cem", "–", "bye", "", "3"],
    ]


def test_names_come_through_whole_and_as_text() -> None:
    tree = page(played(TRICKY, 1))
    for heading in ("Final standings", "Results"):
        names = [bdi.text for sheet in sheets_called(tree, heading) for bdi in sheet.xpath(".//tbody//bdi")]
        assert sorted(names) == sorted(TRICKY)


@given(st.lists(st.integers(0, 70), max_size=8), st.integers(8, 44))
def test_rounds_flow_over_the_sheets(sizes: list[int], lines: int) -> None:
    groups = [(f"R{number}", [(f"{number}.{row}",) for row in range(size)]) for number, size in enumerate(sizes)]
    sheets = flow_groups(groups, lines, ENGLISH)
    assert [row for sheet in sheets for group in sheet for row in group.rows] == [
        row for _, rows in groups for row in rows
    ]
    for sheet in sheets:
        assert sum(len(group.rows) + 1 for group in sheet) <= lines
        for group in sheet:
            number, row = map(int, group.rows[0][0].split("."))
            assert group.heading == (f"R{number}" if row == 0 else f"R{number}, continued")
        ending = sheet[-1] if sheet else None
        if ending and ending.rows[0][0].endswith(".0"):
            whole = sizes[int(ending.heading.removeprefix("R"))]
            assert len(ending.rows) >= min(FEWEST_TOGETHER, whole)


def sheets_of(view: ReportPage, heading: str) -> list[ReportSheet]:
    return [sheet for sheet in view.sheets if sheet.heading == heading]


@pytest.mark.soak
@pytest.mark.parametrize(
    ("n", "rounds", "standings", "results"),
    [(1, 1, 0, 1), (2, 1, 0, 1), (64, 6, 2, 5), dose((300, 9, 10, 34), (2000, 11, 63, 269))],
)
def test_the_number_of_sheets_is_that_of_the_lines(n: int, rounds: int, standings: int, results: int) -> None:
    view = make_view(played(plain_names(n), rounds), ENGLISH)
    assert len(sheets_of(view, "Final standings")) == standings
    assert len(sheets_of(view, "Results")) == results
    assert render(PAGE.documents[0].template, view, ENGLISH).count('<section class="sheet">') == len(view.sheets)


@pytest.mark.browser
@pytest.mark.parametrize(("paper", "sheets"), [("A4", 4), ("Letter", 4)])
def test_the_report_of_twenty_four_players_takes_few_sheets(tmp_path: Path, paper: str, sheets: int) -> None:
    view = make_view(played(plain_names(24), 5, paper=paper), ENGLISH)
    printed = print_page(render(PAGE.documents[0].template, view, ENGLISH), tmp_path)
    assert_clear(printed, sheets, paper)


@pytest.mark.browser
@pytest.mark.parametrize(
    ("paper", "names", "rounds", "name"),
    [
        ("A4", list(TRICKY), 3, LONG),
        ("Letter", list(TRICKY), 2, "Town Open"),
        ("A4", plain_names(24), 5, "Town Open"),
        ("Letter", plain_names(64), 6, "Town Open"),
        ("A4", plain_names(1), 1, ""),
    ],
    ids=["tricky A4", "tricky Letter", "24", "64", "1"],
)
def test_the_report_keeps_to_its_sheets(tmp_path: Path, paper: str, names: list[str], rounds: int, name: str) -> None:
    made = played(names, rounds, paper=paper, name=name, venue=LONG, organizer=LONG)
    view = make_view(made, ENGLISH)
    printed = print_page(render(PAGE.documents[0].template, view, ENGLISH), tmp_path)
    assert_clear(printed, len(view.sheets), paper)
    for page in printed.words:
        assert page[-1].bottom < PAPERS[paper][1] - 10
    plain = [word for words in printed.words for word in words if word.text.startswith("Player0")]
    assert all(word.points >= 8.95 for word in plain)
    typed = re.split(r"\W+", find_seed(made.event.settings))  # with a number in it, it is as small as a long name
    numbers = [word for words in printed.words for word in words if word.text.isdigit() and word.text not in typed]
    assert min(word.points for word in numbers) >= 8.9
