"""Movement sheets and table cards: what is on them, and that they tell the same as the slips."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from lxml import html

from tests.duplicate.workbooks import antes, duplicate, game, read, results, round_sheets, sits_out, tables_sheet
from tests.prints.cutting import cut_and_pile
from tests.prints.duplicates import paired, stocks_of, tables_called, text, texts, with_winners
from tests.prints.events import ENGLISH, TRICKY, plain_names
from tests.prints.making import movement_pages
from tests.reading.grids import players
from turnabout_sheets.core.text import alphabetical_key
from turnabout_sheets.event.model import BYE, Event
from turnabout_sheets.formats.duplicate.format import DUPLICATE
from turnabout_sheets.prints.pages.movement import (
    CARD_CUTS,
    MOVEMENT_CUTS,
    SMALLEST_ROW,
    MovementLine,
    MovementSheet,
    TableCard,
    make_movement_view,
    make_table_cards_view,
)
from turnabout_sheets.prints.shared import PAPERS, Paper
from turnabout_sheets.prints.slips.duplicate import make_view

PARTNERS = [f"Partner{number:02}" for number in range(18)]
CASES = {
    "drawn": (18, False, {}),
    "six": (6, False, {}),
    "doubles": (18, True, {}),
    "odd": (17, False, {}),
    "coin flip": (17, False, {"deck_choice": "coin flip"}),
    "six slips a page, Letter": (10, True, {"slips_per_page": 6, "paper": "Letter"}),
}


def event_of(case: str) -> Event:
    n, doubles, settings = CASES[case]
    return paired(plain_names(n), PARTNERS[:n] if doubles else (), **settings)


def sheets_of(event: Event) -> list[MovementSheet]:
    """Return the movement sheets as they lie on the pile once they are cut, without the blank ones."""
    return [
        sheet
        for sheet in cut_and_pile([list(sheet) for sheet in make_movement_view(event, ENGLISH).sheets])
        if sheet.name
    ]


def cards_of(event: Event) -> list[TableCard]:
    return [
        card
        for card in cut_and_pile([list(sheet) for sheet in make_table_cards_view(event, ENGLISH).sheets])
        if card.table
    ]


Game = tuple[int, str, frozenset[str]]
"""Round, table, and who plays there."""


def by_sheets(event: Event) -> Iterator[tuple[Game, str, str]]:
    """Yield each game that a movement sheet tells of, with the player and the stock."""
    for sheet in sheets_of(event):
        for column in sheet.columns:
            for line in column:
                if not line.word:
                    yield (int(line.round), line.table, frozenset({sheet.name, line.opponent})), sheet.name, line.stock


def by_cards(event: Event) -> Iterator[tuple[Game, str, str]]:
    known = make_table_cards_view(event, ENGLISH).heads == ("With stock A", "With stock B")
    for card in cards_of(event):
        for line in card.lines:
            if not line.word:
                for name, stock in ((line.a, "A"), (line.b, "B")):
                    yield (int(line.round), card.table, frozenset({line.a, line.b})), name, stock if known else ""


def by_slips(event: Event) -> Iterator[tuple[Game, str, str]]:
    for number in event.rounds:
        for sheet in make_view(event, DUPLICATE, number, ENGLISH).sheets:
            for slip in sheet:
                names = [player.name for player in slip.players]
                for player in slip.players if slip.table else ():
                    stock = player.stocks[0].label.removeprefix("Stock ") if player.stocks else ""
                    yield (number, slip.table, frozenset(names)), player.name, stock


@pytest.mark.parametrize("case", CASES)
def test_sheets_cards_and_slips_tell_of_the_same_games_with_the_same_stocks(case: str) -> None:
    made = event_of(case)
    expected = sorted(
        (match.round, match.table, made.players[player].shown)
        for match in made.rows
        if match.b != BYE
        for player in (match.a, match.b)
    )
    told = [sorted(by(made), key=lambda each: (each[0][:2], each[1])) for by in (by_sheets, by_cards, by_slips)]
    assert told[0] == told[1] == told[2]
    assert sorted((number, int(table), name) for (number, table, _), name, _ in told[0]) == expected
    assert {stock for *_, stock in told[0]} == ({""} if case == "coin flip" else {"A", "B"})


@pytest.mark.parametrize("case", CASES)
def test_everybody_has_a_sheet_in_the_order_of_names_with_a_line_for_each_round(case: str) -> None:
    made = event_of(case)
    sheets = sheets_of(made)
    assert [sheet.name for sheet in sheets] == sorted((p.shown for p in made.players), key=alphabetical_key)
    for sheet in sheets:
        lines = [line for column in sheet.columns for line in column]
        assert [line.round for line in lines] == [str(number) for number in range(1, made.last_round + 1)]
        assert len({line.table for line in lines}) == len(lines), "everybody plays once at each table"
        assert [line.word for line in lines if line.word] in ([], ["sits out"])
    assert [card.table for card in cards_of(made)] == [str(number) for number in range(1, made.last_round + 1)]
    for card in cards_of(made):
        assert [line.round for line in card.lines] == [str(number) for number in range(1, made.last_round + 1)]
        assert {line.word for line in card.lines} <= {"", "no game"}
    no_game = sum(bool(line.word) for card in cards_of(made) for line in card.lines)
    assert no_game == (made.last_round if len(made.players) % 2 else 0), "in each round one chair is empty"


def test_sheets_name_the_stock_and_cards_both_with_their_size() -> None:
    made = event_of("six")
    for (_, table, _), _, _ in by_sheets(made):
        lines = [
            line for sheet in sheets_of(made) for column in sheet.columns for line in column if line.table == table
        ]
        assert {(line.stock, line.stock_name) for line in lines} == {("A", f"Wolves {table}"), ("B", f"Deer {table}")}
    (card, *_) = cards_of(made)
    assert card.theme == stocks_of(1)["Theme"]
    assert [[(s.label, s.name, s.cards) for s in side] for side in card.stocks] == [
        [("Stock A", "Wolves 1", "44 cards")],
        [("Stock B", "Deer 1", "44 cards")],
    ]


def test_in_doubles_both_stocks_of_a_side_are_named() -> None:
    """Duplicate 2.1."""
    made = event_of("doubles")
    (card, *_) = cards_of(made)
    assert [[(stock.label, stock.name) for stock in side] for side in card.stocks] == [
        [("Stock A", "Wolves 1"), ("Stock A2", "Bears 1")],
        [("Stock B", "Deer 1"), ("Stock B2", "Hares 1")],
    ]
    line = next(line for column in sheets_of(made)[0].columns for line in column if line.table == "1")
    assert line.stock_name == ("Wolves 1, Bears 1" if line.stock == "A" else "Deer 1, Hares 1")
    assert sheets_of(made)[0].name == "Player000 & Partner00"


@pytest.mark.parametrize("case", ["drawn", "odd", "coin flip", "doubles"])
def test_no_result_changes_a_byte(case: str) -> None:
    made = event_of(case)
    played = with_winners(made, ["A", "B", "Draw"] * 20, coin_flip=case == "coin flip").event
    assert movement_pages(played) == movement_pages(made)


def test_what_is_not_known_is_left_open() -> None:
    rounds = [
        [game(1, "Ann", "Bob", deck_a="B", deck_b="A"), game("", "Cem", "Dan")],
        [game(1, "Cem", "Ann"), sits_out("Bob", table=2)],
    ]
    who = players("Ann", "Bob", "Cem", "Dan", "Eve")
    found, _ = read(duplicate(pairing="manual"), who, *round_sheets(rounds), tables_sheet(1, 9))
    assert found is not None
    told = {
        sheet.name: [(line.table, line.stock, line.opponent, line.word) for column in sheet.columns for line in column]
        for sheet in sheets_of(found)
    }
    assert told == {
        "Ann": [("1", "B", "Bob", ""), ("1", "B", "Cem", "")],
        "Bob": [("1", "A", "Ann", ""), ("", "", "", "sits out")],
        "Cem": [("", "", "Dan", ""), ("1", "A", "Ann", "")],
        "Dan": [("", "", "Cem", ""), ("", "", "", "–")],
    }, "Eve is in no round"
    (card,) = cards_of(found)
    assert [(line.round, line.a, line.b) for line in card.lines] == [("1", "Bob", "Ann"), ("2", "Cem", "Ann")]
    first, *others = found.rows
    half = replace(found, rows=[replace(first, fields={**first.fields, "deck_a": None, "deck_b": None}), *others])
    (card,) = cards_of(half)
    assert [(line.a, line.b) for line in card.lines] == [("Ann", "Bob"), ("Cem", "Ann")]
    assert make_table_cards_view(half, ENGLISH).heads == ("Player", "Player")


def test_a_table_card_says_how_many_cards_are_left_after_the_antes() -> None:
    """Duplicate 2.5."""
    found = results(
        duplicate(pairing="manual", ante_prizes="yes", cards_that_may_be_left_out=5),
        players("Ann", "Bob"),
        *round_sheets([[game(1, "Ann", "Bob", winner="Ann")]]),
        tables_sheet({**stocks_of(1, cards=44), "Cards B": 45}),
        antes((1, 1, "Ann", "Mox"), (1, 1, "Ann", "Elf")),
    ).event
    (card,) = cards_of(found)
    assert [stock.cards for side in card.stocks for stock in side] == ["44 cards", "43 cards"]


def test_before_the_first_round_there_is_nothing_to_print() -> None:
    assert movement_pages(results(duplicate(), players("Ann", "Bob")).event) == {}


def test_where_games_have_no_table_there_are_no_cards_of_tables() -> None:
    event, _ = read(duplicate(pairing="manual"), players("Ann", "Bob"), *round_sheets([[game("", "Ann", "Bob")]]))
    assert event is not None
    assert list(movement_pages(event)) == ["movement-sheets.html"]


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
def test_sixty_rounds_stand_in_type_that_can_be_read(paper: Paper) -> None:
    for cuts in (MOVEMENT_CUTS, CARD_CUTS):
        for lines in range(1, 61):
            cut = next(cut for cut in cuts if lines <= cut.most(paper))
            ((part, columns),) = cut.pieces(range(lines), paper, ENGLISH)
            assert part == ""
            assert [line for column in columns for line in column] == list(range(lines))
            height = cut.row_height(lines, paper)
            assert height >= SMALLEST_ROW
            assert max(map(len, columns)) * height <= cut.room(paper)


def test_more_lines_than_fit_go_on_another_piece() -> None:
    cut = MOVEMENT_CUTS[-1]
    paper = PAPERS["A4"]
    most = cut.most(paper)
    pieces = list(cut.pieces(range(most + 1), paper, ENGLISH))
    assert [part for part, _ in pieces] == ["part 1 of 2", "part 2 of 2"]
    assert [line for _, columns in pieces for column in columns for line in column] == list(range(most + 1))
    assert cut.row_height(most + 1, paper) > cut.row_height(most, paper) >= SMALLEST_ROW


def test_the_pages_say_what_the_views_hold() -> None:
    made = event_of("odd")
    sheets, cards = (html.document_fromstring(page) for page in movement_pages(made).values())
    view = sheets_of(made)[0]
    piece = next(each for each in sheets.find_class("piece") if texts(each, "name") == [view.name])
    rows = [[text(cell) for cell in row] for row in piece.xpath(".//tbody/tr")]
    assert rows == [shown(line) for column in view.columns for line in column]
    heads = [text(head) for head in piece.xpath(".//thead//th")]
    assert heads == ["Round", "Table", "Stock", "Opponent"]
    card = cards_of(made)[0]
    piece = cards.find_class("piece")[0]
    assert texts(piece, "number") == ["Table 1"]
    assert texts(piece, "stock") == ["Stock A Wolves 1 44 cards", "Stock B Deer 1 44 cards"]
    assert [text(head) for head in piece.xpath(".//thead//th")] == ["Round", "With stock A", "With stock B", "Winner"]
    assert [[text(cell) for cell in row] for row in piece.xpath(".//tbody/tr")] == [
        [line.round, "no game"] if line.word else [line.round, line.a, line.b, ""] for line in card.lines
    ]
    assert texts(piece, "note") == ["The stocks stay at this table. Do not tell others what is in them."]


def shown(line: MovementLine) -> list[str]:
    if line.word:
        return [line.round, line.word]
    return [line.round, line.table, f"{line.stock}{line.stock_name}", line.opponent]


def test_with_a_coin_flip_there_is_no_word_of_who_has_which_stock() -> None:
    sheets, cards = (html.document_fromstring(page) for page in movement_pages(event_of("coin flip")).values())
    assert {text(head) for head in sheets.xpath("//thead//th")} == {"Round", "Table", "Opponent"}
    assert {text(head) for head in cards.xpath("//thead//th")} == {"Round", "Player", "Winner"}


def test_a_blank_piece_is_as_long_as_the_others() -> None:
    made = paired(plain_names(10))
    for page, kind in zip(movement_pages(made).values(), ("sheets", "cards"), strict=True):
        *_, blank = html.document_fromstring(page).find_class("piece")
        assert [text(row) for row in blank.xpath(".//tbody/tr")] == ["1", "2", "3", "4", "5"], kind
        assert len(blank.find_class("line")) == 1


def test_names_come_through_whole_and_as_text() -> None:
    names = list(TRICKY)
    tables = tables_called(TRICKY[:10])
    plain = tables_called([f"Word {number}" for number in range(10)])
    attacked = movement_pages(paired(names, tables=tables, name="<script>alert('event')</script>"))
    harmless = movement_pages(paired(plain_names(16), tables=plain))
    trees = [html.document_fromstring(page) for page in attacked.values()]
    assert sorted(texts(trees[0], "name")) == sorted(TRICKY)
    for tree, page in zip(trees, harmless.values(), strict=True):
        assert sorted(each.tag for each in tree.iter("*")) == sorted(
            each.tag for each in html.document_fromstring(page).iter("*")
        )
        assert tree.xpath("//th[not(@scope)]") == []
        assert tree.xpath("//@src | //@href | //link | //script | //img") == []
    assert set(texts(trees[1], "theme")) == set(TRICKY[:8])
