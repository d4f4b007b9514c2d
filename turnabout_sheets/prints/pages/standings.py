"""The standings after a round, as they are posted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from numbers import Rational
from typing import Any

import pandas as pd

from turnabout_sheets.core.numbers import format_number
from turnabout_sheets.event.model import Event
from turnabout_sheets.event.status import Status
from turnabout_sheets.prints.fit import ems
from turnabout_sheets.prints.head import EventHead, make_head
from turnabout_sheets.prints.layout import Layout, StandingsColumn, lay_out
from turnabout_sheets.prints.page import AFTER_EACH_ROUND, Document, Job, Of, Page
from turnabout_sheets.prints.wording import translate_status
from turnabout_sheets.prints.words import Words


@dataclass(frozen=True, slots=True)
class StandingsPage:
    """The standings: ``sheets`` of rows, each with a text for each of ``columns``.

    ``provisional`` is True while results of the round are missing; ``row_height`` is in millimetres.
    """

    event: EventHead
    after_round: int
    provisional: bool
    columns: tuple[StandingsColumn, ...]
    row_height: float
    sheets: tuple[tuple[tuple[str, ...], ...], ...]


LAYOUTS = (Layout(columns=1, row_height=10), Layout(columns=1, row_height=8.7), Layout(columns=1, row_height=7.6))


@dataclass(frozen=True, slots=True)
class _Shown:
    """A column of the page: the key of its heading, its role, and the columns of the sheet that it is made of.

    It is there with its sources and with ``beside``. ``width`` is in millimetres; 0 is that of its role.
    """

    heading: str
    role: str
    sources: tuple[str, ...]
    beside: tuple[str, ...] = ()
    width: float = 0


_SHOWN = (
    _Shown("standings.rank", "rank", ("Rank",)),
    _Shown("page.player", "name", ("Player",)),
    _Shown("page.vp", "points", ("VP",)),
    _Shown("page.points", "points", ("Points",)),
    _Shown("page.gmp", "points", ("GMP",)),
    _Shown("standings.played", "number", ("Played",), width=15),
    _Shown("standings.wins", "number", ("Wins",), beside=("Played",), width=13),
    _Shown("standings.sit_outs", "number", ("Sit-outs",), width=17),
    _Shown("standings.pairing_number", "number", ("Pairing number",)),
    _Shown("standings.wins_draws_losses", "number", ("Wins", "Draws", "Losses")),
    _Shown("standings.opponents_vp", "number", ("Opponents' VP",)),
    _Shown("standings.mp_difference", "signed", ("MP difference",)),
    _Shown("standings.opponents_gmp", "number", ("Opponents' GMP",)),
    _Shown("standings.middle_opponents_gmp", "number", ("Middle opponents' GMP",)),
    _Shown("standings.status", "text", ("Status",)),
)
"""The columns of the posted standings in their order; those whose sources the standings do not have are left out."""

POINTS_WIDTH, POINTS_SHARE = 16, 0.56
"""The usual width of points in millimetres, and their type size as a share of the height of a line."""


def make_view(
    event: Event, frame: pd.DataFrame, after_round: int, w: Words, *, provisional: bool, points_name: str = "Points"
) -> StandingsPage:
    """Return the standings as they are posted; ``frame`` has the values of the Standings sheet by header, by rank.

    ``points_name`` is the header of the points, which are there under any name.
    """
    shown = [column for column in _columns(points_name) if {*column.sources, *column.beside} <= set(frame.columns)]
    rows = [
        tuple("–".join(_text(row[source], column.role, w) for source in column.sources) for column in shown)
        for row in frame.to_dict("records")
    ]
    head = make_head(event.settings)
    layout, sheets = lay_out(rows, LAYOUTS, head.paper)
    return StandingsPage(
        event=head,
        after_round=after_round,
        provisional=provisional,
        columns=tuple(
            StandingsColumn(
                _heading(column, w),
                column.role,
                _points_width([row[index] for row in rows], layout) if column.role == "points" else column.width,
            )
            for index, column in enumerate(shown)
        ),
        row_height=layout.row_height,
        sheets=tuple(column for (column,) in sheets),
    )


def _points_width(texts: Sequence[str], layout: Layout) -> float:
    """Return how wide a column of points is, 0 if as usual: fractions need more room ("112 13/23")."""
    needed = ceil(max(map(ems, texts), default=0) * layout.row_height * POINTS_SHARE) + 1
    return needed if needed > POINTS_WIDTH else 0


def column_heading(header: str, w: Words) -> str:
    """Return what pages call the column of the Standings sheet with this header."""
    return _heading(next(column for column in _columns(header) if column.sources == (header,)), w)


def _columns(points_name: str) -> list[_Shown]:
    """Return the columns of the page; with points that are called otherwise after the player's name."""
    columns = list(_SHOWN)
    if all(column.sources != (points_name,) for column in _SHOWN):
        columns.insert(2, _Shown("", "points", (points_name,)))
    return columns


def _heading(column: _Shown, w: Words) -> str:
    """Return the heading of a column, that of the sheet where there is no word for it."""
    return w(column.heading) if column.heading else column.sources[0]


def _text(value: Any, role: str, w: Words) -> str:
    """Return a cell as it is printed."""
    if pd.isna(value):
        return ""
    if isinstance(value, Status):
        return translate_status(value, w)
    return format_number(value, signed=role == "signed") if isinstance(value, Rational) else str(value)


def _of_job(job: Job) -> StandingsPage | None:
    """Return the standings as they are at the moment of the job; none before a result."""
    results = job.results
    if not results.played:
        return None
    shown = job.sheets["Standings"].shown()
    return make_view(
        results.event,
        shown,
        results.played,
        job.w,
        provisional=results.provisional,
        points_name=results.format.points_name,
    )


PAGE = Page(
    name="standings",
    help="standings after a round",
    of=Of.STANDINGS,
    when=AFTER_EACH_ROUND,
    documents=(
        Document(
            position=40,
            file="standings-after-round-{:02}.html",
            task="index.post",
            title="standings.heading",
            template="standings.html.j2",
            view=StandingsPage,
            make=_of_job,
        ),
    ),
)
