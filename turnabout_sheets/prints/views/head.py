"""What stands at the head of every page."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper size: its CSS name, width and height in millimetres."""

    name: str
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class EventHead:
    """What stands at the head of every page; a text is empty where the organizer has left the setting blank."""

    name: str
    date: str
    venue: str
    paper: Paper
