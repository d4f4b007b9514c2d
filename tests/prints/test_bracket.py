"""The bracket: who stands in which slot, who has gone on, how it is cut into sheets, and how it comes out on paper."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from lxml import html

from tests.netrunner import workbooks as netrunner
from tests.prints.events import ENGLISH, TRICKY, plain_names
from tests.prints.making import page_of
from tests.prints.printed import PAPERS, print_page
from tests.reading.grids import Cells, event_sheet, match, players, results, round_sheet
from turnabout_sheets.event.model import BYE
from turnabout_sheets.event.results import Results
from turnabout_sheets.prints.making import index_page
from turnabout_sheets.prints.pages.bracket import BracketSheet, BracketSlot, make_view
from turnabout_sheets.rounds.next_rounds import pair
from turnabout_sheets.sheets.grid import Raw

SINGLE, DOUBLE = "single elimination", "double elimination"
Games = tuple[tuple[Raw, Raw], tuple[Raw, Raw]]
A_WINS: Games = (("A", 7), ("A", 9))
B_WINS: Games = (("B", 7), ("B", 9))
DRAW: Games = (("Draw", ""), ("Draw", ""))
NOTHING: Games = (("", ""), ("", ""))


def elimination(method: str, names: Sequence[str], *rounds: Sequence[Cells], paper: str = "A4") -> Results:
    """Return an event of these players, seeded as listed, with the rounds' sheets as they are given."""
    settings = event_sheet(name="Town Open", pairing=method, first_round="listed", paper=paper)
    sheets = (round_sheet(number, *rows) for number, rows in enumerate(rounds, 1))
    there = [{"Player": name, "Player ID": f"P{number}"} for number, name in enumerate(names)]
    return results(settings, players(*there), *sheets)


def play(method: str, names: Sequence[str], rounds: int = 99, *, paper: str = "A4", reported: bool = True) -> Results:
    """Return an event that was paired by the program, whose better seed always wins, after ``rounds`` or its end.

    The last of them is not played yet unless it is to be ``reported``.
    """
    played: list[list[Cells]] = []
    while True:
        found = elimination(method, names, *played, paper=paper)
        if found.decided or len(played) == rounds:
            return found
        new, problems = pair(found, len(played) + 1)
        assert new is not None
        assert not problems
        rows: list[Cells] = []
        for row in new.rows:
            a, b = row["a"], row["b"]
            fought = b != BYE and (reported or len(played) + 1 < rounds)
            result = (A_WINS if a < b else B_WINS) if fought else NOTHING
            cells = match(names[a], "BYE" if b == BYE else names[b], *result, ruling=row.get("ruling") or "")
            rows.append({"Table": row["table"] or "", **cells})
        played.append(rows)


def told(slot: BracketSlot) -> tuple[str, str, str]:
    """Return a slot as text: both places, the winner's with a star, and the note."""
    above, below = (
        " ".join(filter(None, ("*" if place.won else "", place.name or place.word, place.points)))
        for place in slot.places
    )
    return above, below, slot.note


def columns(sheet: BracketSheet) -> dict[str, list[tuple[str, str, str]]]:
    return {column.heading: [told(slot) for slot in column.slots] for column in sheet.columns}


FIVE = ["Ann", "Bob", "Cem", "Dan", "Eve"]
ROUND_1 = (
    match("Ann", "BYE", table=1),
    match("Dan", "Eve", ("B", 5), ("B", 3), table=2),
    match("Cem", "BYE", table=3),
    match("Bob", "BYE", table=4),
)


