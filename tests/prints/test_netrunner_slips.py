"""What stands on a Netrunner slip, and how long a match lasts: read from the HTML, as a player would read it."""

from __future__ import annotations

import re

import pytest
from lxml import html

from tests.dose import combinations
from tests.prints.cutting import ROWS_AND_COLUMNS, cut_and_pile
from tests.prints.events import ENGLISH, TRICKY, event, plain_names
from tests.prints.making import round_pages
from turnabout_sheets.event.model import Event
from turnabout_sheets.formats.netrunner.format import NETRUNNER
from turnabout_sheets.formats.netrunner.scoring import Game, match_gmp, match_points
from turnabout_sheets.formats.turnabout.format import TURNABOUT
from turnabout_sheets.prints.slips.netrunner import make_view

LISTS = ("round-03-pairings-by-player.html", "round-03-pairings-by-table.html")


def tree(of: Event) -> html.HtmlElement:
    return html.document_fromstring(round_pages(of, NETRUNNER, 3)["round-03-slips.html"])


def slips(of: Event) -> list[html.HtmlElement]:
    return tree(of).find_class("slip")


def text(element: html.HtmlElement) -> str:
    return " ".join(element.text_content().split())


def texts(element: html.HtmlElement, name: str) -> list[str]:
    return [text(found) for found in element.find_class(name)]


def test_who_plays_what_in_each_game() -> None:
    games = slips(event(["Ann", "Bob"]))[0].find_class("game")
    assert [text(game) for game in games] == [
        "Game 1 A Corporation B Runner",
        "Game 2 A Runner B Corporation",
        "Match A B",
    ]


def test_a_slip_holds_all_that_players_fill_in() -> None:
    slip = slips(event(["Ann", "Bob"]))[0]
    assert texts(slip, "name") == ["Ann", "Bob"]
    assert texts(slip, "number") == ["1"]
    assert texts(slip, "slip-round") == ["Round 3 · November 21, 2026"]
    assert "Town Open" in text(slip)
    game = [["tied or not finished", "A wins", "B wins"], ["Agenda points scored", "", ""]]
    match = [["Points", "", ""], ["tied (more points win)", "A wins", "B wins"], ["GMP", "", ""]]
    assert [[text(cell) for cell in row] for row in slip.find_class("row")] == [*game, *game, *match]
    for row in slip.find_class("row"):
        # Every place of a row is there to be filled in: ticked where it has words, else written into.
        boxes, ticks = len(row.find_class("box")), len(row.find_class("tick"))
        assert (boxes, ticks) in ((2, 0), (0, 3))
    assert texts(slip, "signature") == ["A drops", "B drops"]
    assert all(
        len(line.find_class("tick")) == len(line.find_class("line")) == 1 for line in slip.find_class("signature")
    )


def test_the_small_print_is_what_is_scored() -> None:
    (rules,) = texts(slips(event(["Ann", "Bob"]))[0], "rules")
    assert rules == (
        "Points: 10 per game won, otherwise your agenda points. "
        "GMP: each game 1, the match 1; tied or not finished ½ each: 3 in total."
    )
    played = [Game("A", 7, 4), Game("Draw", 3, 5)]
    assert match_points(played) == (10 + 3, 4 + 5)
    assert match_gmp(played) == (1 + 1 / 2 + 1, 1 / 2)


@pytest.mark.parametrize(("deck_type", "minutes"), [("sealed", 90), ("constructed", 60)])
def test_the_time_of_the_deck_type_stands_on_slips_and_posted_pairings(deck_type: str, minutes: int) -> None:
    """Netrunner 2.6."""
    made = event(["Ann", "Bob"], deck_type=deck_type)
    pages = round_pages(made, NETRUNNER, 3)
    assert len(pages) == 3
    for page in pages.values():
        assert f"{minutes} minutes for the match" in text(html.document_fromstring(page))


def test_other_formats_say_nothing_of_the_time() -> None:
    pages = round_pages(event(["Ann", "Bob"]), TURNABOUT, 3)
    assert not any("minutes for the match" in pages[file] for file in LISTS)


def test_a_blank_slip_has_room_for_all_that_is_not_known() -> None:
    first, *_, blank = slips(event(["Ann", "Bob"]))
    assert texts(blank, "number") == texts(blank, "name") == []
    assert len(blank.find_class("line")) == 1 + 2 + 2, "table, names, signatures"
    for name in ("box", "tick"):
        assert len(blank.find_class(name)) == len(first.find_class(name))


@pytest.mark.slow
@pytest.mark.parametrize("per_page", [2, 4, 6])
def test_the_cut_stack_reads_in_order_of_tables_for_every_number_of_them(per_page: int) -> None:
    everybody = plain_names(400)
    for n in range(1, 201):
        # As the template goes through them: sheet by sheet, row by row.
        page = make_view(event(everybody[: 2 * n], slips_per_page=per_page), NETRUNNER, 3, ENGLISH)
        assert page.rows * page.columns == per_page
        pile = cut_and_pile([[slip.table for slip in sheet] for sheet in page.sheets])
        blanks = len(page.sheets) * per_page - n
        assert pile == [*map(str, range(1, n + 1)), *[""] * blanks]
        assert 0 <= blanks < per_page


@pytest.mark.soak
@pytest.mark.parametrize(("n", "per_page"), combinations([*range(1, 14), 64, 199, 200], [2, 4, 6]))
def test_the_sheets_are_printed_as_they_are_stacked(n: int, per_page: int) -> None:
    sheets = tree(event([*plain_names(2 * n), "Bye"], slips_per_page=per_page)).find_class("sheet")
    pile = cut_and_pile([[(texts(slip, "number") or [""])[0] for slip in sheet.find_class("slip")] for sheet in sheets])
    assert [number for number in pile if number] == [str(table) for table in range(1, n + 1)]
    assert not any("Bye" in text(sheet) for sheet in sheets), "a bye has no slip"
    for sheet in sheets:
        # The lines to cut along: each begins at an edge of the sheet, and goes straight across it in dashes.
        (drawn,) = (path.get("d") for cuts in sheet.find_class("cuts") for path in cuts.iter("path"))
        lines = re.findall(r"M([\d.]+) ([\d.]+)((?:v2m0 2)+|(?:h2m2 0)+)", drawn)
        assert "".join(f"M{x} {y}{dashes}" for x, y, dashes in lines) == drawn
        rows, columns = ROWS_AND_COLUMNS[per_page]
        assert [float(x) for x, y, dashes in lines if y == "0" and dashes.count("v2") == 74] == [105] * (columns - 1)
        assert [float(y) for x, y, dashes in lines if x == "0" and dashes.count("h2") == 52] == [
            297 / rows * row for row in range(1, rows)
        ]


def test_names_come_through_whole_and_as_text() -> None:
    found = [name for slip in slips(event(TRICKY)) for name in texts(slip, "name")]
    assert sorted(found) == sorted(TRICKY)
    harmless = tree(event(plain_names(len(TRICKY)), name="Event"))
    attacked = tree(event(TRICKY, name="<script>alert('event')</script>"))
    assert [each.tag for each in attacked.iter()] == [each.tag for each in harmless.iter()]


def test_every_box_says_in_a_header_cell_what_it_is() -> None:
    page = tree(event(["Ann", "Bob"]))
    assert page.xpath("//th")
    assert page.xpath("//th[not(@scope)]") == []
    assert page.xpath("//tr[not(th)]") == []
