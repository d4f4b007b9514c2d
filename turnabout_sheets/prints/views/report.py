"""Charts, and the report of an event."""

from __future__ import annotations

from dataclasses import dataclass

from turnabout_sheets.prints.views.head import EventHead
from turnabout_sheets.prints.views.posted import StandingsColumn


@dataclass(frozen=True, slots=True)
class ChartShape:
    """A line or an area of a chart: an SVG ``path`` in millimetres, its ``fill`` ("none", "#fff"), and its outline.

    ``width`` is that of the outline in millimetres, ``dashes`` as in SVG's stroke-dasharray, empty where it is whole.
    """

    path: str
    fill: str
    width: float
    dashes: str = ""


@dataclass(frozen=True, slots=True)
class ChartText:
    """A number or a word in a chart: ``anchor`` says which end of it stands at ``x``, ``y`` is its base line."""

    text: str
    x: float
    y: float
    anchor: str
    bold: bool = False


@dataclass(frozen=True, slots=True)
class ChartName:
    """A player's name in a chart, in a box that it always fits: its upper left corner in millimetres."""

    name: str
    left: float
    top: float


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart, ``width`` × ``height`` millimetres. Names have boxes of ``name_width`` × ``name_height``."""

    title: str
    width: float
    height: float
    shapes: tuple[ChartShape, ...]
    texts: tuple[ChartText, ...]
    names: tuple[ChartName, ...] = ()
    name_width: float = 0
    name_height: float = 0


@dataclass(frozen=True, slots=True)
class ReportFact:
    """What there is to say of the event: ``label`` ("Venue") and ``value``."""

    label: str
    value: str


@dataclass(frozen=True, slots=True)
class ReportGroup:
    """Rows of a table, each with a text for each column, under a ``heading``, which may be empty."""

    heading: str
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class ReportTable:
    """A table in lines of ``row_height`` millimetres; names stand in boxes ``name_width`` wide.

    The roles of its columns are those of the standings, besides ``table`` and ``player``, the name of one of two.
    """

    columns: tuple[StandingsColumn, ...]
    row_height: float
    name_width: float
    groups: tuple[ReportGroup, ...]


@dataclass(frozen=True, slots=True)
class ReportSheet:
    """A sheet of the report: what it has of ``winners``, ``facts``, ``charts`` and ``table`` stands in this order.

    ``cover`` is True for the first sheet, which names the event.
    """

    heading: str
    cover: bool = False
    winners: tuple[str, ...] = ()
    facts: tuple[ReportFact, ...] = ()
    charts: tuple[Chart, ...] = ()
    table: ReportTable | None = None


@dataclass(frozen=True, slots=True)
class ReportPage:
    """The report of an event, ``provisional`` as long as its points can change."""

    event: EventHead
    provisional: bool
    row_height: float
    sheets: tuple[ReportSheet, ...]
