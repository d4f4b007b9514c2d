"""Turnabout as a `Format`: its table of contents."""

from __future__ import annotations

from turnabout_sheets.event.format import Entry, Format, Pairing, Scoring, Sheets
from turnabout_sheets.event.output_sheets import CROSSTABLE, PROGRESS
from turnabout_sheets.event.standings import margin, match_wins, opponents_points
from turnabout_sheets.formats.common import ADJUSTMENTS, RULINGS_SHEET
from turnabout_sheets.formats.turnabout import OUTLINE, checks, decks
from turnabout_sheets.formats.turnabout.guidance import GUIDANCE
from turnabout_sheets.formats.turnabout.kept import KEPT
from turnabout_sheets.formats.turnabout.live_columns import LIVE_COLUMNS, LIVE_POINTS
from turnabout_sheets.formats.turnabout.output_sheets import make_output
from turnabout_sheets.formats.turnabout.scoring import ENTRY_FIELDS, NEEDLESS, RESULT_FIELDS, choices, score, sides
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
from turnabout_sheets.formats.turnabout.why import CITES, explain

TURNABOUT = Format(
    outline=OUTLINE,
    sheets=Sheets(
        players=PLAYERS,
        matches=MATCHES,
        others=(SCORING_OPTIONS, ADJUSTMENTS, RULINGS_SHEET, DECKS, BANNED_CARDS),
        output=(STANDINGS, SCORED_MATCHES, PROGRESS, CROSSTABLE, RATINGS, SCALES),
        make_output=make_output,
    ),
    entry=Entry(ENTRY_FIELDS, RESULT_FIELDS, LIVE_COLUMNS, choices, NEEDLESS, LIVE_POINTS),
    scoring=Scoring(
        score=score,
        sides=sides,
        tie_breaks={"match wins": match_wins, "opponents' VP": opponents_points, "MP difference": margin},
        explain=explain,
        cites=CITES,
        kept=KEPT,
    ),
    pairing=Pairing(),
    guidance=GUIDANCE,
    checks=(
        checks.unknown_options,
        checks.stated_options,
        checks.same_option_twice,
        checks.counts,
        decks.deck_size,
        decks.banned_in_decks,
    ),
    simulation=SIMULATION,
)
