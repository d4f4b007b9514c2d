"""Makes pages of what an event has come to, and the page for the desk that links all others."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from turnabout_sheets.event.model import Event
from turnabout_sheets.event.output_sheets import OutputSheet
from turnabout_sheets.event.results import Results, compute_as_of
from turnabout_sheets.prints.page import ROUND_FILE, Document, Job, Of, Page, Pages, has_page, load_pages
from turnabout_sheets.prints.render import render
from turnabout_sheets.prints.selection import ALL, Selection
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


def rounds_to_come(results: Results) -> range:
    """Return the rounds whose slips are wanted now: the last that is paired; of rounds paired at once, those left."""
    last = results.event.last_round
    first = max(1, min(results.played, last)) if results.event.settings.method.at_once else last
    return range(first, last + 1) if last else range(0)


def make_pages(
    results: Results,
    pages: Iterable[Page],
    sheets: Sequence[OutputSheet],
    *,
    rounds: Sequence[int] | None = None,
    selection: Selection = ALL,
    together: bool = False,
    doom: int = 1,
    templates: Path | None = None,
) -> Pages:
    """Return some pages; of ``rounds``, else of those that are to come and the standings as they are now.

    ``sheets`` are the sheets of ``results``. The same event gives the same bytes.
    """
    now = _by_name(sheets)
    coming = rounds_to_come(results) if rounds is None else rounds
    w = load_words(LANGUAGES[results.event.settings.language], templates)
    made: Pages = {}
    for page in pages:
        if not has_page(results.format.name, page.name):
            continue
        moments: list[tuple[Results, Mapping[str, OutputSheet], int]]
        in_one: Sequence[int] = coming if together and page.can_be_together else ()
        if page.of is Of.EVENT or selection.blank or in_one:
            moments = [(results, now, 0)]
        elif page.of is Of.ROUND:
            moments = [(results, now, number) for number in coming if number in results.event.rounds]
        elif rounds is None:
            moments = [(results, now, results.played)]
        else:
            moments = [_as_of(results, number) for number in rounds if number <= results.played]
        for then, its_sheets, number in moments:
            made |= print_page(page, Job(then, its_sheets, number, w, selection, in_one, doom, templates))
    return made


def print_page(page: Page, job: Job) -> Pages:
    """Return the files of a page; of a page of a round, the event has that round."""
    if page.print is not None:
        return page.print(job)
    views = ((each, each.make(job)) for each in page.documents if each.make is not None)
    return {
        document.file.format(job.round): render(document.template, view, job.w, templates=job.templates)
        for document, view in views
        if view is not None
    }


def _as_of(results: Results, number: int) -> tuple[Results, Mapping[str, OutputSheet], int]:
    """Return what an event had come to after a round."""
    then = compute_as_of(results, number)
    return then, _by_name(then.format.make_output(then)), number


def _by_name(sheets: Sequence[OutputSheet]) -> dict[str, OutputSheet]:
    return {each.sheet.name: each for each in sheets}
