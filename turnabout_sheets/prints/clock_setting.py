"""How a chess clock is set, as slips and cards say it."""

from __future__ import annotations

from turnabout_sheets.prints.words import Words
from turnabout_sheets.sheets.settings import Settings


def describe_clock(settings: Settings, w: Words) -> str:
    """Return how the clock is set (rules 1.8.1, 1.8.2 and 1.8.5).

    A Bronstein clock gives back what a move took, up to the refund, so the refund is added to the base time as well.
    """
    base, seconds = 60 * settings.minutes, settings.seconds
    half = f"{settings.match_minutes // 2}{'½' if settings.match_minutes % 2 else ''}"
    return {
        "untimed": w("turnabout.untimed"),
        "delay": w("turnabout.delay", time=show_time(base), seconds=seconds),
        "bronstein": w("turnabout.bronstein", time=show_time(base + seconds), seconds=seconds),
        "split": w("turnabout.split", minutes=half),
    }[settings.timing]


def find_round_minutes(settings: Settings) -> int:
    """Return how many minutes a match of a round may take by one clock for the whole hall; 0 where it has none.

    It has one where the match time is split (rules 1.8.5): all other clocks stand on the tables.
    """
    return settings.match_minutes if settings.timing == "split" else 0


def show_time(seconds: int) -> str:
    """Return a time as a chess clock shows it: "40:00"."""
    return "{}:{:02}".format(*divmod(seconds, 60))
