"""The program's sheets of a Netrunner event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnabout_sheets.event.format import OutputSheet
from turnabout_sheets.event.model import BYE
from turnabout_sheets.event.output_sheets import (
    crosstable_sheet,
    describe_progress,
    describe_standings,
    fill_standings,
    is_early,
    player_names,
    progress_sheet,
    word_winner,
)
from turnabout_sheets.formats.netrunner.checks import describe_scoring
from turnabout_sheets.formats.netrunner.sheets import SCORED_MATCHES

if TYPE_CHECKING:
    from turnabout_sheets.event.results import Results


def standings_sheet(results: Results) -> OutputSheet:
    """Return the standings as they are now (netrunner 3.1 and 3.2)."""
    sheet, frame = fill_standings(results)
    note = "\n".join(filter(None, (describe_standings(results), describe_scoring(results.event))))
    return OutputSheet(sheet, frame.reset_index(drop=True), note)


def matches_sheet(results: Results) -> OutputSheet:
    """Return every reported match with its points; byes and no-shows are rows, too."""
    name = player_names(results.event)
    frame = results.matches.assign(player_a=results.matches["a"].map(name), player_b=results.matches["b"].map(name))
    frame["winner"] = [
        word_winner(outcomes, a, b, bye_wins=True)
        for outcomes, a, b in zip(
            zip(frame["outcome_a"], frame["outcome_b"], strict=True), frame["player_a"], frame["player_b"], strict=True
        )
    ]
    frame["gmp_b"] = frame["gmp_b"].where(frame["b"] != BYE, None)
    fields = [column.field for column in SCORED_MATCHES.columns]
    scored = frame[fields].reset_index(drop=True)
    return OutputSheet(SCORED_MATCHES, scored, describe_progress(results), idle=is_early(results))


def make_output(results: Results) -> tuple[OutputSheet, ...]:
    """Return all sheets, in the order of their tabs."""
    return tuple(make(results) for make in (standings_sheet, matches_sheet, progress_sheet, crosstable_sheet))
