"""The crosstable on paper: the rounds of every player, as on the sheet Crosstable of the workbook."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from math import ceil
from typing import NamedTuple

from turnabout_sheets.core.outcomes import Outcome
from turnabout_sheets.core.text import format_number
from turnabout_sheets.event.output_sheets import crosstable_sheet, word_round
from turnabout_sheets.event.results import Results
from turnabout_sheets.prints.format_pages import format_pages
from turnabout_sheets.prints.layout import FURNITURE, MARGINS, batch, ems
from turnabout_sheets.prints.page import AT_THE_END, Document, Job, Of, Page
from turnabout_sheets.prints.pages.standings import head_points
from turnabout_sheets.prints.shared import EventHead, Paper, make_head
from turnabout_sheets.prints.words import Words


class CrosstableRow(NamedTuple):
    """A player of the crosstable: rank, name and points, and what happened in the rounds of the sheet."""

    rank: str
    player: str
    points: str
    rounds: tuple[str, ...]


class CrosstableSheet(NamedTuple):
    """Some players in rank order, and some rounds: their ``heads``; ``part`` names the rounds where not all stand here.

    ``round_width`` is that of a round's column in millimetres.
    """

    part: str
    heads: tuple[str, ...]
    round_width: float
    rows: tuple[CrosstableRow, ...]


class CrosstablePage(NamedTuple):
    """The rounds of every player; with ``landscape`` the sheets lie on their side.

    ``explained`` says how a round is read, ``points_name`` what the points are called. ``provisional`` is True while
    results can still change. Lines are ``row_height`` millimetres high, the type ``type_size``, names ``name_width``.
    """

    event: EventHead
    provisional: bool
    explained: str
    points_name: str
    landscape: bool
    row_height: float
    type_size: float
    name_width: float
    points_width: float
    sheets: tuple[CrosstableSheet, ...]


NOTE = 6
"""The same of its height for the line that explains the letters."""

RANK = 14
"""How wide the column of ranks is, in millimetres."""

HEAD_SIZE = 3.6
"""The type size of a round's head in millimetres, with the space between its letters: 9 points, bold."""

PADDING = 1.5
"""Millimetres between two columns."""

LEAST_POINTS = 16
"""How wide the column of points is at least, with the space after it."""


class Shape(NamedTuple):
    """How the table can stand on its sheets: on their side or upright; line, type and names in millimetres."""

    landscape: bool
    row_height: float
    name_width: float

    @property
    def type_size(self) -> float:
        """The type size in millimetres: 9 points at least."""
        return round(self.row_height / 2, 2)


SHAPES = (
    Shape(landscape=False, row_height=8.6, name_width=52),
    Shape(landscape=False, row_height=7.4, name_width=48),
    Shape(landscape=False, row_height=6.4, name_width=45),
    Shape(landscape=True, row_height=8.6, name_width=58),
    Shape(landscape=True, row_height=7.4, name_width=55),
    Shape(landscape=True, row_height=6.4, name_width=52),
)
"""All of them, the best first."""


class _Plan(NamedTuple):
    """What a shape comes to: how wide the points and a round have to be, and how many lines a sheet holds."""

    shape: Shape
    points_width: float
    least: float
    width: float
    lines: int

    @property
    def rounds(self) -> int:
        """How many rounds stand beside each other."""
        return max(1, int(self.width / self.least))

    def round_width(self, rounds: int) -> float:
        """Return how wide so many rounds are: as wide as they can be, but not so that they lie far apart."""
        return round(min(1.5 * self.least, self.width / max(1, rounds)), 2)


