"""The Netrunner Tournament Protocol v98.4 (seed 004): two games a match, three game or match points, piles of cards."""

from __future__ import annotations

from turnabout_sheets.event.output_sheets import CROSSTABLE, PROGRESS
from turnabout_sheets.event.standings import among_the_tied, opponents_points, opponents_without_extremes
from turnabout_sheets.formats.base import Format
from turnabout_sheets.formats.common import ROUND_AT_A_TIME
from turnabout_sheets.formats.netrunner.checks import CHECKS
from turnabout_sheets.formats.netrunner.forfeits import settle
from turnabout_sheets.formats.netrunner.live_columns import LIVE_COLUMNS
from turnabout_sheets.formats.netrunner.output_sheets import TIE_BREAKS, reports
from turnabout_sheets.formats.netrunner.scoring import RESULT_FIELDS, choices, derived_columns, opening, score, sides
from turnabout_sheets.formats.netrunner.sheets import ADJUSTMENTS, MATCHES, PLAYERS, RULINGS, SCORED_MATCHES, STANDINGS
from turnabout_sheets.formats.netrunner.simulation import SIMULATION
from turnabout_sheets.sheets.settings import DECLARATIONS

NOT_USED = {
    "first_round",
    "random_seed",
    "rounds_per_session",
    "keep_apart",
    "bye_vp",
    "bye_counts_as_win",
    "timing",
    "minutes",
    "seconds",
    "match_minutes",
    "deck_choice",
    "left_out",
    "ante_prizes",
}
"""Settings that the protocol has no place for."""

NETRUNNER = Format(
    name="Netrunner",
    settings=frozenset(DECLARATIONS) - NOT_USED,
    players=PLAYERS,
    matches=MATCHES,
    others=(ADJUSTMENTS, RULINGS),
    result_fields=RESULT_FIELDS,
    live_columns=LIVE_COLUMNS,
    opening=opening,
    choices=choices,
    suggestions={},
    about_players="Without ratings, from the best to the last: that is the original order of the protocol.",
    about_results="who won each game (A, B or Draw), and the agenda points of who did not",
    about_first_run=ROUND_AT_A_TIME[0],
    about_next_run=ROUND_AT_A_TIME[1],
    about_late="add the name on Players with Joined round",
    example_match={
        "table": 1,
        "a": "Ada Marsh",
        "b": "Ben Okoro",
        "winner_1": "A",
        "agenda_1_b": 4,
        "winner_2": "B",
        "agenda_2_a": 5,
    },
    example_story=(
        "In game 1 Ada is the Corporation and wins; Ben has scored 4 agenda points. In game 2 Ben is the Corporation "
        "and wins; Ada has scored 5. A game won is 10 points: Ada has 10 + 5 = 15, Ben 4 + 10 = 14, so Ada wins. "
        "Each has one GMP for a game won, and Ada one more for the match: 2 to 1."
    ),
    checks=CHECKS,
    score=score,
    sides=sides,
    tie_breaks=dict(zip(TIE_BREAKS, (opponents_points, opponents_without_extremes, among_the_tied), strict=True)),
    figures=derived_columns,
    reports=reports,
    report_sheets=(STANDINGS, SCORED_MATCHES, PROGRESS, CROSSTABLE),
    simulation=SIMULATION,
    settle=settle,
    presets={"first_round": "original order"},
    swiss="piles",
)
