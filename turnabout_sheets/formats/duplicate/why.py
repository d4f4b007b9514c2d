"""Explains the points of a game: the games at its table, the other winners with the same stock, sit-outs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from turnabout_sheets.core.outcomes import PLAYED, Outcome
from turnabout_sheets.event.model import BYE, Match
from turnabout_sheets.event.steps import Step
from turnabout_sheets.formats.common import explain_unplayed
from turnabout_sheets.formats.duplicate.scoring import credit, tallies, winner_points

if TYPE_CHECKING:
    from turnabout_sheets.event.results import Results

CITES = {
    "points": "duplicate 5.1",
    "adjustment": "duplicate 4.7",
    "bye": "duplicate 4.1",
    "absent": "duplicate 4.2",
}


def explain(results: Results, match: Match, side: str) -> Sequence[Step]:
    """Return the steps from the cells of a game to the points of a side (duplicate 3.1 to 3.4, 4.1 and 4.2)."""
    mine = results.side_of[match.round, match.pair["ab".index(side)]]
    if unplayed := explain_unplayed(results, match, side):
        return [*unplayed, _explain_credit(results, mine.player)] if mine.outcome == Outcome.BYE else unplayed
    event, points = results.event, results.format.points_name
    places = (event.place(match, "winner"),)
    if mine.outcome == Outcome.DRAW:
        return [Step("pays_nobody", {}, places, "duplicate 3.3", 0, points)]
    if mine.outcome == Outcome.LOSS:
        winner = event.players[mine.opponent].shown
        return [Step("match_won", {"winner": winner}, places, "duplicate 3.1", 0, points)]
    return [
        Step("match_won", {"winner": event.players[mine.player].shown}, places, "duplicate 3.1"),
        *_explain_worth(results, match, side),
    ]


def _explain_worth(results: Results, match: Match, side: str) -> Sequence[Step]:
    """Return the steps to what a win is worth at a table (duplicate 3.1)."""
    event, stock, points = results.event, match[f"deck_{side}"], results.format.points_name
    tally = tallies(results.matches)[int(match.table or 0)]
    games, wins = tally.games, tally.wins[stock]
    at_table = [
        each
        for each in results.scored_rows
        if each.table == match.table and each.b != BYE and results.sides_of(each)[0].outcome in PLAYED
    ]
    won = [
        each for each in at_table if each["winner"] in ("A", "B") and each[f"deck_{each['winner'].lower()}"] == stock
    ]
    table = {"table": int(match.table or 0)}
    return [
        Step("table_games", table, tuple(event.place(each, "winner") for each in at_table), "duplicate 3.3", games),
        Step(
            "stock_wins",
            {**table, "stock": stock},
            tuple(event.place(each, "winner") for each in won),
            "duplicate 3.1",
            wins,
        ),
        Step("win_worth", {}, (), "duplicate 3.1", winner_points(games, wins), points, (games, -(wins - 1))),
    ]


def _explain_credit(results: Results, player: int) -> Step:
    """Return the average of a player's own games (duplicate 4.1)."""
    own = [side for (_, number), side in results.side_of.items() if number == player and side.outcome in PLAYED]
    points = sum(int(side.points) for side in own)
    values = {"points": points, "games": len(own)}
    return Step("credit", values, (), "duplicate 4.1", credit(points, len(own)), results.format.points_name)
