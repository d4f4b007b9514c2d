"""Reads the worksheets that are wanted of a workbook; and when it was saved, by whom."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

from turnabout_sheets.core.text import tidy
from turnabout_sheets.sheets.grid import Grid
from turnabout_sheets.sheets.table import HEADER_SEARCH_ROWS
from turnabout_sheets.workbook.files.save import Source
from turnabout_sheets.workbook.ooxml.package import Package, UnusableWorkbookError
from turnabout_sheets.workbook.ooxml.sheet_reader import read_sheets, read_tops

TOP = 2 * HEADER_SEARCH_ROWS  # rows that are read of sheets that may turn out to be meant


class Worksheets:
    """The worksheets of a workbook: some are read to know which others are wanted."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._grids: dict[str, Grid] = {}

    def read(self, wanted: Callable[[str], bool], noticed: Callable[[str], bool] = lambda name: False) -> list[Grid]:
        """Return the worksheets whose name is ``wanted``, in the order of their tabs.

        The names of the others are kept as grids without rows, so that a message can name what is there; of those that
        are ``noticed`` the first `TOP` rows, as far as they can be read. Raises `UnusableWorkbookError` for a file that
        cannot be read.
        """
        package = self._source.package
        names = {name: wanted(name) for name in package.sheets}
        try:
            self._grids |= read_sheets(package, [name for name in names if names[name] and name not in self._grids])
        except UnusableWorkbookError as reason:
            raise reason.of(self._source.path.name) from reason
        tops = read_tops(package, [name for name in names if not names[name] and noticed(name)], TOP)
        return [
            self._grids[name] if names[name] else Grid(name, tops[name].rows if name in tops else ()) for name in names
        ]


_MODIFIED: Final = "{http://purl.org/dc/terms/}modified"
_SAVED_BY: Final = "{http://schemas.openxmlformats.org/package/2006/metadata/core-properties}lastModifiedBy"
_EARLIEST: Final = 1981  # the program's own workbooks, which no spreadsheet program has saved, say 1980
MOST_CHARACTERS: Final = 60  # of a name


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
