"""The charts beside the program's sheets; what they show can be distinguished in black and white, too."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
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

BAR_FILLS: Final = ("404040", "D9D9D9")
"""The bars of a chart: dark and light, to distinguish them in print, too."""

LINES: Final[tuple[tuple[str, str, Literal["circle", "square", "triangle", "diamond", "x"]], ...]] = (
    ("000000", "solid", "circle"),
    ("6B6B6B", "solid", "square"),
    ("000000", "dash", "triangle"),
    ("6B6B6B", "dash", "diamond"),
    ("000000", "sysDot", "x"),
    ("6B6B6B", "sysDot", "circle"),
)
"""The grey, the dashes and the marks of each player's line. The marks of black lines are filled, those of grey ones
hollow, to distinguish them where greys look alike."""

LINE_WIDTH: Final = 19050
"""One and a half points, in English Metric Units."""

COLUMN_FILL, GRID = "595959", "D9D9D9"

MOST_UNITS: Final = 20
"""Up to so many, the axis of a chart counts one by one."""

WIDTH, HEIGHT = 18, 9
"""Centimetres of a chart whose figures do not say how high it is."""

ROW_HEIGHT, COLUMN_WIDTH = 0.52, 1.6
"""Centimetres that no ordinary row or column is less than: by these a chart is printed whole."""


def add_chart(page: Worksheet, chart: Chart, row: int, column: int, report: OutputSheet | None = None) -> None:
    """Put a chart where its upper left corner is to be, counted from 0; it is printed on its own page.

    Bars are those of a ``report`` on the same sheet.
    """
    if isinstance(chart, Figures):
        drawn = _draw_figures(chart)
    else:
        assert report is not None, "bars are of a sheet"
        drawn = _draw_bars(page, report, chart)
    drawn.title = chart.title
    drawn.x_axis.delete = drawn.y_axis.delete = False
    page.add_chart(drawn, address(row, column))
    corner = address(row + ceil(drawn.height / ROW_HEIGHT), column + ceil(drawn.width / COLUMN_WIDTH))
    page.print_area = [*filter(None, [page.print_area]), f"{address(row, column)}:{corner}"]


def _draw_bars(page: Worksheet, report: OutputSheet, chart: Bars) -> BarChart:
    """Return a bar for each row of a sheet."""
    fields = [column.field for column in report.sheet.columns]
    last = len(report.frame) + 1
    bars = BarChart()
    bars.type, bars.grouping, bars.overlap, bars.gapWidth = "bar", "stacked", 100, 40
    for field, fill in zip(chart.series, BAR_FILLS, strict=False):
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


def _draw_figures(chart: Figures) -> LineChart | BarChart:
    """Return a line, or columns, of figures that are in the chart and not in cells."""
    drawn = LineChart() if chart.kind is Kind.LINES else BarChart()
    words = [StrVal(idx=place, v=to_writable(word)) for place, word in enumerate(chart.categories)]
    for number, (name, figures) in enumerate(chart.series.items()):
        points = [NumVal(idx=at, v=_write(each)) for at, each in enumerate(figures) if each is not None]
        series = Series(idx=number, order=number, spPr=GraphicalProperties())
        series.tx = SeriesLabel(v=to_writable(name))
        series.cat = AxDataSource(strLit=StrData(ptCount=len(words), pt=words))
        series.val = NumDataSource(numLit=NumData(formatCode="General", ptCount=len(words), pt=points))
        drawn.series.append(series)
        if isinstance(drawn, BarChart):
            series.graphicalProperties.solidFill = COLUMN_FILL
            continue
        grey, dashes, mark = LINES[number]
        series.smooth = False
        line = series.graphicalProperties.line
        line.solidFill, line.dashStyle, line.width = grey, dashes, LINE_WIDTH
        series.marker = Marker(symbol=mark, size=7)
        series.marker.graphicalProperties.solidFill = "000000" if grey == "000000" else "FFFFFF"
        series.marker.graphicalProperties.line.solidFill = grey
    if isinstance(drawn, BarChart):
        drawn.gapWidth, drawn.legend = 30, None
        most = max(figure or 0 for figures in chart.series.values() for figure in figures)
        drawn.y_axis.majorUnit = 1 if most <= MOST_UNITS else None
    else:  # what is below zero is behind: without a sign, and with the rounds below all lines
        drawn.x_axis.tickLblPos, drawn.y_axis.number_format = "low", "0;0"
    drawn.x_axis.title, drawn.y_axis.title = chart.of, chart.counted
    drawn.y_axis.majorGridlines = ChartLines(GraphicalProperties(ln=LineProperties(solidFill=GRID)))
    drawn.width, drawn.height = WIDTH, HEIGHT
    return drawn


def _write(figure: int | Fraction) -> str:
    return repr(int(figure) if figure == int(figure) else float(figure))
