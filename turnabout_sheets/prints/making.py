"""Makes pages of what an event has come to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from turnabout_sheets.event.format import OutputSheet
from turnabout_sheets.event.results import Results, compute_as_of
from turnabout_sheets.prints.format_pages import has_page
from turnabout_sheets.prints.page import Job, Of, Page, Pages
from turnabout_sheets.prints.render import render
from turnabout_sheets.prints.selection import ALL, Selection
from turnabout_sheets.prints.words import load_words
from turnabout_sheets.sheets.settings import LANGUAGES


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
    player: int | None = None,
    seal: str = "",
) -> Pages:
    """Return some pages; of ``rounds``, else of those that are to come and the standings as they are now.

    ``sheets`` are the sheets of ``results``; ``player`` is the number of the only one asked for, ``seal`` the digest of
    the log. The same event gives the same bytes.
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
            made |= print_page(page, Job(then, its_sheets, number, w, selection, in_one, doom, templates, player, seal))
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
    return then, _by_name(then.format.sheets.make_output(then)), number


def _by_name(sheets: Sequence[OutputSheet]) -> dict[str, OutputSheet]:
    return {each.sheet.name: each for each in sheets}
