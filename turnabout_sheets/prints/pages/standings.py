"""The standings after a round, as they are posted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from math import ceil
from numbers import Rational
from typing import Any, NamedTuple

from turnabout_sheets.core.frames import pd
from turnabout_sheets.core.text import format_number
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import Event
from turnabout_sheets.event.output_sheets import OutputSheet
from turnabout_sheets.event.status import Status
from turnabout_sheets.prints.layout import MARGINS, Layout, StandingsColumn, ems, lay_out
from turnabout_sheets.prints.page import AFTER_EACH_ROUND, Document, Job, Of, Page
from turnabout_sheets.prints.shared import EventHead, make_head, translate_status
from turnabout_sheets.prints.words import FALLBACK, Words
from turnabout_sheets.sheets.declarations import Column, Sheet


class StandingsPage(NamedTuple):
    """The standings: ``sheets`` of rows, each with a text for each of ``columns``.

    ``provisional`` is True while results of the round are missing, ``final`` once the event is over; ``row_height`` is
    in millimetres, as is ``name_width``, what the columns leave for names. ``ties`` says by what ties are broken, empty
    where by nothing.
    """

    event: EventHead
    after_round: int
    provisional: bool
    columns: tuple[StandingsColumn, ...]
    row_height: float
    name_width: float
    ties: str
    sheets: tuple[tuple[tuple[str, ...], ...], ...]
    final: bool = False


LAYOUTS = (
    Layout(columns=1, row_height=10, most=20),
    Layout(columns=1, row_height=8.7, most=10),
    Layout(columns=1, row_height=7.6, most=8.7),
)

TIES = 3
"""Millimetres of a sheet's height for the line below the list."""


class _Shown(NamedTuple):
    """A column of the page: its heading, its role, and the fields of the sheet that it is made of."""

    heading: str
    role: str
    fields: tuple[str, ...]


_COMMON = {"rank": "standings.rank", "player": "page.player", "status": "standings.status"}
"""The keys of the headings that no sheet declares, by field."""

_ROLES = {"rank": "rank", "player": "name", "points": "points", "status": "text"}
"""What columns are on the page, by field; all others are numbers."""

_ONLY_TOLD = ("standings.byes", "standings.status")
"""The headings of columns that are left out where they have nothing to say of anybody."""

TYPE = 0.56
"""The type size as a share of the height of a line."""

HEADING, FIGURES, STATUS, GAP = 3.3, 6.2, 33, 2.5
"""In millimetres the type size of the headings, with some to spare, and the largest of what is neither rank nor points;
the width of the statuses; and what stands between columns."""

NAMES = 58
"""Millimetres that names have at least, where the type could be larger without."""


def make_view(
    event: Event,
    standings: OutputSheet,
    after_round: int,
    w: Words,
    *,
    format: Format,
    provisional: bool,
    final: bool = False,
    tie_breaks: Sequence[str] = (),
) -> StandingsPage:
    """Return the standings as they are posted; ``standings`` is their sheet.

    ``tie_breaks`` names those in force.
    """
    texts = {column: _texts(standings.frame, column, w) for column in _list_columns(standings.sheet, format, w)}
    silent = {w(key) for key in _ONLY_TOLD}
    told = [each for each in texts if each.heading not in silent or any(text.strip("0") for text in texts[each])]
    rows = list(zip(*(texts[column] for column in told), strict=True))
    head = make_head(event.settings)
    room = head.paper.width - MARGINS
    layout, sheets = lay_out(rows, LAYOUTS, head.paper._replace(height=head.paper.height - TIES))
    least = max(each.row_height for each in LAYOUTS if each.row_height <= layout.row_height)
    steps = range(round(10 * layout.row_height), round(10 * least), -1)
    too_wide = takewhile(lambda step: room - sum(_widths(told, texts, step / 10)) < NAMES, steps)
    row_height = round(layout.row_height - len(list(too_wide)) / 10, 1)
    widths = _widths(told, texts, row_height)
    return StandingsPage(
        event=head,
        after_round=after_round,
        provisional=provisional,
        columns=tuple(
            StandingsColumn(column.heading, column.role, width) for column, width in zip(told, widths, strict=True)
        ),
        row_height=row_height,
        name_width=round(room - sum(widths) - GAP, 1),
        ties=_describe_ties(format, tie_breaks, w),
        sheets=tuple(column for (column,) in sheets),
        final=final,
    )


