"""Duplicate's tables and stocks, and what a win is worth: most with the harder deck (duplicate 2.1 to 3.5)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count, islice

from turnabout_sheets.core.outcomes import PLAYED, Outcome
from turnabout_sheets.event.format import Scored
from turnabout_sheets.event.model import BYE, Event, Match
from turnabout_sheets.event.results import Results
from turnabout_sheets.event.steps import Step
from turnabout_sheets.event.tie_breaks import list_sides
from turnabout_sheets.formats.common import list_rows
from turnabout_sheets.formats.duplicate.sheets import FEWEST_CARDS, LEFT_OUT, OTHER, STOCKS
from turnabout_sheets.sheets.table import Row


@dataclass(frozen=True, slots=True)
class Stock:
    """A pile of cards at a table; ``name`` is empty and ``cards`` None where the sheet Tables does not say."""

    letter: str  # A or B, in doubles also A2 or B2
    name: str = ""
    cards: int | None = None  # at the start


@dataclass(frozen=True, slots=True)
class PlayTable:
    """A table; ``stocks`` are those of each side, A and B: one, in doubles one for each partner."""

    number: int
    theme: str
    stocks: Mapping[str, tuple[Stock, ...]]


def is_doubles(event: Event) -> bool:
    """Return whether teams of two play (duplicate 2.1)."""
    return any(player.teammates for player in event.players)


def list_letters(event: Event) -> Sequence[str]:
    """Return what the stocks of a table are called: A and B, in doubles those of the two partners A and A2."""
    return [f"{side}{seat}" for side in STOCKS for seat in (("", "2") if is_doubles(event) else ("",))]


def play_tables(event: Event) -> dict[int, PlayTable]:
    """Return the tables in the order of their numbers: those on the sheet Tables, and those that games stand at."""
    listed = {row["table"]: row.values for row in list_rows(event, "Tables") if row["table"] is not None}
    seated = {match.table for match in event.rows if match.table is not None}
    letters, tables = list_letters(event), {}
    for number in sorted({*listed, *seated}):
        row = listed.get(number, {})
        named = [(each, row.get(f"stock_{each.lower()}") or "", row.get(f"cards_{each.lower()}")) for each in letters]
        stocks = {side: tuple(Stock(*each) for each in named if each[0][0] == side) for side in STOCKS}
        tables[number] = PlayTable(number, row.get("theme") or "", stocks)
    return tables


def table_numbers(event: Event, tables: int) -> list[int]:
    """Return the numbers of the tables: those on the sheet Tables, the lowest first; where they do not do, the next."""
    listed = sorted({row["table"] for row in list_rows(event, "Tables") if row["table"] is not None})
    others = (number for number in count(1) if number not in listed)
    return sorted([*listed[:tables], *islice(others, max(0, tables - len(listed)))])


def cards_lost(event: Event) -> Counter[tuple[int, str]]:
    """Return how many cards each stock has lost as ante prizes, by table and letter.

    Rows whose stock is not known are passed over (see `checks`).
    """
    rows = ((row["table"], find_stock(event, row)) for row in list_rows(event, "Ante"))
    return Counter((table, letter) for table, letter in rows if table is not None and letter is not None)


def game_of(event: Event, row: Row) -> Match | None:
    """Return the game that a row of the sheet Ante names; None where nobody plays there."""
    here = (match for match in event.rounds.get(row["round"], ()) if match.table == row["table"])
    return next((match for match in here if match.is_match), None)


def find_stock(event: Event, row: Row) -> str | None:
    """Return the stock of a card: that which its row of the sheet Ante names, else the opponent's (duplicate 2.5)."""
    stock, game = row["stock"], game_of(event, row)
    if stock is None and game is not None and row["player"] in (game.a, game.b):
        stock = game["deck_b" if row["player"] == game.a else "deck_a"]
    return None if stock is None else str(stock)


def fewest_cards(event: Event, stock: Stock) -> int:
    """Return how many cards of a stock a player has to keep: 40, or more by Cards that may be left out (2.3)."""
    left_out = event.settings[LEFT_OUT]
    return FEWEST_CARDS if left_out is None or stock.cards is None else max(FEWEST_CARDS, stock.cards - left_out)


