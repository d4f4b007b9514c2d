"""Duplicate Magic (seed 003): the decks stay at the tables, the players move; a win with the harder deck pays more."""

from __future__ import annotations

from turnabout_sheets.event.output_sheets import CROSSTABLE, PROGRESS
from turnabout_sheets.event.standings import among_the_tied, match_wins
from turnabout_sheets.formats.base import Format
from turnabout_sheets.formats.common import ADJUSTMENTS, RULINGS_SHEET
from turnabout_sheets.formats.duplicate.checks import CHECKS
from turnabout_sheets.formats.duplicate.live_columns import LIVE_COLUMNS
from turnabout_sheets.formats.duplicate.output_sheets import reports
from turnabout_sheets.formats.duplicate.scoring import RESULT_FIELDS, choices, opening, score, settle, sides
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

SETTINGS = {
    "name",
    "date",
    "venue",
    "organizer",
    "format",
    "rounds",
    "pairing",
    "random_seed",
    "allow_rematches",
    "tie_breaks",
    "deck_choice",
    "left_out",
    "ante_prizes",
    "paper",
    "slips_per_page",
    "language",
    "event_id",
}

DUPLICATE = Format(
    name="Duplicate Magic",
    settings=frozenset(SETTINGS),
    players=PLAYERS,
    matches=MATCHES,
    others=(TABLES, ADJUSTMENTS, RULINGS_SHEET, ANTE),
    result_fields=RESULT_FIELDS,
    live_columns=LIVE_COLUMNS,
    opening=opening,
    choices=choices,
    suggestions={},
    about_players="In doubles one row for each team, with the Partner. Then the sheet Tables: one row for each table.",
    about_results="who won (A, B or Draw, or the name)",
    about_first_run="The program draws who goes where in all rounds, and adds their sheets at once.",
    about_next_run="Standings, matches and table results are written; points are provisional until all rounds are in.",
    about_late='turnabout pair {file} --add "Their name"  gives them an empty chair, if there is one',
    example_match={"table": 3, "a": "Ada Marsh", "deck_a": "A", "b": "Ben Okoro", "deck_b": "B", "winner": "B"},
    example_story=(
        "At table 3 Ada plays stock A and Ben stock B; Ben wins. When all nine rounds are in, nine games were played "
        "there, and stock B has won three of them: each of its winners has nine points, less one for each of the two "
        "other winners with stock B. So this win is worth 9 - 2 = 7 points to Ben. The six who won with stock A have "
        "9 - 5 = 4 points each."
    ),
    checks=CHECKS,
    score=score,
    sides=sides,
    tie_breaks={"wins": match_wins, "matches among the tied": among_the_tied},
    figures=lambda event: {},
    reports=reports,
    report_sheets=(STANDINGS, SCORED_MATCHES, PROGRESS, CROSSTABLE, TABLE_RESULTS),
    simulation=SIMULATION,
    settle=settle,
    methods=("movement", "manual"),
    final_at_end=True,
)
