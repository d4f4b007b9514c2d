"""Reads a workbook into an event, without anything across rows: what only writing needs is not loaded here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial

from turnabout_sheets.core.file_names import as_text
from turnabout_sheets.core.problems import Problem, has_errors
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import Event
from turnabout_sheets.jobs.known import recall
from turnabout_sheets.reading.event import read_event
from turnabout_sheets.reading.event_sheet import choose_format, is_event_sheet
from turnabout_sheets.reading.published import PublishedRound
from turnabout_sheets.sheets.grid import Grid
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.ooxml.ownership import find_homes
from turnabout_sheets.workbook.ours.recognition import is_read, ours_of, require_known_form
from turnabout_sheets.workbook.read import Worksheets


def read_source(
    source: save.Source,
    kept: Sequence[PublishedRound] = (),
    change: Callable[[Sequence[Grid]], list[Grid]] = list,
) -> tuple[Event | None, Format, list[Problem]]:
    """Return the event in a workbook, its format, and the problems of single cells.

    ``kept`` are the rounds that are published and may not be in the workbook yet; they are in the event. ``change``
    gives sheets as they would be if something else stood there; one that is not read has no rows. Raises
    `WorkbookError` where it cannot be read, also because only a newer version of the program may write into it.
    """
    require_known_form(source)
    worksheets = _open_worksheets(source)
    format = choose_format(change(worksheets.read(is_event_sheet)))
    ours = {home.title for home in find_homes(source.package, ours_of(format)).values() if not home.is_new}
    grids = worksheets.read(lambda name: is_read(name, format), lambda name: name not in ours)
    read = partial(
        read_event, [grid for grid in change(grids) if grid.name not in ours], as_text(source.path.stem), kept
    )
    event, format, problems = read()
    if event is not None and has_errors(problems) and any(player.player_id for player in event.players):
        return read(recall(source, ours_of(format)).ids)  # a name that is not known may have been corrected
    return event, format, problems


_open_worksheets = lru_cache(maxsize=1)(Worksheets)  # a run that pairs reads its workbook a second time
