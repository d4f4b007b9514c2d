"""Reads a workbook's sheets as grids: values as they were last shown; and when it was saved, by whom.

The texts that cells share are read last, those alone that are on these sheets.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Mapping
from datetime import UTC, datetime
from functools import cached_property
from typing import Final

from turnabout_sheets.core.problems import Message
from turnabout_sheets.core.text import tidy
from turnabout_sheets.sheets.grid import Grid
from turnabout_sheets.sheets.table import HEADER_SEARCH_ROWS
from turnabout_sheets.workbook.files.save import Source
from turnabout_sheets.workbook.ooxml.number_formats import Meaning, count_days_behind, read_formats
from turnabout_sheets.workbook.ooxml.package import Package, UnusableWorkbookError
from turnabout_sheets.workbook.ooxml.shared_texts import shared_texts
from turnabout_sheets.workbook.ooxml.sheet_reader import (
    MAX_CELLS,
    MAX_ROWS,
    Content,
    SharedText,
    read_sheet,
    read_tops,
)

TOP = 2 * HEADER_SEARCH_ROWS
"""Of so many rows the texts are read on sheets that may turn out to be meant: a header, and what stands below it."""


class Worksheets:
    """The worksheets of a workbook: some are read to know which others are wanted."""

    def __init__(self, source: Source) -> None:
        self._source = source
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
        self._grids |= {
            name: Grid(name, each.values, each.flags, behind, each.formulas, each.hidden)
            for name, each in contents.items()
        }

    def _read_contents(self, names: Collection[str], days_behind: int) -> Mapping[str, Content]:
        contents: dict[str, Content] = {}
        for name in names:
            sheet = contents[name] = read_sheet(self._package, name, self._formats, days_behind=days_behind)
            if sheet.rows > MAX_ROWS or sheet.rows * sheet.columns > MAX_CELLS:
                stray = sheet.last if sheet.rows > MAX_ROWS else sheet.rightmost
                raise UnusableWorkbookError(
                    Message(
                        "{file} has something in the cell {cell} of the sheet {sheet}, far away from everything else. "
                        "Delete the rows and columns there, and save.",
                        cell=stray,
                        sheet=name,
                    ),
                )
        texts = shared_texts(self._package, set().union(*(sheet.shared for sheet in contents.values())))
        for sheet in contents.values():
            for row in sheet.values if sheet.shared else ():
                for column, value in enumerate(row):
                    if isinstance(value, SharedText):
                        if value not in texts:
                            raise UnusableWorkbookError
                        row[column] = texts[value]
        return contents


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
    part = package.linked("", "core-properties")
    with contextlib.suppress(UnusableWorkbookError):
        return (package.tree(part).findtext(property) or "") if part else ""
    return ""
