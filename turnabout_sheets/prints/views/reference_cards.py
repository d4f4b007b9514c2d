"""Reference cards and the alignment test."""

from __future__ import annotations

from dataclasses import dataclass

from turnabout_sheets.prints.views.head import EventHead
from turnabout_sheets.prints.views.report import Chart


@dataclass(frozen=True, slots=True)
class DoomLine:
    """What the Judge Armageddon Clock does at an upkeep; the numbers are texts.

    ``poison_text`` and ``cards_text`` say what their number counts ("5 poison").
    """

    upkeep: str
    counters: str
    life: str
    poison: str
    cards: str
    poison_text: str
    cards_text: str


@dataclass(frozen=True, slots=True)
class JudgeClockCard:
    """The Judge Armageddon Clock for a ``number``: ``counters`` is the sentence that has it, then its upkeeps."""

    number: str
    counters: str
    lines: tuple[DoomLine, ...]


@dataclass(frozen=True, slots=True)
class JudgeClockRow:
    """A row of the overview: a number, whether it is the ``chosen`` one of the cards, and its upkeeps."""

    number: str
    chosen: bool
    lines: tuple[DoomLine, ...]


@dataclass(frozen=True, slots=True)
class JudgeClockPage:
    """Cards of the Judge Armageddon Clock, arranged as on a `MovementPage`, and an overview on a sheet of its own.

    ``upkeeps`` are the heads of the overview.
    """

    event: EventHead
    rows: int
    columns: int
    row_height: float
    sheets: tuple[tuple[JudgeClockCard, ...], ...]
    upkeeps: tuple[str, ...]
    overview: tuple[JudgeClockRow, ...]


@dataclass(frozen=True, slots=True)
class ClockCard:
    """How the clock is set for a timing: ``time`` and ``beside`` in large print, the slip's sentence, and rules.

    Without a clock the first two are empty. ``own`` is True for the timing of the event.
    """

    name: str
    own: bool
    time: str
    beside: str
    setting: str
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClockPage:
    """Clock-setting cards, arranged as on a `MovementPage`."""

    event: EventHead
    rows: int
    columns: int
    row_height: float
    sheets: tuple[tuple[ClockCard, ...], ...]


@dataclass(frozen=True, slots=True)
class AlignmentSlip:
    """A test slip: its ``number``, empty on a blank one, the pile that the cut lays it on, and what to do and to check.

    ``steps`` are in order, ``notes`` are not.
    """

    number: str
    pile: str
    steps: tuple[str, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AlignmentPage:
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
