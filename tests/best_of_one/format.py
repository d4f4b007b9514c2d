"""Best of One as a `Format`: all of it, in one module, as it is small."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pandas as pd

from tests.best_of_one import DRAW_POINTS, OUTLINE
from turnabout_sheets.core.outcomes import BY_WINNER, Outcome
from turnabout_sheets.event.format import (
    Entry,
    Format,
    Guidance,
    OutputSheet,
    Pairing,
    Scoring,
    Sheets,
    Simulation,
    chance,
)
from turnabout_sheets.event.model import BYE, Event
from turnabout_sheets.event.output_sheets import (
    CROSSTABLE,
    PROGRESS,
    crosstable_sheet,
    describe_progress,
    fill_standings,
    player_names,
    progress_sheet,
)
from turnabout_sheets.event.results import Results
from turnabout_sheets.event.rulings import decide_unplayed
from turnabout_sheets.event.standings import TieBreak, make_sides
from turnabout_sheets.event.status import word_status
from turnabout_sheets.event.tie_breaks import explain_opponents, explain_wins, match_wins, opponents_points
from turnabout_sheets.formats.common import NAME, NOTE, ROUND_AT_A_TIME, RULING, player_columns
from turnabout_sheets.sheets.cell_kinds import NUMBER, PLAYER, PLAYER_OR_BYE, TEXT, WINNER, whole
from turnabout_sheets.sheets.declarations import Column, Sheet

WIN_POINTS = 3

PLAYERS = Sheet(
    "Players",
    "Everybody who takes part, one row each.",
    (NAME, Column("City", "city", TEXT, "Where the player comes from.", width=16), *player_columns()),
    required=True,
)
MATCHES = Sheet(
    "Round N",
    "The pairings of a round, and its results as they are reported.",
    (
        Column("Table", "table", whole(1), "The number of the table.", width=7),
        Column("Player A", "a", PLAYER, "Who plays.", required=True, filled=True, width=24),
        Column("Player B", "b", PLAYER_OR_BYE, "Against whom; or BYE.", required=True, filled=True, width=24),
        Column("Winner", "winner", WINNER, "A, B or Draw. Blank: not reported yet.", required=True, width=10),
        RULING,
        NOTE,
    ),
)
TIE_BREAKS = (
    TieBreak("wins", match_wins, Column("Wins", "wins", NUMBER, width=7), explain_wins),
    TieBreak(
        "opponents' points",
        opponents_points,
        Column("Opponents' points", "opponents", NUMBER, width=12),
        explain_opponents,
    ),
)
STANDINGS = Sheet(
    "Standings",
    "The standings after the last round that has results.",
    (
        Column("Rank", "rank", NUMBER, width=7),
        Column("Player", "player", width=28),
        Column("City", "city", width=16),
        Column("Points", "points", NUMBER, width=8, heading="page.points"),
        *(each.column for each in TIE_BREAKS if each.column),
        Column("Status", "status", width=17, word=word_status),
    ),
)
SCORED_MATCHES = Sheet(
    "Matches",
    "Every reported match with its points.",
    (
        Column("Round", "round", NUMBER, width=7),
        Column("Table", "table", NUMBER, width=7),
        Column("Player A", "player_a", width=24),
        Column("Player B", "player_b", width=24),
        Column("Points A", "points_a", NUMBER, width=8),
        Column("Points B", "points_b", NUMBER, width=8),
    ),
)


def score(event: Event) -> pd.DataFrame:
    """Score the reported matches: three points for a win or a bye, for a draw what the setting says."""
    points = {Outcome.WIN: WIN_POINTS, Outcome.BYE: WIN_POINTS, Outcome.DRAW: event.settings[DRAW_POINTS]}
    rows = {}
    for match in event.rows:
        ended = decide_unplayed(match.ruling, bye=match.b == BYE) or BY_WINNER.get(match["winner"])
        if ended is not None:
            a, b = ended
            rows[match.index] = (match.round, match.table, match.a, match.b, points.get(a, 0), points.get(b, 0), a, b)
    columns = ["round", "table", "a", "b", "points_a", "points_b", "outcome_a", "outcome_b"]
    return pd.DataFrame.from_dict(rows, orient="index", columns=columns)


def sides(event: Event, scored: pd.DataFrame) -> pd.DataFrame:
    """Return the sides of scored matches; the margin is that of the points."""
    ahead = scored["points_a"] - scored["points_b"]
    return make_sides(scored.assign(margin_a=ahead, margin_b=-ahead), points="points", margin="margin")


def standings_sheet(results: Results) -> OutputSheet:
    """Return the standings as they are now."""
    cities = pd.Series([player["city"] for player in results.event.players], dtype=object)
    sheet, frame = fill_standings(results, city=cities)
    return OutputSheet(sheet, frame, describe_progress(results))


def matches_sheet(results: Results) -> OutputSheet:
    """Return every reported match with its points; byes are rows, too."""
    scored, names = results.matches, player_names(results.event)
    frame = scored.assign(player_a=scored["a"].map(names), player_b=scored["b"].map(names))
    return OutputSheet(SCORED_MATCHES, frame[[column.field for column in SCORED_MATCHES.columns]])


def make_output(results: Results) -> tuple[OutputSheet, ...]:
    """Return the program's sheets, in the order of their tabs."""
    return standings_sheet(results), matches_sheet(results), progress_sheet(results), crosstable_sheet(results)


def play(random: Random, row: Mapping[str, Any], advantage: float, decks: float) -> Mapping[str, Any]:
    """Return how a simulated match ends."""
    return {"winner": "A" if random.random() < chance(advantage + decks) else "B"}


BEST_OF_ONE = Format(
    outline=OUTLINE,
    sheets=Sheets(
        players=PLAYERS,
        matches=MATCHES,
        others=(),
        output=(STANDINGS, SCORED_MATCHES, PROGRESS, CROSSTABLE),
        make_output=make_output,
    ),
    entry=Entry(fields=("winner", "ruling"), result_fields=("winner",)),
    scoring=Scoring(score, sides, TIE_BREAKS),
    pairing=Pairing(),
    guidance=Guidance(
        players="The city stands in the standings.",
        results="who won (A, B or Draw)",
        first_run=ROUND_AT_A_TIME[0],
        next_run=ROUND_AT_A_TIME[1],
        late="add the name on Players with Joined round",
        example_match={"table": 1, "a": "Ada Marsh", "b": "Ben Okoro", "winner": "A"},
        example_story="Ada wins: three points for her, none for Ben.",
    ),
    checks=(),
    simulation=Simulation(play),
)
