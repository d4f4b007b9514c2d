"""Spares the search for garbage where there is next to none: Python looks for it through all values that there are."""

from __future__ import annotations

import atexit
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

SELDOM = 200_000
"""How many more values there have to be before a command looks for garbage."""


@cache
def collect_seldom() -> None:
    """Let Python look seldom for values that only refer to each other while a command runs, and never when it ends.

    A run makes next to none: to look for them as often as usual takes a twentieth of its time, and to look at the end,
    through all that the libraries have put there, a seventh. The system takes the memory back at once.
    """
    gc.set_threshold(SELDOM)
    atexit.register(gc.freeze)


@contextmanager
def uncollected() -> Iterator[None]:
    """Let Python not look meanwhile for values that only refer to each other.

    It would look through all that there are, again and again as they grow: a third of the time that it takes to read a
    million rows, in which there are none.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
