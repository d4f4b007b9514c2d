"""Pauses the search for garbage while very many values are made that are all to stay."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


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
