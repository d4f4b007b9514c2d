"""The sheets of the report: facts, charts, or a table in the largest print that needs no more of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import floor
from typing import NamedTuple

from turnabout_sheets.prints.charts import Chart
from turnabout_sheets.prints.layout import FURNITURE, StandingsColumn, batch
from turnabout_sheets.prints.shared import Paper


class ReportFact(NamedTuple):
    """What there is to say of the event: ``label`` ("Venue") and ``value``."""

    label: str
    value: str


class ReportGroup(NamedTuple):
    """Rows of a table, each with a text for each column, under a ``heading``, which may be empty."""

    heading: str
    rows: tuple[tuple[str, ...], ...]


class ReportTable(NamedTuple):
    """A table in lines of ``row_height`` millimetres; names stand in boxes ``name_width`` wide.

    The roles of its columns are those of the standings, besides ``table`` and ``player``, the name of one of two.
    """

    columns: tuple[StandingsColumn, ...]
    row_height: float
    name_width: float
    groups: tuple[ReportGroup, ...]


class ReportSheet(NamedTuple):
    """A sheet of the report: what it has of ``winners``, ``facts``, ``table`` and ``charts`` stands in this order.

    ``cover`` is True for the first sheet, which names the event; a table on it has a ``title`` of its own.
    """

    heading: str
    cover: bool = False
    winners: tuple[str, ...] = ()
    facts: tuple[ReportFact, ...] = ()
    charts: tuple[Chart, ...] = ()
    table: ReportTable | None = None
    title: str = ""


ROWS = (7.0, 6.4, 5.8)
"""The heights that a line of the awards, the tables and the results can have, in millimetres: 9 points at least."""


def make_table_sheets(
    title: str,
    columns: Sequence[StandingsColumn],
    rows: Sequence[tuple[str, ...]],
    names: float,
    paper: Paper,
    heights: Sequence[float] = ROWS,
) -> list[ReportSheet]:
    """Return a table on as few sheets as can be."""
    return lay_out_table(
        title, columns, names, paper, lambda lines: [(ReportGroup("", part),) for part in batch(rows, lines)], heights
    )


def lay_out_table(
    title: str,
    columns: Sequence[StandingsColumn],
    names: float,
    paper: Paper,
    cut: Callable[[int], Sequence[tuple[ReportGroup, ...]]],
    heights: Sequence[float] = ROWS,
) -> list[ReportSheet]:
    """Return a table in the largest print that needs no more sheets; ``cut`` cuts it by the lines that a sheet has."""
    choices = [(row, cut(floor((paper.height - FURNITURE) / row))) for row in heights]
    row, sheets = min(choices, key=lambda choice: len(choice[1]))
    return [ReportSheet(title, table=ReportTable(tuple(columns), row, names, groups)) for groups in sheets]


CAPTION = 16
"""Millimetres that a chart below a table takes besides its own height: its title, and the space above."""


class Drawing(NamedTuple):
    """A chart that can be drawn in any height from the ``least`` on, in millimetres."""

    least: float
    draw: Callable[[float], Chart]


def put_below(
    sheets: Sequence[ReportSheet], drawings: Sequence[Drawing], paper: Paper
) -> tuple[list[ReportSheet], list[Drawing]]:
    """Return sheets with charts below their tables, where there is room, and those for which there was none."""
    filled, left = [], list(drawings)
    for sheet in sheets:
        room = paper.height - FURNITURE - _measure(sheet)
        here: list[Drawing] = []
        while left and sum(each.least + CAPTION for each in (*here, left[0])) <= room:
            here.append(left.pop(0))
        spare = min(MOST_SPARE, (room - sum(each.least + CAPTION for each in here)) / max(1, len(here)))
        filled.append(sheet._replace(charts=tuple(each.draw(round(each.least + spare, 1)) for each in here)))
    return filled, left


MOST_SPARE = 40
"""By so many millimetres a chart below a table grows at most."""


def _measure(sheet: ReportSheet) -> float:
    """Return the height of the rows of a sheet, in millimetres."""
    groups = sheet.table.groups if sheet.table else ()
    return sum(len(group.rows) + bool(group.heading) for group in groups) * (
        sheet.table.row_height if sheet.table else 0
    )
