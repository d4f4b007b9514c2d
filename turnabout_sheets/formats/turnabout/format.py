"""Turnabout as a `Format`: its table of contents, and what a new workbook says of how it is played."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from turnabout_sheets.event.format import Entry, Format, Guidance, Pairing, Scoring, Sheets, Simulation, chance
from turnabout_sheets.event.output_sheets import CROSSTABLE, PROGRESS
from turnabout_sheets.formats.common import ADJUSTMENTS, ROUND_AT_A_TIME, RULINGS_SHEET
from turnabout_sheets.formats.turnabout import OUTLINE, checks
from turnabout_sheets.formats.turnabout.live_columns import LIVE_COLUMNS
from turnabout_sheets.formats.turnabout.output_sheets import make_output
from turnabout_sheets.formats.turnabout.scales import STANDARD_OPTIONS
from turnabout_sheets.formats.turnabout.scoring import (
    ENTRY_FIELDS,
    NEEDLESS,
    RESULT_FIELDS,
    choices,
    losing_deck,
    score,
    sides,
)
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
    TIE_BREAKS,
)
from turnabout_sheets.formats.turnabout.why import CITES, explain

GUIDANCE = Guidance(
    players="A scoring option is only needed where it is not the default.",
    results="who won (A, B or Draw), and what the winner counts",
    first_run=ROUND_AT_A_TIME[0],
    next_run=ROUND_AT_A_TIME[1],
    late="add the name on Players with Joined round",
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
    suggestions={(PLAYERS.name, "option"): tuple(STANDARD_OPTIONS)},
)

REGISTERED = ("Dominaria", "Dominaria", "Dominaria", "Tolaria", "Phyrexia")
COUNTS = {"Dominaria": (1, 26), "Tolaria": (3, 44), "Phyrexia": (0, 8)}  # with which a winner ends


def play(random: Random, row: Mapping[str, Any], advantage: float, decks: float) -> Mapping[str, Any]:
    """Return the result fields of a match row; ``advantage`` is player A's, ``decks`` that of A's deck."""
    result: dict[str, Any] = {}
    for game, deck in ((1, -decks), (2, decks)):
        drawn = random.random() < 0.02
        winner = "Draw" if drawn else "A" if random.random() < chance(advantage + deck) else "B"
        result[f"winner_{game}"] = winner
        if not drawn:
            result[f"count_{game}"] = random.randint(*COUNTS.get(row[losing_deck(game, winner)]["option"], (0, 20)))
    return result


TURNABOUT = Format(
    outline=OUTLINE,
    sheets=Sheets(
        players=PLAYERS,
        matches=MATCHES,
        others=(SCORING_OPTIONS, ADJUSTMENTS, RULINGS_SHEET, DECKS, BANNED_CARDS),
        output=(STANDINGS, SCORED_MATCHES, PROGRESS, CROSSTABLE, RATINGS, SCALES),
        make_output=make_output,
    ),
    entry=Entry(ENTRY_FIELDS, RESULT_FIELDS, LIVE_COLUMNS, choices, NEEDLESS),
    scoring=Scoring(
        score=score,
        sides=sides,
        tie_breaks=TIE_BREAKS,
        explain=explain,
        cites=CITES,
    ),
    pairing=Pairing(),
    guidance=GUIDANCE,
    checks=(
        checks.unknown_options,
        checks.stated_options,
        checks.same_option_twice,
        checks.counts,
        checks.filled_down,
        checks.deck_size,
        checks.banned_in_decks,
    ),
    simulation=Simulation(play, lambda random: {"option": random.choice(REGISTERED)}),
)
