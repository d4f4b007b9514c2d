"""The tables of a Duplicate Magic event: their stocks, and how many cards are left in each (duplicate 2.1 to 2.5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count, islice
from typing import Any

from turnabout_sheets.event.model import BYE, Event, Match
from turnabout_sheets.formats.duplicate.settings import LEFT_OUT
from turnabout_sheets.formats.duplicate.sheets import FEWEST_CARDS, STOCKS
from turnabout_sheets.sheets.table import Row

SEATS = ("", "2")
"""What tells apart the stocks of the two partners in doubles: A and A2."""

OTHER = dict(zip(STOCKS, reversed(STOCKS), strict=True))
"""The stock of the opponent."""


@dataclass(frozen=True, slots=True)
class Stock:
    """A pile of cards at a table: its letter (A, B, in doubles also A2, B2), its name, and the cards at the start.

    ``name`` is empty and ``cards`` None where the sheet Tables does not say.
    """

    letter: str
    name: str = ""
    cards: int | None = None


@dataclass(frozen=True, slots=True)
class PlayTable:
    """A table; ``stocks`` are those of each side, A and B: one, in doubles one for each partner."""

    number: int
    theme: str
    stocks: Mapping[str, tuple[Stock, ...]]

    def stock(self, letter: str) -> Stock | None:
        """Return the stock with a letter; None where the table has none."""
        return next((stock for side in self.stocks.values() for stock in side if stock.letter == letter), None)


def is_doubles(event: Event) -> bool:
    """Say whether teams of two play (duplicate 2.1)."""
    return any(player.teammates for player in event.players)


def play_tables(event: Event) -> dict[int, PlayTable]:
    """Return the tables in the order of their numbers: those on the sheet Tables, and those that games stand at."""
    seats = SEATS if is_doubles(event) else SEATS[:1]
    listed = {row["table"]: row.values for row in _rows(event, "Tables") if row["table"] is not None}
    seated = {match.table for match in event.rows if match.table is not None}
    return {number: _play_table(number, listed.get(number, {}), seats) for number in sorted({*listed, *seated})}


def table_numbers(event: Event, tables: int) -> list[int]:
    """Return the numbers of the tables: those on the sheet Tables, the lowest first; where they do not do, the next."""
    listed = sorted({row["table"] for row in _rows(event, "Tables") if row["table"] is not None})
    others = (number for number in count(1) if number not in listed)
    return sorted([*listed[:tables], *islice(others, max(0, tables - len(listed)))])


def _play_table(number: int, values: Mapping[str, Any], seats: tuple[str, ...]) -> PlayTable:
    stocks = {
        side: tuple(
            Stock(
                f"{side}{seat}",
                values.get(f"stock_{side.lower()}{seat}") or "",
                values.get(f"cards_{side.lower()}{seat}"),
            )
            for seat in seats
        )
        for side in STOCKS
    }
    return PlayTable(number, values.get("theme") or "", stocks)


def cards_lost(event: Event) -> Counter[tuple[int, str]]:
    """Return how many cards each stock has lost as ante prizes, by table and letter.

    A card comes from the stock that the sheet Ante names, else from the opponent's (duplicate 2.5). Rows whose
    stock is not known are passed over (see `checks`).
    """
    lost: Counter[tuple[int, str]] = Counter()
    for row in _rows(event, "Ante"):
        letter = row["stock"] or opponents_stock(event, row)
        if row["table"] is not None and letter is not None:
            lost[row["table"], letter] += 1
    return lost


def game_of(event: Event, row: Row) -> Match | None:
    """Return the game that a row of the sheet Ante names; None where nobody plays there."""
    games = (each for each in event.rounds.get(row["round"], ()) if each.b != BYE and each.ruling is None)
    return next((each for each in games if each.table == row["table"]), None)


def opponents_stock(event: Event, row: Row) -> str | None:
    """Return the stock of the opponent in the game that a row of the sheet Ante names; None if it is not known."""
    game = game_of(event, row)
    if game is None or row["player"] not in (game.a, game.b):
        return None
    stock: str | None = game["deck_b" if row["player"] == game.a else "deck_a"]
    return stock


def fewest_cards(event: Event, stock: Stock) -> int:
    """Return how many cards a player has to keep of a stock: 40, or more by the setting Cards that may be left out.

    That is duplicate 2.3.
    """
    left_out = event.settings[LEFT_OUT]
    if left_out is None or stock.cards is None:
        return FEWEST_CARDS
    return max(FEWEST_CARDS, stock.cards - left_out)


def _rows(event: Event, sheet: str) -> tuple[Row, ...]:
    table = event.tables.get(sheet)
    return table.rows if table else ()
