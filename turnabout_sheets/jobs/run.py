"""The main job, from a workbook to its new sheets and pages: a table of contents of the program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from turnabout_sheets.core.backups import find_renamed
from turnabout_sheets.core.exit_codes import ExitCode
from turnabout_sheets.core.ordinary_files import is_same_file
from turnabout_sheets.core.pieces import Data, digest_of
from turnabout_sheets.core.problems import Severity, has_errors
from turnabout_sheets.event.output_sheets import OutputSheet, problems_sheet
from turnabout_sheets.event.results import Results
from turnabout_sheets.event.waiting import running_round
from turnabout_sheets.jobs.check import examine_sheets, find_problems, read_source
from turnabout_sheets.jobs.options import Options
from turnabout_sheets.jobs.outcome import RunOutcome, prints_folder
from turnabout_sheets.prints.catalog import load_pages
from turnabout_sheets.prints.index import index_page
from turnabout_sheets.prints.making import make_pages
from turnabout_sheets.prints.outdated import find_outdated
from turnabout_sheets.prints.publish import PrintsError, list_pages, publish
from turnabout_sheets.prints.round_page import round_pages
from turnabout_sheets.reading.checks import check_event
from turnabout_sheets.rounds.elimination_checks import check_bracket
from turnabout_sheets.rounds.new_round import NewRound, append_round, title_round
from turnabout_sheets.rounds.next_rounds import add_notes, describe_changes, due_rounds, pair
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.files.atomic_write import SaveError, WorkbookChangedError
from turnabout_sheets.workbook.files.sniff import WORKBOOKS
from turnabout_sheets.workbook.ooxml.claims import Ours, require_free
from turnabout_sheets.workbook.ooxml.graft import graft
from turnabout_sheets.workbook.ours.book import Book, make_workbook, scratch_bytes
from turnabout_sheets.workbook.ours.recognition import ours_of
from turnabout_sheets.workbook.ours.round_sheet import add_round
from turnabout_sheets.workbook.ours.run_sheets import add_output_sheet

ATTEMPTS = 3
"""How often a run starts over when the workbook is saved meanwhile, before it gives up and says so."""


def run(path: Path, options: Options) -> RunOutcome:
    """Read, check, compute, pair, write the sheets and print the pages.

    Where the organizer saves the workbook meanwhile, start over with that version. Raises `WorkbookError`
    where it cannot be read or written.
    """
    for attempt in range(ATTEMPTS - 1):
        try:
            return replace(_run(path, options), started_over=attempt > 0)
        except WorkbookChangedError:
            continue
    return replace(_run(path, options), started_over=True)


def _run(path: Path, options: Options) -> RunOutcome:
    source = save.open_workbook(path)
    event, format, in_cells = read_source(source)
    problems, results = find_problems(event, format, in_cells)
    ours = ours_of(format)
    warnings, notes = examine_sheets(source, ours, problems)
    book = make_workbook()
    if event is None or results is None or has_errors(problems):
        problems += warnings
        add_output_sheet(book, problems_sheet(problems, path.name))
        written, saved, _ = _write(path, source, book, ours, options)
        return RunOutcome(
            path,
            ExitCode.PROBLEMS,
            event,
            format,
            problems,
            notes,
            written=written,
            leaving=saved.leaving,
            separated=saved.separated,
        )

    new_rounds: list[NewRound] = []
    due = due_rounds(results) if options.pair else range(0)
    require_free(source.data, map(title_round, due))  # before the work of pairing them
    for number in due:
        new, found = pair(results, number)
        notes += found
        if new is None:
            break
        new_rounds.append(add_notes(results, new))
        event = append_round(event, new)
    if new_rounds:
        # With the new rounds in the event, this run finds what the next one will, and both write the same sheets.
        results = replace(results, event=event)
        problems = in_cells + check_event(event, format) + check_bracket(results)
    errors = [each for each in notes if each.severity is Severity.ERROR]
    problems, notes = problems + errors, [each for each in notes if each not in errors]
    problems += warnings

    sheets = format.sheets.make_output(results)
    for sheet in (*sheets, problems_sheet(problems, path.name)):
        add_output_sheet(book, sheet)
    for new in new_rounds:
        add_round(book, new, event, format)
    front = title_round(running_round(results)) if new_rounds else ""
    written, saved, digest = _write(path, source, book, ours, options, front if front in book.sheetnames else "")

    folder = options.prints or prints_folder(options.output or path)
    exit, unprinted = ExitCode.NO_PAIRING if has_errors(problems) else ExitCode.DONE, ""
    outdated = None
    earlier = _find_earlier_names(path, folder) if len(event.rounds) > len(new_rounds) else ()
    try:
        pages = _pages(results, sheets, folder, options.templates)
        outdated = None if new_rounds else find_outdated(results, pages, folder)
        written += publish(folder, pages, overwrite=options.overwrite, dry_run=options.dry_run)
    except PrintsError as reason:
        exit, unprinted = ExitCode.FILE, str(reason)
    return RunOutcome(
        path,
        exit,
        event,
        format,
        problems,
        notes,
        results,
        new_rounds,
        remarks=() if new_rounds else describe_changes(results),
        written=written,
        leaving=saved.leaving,
        separated=saved.separated,
        prints=folder,
        unprinted=unprinted,
        outdated=outdated,
        earlier_names=earlier,
        digest=digest,
    )


def _find_earlier_names(path: Path, folder: Path) -> Sequence[Path]:
    """Return the workbooks that are gone and whose pages are still there, where this one has no pages yet.

    So it is told once, by the first run under a new name.
    """
    if folder != prints_folder(path) or folder.exists():
        return ()
    try:
        return [each for each in find_renamed(path) if prints_folder(each).is_dir()]
    except OSError:  # a folder that may not be listed
        return ()


def _write(
    path: Path, source: save.Source, book: Book, ours: Ours, options: Options, front: str = ""
) -> tuple[list[Path], save.Saved, str]:
    """Put the sheets of ``book`` into the workbook; return it if that changes a byte, and what else came of it.

    The last is the digest of the workbook as it is now, blank where it was not to be written.
    """
    data = graft(source.data, scratch_bytes(book), ours=ours, rows=book.rows, front=front)
    output = options.output
    if output is not None and not is_same_file(output, source.path):
        _require_ending(output, source.path)
        changed = save.write_output(output, data, overwrite=options.overwrite, dry_run=options.dry_run)
        return [output] if changed else [], save.Saved(), ""
    saved = save.Saved() if options.dry_run else save.replace(source, data)
    return [] if data == source.data else [path], saved, "" if options.dry_run else digest_of(data)


def _require_ending(output: Path, path: Path) -> None:
    """Raise `SaveError` where nobody could open the output: Excel goes by the ending, and macros need their own."""
    ending = path.suffix.lower()
    if ending in WORKBOOKS and output.suffix.lower() != ending:
        raise SaveError(f"{output.name} does not end in {ending}, as {path.name} does; choose another name.")


def _pages(results: Results, sheets: Sequence[OutputSheet], folder: Path, templates: Path | None) -> dict[str, Data]:
    """Return the pages that a run prints, and the index of everything in the folder."""
    pages = [page for page in load_pages(results.format.name) if page.when.at_run(results)]
    made = make_pages(results, pages, sheets, templates=templates)
    in_one = round_pages(results.event, results.format.name, made, folder, templates=templates)
    there = {*list_pages(folder), *made, *in_one}
    running = 0 if results.finished else running_round(results)
    index = index_page(results.event, results.format.name, there, running=running, templates=templates)
    return {**made, **in_one, **index}
