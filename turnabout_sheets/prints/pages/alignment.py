"""The alignment test: whether printer, cut and piles are right, before the slips of a round are printed."""

from __future__ import annotations

from typing import NamedTuple

from turnabout_sheets.event.model import Event
from turnabout_sheets.prints.charts import Chart, ChartShape, ChartText
from turnabout_sheets.prints.layout import GRIDS, stack_order
from turnabout_sheets.prints.page import ON_REQUEST, Document, Of, Page
from turnabout_sheets.prints.shared import EventHead, Paper, make_head
from turnabout_sheets.prints.words import Words


class AlignmentSlip(NamedTuple):
    """A test slip: its ``number``, empty on a blank one, the pile that the cut lays it on, and what to do and to check.

    ``steps`` are in order, ``notes`` are not.
    """

    number: str
    pile: str
    steps: tuple[str, ...]
    notes: tuple[str, ...]


class AlignmentPage(NamedTuple):
    """Test slips in stack order, on sheets like those of the slips, with ``rulers`` drawn over each.

    Among them is a line of 100 millimetres, ``line_left`` and ``line_top`` from the edges.
    """

    event: EventHead
    rows: int
    columns: int
    row_height: float
    line_left: float
    line_top: float
    rulers: Chart
    sheets: tuple[tuple[AlignmentSlip, ...], ...]


SLIPS = 3
"""How many slips the test has; blank ones fill the last sheet."""

LINE = 100
"""How long the line to measure is, in millimetres."""

LINE_LEFT, LINE_FROM_CUT = 16, 21
"""Where it stands: from the left edge of the paper, and from the first cut below it, in millimetres."""

LABELLED = 20
"""Every so many millimetres a ruler has a number."""

CLEAR_OF_CUTS = 10
"""None stands nearer to a cut or to an edge, in millimetres."""

TICKS = ((10, 5.4), (5, 4.2), (1, 3.0))
"""How long the marks of a ruler are, in millimetres, by what their place can be divided by; the first that fits."""

LABEL = 6.8
"""How far the numbers of the rulers stand from the edges, in millimetres."""


def make_view(event: Event, w: Words) -> AlignmentPage:
    """Return the test page for the slips of the event: as many on a sheet, cut and piled alike."""
    head = make_head(event.settings)
    rows, columns = GRIDS[event.settings.slips_per_page]
    steps = (w("alignment.print"), w("alignment.measure"), w("alignment.cut"), w("alignment.pile", n=SLIPS))
    told = (
        (steps, ()),
        ((), (w("alignment.frame"), w("alignment.rulers"))),
        ((), (w("alignment.even"), w("alignment.right"))),
    )

    def slip(index: int | None, position: int) -> AlignmentSlip:
        pile = w("alignment.pile_n", n=position + 1)
        if index is None:
            return AlignmentSlip("", pile, (), (w("alignment.blank"),))
        return AlignmentSlip(str(index + 1), pile, *told[index])

    top = round(head.paper.height / rows - LINE_FROM_CUT, 2)
    return AlignmentPage(
        event=head,
        rows=rows,
        columns=columns,
        row_height=6,
        line_left=LINE_LEFT,
        line_top=top,
        rulers=_rulers(head.paper, rows, columns, top, w),
        sheets=tuple(
            tuple(slip(index, position) for position, index in enumerate(sheet))
            for sheet in stack_order(SLIPS, rows * columns)
        ),
    )


def _rulers(paper: Paper, rows: int, columns: int, line: float, w: Words) -> Chart:
    """Return rulers that count from the upper left corner along all four edges, and the line to measure."""
    width, height = paper.width, paper.height
    shapes = [ChartShape(f"M{LINE_LEFT} {line - 2:g}v4m0 -2h{LINE}m0 -2v4", "none", 0.25)]
    texts = []
    for across, other, length, parts in ((True, height, width, columns), (False, width, height, rows)):
        for place in range(1, int(length)):
            long = next(size for every, size in TICKS if place % every == 0)
            near, far = f"M{place} 0v{long}", f"M{place} {other}v-{long}"
            if not across:
                near, far = f"M0 {place}h{long}", f"M{other} {place}h-{long}"
            shapes += [ChartShape(path, "none", 0.1) for path in (near, far)]
        for place in range(LABELLED, int(length), LABELLED):
            if min(abs(place - length * cut / parts) for cut in range(parts + 1)) < CLEAR_OF_CUTS:
                continue
            number = str(place)
            if across:
                texts += [
                    ChartText(number, place, LABEL + 2.3, "middle"),
                    ChartText(number, place, other - LABEL, "middle"),
                ]
            else:
                texts += [
                    ChartText(number, LABEL, place + 1.15, "start"),
                    ChartText(number, round(other - LABEL, 2), place + 1.15, "end"),
                ]
    return Chart(w("alignment.title"), width, height, tuple(shapes), tuple(texts))


PAGE = Page(
    name="alignment",
    help="a test page for your printer",
    of=Of.EVENT,
    when=ON_REQUEST,
    documents=(
        Document(
            position=160,
            file="alignment.html",
            task="index.print_and_cut",
            title="alignment.title",
            template="alignment.html.j2",
            view=AlignmentPage,
            make=lambda job: make_view(job.event, job.w),
        ),
    ),
)
