"""Puts sheets into a workbook in memory: those of kept rounds, for a job that has to write into them, and lost ones.

Apart from `jobs.kept_rounds`, which every job needs: to make sheets takes libraries that are slow to load.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import Event
from turnabout_sheets.jobs.kept_rounds import make_new_rounds
from turnabout_sheets.jobs.lost_sheets import put_beside
from turnabout_sheets.jobs.read import read_source
from turnabout_sheets.reading.event_sheet import EVENT_SHEET
from turnabout_sheets.reading.published import PublishedRound
from turnabout_sheets.sheets.grid import Grid
from turnabout_sheets.workbook.files.save import Source
from turnabout_sheets.workbook.ooxml.graft import graft
from turnabout_sheets.workbook.ooxml.tabs import Tabs
from turnabout_sheets.workbook.ours.blank import add_lost_sheet
from turnabout_sheets.workbook.ours.book import make_workbook, scratch_bytes
from turnabout_sheets.workbook.ours.recognition import ours_of
from turnabout_sheets.workbook.ours.round_sheet import add_round, find_neighbours


def put_in_lost(source: Source, lost: Sequence[Grid]) -> Source:
    """Return a workbook as it was read, but with sheets that it has lost (see `jobs.lost_sheets`)."""
    _, format, _ = read_source(source, (), partial(put_beside, lost))
    book = make_workbook()
    for grid in lost:
        add_lost_sheet(book, format, grid)
    event, players = EVENT_SHEET.name, format.sheets.players.name
    tabs = Tabs({event: players, players: event})
    data = graft(source.data, scratch_bytes(book), ours=ours_of(format), tabs=tabs)
    return replace(source, data=data)


def put_in_kept_rounds(source: Source, kept: Sequence[PublishedRound], event: Event, format: Format) -> Source:
    """Return a workbook as it was read, but with the sheets of the published rounds that it does not have yet."""
    if not event.published:
        return source
    book = make_workbook()
    for new in make_new_rounds(kept, event, format):
        add_round(book, new, event, format)
    tabs = Tabs(find_neighbours(event, format, event.published))
    data = graft(source.data, scratch_bytes(book), ours=ours_of(format), rows=book.rows, tabs=tabs)
    return replace(source, data=data)
