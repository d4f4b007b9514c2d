"""Netrunner as a `Format`: its table of contents."""

from __future__ import annotations

from turnabout_sheets.event.format import Entry, Format, Pairing, Scoring, Sheets
from turnabout_sheets.event.output_sheets import CROSSTABLE, PROGRESS
from turnabout_sheets.event.standings import among_the_tied, opponents_points, opponents_without_extremes
from turnabout_sheets.formats.netrunner import OUTLINE
from turnabout_sheets.formats.netrunner.agenda import not_asked, settle
from turnabout_sheets.formats.netrunner.checks import CHECKS
from turnabout_sheets.formats.netrunner.guidance import GUIDANCE
from turnabout_sheets.formats.netrunner.kept import KEPT
from turnabout_sheets.formats.netrunner.live_columns import LIVE_COLUMNS, LIVE_POINTS
from turnabout_sheets.formats.netrunner.output_sheets import TIE_BREAKS, make_output
from turnabout_sheets.formats.netrunner.scoring import (
    ENTRY_FIELDS,
    NEEDLESS,
    RESULT_FIELDS,
    choices,
    derived_columns,
    score,
    sides,
)
from turnabout_sheets.formats.netrunner.settings import ORIGINAL_ORDER
from turnabout_sheets.formats.netrunner.sheets import ADJUSTMENTS, MATCHES, PLAYERS, RULINGS, SCORED_MATCHES, STANDINGS
from turnabout_sheets.formats.netrunner.simulation import SIMULATION
from turnabout_sheets.formats.netrunner.why import CITES, explain, explain_figures

NETRUNNER = Format(
    outline=OUTLINE,
    sheets=Sheets(
        players=PLAYERS,
        matches=MATCHES,
        others=(ADJUSTMENTS, RULINGS),
        output=(STANDINGS, SCORED_MATCHES, PROGRESS, CROSSTABLE),
        make_output=make_output,
    ),
    entry=Entry(ENTRY_FIELDS, RESULT_FIELDS, LIVE_COLUMNS, choices, NEEDLESS, LIVE_POINTS, not_asked),
    scoring=Scoring(
        score=score,
        sides=sides,
        tie_breaks=dict(zip(TIE_BREAKS, (opponents_points, opponents_without_extremes, among_the_tied), strict=True)),
        derived_columns=derived_columns,
        settle=settle,
        explain=explain,
        explain_figures=explain_figures,
        cites=CITES,
        kept=KEPT,
    ),
    pairing=Pairing(swiss="piles", presets={"first_round": ORIGINAL_ORDER}),
    guidance=GUIDANCE,
    checks=CHECKS,
    simulation=SIMULATION,
)
