"""The sheets of the report: facts, or a table in the largest print that needs no more of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import floor
from typing import NamedTuple

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
    """A sheet of the report: what it has of ``winners``, ``facts`` and ``table`` stands in this order.

    ``cover`` is True for the first sheet, which names the event; a table on it has a ``title`` of its own.
    """

    heading: str
    cover: bool = False
    winners: tuple[str, ...] = ()
    facts: tuple[ReportFact, ...] = ()
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
