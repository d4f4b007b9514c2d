"""The charts of the ratings workbook: the leading players' ratings over time, events and entries a year.

They are told apart in black and white, too.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction
from itertools import accumulate
from typing import Literal

from openpyxl import Workbook
from openpyxl.chart import BarChart, LineChart, Reference
from openpyxl.chart.axis import DateAxis
from openpyxl.chart.marker import DataPoint, Marker
from openpyxl.chart.series import Series
from openpyxl.chart.series_factory import SeriesFactory
from openpyxl.worksheet.worksheet import Worksheet

from turnabout_sheets.event.history import History, RatingRow
from turnabout_sheets.sheets.cell_kinds import DATE, NUMBER, whole
from turnabout_sheets.sheets.declarations import Column, Sheet
from turnabout_sheets.sheets.grid import column_letters
from turnabout_sheets.workbook.ooxml.row_writer import DAY_ZERO, pick_format, to_writable
from turnabout_sheets.workbook.ours import appearance
from turnabout_sheets.workbook.ours.appearance import DAY_ALIGNMENT, DAY_FORMAT, FORMATS, put_value
from turnabout_sheets.workbook.ours.charts import COLUMN_FILL, MOST_UNITS, make_grid, style_line

CHARTS = Sheet(
    "Charts",
    "The leading players' ratings over time, and events and entries a year.",
    (
        Column("Day", "day", DATE, "A day with a rated event, or the last one of a month or year.", width=12),
        Column("Player N", "player", NUMBER, "The rating of one of the leading players then.", width=14),
        Column("Year", "year", whole(1), width=8),
        Column("Events", "events", whole(0), "Events in the archive.", width=9),
        Column("Entries", "entries", whole(0), "Entries in them.", width=9),
    ),
)

LEADING = 10
"""How many players a chart can show and still be read."""

MOST_DAYS = 200
"""With more days, a chart has the last ones of months, then those of years."""

PERIODS = (10, 7, 4)
"""How much of an ISO day says which day, month and year it is in."""

MARKS = 9
"""About so many marks a line has: one on each day would hide the lines."""

AXES: tuple[tuple[int, Literal["days", "months", "years"], int, int, str], ...] = (
    (92, "days", 8, 1, DAY_FORMAT),
    (1500, "months", 10, 30, "yyyy-mm"),
    (10**9, "years", 20, 365, "yyyy"),
)
"""For spans of up to so many days: the unit of the axis, how many labels it has about, days in a unit, and format."""

ROOM = 16
"""The columns that the charts take; the figures follow after one more."""

WIDTH, HEIGHT, LOW_HEIGHT = 28, 13, 7
"""Centimetres of the chart of ratings; those of the years share its width, and are lower."""


def add_charts(book: Workbook, history: History) -> None:
    """Add the sheet of charts to a workbook, with their figures to the right."""
    page = book.create_sheet(CHARTS.name)
    page.sheet_properties.tabColor = appearance.OURS_COLOUR
    appearance.page(page)
    page.page_setup.fitToHeight = 1
    for index in range(ROOM):
        page.column_dimensions[column_letters(index)].width = 9
    page.row_dimensions[1].height = 32
    page.freeze_panes = "A2"
    if not history.events:
        appearance.note(page, 1, ("There are no events in the archive yet.",))
        return
    appearance.note(
        page, 1, (f"The figures of the charts stand to the right, from column {column_letters(ROOM + 1)} on.",)
    )
    page.print_area = f"A1:{column_letters(ROOM - 1)}45"
    leading = history.ratings.rows[:LEADING]
    if leading:
        _add_ratings(page, history, leading)
    _add_years(page, history, ROOM + len(leading) + 4)


def _add_ratings(page: Worksheet, history: History, leading: Sequence[RatingRow]) -> None:
    days, lines = _ratings_over_time(history, leading)
    day, player, *_ = CHARTS.columns
    first = ROOM + 2
    _head(page, first, day)
    for row, each in enumerate(days, 2):
        cell = page.cell(row, first, (date.fromisoformat(each) - DAY_ZERO).days)
        cell.number_format, cell.alignment = DAY_FORMAT, DAY_ALIGNMENT
    for index, (name, ratings) in enumerate(zip(_tell_apart(history, leading), lines, strict=True), first + 1):
        _head(page, index, player, name)
        _fill(page, index, ratings)
    chart = LineChart()
    chart.title = (
        f"Ratings of the leading {len(leading)} players" if len(leading) > 1 else "Rating of the leading player"
    )
    chart.x_axis = _day_axis(days)
    chart.y_axis.crossAx = chart.x_axis.axId
    chart.x_axis.title, chart.y_axis.title = "Date", "Rating"
    apart = max(1, len(days) // MARKS)
    for number in range(len(leading)):
        index = first + 1 + number
        series = _series(page, index, len(days))
        style_line(series, number)
        series.dPt = [_without_mark(series, place) for place in range(len(days)) if (place - 2 * index) % apart]
        chart.series.append(series)
    _place(page, chart, first, len(days), "A3", WIDTH, HEIGHT)


def _add_years(page: Worksheet, history: History, first: int) -> None:
    """Add events and entries a year; years without any are among them."""
    events = Counter(int(each.date[:4]) for each in history.events)
    entries = Counter(dict.fromkeys(events, 0))
    for each in history.events:
        entries[int(each.date[:4])] += each.entries
    years = range(min(events), max(events) + 1)
    columns = CHARTS.columns[2:]
    _head(page, first, columns[0])
    _fill(page, first, years)
    for index, (counted, anchor) in enumerate(((events, "A30"), (entries, "I30")), 1):
        _head(page, first + index, columns[index])
        _fill(page, first + index, [counted[year] for year in years])
        chart = BarChart()
        chart.title = f"{columns[index].header} a year"
        chart.x_axis.title, chart.y_axis.title = columns[0].header, columns[index].header
        chart.y_axis.majorUnit = 1 if max(counted.values()) <= MOST_UNITS else None
        chart.gapWidth, chart.legend = 60, None
        series = _series(page, first + index, len(years))
        series.graphicalProperties.solidFill = COLUMN_FILL
        chart.series.append(series)
        _place(page, chart, first, len(years), anchor, WIDTH // 2, LOW_HEIGHT)


def _head(page: Worksheet, index: int, column: Column, header: str = "") -> None:
    """Write the header of a column of figures."""
    cell = page.cell(1, index)
    put_value(cell, header or column.header)
    cell.font, cell.fill = appearance.HEADER_FONT, appearance.HEADER_FILL[appearance.OURS_COLOUR]
    cell.alignment = appearance.CENTRED_HEADER if appearance.is_centred(column.kind) else appearance.HEADER_ALIGNMENT
    page.column_dimensions[column_letters(index - 1)].width = column.width


def _fill(page: Worksheet, index: int, figures: Sequence[Fraction | int | None]) -> None:
    for row, figure in enumerate(figures, 2):
        if figure is not None:
            cell = page.cell(row, index)
            put_value(cell, figure)
            cell.alignment, cell.number_format = appearance.CENTRED, pick_format(FORMATS, figure)


def _series(page: Worksheet, index: int, length: int) -> Series:
    """Return the figures of a column, named by its header."""
    series: Series = SeriesFactory(Reference(page, min_col=index, min_row=1, max_row=length + 1), title_from_data=True)
    return series


def _without_mark(series: Series, place: int) -> DataPoint:
    """Return what takes the mark from a place on a line, which stays as it is."""
    point = DataPoint(idx=place, marker=Marker(symbol="none"))
    point.graphicalProperties = series.graphicalProperties
    return point


def _place(
    page: Worksheet, chart: LineChart | BarChart, categories: int, length: int, anchor: str, width: int, height: int
) -> None:
    """Put a chart on the page; what stands below its axis is in the column ``categories``."""
    chart.set_categories(Reference(page, min_col=categories, min_row=2, max_row=length + 1))
    chart.x_axis.delete = chart.y_axis.delete = False
    chart.y_axis.majorGridlines = make_grid()
    chart.width, chart.height = width, height
    page.add_chart(chart, anchor)


def _day_axis(days: Sequence[str]) -> DateAxis:
    """Return an axis that shows days by their distance."""
    span = (date.fromisoformat(days[-1]) - date.fromisoformat(days[0])).days
    _, unit, labels, length, shown = next(axis for axis in AXES if span <= axis[0])
    axis = DateAxis(crossAx=100, majorTimeUnit=unit, majorUnit=max(1, span // length // labels), baseTimeUnit="days")
    axis.number_format = shown
    return axis


def _tell_apart(history: History, rows: Sequence[RatingRow]) -> list[str]:
    """Return the names of players; with all that tells them from others where several have one name."""
    labels = {each.person: each.label for each in history.people}
    times = Counter(row.name for row in rows)
    return [to_writable(row.name if times[row.name] == 1 else labels.get(row.person) or row.name) for row in rows]


def _ratings_over_time(history: History, leading: Sequence[RatingRow]) -> tuple[list[str], list[list[Fraction | None]]]:
    """Return days that go up, and the rating of each player at their ends; None before the first award.

    The ratings are those of the awards that count in the rating list: the last ones are those in it.
    """
    counted = [row for row in history.awards if history.ratings.counts(row)]
    days = _days(sorted({row.date for row in counted}))
    gained: dict[int, dict[str, Fraction]] = {row.person: {} for row in leading}
    for row in counted:
        if row.person in gained and row.award is not None:
            own = gained[row.person]
            own[row.date] = own.get(row.date, Fraction(0)) + row.award
    return days, [_at_ends(days, gained[row.person]) for row in leading]


def _days(days: Sequence[str]) -> list[str]:
    """Return the days, or of too many the last ones of months or years."""
    for length in PERIODS:
        last = {day[:length]: day for day in days}
        if len(last) <= MOST_DAYS:
            break
    return list(last.values())


def _at_ends(days: Sequence[str], gained: Mapping[str, Fraction]) -> list[Fraction | None]:
    """Return what was gained until the end of each day; None before anything was."""
    ordered = sorted(gained)
    sums = [None, *accumulate(gained[day] for day in ordered)]
    return [sums[bisect_right(ordered, day)] for day in days]
