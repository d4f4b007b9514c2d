"""The settings and sheets of the toy format."""

from __future__ import annotations

from turnabout_sheets.event.standings import TieBreak
from turnabout_sheets.event.status import word_status
from turnabout_sheets.event.tie_breaks import explain_opponents, explain_wins, match_wins, opponents_points
from turnabout_sheets.formats.common import NAME, NOTE, RULING, player_columns
from turnabout_sheets.sheets.cell_kinds import NUMBER, PLAYER, PLAYER_OR_BYE, TEXT, WINNER, whole
from turnabout_sheets.sheets.declarations import Column, Sheet
from turnabout_sheets.sheets.settings import (
    EVERY_EVENT,
    PAGES,
    RANKING,
    RECORDS,
    SWISS,
    USUAL_METHODS,
    Setting,
    declare,
)

DRAW_POINTS = Setting("draw_points", "Draw points", whole(0, 3), 1, "What a drawn match is worth to both.")

SETTINGS = {**EVERY_EVENT, **USUAL_METHODS, **SWISS, **declare(DRAW_POINTS), **RANKING, **PAGES, **RECORDS}

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
