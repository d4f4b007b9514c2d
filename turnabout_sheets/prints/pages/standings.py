"""The standings after a round, as they are posted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile
from math import ceil
from numbers import Rational
from typing import Any, NamedTuple

from turnabout_sheets.core.digests import shorten_digest
from turnabout_sheets.core.frames import pd
from turnabout_sheets.core.text import format_number
from turnabout_sheets.event.model import Event
from turnabout_sheets.event.status import Status
from turnabout_sheets.prints.layout import MARGINS, Layout, StandingsColumn, ems, lay_out
from turnabout_sheets.prints.page import AFTER_EACH_ROUND, Document, Job, Of, Page
from turnabout_sheets.prints.shared import EventHead, make_head, translate_status
from turnabout_sheets.prints.words import Words


class StandingsPage(NamedTuple):
    """The standings: ``sheets`` of rows, each with a text for each of ``columns``.

    ``provisional`` is True while results of the round are missing; ``row_height`` is in millimetres, as is
    ``name_width``, what the columns leave for names. ``ties`` says by what ties are broken, empty where by nothing;
    ``seal`` is the line with the digest of the log, empty where there is none.
    """

    event: EventHead
    after_round: int
    provisional: bool
    columns: tuple[StandingsColumn, ...]
    row_height: float
    name_width: float
    ties: str
    sheets: tuple[tuple[tuple[str, ...], ...], ...]
    seal: str = ""


LAYOUTS = (
    Layout(columns=1, row_height=10, most=20),
    Layout(columns=1, row_height=8.7, most=10),
    Layout(columns=1, row_height=7.6, most=8.7),
)

TIES = 3
"""Millimetres of a sheet's height for the line below the list."""


class _Shown(NamedTuple):
    """A column of the page: the key of its heading, its role, and the columns of the sheet that it is made of.

    It is there with its sources and with ``beside``, but not where ``only_told`` and it has nothing to say of anybody.
    """

    heading: str
    role: str
    sources: tuple[str, ...]
    beside: tuple[str, ...] = ()
    only_told: bool = False


_SHOWN = (
    _Shown("standings.rank", "rank", ("Rank",)),
    _Shown("page.player", "name", ("Player",)),
    _Shown("page.vp", "points", ("VP",)),
    _Shown("page.points", "points", ("Points",)),
    _Shown("page.gmp", "points", ("GMP",)),
    _Shown("standings.played", "number", ("Played",)),
    _Shown("standings.wins", "number", ("Wins",), beside=("Played",)),
    _Shown("standings.sit_outs", "number", ("Sit-outs",)),
    _Shown("standings.pairing_number", "number", ("Pairing number",)),
    _Shown("standings.wins_draws_losses", "number", ("Wins", "Draws", "Losses")),
    _Shown("standings.byes", "number", ("Byes",), only_told=True),
    _Shown("standings.opponents_vp", "number", ("Opponents' VP",)),
    _Shown("standings.mp_difference", "signed", ("MP difference",)),
    _Shown("standings.opponents_gmp", "number", ("Opponents' GMP",)),
    _Shown("standings.middle_opponents_gmp", "number", ("Middle opponents' GMP",)),
    _Shown("standings.status", "text", ("Status",), only_told=True),
)
"""The columns of the posted standings in their order; those whose sources the standings do not have are left out."""

TYPE = 0.56
"""The type size as a share of the height of a line."""

HEADING, FIGURES, STATUS, GAP = 3.3, 6.2, 33, 2.5
"""In millimetres the type size of the headings, with some to spare, and the largest of what is neither rank nor points;
the width of the statuses; and what stands between columns."""

NAMES = 58
"""Millimetres that names have at least, where the type could be larger without."""


