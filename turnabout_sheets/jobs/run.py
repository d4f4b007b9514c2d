"""The main job, from a workbook to its new sheets and pages: a table of contents of the program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from openpyxl import Workbook

from turnabout_sheets.core.backups import Backup, find_renamed
from turnabout_sheets.core.exit_codes import ExitCode
from turnabout_sheets.core.file_names import as_text
from turnabout_sheets.core.ordinary_files import is_same_file
from turnabout_sheets.core.problems import Problem, Severity, has_errors
from turnabout_sheets.event.model import Event
from turnabout_sheets.event.output_sheets import PROBLEMS, OutputSheet, problems_sheet
from turnabout_sheets.event.results import Results, compute
from turnabout_sheets.event.waiting import running_round
from turnabout_sheets.formats.base import Format
from turnabout_sheets.prints.catalog import load_pages, make_pages
from turnabout_sheets.prints.index import index_page
from turnabout_sheets.prints.outdated import Outdated, find_outdated
from turnabout_sheets.prints.publish import PrintsError, list_pages, publish
from turnabout_sheets.prints.round_page import round_pages
from turnabout_sheets.reading.causes import tell_causes
from turnabout_sheets.reading.checks import check_event
from turnabout_sheets.reading.event import read_event
from turnabout_sheets.reading.event_sheet import choose_format, is_event_sheet
from turnabout_sheets.rounds.elimination_checks import check_bracket
from turnabout_sheets.rounds.new_round import NewRound, append_round
from turnabout_sheets.rounds.next_rounds import add_notes, describe_changes, due_rounds, pair
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.files.atomic_write import SaveError, WorkbookChangedError
from turnabout_sheets.workbook.files.other_names import OtherNames
from turnabout_sheets.workbook.files.sniff import WORKBOOKS
from turnabout_sheets.workbook.ooxml.claims import Ours, find_copies, find_homes
from turnabout_sheets.workbook.ooxml.graft import graft
from turnabout_sheets.workbook.ours.book import make_workbook, scratch_bytes
from turnabout_sheets.workbook.ours.recognition import is_read, note_strays, ours_of, warn_of_copies, warn_of_others
from turnabout_sheets.workbook.ours.round_sheet import add_round
from turnabout_sheets.workbook.ours.run_sheets import add_output_sheet
from turnabout_sheets.workbook.read import Worksheets

ATTEMPTS = 3
"""How often a run starts over when the workbook is saved meanwhile, before it gives up and says so."""


@dataclass(frozen=True, slots=True)
class Options:
    """What the organizer asked for.

    ``output`` None: the workbook itself; ``prints`` None: the folder beside it; ``templates``: the organizer's own.
    ``overwrite``: also files that the program did not write; they are kept as backups.
    """

    output: Path | None = None
    prints: Path | None = None
    templates: Path | None = None
    pair: bool = True
    dry_run: bool = False
    overwrite: bool = False


@dataclass(frozen=True)
class RunOutcome:
    """What a run did with one workbook.

    ``problems`` are on the Problems sheet, ``notes`` were only worth a word when the round was paired. ``results`` is
    None where errors stopped the run. ``remarks``: what it costs that the running round was changed by hand.
    ``written`` are the files that have changed; ``leaving`` is the earlier version that goes next, where there are only
    now as many as are kept; ``separated`` the other names of the workbook, which keep the version of before;
    ``unprinted`` says why the pages could not be written, though the workbook is saved. ``outdated``: what was printed
    of the running round and is no longer right, None where nothing is. ``earlier_names``: what the workbook of a
    running event may have been called before, where pages lie that are no longer renewed.
    ``started_over``: the workbook was saved during the run, and this is of the new version.
    """

    workbook: Path
    exit: ExitCode
    event: Event | None
    format: Format
    problems: Sequence[Problem]
    notes: Sequence[Problem] = ()
    results: Results | None = None
    new_rounds: Sequence[NewRound] = ()
    remarks: Sequence[str] = ()
    written: Sequence[Path] = ()
    leaving: Backup | None = None
    separated: OtherNames | None = None
    prints: Path | None = None
    unprinted: str = ""
    outdated: Outdated | None = None
    earlier_names: Sequence[Path] = ()
    only_checked: bool = False
    started_over: bool = False


def read_source(source: save.Source) -> tuple[Event | None, Format, list[Problem]]:
    """Return the event in a workbook, its format, and the problems of single cells."""
    worksheets = Worksheets(source)
    format = choose_format(worksheets.read(is_event_sheet))
    ours = {home.title for home in find_homes(source.data, ours_of(format)).values() if not home.is_new}
    grids = worksheets.read(lambda name: is_read(name, format), lambda name: name not in ours)
    return read_event([grid for grid in grids if grid.name not in ours], as_text(source.path.stem))


def check(path: Path) -> RunOutcome:
    """Read and check a workbook; nothing is written. Raises `WorkbookError` where it cannot be read."""
    return check_source(path, save.open_workbook(path))


def check_source(path: Path, source: save.Source) -> RunOutcome:
    """Read and check the workbook called ``path`` as it is in ``source``. Raises `WorkbookError`."""
    event, format, in_cells = read_source(source)
    problems, results = _check(event, format, in_cells)
    found, notes = _examine(source, ours_of(format), problems)
    problems += found
    exit = ExitCode.PROBLEMS if has_errors(problems) else ExitCode.DONE
    return RunOutcome(path, exit, event, format, problems, notes, results=results, only_checked=True)


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
    problems, results = _check(event, format, in_cells)
    ours = ours_of(format)
    warnings, notes = _examine(source, ours, problems)
    book = make_workbook()
    if event is None or results is None or has_errors(problems):
        problems += warnings
        add_output_sheet(book, problems_sheet(problems, path.name))
        written, saved = _write(path, source, book, ours, options)
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
    for number in due_rounds(results) if options.pair else ():
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
    written, saved = _write(path, source, book, ours, options)

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
    )


def _check(event: Event | None, format: Format, in_cells: list[Problem]) -> tuple[list[Problem], Results | None]:
    """Return all problems, and the results where there is no error before they are computed."""
    problems = in_cells + (check_event(event, format) if event else [])
    if event is None or has_errors(problems):
        return tell_causes(problems, event, format), None
    results = compute(event, format)
    return problems + check_bracket(results), results


def _examine(source: save.Source, ours: Ours, problems: Sequence[Problem]) -> tuple[list[Problem], list[Problem]]:
    """Return warnings, and notes for the screen, of sheets that are not ours though much speaks for it.

    Where problems stop a run, it writes no other sheet than Problems.
    """
    written = [PROBLEMS.name] if has_errors(problems) else list(ours.headers)
    homes = find_homes(source.data, ours)
    copies = find_copies(source.data, ours, homes)
    return (
        [*warn_of_others(homes, written), *warn_of_copies(copies, homes)],
        list(note_strays(homes, written, copies)),
    )


def prints_folder(workbook: Path) -> Path:
    """Return the folder of a workbook's pages: ``Friday prints`` beside ``Friday.xlsx``."""
    return workbook.with_name(f"{workbook.stem} prints")


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
    path: Path, source: save.Source, book: Workbook, ours: Ours, options: Options
) -> tuple[list[Path], save.Saved]:
    """Put the sheets of ``book`` into the workbook; return it if that changes a byte, and what else came of it."""
    data = graft(source.data, scratch_bytes(book), ours=ours)
    output = options.output
    if output is not None and not is_same_file(output, source.path):
        _require_ending(output, source.path)
        changed = save.write_output(output, data, overwrite=options.overwrite, dry_run=options.dry_run)
        return [output] if changed else [], save.Saved()
    saved = save.Saved() if options.dry_run else save.replace(source, data)
    return [] if data == source.data else [path], saved


def _require_ending(output: Path, path: Path) -> None:
    """Raise `SaveError` where nobody could open the output: Excel goes by the ending, and macros need their own."""
    ending = path.suffix.lower()
    if ending in WORKBOOKS and output.suffix.lower() != ending:
        raise SaveError(f"{output.name} does not end in {ending}, as {path.name} does; choose another name.")


def _pages(results: Results, sheets: Sequence[OutputSheet], folder: Path, templates: Path | None) -> dict[str, str]:
    """Return the pages that a run prints, and the index of everything in the folder."""
    pages = [page for page in load_pages(results.format.name) if page.when.at_run(results)]
    made = make_pages(results, pages, sheets, templates=templates)
    made |= round_pages(results.event, results.format.name, made, folder, templates=templates)
    there = {*list_pages(folder), *made}
    running = 0 if results.finished else running_round(results)
    return made | index_page(results.event, results.format.name, there, running=running, templates=templates)