def settle(event: Event) -> Event:
    """Return the event with both stocks of every game where one is known (duplicate 2.4)."""
    rows = []
    for match in event.rows:
        a, b = match["deck_a"], match["deck_b"]
        if match.b != BYE and (a is None) != (b is None):
            match = replace(match, fields={**match.fields, "deck_a": a or OTHER[b], "deck_b": b or OTHER[a]})
        rows.append(match)
    return replace(event, rows=tuple(rows))


def winner_points(games: int, wins: int) -> int:
    """Return what each win with a stock is worth at a table (duplicate 3.1).

    "Each winner at a table where N games were played receives N points minus one point for each other winner who
    played with the same deck". ``wins`` are those with that stock, this one among them.
    """
    return games - (wins - 1)


def most_points(games: int) -> int:
    """Return the most that a table can pay: with each stock winning half of the games (duplicate 3.2 and 3.5)."""
    return sum(wins * winner_points(games, wins) for wins in (games // 2, games - games // 2))


def winning_stock(scored: Scored) -> str:
    """Return the stock that won a game, blank where none did."""
    if Outcome.WIN not in scored.outcomes:
        return ""
    return str(scored.match[("deck_a", "deck_b")[scored.outcomes.index(Outcome.WIN)]])


def count_wins(scored: Iterable[Scored]) -> tuple[Counter[int], Counter[tuple[int, str]]]:
    """Return the games played at each table, drawn ones among them (duplicate 3.3), and the wins there by stock."""
    played = [(each.match.table or 0, winning_stock(each)) for each in scored if each.is_played]
    return Counter(table for table, _ in played), Counter(played)


def value(scored: Sequence[Scored]) -> list[Scored]:
    """Return games with what each is worth when nothing but these was played.

    A sit-out is worth the average of the player's own games (duplicate 4.1).
    """
    (games, wins), own, valued = count_wins(scored), defaultdict[int, list[int]](list), list[Scored]()
    for each in scored:
        table = each.match.table or 0
        worth = winner_points(games[table], wins[table, winning_stock(each)])
        a, b = (worth if outcome == Outcome.WIN else 0 for outcome in each.outcomes)
        valued.append(replace(each, points=(a, b)))
        for player, points in zip(each.match.pair, (a, b), strict=True) if each.is_played else ():
            own[player].append(points)
    for place, each in enumerate(scored):
        if not each.is_played:
            sides = zip(each.match.pair, each.outcomes, strict=True)
            x, y = (credit(own[player]) if outcome == Outcome.BYE else 0 for player, outcome in sides)
            valued[place] = replace(each, points=(x, y))
    return valued


def credit(points: Sequence[int]) -> Fraction:
    """Return what a player is credited for a sit-out: the average of the player's own games (duplicate 4.1)."""
    return Fraction(sum(points), len(points)) if points else Fraction(0)


def explain_game(results: Results, scored: Scored, me: int) -> Iterator[Step]:
    """Yield the steps from the cells of a game to the points of a side (duplicate 3.1 to 3.4)."""
    event, match, points = results.event, scored.match, results.format.points_name
    places = (event.place(match, "winner"),)
    if scored.outcomes[me] == Outcome.DRAW:
        yield Step("pays_nobody", {}, places, "duplicate 3.3", 0, points)
        return
    won, winner = scored.outcomes[me] == Outcome.WIN, match.pair[scored.outcomes.index(Outcome.WIN)]
    step = Step("match_won", {"winner": event.players[winner].shown}, places, "duplicate 3.1")
    yield step if won else step._replace(comes_to=0, of=points)
    if not won:
        return
    stock, table = winning_stock(scored), {"table": match.table or 0}
    at_table = [each for each in results.scored if each.is_played and each.match.table == match.table]
    wins = [each for each in at_table if winning_stock(each) == stock]
    games_at, wins_at = (tuple(event.place(each.match, "winner") for each in those) for those in (at_table, wins))
    yield Step("table_games", table, games_at, "duplicate 3.3", len(at_table))
    yield Step("stock_wins", {**table, "stock": stock}, wins_at, "duplicate 3.1", len(wins))
    worth, terms = winner_points(len(at_table), len(wins)), (len(at_table), 1 - len(wins))
    yield Step("win_worth", {}, (), "duplicate 3.1", worth, points, terms)


def explain_credit(results: Results, player: int) -> Step:
    """Return the average of a player's own games (duplicate 4.1)."""
    own = [int(side.points) for side in list_sides(results, player) if side.outcome in PLAYED]
    values = {"points": sum(own), "games": len(own)}
    return Step("credit", values, (), "duplicate 4.1", credit(own), results.format.points_name)
