"""Puts the sheets of a run into the bytes of its workbook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from turnabout_sheets.changes.log import LOG, REMEMBERED
from turnabout_sheets.core.problems import Problem, Severity
from turnabout_sheets.event.format import OutputSheet
from turnabout_sheets.event.output_sheets import problems_sheet
from turnabout_sheets.event.results import find_rounds_ahead, running_round
from turnabout_sheets.jobs.compute import Computed
from turnabout_sheets.jobs.desk_sheet import fill_desk_sheet
from turnabout_sheets.jobs.next_step import title_sheet
from turnabout_sheets.jobs.outcome import Options, prints_folder
from turnabout_sheets.jobs.state import State, write_state
from turnabout_sheets.reading.matches import title_round
from turnabout_sheets.workbook.ooxml.graft import graft
from turnabout_sheets.workbook.ooxml.tabs import Tabs
from turnabout_sheets.workbook.ours.book import make_workbook, scratch_bytes
from turnabout_sheets.workbook.ours.recognition import ours_of
from turnabout_sheets.workbook.ours.round_sheet import add_round, find_neighbours
from turnabout_sheets.workbook.ours.run_sheets import add_desk, add_log, add_output_sheet, add_remembered


def graft_sheets(computed: Computed, sheets: Sequence[OutputSheet], state: State | None, options: Options) -> bytes:
    """Return the workbook with these sheets, what to do next, the problems, the new rounds, and the state.

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
    if state is not None:
        add_log(book, state.lines)
        hidden |= set() if state.lines else {LOG.name}
        add_remembered(book, write_state(state.as_inside()))
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
    again, ours = {new.sheet.name for new in outcome.paired}, ours_of(outcome.format)
    data = computed.book.source.data
    return graft(data, scratch_bytes(book), ours=ours, rows=book.rows, front=front, tabs=tabs, again=again)


def _leads_to(problem: Problem) -> bool:
    """Tell whether the sheet of a problem has to be seen: because of an error, or of the link to its cell."""
    return problem.severity is Severity.ERROR or bool(problem.place.cell)
