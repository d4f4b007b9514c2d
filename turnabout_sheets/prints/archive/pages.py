"""The door to the pages of the archive: which there are, and their files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from turnabout_sheets.archive.rows import History
from turnabout_sheets.prints.archive.event import ArchiveEventPage, event_page
from turnabout_sheets.prints.archive.ledger import make_ledger
from turnabout_sheets.prints.archive.lists import EventListPage, RatingListPage, event_list_page, rating_list_page
from turnabout_sheets.prints.archive.player import ArchivePlayerPage, player_page
from turnabout_sheets.prints.render import render
from turnabout_sheets.prints.words import load_words

RATING_LIST, EVENT_LIST = "index.html", "events.html"


class ArchivePage(NamedTuple):
    """A page of the archive: its template, and the view that the template sees.

    Every view has ``last_change``, the short word of the archive's last change for the foot, "" where there is none.
    """

    template: str
    view: type


RATINGS = ArchivePage("archive/ratings.html.j2", RatingListPage)
EVENTS = ArchivePage("archive/events.html.j2", EventListPage)
PLAYER = ArchivePage("archive/player.html.j2", ArchivePlayerPage)
EVENT = ArchivePage("archive/event.html.j2", ArchiveEventPage)


def make_archive_pages(
    history: History, *, language: str = "en", templates: Path | None = None
) -> Iterator[tuple[str, bytes]]:
    """Yield the pages of the archive, file name and HTML in UTF-8, one after the other: there may be twenty thousand.

    First comes the rating list, then the list of events, a page for each person and one for each event; they link each
    other. Who is hidden has none. ``language`` is a code ("de"), ``templates`` the organizer's
    own folder, whose files go before the shipped ones. The same archive gives the same bytes. Raises `PrintsError`
    where the organizer's templates have an error.
    """
    w = load_words(language, templates)
    all = make_ledger(history, w)
    yield RATING_LIST, render(RATINGS.template, rating_list_page(all, w), w, templates=templates)
    yield EVENT_LIST, render(EVENTS.template, event_list_page(all, w), w, templates=templates)
    for person in history.people:
        page = render(PLAYER.template, player_page(person, all, w), w, templates=templates)
        yield all.players[person.person].file, page
    for event in history.events:
        page = render(EVENT.template, event_page(event, all, w), w, templates=templates)
        yield all.events[event.event].file, page
