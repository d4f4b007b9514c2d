"""The door to the pages of the archive: which there are, what their files are called, and what is in them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from turnabout_sheets.core.history import History
from turnabout_sheets.prints.archive.event import event_page
from turnabout_sheets.prints.archive.ledger import make_ledger
from turnabout_sheets.prints.archive.lists import event_list_page, rating_list_page
from turnabout_sheets.prints.archive.player import player_page
from turnabout_sheets.prints.render import render
from turnabout_sheets.prints.words import words

RATING_LIST, EVENT_LIST = "index.html", "events.html"


def make_archive_pages(
    history: History, *, language: str = "en", templates: Path | None = None
) -> Iterator[tuple[str, str]]:
    """Yield the pages of the archive, file name and HTML, one after the other: there may be twenty thousand.

    First comes the rating list, then the list of events, a page for each person, and one for each event; they link each
    other. ``language`` is a code ("de"), ``templates`` the organizer's own folder, whose files go before the shipped
    ones. The same archive gives the same bytes. Raises `PrintsError` where the organizer's templates have an error.
    """
    w, all = words(language, templates), make_ledger(history)
    yield RATING_LIST, render("archive/ratings.html.j2", rating_list_page(all, w), w, templates=templates)
    yield EVENT_LIST, render("archive/events.html.j2", event_list_page(all, w), w, templates=templates)
    for person in history.people:
        page = render("archive/player.html.j2", player_page(person, all, w), w, templates=templates)
        yield all.players[person.person].file, page
    for event in history.events:
        page = render("archive/event.html.j2", event_page(event, all, w), w, templates=templates)
        yield all.events[event.event].file, page
