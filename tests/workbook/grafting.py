"""Grafts, for tests that look at the bytes of the whole workbook."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from turnabout_sheets.workbook.ooxml.graft import graft as graft_in_pieces
from turnabout_sheets.workbook.ooxml.ownership import Ours
from turnabout_sheets.workbook.ooxml.row_writer import Rows
from turnabout_sheets.workbook.ooxml.tabs import NO_TABS, Tabs


def graft(
    target: bytes,
    scratch: bytes,
    *,
    ours: Ours,
    rows: Mapping[str, Rows] = MappingProxyType({}),
    front: str = "",
    tabs: Tabs = NO_TABS,
) -> bytes:
    """Return what a graft comes to in one piece; the very bytes of the target where nothing changes."""
    return bytes(graft_in_pieces(target, scratch, ours=ours, rows=rows, front=front, tabs=tabs))
