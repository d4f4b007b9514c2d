"""The desk's page as a tree."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from lxml import html

from turnabout_sheets.core.backups import Backup
from turnabout_sheets.desk.page import render_page
from turnabout_sheets.desk.state import DeskState

KEPT = Backup(Path("x.xlsx"), datetime(2026, 5, 31, 14, 5, 7), 3)


def parsed(state: DeskState, versions: Sequence[Backup] = (KEPT,)) -> Any:
    return html.document_fromstring(render_page(state, versions, "N0nce", 10).decode())


def text(tree: Any, name: str) -> str:
    """Return what a piece of the page says, but for what is hidden."""
    (piece,) = tree.xpath(f'//*[@id="{name}"]')
    return "" if "hidden" in piece.attrib else " ".join(piece.text_content().split())
