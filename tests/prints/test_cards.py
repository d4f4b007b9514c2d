"""Player cards: what is on a card as the event goes on, and how they come out of a printer."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest
from lxml import html

from tests.dose import dose
from tests.netrunner.workbooks import Game, match, netrunner, results, round_sheet, rulings
from tests.prints.cutting import cut_and_pile
from tests.prints.events import ENGLISH, TRICKY, plain_names
from tests.prints.making import cards_page
from tests.prints.printed import PAPERS, Printed, print_page, print_together
from tests.reading import grids
from turnabout_sheets.event.results import Results
from turnabout_sheets.prints.making import index_page
from turnabout_sheets.prints.pages.cards import COLUMNS, GAP, HEIGHT, ROWS, WIDTH, CardLine, PlayerCard, make_view
from turnabout_sheets.rounds.new_round import append_round
from turnabout_sheets.rounds.next_rounds import pair
from turnabout_sheets.sheets.grid import Grid, Raw

A_WINS: tuple[Game, Game] = (("A", 7, 2), ("A", 7, 3))
SPLIT: tuple[Game, Game] = (("A", 7, 4), ("B", 4, 7))
"""Each wins one game, and both have 10 + 4 points: 1½ GMP each."""


def cards_of(found: Results) -> dict[str, PlayerCard]:
    """Return the cards by name, as they lie on the pile once they are cut."""
    pile = cut_and_pile([list(sheet) for sheet in make_view(found, ENGLISH).sheets])
    return {card.name: card for card in pile if card.name}


def told(card: PlayerCard) -> list[tuple[str, ...]]:
    """Return the lines of a card as they are read, without the cells that are empty."""
    return [tuple(filter(None, line)) for line in card.lines]


def five(*rounds: Grid, others: tuple[Grid, ...] = (), **settings: Raw) -> Results:
    who = grids.players({"Player": "Ann", "Away": 3}, "bob", "Cem", {"Player": "Dan", "Dropped after": 2}, "Eve")
    return results(netrunner(name="Town Open", rounds=4, **settings), who, *rounds, *others)


ROUND_1 = round_sheet(1, match("Ann", "Cem", *A_WINS), match("bob", "Dan", *SPLIT), match("Eve", "BYE"))
ROUND_2 = round_sheet(2, match("Ann", "Eve", ruling="A no-show"), match("bob", "Cem", *SPLIT), match("Dan", "BYE"))
ROUND_3 = round_sheet(3, match("Eve", "bob"), match("Cem", "BYE"))


def test_a_card_before_the_first_round_has_a_line_for_each_round_and_nothing_in_it() -> None:
    """Netrunner 1.1."""
    cards = cards_of(five())
    assert list(cards) == ["Ann", "bob", "Cem", "Dan", "Eve"]
    assert told(cards["Ann"]) == [("1",), ("2",), ("3",), ("4",)]


def test_cards_are_filled_in_to_date() -> None:
    cards = cards_of(five(ROUND_1, ROUND_2, ROUND_3))
    assert told(cards["Ann"]) == [
        ("1", "Cem", "3", "3", "1"),
        ("2", "Eve", "player absent", "0", "3", "1"),
        ("3", "–"),
        ("4",),
    ]
    assert told(cards["bob"]) == [("1", "Dan", "1½", "1½", "1"), ("2", "Cem", "1½", "3", "1"), ("3", "Eve"), ("4",)]
    assert told(cards["Cem"]) == [("1", "Ann", "0", "0", "0"), ("2", "bob", "1½", "1½", "1"), ("3", "bye"), ("4",)]
    assert told(cards["Eve"])[:2] == [("1", "bye", "3", "3", "1"), ("2", "Ann", "opponent absent", "3", "6", "2")]
    assert told(cards["Dan"]) == [("1", "bob", "1½", "1½", "1"), ("2", "bye", "3", "4½", "2"), ("3", "–"), ("4",)]
    assert [card.status for card in cards.values()] == ["", "", "", "Dropped after 2", ""]


def test_a_round_that_has_just_been_paired_has_its_opponents_on_the_cards() -> None:
    found = five(ROUND_1, ROUND_2)
    new, _ = pair(found, 3)
    assert new is not None
    paired = dataclasses.replace(found, event=append_round(found.event, new))
    for row in new.rows:
        cards = cards_of(paired)
        a = found.event.players[row["a"]].name
        assert told(cards[a])[2] == ("3", "bye" if row["b"] < 0 else found.event.players[row["b"]].name)


def test_while_a_result_is_missing_its_line_has_no_figures() -> None:
    cards = cards_of(five(round_sheet(1, match("Ann", "Cem", *A_WINS), match("bob", "Dan"), match("Eve", "BYE"))))
    assert told(cards["bob"])[0] == ("1", "Dan")
    assert told(cards["Ann"])[0] == ("1", "Cem", "3", "3", "1")


def test_what_the_director_has_added_is_said_where_it_counts() -> None:
    headers = ("Player", "Round", "Points", "Reason")
    changed = grids.sheet("Adjustments", headers, [("Ann", 2, -1, "late"), ("bob", "", 2, "help")])
    cards = cards_of(five(ROUND_1, ROUND_2, others=(changed,)))
    assert told(cards["Ann"])[:2] == [
        ("1", "Cem", "3", "3", "1"),
        ("2", "Eve", "player absent", "0", "adj. −1", "2", "1"),
    ]
    assert told(cards["bob"])[0] == ("1", "Dan", "1½", "adj. +2", "3½", "1")


def test_who_is_disqualified_has_it_on_the_card() -> None:
    cards = cards_of(five(ROUND_1, others=(rulings(("bob", 1, "disqualification")),)))
    assert cards["bob"].status == "Disqualified"


def test_the_figures_of_a_card_add_up_and_are_those_of_the_standings() -> None:
    found = five(ROUND_1, ROUND_2, ROUND_3)
    number = {player.name: player.number for player in found.event.players}
    for name, card in cards_of(found).items():
        total = 0.0
        for line in card.lines[: found.played]:
            total += float(line.earned.replace("½", ".5") or 0)
            assert float(line.total.replace("½", ".5")) == total == found.after[int(line.round)]["points"][number[name]]


def test_without_pairing_numbers_there_is_no_column_for_them() -> None:
    who, played = grids.players("Ann", "Bob"), round_sheet(1, match("Ann", "Bob", *A_WINS))
    for settings, column in (({}, True), ({"pairing": "round robin"}, False)):
        found = results(netrunner(**settings), who, played)
        (page,) = cards_page(found).values()
        heads = [" ".join(head.itertext()) for head in html.document_fromstring(page).find_class("card")[0].iter("th")]
        assert ("Pairing number" in heads) == column
        assert heads[2:4] == ["GMP earned", "GMP total"]


RATED = grids.players(
    "Eve",
    {"Player": "Dan", "Rating": 1500},
    "Ann",
    {"Player": "Cem", "Rating": 1700.5},
    {"Player": "Bob", "Rating": 1500, "Joined round": 2},
    {"Player": "Fay", "Dropped after": 0},
)
"""By rating Cem, then Dan and Bob as listed, then those without one as listed: Eve, Ann, Fay."""


@pytest.mark.parametrize(
    ("asked", "pile"),
    [
        ("", ["5 Ann", "3 Bob", "1 Cem", "2 Dan", "4 Eve", "6 Fay"]),
        ("name", ["5 Ann", "3 Bob", "1 Cem", "2 Dan", "4 Eve", "6 Fay"]),
        ("original order", ["1 Cem", "2 Dan", "3 Bob", "4 Eve", "5 Ann", "6 Fay"]),
    ],
)
@pytest.mark.parametrize("method", ["swiss", "round robin", "single elimination", "manual"])
def test_the_pile_is_by_name_or_in_original_order_which_stands_on_each_card(
    asked: str, pile: list[str], method: str
) -> None:
    """Netrunner 1.1."""
    found = results(netrunner(rounds=5, pairing=method, allow_rematches="yes", player_cards_sorted_by=asked), RATED)
    assert [f"{card.place} {name}" for name, card in cards_of(found).items()] == pile


def test_the_original_order_on_the_cards_is_the_one_that_round_1_is_paired_by() -> None:
    ratings = [1400, 1600, 1500, None, 1700, 1450]
    rows = [{"Player": f"P{number}", "Rating": rating or ""} for number, rating in enumerate(ratings)]
    found = results(netrunner(rounds=3), grids.players(*rows))
    place = {name: int(card.place) for name, card in cards_of(found).items()}
    new, _ = pair(found, 1)
    assert new is not None
    name = [player.name for player in found.event.players]
    assert [(place[name[row["a"]]], place[name[row["b"]]]) for row in new.rows] == [(1, 4), (2, 5), (3, 6)]


def test_the_place_stands_on_all_cards_of_a_player_and_is_left_to_be_written_on_a_blank_one() -> None:
    found = results(netrunner(rounds=13, allow_rematches="yes"), grids.players("Ann", "Bob"))
    (page,) = cards_page(found, blank=1).values()
    places = [" ".join(each.text_content().split()) for each in html.document_fromstring(page).find_class("place")]
    filled, blank = ["1 Original order", "1 Original order", "2 Original order", "2 Original order"], "Original order"
    assert sorted(places) == [*sorted(filled), *[blank] * 4]


def test_the_card_of_another_format_names_its_points() -> None:
    found = grids.results(
        grids.event_sheet(name="Town Open", rounds=3),
        grids.players("Ann", "Bob"),
        grids.round_sheet(1, grids.match("Ann", "Bob", ("A", 20), ("A", 20))),
    )
    page = make_view(found, ENGLISH)
    assert (page.points_name, page.numbered) == ("VP", False)
    won, lost = int(found.matches["vp_a"][0]), int(found.matches["vp_b"][0])
    assert told(cards_of(found)["Ann"]) == [("1", "Bob", str(won), str(won)), ("2",), ("3",)]
    assert told(cards_of(found)["Bob"])[0] == ("1", "Ann", str(lost), str(lost))
    assert [card.place for card in cards_of(found).values()] == ["", ""]
    (printed,) = cards_page(found).values()
    assert html.document_fromstring(printed).find_class("place") == []


@pytest.mark.parametrize(
    ("rounds", "cards", "row_height"),
    [(1, [1], 5.75), (8, [8], 5.75), (9, [9], 5.11), (12, [12], 3.83), (13, [7, 6], 5.75), (30, [10, 10, 10], 4.6)],
)
def test_more_rounds_stand_in_smaller_lines_and_then_on_another_card(
    rounds: int, cards: list[int], row_height: float
) -> None:
    found = results(netrunner(rounds=rounds, allow_rematches="yes"), grids.players("Ann", "Bob"))
    page = make_view(found, ENGLISH)
    assert page.row_height == row_height
    pile = [card for card in cut_and_pile([list(sheet) for sheet in page.sheets]) if card.name]
    assert [(card.name, len(card.lines)) for card in pile] == [(name, n) for name in ("Ann", "Bob") for n in cards]
    assert [line.round for card in pile[: len(cards)] for line in card.lines] == [str(n + 1) for n in range(rounds)]
    parts = [f"card {number} of {len(cards)}" for number in range(1, len(cards) + 1)] if len(cards) > 1 else [""]
    assert [card.part for card in pile] == parts * 2


def test_the_last_page_is_filled_up_with_blank_cards_and_more_come_on_request() -> None:
    found = five(ROUND_1)
    plain, more = make_view(found, ENGLISH), make_view(found, ENGLISH, blank=2)
    per_sheet = ROWS * COLUMNS
    assert [len(sheet) for sheet in plain.sheets] == [per_sheet] * 2
    assert more.sheets[:2] == plain.sheets
    blanks = [card for sheet in (*plain.sheets, *more.sheets[2:]) for card in sheet if not card.name]
    assert len(blanks) == 3 + 2 * per_sheet
    assert set(blanks) == {PlayerCard("", "", "", tuple(CardLine(round=str(number)) for number in range(1, 5)))}


def test_names_come_through_whole_and_as_text() -> None:
    (attacked,) = cards_page(full(TRICKY, name="<script>alert('event')</script>")).values()
    (harmless,) = cards_page(full(plain_names(len(TRICKY)), name="Event")).values()
    tree, other = html.document_fromstring(attacked), html.document_fromstring(harmless)
    assert sorted(name.text_content() for name in tree.find_class("name")) == sorted(TRICKY)
    assert sorted(each.tag for each in tree.iter("*")) == sorted(each.tag for each in other.iter("*"))
    assert tree.xpath("//th[not(@scope)]") == []
    assert tree.xpath("//@src | //@href | //link | //script | //img") == []


def test_the_index_links_the_cards() -> None:
    found = five(ROUND_1)
    (page,) = index_page(found.event, found.format.name, cards_page(found)).values()
    tree = html.document_fromstring(page)
    assert [heading.text_content() for heading in tree.xpath("//h2")] == ["Whole event"]
    assert [" ".join(entry.text_content().split()) for entry in tree.xpath("//li")] == ["Print and cut Player cards"]
    assert tree.xpath("//a/@href") == ["player-cards.html"]


# --- on paper ---


def full(names: list[str] | tuple[str, ...], rounds: int = 8, **settings: Raw) -> Results:
    """Return an event in which each has met the next and is to meet the one after: all lines have something in them."""
    played = [match(a, b, *SPLIT) for a, b in zip(names[::2], names[1::2], strict=True)]
    absent = [match(a, b, ruling="B no-show") for a, b in zip(names[1::2], [*names[2::2], names[0]], strict=True)]
    settings = {"name": "Town Open", "rounds": rounds, **settings}
    return results(netrunner(**settings), grids.players(*names), round_sheet(1, *played), round_sheet(2, *absent))


def print_cards(folder: Path, found: Results) -> Printed:
    (page,) = cards_page(found).values()
    return print_page(page, folder)


def corner(paper: str, card: int) -> tuple[float, float]:
    """Return the upper left corner of a card on its page, in millimetres: the cards stand in the middle."""
    height, width = PAPERS[paper]
    row, column = divmod(card, COLUMNS)
    left = (width - COLUMNS * WIDTH - (COLUMNS - 1) * GAP) / 2
    top = (height - ROWS * HEIGHT - (ROWS - 1) * GAP) / 2
    return left + column * (WIDTH + GAP), top + row * (HEIGHT + GAP)


@pytest.mark.browser
@pytest.mark.soak
@pytest.mark.parametrize(
    ("paper", "all_rounds"), dose([("A4", (3, 12)), ("Letter", (8,))], [(paper, (3, 8, 12)) for paper in PAPERS])
)
def test_cards_of_every_name_keep_clear_of_the_cuts(tmp_path: Path, paper: str, all_rounds: tuple[int, ...]) -> None:
    pages = [page for rounds in all_rounds for page in cards_page(full(TRICKY, rounds, paper=paper), blank=1).values()]
    height, width = PAPERS[paper]
    corners = [corner(paper, card) for card in range(ROWS * COLUMNS)]

    def allowed(x: np.ndarray, y: np.ndarray) -> np.ndarray:  # type: ignore[type-arg]
        fine = np.zeros(x.shape, bool)
        for left, top in corners:
            fine |= (abs(x - left - WIDTH / 2) < WIDTH / 2 - 4) & (abs(y - top - HEIGHT / 2) < HEIGHT / 2 - 4)
            # The marks: outside of the card, in line with its edges, up to 3 mm from its corners.
            out_x, out_y = abs(x - left - WIDTH / 2) - WIDTH / 2, abs(y - top - HEIGHT / 2) - HEIGHT / 2
            fine |= (out_x > 0.5) & (out_x < 3.3) & (abs(out_y) < 0.4)
            fine |= (out_y > 0.5) & (out_y < 3.3) & (abs(out_x) < 0.4)
        return fine

    for printed in print_together(pages, tmp_path):
        assert printed.pages == len(TRICKY) // 4 + 1
        for page, size in enumerate(printed.sizes):
            assert size == pytest.approx((width, height), abs=0.3)
            assert printed.ink_outside(page, allowed) == []


@pytest.mark.browser
@pytest.mark.parametrize("paper", PAPERS)
def test_the_marks_are_5_by_3_inches_apart(tmp_path: Path, paper: str) -> None:
    printed = print_cards(tmp_path, full(plain_names(4), paper=paper))
    ink = printed.ink(0)
    height, width = PAPERS[paper]
    dots_x, dots_y = ink.shape[1] / width, ink.shape[0] / height
    for card in range(ROWS * COLUMNS):
        left, top = corner(paper, card)
        # Beside the card, above and below its corners: a column of marks is where the ink is.
        strip = ink[int((top - 2.5) * dots_y) : int((top - 1.2) * dots_y)]
        columns = np.nonzero(strip[:, int((left - 1) * dots_x) : int((left + WIDTH + 1) * dots_x)].all(axis=0))[0]
        assert np.ptp(columns) / dots_x == pytest.approx(127, abs=0.5)
        beside = ink[:, int((left - 2.5) * dots_x) : int((left - 1.2) * dots_x)]
        rows = np.nonzero(beside[int((top - 1) * dots_y) : int((top + HEIGHT + 1) * dots_y)].all(axis=1))[0]
        assert np.ptp(rows) / dots_y == pytest.approx(76.2, abs=0.5)


@pytest.mark.browser
@pytest.mark.parametrize("paper", PAPERS)
def test_the_words_of_each_card_stand_on_it_in_stack_order(tmp_path: Path, paper: str) -> None:
    names = plain_names(10)
    found = full(names, paper=paper)
    printed = print_cards(tmp_path, found)
    sheets = make_view(found, ENGLISH).sheets
    assert printed.pages == len(sheets) == 3
    for words, sheet in zip(printed.words, sheets, strict=True):
        for place, card in enumerate(sheet):
            left, top = corner(paper, place)
            mine = [
                word for word in words if 0 < word.middle[0] - left < WIDTH and 0 < word.middle[1] - top < HEIGHT
            ]  # fmt: skip
            large = [word.text for word in mine if word.points > 15]
            assert large == ([card.name] if card.name else [])
            assert {line.opponent for line in card.lines} - {""} <= {word.text for word in mine}
            assert min(word.points for word in mine) >= 7
