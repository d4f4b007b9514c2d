"""A toy format: one game a match, three points for a win, one for a draw; a city on Players, a setting for draws.

The whole package of a format that is not ours, for `tests.best_of_one.test_best_of_one`: the class, and its sheets.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pandas as pd

from tests.best_of_one import sheets
from turnabout_sheets.core.outcomes import BY_WINNER, Outcome
from turnabout_sheets.event.format import Format, Guidance, Scored, chance
from turnabout_sheets.event.model import Event, Match
from turnabout_sheets.event.results import Results

WIN_POINTS = 3


class BestOfOne(Format):
    """One game a match."""

    name = "Best of One"
    settings = sheets.SETTINGS
    players = sheets.PLAYERS
    matches = sheets.MATCHES
    standings = sheets.STANDINGS
    scored_matches = sheets.SCORED_MATCHES
    entry_fields = ("winner", "ruling")
    result_fields = ("winner",)
    tie_breaks = sheets.TIE_BREAKS
    guidance = Guidance(
        players="The city stands in the standings.",
        results="who won (A, B or Draw)",
        example_match=(1, "Ada Marsh", "Ben Okoro", "A"),
    )

    def score_match(self, event: Event, match: Match) -> Scored:
        """Score a match: three points for a win, for a draw what the setting says."""
        worth = {Outcome.WIN: WIN_POINTS, Outcome.DRAW: event.settings[sheets.DRAW_POINTS], Outcome.LOSS: 0}
        outcomes = BY_WINNER[match["winner"]]
        a, b = (worth[each] for each in outcomes)
        return Scored(match, outcomes, (a, b), a - b)

    def bye_points(self, event: Event) -> int:
        """Return what a bye is worth: as much as a win."""
        return WIN_POINTS

    def fill_standings(self, results: Results) -> Mapping[str, Any]:
        """Return the cities."""
        return {"city": pd.Series([player["city"] for player in results.event.players], dtype=object)}

    def play(self, random: Random, row: Mapping[str, Any], advantage: float, decks: float) -> Mapping[str, Any]:
        """Return how a simulated match ends."""
        return {"winner": "A" if random.random() < chance(advantage + decks) else "B"}


BEST_OF_ONE = BestOfOne()
