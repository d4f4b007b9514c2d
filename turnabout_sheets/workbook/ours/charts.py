"""The charts beside the program's sheets; what they show is told apart in black and white, too."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import ceil
from types import MappingProxyType
from typing import Final, Literal

from openpyxl.chart import BarChart, LineChart, Reference
from openpyxl.chart.axis import ChartLines
from openpyxl.chart.data_source import AxDataSource, NumData, NumDataSource, NumVal, StrData, StrVal
from openpyxl.chart.marker import Marker
from openpyxl.chart.series import Series, SeriesLabel
from openpyxl.chart.series_factory import SeriesFactory
from openpyxl.chart.shapes import GraphicalProperties
from openpyxl.drawing.line import LineProperties
from openpyxl.worksheet.worksheet import Worksheet

from turnabout_sheets.event.output_sheets import Bars, Chart, Figures, Kind, OutputSheet
from turnabout_sheets.sheets.grid import address
from turnabout_sheets.workbook.ooxml.row_writer import to_writable

SERIES_FILLS: Final = ("404040", "D9D9D9")
"""The bars of a chart: dark and light, so that they are told apart in print, too."""

LINES: Final[tuple[tuple[str, str, Literal["circle", "square", "triangle", "diamond", "x"]], ...]] = (
    ("000000", "solid", "circle"),
    ("6B6B6B", "solid", "square"),
    ("000000", "dash", "triangle"),
    ("6B6B6B", "dash", "diamond"),
    ("000000", "sysDot", "x"),
    ("6B6B6B", "sysDot", "circle"),
    ("000000", "dashDot", "square"),
    ("6B6B6B", "dashDot", "triangle"),
    ("000000", "lgDashDotDot", "diamond"),
    ("6B6B6B", "lgDashDotDot", "x"),
)
"""The grey, the dashes and the marks of each player's line."""

BLACK, HOLLOW = "000000", "FFFFFF"
"""Of a black line the marks are filled, of a grey one not, so that they are told apart where greys are not."""

LINE_WIDTH: Final = 19050
"""One and a half points, in English Metric Units."""

COLUMN_FILL: Final = "595959"
GRID: Final = "D9D9D9"

MOST_UNITS: Final = 20
"""Up to so many, the axis of a chart counts one by one."""

WIDTH, HEIGHT = 18, 9
"""Centimetres of a chart whose figures do not say how high it is."""

ROW_HEIGHT, COLUMN_WIDTH = 0.52, 1.6
"""Centimetres that no ordinary row or column is less than: by these a chart is printed whole."""

SIZE_ONLY: Final = "0;0"
"""A number format without a sign."""


def add_chart(page: Worksheet, report: OutputSheet, chart: Chart, row: int, column: int) -> None:
    """Put the chart of a sheet where its upper left corner is to be, counted from 0; it is printed on its own page."""
    drawn = _bars(page, report, chart) if isinstance(chart, Bars) else _figures(chart)
    drawn.title = chart.title
    drawn.x_axis.delete = drawn.y_axis.delete = False
    page.add_chart(drawn, address(row, column))
    corner = address(row + ceil(drawn.height / ROW_HEIGHT), column + ceil(drawn.width / COLUMN_WIDTH))
    page.print_area = f"{page.print_area},{address(row, column)}:{corner}"


def style_line(series: Series, number: int) -> None:
    """Give a line the grey, the dashes and the marks that the others do not have."""
    grey, dashes, mark = LINES[number]
    series.smooth = False
    series.graphicalProperties.line.solidFill = grey
    series.graphicalProperties.line.dashStyle = dashes
    series.graphicalProperties.line.width = LINE_WIDTH
    series.marker = Marker(symbol=mark, size=7)
    series.marker.graphicalProperties.solidFill = grey if grey == BLACK else HOLLOW
    series.marker.graphicalProperties.line.solidFill = grey


def make_grid() -> ChartLines:
    """Return the lines of a grid that nobody takes for data."""
    return ChartLines(GraphicalProperties(ln=LineProperties(solidFill=GRID)))


def _figures(chart: Figures) -> LineChart | BarChart:
    """Draw figures in their kind of chart."""
    drawn = _FIGURES[chart.kind](chart)
    drawn.x_axis.title, drawn.y_axis.title = chart.of, chart.counted
    drawn.y_axis.majorGridlines = make_grid()
    drawn.width, drawn.height = WIDTH, HEIGHT
    return drawn


def _bars(page: Worksheet, report: OutputSheet, chart: Bars) -> BarChart:
    """Draw a bar for each row of a sheet."""
    fields = [column.field for column in report.sheet.columns]
    last = len(report.frame) + 1
    bars = BarChart()
    bars.type, bars.grouping, bars.overlap, bars.gapWidth = "bar", "stacked", 100, 40
    for field, fill in zip(chart.series, SERIES_FILLS, strict=False):
        cells = Reference(page, min_col=fields.index(field) + 1, min_row=1, max_row=last)
        series = SeriesFactory(cells, title_from_data=True)
        series.graphicalProperties.solidFill = fill
        series.graphicalProperties.line.solidFill = "404040"
        bars.series.append(series)
    bars.set_categories(Reference(page, min_col=fields.index(chart.category) + 1, min_row=2, max_row=last))
    bars.x_axis.title = report.sheet.column(chart.category).header
    bars.x_axis.scaling.orientation = "maxMin"  # the first row on top, as in the sheet
    bars.y_axis.majorUnit = 1 if report.frame[list(chart.series)].sum(axis=1).max() <= MOST_UNITS else None
    bars.width, bars.height = WIDTH, 4 + 0.7 * len(report.frame)
    return bars


def _lines(chart: Figures) -> LineChart:
    lines = LineChart()
    for number, series in enumerate(_series(chart)):
        style_line(series, number)
        lines.series.append(series)
    # What is below zero is behind: the names of the rounds stand below all lines, not where their axis is.
    lines.x_axis.tickLblPos, lines.y_axis.number_format = "low", SIZE_ONLY
    return lines


def _columns(chart: Figures) -> BarChart:
    columns = BarChart()
    columns.gapWidth, columns.legend = 30, None
    for series in _series(chart):
        series.graphicalProperties.solidFill = COLUMN_FILL
        columns.series.append(series)
    columns.y_axis.majorUnit = 1 if max(max(each) for each in chart.series.values()) <= MOST_UNITS else None
    return columns


_FIGURES: Final[Mapping[Kind, Callable[[Figures], LineChart | BarChart]]] = MappingProxyType(
    {Kind.LINES: _lines, Kind.COLUMNS: _columns}
)


def _series(chart: Figures) -> Sequence[Series]:
    """Return the figures of a chart with their names, which stand in it and not in cells."""
    words = [StrVal(idx=place, v=to_writable(word)) for place, word in enumerate(chart.categories)]
    made = []
    for number, (name, figures) in enumerate(chart.series.items()):
        points = [NumVal(idx=place, v=_write(figure)) for place, figure in enumerate(figures)]
        series = Series(idx=number, order=number, spPr=GraphicalProperties())
        series.tx = SeriesLabel(v=to_writable(name))
        series.cat = AxDataSource(strLit=StrData(ptCount=len(words), pt=words))
        series.val = NumDataSource(numLit=NumData(formatCode="General", ptCount=len(points), pt=points))
        made.append(series)
    return made


def _write(figure: int | Fraction) -> str:
    return repr(int(figure) if figure == int(figure) else float(figure))
