"""The one attribute that a run which adds a round takes off a sheet of the organizer's."""

from __future__ import annotations

import re
from typing import Final

from turnabout_sheets.workbook.ooxml.package import Package

_SELECTED: Final = re.compile(rb"""\s+tabSelected\s*=\s*["'](?:1|true)["']""")


def is_selected(xml: bytes) -> bool:
    """Say whether the tab of a sheet is selected."""
    return _SELECTED.search(xml) is not None


def is_only_deselected(before: Package, after: Package, part: str) -> bool:
    """Say whether a sheet is in every byte as it was, but for being no longer selected."""
    if part not in after or part not in {tab.part for tab in before.tabs}:
        return False
    was, now = before.read(part), after.read(part)
    return is_selected(was) and now == _SELECTED.sub(b"", was, count=1)
