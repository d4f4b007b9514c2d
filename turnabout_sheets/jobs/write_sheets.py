"""Puts the sheets of a run into the bytes of its workbook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from turnabout_sheets.changes.log import LOG, REMEMBERED
from turnabout_sheets.core.problems import Severity
from turnabout_sheets.event.output_sheets import OutputSheet, problems_sheet
from turnabout_sheets.event.results import find_rounds_ahead, running_round
from turnabout_sheets.jobs.desk_sheet import fill_desk_sheet
from turnabout_sheets.jobs.next_step import title_sheet
from turnabout_sheets.jobs.outcome import Computed, Options
from turnabout_sheets.jobs.state import State, write_state
from turnabout_sheets.reading.matches import title_round
from turnabout_sheets.workbook.ooxml.graft import graft
from turnabout_sheets.workbook.ooxml.tabs import Tabs
from turnabout_sheets.workbook.ours.book import make_workbook, scratch_bytes
from turnabout_sheets.workbook.ours.recognition import ours_of
from turnabout_sheets.workbook.ours.round_sheet import add_round, find_neighbours
from turnabout_sheets.workbook.ours.run_sheets import add_desk, add_log, add_output_sheet, add_remembered


def graft_sheets(computed: Computed, sheets: Sequence[OutputSheet], state: State | None, options: Options) -> bytes:
    """Return the workbook with these sheets, Desk, Problems, the state, and new rounds, the running one in front."""
    book, results = make_workbook(), computed.results
    problems = (each for each in computed.problems if each.severity is Severity.ERROR or each.place.cell)
    seen = {each.place.sheet for each in problems}  # that have an error, or a cell to follow a link to
    if sheets:
        workbook = options.output or computed.workbook
        desk = fill_desk_sheet(computed, sheets[0], workbook, options.find_prints(workbook))
        add_desk(book, desk)
        seen |= {line.link.sheet for line in desk.lines if line.link}
    filled = (*sheets, problems_sheet(computed.problems, computed.workbook.name))
    for sheet in filled:
        add_output_sheet(book, sheet)
    hidden = {sheet.sheet.name for sheet in filled if sheet.idle}
    if state is not None:
        add_log(book, state.lines)
        hidden |= set() if state.lines else {LOG.name}
        add_remembered(book, write_state(state.as_inside()))
    beside: Mapping[str, str] = {}
    new_sheets = (*computed.new_rounds, *computed.to_type)
    if new_sheets:
        assert computed.event is not None, "new rounds are of an event"
        for new in new_sheets:
            add_round(book, new, computed.event, computed.format)
        beside = find_neighbours(computed.event, computed.format, [new.number for new in new_sheets])
    front, rounds = "", dict[str, str]()
    if results is not None:
        titles = (*(new.sheet.name for new in computed.to_type), title_round(running_round(results)))
        front = next((each for each in titles if each in book.sheetnames), "")
        rounds = {title_round(number): title_sheet(results, number) for number in results.event.rounds}
        hidden |= {title_round(number) for number in find_rounds_ahead(results)}
    tabs = Tabs(beside, hidden, seen - {"", REMEMBERED.name}, rounds)
    again, ours = {new.sheet.name for new in computed.paired}, ours_of(computed.format)
    data = computed.book.source.data
    return graft(data, scratch_bytes(book), ours=ours, rows=book.rows, front=front, tabs=tabs, again=again)
