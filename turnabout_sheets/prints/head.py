"""What all pages say about their event."""

from __future__ import annotations

from turnabout_sheets.prints.views import EventHead, Paper
from turnabout_sheets.sheets.settings import Settings

PAPERS = {paper.name: paper for paper in (Paper("A4", 210, 297), Paper("Letter", 215.9, 279.4))}
"""The papers of the setting ``Paper``."""


def make_head(settings: Settings) -> EventHead:
    """Return the head of every page."""
    return EventHead(settings.name, settings.date, settings.venue, PAPERS[settings.paper])
