"""Puts the sheets of a run into the workbook; where that has to wait, keeps the rounds that are to be published."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from turnabout_sheets.changes.guards import Asked
from turnabout_sheets.changes.log import LOG, REMEMBERED
from turnabout_sheets.core.digests import digest_of
from turnabout_sheets.core.ordinary_files import is_same_file
from turnabout_sheets.core.problems import Problem, Severity
from turnabout_sheets.event.format import OutputSheet
from turnabout_sheets.event.output_sheets import problems_sheet
from turnabout_sheets.event.results import find_rounds_ahead, running_round
from turnabout_sheets.jobs.compute import Computed
from turnabout_sheets.jobs.desk_sheet import fill_desk_sheet
from turnabout_sheets.jobs.keep_log import keep_log
from turnabout_sheets.jobs.kept_rounds import drop_rounds, keep_rounds
from turnabout_sheets.jobs.known import Known, keep_known, write_texts
from turnabout_sheets.jobs.next_step import title_sheet
from turnabout_sheets.jobs.outcome import Options, RunOutcome, prints_folder
from turnabout_sheets.jobs.restore import drop_note
from turnabout_sheets.reading.matches import title_round
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.files.other_programs import find_other_program
from turnabout_sheets.workbook.ooxml.graft import graft
from turnabout_sheets.workbook.ooxml.tabs import Tabs
from turnabout_sheets.workbook.ours.book import make_workbook, scratch_bytes
from turnabout_sheets.workbook.ours.round_sheet import add_round, find_neighbours
from turnabout_sheets.workbook.ours.run_sheets import add_desk, add_log, add_output_sheet, add_remembered


def write_sheets(computed: Computed, sheets: Sequence[OutputSheet], options: Options) -> RunOutcome:
    """Write ``sheets``, the list of problems and the new rounds; return the outcome with what came of that.

    An older copy stays byte for byte as it is until somebody says what is to become of it: so it is known for one.
    Raises `SaveError` where they cannot be written, and may not wait.
    """
    path = computed.outcome.workbook
    if any(each.asked is Asked.OLDER for each in computed.outcome.questions):
        return computed.outcome
    known = keep_log(computed) if sheets else None
    if options.output is not None and not is_same_file(options.output, computed.source.path):
        return _write_output(computed, sheets, known, options.output, options)
    if options.dry_run:
        return replace(computed.outcome, written=_list_changed(computed, _graft(computed, sheets, known, options)))
    if not options.sheets_may_wait:
        return _save(computed, sheets, known, options)
    if find_other_program(path) is None:
        with contextlib.suppress(save.OpenElsewhereError):  # opened since we have looked
            return _save(computed, sheets, known, options)
    return _keep(computed, known)


def _write_output(
    computed: Computed, sheets: Sequence[OutputSheet], known: Known | None, output: Path, options: Options
) -> RunOutcome:
    """Write another workbook; that which was read stays as it is, and so do the rounds that are kept for it."""
    save.require_ending(output, computed.source.path.suffix, computed.source.path.name)
    data = _graft(computed, sheets, known, options)
    changed = save.write_output(output, data, overwrite=options.overwrite, dry_run=options.dry_run)
    return replace(computed.outcome, written=[output] if changed else [])


def _save(computed: Computed, sheets: Sequence[OutputSheet], known: Known | None, options: Options) -> RunOutcome:
    """Save the workbook, and only then forget the rounds that were kept until they are in it."""
    data = _graft(computed, sheets, known, options)
    before_round = min((new.number for new in computed.outcome.new_rounds), default=0)
    leaving = save.replace(computed.source, data, before_round)
    drop_rounds(computed.source.path, _find_spent(computed))
    digest = digest_of(data)
    if known is not None:
        keep_known(computed.source.path, computed.knowledge.beside, known, [computed.source.digest, digest])
        drop_note(computed.source.path)
    return replace(
        computed.outcome,
        written=_list_changed(computed, data),
        leaving=leaving,
        digest=digest,
    )


def _find_spent(computed: Computed) -> set[int]:
    """Return the kept rounds that have a sheet now, and those of which an earlier round was paired anew."""
    event, outcome = computed.outcome.event, computed.outcome
    kept = {each.number for each in computed.kept}
    if event is None or outcome.paired:
        return kept if outcome.paired else set()
    return kept & {*event.rounds, *event.unplayed, *event.published}


def _keep(computed: Computed, known: Known | None) -> RunOutcome:
    """Keep the rounds that this run has paired; the pages of no round are written that could be lost again.

    The workbook stays in the state that it is in, and beside it stands what this run has read.
    """
    outcome = computed.outcome
    if outcome.event is not None and outcome.paired:
        keep_rounds(computed.source, computed.kept, outcome.paired, outcome.event, outcome.format)
    if known is not None:
        known = known._replace(version=computed.knowledge.inside.version)
        keep_known(computed.source.path, computed.knowledge.beside, known, [computed.source.digest])
    program = find_other_program(outcome.workbook) or f"{outcome.workbook.name} is open in a program"
    return replace(outcome, waiting=f"{program}; close it there, and the new sheets are added.")


def _graft(computed: Computed, sheets: Sequence[OutputSheet], known: Known | None, options: Options) -> bytes:
    """Return the workbook with these sheets, what to do next, the problems, and the new rounds.

    Of the new rounds the running one is in front.
    """
    outcome, book = computed.outcome, make_workbook()
    seen = {problem.place.sheet for problem in outcome.problems if _leads_to(problem)}
    if sheets:
        workbook = options.output or outcome.workbook
        prints = options.prints or prints_folder(workbook)
        desk = fill_desk_sheet(outcome, sheets[0], workbook, prints)
        add_desk(book, desk)
        seen |= {line.link.sheet for line in desk.lines if line.link}
    filled = (*sheets, problems_sheet(outcome.problems, outcome.workbook.name))
    for sheet in filled:
        add_output_sheet(book, sheet)
    hidden = {sheet.sheet.name for sheet in filled if sheet.idle}
    if known is not None:
        add_log(book, known.lines)
        hidden |= set() if known.lines else {LOG.name}
        add_remembered(book, write_texts(known))
    beside: Mapping[str, str] = {}
    new_sheets = (*outcome.new_rounds, *outcome.to_type)
    if new_sheets:
        assert outcome.event is not None, "new rounds are of an event"
        for new in new_sheets:
            add_round(book, new, outcome.event, outcome.format)
        beside = find_neighbours(outcome.event, outcome.format, [new.number for new in new_sheets])
    running = title_round(running_round(outcome.results)) if outcome.new_rounds and outcome.results else ""
    [front] = [new.sheet.name for new in outcome.to_type] or [running if running in book.sheetnames else ""]
    rounds: Mapping[str, str] = {}
    if outcome.results is not None:
        rounds = {title_round(number): title_sheet(outcome.results, number) for number in outcome.results.event.rounds}
        hidden |= {title_round(number) for number in find_rounds_ahead(outcome.results)}
    tabs = Tabs(beside, hidden, seen - {"", REMEMBERED.name}, rounds)
    data = computed.source.data
    again = {new.sheet.name for new in outcome.paired}
    return graft(data, scratch_bytes(book), ours=computed.ours, rows=book.rows, front=front, tabs=tabs, again=again)


def _leads_to(problem: Problem) -> bool:
    """Tell whether the sheet of a problem has to be seen: because of an error, or of the link to its cell."""
    return problem.severity is Severity.ERROR or bool(problem.place.cell)


def _list_changed(computed: Computed, data: bytes) -> list[Path]:
    return [] if data == computed.source.data else [computed.outcome.workbook]
