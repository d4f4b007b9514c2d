"""Reads a table of one event."""

from __future__ import annotations

from collections.abc import Sequence

from turnabout_sheets.archive.lists.understood import Given, Understood
from turnabout_sheets.core.problems import Place, error
from turnabout_sheets.sheets.grid import Grid


def understand(grids: Sequence[Grid], file: str, given: Given) -> Understood:
    """Stand in."""
    return Understood(problems=[error(Place(file), "It is no list.", "See the docs.")])
