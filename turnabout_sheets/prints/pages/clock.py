"""Cards that say how a chess clock is set (rules 1.8)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from turnabout_sheets.core.text import format_number
from turnabout_sheets.event.model import Event
from turnabout_sheets.prints.page import ON_REQUEST, Document, Of, Page
from turnabout_sheets.prints.shared import GAMES, EventHead, describe_clock, make_head, show_time
from turnabout_sheets.prints.words import Words
from turnabout_sheets.sheets.settings import Settings


class ClockCard(NamedTuple):
    """How the clock is set for a timing: ``time`` and ``beside`` in large print, the slip's sentence, and rules.

    Without a clock the first two are empty. ``own`` is True for the timing of the event.
    """

    name: str
    own: bool
    time: str
    beside: str
    setting: str
    rules: tuple[str, ...]


class ClockPage(NamedTuple):
    """Clock-setting cards, arranged as on a `MovementPage`."""

    event: EventHead
    rows: int
    columns: int
    row_height: float
    sheets: tuple[tuple[ClockCard, ...], ...]


ROWS, COLUMNS = 2, 2
"""The cards of a sheet: as large as A6 on A4."""

ROW = 5.6
"""The height of a line in millimetres."""


def make_view(event: Event, w: Words) -> ClockPage:
    """Return a card for each timing, that of the event marked (rules 1.8.1 to 1.8.5, 1.8.7 and 1.8.8)."""
    settings = event.settings
    cards = tuple(_clock_card(replace(settings, timing=timing), timing == settings.timing, w) for timing in TIMINGS)
    return ClockPage(make_head(settings), ROWS, COLUMNS, ROW, (cards,))


TIMINGS = ("untimed", "delay", "bronstein", "split")
"""The choices of the setting Timing, in the order in which the rules recommend them (rules 1.8.1)."""


def _clock_card(settings: Settings, own: bool, w: Words) -> ClockCard:
    """Return the card for the timing of the settings."""
    base, seconds = 60 * settings.minutes, settings.seconds
    play = settings.match_minutes if settings.timing == "split" else 2 * len(GAMES) * settings.minutes
    prepare = sum(minutes for _, minutes in GAMES)
    takes = w("clock.round", total=play + prepare, play=play, prepare=prepare)
    chess = (takes, w("clock.game_time"), w("clock.out_of_time"), w("clock.ask"), w("clock.resolving"))
    name, time, beside, rules = {
        "untimed": (w("clock.untimed"), "", "", (w("clock.recommended"),)),
        "delay": (
            w("clock.delay"),
            show_time(base),
            w("clock.seconds_delay", n=seconds),
            (w("clock.delay_is", n=seconds), *chess),
        ),
        "bronstein": (
            w("clock.bronstein"),
            show_time(base + seconds),
            w("clock.seconds_refund", n=seconds),
            (w("clock.bronstein_is", n=seconds, time=show_time(base)), *chess),
        ),
        "split": (
            w("clock.split"),
            w("clock.minutes", n=format_number(Fraction(settings.match_minutes, 2))),
            w("clock.a_game"),
            (w("clock.split_is", n=settings.match_minutes), takes, w("clock.time_up"), w("clock.until_over")),
        ),
    }[settings.timing]
    return ClockCard(name, own, time, beside, describe_clock(settings, w), rules)


PAGE = Page(
    name="clock",
    help="how to set a chess clock",
    of=Of.EVENT,
    when=ON_REQUEST,
    documents=(
        Document(
            position=150,
            file="clock.html",
            task="index.print_and_cut",
            title="clock.title",
            template="clock.html.j2",
            view=ClockPage,
            make=lambda job: make_view(job.event, job.w),
        ),
    ),
)
