"""By what the program knows its own sheets again, also those of a newer version, and what it says where it does not."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain, combinations
from typing import Final

from turnabout_sheets.changes.log import LOG, REMEMBERED
from turnabout_sheets.core.problems import Place, Problem, Said, warning
from turnabout_sheets.core.text import key
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.output_sheets import DESK, PROBLEMS
from turnabout_sheets.reading.event_sheet import EVENT_SHEET
from turnabout_sheets.reading.matches import round_number
from turnabout_sheets.sheets.declarations import Sheet
from turnabout_sheets.workbook.files.save import Source
from turnabout_sheets.workbook.ooxml.ownership import Home, Ours, header_pattern
from turnabout_sheets.workbook.ooxml.package import UnusableWorkbookError
from turnabout_sheets.workbook.ooxml.workbook_part import FORM, WorkbookPart, read_form

NOTE: Final = "turnabout writes this sheet anew at every run: look, but do not type here."
"""What stands beside the header of each of them."""

WRITTEN: Final[Mapping[str, tuple[str, ...]]] = {
    "Standings": (
        "Rank | Player | VP | Matches | Wins | Draws | Losses | Byes | Opponents' VP | MP difference | Status",
        "Rank | Player | VP | Matches | Wins | Draws | Losses | Byes | Opponents' VP | MP difference | Status"
        " | Rank now | VP now | Before | Seat | Order",
        "Rank | Player | Points | Played | Wins | Draws | Sit-outs | Credited | Status",
        "Rank | Player | GMP | Pairing number | Opponents' GMP | Middle opponents' GMP | Among the tied | Byes"
        " | Status",
        "Rank | Player | GMP | Pairing number | Opponents' GMP | Middle opponents' GMP | Among the tied | Byes"
        " | Status | Rank now | GMP now | Before | Seat | Order",
    ),
    "Matches": (
        "Round | Table | Player A | Player B | MP A | MP B | Difference | VP A | VP B | Winner",
        "Round | Table | Player A | Player B | MP A | MP B | Difference | VP A | VP B | Winner"
        " | Game 1 winner | Game 1 count | Game 1 option | Game 1 MP"
        " | Game 2 winner | Game 2 count | Game 2 option | Game 2 MP",
        "Round | Table | Player A | Deck A | Player B | Deck B | Winner | Points A | Points B",
        "Round | Table | Player A | Player B | Points A | Points B | GMP A | GMP B | Winner",
    ),
    "Progress": ("Player | Total N | Rank N",),
    "Crosstable": ("Rank | Player | Points | Round N | 1, 2, 3 …",),
    "Ratings": ("Player | Position | Match wins | Played all rounds | Multiplier | Award",),
    "Scales": (
        "MP difference | to | VP winner | VP loser"
        " | Option | Counts | Base | Per unit | Rounding | Allow negative",
    ),
    "Table results": (
        "Table | Games | Wins A | Wins B | Draws | Points A | Points B | Total | Most | Balance | To come"
        " | Theme | Stock A | Stock B",
    ),
    "Desk": ("What | Now | Go to",),
    "Problems": ("Severity | Sheet | Cell | Problem | What to do",),
    "Log": (
        "Run | Saved | Sheet | Who | Column | Before | After | What followed | Digest",
        "Run | Saved (local time) | Sheet | Who | Column | Before | After | What followed | Digest",
    ),
    "Remembered": ("Remembered | Text",),
}  # fmt: skip
"""Every header row that this or an earlier version has written on a sheet of ours, in any format, as it was declared.

A row is never taken out: workbooks live longer than versions. A sheet whose header is not here is the organizer's.
"""


def is_read(name: str, format: Format) -> bool:
    """Say whether the program reads a sheet of this name in an event of a format."""
    wanted = {key(sheet.name) for sheet in (EVENT_SHEET, *format.sheets.input)}
    return key(name) in wanted or round_number(name) is not None


def ours_of(format: Format) -> Ours:
    """Return which sheets of an event the program may take for its own."""
    headers = {
        sheet.name: header_pattern(
            (*_headers(sheet, format), *(row.split(" | ") for row in WRITTEN.get(sheet.name, ())))
        )
        for sheet in (*format.sheets.output, PROBLEMS, DESK, LOG, REMEMBERED)
    }
    return Ours(headers, lambda name: is_read(name, format), NOTE)


def _headers(sheet: Sheet, format: Format) -> Iterator[Sequence[str]]:
    """Yield the header that a sheet has now; of the standings, one for each choice of tie-breaks."""
    if sheet.name != "Standings":
        yield [column.header for column in sheet.columns]
        return
    names = [each.name for each in format.scoring.tie_breaks]
    for used in chain.from_iterable(combinations(names, count) for count in range(len(names) + 1)):
        yield [column.header for column in format.standings(used).columns]


def warn_of_others(homes: Mapping[str, Home], written: Collection[str]) -> Iterator[Problem]:
    """Yield a warning for each sheet of the organizer's that has a name of ours; at the next run it holds still."""
    for name, home in homes.items():
        if home.has_moved_on and (name in written or not home.is_new):
            yield warning(
                Place(name),
                "The program does not know this sheet as its own (cells at its top were moved, its header was changed, "
                f"or it is yours), so it stays as it is; the program writes the sheet “{home.title}” instead.",
                f"Keep what you need of it, delete or rename it, and rename “{home.title}” to “{name}”.",
            )


def warn_of_copies(copies: Mapping[str, str], homes: Mapping[str, Home]) -> Iterator[Problem]:
    """Yield a warning for each other sheet that looks as if it were written at every run, and is not."""
    for title, cell in copies.items():
        if title not in homes or not homes[title].has_moved_on:
            yield warning(
                Place(title, cell),
                "It says here that the program writes this sheet anew at every run, but this is a copy, or its "
                "header was changed or moved. So it stays as it is, and its figures may be old.",
                "Delete the sheet, or, to keep it as it is, clear this cell.",
            )


def note_strays(homes: Mapping[str, Home], written: Collection[str], copies: Collection[str] = ()) -> Iterator[Problem]:
    """Yield a warning for each other sheet of the organizer's that a mark of ours points to; the run puts it right.

    Of ``copies`` more is told.
    """
    for name, home in homes.items():
        if home.strayed is not None and name in written and home.strayed[0] not in (name, *copies):
            sheet, cell = home.strayed
            yield warning(
                Place(sheet, cell),
                f"The hidden name by which the program finds its sheet “{name}” has come to this cell (cells were cut "
                "and pasted, or the top of the sheet was changed); this sheet is taken for yours and stays as it is.",
                f"Nothing needs to be done; the program writes “{name}” anew, as the sheet “{home.title}”.",
            )


class NewerWorkbookError(UnusableWorkbookError):
    """Only newer versions of the program may write into the workbook."""


def require_known_form(source: Source) -> None:
    """Raise `NewerWorkbookError` for a workbook of a newer form than this version knows."""
    if read_form(WorkbookPart(source.package)) > FORM:
        raise NewerWorkbookError(
            "was written by a newer version of turnabout, and is not changed by this one; install the newer version, "
            "and try again",
            source.path.name,
            Said("desk.fault.newer", {}),
        )
