"""The main job, from a workbook to its new sheets and pages: a table of contents of the program."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from turnabout_sheets.core.backups import explain_errors as explain_backups
from turnabout_sheets.core.backups import find_renamed, now
from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.core.digests import digest_of
from turnabout_sheets.core.ordinary_files import is_same_file
from turnabout_sheets.core.problems import Message
from turnabout_sheets.event.format import OutputSheet
from turnabout_sheets.event.results import Results, running_round
from turnabout_sheets.jobs.compare import Kind
from turnabout_sheets.jobs.compute import Computed, compute_run
from turnabout_sheets.jobs.next_state import make_state
from turnabout_sheets.jobs.outcome import Options, RunOutcome, prints_folder
from turnabout_sheets.jobs.start_over import start_over
from turnabout_sheets.jobs.state import MAX_VERSIONS, State, Version, find_beside, write_beside
from turnabout_sheets.jobs.write_sheets import graft_sheets
from turnabout_sheets.prints.making import index_page, make_pages
from turnabout_sheets.prints.outdated import find_outdated
from turnabout_sheets.prints.page import load_pages
from turnabout_sheets.prints.publish import PrintsError, list_pages, publish
from turnabout_sheets.prints.round_page import round_pages
from turnabout_sheets.rounds.next_rounds import describe_changes
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.files.other_programs import find_other_program


def run(path: Path, options: Options) -> RunOutcome:
    """Read, check, compute, pair, write the sheets and print the pages.

    Where the organizer saves the workbook meanwhile, start over with that version. Raises `WorkbookError`
    where it cannot be read or written.
    """
    outcome, started_over = start_over(lambda: carry_out(compute_run(path, options), options))
    return replace(outcome, started_over=started_over)


def carry_out(computed: Computed, options: Options) -> RunOutcome:
    """Write the workbook, or that its sheets wait for it to be closed; then the state beside it, and then the pages.

    An older copy stays byte for byte as it is until somebody says what is to become of it: so it is known for one.
    Raises `WorkbookError` where something cannot be written, and where the workbook is no longer as it was read.
    """
    outcome, results, path = computed.outcome, computed.outcome.results, computed.book.source.path
    if any(each.kind is Kind.OLDER for each in outcome.questions):
        save.require_unchanged(computed.book.source)  # else the state may be of what was saved since
        return outcome
    sheets = results.format.sheets.make_output(results) if results is not None else ()
    if options.output is not None and not is_same_file(options.output, path):
        outcome = _write_output(computed, sheets, options.output, options)
    elif options.dry_run:
        outcome = replace(outcome, written=_list_changed(computed, _graft(computed, sheets, options)[0]))
    else:
        waits = options.sheets_may_wait and find_other_program(outcome.workbook) is not None
        try:
            outcome = _wait(computed) if waits else _save(computed, sheets, options)
        except save.OpenElsewhereError:  # opened since we have looked
            if not options.sheets_may_wait:
                raise
            outcome = _wait(computed)
    return outcome if results is None else _print(outcome, results, sheets, options)


def _graft(computed: Computed, sheets: Sequence[OutputSheet], options: Options) -> tuple[bytes, State | None]:
    """Return the workbook with its sheets, and the state in it; with errors that of before stays."""
    state = make_state(computed, is_saved=True) if sheets else None
    return graft_sheets(computed, sheets, state, options), state


def _write_output(computed: Computed, sheets: Sequence[OutputSheet], output: Path, options: Options) -> RunOutcome:
    """Write another workbook; that which was read stays as it is, and so does what is kept beside it."""
    source = computed.book.source
    save.require_ending(output, source.path.suffix, source.path.name)
    data, _ = _graft(computed, sheets, options)
    changed = save.write_output(output, data, overwrite=options.overwrite, dry_run=options.dry_run)
    return replace(computed.outcome, written=[output] if changed else [])


def _save(computed: Computed, sheets: Sequence[OutputSheet], options: Options) -> RunOutcome:
    """Save the workbook, and then the state beside it: of a save that is refused nothing is known."""
    source = computed.book.source
    data, state = _graft(computed, sheets, options)
    before_round = min((new.number for new in computed.outcome.new_rounds), default=0)
    _require_state_as_read(computed)
    leaving, digest = save.replace(source, data, before_round), digest_of(data)
    if state is not None:
        with contextlib.suppress(OSError):  # what the workbook itself remembers counts then
            _keep(computed, state, [source.digest, digest])
    return replace(computed.outcome, written=_list_changed(computed, data), leaving=leaving, digest=digest)


def _wait(computed: Computed) -> RunOutcome:
    """Keep the rounds that this run has paired; the pages of no round are written that could be lost again.

    The workbook stays in the state that it is in, and beside it stands what this run has read. Raises
    `WorkbookChangedError` where anything is not as it was read, and other kinds of `SaveError`.
    """
    outcome, source = computed.outcome, computed.book.source
    if outcome.results is not None:
        state = make_state(computed, is_saved=False)
        try:
            with save.explain_errors(source.path), save.take_turn_at(source.path), explain_backups(source.path):
                if outcome.paired:
                    save.require_unchanged(source)
                _require_state_as_read(computed)
                _keep(computed, state, [source.digest])
        except save.SaveError as error:
            if outcome.paired or isinstance(error, save.WorkbookChangedError):
                raise  # else nothing is published that could be lost
    program = find_other_program(outcome.workbook) or f"{outcome.workbook.name} is open in a program"
    return replace(outcome, waiting=f"{program}; close it there, and the new sheets are added.")


def _require_state_as_read(computed: Computed) -> None:
    """Raise `WorkbookChangedError` where another run has published something since the workbook was read."""
    path = computed.book.source.path
    if find_beside(path, computed.book.inside.event) != computed.book.kept:
        raise save.WorkbookChangedError(
            f"Another run has published a round of {path.name}; run again.",
            Message("{file} is being written by the program elsewhere. Wait for that, and try again.", file=path.name),
        )


def _keep(computed: Computed, state: State, digests: Sequence[str]) -> None:
    """Write the state beside the workbook, with the digests of the versions that it is of."""
    time, versions = f"{now():%Y-%m-%d %H:%M}", [*state.versions]
    for digest in digests:
        if not versions or versions[-1].digest != digest:
            versions.append(Version(state.number, digest, time))
    state = state._replace(lines=(), versions=tuple(versions[-MAX_VERSIONS:]))
    if state != computed.book.kept:
        write_beside(computed.book.source.path, state)


def _list_changed(computed: Computed, data: bytes) -> list[Path]:
    return [] if data == computed.book.source.data else [computed.outcome.workbook]


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
        unprinted = reason.said or Message("The workbook was read, but not all could be written.")
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
