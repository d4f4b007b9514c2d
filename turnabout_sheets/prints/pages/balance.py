"""The director's report of a Duplicate Magic event: how well the two stocks of each table were balanced.

Balance is what the players see of the director's work, and what the points of a table depend on
(duplicate 3.5).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import floor
from typing import NamedTuple

from turnabout_sheets.core.frames import pd
from turnabout_sheets.core.text import join_words
from turnabout_sheets.event.results import Results
from turnabout_sheets.formats.duplicate import balance
from turnabout_sheets.prints.layout import Layout, lay_out
from turnabout_sheets.prints.page import Document, Job, Of, Page, in_formats
from turnabout_sheets.prints.shared import EventHead, make_head
from turnabout_sheets.prints.words import Words


class BalanceLine(NamedTuple):
    """What happened at a table; ``stocks`` names both, ``wins_a`` and ``wins_b`` are numbers, the rest are texts."""

    table: str
    theme: str
    stocks: str
    wins_a: int
    wins_b: int
    draws: str
    paid: str
    most: str
    balance: str
    to_come: str


class BalancePage(NamedTuple):
    """How well the tables were balanced: ``summary`` in sentences, then ``sheets`` of lines.

    A line is ``row_height`` millimetres high, a win a bar of ``win_width``. ``provisional`` is True while games are to
    come.
    """

    event: EventHead
    provisional: bool
    summary: tuple[str, ...]
    row_height: float
    win_width: float
    sheets: tuple[tuple[BalanceLine, ...], ...]


LAYOUTS = (Layout(columns=1, row_height=14), Layout(columns=1, row_height=11), Layout(columns=1, row_height=9))

SUMMARY = 28
"""How much of a sheet's height the sentences above the list take, in millimetres."""

HALF = 20
"""How long a bar is at most, in millimetres: that of the most wins of a stock."""

MOST_NAMED = 3
"""How many tables are named in the summary; more of them are counted."""


def make_view(results: Results, w: Words) -> BalancePage:
    """Return how well each table with games was balanced, as far as they are reported; some are."""
    frame = balance(results)
    frame = frame[(frame["games"] > 0) | (frame["to_come"] > 0)]
    lines = [
        BalanceLine(
            table=str(row["table"]),
            theme=row["theme"],
            stocks=" : ".join(filter(None, (row["stock_a"], row["stock_b"]))),
            wins_a=row["wins_a"],
            wins_b=row["wins_b"],
            draws=str(row["draws"] or ""),
            paid=str(row["total"]),
            most=str(row["most"]),
            balance=percent(row["balance"]) if row["games"] else "–",
            to_come=str(row["to_come"] or ""),
        )
        for row in frame.to_dict("records")
    ]
    head = make_head(results.event.settings)
    layout, sheets = lay_out(lines, LAYOUTS, head.paper._replace(height=head.paper.height - SUMMARY))
    return BalancePage(
        event=head,
        provisional=results.provisional,
        summary=tuple(summary(frame, w)),
        row_height=layout.row_height,
        win_width=round(HALF / max([1, *frame["wins_a"], *frame["wins_b"]]), 2),
        sheets=tuple(column for (column,) in sheets),
    )


def percent(share: Fraction) -> str:
    """Return a share as it is printed, rounded as spreadsheets do; but only what is whole is 100 %."""
    rounded = floor(100 * share + Fraction(1, 2))
    return f"{min(rounded, 99) if share < 1 else rounded} %"


def summary(frame: pd.DataFrame, w: Words) -> list[str]:
    """Return what there is to say of all tables, in sentences; ``frame`` as the report has it."""
    if frame.empty:
        return [w("balance.no_game")]
    games, to_come = int(frame["games"].sum()), int(frame["to_come"].sum())
    wins_a, wins_b, draws = (int(frame[column].sum()) for column in ("wins_a", "wins_b", "draws"))
    said = [
        w(
            "balance.reported",
            tables=w.counted("balance.tables", len(frame)),
            games=games,
            all=games + to_come,
            a=wins_a,
            b=wins_b,
            drawn=w("balance.drawn", n=draws) if draws else "",
        )
    ]
    played = frame[frame["games"] > 0]
    most, paid = int(played["most"].sum()), int(played["total"].sum())
    if most:
        said.append(w("balance.all_paid", paid=paid, most=most, share=percent(Fraction(paid, most))))
    shares = dict(zip(played["table"], played["balance"], strict=True))
    if len(set(shares.values())) > 1:
        best, worst = max(shares.values()), min(shares.values())
        said.append(w("balance.extremes", best=_tables(shares, best, w), worst=_tables(shares, worst, w)))
    return said


def _tables(shares: Mapping[int, Fraction], share: Fraction, w: Words) -> str:
    """Return which tables have this share."""
    numbers = [str(table) for table, each in shares.items() if each == share]
    if len(numbers) > MOST_NAMED:
        named = w.counted("balance.tables", len(numbers))
    elif len(numbers) > 1:
        named = w("balance.these_tables", numbers=join_words(numbers, w("balance.and")))
    else:
        named = w("balance.table", n=numbers[0])
    return f"{named} ({percent(share)})"


def _of_job(job: Job) -> BalancePage | None:
    """Return how well the tables were balanced; none before a result."""
    return make_view(job.results, job.w) if job.results.played else None


PAGE = Page(
    name="balance",
    help="how well the stocks of the tables were balanced",
    of=Of.EVENT,
    when=in_formats("balance"),
    documents=(
        Document(
            position=90,
            file="balance.html",
            task="index.for_director",
            title="balance.title",
            template="balance.html.j2",
            view=BalancePage,
            make=_of_job,
        ),
    ),
)
