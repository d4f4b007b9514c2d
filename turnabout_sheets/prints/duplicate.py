"""What stands on a Duplicate Magic match slip (seed 003)."""

from __future__ import annotations

from collections.abc import Sequence

from turnabout_sheets.formats.duplicate.sheets import FEWEST_CARDS, STOCKS
from turnabout_sheets.formats.duplicate.stocks import PlayTable, Stock, fewest_cards, is_doubles, play_tables
from turnabout_sheets.model import BYE, Event, Player
from turnabout_sheets.prints.head import event_head
from turnabout_sheets.prints.pairs import Pair, pairs
from turnabout_sheets.prints.selection import ALL, Selection
from turnabout_sheets.prints.stack import GRIDS, stacked
from turnabout_sheets.prints.views import DuplicatePlayer, DuplicateSlip, DuplicateSlipsPage, SlipStock

MINUTES_TO_CHOOSE = 5
"""How long there is to choose cards from a stock: "There should be a time limit (five minutes) for this"."""

SITS_OUT = "sits out"


def slips_page(event: Event, round_number: int, selection: Selection = ALL) -> DuplicateSlipsPage:
    """Return the slips of a round in stack order; the last sheets are filled with blank slips.

    Who sits out gets no slip.
    """
    at = play_tables(event)
    after = whereabouts(event, round_number + 1)
    slips = [_slip(event, pair, at, after) for pair in selection.of(pairs(event, round_number))]
    rows, columns = GRIDS[event.settings.slips_per_page]
    return DuplicateSlipsPage(
        event=event_head(event.settings),
        round=round_number,
        rows=rows,
        columns=columns,
        sheets=stacked(slips or [_blank(event)] * selection.blank, _blank(event), rows * columns),
        who="Team" if is_doubles(event) else "Player",
        minutes=MINUTES_TO_CHOOSE,
        ante=event.settings.ante_prizes,
    )


def stocks_are_drawn(event: Event) -> bool:
    """Say whether the program tells who has which stock; else the players find out at the table."""
    return event.settings.deck_choice == "drawn"


def whereabouts(event: Event, round_number: int) -> dict[int, str]:
    """Return where each player goes in a round, by number: "table 4", "sits out"; only those who have a place."""
    found: dict[int, str] = {}
    for match in event.rounds.get(round_number, ()):
        place = SITS_OUT if match.b == BYE else "" if match.table is None else f"table {match.table}"
        found |= {player: place for player in (match.a, match.b) if player != BYE}
    return found


def _slip(event: Event, pair: Pair, at: dict[int, PlayTable], after: dict[int, str]) -> DuplicateSlip:
    assert pair.b is not None, "who sits out has no slip"
    table = at.get(pair.table) if pair.table is not None else None
    of_side = {side: table.stocks[side] if table else () for side in STOCKS}
    fewest = {fewest_cards(event, stock) for stocks in of_side.values() for stock in stocks}
    own = len(fewest) > 1
    decks = [pair.stock(side) if stocks_are_drawn(event) else "" for side in ("a", "b")]

    def player(who: Player, deck: str) -> DuplicatePlayer:
        stocks = tuple(_of_stocks(event, deck, (stock,), own) for stock in of_side[deck]) if deck else ()
        return DuplicatePlayer(who.shown, stocks, after.get(who.number, ""))

    return DuplicateSlip(
        table=pair.table_text,
        theme=table.theme if table else "",
        players=(player(pair.a, decks[0]), player(pair.b, decks[1])),
        choices=() if all(decks) else tuple(_of_stocks(event, side, of_side[side], own) for side in STOCKS),
        keep=0 if own else min(fewest, default=FEWEST_CARDS),
    )


def _of_stocks(event: Event, side: str, stocks: Sequence[Stock], own: bool) -> SlipStock:
    """Return a line about a stock, or those of a side; ``own``: with how many cards to keep of each."""
    letters = [stock.letter for stock in stocks] or [side]
    names = ", ".join(stock.name for stock in stocks if stock.name)
    fewest = f"(min. {', '.join(str(fewest_cards(event, stock)) for stock in stocks)})" if own else ""
    return SlipStock(f"Stock {', '.join(letters)}", " ".join(filter(None, (names, fewest))))


def _blank(event: Event) -> DuplicateSlip:
    """Return a slip to be filled in by hand."""
    nobody = DuplicatePlayer("", (), "")
    choices = tuple(SlipStock(f"Stock {side}", "") for side in STOCKS)
    return DuplicateSlip("", "", (nobody, nobody), choices, FEWEST_CARDS)
