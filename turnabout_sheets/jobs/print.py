"""Prints pages when they are asked for, by ``turnabout print``: the workbook is read, and nothing in it changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from turnabout_sheets.core.text import join_words, key, to_spans
from turnabout_sheets.event.model import Event
from turnabout_sheets.event.results import Results, running_round
from turnabout_sheets.jobs.check import check_source
from turnabout_sheets.jobs.outcome import RunOutcome, prints_folder
from turnabout_sheets.prints.making import index_page, make_pages, rounds_to_come
from turnabout_sheets.prints.page import ON_REQUEST, Page, load_page, load_pages
from turnabout_sheets.prints.publish import list_pages, publish
from turnabout_sheets.prints.round_page import round_pages
from turnabout_sheets.prints.selection import ALL, Selection, word_spans
from turnabout_sheets.workbook.files.save import open_workbook


class PrintingError(Exception):
    """What was asked for cannot be printed; the text says why and what to do."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be printed, and how.

    ``rounds`` None: the last that is paired, and the standings as they are now. ``only`` are names of pages (see
    `prints.pages`); empty: all but those that have to be named. ``together``: the slips of several
    rounds in one file. ``paper`` and ``per_page`` go before
    the settings of the event. ``templates`` is the organizer's own folder, ``prints`` the folder for the pages;
    ``overwrite``: also files there that the program did not write.
    """

    rounds: Sequence[int] | None = None
    only: Sequence[str] = ()
    selection: Selection = ALL
    together: bool = False
    doom: int = 1
    paper: str | None = None
    per_page: int | None = None
    templates: Path | None = None
    prints: Path | None = None
    pdf: bool = False
    overwrite: bool = False


def print_pages(path: Path, wanted: Wanted) -> tuple[RunOutcome, list[Path]]:
    """Print pages of a workbook; return what is in it, and the files that were asked for, changed or not.

    Where no pages are named, the page with all of a round is a PDF, too; what is looked at on a screen is none.
    With errors in the workbook nothing is printed. Raises `PrintingError`, `WorkbookError` or `PrintsError`.
    """
    pages = _choose_pages(wanted)
    source = open_workbook(path)
    outcome = check_source(path, source)
    if outcome.results is None or outcome.exit:
        return outcome, []
    results, format = outcome.results, outcome.format
    settings = results.event.settings
    settings = replace(
        settings,
        paper=wanted.paper or settings.paper,
        slips_per_page=wanted.per_page or settings.slips_per_page,
    )
    event = replace(results.event, settings=settings)
    results = replace(results, event=event)
    _check_rounds(wanted, event)
    _check_tables(wanted, results)
    made = make_pages(
        results,
        pages,
        format.sheets.make_output(results),
        rounds=wanted.rounds,
        selection=wanted.selection,
        together=wanted.together,
        doom=wanted.doom,
        templates=wanted.templates,
    )
    if not made:
        raise PrintingError("There is nothing to print: no round is paired, or the event has no such page.")
    folder = wanted.prints or prints_folder(path)
    in_one = round_pages(event, format.name, made, folder, templates=wanted.templates)
    there = {*list_pages(folder), *made, *in_one}
    running = 0 if results.finished else running_round(results)
    index = index_page(event, format.name, there, running=running, templates=wanted.templates)
    written: dict[str, bytes] = {**made, **in_one, **index}
    files = [folder / name for name in made]
    if wanted.pdf:
        on_screen = {document.file for page in pages for document in page.documents if document.on_screen}
        papers: dict[str, bytes] = {**made, **({} if wanted.only else in_one)}
        pdfs = _as_pdf({name: page for name, page in papers.items() if name not in on_screen}, folder)
        written |= pdfs
        files = [folder / name for name in (*pdfs, *(on_screen & made.keys()))]
    publish(folder, written, overwrite=wanted.overwrite)
    return outcome, files


def _choose_pages(wanted: Wanted) -> list[Page]:
    """Return the pages that are wanted."""
    if wanted.selection.blank and not wanted.only:
        return [load_page("slips")]
    pages = load_pages()
    if not wanted.only:
        return [page for page in pages if page.when is not ON_REQUEST]
    names = {key(name) for name in wanted.only}
    known = [page.name for page in pages]
    for name in wanted.only:
        if key(name) not in known:
            raise PrintingError(f'There are no pages called "{name}"; expected {join_words(known)}.')
    return [page for page in pages if page.name in names]


def _check_rounds(wanted: Wanted, event: Event) -> None:
    last = event.last_round
    for number in wanted.rounds or ():
        if number in event.unplayed:
            only = f"Rounds on the Event sheet is {event.settings.rounds}"
            raise PrintingError(f"Round {number} is not played: {only}, and no result of round {number} is typed.")
        if number > last:
            paired = f"the last round that is paired is {last}" if last else "no round is paired yet"
            raise PrintingError(f"There is no round {number}: {paired}.")


def _check_tables(wanted: Wanted, results: Results) -> None:
    numbers = wanted.rounds or rounds_to_come(results)
    there = sorted({match.table for number in numbers for match in results.event.rounds.get(number, ()) if match.table})
    for span in wanted.selection.tables if numbers else ():
        if not any(table in span for table in there):
            which = (
                f"the tables are {word_spans(to_spans(there)).replace(',', ', ')}" if there else "no match has a table"
            )
            where = f"In round {numbers[0]}" if len(numbers) == 1 else f"In rounds {numbers[0]} to {numbers[-1]}"
            raise PrintingError(f"{where} there is no table {word_spans([span])}: {which}.")


def _as_pdf(made: Mapping[str, bytes], folder: Path) -> dict[str, bytes]:
    from turnabout_sheets.prints.publish import to_pdf  # takes time to load

    return {f"{Path(name).stem}.pdf": to_pdf(page, folder) for name, page in made.items()}
