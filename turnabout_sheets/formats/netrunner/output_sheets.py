"""The program's sheets of a Netrunner event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnabout_sheets.event.model import BYE
from turnabout_sheets.event.output_sheets import (
    Report,
    crosstable,
    in_order,
    names,
    progress,
    provisional_note,
    ranked_by,
    statuses,
)
from turnabout_sheets.formats.netrunner.sheets import SCORED_MATCHES, STANDINGS

if TYPE_CHECKING:
    from turnabout_sheets.event.results import Results

TIE_BREAKS = {"opponents' GMP": "opponents", "middle opponents' GMP": "middle", "matches among the tied": "tied"}
"""The tie-breaks, and the field of the Standings sheet that shows each."""


def standings_sheet(results: Results) -> Report:
    """Return the standings as they are now (NTP 3.1 and 3.2, seed 004)."""
    frame = results.standings.rename(columns={**TIE_BREAKS, "pairing number": "pairing_number"})
    if "pairing_number" not in frame:
        frame["pairing_number"] = None  # there is none in a round robin
    frame = frame.assign(player=names(results.event), status=statuses(results)).loc[in_order(results)]
    note = f"{provisional_note(results)} Ranked by {ranked_by(results)}."
    return Report(STANDINGS, frame[[column.field for column in STANDINGS.columns]].reset_index(drop=True), note)


def matches_sheet(results: Results) -> Report:
    """Return every reported match with its points; byes and no-shows are rows, too."""
    name = names(results.event)
    frame = results.matches.assign(player_a=results.matches["a"].map(name), player_b=results.matches["b"].map(name))
    frame["winner"] = [
        a
        if outcome_a in ("win", "bye")
        else b
        if outcome_b in ("win", "bye")
        else "Draw"
        if outcome_a == "draw"
        else ""
        for a, b, outcome_a, outcome_b in zip(
            frame["player_a"], frame["player_b"], frame["outcome_a"], frame["outcome_b"], strict=True
        )
    ]
    frame["gmp_b"] = frame["gmp_b"].where(frame["b"] != BYE, None)
    fields = [column.field for column in SCORED_MATCHES.columns]
    return Report(SCORED_MATCHES, frame[fields].reset_index(drop=True), provisional_note(results))


def reports(results: Results) -> tuple[Report, ...]:
    """Return all sheets, in the order of their tabs."""
    return tuple(make(results) for make in (standings_sheet, matches_sheet, progress, crosstable))
