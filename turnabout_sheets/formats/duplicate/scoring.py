"""From reported games to what a win is worth: most to those who won with the harder deck (duplicate 3.1 to 3.5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from turnabout_sheets.core.frames import make_frame, pd
from turnabout_sheets.core.outcomes import BY_WINNER, PLAYED, Outcome, Outcomes
from turnabout_sheets.event.model import BYE, Event, Match
from turnabout_sheets.event.rulings import PRESENT, decide_unplayed
from turnabout_sheets.event.standings import make_sides
from turnabout_sheets.formats.duplicate.settings import DECK_CHOICE, DRAWN
from turnabout_sheets.formats.duplicate.sheets import STOCKS
from turnabout_sheets.formats.duplicate.stocks import OTHER

ENTRY_FIELDS = ("winner", "ruling")
RESULT_FIELDS = ("winner",)


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


def chairs(event: Event, taken: Sequence[str]) -> Mapping[str, Any]:
    """Return the stocks of a new match row, by the chairs that are taken: where they are drawn, they lie there."""
    stocks = zip(("deck_a", "deck_b"), taken, strict=False)
    return dict(stocks) if event.settings[DECK_CHOICE] == DRAWN else {}


def choices(event: Event) -> Mapping[str, Sequence[str]]:
    """Return the words that a round offers: the rulings that may be needed."""
    return {"ruling": tuple(PRESENT)}


def settle(event: Event) -> Event:
    """Return the event with both stocks of every game where one is known (duplicate 2.4)."""
    return replace(event, rows=tuple(_settle(match) for match in event.rows))


def _settle(match: Match) -> Match:
    a, b = match["deck_a"], match["deck_b"]
    if match.b == BYE or (a is None) == (b is None):
        return match
    return replace(match, fields={**match.fields, "deck_a": a or OTHER[b], "deck_b": b or OTHER[a]})


def score(event: Event) -> pd.DataFrame:
    """Tell how the reported games ended; what they are worth is known from all at a table (see `sides`).

    Indexed as in ``event.rows`` (rows without a result are left out), with the columns round, table, a, b, deck_a,
    deck_b (A or B, None where no game was played) and outcome_a, outcome_b (see `event.standings`). The
    event has no errors.
    """
    columns = ("round", "table", "a", "b", "deck_a", "deck_b", "outcome_a", "outcome_b")
    rows, index = [], []
    for match in event.rows:
        if outcomes := _outcomes(match):
            decks = (match["deck_a"], match["deck_b"]) if outcomes[0] in PLAYED else (None, None)
            rows.append((match.round, match.table, *match.pair, *decks, *outcomes))
            index.append(match.index)
    return make_frame(rows, columns, whole=("round", "a", "b"), index=index)


def _outcomes(match: Match) -> Outcomes | None:
    """Return how a row ended for both sides; None where it is not reported.

    Who has no opponent sits out (duplicate 4.2).
    """
    return decide_unplayed(match.ruling, bye=match.b == BYE) or BY_WINNER.get(match["winner"])


def tallies(scored: pd.DataFrame) -> dict[int, Tally]:
    """Return what has happened at each table, by its number, from games as `score` gives them.

    Drawn games count as played there (duplicate 3.3).
    """
    games = Counter(scored.loc[scored["outcome_a"].isin(PLAYED), "table"])
    wins: Counter[tuple[int, str]] = Counter()
    for side in ("a", "b"):
        won = scored[scored[f"outcome_{side}"] == Outcome.WIN]
        wins.update(zip(won["table"], won[f"deck_{side}"], strict=True))
    return {table: Tally(games[table], {stock: wins[table, stock] for stock in STOCKS}) for table in games}


def sides(event: Event, scored: pd.DataFrame) -> pd.DataFrame:
    """Return the sides of games as `score` gives them, with what each is worth when nothing but these was played.

    See `event.standings` for the columns; there are also ``table`` and ``deck``, the stock. A sit-out is
    worth the average of the player's own games (duplicate 4.1).
    """
    at = tallies(scored)
    both = make_sides(scored.assign(table_a=scored["table"], table_b=scored["table"]), table="table", deck="deck")
    both["points"] = pd.Series(
        [
            at[table].points(deck) if outcome == Outcome.WIN else 0
            for table, deck, outcome in zip(both["table"], both["deck"], both["outcome"], strict=True)
        ],
        index=both.index,
        dtype=object,
    )
    own = both[both["outcome"].isin(PLAYED)].groupby("player")["points"].agg(["sum", "count"])
    credits = {player: credit(points, games) for player, points, games in own.itertuples()}
    sat_out = both["outcome"] == Outcome.BYE
    both.loc[sat_out, "points"] = both.loc[sat_out, "player"].map(lambda player: credits.get(player, Fraction(0)))
    return both.assign(margin=0)
