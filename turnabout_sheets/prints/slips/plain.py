"""A match slip made of a format's declarations: for every format that has none of its own."""

from __future__ import annotations

from typing import NamedTuple

from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import Event
from turnabout_sheets.formats.common import RULING
from turnabout_sheets.prints.layout import GRIDS, stack_slips
from turnabout_sheets.prints.selection import ALL, Selection
from turnabout_sheets.prints.shared import EventHead, list_pairs, make_head, name_on_slip
from turnabout_sheets.prints.words import Words


class PlainSlip(NamedTuple):
    """A match slip: ``table`` as on a `Slip`, and the names of A and B, empty on a blank slip."""

    table: str
    names: tuple[str, str]


class PlainSlipsPage(NamedTuple):
    """All slips of a round, arranged as on a `SlipsPage`; ``boxes`` say what is written into each box of a slip.

    They are the heads of the columns of the round's sheet that the desk fills in from it.
    """

    event: EventHead
    round: int
    rows: int
    columns: int
    sheets: tuple[tuple[PlainSlip, ...], ...]
    boxes: tuple[str, ...]


TEMPLATE, VIEW = "slips/plain.html.j2", PlainSlipsPage

BLANK = PlainSlip("", ("", ""))
"""A slip to be filled in by hand."""


def make_view(event: Event, format: Format, round_number: int, w: Words, selection: Selection = ALL) -> PlainSlipsPage:
    """Return the slips of a round in stack order; the last sheets are filled with blank slips. A bye gets no slip."""
    slips = [
        PlainSlip(pair.table_text, (name_on_slip(pair.a), name_on_slip(pair.b)))
        for pair in selection.of(list_pairs(event, round_number))
        if pair.b is not None
    ]
    matches = format.sheets.matches
    rows, columns = GRIDS[event.settings.slips_per_page]
    return PlainSlipsPage(
        event=make_head(event.settings),
        round=round_number,
        rows=rows,
        columns=columns,
        sheets=stack_slips(slips or [BLANK] * selection.blank, BLANK, rows * columns),
        boxes=tuple(matches.column(field).header for field in format.entry.fields if field != RULING.field),
    )
