"""Pairings by table, for the desk."""

from __future__ import annotations

from typing import NamedTuple

from turnabout_sheets.event.model import Event
from turnabout_sheets.prints.layout import Layout, lay_out
from turnabout_sheets.prints.page import EACH_ROUND, Document, Job, Of, Page
from turnabout_sheets.prints.shared import EventHead, list_pairs, make_head
from turnabout_sheets.prints.words import Words


class TableLine(NamedTuple):
    """A line of the pairings by table. With a bye, ``bye`` is True and ``table`` and ``b`` are empty.

    ``stock_a`` and ``stock_b`` are those of the players, as in `PairingLine`.
    """

    table: str
    a: str
    b: str
    bye: bool
    stock_a: str
    stock_b: str


class PairingsByTablePage(NamedTuple):
    """Each match in the order of tables, byes last: ``sheets`` of lines, ``row_height`` millimetres high.

    ``time``, ``bye`` and ``stocks`` as in `PairingsByPlayerPage`.
    """

    event: EventHead
    round: int
    time: str
    bye: str
    stocks: bool
    row_height: float
    sheets: tuple[tuple[TableLine, ...], ...]


BY_TABLE = (
    Layout(columns=1, row_height=12, most=14),
    Layout(columns=1, row_height=9.6, most=12),
    Layout(columns=1, row_height=7.6, most=9.6),
)


def make_view(event: Event, round_number: int, w: Words, time: str = "", bye: str = "page.bye") -> PairingsByTablePage:
    """Return the pairings in the order of tables, byes last; ``time`` and ``bye`` as in `prints.pages.pairings`."""
    lines = [
        TableLine(
            table="" if pair.b is None else pair.table_text,
            a=pair.a.shown,
            b="" if pair.b is None else pair.b.shown,
            bye=pair.b is None,
            stock_a=pair.stock("a"),
            stock_b=pair.stock("b"),
        )
        for pair in list_pairs(event, round_number)
    ]
    head = make_head(event.settings)
    layout, sheets = lay_out(lines, BY_TABLE, head.paper)
    return PairingsByTablePage(
        event=head,
        round=round_number,
        time=time,
        bye=w(bye),
        stocks=any(line.stock_a for line in lines),
        row_height=layout.row_height,
        sheets=tuple(column for (column,) in sheets),
    )


def _of_job(job: Job) -> PairingsByTablePage:
    return make_view(job.event, job.round, job.w, job.own.describe_time(job.event.settings, job.w), job.own.bye)


PAGE = Page(
    name="tables",
    help="pairings by table, for the desk",
    of=Of.ROUND,
    when=EACH_ROUND,
    documents=(
        Document(
            position=30,
            file="round-{:02}-pairings-by-table.html",
            task="index.keep_at_desk",
            title="lists.by_table",
            template="pairings_by_table.html.j2",
            view=PairingsByTablePage,
            make=_of_job,
        ),
    ),
)
