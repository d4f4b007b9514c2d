"""Prints pages when they are asked for, by ``turnabout print``: the workbook is read, and nothing in it changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from turnabout_sheets.core.text import join_words, key, to_spans
from turnabout_sheets.event.results import Results, running_round
from turnabout_sheets.jobs.check import check
from turnabout_sheets.jobs.outcome import Computed, prints_folder
from turnabout_sheets.prints.making import index_page, make_pages, rounds_to_come
from turnabout_sheets.prints.page import ON_REQUEST, Page, Pages, load_page, load_pages
from turnabout_sheets.prints.publish import list_pages, publish, to_pdf
from turnabout_sheets.prints.round_page import round_pages
from turnabout_sheets.prints.selection import ALL, Selection, word_spans


class PrintingError(Exception):
    """What was asked for cannot be printed; the text says why and what to do."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be printed, and how."""

    rounds: Sequence[int] | None = None  # None: the last that is paired, and the standings as they are now
    only: Sequence[str] = ()  # names of pages (see `prints.pages`); empty: all but those that have to be named
    selection: Selection = ALL
    together: bool = False  # the slips of several rounds in one file
    doom: int = 1
    paper: str | None = None  # in place of the setting, as is the next
    per_page: int | None = None
    templates: Path | None = None  # the organizer's own
    prints: Path | None = None  # the folder for the pages
    pdf: bool = False
    overwrite: bool = False  # also files there that the program did not write


def print_pages(path: Path, wanted: Wanted) -> tuple[Computed, list[Path]]:
    """Print pages of a workbook; return what is in it, and the files that were asked for, changed or not.

    Where no pages are named, the page with all of a round is a PDF, too; what is looked at on a screen is none.
    With errors in the workbook nothing is printed. Raises `PrintingError`, `WorkbookError` or `PrintsError`.
    """
    pages, folder, templates = _choose_pages(wanted), wanted.prints or prints_folder(path), wanted.templates
    computed = check(path)
    if computed.results is None:
        return computed, []
    settings = computed.results.event.settings
    paper, per_page = wanted.paper or settings.paper, wanted.per_page or settings.slips_per_page
    settings = replace(settings, paper=paper, slips_per_page=per_page)
    results = replace(computed.results, event=replace(computed.results.event, settings=settings))
    _require_there(wanted, results)
    made = make_pages(
        results,
        pages,
        results.format.make_output(results),
        rounds=wanted.rounds,
        selection=wanted.selection,
        together=wanted.together,
        doom=wanted.doom,
        templates=templates,
    )
    if not made:
        raise PrintingError("There is nothing to print: no round is paired, or the event has no such page.")
    of_rounds, index = make_overview(results, made, folder, templates)
    written, files = {**made, **of_rounds, **index}, list(made)
    if wanted.pdf:
        on_screen = {document.file for page in pages for document in page.documents if document.on_screen}
        on_paper = {**made, **({} if wanted.only else of_rounds)}
        pdfs = {f"{Path(name).stem}.pdf": to_pdf(on_paper[name], folder) for name in on_paper if name not in on_screen}
        written |= pdfs
        files = [*pdfs, *(name for name in made if name in on_screen)]
    publish(folder, written, overwrite=wanted.overwrite)
    return computed, [folder / name for name in files]


def make_overview(results: Results, made: Pages, folder: Path, templates: Path | None) -> tuple[Pages, Pages]:
    """Return a page with all of each round of which pages are ``made``, and the index of everything in the folder."""
    event, format = results.event, results.format.name
    of_rounds = round_pages(event, format, made, folder, templates=templates)
    there, running = {*list_pages(folder), *made, *of_rounds}, 0 if results.finished else running_round(results)
    return of_rounds, index_page(event, format, there, running=running, templates=templates)


def _choose_pages(wanted: Wanted) -> list[Page]:
    """Return the pages that are wanted."""
    if wanted.selection.blank and not wanted.only:
        return [load_page("slips")]
    pages, names = load_pages(), {key(name) for name in wanted.only}
    known = [page.name for page in pages]
    for name in wanted.only:
        if key(name) not in known:
            raise PrintingError(f'There are no pages called "{name}"; expected {join_words(known)}.')
    return [page for page in pages if (page.name in names if names else page.when is not ON_REQUEST)]


def _require_there(wanted: Wanted, results: Results) -> None:
    """Raise `PrintingError` for a round or a table that does not exist."""
    event, last = results.event, results.event.last_round
    for number in wanted.rounds or ():
        if number not in event.rounds:
            which = f"the last round that is paired is {last}" if last else "no round is paired yet"
            raise PrintingError(f"There is no round {number}: {which}.")
    numbers = wanted.rounds or rounds_to_come(results)
    tables = sorted({match.table for number in numbers for match in event.rounds.get(number, ()) if match.table})
    for span in wanted.selection.tables if numbers else ():
        if not any(table in span for table in tables):
            which = f"the tables are {word_spans(to_spans(tables))}" if tables else "no match has a table"
            where = f"In round {word_spans(to_spans(numbers))}"
            raise PrintingError(f"{where} there is no table {word_spans([span])}: {which}.")
