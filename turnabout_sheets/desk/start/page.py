"""What the start page shows, in the language of the browser that asks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from turnabout_sheets import __version__
from turnabout_sheets.core.days import write_day
from turnabout_sheets.core.file_names import as_text
from turnabout_sheets.formats import FORMATS
from turnabout_sheets.jobs.find_events import FoundEvent
from turnabout_sheets.prints.render import render
from turnabout_sheets.prints.words import Words


class ListedEvent(NamedTuple):
    """An event to choose: its name, what there is to say of it, and its file, with the folder that it is in."""

    name: str
    about: str
    file: str
    folder: str
    path: str


class StartPage(NamedTuple):
    """What the page shows; ``folder`` is where new workbooks are made. ``nonce`` lets its style and script in."""

    nonce: str
    events: Sequence[ListedEvent]
    systems: Sequence[str]
    folder: str
    version: str


def render_page(events: Sequence[FoundEvent], folder: Path, nonce: str, w: Words) -> bytes:
    """Return the page."""
    listed = tuple(_list_event(event, w) for event in events)
    return render("desk/start.html.j2", StartPage(nonce, listed, tuple(FORMATS), str(folder), __version__), w)


def _list_event(event: FoundEvent, w: Words) -> ListedEvent:
    parts = [event.format]
    if event.day:
        parts.append(write_day(event.day, w.language))
    if event.played:
        parts.append(w("start.results", n=event.played, all=event.rounds))
    path = str(event.path)
    # What no page can hold comes back as an address; so does a sign that a browser would change.
    return ListedEvent(
        event.name,
        " · ".join(parts),
        event.path.name,
        str(event.path.parent),
        path if path == as_text(path) else event.path.as_uri(),
    )
