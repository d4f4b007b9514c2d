"""The main job, from a workbook to its new sheets and pages: a table of contents of the program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from turnabout_sheets.core.backups import find_renamed
from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.core.problems import Remark, Said
from turnabout_sheets.event.format import OutputSheet
from turnabout_sheets.event.results import Results, running_round
from turnabout_sheets.jobs.compute import Computed, compute_run
from turnabout_sheets.jobs.outcome import Options, RunOutcome, prints_folder
from turnabout_sheets.jobs.start_over import start_over
from turnabout_sheets.jobs.write_sheets import write_sheets
from turnabout_sheets.prints.making import index_page, make_pages
from turnabout_sheets.prints.outdated import find_outdated
from turnabout_sheets.prints.page import load_pages
from turnabout_sheets.prints.publish import PrintsError, list_pages, publish
from turnabout_sheets.prints.round_page import round_pages
from turnabout_sheets.rounds.next_rounds import describe_changes


def run(path: Path, options: Options) -> RunOutcome:
    """Read, check, compute, pair, write the sheets and print the pages.

    Where the organizer saves the workbook meanwhile, start over with that version. Raises `WorkbookError`
    where it cannot be read or written.
    """
    outcome, started_over = start_over(lambda: carry_out(compute_run(path, options), options))
    return replace(outcome, started_over=started_over)


def carry_out(computed: Computed, options: Options) -> RunOutcome:
    """Write the sheets and print the pages of what was computed.

    Raises `WorkbookError` where the workbook cannot be written, and where it is no longer as it was read.
    """
    results = computed.outcome.results
    if results is None:
        return write_sheets(computed, (), options)
    sheets = results.format.sheets.make_output(results)
    outcome = write_sheets(computed, sheets, options)
    return _print(outcome, results, sheets, options)


def _print(outcome: RunOutcome, results: Results, sheets: Sequence[OutputSheet], options: Options) -> RunOutcome:
    """Write the pages, and return the outcome with what came of that, and with what there is to say of earlier ones."""
    folder = options.prints or prints_folder(options.output or outcome.workbook)
    has_begun = len(results.event.rounds) > len(outcome.paired)
    outcome = replace(
        outcome,
        prints=folder,
        remarks=() if outcome.paired else describe_changes(results),
        earlier_names=_find_earlier_names(outcome.workbook, folder) if has_begun else (),
    )
    outdated = None
    try:
        pages = _make_pages(results, sheets, folder, options.templates)
        is_new = len(outcome.paired) > len(outcome.paired_again)
        outdated = None if is_new else find_outdated(results, pages, folder)
        written = publish(folder, pages, overwrite=options.overwrite, dry_run=options.dry_run)
    except PrintsError as reason:
        unprinted = Remark(str(reason), reason.said or Said("desk.fault.not_written", {}))
        return replace(outcome, exit=ExitCode.FILE, unprinted=unprinted, outdated=outdated)
    return replace(outcome, written=[*outcome.written, *written], outdated=outdated)


def _make_pages(
    results: Results, sheets: Sequence[OutputSheet], folder: Path, templates: Path | None
) -> dict[str, bytes]:
    """Return the pages that a run prints, and the index of everything in the folder."""
    pages = [page for page in load_pages(results.format.name) if page.when.at_run(results)]
    made = make_pages(results, pages, sheets, templates=templates)
    in_one = round_pages(results.event, results.format.name, made, folder, templates=templates)
    there = {*list_pages(folder), *made, *in_one}
    running = 0 if results.finished else running_round(results)
    index = index_page(results.event, results.format.name, there, running=running, templates=templates)
    return {**made, **in_one, **index}


def _find_earlier_names(path: Path, folder: Path) -> Sequence[Path]:
    """Return the workbooks that are gone and whose pages are still there, where this one has no pages yet.

    So it is told once, by the first run under a new name.
    """
    try:
        if folder != prints_folder(path) or folder.exists():
            return ()
        return [each for each in find_renamed(path) if prints_folder(each).is_dir()]
    except OSError:  # a folder that may not be looked at
        return ()
