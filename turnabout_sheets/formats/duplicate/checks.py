"""Duplicate Magic's own checks: stocks and tables, teams, and cards won as ante."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from turnabout_sheets.core.problems import Place, Problem, error, warning
from turnabout_sheets.core.text import join_words, key
from turnabout_sheets.event.model import BYE, RESERVED_NAMES, Event
from turnabout_sheets.formats.duplicate.movement_checks import comes_earlier, once_at_each_table
from turnabout_sheets.formats.duplicate.settings import ANTE_PRIZES, LEFT_OUT
from turnabout_sheets.formats.duplicate.sheets import FEWEST_CARDS, STOCKS
from turnabout_sheets.formats.duplicate.stocks import cards_lost, game_of, is_doubles, opponents_stock, play_tables

if TYPE_CHECKING:
    from turnabout_sheets.event.format import Format


def teams(event: Event, format: Format) -> Iterator[Problem]:
    """Find partners who stand twice, or are called by a word that means something, and players without a partner.

    In doubles a team is one contestant (duplicate 5.3).
    """
    first = {key(player.name): event.player_place(player) for player in reversed(event.players)}
    reserved = {key(name) for name in RESERVED_NAMES}
    doubles = is_doubles(event)
    for player in event.players:
        place, partner = event.player_place(player, "partner"), player["partner"]
        if not partner:
            if doubles:
                yield warning(
                    place,
                    f"{player.name} has no partner, though others have one.",
                    "Type the partner's name; without one the player plays both decks of the side.",
                )
        elif key(partner) in reserved:
            yield error(
                place,
                f'No player can be called "{partner}": {join_words(RESERVED_NAMES, "and")} mean something else '
                "in the results.",
                "Add something to the name, for example an initial.",
            )
        elif first.setdefault(key(partner), place) is not place:
            yield error(
                place,
                f'The player "{partner}" stands in {first[key(partner)].cell} already; expected every name once.',
                "Correct one of the two, or tell the two people apart, for example by an initial.",
            )


def stocks_of_games(event: Event, format: Format) -> Iterator[Problem]:
    """Find games in which both have the same stock, and results of which nobody knows the stock or the table.

    Each has one of the two (duplicate 2.4); what a win is worth depends on both (duplicate 3.1).
    """
    for match in event.rows:
        if match.b == BYE or match.ruling is not None:
            continue
        won = match["winner"] in ("A", "B")
        if match["deck_a"] is not None and match["deck_a"] == match["deck_b"]:
            yield error(
                event.place(match, "deck_b"),
                f"Deck A and Deck B are both {match['deck_a']}; expected one stock for each player.",
                "Correct one of the two, or clear it: then it is the other stock.",
            )
        elif won and match["deck_a"] is None and match["deck_b"] is None:
            yield error(
                event.place(match, "deck_a"),
                "The game is won, but nobody knows with which stock; expected A or B as Deck A.",
                "Type the stock that player A had.",
            )
        if match["winner"] is not None and match.table is None:
            yield error(
                event.place(match, "table"),
                "The game is reported, but has no table; what a win is worth depends on its table.",
                "Type the number of the table.",
            )


def listed_tables(event: Event, format: Format) -> Iterator[Problem]:
    """Find tables that the sheet Tables has twice, does not have though games stand there, or has for nobody."""
    table = event.tables.get("Tables")
    if table is None or not table.rows:
        if event.last_round:
            yield warning(
                Place("Tables"),
                "No table is listed, so the slips cannot say what the stocks are, nor the program check their size.",
                "Type a row for each table: its number, the names of its stocks, and how many cards each has.",
            )
        return
    first: dict[int, Place] = {}
    for row in table.rows:
        place = table.place(row.number, "table")
        if row["table"] is not None and first.setdefault(row["table"], place) is not place:
            yield error(
                place,
                f"Table {row['table']} stands in {first[row['table']].cell} already; expected every table once.",
                "Delete one of the two rows, or correct its number.",
            )
    seated = {match.table for match in event.rows if match.table is not None}
    lacking = sorted(seated - set(first))
    if lacking:
        several = len(lacking) > 1
        yield warning(
            Place(table.title),
            f"Table{'s' * several} {join_words([str(each) for each in lacking], 'and')} {'are' if several else 'is'} "
            "played at, but not listed.",
            f"Add a row for {'each' if several else 'it'}, with the names of its stocks and how many cards each has.",
        )
    if seated and not lacking:
        for number, place in first.items():
            if number not in seated:
                yield warning(
                    place, f"Nobody plays at table {number}.", "Nothing needs to be done; put its decks away."
                )


def stocks_for_teams(event: Event, format: Format) -> Iterator[Problem]:
    """Find second stocks that are missing in doubles (duplicate 2.1), and those that nobody plays."""
    table = event.tables.get("Tables")
    if table is None:
        return
    doubles = is_doubles(event)
    for row in table.rows:
        if row["table"] is None:
            continue  # reported as blank
        for side in ("a", "b"):
            first, second = row[f"stock_{side}"], row[f"stock_{side}2"]
            place = table.place(row.number, f"stock_{side}2")
            letter = f"Stock {side.upper()}2"
            if doubles and first is not None and second is None:
                yield warning(
                    place,
                    f"{letter} of table {row['table']} is missing; in doubles a side has two stocks.",
                    "Type what the partner's stock is called.",
                )
            elif second is not None and not doubles:
                yield warning(
                    place,
                    f"{letter} of table {row['table']} is for doubles, but no player has a partner; it is ignored.",
                    "Clear it, or type the partners on the sheet Players.",
                )


def antes(event: Event, format: Format) -> Iterator[Problem]:
    """Find rows of the sheet Ante that are not wanted, or tell of no game that was won so (duplicate 2.5)."""
    table = event.tables.get("Ante")
    if table is None or not table.rows:
        if event.settings[ANTE_PRIZES] and event.settings[LEFT_OUT] is None:
            yield _no_limit(event)
        return
    if not event.settings[ANTE_PRIZES]:
        yield warning(
            Place(table.title),
            "Cards are logged as ante, but Ante prizes is no.",
            "Set Ante prizes to yes on the Event sheet, or clear the log.",
        )
        return
    if event.settings[LEFT_OUT] is None:
        yield _no_limit(event)
    for row in table.rows:
        if None in (row["round"], row["table"], row["player"]):
            continue  # reported as blank or unknown
        place = table.place(row.number, "player")
        name = event.players[row["player"]].shown
        game = game_of(event, row)
        if game is None or row["player"] not in (game.a, game.b):
            found = "nobody plays there" if game is None else f"{name} does not play there"
            yield warning(
                place,
                f"{name} is said to have won a card at table {row['table']} in round {row['round']}, but {found}.",
                "Correct the round, the table or the name.",
            )
        elif game["winner"] is not None and game["winner"] != ("A" if row["player"] == game.a else "B"):
            yield warning(
                place,
                f"{name} is said to have won a card at table {row['table']} in round {row['round']}, but did not win "
                "that game.",
                "Correct the name, or the result of the game.",
            )
        elif row["stock"] not in (None, *STOCKS) and not is_doubles(event):
            yield warning(
                table.place(row.number, "stock"),
                f"Stock {row['stock']} is for doubles, but no player has a partner; so no stock has a card less.",
                f"Choose {join_words(STOCKS)}.",
            )
        elif row["stock"] is None and opponents_stock(event, row) is None:
            yield warning(
                table.place(row.number, "stock"),
                "Nobody knows which stock the card came from, so no stock has a card less.",
                "Choose the stock, or type the stocks of the game.",
            )


def _no_limit(event: Event) -> Problem:
    return warning(
        event.setting_place(LEFT_OUT),
        "Ante cards are prizes, but any card may be left out; players could leave out all that is not worth winning.",
        "Fill in Cards that may be left out: the rules ask for a limit where antes are prizes.",
    )


def cards_left(event: Event, format: Format) -> Iterator[Problem]:
    """Find stocks that antes have brought below 40 cards (duplicate 2.2 and 2.5)."""
    table = event.tables.get("Tables")
    if table is None or not event.settings[ANTE_PRIZES]:
        return
    rows = {row["table"]: row.number for row in reversed(table.rows)}
    tables = play_tables(event)
    for (number, letter), lost in sorted(cards_lost(event).items()):
        stock = tables[number].stock(letter) if number in tables else None
        if stock is None or stock.cards is None or stock.cards - lost >= FEWEST_CARDS:
            continue
        left = stock.cards - lost
        name = f" ({stock.name})" if stock.name else ""
        yield warning(
            table.place(rows[number], f"cards_{letter.lower()}"),
            f"Stock {letter} of table {number}{name} had {stock.cards} cards and lost {lost} as ante: {left} are left; "
            f"expected {FEWEST_CARDS} or more.",
            "Put cards into the stock and add their number here, or play the table without ante.",
        )


CHECKS = (
    teams,
    stocks_of_games,
    once_at_each_table,
    comes_earlier,
    listed_tables,
    stocks_for_teams,
    antes,
    cards_left,
)
