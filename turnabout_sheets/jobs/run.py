"""The main job, from a workbook to its new sheets and pages: a table of contents of the program."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Sequence, Set
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, Final

from turnabout_sheets.core.problems import Message, Problem, Severity
from turnabout_sheets.core.safe_files import digest_of, follow_links, is_same_file
from turnabout_sheets.event.output_sheets import OutputSheet
from turnabout_sheets.event.results import Results
from turnabout_sheets.event.results import compute as compute_results
from turnabout_sheets.jobs.check import check_read
from turnabout_sheets.jobs.compare import Kind, judge
from turnabout_sheets.jobs.next_step import find_blank_round, has_blank_sheet
from turnabout_sheets.jobs.outcome import Computed, Options, Outcome, Printed
from turnabout_sheets.jobs.print import make_overview
from turnabout_sheets.jobs.read import read_book, start_over
from turnabout_sheets.jobs.state import State, find_beside, write_beside
from turnabout_sheets.jobs.write_sheets import graft_sheets, make_state
from turnabout_sheets.prints.making import make_pages
from turnabout_sheets.prints.outdated import find_outdated
from turnabout_sheets.prints.page import load_pages
from turnabout_sheets.prints.publish import PrintsError, publish
from turnabout_sheets.reading.checks import check_event
from turnabout_sheets.reading.matches import round_number, title_round
from turnabout_sheets.reading.players import describe_few
from turnabout_sheets.rounds.elimination import check_bracket
from turnabout_sheets.rounds.new_round import NewRound, append_round
from turnabout_sheets.rounds.next_rounds import add_notes, describe_changes, due_rounds, make_blank_round, pair
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.files.other_programs import find_other_program
from turnabout_sheets.workbook.ooxml.ownership import require_free
from turnabout_sheets.workbook.ours.recognition import ours_of, warn_of_others
from turnabout_sheets.workbook.ours.round_sheet import read_foreseen

LIMIT: Final = 120
"""Seconds after which the command is ended: an upload that hangs would hold up all that follow."""


def run(path: Path, options: Options) -> Outcome:
    """Do all of a run; where the workbook is saved meanwhile, with that version. Raises `WorkbookError`."""
    return start_over(lambda: carry_out(compute(path, save.open_workbook(path), options), options))


def compute(path: Path, source: save.Source, options: Options) -> Computed:
    """Check the workbook called ``path`` as it is in ``source``, compute its results, and pair what is due.

    Nothing is written. Raises `WorkbookError` where there is a sheet in the way of a new round's, or something damaged.
    """
    book, answers, again = read_book(source), options.answers, options.pair_again
    if options.new_event:
        book = book.as_new()
    if again and book.event is not None and again in (*book.event.published, find_blank_round(book.event, book.format)):
        # Rounds after it that wait go, too.
        waiting = book.event.published
        beside = book.beside._replace(waiting=tuple(title_round(each) for each in waiting if each < again))
        grids = [grid for grid in book.grids if round_number(grid.name) != again]
        book = replace(book, beside=beside).read_again(grids)
        answers |= {(Kind.GONE, title_round(each)) for each in {again, *waiting} if each >= again}
        if again == 1 and book.event is not None and describe_few(book.event):  # it was answered when it was paired
            answers |= {(Kind.FEW, "")}
    else:
        again = 0
    computed = check_read(path, book, answers)
    if book.event is not None:
        waits = [read_foreseen(book.event, book.format, each) for each in book.event.published]
        require_free(source.package, [new.sheet.name for new in waits])
        computed = replace(computed, waiting=waits)
    if computed.results is not None:
        computed = _pair_due(computed, computed.results, replace(options, pair_again=again), answers)
    if again and again not in {new.number for new in computed.paired}:
        return compute(path, source, replace(options, pair_again=0))
    return computed


def _pair_due(computed: Computed, results: Results, options: Options, answers: Set[tuple[Kind, str]]) -> Computed:
    """Return what was found with the rounds that can be paired now; the event is as the next run will read it."""
    book, problems, paired = computed.book, [*computed.problems], list[NewRound]()
    said, is_stuck = list[Problem](), False
    may_pair = options.pair and bool(options.pair_first or options.pair_again or results.event.last_round)
    while may_pair and not is_stuck and (due := due_rounds(results)):
        event = results.event
        free = [each for each in due if each == options.pair_again or has_blank_sheet(event, results.format, each)]
        require_free(book.source.package, [title_round(each) for each in due if each not in free])
        for number in due:
            new, found = pair(results, number)
            said += found
            if is_stuck := new is None:
                break
            paired.append(add_notes(results, new))
            event = append_round(event, paired[-1])
        if event is not results.event:
            results = results.go_on(results.format.settle(event))
            waits = {*book.beside.waiting} - {title_round(number) for number in event.published}
            known = [each for each in book.problems if each.place.sheet not in waits]  # else it is said once more
            problems = [*known, *check_event(results.event, results.format), *check_bracket(results)]
            problems += [*warn_of_others(book.homes, ours_of(book.format).names), *computed.changed]
    questions, changes = judge(book, results.event, [new.number for new in paired], answers)
    if questions:  # nothing is paired
        asked = [each.problem for each in questions]
        return replace(computed, problems=[*asked, *problems], questions=questions, results=None)
    answered = {(Kind.GONE, new.sheet.name) for new in paired} | {(Kind.FEW, "") for new in paired if new.number == 1}
    errors = [each for each in said if each.severity is Severity.ERROR]
    told = {(each.place, str(each.message)) for each in errors}  # more than the check's warning of the same
    return replace(
        computed,
        event=results.event,
        problems=[each for each in problems if (each.place, str(each.message)) not in told] + errors,
        notes=[*computed.notes, *(each for each in said if each not in errors), *changes],
        remarks=() if paired else describe_changes(results),
        answered=computed.answered | (answered & answers),
        results=results,
        paired=paired,
        to_type=make_blank_round(results),
    )


def carry_out(computed: Computed, options: Options) -> Outcome:
    """Write the workbook, or that its sheets wait for it to be closed; then the state beside it; and then the pages.

    An older copy stays byte for byte as it is until the organizer answers, so that it is still recognized as one. With
    another output, or in a dry run, the workbook and its state stay as they are. Raises `WorkbookError` where something
    cannot be written, and where the workbook is no longer as it was read.
    """
    source, results = computed.book.source, computed.results
    if any(each.kind is Kind.OLDER for each in computed.questions):
        save.require_unchanged(source)  # else the state may be of what was saved since
        return Outcome(computed)
    sheets = results.format.make_output(results) if results is not None else ()
    output = None if options.output is None or is_same_file(options.output, source.path) else options.output
    # What is in the workbook is read from there.
    has_sheet = any(new.sheet.name in source.package.sheets for new in computed.paired)
    may_wait = options.sheets_may_wait and not (has_sheet or options.new_event or output or options.dry_run)
    try:
        if may_wait and (other := find_other_program(computed.workbook)):
            raise save.OpenElsewhereError(other.refusal)  # before all that takes time
        done = _write(computed, sheets, output, options)
    except save.OpenElsewhereError:
        if not may_wait:
            raise
        _wait(computed)
        done = Outcome(computed, waiting=True)
    if results is not None:
        done = _print(done, results, sheets, options)
    return done if options.dry_run else publish_site(done, options)


def _write(computed: Computed, sheets: Sequence[OutputSheet], output: Path | None, options: Options) -> Outcome:
    """Save the workbook, and then the state beside it; or another workbook; with errors, the state inside stays."""
    source, state, digest = computed.book.source, make_state(computed, is_saved=True) if sheets else None, ""
    folder = "" if options.prints else options.find_prints(computed.workbook).name
    data = graft_sheets(computed, sheets, state, folder)
    is_changed = data != source.data
    if output is not None:
        save.require_ending(output, source.path.suffix, source.path.name)
        is_changed = options.dry_run or save.write_output(output, data)
    elif not options.dry_run:
        _require_state_as_read(computed)
        save.replace(source, data, min((new.number for new in computed.new_rounds), default=0))
        digest = digest_of(data)
        if state is not None:
            with contextlib.suppress(OSError):  # what the workbook itself remembers counts then
                _keep(computed, state, [source.digest, digest])
    return Outcome(computed, [output or computed.workbook] if is_changed else [], digest)


def _wait(computed: Computed) -> None:
    """Keep the rounds that this run has paired, before their pages are there, and what it has read."""
    if computed.results is None:
        return
    source, state = computed.book.source, make_state(computed, is_saved=False)
    try:
        with save.take_turn_at(source.path):
            if computed.paired:
                save.require_unchanged(source)
            _require_state_as_read(computed)
            _keep(computed, state, [source.digest])
    except save.SaveError as error:
        if computed.paired or isinstance(error, save.WorkbookChangedError):
            raise  # else nothing is published that could be lost


def _require_state_as_read(computed: Computed) -> None:
    """Raise `WorkbookChangedError` where another run has published something since the workbook was read."""
    path = computed.book.source.path
    if find_beside(path, computed.book.inside.event) != computed.book.kept:
        raise save.WorkbookChangedError(
            Message("{file} is being written by the program elsewhere. Wait for that, and try again.", file=path.name),
        )


def _keep(computed: Computed, state: State, digests: Sequence[str]) -> None:
    """Write the state beside the workbook, with the digests of the versions that it is of."""
    state = state._replace(lines=())
    for digest in digests:
        state = state.add_version(digest)
    if state != computed.book.kept:
        write_beside(computed.book.source.path, state)


def _print(done: Outcome, results: Results, sheets: Sequence[OutputSheet], options: Options) -> Outcome:
    """Write the pages and the index of everything in their folder; find also what is to be printed again."""
    computed, templates, last = done.computed, options.templates, done.computed.book.last
    pages = Printed(options.find_prints(computed.workbook))
    if last is not None and last[0] is not results.event and not computed.is_new:
        pages = replace(pages, outdated=find_outdated(compute_results(last[0], last[1]), results))
    try:
        due = [page for page in load_pages(results.format.name) if page.when.at_run(results)]
        made = make_pages(results, due, sheets, templates=templates)
        of_rounds, index = make_overview(results, made, pages.folder, templates)
        made = {**made, **of_rounds, **index}
        written = publish(pages.folder, made, dry_run=options.dry_run)
        return replace(done, pages=pages, written=[*done.written, *written])
    except PrintsError as reason:
        said = reason.said or Message("The workbook was read, but not all could be written.")
        return replace(done, pages=replace(pages, refused=said))


def publish_site(outcome: Outcome, options: Options) -> Outcome:
    """Publish the site of a run without errors, and run the command, where asked for; return what came of it."""
    site, results, workbook = options.publish, outcome.computed.results, outcome.computed.workbook
    if site is not None and results is not None:
        from turnabout_sheets.prints.site import make_site  # few runs need it

        refused, written = None, list[Any]()
        try:
            whole = follow_links(site)
            for each in (workbook, options.find_prints(workbook)):
                if follow_links(each).is_relative_to(whole):
                    said = Message(
                        "{file} lies in the folder {folder}, and would be published with all names in it. Name a "
                        "folder of its own for the site."
                    )
                    raise PrintsError(said.fill(file=each.name, folder=whole))
            written = publish(site, make_site(results, options.templates))
        except PrintsError as reason:
            refused = Message("The event is not published. {why}", why=reason.said or str(reason))
        outcome = replace(outcome, site=Printed(site, written, refused), unpublished=refused)
    return replace(outcome, unpublished=outcome.unpublished or run_then(outcome, options)) if options.then else outcome


def run_then(outcome: Outcome, options: Options, limit: float = LIMIT) -> Message | None:
    """Run the command of ``options`` if what is published has changed, else any file; return why it failed, else None.

    The command reads no input, and of its output only the last line is shown, where it fails.
    """
    workbook, site = outcome.computed.workbook, outcome.site
    changed = site.written if site else options.publish is None and outcome.written
    if not changed:
        return None
    folder, why = site.folder if site else options.find_prints(workbook), ""
    names = {"TURNABOUT_WORKBOOK": str(workbook.absolute()), "TURNABOUT_FOLDER": str(folder.absolute())}
    how: dict[str, Any] = {"shell": True, "env": {**os.environ, **names}, "timeout": limit, "check": False}
    with TemporaryFile() as output:
        try:
            how |= {"stdin": subprocess.DEVNULL, "stdout": output, "stderr": subprocess.STDOUT}
            if code := subprocess.run(options.then, **how).returncode:
                output.seek(0)
                last = output.read().decode(errors="replace").strip().rpartition("\n")[2].strip()
                why = f'{code}: "{last[-200:]}"' if last else f"{code}"
        except OSError as error:  # too long for Windows
            why = error.strerror or str(error)
        except subprocess.TimeoutExpired:
            why = f"it was ended after {limit:g} s"
    failed = Message("The command after the run has failed ({why}). The next run that changes something runs it again.")
    return failed.fill(why=why) if why else None