def make_view(results: Results, w: Words) -> CrosstablePage:
    """Return the rounds of every player, in rank order.

    The rounds stand beside each other on as few sheets as can be, upright or on their side; then the print is as large
    as the fewest sheets allow. Of players who take several sheets, all rounds come before the next players.
    """
    frame = crosstable_sheet(results).frame
    heads = [w("page.round", n=number) for number in range(1, results.played + 1)]
    said, rank = word_outcomes(results, w), results.standings["rank"].to_dict()
    rounds = (frame[f"round_{number}"] for number in range(1, results.played + 1))
    cells = [[word_round(each, said, rank) for each in ends] for ends in rounds]
    rows = [
        CrosstableRow(str(rank), player, format_number(points), tuple(column[place] for column in cells))
        for place, (rank, player, points) in enumerate(
            zip(frame["rank"], frame["player"], frame["points"], strict=True)
        )
    ]
    head = make_head(results.event.settings)
    plans = [_plan(shape, head.paper, heads, rows) for shape in SHAPES]
    plan = min(plans, key=lambda plan: (_sheets(len(heads), plan.rounds), _sheets(len(rows), plan.lines)))
    bands = batch(range(len(heads)), ceil(len(heads) / _sheets(len(heads), plan.rounds)))
    return CrosstablePage(
        event=head,
        provisional=results.provisional,
        explained=w("crosstable.explained", win=said[Outcome.WIN], draw=said[Outcome.DRAW], loss=said[Outcome.LOSS]),
        points_name=head_points(results.format, w),
        landscape=plan.shape.landscape,
        row_height=plan.shape.row_height,
        type_size=plan.shape.type_size,
        name_width=plan.shape.name_width,
        points_width=plan.points_width,
        sheets=tuple(
            CrosstableSheet(
                part=w("crosstable.rounds", first=band[0] + 1, last=band[-1] + 1) if len(bands) > 1 else "",
                heads=tuple(heads[number] for number in band),
                round_width=plan.round_width(len(band)),
                rows=tuple(_only(row, band) for row in players),
            )
            for players, band in product(batch(rows, plan.lines), bands)
        ),
    )


def word_outcomes(results: Results, w: Words) -> Mapping[Outcome, str]:
    """Return what the page says of a round first."""
    return {
        Outcome.WIN: w("crosstable.win"),
        Outcome.DRAW: w("crosstable.draw"),
        Outcome.LOSS: w("crosstable.loss"),
        Outcome.BYE: w(format_pages(results.format.name).bye),
        Outcome.ABSENT: w("crosstable.absent"),
        Outcome.WAITS: w("page.waits"),
    }


def _plan(shape: Shape, paper: Paper, heads: Sequence[str], rows: Sequence[CrosstableRow]) -> _Plan:
    width, height = (paper.height, paper.width) if shape.landscape else (paper.width, paper.height)

    def widest(texts: Iterable[str], size: float = shape.type_size) -> float:
        return round(max(map(ems, texts), default=0) * size + PADDING, 1)

    points = max(widest(row.points for row in rows) + 2 * PADDING, LEAST_POINTS)
    least = max(
        widest({text for row in rows for text in row.rounds}), ceil(max(map(ems, heads), default=1) * HEAD_SIZE)
    )
    return _Plan(
        shape=shape,
        points_width=points,
        least=least,
        width=width - MARGINS - RANK - shape.name_width - points,
        lines=int((height - FURNITURE - NOTE) / shape.row_height),
    )


def _sheets(things: int, on_one: int) -> int:
    return max(1, ceil(things / on_one))


def _only(row: CrosstableRow, band: Sequence[int]) -> CrosstableRow:
    """Return a player's row with some of the rounds."""
    return row._replace(rounds=tuple(row.rounds[number] for number in band))


def _of_job(job: Job) -> CrosstablePage | None:
    """Return who met whom; none before a result."""
    return make_view(job.results, job.w) if job.results.played else None


PAGE = Page(
    name="crosstable",
    help="who met whom, and how it ended",
    of=Of.EVENT,
    when=AT_THE_END,
    documents=(
        Document(
            position=110,
            file="crosstable.html",
            task="index.post",
            title="crosstable.title",
            template="crosstable.html.j2",
            view=CrosstablePage,
            make=_of_job,
        ),
    ),
)
