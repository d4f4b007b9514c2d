"""The settings and sheets of the toy format."""

from __future__ import annotations

from turnabout_sheets.event.standings import TieBreak
from turnabout_sheets.event.tie_breaks import explain_opponents, explain_wins, match_wins, opponents_points
from turnabout_sheets.formats import common
from turnabout_sheets.sheets.cell_kinds import NUMBER, TEXT, WINNER, whole
from turnabout_sheets.sheets.declarations import Column
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

PLAYERS = common.make_players(
    Column("City", "city", TEXT, "Where the player comes from.", width=16), *common.player_columns()
)
MATCHES = common.make_round(
    "Who plays.",
    "Against whom; or BYE.",
    Column("Winner", "winner", WINNER, "A, B or Draw. Blank: not reported yet.", required=True, width=10),
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
STANDINGS = common.make_standings(
    Column("Points", "points", NUMBER, width=8, heading="page.points"),
    *(each.column for each in TIE_BREAKS if each.column),
    Column("City", "city", width=16),
    by="points",
)
SCORED_MATCHES = common.make_matches(
    Column("Points A", "points_a", NUMBER, width=8), Column("Points B", "points_b", NUMBER, width=8)
)
