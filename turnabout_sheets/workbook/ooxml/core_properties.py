"""When a workbook was saved last, as the program says that saved it (ECMA-376 Part 2, 8.3)."""

from __future__ import annotations

import contextlib
from datetime import UTC, datetime
from typing import Final

from turnabout_sheets.workbook.ooxml.package import Package, UnusableWorkbookError

_MODIFIED: Final = "{http://purl.org/dc/terms/}modified"
_EARLIEST: Final = 1981
"""What is older was never saved by a spreadsheet program: the program's own workbooks say 1980."""


def read_saved(package: Package) -> str:
    """Return the day and minute in UTC; blank where the workbook does not tell."""
    part = package.related("core-properties", "")
    if part is None:
        return ""
    with contextlib.suppress(UnusableWorkbookError, ValueError, OverflowError):
        saved = datetime.fromisoformat((package.xml(part).findtext(_MODIFIED) or "").strip())
        in_utc = saved.astimezone(UTC) if saved.tzinfo else saved
        if in_utc.year >= _EARLIEST:
            return f"{in_utc:%Y-%m-%d %H:%M}"
    return ""
