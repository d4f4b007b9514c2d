"""The program's sheets of a Duplicate Magic event."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

from turnabout_sheets.core.frames import pd
from turnabout_sheets.core.outcomes import PLAYED, Outcome
from turnabout_sheets.event.charts import Bars
from turnabout_sheets.event.format import OutputSheet
from turnabout_sheets.event.output_sheets import (
    crosstable_sheet,
    describe_progress,
    describe_standings,
    fill_standings,
    is_early,
    player_names,
    progress_sheet,
    word_winner,
)
from turnabout_sheets.event.progress import outstanding_matches
from turnabout_sheets.formats.duplicate.checks import find_wrong_rounds
from turnabout_sheets.formats.duplicate.scoring import Tally, most_points, stock_points, tallies
from turnabout_sheets.formats.duplicate.sheets import SCORED_MATCHES, STOCKS, TABLE_RESULTS
from turnabout_sheets.formats.duplicate.stocks import play_tables

if TYPE_CHECKING:
    from turnabout_sheets.event.results import Results


def standings_sheet(results: Results) -> OutputSheet:
    """Return the standings as they are now: the highest total wins (duplicate 5.1)."""
    sides = results.sides
    games = Counter(sides.loc[sides["outcome"].isin(PLAYED), "player"])
    credited: Counter[int] = Counter()
    for player, outcome, points in zip(sides["player"], sides["outcome"], sides["points"], strict=True):
        if outcome == Outcome.BYE:
            credited[player] += points
    everybody = results.standings.index
    sheet, frame = fill_standings(
        results,
        matches=[games[player] for player in everybody],
        credited=pd.Series([credited[player] for player in everybody], index=everybody, dtype=object),
    )
    note = describe_standings(results)
    return OutputSheet(sheet, frame.reset_index(drop=True), note)


def matches_sheet(results: Results) -> OutputSheet:
    """Return every reported game with its points; sit-outs and no-shows are rows, too."""
    name = player_names(results.event)
    rows = []
    for match in results.scored_rows:
        a, b = results.sides_of(match)
        name_a, name_b = (name[player] for player in match.pair)
        deck_a, deck_b = (match["deck_a"], match["deck_b"]) if a.outcome in PLAYED else (None, None)
        table, outcome_b, points_b = (match.table, b.outcome, b.points) if b else (None, Outcome.ABSENT, None)
        winner = word_winner((a.outcome, outcome_b), name_a, name_b)
        rows.append((match.round, table, name_a, deck_a, name_b, deck_b, winner, a.points, points_b))
    fields = [column.field for column in SCORED_MATCHES.columns]
    frame = pd.DataFrame(rows, columns=fields, dtype=object)
    return OutputSheet(SCORED_MATCHES, frame, describe_progress(results), idle=is_early(results))


def balance(results: Results) -> pd.DataFrame:
    """Return what happened at each table (duplicate 3.5), indexed from 0, with the fields of the sheet Table results.

    ``balance`` is a Fraction, None where no game was decided or drawn yet; the names of the stocks of a side stand
    together ("Elves, Wolves").
    """
    event = results.event
    found = tallies(results.matches)
    to_come = Counter(match.table for match in outstanding_matches(event, results.format.entry.result_fields))
    rows = []
    for number, table in play_tables(event).items():
        tally = found.get(number, Tally(0, dict.fromkeys(STOCKS, 0)))
        wins = [tally.wins[stock] for stock in STOCKS]
        points = [stock_points(tally.games, each) for each in wins]
        most = most_points(tally.games)
        share = Fraction(sum(points), most) if tally.games else None
        stocks = [", ".join(stock.name for stock in table.stocks[side] if stock.name) for side in STOCKS]
        draws = tally.games - sum(wins)
        paid = (*points, sum(points), most, share)
        rows.append((number, tally.games, *wins, draws, *paid, to_come[number], table.theme, *stocks))
    return pd.DataFrame(rows, columns=[column.field for column in TABLE_RESULTS.columns], dtype=object)


def table_results(results: Results) -> OutputSheet:
    """Return the balance of the tables, with a chart of the wins of both stocks (duplicate 3.5).

    The note tells of rounds that were not played at the tables of the movement, too (duplicate 1.7).
    """
    chart = Bars("Wins of stock A and stock B at each table", "table", ("wins_a", "wins_b"))
    note = [describe_progress(results), *(each.consequences for each in find_wrong_rounds(results.event))]
    return OutputSheet(TABLE_RESULTS, balance(results), "\n".join(note), chart, idle=is_early(results))


def make_output(results: Results) -> tuple[OutputSheet, ...]:
    """Return all sheets, in the order of their tabs."""
    makers = (standings_sheet, matches_sheet, progress_sheet, crosstable_sheet, table_results)
    return tuple(make(results) for make in makers)
