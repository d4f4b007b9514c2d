"""Duplicate Magic as a `Format`: its table of contents, and what a new workbook says of how it is played."""

from __future__ import annotations

from turnabout_sheets.event.format import Entry, Format, Guidance, Pairing, Scoring, Sheets
from turnabout_sheets.event.output_sheets import CROSSTABLE, PROGRESS
from turnabout_sheets.formats.common import ADJUSTMENTS, RULINGS_SHEET
from turnabout_sheets.formats.duplicate import OUTLINE
from turnabout_sheets.formats.duplicate.checks import CHECKS
from turnabout_sheets.formats.duplicate.live_columns import LIVE_COLUMNS
from turnabout_sheets.formats.duplicate.output_sheets import make_output
from turnabout_sheets.formats.duplicate.scoring import (
    ENTRY_FIELDS,
    KEPT,
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
    TIE_BREAKS,
)
from turnabout_sheets.formats.duplicate.simulation import SIMULATION
from turnabout_sheets.formats.duplicate.why import CITES, explain

GUIDANCE = Guidance(
    players="In doubles one row for each team, with the Partner. Then the sheet Tables: one row for each table.",
    results="who won (A, B or Draw, or the name)",
    first_run="The program draws who goes where in all rounds, and adds their sheets at once.",
    next_run="Standings, matches and table results are written; points are provisional until all rounds are in.",
    late="{take_chair}",
    example_match={"table": 3, "a": "Ada Marsh", "deck_a": "A", "b": "Ben Okoro", "deck_b": "B", "winner": "B"},
    example_story=(
        "At table 3 Ada plays stock A and Ben stock B; Ben wins. When all nine rounds are in, nine games were played "
        "there, and stock B has won three of them: each of its winners has nine points, less one for each of the two "
        "other winners with stock B. So this win is worth 9 - 2 = 7 points to Ben. The six who won with stock A have "
        "9 - 5 = 4 points each."
    ),
)


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
        tie_breaks=TIE_BREAKS,
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
