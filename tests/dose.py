"""How much tests try that could go on for ever: a little in ``make test``, much in ``make soak``."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any, Final, TypeVar

import pytest
from hypothesis import HealthCheck, Phase, settings

SOAK: Final = "TURNABOUT_SOAK"
"""The environment variable that asks for the long dose if it is set (to anything)."""


T = TypeVar("T")


def dose(short: T, long: T) -> T:
    """Return how much to try, or what; who asks is marked ``soak``, as everything of hypothesis is anyway."""
    return long if os.environ.get(SOAK) else short


def combinations(*parameters: Iterable[Any]) -> Sequence[tuple[Any, ...]]:
    """Return the values to try together: in the long dose each with each, else each value at least once."""
    values = [list(each) for each in parameters]
    some = [tuple(each[turn % len(each)] for each in values) for turn in range(max(map(len, values)))]
    return dose(some, list(product(*values)))


def take_turns(cases: Iterable[Any], *, day: int = 1, quick: int) -> list[Any]:
    """Return parameters: of each ``day`` cases the first runs by day, each ``quick``-th of those in make check."""
    marked = []
    for place, case in enumerate(cases):
        marks = [pytest.mark.nightly] if place % day else [pytest.mark.slow] if place // day % quick else []
        marked.append(pytest.param(*(case if isinstance(case, tuple) else [case]), marks=marks))
    return marked


def by_day(*some: T, of: Iterable[T]) -> list[Any]:
    """Return all as parameters of a test, of which only ``some`` are tried by day."""
    return [pytest.param(each, marks=[] if each in some else pytest.mark.nightly) for each in of]


def examples(count: int) -> settings:
    """Return how many examples hypothesis tries: half of them in the short dose, thirty times as many in the long."""
    return settings(max_examples=dose(-(-count // 2), 30 * count), deadline=None)


def whole_events(count: int) -> settings:
    """Return the same for examples that play, read and compute whole events.

    They are too slow to shrink, and, as told by their seed, small enough.
    """
    return settings(
        examples(count),
        derandomize=dose(True, False),
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=[HealthCheck.too_slow],
    )