def test_a_bracket_of_five_before_its_first_match() -> None:
    found = elimination(SINGLE, FIVE, [ROUND_1[0], match("Dan", "Eve", table=2), *ROUND_1[2:]])
    (sheet,) = make_view(found, ENGLISH).sheets
    assert (sheet.heading, sheet.tree, sheet.champion) == ("Bracket", True, "")
    assert columns(sheet) == {
        "Round 1": [("* Ann", "bye", ""), ("Dan", "Eve", "Table 2"), ("* Cem", "bye", ""), ("* Bob", "bye", "")],
        "Round 2": [("Ann", "", "Table 1"), ("Cem", "Bob", "Table 2")],
        "Round 3: final": [("", "", "Table 1")],
    }


def test_a_finished_bracket_of_five_stands_as_it_was_played() -> None:
    # The rows of round 2 name the players the other way round than the bracket leads to them.
    round_2 = (
        match("Eve", "Ann", *DRAW, ruling="A advances", table=1),
        match("Bob", "Cem", table=2, ruling="B no-show"),
    )
    found = elimination(SINGLE, FIVE, ROUND_1, round_2, [match("Bob", "Eve", ("A", 20), ("A", 20), table=1)])
    page = make_view(found, ENGLISH)
    (sheet,) = page.sheets
    assert page.moment == "After round 3"
    assert sheet.champion == "Bob"
    winner, loser = found.matches["vp_b"][1], found.matches["vp_a"][1]
    assert winner + loser == 30
    assert columns(sheet)["Round 1"][1] == (f"Dan {loser}", f"* Eve {winner}", "")
    assert columns(sheet)["Round 2"] == [("Ann 15", "* Eve 15", "by decision"), ("Cem", "* Bob", "no-show")]
    final = found.matches.iloc[-1]
    assert columns(sheet)["Round 3: final"] == [(f"Eve {final.vp_b}", f"* Bob {final.vp_a}", "")]


def test_halves_of_points_are_written_as_such() -> None:
    tied = netrunner.match("Ann", "Bob", ("A", 7, 4), ("B", 4, 7), ruling="B advances")
    settings = netrunner.netrunner(pairing=SINGLE)
    found = netrunner.results(settings, players("Ann", "Bob"), netrunner.round_sheet(1, tied))
    (sheet,) = make_view(found, ENGLISH).sheets
    assert columns(sheet) == {"Round 1: final": [("Ann 1½", "* Bob 1½", "by decision")]}


def test_nobody_goes_on_where_nobody_came_or_the_winner_has_left() -> None:
    names = [*FIVE, "Fay", "Gus", "Hal"]
    rows = [
        match("Ann", "Hal", table=1, ruling="Both no-show"),
        match("Dan", "Eve", *A_WINS, table=2),
        match("Cem", "Fay", *A_WINS, table=3),
        match("Bob", "Gus", *DRAW, table=4),
    ]
    settings = event_sheet(pairing=SINGLE, first_round="listed")
    who = players({"Player": "Cem", "Dropped after": 1}, *(name for name in names if name != "Cem"))
    (sheet,) = make_view(results(settings, who, round_sheet(1, *rows)), ENGLISH).sheets
    assert columns(sheet)["Round 1"][0] == ("Ann", "Hal", "no-show")
    assert columns(sheet)["Round 1"][3] == ("Bob 15", "Gus 15", "drawn")
    assert columns(sheet)["Round 2"] == [("bye", "Dan", ""), ("bye", "", "")]
    assert columns(sheet)["Round 3: final"] == [("Dan", "", "Table 1")]