def _widths(columns: Sequence[_Shown], texts: Mapping[_Shown, Sequence[str]], row_height: float) -> tuple[float, ...]:
    """Return how many millimetres each column takes for its texts and its heading; 0 for names, which have the rest."""
    large = row_height * TYPE

    def width(column: _Shown) -> float:
        if column.role == "name":
            return 0
        if column.role == "text":
            return STATUS
        size = large if column.role in ("rank", "points") else min(large, FIGURES)
        widest = max(map(ems, texts[column]), default=0)
        return ceil(max(widest * size, ems(column.heading) * HEADING) + GAP)

    return tuple(map(width, columns))


def _list_columns(sheet: Sheet, format: Format, w: Words) -> Iterator[_Shown]:
    """Yield the columns that are posted: those that have a heading, then the tie-breaks, and the status."""
    fields = [column.field for column in sheet.columns]
    tie_breaks = {each.column.field: each for each in format.tie_breaks if each.column and each.heading}
    for column in sheet.columns:
        heading = column.heading or _COMMON.get(column.field, "")
        if column.field == "points":
            yield _Shown(_head_points(column, w), "points", ("points",))
        elif column.field == "wins" and not heading and {"draws", "losses"} <= {*fields}:
            yield _Shown(w("standings.wins_draws_losses"), "number", ("wins", "draws", "losses"))
        elif heading and column.field != "status" and column.field not in tie_breaks:
            yield _Shown(w.find(heading), _ROLES.get(column.field, "number"), (column.field,))
    for field in fields:
        if field in tie_breaks:
            each = tie_breaks[field]
            yield _Shown(w.find(each.heading), "signed" if each.signed else "number", (field,))
    if "status" in fields:
        yield _Shown(w(_COMMON["status"]), "text", ("status",))


def _describe_ties(format: Format, tie_breaks: Sequence[str], w: Words) -> str:
    """Return by what players with the same points are ranked, in order (rules 1.6.2 and 1.6.3)."""
    called = [format.find_tie_break(name).in_ties or {FALLBACK: name} for name in tie_breaks]
    return w("standings.ties", order=", ".join(map(w.find, called))) if called else ""


def name_standings(w: Words, *, final: bool) -> str:
    """Return what pages call the standings, which say so when they are ``final``."""
    return w("standings.final") if final else w("standings.heading")


def head_points(format: Format, w: Words) -> str:
    """Return what pages call the points of a format."""
    return _head_points(format.output[0].column("points"), w)


def _head_points(column: Column, w: Words) -> str:
    return w.find(column.heading) if column.heading else column.header


def _texts(frame: pd.DataFrame, column: _Shown, w: Words) -> list[str]:
    """Return the cells of a column as they are printed."""
    sources = [[_text(value, column.role, w) for value in frame[field]] for field in column.fields]
    return ["–".join(parts) for parts in zip(*sources, strict=True)]


def _text(value: Any, role: str, w: Words) -> str:
    """Return a cell as it is printed."""
    if value is None or value != value:  # what pandas has where a number is missing
        return ""
    if isinstance(value, Status):
        return translate_status(value, w)
    return format_number(value, signed=role == "signed") if isinstance(value, Rational) else str(value)


def view_of_job(job: Job) -> StandingsPage | None:
    """Return the standings as they are at the moment of the job; none before a result."""
    results = job.results
    if not results.played:
        return None
    return make_view(
        results.event,
        job.sheets["Standings"],
        results.played,
        job.w,
        format=results.format,
        provisional=results.provisional,
        final=results.finished,
        tie_breaks=() if results.elimination else results.tie_breaks,
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
