"""Reads a workbook's sheets as grids, within limits: values as they were last shown; and when it was saved, by whom.

A sheet with more is a list of something else, and is refused while it is gone through. The texts that cells share are
read last, those alone that stand on these sheets.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Mapping
from datetime import UTC, datetime
from functools import cached_property
from typing import Final

from turnabout_sheets.core.problems import Said
from turnabout_sheets.core.text import key, tidy
from turnabout_sheets.reading.matches import round_number
from turnabout_sheets.sheets.grid import Grid
from turnabout_sheets.sheets.table import HEADER_SEARCH_ROWS
from turnabout_sheets.workbook.files.save import Source
from turnabout_sheets.workbook.ooxml import bounds, sheet_reader
from turnabout_sheets.workbook.ooxml.number_formats import Meaning, count_days_behind, read_formats
from turnabout_sheets.workbook.ooxml.package import UNUSUAL, Package, UnusableWorkbookError
from turnabout_sheets.workbook.ooxml.preview import read_tops
from turnabout_sheets.workbook.ooxml.shared_texts import shared_texts
from turnabout_sheets.workbook.ooxml.sheet_reader import Content, SharedText, read_sheet, too_much_on

ROUND: Final = "round"
"""What stands in `MOST_ROWS` for the sheet of each round."""

MOST_ROWS: Final[Mapping[str, int]] = {"event": 5_000, ROUND: 20_000, "results": 100_000, "decks": 50_000}
"""Filled rows by the `key` of the sheet's name: 20,000 players are 10,000 matches a round, and 80,000 in 8 rounds."""
MOST_ELSEWHERE: Final = 30_000
"""The same of Players, and of every other sheet: no list about players is longer than that of the players."""
MOST_IN_ALL: Final = 150_000
"""Filled rows on all sheets that are read: 20,000 players who play 12 rounds."""


def most_rows(sheet_name: str) -> int:
    """Return how many filled rows a sheet may have that is called so."""
    kind = key(sheet_name) if round_number(sheet_name) is None else ROUND
    return MOST_ROWS.get(kind, MOST_ELSEWHERE)


MOST_CELLS = 2_000_000
"""How many cells a sheet may span, from A1 to the last that is filled."""

MOST_CELLS_IN_ALL = 4_000_000
MOST_VALUES_IN_ALL = 2_000_000
MOST_FLAGS_IN_ALL = 500_000
MOST_LETTERS_IN_ALL = sheet_reader.MOST_LETTERS
MOST_BYTES_IN_ALL = 384 << 20
"""How much all sheets that are read may hold. 8 rounds of 20,000 players span 2.1 million cells with 1.7 million
values, in 320 MB."""

TOP = 2 * HEADER_SEARCH_ROWS
"""Of so many rows the texts are read on sheets that may turn out to be meant: a header, and what stands below it."""