def make_view(
    event: Event,
    frame: pd.DataFrame,
    after_round: int,
    w: Words,
    *,
    provisional: bool,
    points_name: str = "Points",
    tie_breaks: Sequence[str] = (),
    seal: str = "",
) -> StandingsPage:
    """Return the standings as they are posted; ``frame`` has the values of the Standings sheet by header, by rank.

    ``points_name`` is the header of the points, which are there under any name; ``tie_breaks`` are those in force;
    ``seal`` is the digest of the log.
    """
    shown = [column for column in _columns(points_name) if {*column.sources, *column.beside} <= set(frame.columns)]
    texts = {column: _texts(frame, column, w) for column in shown}
    told = [column for column in shown if not column.only_told or any(text.strip("0") for text in texts[column])]
    rows = list(zip(*(texts[column] for column in told), strict=True))
    head = make_head(event.settings)
    room = head.paper.width - MARGINS
    layout, sheets = lay_out(rows, LAYOUTS, head.paper._replace(height=head.paper.height - TIES))
    least = max(each.row_height for each in LAYOUTS if each.row_height <= layout.row_height)
    steps = range(round(10 * layout.row_height), round(10 * least), -1)
    too_wide = takewhile(lambda step: room - sum(_widths(told, texts, step / 10, w)) < NAMES, steps)
    row_height = round(layout.row_height - len(list(too_wide)) / 10, 1)
    widths = _widths(told, texts, row_height, w)
    return StandingsPage(
        event=head,
        after_round=after_round,
        provisional=provisional,
        columns=tuple(
            StandingsColumn(_heading(column, w), column.role, width) for column, width in zip(told, widths, strict=True)
        ),
        row_height=row_height,
        name_width=round(room - sum(widths) - GAP, 1),
        ties=_describe_ties(tie_breaks, w),
        sheets=tuple(column for (column,) in sheets),
        seal=w("standings.seal", digest=shorten_digest(seal)) if seal else "",
    )


def _widths(
    columns: Sequence[_Shown], texts: Mapping[_Shown, Sequence[str]], row_height: float, w: Words
) -> tuple[float, ...]:
    """Return how many millimetres each column takes for its texts and its heading; 0 for names, which have the rest."""
    large = row_height * TYPE

    def width(column: _Shown) -> float:
        if column.role == "name":
            return 0
        if column.role == "text":
            return STATUS
        size = large if column.role in ("rank", "points") else min(large, FIGURES)
        widest = max(map(ems, texts[column]), default=0)
        return ceil(max(widest * size, ems(_heading(column, w)) * HEADING) + GAP)

    return tuple(map(width, columns))


_TIES = {
    "match wins": "standings.tie_match_wins",
    "wins": "standings.tie_wins",
    "opponents' VP": "standings.tie_opponents_vp",
    "opponents' GMP": "standings.tie_opponents_gmp",
    "middle opponents' GMP": "standings.tie_middle_opponents_gmp",
    "MP difference": "standings.tie_mp_difference",
    "matches among the tied": "standings.tie_among_the_tied",
}
"""The keys of the tie-breaks of our formats; those of others are named as they are."""


def _describe_ties(tie_breaks: Sequence[str], w: Words) -> str:
    """Return by what players with the same points are ranked, in order (rules 1.6.2 and 1.6.3)."""
    names = [w(_TIES[name]) if name in _TIES else name for name in tie_breaks]
    return w("standings.ties", order=", ".join(names)) if names else ""


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


def _texts(frame: pd.DataFrame, column: _Shown, w: Words) -> list[str]:
    """Return the cells of a column as they are printed."""
    sources = [[_text(value, column.role, w) for value in frame[source]] for source in column.sources]
    return ["–".join(parts) for parts in zip(*sources, strict=True)]


def _text(value: Any, role: str, w: Words) -> str:
    """Return a cell as it is printed."""
    if pd.isna(value):
        return ""
    if isinstance(value, Status):
        return translate_status(value, w)
    return format_number(value, signed=role == "signed") if isinstance(value, Rational) else str(value)


def view_of_job(job: Job) -> StandingsPage | None:
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
        tie_breaks=() if results.elimination else results.tie_breaks,
        seal=job.seal,
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
            make=view_of_job,
        ),
    ),
)
