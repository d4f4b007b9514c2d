"""What an event comes to that has warnings."""

from __future__ import annotations

from tests.reading.grids import read
from turnabout_sheets.event.results import Results, compute
from turnabout_sheets.formats.turnabout import TURNABOUT
from turnabout_sheets.sheets.grid import Grid

SIX = ("Ada", "Ben", "Cy", "Dee", "Eve", "Fay")


def computed(*grids: Grid) -> Results:
    """Return what an event comes to that has warnings, but no error."""
    event, found = read(*grids)
    assert event is not None
    assert [str(each) for each in found if each.severity == "Error"] == []
    return compute(event, TURNABOUT)
