"""What is understood of a file: our lists, or records, and what is reported."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from turnabout_sheets.archive.records import EventRecord
from turnabout_sheets.core.problems import Problem
from turnabout_sheets.sheets.grid import Grid


@dataclass(frozen=True, slots=True)
class Given:
    """What the organizer says of the event of a file; None for what is to be found in it. ``date`` is an ISO day."""

    name: str | None = None
    date: str | None = None
    format: str | None = None
    rounds: int | None = None


@dataclass(frozen=True, slots=True)
class Understood:
    """Our lists that a file is, each row in its place, or ``records`` of its events; ``remarks`` report every guess.

    With an error among the ``problems`` there is nothing of the event that it concerns.
    """

    grids: Sequence[Grid] = ()
    records: Sequence[EventRecord] = ()
    remarks: Sequence[str] = ()
    problems: Sequence[Problem] = ()


def count_of(number: int, what: str, more: str = "") -> str:
    """Return how many of something there are: 1 row, 2 rows."""
    return f"{number} {what if number == 1 else more or f'{what}s'}"
