"""What the desk waits for: the round that is running, and its and all earlier matches without a result."""

from __future__ import annotations

from turnabout_sheets.event import progress
from turnabout_sheets.event.model import Match
from turnabout_sheets.event.results import Results


def running_round(results: Results) -> int:
    """Return the round that is being played: the last that is paired.

    Where all are paired at once, it is the one after the last with results, or that one itself until all are in.
    """
    last = results.event.last_round
    if not results.event.settings.method.at_once:
        return last
    return min(last, results.played + (not results.outstanding))


def list_waiting(results: Results) -> list[Match]:
    """Return the matches of all rounds up to the one that is running without a result, in the order of tables."""
    outstanding = progress.outstanding_matches(results.event, results.format.entry.result_fields)
    matches = [match for match in outstanding if match.round <= running_round(results)]
    return sorted(matches, key=lambda match: (match.round, match.table is None, match.table or 0))
