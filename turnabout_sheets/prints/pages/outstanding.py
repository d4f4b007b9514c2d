"""The tables that the desk still waits for."""

from __future__ import annotations

from typing import NamedTuple

from turnabout_sheets.event.results import Results, list_waiting
from turnabout_sheets.prints.layout import lay_out
from turnabout_sheets.prints.page import ONCE_PAIRED, Document, Of, Page
from turnabout_sheets.prints.pages.tables import BY_TABLE
from turnabout_sheets.prints.shared import EventHead, make_head
from turnabout_sheets.prints.words import Words


class OutstandingLine(NamedTuple):
    """A match without a result; ``table`` is empty where it has none."""

    round: str
    table: str
    a: str
    b: str


class OutstandingPage(NamedTuple):
    """The matches without a result: ``sheets`` of lines ``row_height`` millimetres high, one empty where all are in.

    ``summary`` says how many there are.
    """

    event: EventHead
    summary: str
    row_height: float
    sheets: tuple[tuple[OutstandingLine, ...], ...]


def make_view(results: Results, w: Words) -> OutstandingPage:
    """Return the matches of all rounds up to the one that is running without a result, in the order of tables."""
    event = results.event
    lines = [
        OutstandingLine(
            str(match.round),
            "" if match.table is None else str(match.table),
            *(event.players[player].shown for player in match.pair),
        )
        for match in list_waiting(results)
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


PAGE = Page(
    name="outstanding",
    help="the tables whose result is not in, for the desk",
    of=Of.EVENT,
    when=ONCE_PAIRED,
    documents=(
        Document(
            position=100,
            file="outstanding.html",
            task="index.keep_at_desk",
            title="outstanding.title",
            template="outstanding.html.j2",
            view=OutstandingPage,
            make=lambda job: make_view(job.results, job.w),
        ),
    ),
)