def test_a_double_elimination_of_eight_to_its_second_final() -> None:
    names = ["Ann", "Bob", "Cem", "Dan", "Eve", "Fay", "Gus", "Hal"]
    before = play(DOUBLE, names, 5)
    assert [sheet.champion for sheet in make_view(before, ENGLISH).sheets] == [None, None], "the final is not paired"
    upper, lower = make_view(play(DOUBLE, names), ENGLISH).sheets
    assert (upper.heading, upper.tree, upper.champion) == ("Upper bracket", True, None)
    assert (lower.heading, lower.tree, lower.champion) == ("Beaten once", False, "Ann")
    assert [[(slot.places[0].name, slot.places[1].name) for slot in column.slots] for column in upper.columns] == [
        [("Ann", "Hal"), ("Dan", "Eve"), ("Cem", "Fay"), ("Bob", "Gus")],
        [("Ann", "Dan"), ("Cem", "Bob")],
        [("Ann", "Bob")],
    ]
    shown = columns(lower)
    assert list(shown) == ["Round 2", "Round 3", "Round 4", "Round 5", "Round 6: final"]
    assert [len(slots) for slots in shown.values()] == [2, 2, 3, 2, 1]
    assert shown["Round 5"][-1] == shown["Round 4"][-1] == ("Ann", "waits", "")
    assert shown["Round 4"][-2][1] == "bye"
    assert shown["Round 6: final"][0][0].startswith("* Ann")


def test_the_second_final_is_named_and_crowns_the_champion() -> None:
    once = [match("Ann", "Bob", *A_WINS, table=1)]
    again = [match("Ann", "Bob", *B_WINS, table=1)]
    _, lower = make_view(elimination(DOUBLE, ["Ann", "Bob"], once, again, again), ENGLISH).sheets
    assert [column.heading for column in lower.columns] == ["Round 2: final", "Round 3: second final"]
    assert lower.champion == "Bob"
    _, lower = make_view(elimination(DOUBLE, ["Ann", "Bob"], once, again), ENGLISH).sheets
    assert lower.champion == ""


@pytest.mark.parametrize(
    ("n", "headings", "heights"),
    [
        (2, ["Bracket"], [[1]]),
        (20, ["Bracket"], [[16, 8, 4, 2, 1]]),
        (40, ["Bracket: tables 1–16", "Bracket: tables 17–32", "Bracket: from round 6"],
         [[16, 8, 4, 2, 1], [16, 8, 4, 2, 1], [1]]),
        (70, [*(f"Bracket: tables {first}–{first + 15}" for first in (1, 17, 33, 49)), "Bracket: from round 6"],
         [*[[16, 8, 4, 2, 1]] * 4, [2, 1]]),
    ],
)  # fmt: skip
def test_large_brackets_are_cut_into_sheets(n: int, headings: list[str], heights: list[list[int]]) -> None:
    sheets = make_view(play(SINGLE, plain_names(n), 1), ENGLISH).sheets
    assert [sheet.heading for sheet in sheets] == headings
    assert [[len(column.slots) for column in sheet.columns] for sheet in sheets] == heights
    assert [sheet.champion is not None for sheet in sheets] == [False] * (len(sheets) - 1) + [True]


@pytest.mark.parametrize("reported", [True, False])
@pytest.mark.parametrize(
    ("method", "n", "rounds"), [(SINGLE, 40, 99), (SINGLE, 11, 2), (DOUBLE, 20, 4), (DOUBLE, 11, 9)]
)
def test_every_name_stands_where_its_player_has_been(method: str, n: int, rounds: int, reported: bool) -> None:
    """That is once a round, and once as champion; who is through to a round that is not paired yet, is there, too."""
    names = plain_names(n)
    found = play(method, names, rounds, reported=reported)
    expected = Counter(names[player] for row in found.event.rows for player in (row.a, row.b) if player != BYE)
    if found.decided:
        expected[found.still_in[0].name] += 1
    else:
        assert found.elimination is not None
        next_round = len(found.event.rounds) + 1
        going = found.elimination.survivors(found.event, next_round) if reported else ()
        expected.update(player.name for player in going if not found.elimination.lost_before(player.number, next_round))
    (page,) = page_of("bracket", found).values()
    assert Counter(bdi.text for bdi in html.document_fromstring(page).xpath("//bdi")) - Counter(
        {"Town Open": 99}
    ) == expected  # fmt: skip


