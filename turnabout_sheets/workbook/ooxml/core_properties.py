"""When and by whom a workbook was saved last, as the program says that saved it (ECMA-376 Part 2, 8.3)."""

from __future__ import annotations

import contextlib
from datetime import UTC, datetime
from typing import Final

from turnabout_sheets.core.text import tidy
from turnabout_sheets.workbook.ooxml.package import Package, UnusableWorkbookError

_MODIFIED: Final = "{http://purl.org/dc/terms/}modified"
_SAVED_BY: Final = "{http://schemas.openxmlformats.org/package/2006/metadata/core-properties}lastModifiedBy"
_EARLIEST: Final = 1981
"""What is older was never saved by a spreadsheet program: the program's own workbooks say 1980."""


MOST_CHARACTERS: Final = 60
"""A name is read up to here; what is longer is none."""


def read_saved(package: Package) -> str:
    """Return the day and minute in UTC; blank where the workbook does not tell."""
    with contextlib.suppress(ValueError, OverflowError):
        saved = datetime.fromisoformat(_read(package, _MODIFIED).strip())
        in_utc = saved.astimezone(UTC) if saved.tzinfo else saved
        if in_utc.year >= _EARLIEST:
            return f"{in_utc:%Y-%m-%d %H:%M}"
    return ""


def read_saved_by(package: Package) -> str:
    """Return the name of who saved it; blank where the workbook does not tell."""
    return tidy(_read(package, _SAVED_BY))[:MOST_CHARACTERS].rstrip()


def _read(package: Package, property: str) -> str:
    """Return a property's text; blank where it is not there, or cannot be read."""
    part = package.related("core-properties", "")
    with contextlib.suppress(UnusableWorkbookError):
        return (package.xml(part).findtext(property) or "") if part is not None else ""
    return ""
