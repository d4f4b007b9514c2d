"""Duplicate Magic as a `Format`: its table of contents."""

from __future__ import annotations

from turnabout_sheets.event.format import Entry, Format, Pairing, Scoring, Sheets
from turnabout_sheets.event.output_sheets import CROSSTABLE, PROGRESS
from turnabout_sheets.event.standings import among_the_tied, match_wins
from turnabout_sheets.formats.common import ADJUSTMENTS, RULINGS_SHEET
from turnabout_sheets.formats.duplicate import OUTLINE
from turnabout_sheets.formats.duplicate.checks import CHECKS
from turnabout_sheets.formats.duplicate.guidance import GUIDANCE
from turnabout_sheets.formats.duplicate.kept import KEPT
from turnabout_sheets.formats.duplicate.live_columns import LIVE_COLUMNS
from turnabout_sheets.formats.duplicate.output_sheets import make_output
from turnabout_sheets.formats.duplicate.scoring import (
    ENTRY_FIELDS,
    RESULT_FIELDS,
    chairs,
    choices,
    score,
    settle,
    sides,
)
from turnabout_sheets.formats.duplicate.sheets import (
    ANTE,
    MATCHES,
    PLAYERS,
    SCORED_MATCHES,
    STANDINGS,
    TABLE_RESULTS,
    TABLES,
)
from turnabout_sheets.formats.duplicate.simulation import SIMULATION
from turnabout_sheets.formats.duplicate.why import CITES, explain

DUPLICATE = Format(
    outline=OUTLINE,
    sheets=Sheets(
        players=PLAYERS,
        matches=MATCHES,
        others=(TABLES, ADJUSTMENTS, RULINGS_SHEET, ANTE),
        output=(STANDINGS, SCORED_MATCHES, PROGRESS, CROSSTABLE, TABLE_RESULTS),
        make_output=make_output,
        teammates=("partner",),
    ),
    entry=Entry(ENTRY_FIELDS, RESULT_FIELDS, LIVE_COLUMNS, choices=choices),
    scoring=Scoring(
        score=score,
        sides=sides,
        tie_breaks={"wins": match_wins, "matches among the tied": among_the_tied},
        settle=settle,
        final_at_end=True,
        explain=explain,
        cites=CITES,
        kept=KEPT,
    ),
    pairing=Pairing(chairs=chairs),
    guidance=GUIDANCE,
    checks=CHECKS,
    simulation=SIMULATION,
)
