"""Cards for the tables and the judges: the Judge Armageddon Clock, and how a clock is set (rules 1.8)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from turnabout_sheets.core.numbers import format_number
from turnabout_sheets.event.model import Event
from turnabout_sheets.prints.head import make_head
from turnabout_sheets.prints.slips.turnabout import clock_setting
from turnabout_sheets.prints.views import (
    ClockCard,
    ClockPage,
    DoomLine,
    JudgeClockCard,
    JudgeClockPage,
    JudgeClockRow,
)
from turnabout_sheets.prints.words import Words
from turnabout_sheets.sheets.settings import Settings

JUDGE_CLOCK_TEMPLATE = "judge_clock.html.j2"
CLOCK_TEMPLATE = "clock.html.j2"

ROWS, COLUMNS = 2, 2
"""The cards of a sheet: as large as A6 on A4."""

ROW = 5.6
"""The height of a line in millimetres."""

UPKEEPS = 7
"""How many upkeeps stand on a card."""

NUMBERS, NEXT_UPKEEPS = 10, 6
"""How many numbers and upkeeps the overview has."""


@dataclass(frozen=True, slots=True)
class Doom:
    """What the Judge Armageddon Clock has at an upkeep, and what each team chooses from for the others."""

    counters: int

    @property
    def life(self) -> int:
        """The life that another team loses: as much as there are doom counters."""
        return self.counters

    @property
    def poison(self) -> int:
        """The poison counters that it gains: half the number of doom counters, rounded up."""
        return (self.counters + 1) // 2

    @property
    def cards(self) -> int:
        """The cards that an opponent exiles from the top of the library: twice the number of doom counters."""
        return 2 * self.counters


def doom(number: int, upkeep: int) -> Doom:
    """Return what happens at an upkeep, counted from 1 (rules 1.8.6).

    "At the beginning of each upkeep, put the chosen number of doom counters on Judge Armageddon Clock. Then invoke
    doom." The counters stay, so that they are more each time.
    """
    return Doom(number * upkeep)


def judge_clock_view(event: Event, number: int, w: Words) -> JudgeClockPage:
    """Return cards of the Judge Armageddon Clock for a ``number``, 1 or more, and an overview of the numbers to 10."""
    card = JudgeClockCard(str(number), w.counted("judge_clock.counters", number), _upkeeps(number, UPKEEPS, w))
    return JudgeClockPage(
        event=make_head(event.settings),
        rows=ROWS,
        columns=COLUMNS,
        row_height=ROW,
        sheets=((card,) * (ROWS * COLUMNS),),
        upkeeps=tuple(w("judge_clock.upkeep_n", n=upkeep) for upkeep in range(1, NEXT_UPKEEPS + 1)),
        overview=tuple(
            JudgeClockRow(str(each), each == number, _upkeeps(each, NEXT_UPKEEPS, w)) for each in range(1, NUMBERS + 1)
        ),
    )


def _upkeeps(number: int, last: int, w: Words) -> tuple[DoomLine, ...]:
    """Return the upkeeps up to the ``last``."""

    def line(upkeep: int) -> DoomLine:
        each = doom(number, upkeep)
        return DoomLine(
            upkeep=str(upkeep),
            counters=str(each.counters),
            life=str(each.life),
            poison=str(each.poison),
            cards=str(each.cards),
            poison_text=w("judge_clock.poison_n", n=each.poison),
            cards_text=w("judge_clock.cards_n", n=each.cards),
        )

    return tuple(line(upkeep) for upkeep in range(1, last + 1))


def clock_view(event: Event, w: Words) -> ClockPage:
    """Return a card for each timing, that of the event marked (rules 1.8.1 to 1.8.5)."""
    settings = event.settings
    cards = tuple(_clock_card(replace(settings, timing=timing), timing == settings.timing, w) for timing in TIMINGS)
    return ClockPage(make_head(settings), ROWS, COLUMNS, ROW, (cards,))


TIMINGS = ("untimed", "delay", "bronstein", "split")
"""The choices of the setting Timing, in the order in which the rules recommend them (rules 1.8.1)."""


def _clock_card(settings: Settings, own: bool, w: Words) -> ClockCard:
    """Return the card for the timing of the settings."""
    base, seconds = 60 * settings.minutes, settings.seconds
    chess = (w("clock.game_time"), w("clock.ask"), w("clock.resolving"))
    name, time, beside, rules = {
        "untimed": (w("clock.untimed"), "", "", (w("clock.recommended"),)),
        "delay": (
            w("clock.delay"),
            _clock(base),
            w("clock.seconds_delay", n=seconds),
            (w("clock.delay_is", n=seconds), *chess),
        ),
        "bronstein": (
            w("clock.bronstein"),
            _clock(base + seconds),
            w("clock.seconds_refund", n=seconds),
            (w("clock.bronstein_is", n=seconds, time=_clock(base)), *chess),
        ),
        "split": (
            w("clock.split"),
            w("clock.minutes", n=format_number(Fraction(settings.match_minutes, 2))),
            w("clock.a_game"),
            (w("clock.split_is", n=settings.match_minutes), w("clock.time_up"), w("clock.until_over")),
        ),
    }[settings.timing]
    return ClockCard(name, own, time, beside, clock_setting(settings, w), rules)


def _clock(seconds: int) -> str:
    return "{}:{:02}".format(*divmod(seconds, 60))
