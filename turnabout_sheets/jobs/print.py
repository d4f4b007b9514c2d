"""Prints pages when they are asked for, by ``turnabout print``: the workbook is read, and nothing in it changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from turnabout_sheets.core.text import join_words, key, to_spans
from turnabout_sheets.event.results import Results, running_round
from turnabout_sheets.jobs.check import check
from turnabout_sheets.jobs.outcome import Computed, RefusedError, prints_folder
from turnabout_sheets.prints.making import index_page, make_pages, rounds_to_come
from turnabout_sheets.prints.page import ON_REQUEST, Page, Pages, load_page, load_pages
from turnabout_sheets.prints.publish import list_pages, publish, to_pdf
from turnabout_sheets.prints.round_page import round_pages
from turnabout_sheets.prints.selection import ALL, Selection, word_spans


def print_pages(
    path: Path,
    rounds: Sequence[int] | None = None,
    only: Sequence[str] = (),
    selection: Selection = ALL,
    *,
    together: bool = False,
    doom: int = 1,
    paper: str | None = None,
    per_page: int | None = None,
    templates: Path | None = None,
    prints: Path | None = None,
    pdf: bool = False,
    overwrite: bool = False,
) -> tuple[Computed, list[Path]]:
    """Print pages of a workbook; return what is in it, and the files that were asked for, changed or not.

    Without ``rounds`` those of the last that is paired, and the standings as they are now; without names of pages
    (``only``) all but those that have to be named. ``paper`` and ``per_page`` go before the settings, ``templates``
    before the shipped ones; ``prints`` is the folder for the pages, which may also be ``pdf`` files: where none are
    named, the page with all of a round, too. What is looked at on a screen is none. With errors in the workbook nothing
    is printed. Raises `RefusedError`, `WorkbookError` or `PrintsError`.
    """
    pages, folder = _choose_pages(only, selection), prints or prints_folder(path)
    computed = check(path)
    if computed.results is None:
        return computed, []
    event = computed.results.event
    paper, per_page = paper or event.settings.paper, per_page or event.settings.slips_per_page
    event = replace(event, settings=replace(event.settings, paper=paper, slips_per_page=per_page))
    results = replace(computed.results, event=event)
    _require_there(results, rounds, selection)
    how = {"rounds": rounds, "selection": selection, "together": together, "doom": doom, "templates": templates}
    made = make_pages(results, pages, results.format.make_output(results), **how)  # type: ignore[arg-type]
    if not made:
        raise RefusedError("There is nothing to print: no round is paired, or the event has no such page.")
    of_rounds, index = make_overview(results, made, folder, templates)
    written, files = {**made, **of_rounds, **index}, list(made)
    if pdf:
        on_screen = {document.file for page in pages for document in page.documents if document.on_screen}
        on_paper = {**made, **({} if only else of_rounds)}
        pdfs = {f"{Path(name).stem}.pdf": to_pdf(on_paper[name], folder) for name in on_paper if name not in on_screen}
        written |= pdfs
        files = [*pdfs, *(name for name in made if name in on_screen)]
    publish(folder, written, overwrite=overwrite)
    return computed, [folder / name for name in files]


def make_overview(results: Results, made: Pages, folder: Path, templates: Path | None) -> tuple[Pages, Pages]:
    """Return a page with all of each round of which pages are ``made``, and the index of everything in the folder."""
    event, format = results.event, results.format.name
    of_rounds = round_pages(event, format, made, folder, templates=templates)
    there, running = {*list_pages(folder), *made, *of_rounds}, 0 if results.finished else running_round(results)
    return of_rounds, index_page(event, format, there, running=running, templates=templates)


def _choose_pages(only: Sequence[str], selection: Selection) -> list[Page]:
    if selection.blank and not only:
        return [load_page("slips")]
    pages = load_pages()
    known = {key(page.name): page for page in pages}
    if wrong := [name for name in only if key(name) not in known]:
        raise RefusedError(f'There are no pages called "{wrong[0]}"; expected {join_words([*known])}.')
    return [page for page in pages if (page.name in map(key, only) if only else page.when is not ON_REQUEST)]


def _require_there(results: Results, rounds: Sequence[int] | None, selection: Selection) -> None:
    """Raise `RefusedError` for a round or a table that does not exist."""
    event = results.event
    if wrong := [number for number in rounds or () if number not in event.rounds]:
        last = event.last_round
        which = f"the last round that is paired is {last}" if last else "no round is paired yet"
        raise RefusedError(f"There is no round {wrong[0]}: {which}.")
    numbers = rounds or rounds_to_come(results)
    tables = sorted({match.table for number in numbers for match in event.rounds.get(number, ()) if match.table})
    if numbers and (spans := [each for each in selection.tables if not {*each} & {*tables}]):
        where = f"In round {word_spans(to_spans(numbers))} there is no table {word_spans(spans)}"
        raise RefusedError(f"{where}: the tables are {word_spans(to_spans(tables))}.")
