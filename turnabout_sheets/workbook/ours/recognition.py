"""By what the program knows its own sheets again, and what it says where it does not."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from turnabout_sheets.changes.log import LOG, REMEMBERED
from turnabout_sheets.core.problems import Place, Problem, warning
from turnabout_sheets.core.text import key
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.output_sheets import DESK, PROBLEMS
from turnabout_sheets.reading.event_sheet import EVENT_SHEET
from turnabout_sheets.reading.matches import round_number
from turnabout_sheets.workbook.ooxml.ownership import Home, Ours

NOTE: Final = "turnabout rewrites this sheet on every run. Don't type here."
"""What is in the first row of each of them; by this, and a hidden name, they are recognized."""


def is_read(name: str, format: Format) -> bool:
    """Say whether the program reads a sheet of this name in an event of a format."""
    wanted = {key(sheet.name) for sheet in (EVENT_SHEET, *format.input)}
    return key(name) in wanted or round_number(name) is not None


def ours_of(format: Format) -> Ours:
    """Return which sheets of an event the program may take for its own."""
    names = [sheet.name for sheet in (*format.output, PROBLEMS, DESK, LOG, REMEMBERED)]
    return Ours(names, lambda name: is_read(name, format), NOTE)


def warn_of_others(homes: Mapping[str, Home], written: Collection[str]) -> Iterator[Problem]:
    """Yield a warning for each sheet of the organizer's that has a name of ours, and for each of ours without its note.

    At the next run it holds still.
    """
    for name, home in homes.items():
        if home.lacks_note and name in written:
            yield warning(
                Place(name),
                "The program's note at the top of this sheet was gone, so the sheet was written anew.",
                "What you typed on it is in the earlier versions; keep it on a sheet of your own.",
            )
        if home.has_moved_on and (name in written or not home.is_new):
            yield warning(
                Place(name),
                "The program does not know this sheet as its own (cells at its top were moved or cleared, or it is "
                f"yours), so it stays as it is; the program writes the sheet “{home.title}” instead.",
                f"Keep what you need of it, delete or rename it, and rename “{home.title}” to “{name}”.",
            )