def test_names_come_through_whole_and_as_text_with_headings_in_order() -> None:
    found = play(DOUBLE, TRICKY, 2)
    (page,) = page_of("bracket", found).values()
    tree = html.document_fromstring(page)
    assert {bdi.text for bdi in tree.xpath("//bdi")} == {*TRICKY, "Town Open"}
    assert tree.get("lang") == "en"
    assert not tree.xpath("//script | //img | //link")
    headings = [heading.tag for heading in tree.xpath("//h1 | //h2 | //h3")]
    assert headings == ["h1", "h2", "h2", "h2", "h2", "h1", "h2"]


def test_winners_are_marked_in_more_than_one_way() -> None:
    (page,) = page_of("bracket", elimination(SINGLE, FIVE, ROUND_1)).values()
    marked = html.document_fromstring(page).xpath("//p[.//*[@role='img']]")
    assert [place.xpath("string(.//strong)").strip() for place in marked] == ["Ann", "Eve", "Cem", "Bob"]
    assert all("►" in place.text_content() for place in marked)


def test_the_index_links_the_bracket() -> None:
    found = elimination(SINGLE, FIVE, ROUND_1)
    (page,) = index_page(found.event, found.format.name, page_of("bracket", found)).values()
    assert html.document_fromstring(page).xpath("//a/@href") == ["bracket.html"]


@pytest.mark.browser
@pytest.mark.parametrize(
    ("paper", "method", "n", "rounds"),
    [
        ("A4", SINGLE, 2, 1),
        ("A4", SINGLE, 40, 3),
        ("Letter", SINGLE, 32, 99),
        ("A4", DOUBLE, 32, 99),
        ("Letter", DOUBLE, 11, 3),
    ],
)
def test_printed(tmp_path: Path, paper: str, method: str, n: int, rounds: int) -> None:
    names = plain_names(n)
    found = play(method, names, rounds, paper=paper)
    sheets = make_view(found, ENGLISH).sheets
    (page,) = page_of("bracket", found).values()
    printed = print_page(page, tmp_path)
    height, width = PAPERS[paper]
    assert printed.pages == len(sheets)
    for number, (size, words, sheet) in enumerate(zip(printed.sizes, printed.words, sheets, strict=True)):
        assert size == pytest.approx((width, height), abs=0.3)
        text = " ".join(word.text for word in words)
        assert sheet.heading in text
        assert f"Sheet {number + 1} of {len(sheets)}" in text
        there = {place.name for column in sheet.columns for slot in column.slots for place in slot.places}
        assert {word.text for word in words} >= there - {""}
        assert all(word.points >= 8.95 for word in words if word.text in names)
        assert not printed.ink_outside(
            number, lambda x, y: (x > 8) & (x < width - 8) & (y > 8) & (y < height - 8)
        )  # fmt: skip


@pytest.mark.browser
def test_names_of_every_kind_keep_to_their_lines(tmp_path: Path) -> None:
    found = play(SINGLE, [f"{name}{'’' * times}" for times in range(2) for name in TRICKY], 2)
    (page,) = page_of("bracket", found).values()
    (sheet,) = make_view(found, ENGLISH).sheets
    printed = print_page(page, tmp_path)
    assert printed.pages == 1
    assert not printed.ink_outside(0, lambda x, y: (x > 8) & (x < 289) & (y > 8) & (y < 202))
    begin = 10 + 19 + 3 + 7  # margin, head, and the heading of the column
    first = [word for word in printed.words[0] if word.top > begin and word.left < 10 + sheet.column_width]
    ours = [word for word in first if word.text.isascii()]  # the boxes of fonts that stand in for others are larger
    assert len(ours) > 80
    slot = sheet.height / 16
    for word in ours:
        # How far the word is from the line between the two names of its match, where it begins and where it ends.
        ends = [(y - begin) % slot - slot / 2 for y in (word.top, word.bottom)]
        assert max(map(abs, ends)) <= sheet.row_height + 0.3, word
        assert max(ends) <= 0.6 or min(ends) >= -0.6, word
