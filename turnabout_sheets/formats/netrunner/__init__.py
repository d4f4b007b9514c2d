"""The Netrunner Tournament Protocol: two games a match, three game or match points, piles of cards."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from random import Random
from typing import Any

from turnabout_sheets.event.format import Export, Format, Guidance, Scored, chance
from turnabout_sheets.event.model import Event, Match
from turnabout_sheets.event.output_sheets import describe_standings
from turnabout_sheets.event.results import Results
from turnabout_sheets.formats.netrunner import checks as own_checks
from turnabout_sheets.formats.netrunner import scoring, sheets
from turnabout_sheets.formats.netrunner.nrtm import make_nrtm
from turnabout_sheets.formats.netrunner.scoring import AGENDA, AGENDA_POINTS_TO_WIN, FIELDS, GAMES, ScoredMatch
from turnabout_sheets.sheets.settings import Settings

PRESETS = {"first_round": sheets.ORIGINAL_ORDER}
CITES = {"points": "netrunner 3.1", "adjustment": "rules 1.4.8", "bye": "netrunner 5.1", "absent": "netrunner 5.1"}


class Netrunner(Format):
    """Game or match points, and piles by them (netrunner 0.1)."""

    name = "Netrunner"
    settings = sheets.SETTINGS
    players = sheets.PLAYERS
    matches = sheets.MATCHES
    others = (sheets.ADJUSTMENTS, sheets.RULINGS)
    standings = sheets.STANDINGS
    scored_matches = sheets.SCORED_MATCHES
    entry_fields = (*scoring.ENTRY, "ruling")
    result_fields = scoring.RESULT_FIELDS
    needless = scoring.NEEDLESS
    live_columns = sheets.LIVE_COLUMNS
    behind = ("Points A", "Points B")
    guidance = Guidance(
        players="Without ratings, from the best to the last: that is the original order of the protocol.",
        results="who won each game (A, B or Draw), and the agenda points of who did not",
        example_match=(1, "Ada Marsh", "Ben Okoro", "A", None, 4, "B", 5),
    )
    checks = own_checks.CHECKS
    notes = (own_checks.agreed_draws,)
    tie_breaks = sheets.TIE_BREAKS
    cites = CITES
    swiss = "piles"
    presets = PRESETS
    exports = (Export("nrtm", ".json", make_nrtm),)
    write_formulas = staticmethod(sheets.write_formulas)
    settle = staticmethod(scoring.settle)

    def not_asked(self, settings: Settings) -> Collection[str]:
        """Return the agenda points, where they are not kept."""
        return () if scoring.are_kept(settings) else FIELDS

    def score_match(self, event: Event, match: Match) -> Scored:
        """Score a match that was played."""
        return scoring.score_match(event, match)

    def bye_points(self, event: Event) -> Fraction:
        """Return what a bye is worth: all GMP of a match, and no match (netrunner 5.1)."""
        return Fraction(scoring.MATCH_GMP)

    def bye_wins(self, event: Event) -> bool:
        """Return that whoever has a bye is a winner."""
        return True

    def describe_standings(self, results: Results) -> str:
        """Return the note of the sheet Standings, which tells of matches scored without agenda points."""
        return "\n".join(filter(None, (describe_standings(results), own_checks.describe_scoring(results.event))))

    def fill_match(self, results: Results, scored: Scored) -> Mapping[str, Any]:
        """Return points and GMP of a match."""
        row = super().fill_match(results, scored)
        totals = scored.totals if isinstance(scored, ScoredMatch) else (None, None)
        return {**row, "points_a": totals[0], "points_b": totals[1]}

    def play(self, random: Random, row: Mapping[str, Any], advantage: float, decks: float) -> Mapping[str, Any]:
        """Return the result fields of a simulated match."""
        result: dict[str, Any] = {}
        for game in GAMES:
            finished = random.random() >= 0.04
            winner = "A" if random.random() < chance(advantage + decks) else "B"
            result[f"winner_{game}"] = winner if finished else "Draw"
            for side in scoring.SIDES:
                if result[f"winner_{game}"] != side:
                    result[AGENDA[game, side]] = random.randrange(AGENDA_POINTS_TO_WIN)
        return result


NETRUNNER = Netrunner()
