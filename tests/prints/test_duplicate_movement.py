"""Movement sheets and table cards: what is on them, and that they tell the same as the slips."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.prints.cutting import cut_and_pile
from tests.prints.duplicates import paired, with_winners
from tests.prints.events import ENGLISH, plain_names
from tests.prints.making import movement_pages
from turnabout_sheets.core.text import alphabetical_key
from turnabout_sheets.event.model import BYE, Event
from turnabout_sheets.formats.duplicate import DUPLICATE
from turnabout_sheets.prints.pages.movement import (
    CARD_CUTS,
    MOVEMENT_CUTS,
    SMALLEST_ROW,
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


@pytest.mark.parametrize("case", ["drawn", "odd", "coin flip", "doubles"])
def test_no_result_changes_a_byte(case: str) -> None:
    made = event_of(case)
    played = with_winners(made, ["A", "B", "Draw"] * 20, coin_flip=case == "coin flip").event
    assert movement_pages(played) == movement_pages(made)


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
