"""The page that links the others."""

from __future__ import annotations

from dataclasses import dataclass

from turnabout_sheets.prints.views.head import EventHead


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """A page to open: what to do with it ("Print and cut"), what it is, and its file."""

    task: str
    title: str
    file: str


@dataclass(frozen=True, slots=True)
class IndexSection:
    """The pages of one moment of the event, such as "Round 3"."""

    heading: str
    entries: tuple[IndexEntry, ...]


@dataclass(frozen=True, slots=True)
class IndexPage:
    """All pages of the event, the newest round first."""

    event: EventHead
    sections: tuple[IndexSection, ...]
