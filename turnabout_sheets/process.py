"""The main job, from a workbook to its new sheets and pages: a table of contents of the program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from openpyxl import Workbook

from turnabout_sheets.checks import check
from turnabout_sheets.exits import Exit
from turnabout_sheets.formats import FORMATS
from turnabout_sheets.formats.base import Format
from turnabout_sheets.intake import EVENT_SHEET, read_event
from turnabout_sheets.intake.matches import round_number
from turnabout_sheets.model import Event
from turnabout_sheets.next_round import NextRound, due, pair, with_round
from turnabout_sheets.prints import pages
from turnabout_sheets.prints.publish import publish, published
from turnabout_sheets.problems import Problem, has_errors
from turnabout_sheets.reports import PROBLEMS, Report, problem_list
from turnabout_sheets.results import Results, compute
from turnabout_sheets.text import key
from turnabout_sheets.workbook import save
from turnabout_sheets.workbook.book import empty_book, scratch_bytes
from turnabout_sheets.workbook.files import WorkbookChangedError
from turnabout_sheets.workbook.graft import graft
from turnabout_sheets.workbook.read import read_grids
from turnabout_sheets.workbook.sheets import add_report, add_round

ATTEMPTS = 3
"""How often a run starts over when the workbook is saved meanwhile, before it gives up and says so."""


@dataclass(frozen=True, slots=True)
class Options:
    """What the organizer asked for. ``output`` None: the workbook itself; ``prints`` None: the folder beside it."""

    output: Path | None = None
    prints: Path | None = None
    pair: bool = True
    dry_run: bool = False


@dataclass(frozen=True)
class Outcome:
    """What a run did with one workbook.

    ``problems`` are on the Problems sheet, ``notes`` were only worth a word when the round was paired. ``results`` is
    None where errors stopped the run, or nothing more was wanted than to check. ``written`` are the files that have
    changed. ``started_over``: the workbook was saved during the run, and this is of the new version.
    """

    workbook: Path
    exit: Exit
    event: Event | None
    format: Format
    problems: Sequence[Problem]
    notes: Sequence[Problem] = ()
    results: Results | None = None
    next_round: NextRound | None = None
    written: Sequence[Path] = ()
    prints: Path | None = None
    only_checked: bool = False
    started_over: bool = False


def read(source: save.Source) -> tuple[Event | None, Format, list[Problem]]:
    """Return the event in a workbook, its format, and the problems of single cells."""
    wanted = {key(sheet.name) for format in FORMATS for sheet in format.input_sheets} | {key(EVENT_SHEET.name)}
    grids = read_grids(source, lambda name: key(name) in wanted or round_number(name) is not None)
    return read_event(grids, FORMATS, source.path.stem)


def check_only(path: Path) -> Outcome:
    """Read and check a workbook; nothing is written. Raises `WorkbookError` where it cannot be read."""
    event, format, problems = read(save.open_workbook(path))
    if event is not None:
        problems += check(event, format)
    exit = Exit.PROBLEMS if has_errors(problems) else Exit.DONE
    return Outcome(path, exit, event, format, problems, only_checked=True)


def run(path: Path, options: Options) -> Outcome:
    """Read, check, compute, pair, write the sheets and print the pages.

    Where the organizer saves the workbook meanwhile, start over with that version. Raises `WorkbookError` or
    `PrintsError` where a file cannot be read or written.
    """
    for attempt in range(ATTEMPTS - 1):
        try:
            return replace(_run(path, options), started_over=attempt > 0)
        except WorkbookChangedError:
            continue
    return replace(_run(path, options), started_over=True)


def _run(path: Path, options: Options) -> Outcome:
    source = save.open_workbook(path)
    event, format, in_cells = read(source)
    problems = in_cells + (check(event, format) if event else [])
    book = empty_book()
    if event is None or has_errors(problems):
        add_report(book, problem_list(problems))
        written = _write(path, source, book, format, options)
        return Outcome(path, Exit.PROBLEMS, event, format, problems, written=written)

    results = compute(event, format)
    number = due(results) if options.pair else None
    following, notes = pair(results, number) if number is not None else (None, [])
    if following is not None:
        event = with_round(event, following)
        # With the new round in the event, this run finds what the next one will, and both write the same sheets.
        problems = in_cells + check(event, format)
    elif notes:
        problems, notes = problems + notes, []

    reports = format.reports(results)
    for report in (*reports, problem_list(problems)):
        add_report(book, report)
    if following is not None:
        add_round(book, following.sheet, event, format, following.rows)
    written = _write(path, source, book, format, options)

    folder = options.prints or prints_folder(options.output or path)
    written += publish(folder, _pages(replace(results, event=event), reports[0], folder), dry_run=options.dry_run)
    exit = Exit.NO_PAIRING if has_errors(problems) else Exit.DONE
    return Outcome(path, exit, event, format, problems, notes, results, following, written, folder)


def prints_folder(workbook: Path) -> Path:
    """Return the folder of a workbook's pages: ``Friday prints`` beside ``Friday.xlsx``."""
    return workbook.with_name(f"{workbook.stem} prints")


def _write(path: Path, source: save.Source, book: Workbook, format: Format, options: Options) -> list[Path]:
    """Put the sheets of ``book`` into the workbook; return it if that changes a byte."""
    ours = {sheet.name for sheet in (*format.report_sheets, PROBLEMS)}
    data = graft(source.data, scratch_bytes(book), ours=ours)
    elsewhere = options.output is not None and options.output.resolve() != source.path
    if options.output is not None and elsewhere:
        unchanged = options.output.exists() and options.output.read_bytes() == data
        if not unchanged and not options.dry_run:
            save.write_new(options.output, data, overwrite=True)
        return [] if unchanged else [options.output]
    if not options.dry_run:
        save.replace(source, data)
    return [] if data == source.data else [path]


def _pages(results: Results, standings: Report, folder: Path) -> dict[str, str]:
    """Return the pages of the last round that is paired, the standings, and the index of everything in the folder."""
    made: dict[str, str] = {}
    if results.event.last_round:
        made |= pages.round_pages(results.event, results.event.last_round)
    if results.played:
        provisional = not results.outstanding.empty
        made |= pages.standings_page(results.event, standings.shown(), results.played, provisional=provisional)
    return made | pages.index_page(results.event, {*published(folder), *made})
