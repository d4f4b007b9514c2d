"""The chart on a player's page: how the awards add up over time, a step at each event."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from itertools import accumulate

from turnabout_sheets.core.days import write_day
from turnabout_sheets.core.text import format_number
from turnabout_sheets.prints.charts import DOTS, HAIR, TEXT, THICK, THIN, Chart, ChartShape, ChartText, steps, ticks
from turnabout_sheets.prints.fit import ems

WIDTH, HEIGHT = 90, 48
"""Millimetres: the type is large enough where a phone shows the whole width."""

MARK = 1.7
"""How wide the mark of an event is, in millimetres."""

YEAR_ROOM = 12
"""Millimetres that the number of a year has at least."""


def history_chart(title: str, awards: Sequence[tuple[str, Fraction]], until: str, language: str) -> Chart:
    """Return the chart of ``awards`` by their days (ISO), which go up; its line goes on to the day ``until``.

    A mark, a line of no length with round ends, stands at each award and what they come to with it.
    """
    days = [date.fromisoformat(day).toordinal() for day, _ in awards]
    first, last = days[0], max(days[-1], date.fromisoformat(until).toordinal())
    totals = list(accumulate(award for _, award in awards))
    axis = ticks(min(Fraction(0), *totals), max(totals))
    sum_text = format_number(totals[-1])
    left = max(ems(format_number(tick)) for tick in axis) * TEXT + 2
    right = WIDTH - ems(sum_text) * TEXT - 2.5
    top, bottom = 0.7 * TEXT, HEIGHT - 1.8 * TEXT

    def x(day: int) -> float:
        return left + (right - left) * (day - first) / max(1, last - first)

    def y(total: int | Fraction) -> float:
        return bottom - (bottom - top) * float(total - axis[0]) / (axis[-1] - axis[0])

    places = [(_place(x(day)), _place(y(total))) for day, total in zip(days, totals, strict=True)]
    grid = "".join(f"M{_place(left)} {_place(y(tick))}H{_place(right)}" for tick in axis)
    line = "".join(f"H{across}V{up}" for across, up in places)
    marks = "".join(f"M{across} {up}h0" for across, up in places)
    shapes = (
        ChartShape(grid, "none", HAIR, DOTS),
        ChartShape(f"M{_place(left)} {_place(y(0))}H{_place(right)}", "none", THIN),
        ChartShape(f"M{_place(left)} {_place(y(0))}{line}H{_place(right)}", "none", THICK),
        ChartShape(marks, "none", MARK),
    )
    texts = [
        ChartText(format_number(tick), round(left - 1.5, 2), round(y(tick) + TEXT * 0.36, 2), "end") for tick in axis
    ]
    texts.append(ChartText(sum_text, round(right + 1.5, 2), round(y(totals[-1]) + TEXT * 0.36, 2), "start", bold=True))
    for day, text, anchor in _dates(first, last, right - left, language):
        texts.append(ChartText(text, round(x(day), 2), HEIGHT - 0.3 * TEXT, anchor))
    return Chart(title, WIDTH, HEIGHT, shapes, tuple(texts))


def _dates(first: int, last: int, room: float, language: str) -> list[tuple[int, str, str]]:
    """Return what stands below the chart: days, their texts and which end stands there.

    They are the beginnings of years, as many as have room; of less than two years the first day and the last.
    """
    years = range(date.fromordinal(first - 1).year + 1, date.fromordinal(last).year + 1)
    if len(years) < 2:
        ends = ((first, "start"), (last, "end"))
        return [(day, write_day(date.fromordinal(day), language), anchor) for day, anchor in ends]
    each = room / ((last - first) / 365.25)
    step = next(step for step in steps() if step * each >= YEAR_ROOM)
    return [(date(year, 1, 1).toordinal(), str(year), "middle") for year in years if year % step == 0]


def _place(millimetres: float) -> str:
    return f"{round(millimetres, 1):g}"
