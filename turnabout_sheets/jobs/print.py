"""Prints pages when they are asked for, and gives what an event came to out to other programs and into a chat.

The workbook is read, and nothing in it changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from turnabout_sheets.core.backups import word_written
from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.core.file_names import as_utf8
from turnabout_sheets.core.safe_files import is_same_file
from turnabout_sheets.core.text import join_words, key, to_spans
from turnabout_sheets.event.output_sheets import describe_progress
from turnabout_sheets.event.results import Results, running_round
from turnabout_sheets.formats import load_all
from turnabout_sheets.jobs.check import check
from turnabout_sheets.jobs.outcome import Computed, RefusedError, prints_folder
from turnabout_sheets.prints.making import index_page, make_pages, rounds_to_come
from turnabout_sheets.prints.page import ON_REQUEST, Pages, load_pages
from turnabout_sheets.prints.publish import list_pages, publish, to_pdf
from turnabout_sheets.prints.round_page import round_pages
from turnabout_sheets.prints.selection import ALL, Selection, word_spans
from turnabout_sheets.prints.site import make_chat_text, publish_names
from turnabout_sheets.workbook.files.save import write_output


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
) -> tuple[Computed, list[Path]]:
    """Print pages of a workbook; return what is in it, and the files that were asked for, changed or not.

    Without ``rounds`` those of the last that is paired, and the standings as they are now; without names of pages
    (``only``) all but those that have to be named; as PDF then the page with all of a round, too. With errors in the
    workbook nothing is printed. Raises `RefusedError`, `WorkbookError` or `PrintsError`.
    """
    pages, folder, known = load_pages(), prints or prints_folder(path), {*map(key, only)}
    names = [key(page.name) for page in pages]
    if wrong := [name for name in only if key(name) not in names]:
        raise RefusedError(f'There are no pages called "{wrong[0]}"; expected {join_words(names)}.')
    known = {"slips"} if selection.blank and not only else known
    pages = [page for page in pages if (page.name in known if known else page.when is not ON_REQUEST)]
    computed = check(path)
    if computed.results is None:
        return computed, []
    settings = computed.results.event.settings
    settings = replace(settings, paper=paper or settings.paper, slips_per_page=per_page or settings.slips_per_page)
    results = replace(computed.results, event=replace(computed.results.event, settings=settings))
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
    publish(folder, written)
    return computed, [folder / name for name in files]


def make_overview(results: Results, made: Pages, folder: Path, templates: Path | None) -> tuple[Pages, Pages]:
    """Return a page with all of each round of which pages are ``made``, and the index of everything in the folder."""
    event, format = results.event, results.format.name
    of_rounds = round_pages(event, format, made, folder, templates=templates)
    there, running = {*list_pages(folder), *made, *of_rounds}, 0 if results.finished else running_round(results)
    return of_rounds, index_page(event, format, there, running=running, templates=templates)


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


TEXT: Final = "text"
"""What there is of every format: the text for a chat. All others belong to a format (`event.format.Export`)."""


def export(path: Path, to: str, output: Path | None = None) -> tuple[Computed, str, Sequence[str]]:
    """Export the results ``to`` other programs, or as a text; return what was computed, what to show, and remarks.

    A file is written beside the workbook where no ``output`` is named; a text only there. With errors in the
    workbook nothing is exported. Raises `RefusedError` or another `SaidError`.
    """
    if output is not None and is_same_file(output, path):
        raise RefusedError(f"{output} is the workbook itself; name another file.", ExitCode.FILE)
    computed = check(path)
    results = computed.results
    if results is None:
        return computed, "", ()
    exports, remarks = {each.name: each for each in results.format.exports}, list[str]()
    if to != TEXT and to not in exports:
        having = [format.name for format in load_all() if to in (each.name for each in format.exports)]
        raise RefusedError(
            f"--to {to} is for {join_words(having)} events, and {path.name} is a {results.format.name} event; its "
            f"pairings and standings are there as a text: --to {TEXT}."
        )
    if not (results.event.last_round if to == TEXT else results.played):
        raise RefusedError(f"{path.name} has nothing to export yet: pair and play a round first.")
    if to == TEXT:
        text = "\n\n".join(make_chat_text(results))
        if output is None:
            return computed, text, ()
        file, data = output, as_utf8(f"{text}\n")
    else:
        made = exports[to].make(publish_names(results))
        if made.problems:
            raise RefusedError("\n".join(each.describe(path) for each in made.problems), ExitCode.PROBLEMS)
        file, data = output or path.with_name(f"{path.stem} {to}{exports[to].suffix}"), made.data
        remarks += [] if results.finished else [f"The event is not over. {describe_progress(results)}"]
        remarks += made.remarks
    write_output(file, data, is_workbook=False)
    return computed, word_written(file), remarks
