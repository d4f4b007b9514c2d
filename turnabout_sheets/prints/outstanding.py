"""The tables that the desk still waits for."""

from __future__ import annotations

from turnabout_sheets.event import progress
from turnabout_sheets.event.results import Results
from turnabout_sheets.prints.head import make_head
from turnabout_sheets.prints.lists import BY_TABLE, lay_out
from turnabout_sheets.prints.views import OutstandingLine, OutstandingPage
from turnabout_sheets.prints.words import Words

TEMPLATE = "outstanding.html.j2"


def outstanding_view(results: Results, w: Words) -> OutstandingPage:
    """Return the matches of all rounds up to the one that is running without a result, in the order of tables."""
    event = results.event
    missing = set(progress.outstanding_matches(event, results.format.entry.result_fields).index)
    matches = [match for match in event.rows if match.index in missing and match.round <= running_round(results)]
    lines = [
        OutstandingLine(
            str(match.round),
            "" if match.table is None else str(match.table),
            *(event.players[player].shown for player in match.pair),
        )
        for match in sorted(matches, key=lambda match: (match.round, match.table is None, match.table or 0))
    ]
    if lines:
        summary = w.counted("outstanding.missing", len(lines))
    else:
        summary = w("outstanding.all_in") if event.last_round else w("outstanding.none_paired")
    head = make_head(event.settings)
    layout, sheets = lay_out(lines, BY_TABLE, head.paper)
    return OutstandingPage(
        event=head,
        summary=summary,
        row_height=layout.row_height,
        sheets=tuple(column for (column,) in sheets),
    )


def running_round(results: Results) -> int:
    """Return the round that is being played: the last that is paired.

    Where all are paired at once, it is the one after the last with results, or that one itself until all are in.
    """
    last = results.event.last_round
    if not results.event.settings.method.at_once:
        return last
    return min(last, results.played + results.outstanding.empty)
