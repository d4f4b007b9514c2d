"""What stands on the page of a round."""

from __future__ import annotations

from pathlib import Path

from lxml import html


def texts(page: Path) -> list[str]:
    """Return the text of each sheet of a page."""
    sheets = html.fromstring(page.read_text("utf-8")).find_class("sheet")
    return [" ".join(sheet.text_content().split()) for sheet in sheets]
