"""Turnabout: a match of two games with the decks swapped in the first, 30 victory points by the difference."""

from __future__ import annotations

from turnabout_sheets.event.output_sheets import CROSSTABLE, PROGRESS
from turnabout_sheets.event.standings import margin, match_wins, opponents_points
from turnabout_sheets.formats.base import Format
from turnabout_sheets.formats.common import ADJUSTMENTS, ROUND_AT_A_TIME, RULINGS_SHEET
from turnabout_sheets.formats.turnabout import checks, decks
from turnabout_sheets.formats.turnabout.live_columns import LIVE_COLUMNS
from turnabout_sheets.formats.turnabout.output_sheets import awards, reports
from turnabout_sheets.formats.turnabout.scales import STANDARD_OPTIONS
from turnabout_sheets.formats.turnabout.scoring import RESULT_FIELDS, choices, opening, score, sides
from turnabout_sheets.formats.turnabout.sheets import (
    BANNED_CARDS,
    DECKS,
    MATCHES,
    PLAYERS,
    RATINGS,
    SCALES,
    SCORED_MATCHES,
    SCORING_OPTIONS,
    STANDINGS,
)
from turnabout_sheets.formats.turnabout.simulation import SIMULATION
from turnabout_sheets.sheets.settings import DECLARATIONS

TURNABOUT = Format(
    name="Turnabout",
    settings=frozenset(DECLARATIONS) - {"deck_choice", "left_out", "ante_prizes", "deck_type", "pairing_number"},
    players=PLAYERS,
    matches=MATCHES,
    others=(SCORING_OPTIONS, ADJUSTMENTS, RULINGS_SHEET, DECKS, BANNED_CARDS),
    result_fields=RESULT_FIELDS,
    live_columns=LIVE_COLUMNS,
    opening=opening,
    choices=choices,
    suggestions={(PLAYERS.name, "option"): tuple(STANDARD_OPTIONS)},
    about_players="A scoring option is only needed where it is not the default.",
    about_results="who won (A, B or Draw), and what the winner counts",
    about_first_run=ROUND_AT_A_TIME[0],
    about_next_run=ROUND_AT_A_TIME[1],
    about_late="add the name on Players with Joined round",
    example_match={
        "table": 1,
        "a": "Ada Marsh",
        "option_a": "Dominaria",
        "b": "Ben Okoro",
        "option_b": "Tolaria",
        "winner_1": "A",
        "count_1": 14,
        "winner_2": "A",
        "count_2": 31,
    },
    example_story=(
        "In game 1 Ada plays Ben's deck and wins with 14 life. Ada's own deck lost, so her option counts: Dominaria, "
        "10 + 14 = 24 match points. In game 2 both play their own decks; Ada wins with 31 cards left in her library. "
        "Ben's deck lost, so his option counts: Tolaria, 10 + 31/2 rounded up = 26. Together 50 to 0, and a difference "
        "of 46-50 is 28-2 victory points."
    ),
    checks=(
        checks.unknown_options,
        checks.same_option_twice,
        checks.counts,
        decks.deck_size,
        decks.banned_in_decks,
    ),
    score=score,
    sides=sides,
    tie_breaks={"match wins": match_wins, "opponents' VP": opponents_points, "MP difference": margin},
    figures=lambda event: {},
    reports=reports,
    report_sheets=(STANDINGS, SCORED_MATCHES, PROGRESS, CROSSTABLE, RATINGS, SCALES),
    simulation=SIMULATION,
    awards=awards,
)
