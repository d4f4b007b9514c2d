"""What all pages say about their event."""

from __future__ import annotations

from typing import NamedTuple

from turnabout_sheets.core.days import write_day
from turnabout_sheets.sheets.settings import LANGUAGES, Settings


class Paper(NamedTuple):
    """A paper size: its CSS name, width and height in millimetres."""

    name: str
    width: float
    height: float


class EventHead(NamedTuple):
    """What stands at the head of every page; a text is empty where the organizer has left the setting blank."""

    name: str
    date: str
    venue: str
    paper: Paper


PAPERS = {paper.name: paper for paper in (Paper("A4", 210, 297), Paper("Letter", 215.9, 279.4))}
"""The papers of the setting ``Paper``."""


def make_head(settings: Settings) -> EventHead:
    """Return the head of every page."""
    return EventHead(settings.name, date_text(settings), settings.venue, PAPERS[settings.paper])


def date_text(settings: Settings) -> str:
    """Return the day of an event in the language of its pages; what was typed where it does not mean one day."""
    return write_day(settings.day, LANGUAGES[settings.language]) if settings.day else settings.date