class Worksheets:
    """The worksheets of a workbook: some are read to know which others are wanted."""

    def __init__(self, source: Source, most_rows: Callable[[str], int] = most_rows) -> None:
        self._source = source
        self._most_rows = most_rows
        self._package = source.package
        self._grids: dict[str, Grid] = {}

    def read(self, wanted: Callable[[str], bool], noticed: Callable[[str], bool] = lambda name: False) -> list[Grid]:
        """Return the worksheets whose name is ``wanted``, in the order of their tabs.

        The names of the others are kept as grids without rows, so that a message can name what is there; of those that
        are ``noticed`` the texts of the first `TOP` rows, as far as they can be read. Raises `UnusableWorkbookError`
        for a file that cannot be read.
        """
        names = {name: wanted(name) for name in self._package.sheets}
        try:
            self._read_more([name for name in names if names[name] and name not in self._grids])
            others = [name for name in names if not names[name] and noticed(name)]
            tops = read_tops(self._package, others, TOP)
        except UnusableWorkbookError as reason:
            raise reason.of(self._source.path.name) from reason
        return [self._grids[name] if names[name] else Grid(name, tops.get(name, ())) for name in names]

    @cached_property
    def _formats(self) -> Mapping[str, Meaning | int]:
        return read_formats(self._package)

    def _read_more(self, names: Collection[str]) -> None:
        behind = count_days_behind(self._package)
        contents = self._read_contents(names, behind)
        self._put_texts_in(contents)
        self._grids |= {
            name: Grid(name, each.values, each.flags, behind, each.formulas, each.hidden)
            for name, each in contents.items()
        }

    def _read_contents(self, names: Collection[str], days_behind: int) -> Mapping[str, Content]:
        """Read sheets, and refuse them where that would take all memory or all day."""
        contents: dict[str, Content] = {}
        cells = values = size = rows = flags = 0
        for name in names:
            length = self._package.size(self._package.sheets[name])
            size += length
            if length > bounds.MOST_BYTES or size > MOST_BYTES_IN_ALL:
                raise too_much_on(name)
            most = self._most_rows(name)
            sheet = contents[name] = read_sheet(
                self._package, name, self._formats, days_behind=days_behind, most_rows=most, most_cells=MOST_CELLS
            )
            if (rows := rows + sheet.filled_rows) > MOST_IN_ALL:
                raise too_much_on(name, MOST_IN_ALL, "filled rows on all sheets together")
            if (flags := flags + len(sheet.flags)) > MOST_FLAGS_IN_ALL:
                raise too_much_on(name, MOST_FLAGS_IN_ALL, "cells with errors on all sheets together")
            cells, values = cells + sheet.rows * sheet.columns, values + sheet.filled
            if sheet.rows > most or sheet.rows * sheet.columns > MOST_CELLS:
                stray = sheet.last if sheet.rows > most else sheet.rightmost
                raise UnusableWorkbookError(
                    f"has something in the cell {stray} of the sheet {name}, far away from everything else; "
                    "delete the rows and columns there and save",
                    said=Said("files.far_away", {"cell": stray, "sheet": name}),
                )
            if cells > MOST_CELLS_IN_ALL or values > MOST_VALUES_IN_ALL:
                raise too_much_on(name)
        return contents

    def _put_texts_in(self, contents: Mapping[str, Content]) -> None:
        """Put the texts that cells share into them, if all together are no longer than events need."""
        texts = shared_texts(self._package, set().union(*(sheet.shared for sheet in contents.values())))
        in_all = 0
        for name, sheet in contents.items():
            letters = sheet.letters + sum(len(texts.get(text, "")) * many for text, many in sheet.shared.items())
            in_all += letters
            if letters > sheet_reader.MOST_LETTERS:
                raise too_much_on(name, sheet_reader.MOST_LETTERS, "letters")
            if in_all > MOST_LETTERS_IN_ALL:
                raise too_much_on(name, MOST_LETTERS_IN_ALL, "letters on all sheets together")
            for row in sheet.values if sheet.shared else ():
                for column, value in enumerate(row):
                    if isinstance(value, SharedText):
                        if value not in texts:
                            raise UnusableWorkbookError(UNUSUAL)
                        row[column] = texts[value]


_MODIFIED: Final = "{http://purl.org/dc/terms/}modified"
_SAVED_BY: Final = "{http://schemas.openxmlformats.org/package/2006/metadata/core-properties}lastModifiedBy"
_EARLIEST: Final = 1981
"""What is older was never saved by a spreadsheet program: the program's own workbooks say 1980."""


MOST_CHARACTERS: Final = 60
"""A name is read up to here; what is longer is none."""


def read_saved(package: Package) -> datetime | None:
    """Return when a workbook was saved, in local time; None where it does not tell. It is stored in UTC."""
    with contextlib.suppress(ValueError, OverflowError):
        saved = datetime.fromisoformat(_read(package, _MODIFIED).strip())
        if saved.year >= _EARLIEST:
            return (saved if saved.tzinfo else saved.replace(tzinfo=UTC)).astimezone()
    return None


def read_saved_by(package: Package) -> str:
    """Return the name of who saved a workbook; blank where it does not tell."""
    return tidy(_read(package, _SAVED_BY))[:MOST_CHARACTERS].rstrip()


def _read(package: Package, property: str) -> str:
    """Return a property's text; blank where it is not there, or cannot be read."""
    part = package.related("core-properties", "")
    with contextlib.suppress(UnusableWorkbookError):
        return (package.xml(part).findtext(property) or "") if part is not None else ""
    return ""
