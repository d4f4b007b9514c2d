"""From reported games to what a win is worth: most to those who won with the harder deck (duplicate 3.1 to 3.5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from turnabout_sheets.core.outcomes import PLAYED, Outcome
from turnabout_sheets.event.format import Scored
from turnabout_sheets.event.model import BYE, Event, Match
from turnabout_sheets.event.steps import Step
from turnabout_sheets.event.tie_breaks import list_sides
from turnabout_sheets.formats.duplicate.sheets import STOCKS
from turnabout_sheets.formats.duplicate.stocks import OTHER

if TYPE_CHECKING:
    from turnabout_sheets.event.results import Results


def winner_points(games: int, wins: int) -> int:
    """Return what each win with a stock is worth at a table (duplicate 3.1).

    "Each winner at a table where N games were played receives N points minus one point for each other winner who
    played with the same deck". ``wins`` are those with that stock, this one among them.
    """
    return games - (wins - 1)


def stock_points(games: int, wins: int) -> int:
    """Return what all winners with a stock have together at a table."""
    return wins * winner_points(games, wins)


def most_points(games: int) -> int:
    """Return the most that a table can pay: with each stock winning half of the games (duplicate 3.2 and 3.5)."""
    half = games // 2
    return stock_points(games, half) + stock_points(games, games - half)


def credit(points: int, games: int) -> Fraction:
    """Return what a player is credited for a sit-out: the average of the player's own games (duplicate 4.1)."""
    return Fraction(points, games) if games else Fraction(0)


@dataclass(frozen=True, slots=True)
class Tally:
    """What has happened at a table: games played, and wins by stock."""

    games: int
    wins: Mapping[str, int]

    def points(self, stock: str) -> int:
        """Return what a win with a stock is worth here."""
        return winner_points(self.games, self.wins[stock])


def settle(event: Event) -> Event:
    """Return the event with both stocks of every game where one is known (duplicate 2.4)."""
    return replace(event, rows=tuple(map(_settle, event.rows)))


def _settle(match: Match) -> Match:
    a, b = match["deck_a"], match["deck_b"]
    if match.b == BYE or (a is None) == (b is None):
        return match
    return replace(match, fields={**match.fields, "deck_a": a or OTHER[b], "deck_b": b or OTHER[a]})


def winning_stock(scored: Scored) -> str:
    """Return the stock that won a game, blank where none did."""
    if scored.outcomes[0] == Outcome.WIN:
        return str(scored.match["deck_a"])
    return str(scored.match["deck_b"]) if scored.outcomes[1] == Outcome.WIN else ""


def tallies(scored: Iterable[Scored]) -> dict[int, Tally]:
    """Return what has happened at each table, by its number; drawn games count as played there (duplicate 3.3)."""
    played = [each for each in scored if each.is_played]
    games = Counter(each.match.table or 0 for each in played)
    wins = Counter((each.match.table, winning_stock(each)) for each in played)
    return {table: Tally(games[table], {stock: wins[table, stock] for stock in STOCKS}) for table in games}


def value(scored: Sequence[Scored]) -> list[Scored]:
    """Return games with what each is worth when nothing but these was played.

    A sit-out is worth the average of the player's own games (duplicate 4.1).
    """
    at, own, valued = tallies(scored), dict[int, list[int]](), list[Scored]()
    for each in scored:
        if each.is_played:
            worth = at[each.match.table or 0].points(winning_stock(each)) if winning_stock(each) else 0
            a, b = (worth if outcome == Outcome.WIN else 0 for outcome in each.outcomes)
            each = replace(each, points=(a, b))
            for player, points in zip(each.match.pair, (a, b), strict=True):
                own.setdefault(player, []).append(points)
        valued.append(each)
    for place, each in enumerate(valued):
        if not each.is_played:
            credits = [
                credit(sum(own.get(player, [])), len(own.get(player, []))) if outcome == Outcome.BYE else 0
                for player, outcome in zip(each.match.pair, each.outcomes, strict=True)
            ]
            valued[place] = replace(each, points=(credits[0], credits[1]))
    return valued


def explain_game(results: Results, scored: Scored, me: int) -> Iterator[Step]:
    """Yield the steps from the cells of a game to the points of a side (duplicate 3.1 to 3.4)."""
    event, match, points = results.event, scored.match, results.format.points_name
    places = (event.place(match, "winner"),)
    if scored.outcomes[me] == Outcome.DRAW:
        yield Step("pays_nobody", {}, places, "duplicate 3.3", 0, points)
        return
    won = scored.outcomes[me] == Outcome.WIN
    winner = event.players[match.pair[me if won else 1 - me]].shown
    if not won:
        yield Step("match_won", {"winner": winner}, places, "duplicate 3.1", 0, points)
        return
    yield Step("match_won", {"winner": winner}, places, "duplicate 3.1")
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
    return Step("credit", values, (), "duplicate 4.1", credit(sum(own), len(own)), results.format.points_name)
