"""Sheets that an event cannot be read without, and a workbook has lost: as the last run has read them (desk 4.9)."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Final

from turnabout_sheets.changes.found import describe_lost_sheet
from turnabout_sheets.changes.guards import Asked, Question
from turnabout_sheets.core.text import key
from turnabout_sheets.formats import DEFAULT, load
from turnabout_sheets.jobs.knowledge import Knowledge
from turnabout_sheets.reading.event_sheet import EVENT_SHEET
from turnabout_sheets.reading.published import read_grid
from turnabout_sheets.sheets.grid import Grid
from turnabout_sheets.workbook.files.save import Source
from turnabout_sheets.workbook.ours.recognition import ours_of, require_known_form

NEEDED: Final = (EVENT_SHEET.name, "Players")
"""The sheets without which it is not known what is played, or who plays."""


def find_lost(source: Source) -> Sequence[Grid]:
    """Return those sheets that a workbook has lost, as they were; none of a workbook that was never run.

    Raises `WorkbookError`.
    """
    there = {key(name) for name in source.package.sheets}
    wanted = {key(name) for name in NEEDED} - there
    if not wanted:
        return ()
    require_known_form(source)
    knowledge = Knowledge(source, ours_of(load(DEFAULT)))
    inputs = knowledge.current.inputs if knowledge.inside.version else {}
    with contextlib.suppress(ValueError):
        return [read_grid(name, text) for name, text in inputs.items() if key(name) in wanted]
    return ()


def put_beside(lost: Sequence[Grid], grids: Sequence[Grid]) -> list[Grid]:
    """Return sheets with those that are lost, as if they were there."""
    return [*grids, *lost]


def ask_about_lost_sheets(lost: Sequence[Grid]) -> list[Question]:
    """Return the question about each sheet that is lost."""
    return [Question(Asked.LOST, 0, describe_lost_sheet(each.name)) for each in lost]
