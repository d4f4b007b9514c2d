"""The tables that the desk still waits for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pandas as pd

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
    missing = progress.outstanding_matches(event, results.format.entry.result_fields)
    matches: Iterable[Any] = missing[missing["round"] <= running_round(results)].itertuples()
    lines = [
        OutstandingLine(
            str(match.round),
            "" if pd.isna(match.table) else str(int(match.table)),
            event.players[match.a].shown,
            event.players[match.b].shown,
        )
        for match in sorted(matches, key=lambda match: (match.round, pd.isna(match.table), match.table))
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
