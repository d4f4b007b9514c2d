"""Netrunner as a `Format`: its table of contents, and what a new workbook says of how it is played."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from turnabout_sheets.event.format import Entry, Export, Format, Guidance, Pairing, Scoring, Sheets, Simulation, chance
from turnabout_sheets.event.output_sheets import CROSSTABLE, PROGRESS
from turnabout_sheets.formats.common import ROUND_AT_A_TIME
from turnabout_sheets.formats.netrunner import OUTLINE
from turnabout_sheets.formats.netrunner.checks import CHECKS, agreed_draws, not_asked, settle
from turnabout_sheets.formats.netrunner.live_columns import LIVE_COLUMNS
from turnabout_sheets.formats.netrunner.nrtm import make_nrtm
from turnabout_sheets.formats.netrunner.output_sheets import make_output
from turnabout_sheets.formats.netrunner.scoring import (
    AGENDA_POINTS_TO_WIN,
    ENTRY_FIELDS,
    GAMES,
    NEEDLESS,
    RESULT_FIELDS,
    SIDES,
    choices,
    score,
    sides,
)
from turnabout_sheets.formats.netrunner.settings import ORIGINAL_ORDER
from turnabout_sheets.formats.netrunner.sheets import (
    ADJUSTMENTS,
    MATCHES,
    PLAYERS,
    RULINGS,
    SCORED_MATCHES,
    STANDINGS,
    TIE_BREAKS,
)
from turnabout_sheets.formats.netrunner.why import CITES, explain

GUIDANCE = Guidance(
    players="Without ratings, from the best to the last: that is the original order of the protocol.",
    results="who won each game (A, B or Draw), and the agenda points of who did not",
    first_run=ROUND_AT_A_TIME[0],
    next_run=ROUND_AT_A_TIME[1],
    late="add the name on Players with Joined round",
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
)


def play(random: Random, row: Mapping[str, Any], advantage: float, decks: float) -> Mapping[str, Any]:
    """Return the result fields of a match row; ``advantage`` and ``decks`` are player A's over player B's."""
    result: dict[str, Any] = {}
    for game in GAMES:
        finished = random.random() >= 0.04
        winner = "A" if random.random() < chance(advantage + decks) else "B"
        result[f"winner_{game}"] = winner if finished else "Draw"
        for side in SIDES:
            if not finished or side != winner:
                result[f"agenda_{game}_{side.lower()}"] = random.randrange(AGENDA_POINTS_TO_WIN)
    return result


NETRUNNER = Format(
    outline=OUTLINE,
    sheets=Sheets(
        players=PLAYERS,
        matches=MATCHES,
        others=(ADJUSTMENTS, RULINGS),
        output=(STANDINGS, SCORED_MATCHES, PROGRESS, CROSSTABLE),
        make_output=make_output,
    ),
    entry=Entry(ENTRY_FIELDS, RESULT_FIELDS, LIVE_COLUMNS, choices, NEEDLESS, not_asked),
    scoring=Scoring(
        score=score,
        sides=sides,
        tie_breaks=TIE_BREAKS,
        settle=settle,
        explain=explain,
        cites=CITES,
    ),
    pairing=Pairing(swiss="piles", presets={"first_round": ORIGINAL_ORDER}),
    guidance=GUIDANCE,
    checks=CHECKS,
    simulation=Simulation(play),
    exports=(Export("nrtm", ".json", make_nrtm),),
    notes=(agreed_draws,),
)
