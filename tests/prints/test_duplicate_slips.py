"""What stands on a Duplicate Magic slip: read from the HTML, as a player would read it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from lxml import html

from tests.duplicate.workbooks import game, results, round_sheet
from tests.prints.cutting import cut_and_pile
from tests.prints.duplicates import page, paired, row, stocks_of, tables_called, text, texts, with_winners
from tests.prints.events import ENGLISH, TRICKY, event, plain_names
from tests.prints.making import round_pages
from tests.reading.grids import event_sheet, players
from turnabout_sheets.event.model import BYE, Event
from turnabout_sheets.formats.duplicate.format import DUPLICATE
from turnabout_sheets.prints.slips.duplicate import make_view

SIX = ("Ann", "Bob", "Cem", "Dan", "Eve", "Fay")
PARTNERS = ("Gus", "Hal", "Ida", "Jon", "Kim", "Leo")
CHOOSE = (
    "Flip a coin: the winner chooses first turn or the stock, before looking at cards. Tick who has which stock. "
    "5 minutes to choose cards. Keep at least 40 cards of the stock; cards left out are not used this game. "
    "Leave the stocks at the table."
)


def slips(of: Event, round_number: int = 1) -> list[html.HtmlElement]:
    return page(of, round_number, "slips").find_class("slip")


def slip(of: Event, table: int, round_number: int = 1) -> html.HtmlElement:
    (found,) = (each for each in slips(of, round_number) if texts(each, "number") == [str(table)])
    return found


def about(of: html.HtmlElement) -> list[str]:
    """Return what is told about the two players of a slip."""
    return texts(of, "player")


def test_a_slip_tells_who_plays_with_which_stock_and_goes_where_next() -> None:
    made = paired(SIX)
    for number in (1, 2):
        for match in made.rounds[number]:
            names = [made.players[player].name for player in (match.a, match.b)]
            after = [
                next(each.table for each in made.rounds[number + 1] if player in (each.a, each.b))
                for player in (match.a, match.b)
            ]
            stocks = [
                f"Stock {deck} {'Wolves' if deck == 'A' else 'Deer'} {match.table}"
                for deck in (match["deck_a"], match["deck_b"])
            ]
            found = slip(made, match.table, number)
            assert about(found) == [
                f"Player A Next: table {after[0]} {names[0]} {stocks[0]}",
                f"Player B Next: table {after[1]} {names[1]} {stocks[1]}",
            ]
            assert texts(found, "slip-round") == [f"Round {number} · November 21, 2026"]
            assert texts(found, "theme") == [stocks_of(match.table)["Theme"]]


def test_who_won_is_ticked_at_the_name_and_never_by_a_letter() -> None:
    made = paired(SIX)
    found = slip(made, 2)
    names = texts(found, "name")
    rows = found.find_class("row")
    assert [text(each) for each in rows] == [f"{names[0]} Signed", f"{names[1]} Signed", "drawn"]
    assert [len(each.find_class("tick")) for each in rows] == [1, 1, 1]
    assert [len(each.find_class("line")) for each in rows] == [1, 1, 0]
    assert len(found.find_class("tick")) == 3, "what is drawn is not to be ticked"


def test_a_drawn_stock_leaves_the_coin_the_first_turn() -> None:
    """Duplicate 2.3 and 2.7."""
    (rules,) = texts(slip(paired(SIX), 1), "rules")
    assert rules == (
        "Flip a coin for the first turn. "
        "5 minutes to choose cards. Keep at least 40 cards of the stock; cards left out are not used this game. "
        "Leave the stocks at the table."
    )


@pytest.mark.parametrize("reported", [False, True])
def test_with_a_coin_flip_both_stocks_are_there_to_be_ticked_whatever_is_reported(reported: bool) -> None:
    """Duplicate 2.7."""
    made = paired(SIX, deck_choice="coin flip")
    if reported:
        made = with_winners(made, ["A"] * 9, coin_flip=True).event
    match = row(made, 1, 2)
    found = slip(made, 2)
    *told, choices = about(found)
    assert [each.split("Stock", 1)[1] for each in told] == [" A Stock B"] * 2
    assert [each.split(" Next")[0] for each in told] == ["Player A", "Player B"]
    assert choices == "Stock A Wolves 2 Stock B Deer 2"
    assert texts(found, "name") == [made.players[number].name for number in (match.a, match.b)]
    assert texts(found, "rules") == [CHOOSE]
    assert [len(each.find_class("tick")) for each in found.find_class("player")] == [2, 2, 0]


def test_in_doubles_each_partner_has_a_stock() -> None:
    made = paired(SIX, PARTNERS)
    match = row(made, 1, 3)
    names = [made.players[number].shown for number in (match.a, match.b)]
    stocks = {"A": "Stock A Wolves 3 Stock A2 Bears 3", "B": "Stock B Deer 3 Stock B2 Hares 3"}
    found = slip(made, 3)
    assert texts(found, "name") == names
    assert [text(who) for who in found.xpath(".//p[@class='who']/span[1]")] == ["Team A", "Team B"]
    for told, deck in zip(about(found), (match["deck_a"], match["deck_b"]), strict=True):
        assert told.endswith(stocks[deck])
    flipped = slip(paired(SIX, PARTNERS, deck_choice="coin flip"), 3)
    assert texts(flipped, "choices") == ["Stock A, A2 Wolves 3, Bears 3 Stock B, B2 Deer 3, Hares 3"]


@pytest.mark.parametrize(
    ("cards", "left_out", "rule", "stocks"),
    [
        ((44, 44), "", "Keep at least 40 cards of the stock;", ["Wolves", "Deer"]),
        ((44, 44), 2, "Keep at least 42 cards of the stock;", ["Wolves", "Deer"]),
        ((44, 44), 0, "Keep at least 44 cards of the stock;", ["Wolves", "Deer"]),
        ((44, 44), 99, "Keep at least 40 cards of the stock;", ["Wolves", "Deer"]),
        (("", ""), 2, "Keep at least 40 cards of the stock;", ["Wolves", "Deer"]),
        ((50, 44), 3, "as many cards as shown next to the stock;", ["Wolves (min. 47)", "Deer (min. 41)"]),
        ((50, ""), 3, "as many cards as shown next to the stock;", ["Wolves (min. 47)", "Deer (min. 40)"]),
    ],
)
def test_how_many_cards_to_keep(cards: tuple[Any, Any], left_out: Any, rule: str, stocks: list[str]) -> None:
    """Duplicate 2.3."""
    table = {"Table": 1, "Stock A": "Wolves", "Stock B": "Deer", "Cards A": cards[0], "Cards B": cards[1]}
    made = paired(("Ann", "Bob"), tables=[table], **{"Cards that may be left out": left_out})
    found = slip(made, 1)
    assert rule in texts(found, "rules")[0]
    assert sorted(texts(found, "stock")) == [f"Stock A {stocks[0]}", f"Stock B {stocks[1]}"]


def test_nobody_goes_anywhere_after_the_last_round() -> None:
    made = paired(SIX)
    assert made.last_round == 3
    assert not any("Next" in text(each) for each in slips(made, 3))
    assert all(text(each).count("Next: table") == 2 for each in slips(made, 2)[:3])


def test_who_sits_out_has_no_slip_and_is_told_before() -> None:
    made = paired(SIX[:5])
    for number in (1, 2):
        (out,) = (match.a for match in made.rounds[number + 1] if match.b == BYE)
        told = [each for sheet in slips(made, number) for each in about(sheet) if "sits out" in each]
        already = [match.a for match in made.rounds[number] if match.b == BYE]
        if out not in already:
            (only,) = told
            assert only.split(" Next: ")[1].startswith(f"sits out {made.players[out].name} ")
        (sitting,) = already
        assert not any(made.players[sitting].name in texts(each, "name") for each in slips(made, number))


def test_a_line_for_the_card_won_is_there_where_it_is_a_prize() -> None:
    """Duplicate 2.6."""
    assert not any("ante" in text(each) for each in slips(paired(SIX)))
    for each in slips(paired(SIX, **{"ante_prizes": "yes", "Cards that may be left out": 4})):
        (*_, drawn) = each.find_class("row")
        assert text(drawn) == "drawn Card won as ante"
        assert len(drawn.find_class("line")) == 1


def test_who_plays_for_antes_is_told_when_to_ante() -> None:
    """Duplicate 2.7."""
    said = "Shuffle, cut, ante. Leave the stocks at the table."
    assert not any(said in text(each) for each in slips(paired(SIX)))
    assert all(
        said in text(each) for each in slips(paired(SIX, **{"ante_prizes": "yes", "Cards that may be left out": 4}))
    )


def test_a_blank_slip_has_room_for_all_that_is_not_known() -> None:
    *_, blank = slips(paired(SIX))
    assert texts(blank, "number") == texts(blank, "name") == []
    assert texts(blank, "theme") == []
    assert about(blank) == ["Player A Stock A Stock B", "Player B Stock A Stock B"]
    assert [text(each) for each in blank.find_class("row")] == ["Player A Signed", "Player B Signed", "drawn"]
    assert len(blank.find_class("line")) == 1 + 2 + 2, "table, names, signatures"
    assert len(blank.find_class("tick")) == 4 + 3


def test_rounds_that_are_typed_may_leave_out_stocks_and_tables() -> None:
    found = results(
        event_sheet(format="Duplicate Magic", pairing="manual"),
        players("Ann", "Bob", "Cem", "Dan"),
        round_sheet(1, game(7, "Ann", "Bob", deck_a=""), game(8, "Cem", "Dan", deck_a="B", deck_b="A")),
        warnings=[
            "Tables: No table is listed, so the slips cannot say what the stocks are, nor the program check their size."
        ],
    )
    assert texts(slip(found.event, 7), "rules") == [CHOOSE]
    assert texts(slip(found.event, 7), "stock") == ["Stock A Stock B"] * 2
    assert texts(slip(found.event, 8), "stock") == ["Stock B", "Stock A"]
    without = replace(found.event, rows=[replace(match, table=None) for match in found.event.rows])
    assert [texts(each, "number") for each in slips(without)] == [[]] * 4


@pytest.mark.slow
@pytest.mark.parametrize("per_page", [2, 4, 6])
def test_the_cut_stack_reads_in_order_of_tables_for_every_number_of_them(per_page: int) -> None:
    everybody = plain_names(240)
    for n in range(1, 121):
        made = make_view(event(everybody[: 2 * n], slips_per_page=per_page), DUPLICATE, 3, ENGLISH)
        assert made.rows * made.columns == per_page
        pile = cut_and_pile([[each.table for each in sheet] for sheet in made.sheets])
        assert [table for table in pile if table] == [str(table) for table in range(1, n + 1)]


def test_names_themes_and_stocks_come_through_whole_and_as_text() -> None:
    names = [*TRICKY]
    tables = tables_called(TRICKY[:10])
    plain = tables_called([f"Word {number}" for number in range(10)])
    attacked, harmless = paired(names, tables=tables), paired(plain_names(16), tables=plain)
    found = [name for each in slips(attacked) for name in texts(each, "name")]
    assert sorted(found) == sorted(TRICKY)
    assert [theme for each in slips(attacked) for theme in texts(each, "theme")] == [
        tables[int(texts(each, "number")[0]) - 1]["Theme"] for each in slips(attacked)
    ]
    tags = [
        sorted(each.tag for each in html.document_fromstring(page).iter("*"))
        for made in (attacked, harmless)
        for file, page in sorted(round_pages(made, DUPLICATE, 1).items())
    ]
    assert tags[:3] == tags[3:]
