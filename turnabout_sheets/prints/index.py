"""The page for the desk that links all others; it is made of the declarations of the pages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from turnabout_sheets.event.model import Event
from turnabout_sheets.prints.page import ROUND_FILE, Document, Of, Pages, load_pages
from turnabout_sheets.prints.render import render
from turnabout_sheets.prints.shared import EventHead, make_head
from turnabout_sheets.prints.words import Words, load_words
from turnabout_sheets.sheets.settings import LANGUAGES

FILE, TEMPLATE = "index.html", "index.html.j2"


class IndexEntry(NamedTuple):
    """A page to open: what to do with it ("Print and cut"), what it is, and its file."""

    task: str
    title: str
    file: str


class IndexSection(NamedTuple):
    """The pages of one moment of the event, such as "Round 3"; none of a round that was not played."""

    heading: str
    entries: tuple[IndexEntry, ...]


class IndexPage(NamedTuple):
    """All pages of the event, the newest round first; ``first`` is the one with all of the running round, if any."""

    event: EventHead
    first: IndexEntry | None
    sections: tuple[IndexSection, ...]


def index_page(
    event: Event, format: str, files: Iterable[str], *, running: int = 0, templates: Path | None = None
) -> Pages:
    """Return the page for the desk that links the printed pages, the newest round first.

    ``format`` is its name. ``files`` are file names, such as all those in the event's folder of prints, in any order;
    those that are not of a page are passed over, and those of rounds that are not played (rules 1.4.12). The page of
    the ``running`` round comes first; that of another one is the first entry of the round.
    """
    w = load_words(LANGUAGES[event.settings.language], templates)
    files, first = set(files), _all_of(running, w)
    sections = tuple(_sections(files - {first.file}, format, event.unplayed, w))
    shown = first if first.file in files else None
    return {FILE: render(TEMPLATE, IndexPage(make_head(event.settings), shown, sections), w, templates=templates)}


def _all_of(number: int, w: Words) -> IndexEntry:
    """Return the entry of the page with all of a round."""
    return IndexEntry("", w("index.everything", n=number), ROUND_FILE.format(number))


def _sections(there: set[str], format: str, unplayed: Sequence[int], w: Words) -> Iterator[IndexSection]:
    """Yield the pages that are of no round, and then those of each round: the standings after it, and what it needs."""
    whole: list[Document] = []
    of_round: dict[Of, list[Document]] = {Of.STANDINGS: [], Of.ROUND: []}
    for page in load_pages(format):
        for document in page.documents:
            (of_round[page.of] if document.each_round else whole).append(document)
    rounds = {int(number) for file in there for number in re.findall(r"round-(\d+)", file)}

    def section(
        heading: str, documents: Iterable[Document], number: int = 0, *more: IndexEntry
    ) -> Iterator[IndexSection]:
        ordered = sorted(documents, key=lambda each: each.position)
        entries = (*more, *(IndexEntry(w(each.task), w(each.title), each.file.format(number)) for each in ordered))
        if found := tuple(entry for entry in entries if entry.file in there):
            yield IndexSection(heading, found)

    yield from section(w("index.whole_event"), whole)
    for number in sorted(rounds, reverse=True):
        if number in unplayed:
            yield IndexSection(w("index.not_played", n=number), ())
            continue
        yield from section(w("page.after_round", n=number), of_round[Of.STANDINGS], number)
        yield from section(w("page.round", n=number), of_round[Of.ROUND], number, _all_of(number, w))
