"""What stands on a Duplicate Magic slip: read from the HTML, as a player would read it."""

from __future__ import annotations

from typing import Any

import pytest
from lxml import html

from tests.prints.duplicates import page, paired, texts
from turnabout_sheets.event.model import Event


def slips(of: Event, round_number: int = 1) -> list[html.HtmlElement]:
    return page(of, round_number, "slips").find_class("slip")


def slip(of: Event, table: int, round_number: int = 1) -> html.HtmlElement:
    (found,) = (each for each in slips(of, round_number) if texts(each, "number") == [str(table)])
    return found


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
