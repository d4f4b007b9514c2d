"""Sheets that an event cannot be read without, and a workbook has lost: as the last run has read them (desk 4.9)."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Final

from turnabout_sheets.changes.guards import Question, ask_about_lost
from turnabout_sheets.core.text import key
from turnabout_sheets.formats import DEFAULT, load
from turnabout_sheets.jobs.knowledge import Knowledge
from turnabout_sheets.reading.event_sheet import EVENT_SHEET
from turnabout_sheets.reading.published import read_grid
from turnabout_sheets.sheets.grid import Grid, keep_columns
from turnabout_sheets.workbook.files.save import Source
from turnabout_sheets.workbook.ooxml.ownership import find_homes
from turnabout_sheets.workbook.ours.recognition import is_read, ours_of, require_known_form
from turnabout_sheets.workbook.read import Worksheets

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


def ask_about_lost_sheets(source: Source, lost: Sequence[Grid]) -> list[Question]:
    """Return the question about each sheet that is lost; one under another name that has the same in it is named."""
    return [ask_about_lost(each.name, _find_alike(source, each)) for each in lost]


def _find_alike(source: Source, lost: Grid) -> str:
    """Return the sheet that has the same in it as one that is lost; blank for none."""
    format = load(DEFAULT)
    ours = {home.title for home in find_homes(source.package, ours_of(format)).values() if not home.is_new}
    others = Worksheets(source).read(lambda name: name not in ours and not is_read(name, format))
    columns = {column for row in lost.rows for column, value in enumerate(row) if value != ""}
    alike = (each for each in others if each.rows and keep_columns(each, columns).rows == lost.rows)
    return next((each.name for each in alike), "")
