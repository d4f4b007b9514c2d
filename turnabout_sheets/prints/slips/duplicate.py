"""What stands on a Duplicate Magic match slip (duplicate 2.3, 2.4 and 2.7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import BYE, Event, Player
from turnabout_sheets.formats.duplicate.scoring import PlayTable, Stock, fewest_cards, is_doubles, play_tables
from turnabout_sheets.formats.duplicate.sheets import ANTE_PRIZES, DECK_CHOICE, DRAWN, FEWEST_CARDS, STOCKS
from turnabout_sheets.prints.layout import GRIDS, stack_slips
from turnabout_sheets.prints.selection import ALL, Selection
from turnabout_sheets.prints.shared import EventHead, Pair, list_pairs, make_head, name_on_slip
from turnabout_sheets.prints.words import Words


class SlipStock(NamedTuple):
    """A stock, or those of a side in doubles: what it is called ("Stock A"), and what there is to say of it.

    ``text`` is its name, and how many cards to keep where that is not the same for all; it may be empty.
    """

    label: str
    text: str


class DuplicatePlayer(NamedTuple):
    """A player or team on a Duplicate slip, and the stocks that are theirs: none where they are still to be chosen.

    ``next`` says where to go in the next round ("table 4", "sits out"), empty where there is none. On a blank slip all
    is empty.
    """

    name: str
    stocks: tuple[SlipStock, ...]
    next: str


class DuplicateSlip(NamedTuple):
    """A Duplicate match slip; ``table`` as on a `Slip`, ``theme`` empty where the table has none.

    ``choices`` are the stocks of both sides where the players choose, else nothing. ``keep`` is how many cards to keep
    at least, 0 where each stock says its own.
    """

    table: str
    theme: str
    players: tuple[DuplicatePlayer, DuplicatePlayer]
    choices: tuple[SlipStock, ...]
    keep: int


class DuplicateSlipsPage(NamedTuple):
    """All slips of a Duplicate round, arranged as on a `SlipsPage`.

    ``who`` is what a side is called ("Player", "Team"), ``minutes`` how long there is to choose cards; with ``ante``,
    cards won as ante are prizes, and the slip says when to ante.
    """

    event: EventHead
    round: int
    rows: int
    columns: int
    sheets: tuple[tuple[DuplicateSlip, ...], ...]
    who: str
    minutes: int
    ante: bool


TEMPLATE, VIEW = "slips/duplicate.html.j2", DuplicateSlipsPage

MINUTES_TO_CHOOSE = 5
"""How long there is to choose cards from a stock: "There should be a time limit (five minutes) for this"."""


def make_view(
    event: Event, format: Format, round_number: int, w: Words, selection: Selection = ALL
) -> DuplicateSlipsPage:
    """Return the slips of a round in stack order; the last sheets are filled with blank slips.

    Who sits out gets no slip.
    """
    at = play_tables(event)
    after = whereabouts(event, round_number + 1, w)
    slips = [_slip(event, pair, at, after, w) for pair in selection.of(list_pairs(event, round_number))]
    rows, columns = GRIDS[event.settings.slips_per_page]
    return DuplicateSlipsPage(
        event=make_head(event.settings),
        round=round_number,
        rows=rows,
        columns=columns,
        sheets=stack_slips(slips or [_blank(w)] * selection.blank, _blank(w), rows * columns),
        who=w("duplicate.team") if is_doubles(event) else w("page.player"),
        minutes=MINUTES_TO_CHOOSE,
        ante=event.settings[ANTE_PRIZES],
    )


def stocks_are_drawn(event: Event) -> bool:
    """Say whether the program tells who has which stock; else the players find out at the table."""
    return event.settings[DECK_CHOICE] == DRAWN


def whereabouts(event: Event, round_number: int, w: Words) -> dict[int, str]:
    """Return where each player goes in a round, by number: "table 4", "sits out"; only those who have a place."""
    found: dict[int, str] = {}
    for match in event.rounds.get(round_number, ()):
        if match.b == BYE:
            place = w("duplicate.sits_out")
        else:
            place = "" if match.table is None else w("duplicate.at_table", n=match.table)
        found |= {player: place for _, player in match.seats()}
    return found


def _slip(event: Event, pair: Pair, at: dict[int, PlayTable], after: dict[int, str], w: Words) -> DuplicateSlip:
    assert pair.b is not None, "who sits out has no slip"
    table = at.get(pair.table) if pair.table is not None else None
    of_side = {side: table.stocks[side] if table else () for side in STOCKS}
    fewest = {fewest_cards(event, stock) for stocks in of_side.values() for stock in stocks}
    own = len(fewest) > 1
    decks = [pair.stock(side) if stocks_are_drawn(event) else "" for side in ("a", "b")]

    def player(who: Player, deck: str) -> DuplicatePlayer:
        stocks = tuple(_of_stocks(event, deck, (stock,), own, w) for stock in of_side[deck]) if deck else ()
        return DuplicatePlayer(name_on_slip(who), stocks, after.get(who.number, ""))

    return DuplicateSlip(
        table=pair.table_text,
        theme=table.theme if table else "",
        players=(player(pair.a, decks[0]), player(pair.b, decks[1])),
        choices=() if all(decks) else tuple(_of_stocks(event, side, of_side[side], own, w) for side in STOCKS),
        keep=0 if own else min(fewest, default=FEWEST_CARDS),
    )


def _of_stocks(event: Event, side: str, stocks: Sequence[Stock], own: bool, w: Words) -> SlipStock:
    """Return a line about a stock, or those of a side; ``own``: with how many cards to keep of each."""
    letters = [stock.letter for stock in stocks] or [side]
    names = ", ".join(stock.name for stock in stocks if stock.name)
    numbers = ", ".join(str(fewest_cards(event, stock)) for stock in stocks)
    fewest = w("duplicate.least", numbers=numbers) if own else ""
    return SlipStock(w("duplicate.stock", letters=", ".join(letters)), " ".join(filter(None, (names, fewest))))


def _blank(w: Words) -> DuplicateSlip:
    """Return a slip to be filled in by hand."""
    nobody = DuplicatePlayer("", (), "")
    choices = tuple(SlipStock(w("duplicate.stock", letters=side), "") for side in STOCKS)
    return DuplicateSlip("", "", (nobody, nobody), choices, FEWEST_CARDS)
