"""Compares the problems of a workbook with those that are expected, whole, one text for each."""

from __future__ import annotations

from collections.abc import Sequence

from tests.reading.grids import problems
from turnabout_sheets.sheets.grid import Grid

Expected = Sequence[tuple[str, str, str, str]]
"""Severity, place, message, hint."""


def assert_problems(grids: Sequence[Grid], expected: Expected) -> None:
    """Assert that the workbook has exactly the expected problems, in the order in which they are found."""
    found = [(p.severity.value, str(p.place), p.message, p.hint) for p in problems(*grids)]
    assert found == list(expected)
