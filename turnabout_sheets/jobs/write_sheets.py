"""Puts the sheets of a run into the bytes of its workbook: the same for the same workbook, wherever it is run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final
from urllib.parse import quote

from turnabout_sheets.changes.effects import LATE
from turnabout_sheets.changes.log import LOG, REMEMBERED
from turnabout_sheets.core.file_names import as_text, read_name
from turnabout_sheets.core.problems import Severity
from turnabout_sheets.core.safe_files import follow_links
from turnabout_sheets.event.model import BYE
from turnabout_sheets.event.output_sheets import (
    DESK,
    PROBLEMS,
    DeskSheet,
    Line,
    Link,
    OutputSheet,
    describe_progress,
    problems_sheet,
)
from turnabout_sheets.event.progress import is_reported
from turnabout_sheets.event.results import find_rounds_ahead, running_round
from turnabout_sheets.jobs.next_step import NextStep, advise, find_next_step, title_sheet
from turnabout_sheets.jobs.outcome import Computed, Options
from turnabout_sheets.jobs.state import State, write_state
from turnabout_sheets.prints.making import FILE as INDEX
from turnabout_sheets.prints.words import FALLBACK, load_words
from turnabout_sheets.reading.matches import title_round
from turnabout_sheets.sheets.declarations import HOW_TO
from turnabout_sheets.workbook.ooxml.book import NewBook
from turnabout_sheets.workbook.ooxml.graft import graft
from turnabout_sheets.workbook.ooxml.workbook_part import Tabs
from turnabout_sheets.workbook.ours.recognition import ours_of
from turnabout_sheets.workbook.ours.round_sheet import add_round, find_neighbours
from turnabout_sheets.workbook.ours.run_sheets import add_desk, add_log, add_output_sheet, add_remembered

MOST_LEADERS: Final = 10
FEWEST_ROUNDS: Final = 3  # with fewer, a chart says nothing


def graft_sheets(computed: Computed, sheets: Sequence[OutputSheet], state: State | None, options: Options) -> bytes:
    """Return the workbook with these sheets, Desk, Problems, the state, and new rounds, the running one in front."""
    event, results = computed.event, computed.results
    book = NewBook(event.settings.paper) if event is not None else NewBook()
    problems = (each for each in computed.problems if each.severity is Severity.ERROR or each.place.cell)
    seen = {each.place.sheet for each in problems}  # that have an error, or a cell to follow a link to
    if sheets:
        workbook = options.output or computed.workbook
        desk = _fill_desk_sheet(computed, sheets[0], workbook, options.find_prints(workbook))
        add_desk(book, desk)
        seen |= {line.link.sheet for line in desk.lines if line.link}
    hidden = set[str]()
    for sheet in (*sheets, problems_sheet(computed.problems, computed.workbook.name)):
        add_output_sheet(book, sheet)
        (hidden if sheet.idle else seen).add(sheet.sheet.name)
    if state is not None:
        add_log(book, state.lines)
        (seen if any(line.followed.startswith(LATE) for line in state.lines) else hidden).add(LOG.name)
        add_remembered(book, write_state(state.as_inside()))
    beside: Mapping[str, str] = {}
    new_sheets = (*computed.new_rounds, *computed.to_type)
    if new_sheets:
        assert computed.event is not None, "new rounds are of an event"
        for new in new_sheets:
            add_round(book, new, computed.event, computed.format)
        beside = find_neighbours(computed.event, computed.format, [new.number for new in new_sheets])
    front = ""
    if results is not None:
        running, ahead = running_round(results), find_rounds_ahead(results)
        titles = (*(new.sheet.name for new in computed.to_type), title_round(running))
        front = next((each for each in titles if each in book.sheetnames), "")
        hidden |= {title_round(number) for number in ahead}
        begun = (number for number in results.event.rounds if number >= running and number not in ahead)
        seen |= {title_sheet(results, number) for number in begun}
    tabs = Tabs(beside, hidden, seen - {"", REMEMBERED.name}, first=DESK.name, last=HOW_TO)
    again, ours = {new.sheet.name for new in computed.paired}, ours_of(computed.format)
    return graft(computed.book.source.data, book, ours=ours, front=front, tabs=tabs, again=again)


def _fill_desk_sheet(computed: Computed, standings: OutputSheet, workbook: Path, prints: Path) -> DeskSheet:
    """Return the sheet of a ``workbook``, after a run without errors, with its pages in ``prints``."""
    results = computed.results
    assert results is not None, "a run without errors"
    lines = [_describe_next(computed)]
    number = 0 if results.finished else running_round(results)
    if matches := [match for match in results.event.rounds.get(number, ()) if match.b != BYE]:
        missing = sum(not is_reported(match, results.format.result_fields) for match in matches)
        link = _link(title_sheet(results, number))
        lines.append(Line("Round", f"{number} of {results.scheduled}", link))
        lines.append(Line("Results missing", f"{missing} of {len(matches)}", link))
    warnings = sum(problem.severity is Severity.WARNING for problem in computed.problems)
    lines.append(Line("Warnings", warnings, _link(PROBLEMS.name) if warnings else None))  # else hidden, perhaps
    lines.append(Line("Standings", describe_progress(results), _link(standings.sheet.name)))
    for what, count in results.event.count_marked().items():
        lines.append(Line(what.capitalize(), f"{count} of {len(results.event.expected)}", _link("Players")))
    folder = read_name(prints.name)
    # No path of this computer: a workbook that is renamed leads to its former pages until the next run.
    if follow_links(prints.parent) == follow_links(workbook.parent) and folder == as_text(folder):
        # Letters of other alphabets stay, as spreadsheet programs write them.
        address = "".join(quote(each) if each.isascii() else each for each in f"{folder}/{INDEX}")
        lines.append(Line("Pages", "Slips, pairings and standings, to print.", Link(INDEX, address=address)))
    leaders = standings.frame[["rank", "player", "points"]].head(MOST_LEADERS)
    charts = results.format.make_charts(results) if results.played >= FEWEST_ROUNDS else ()
    return DeskSheet(lines, [*leaders.itertuples(index=False, name=None)], results.format.points_name, charts)


def _describe_next(computed: Computed) -> Line:
    """Return the line that says what to do, as the next run finds it, to which no round is new."""
    computed = replace(computed, waiting=(), paired=())
    step = find_next_step(computed, to_print=True)
    advice = advise(step, computed, load_words(FALLBACK))
    if step is NextStep.TYPE_RESULTS:  # the lines below say which are missing
        advice = advice._replace(stands="")
    ending = ": run again." if step is NextStep.PAIR else ", save, and run again." if advice.is_typed else "."
    return Line("Next", advice.say(ending))


def _link(title: str) -> Link:
    return Link(title, sheet=title)
