"""Puts the sheets of a run into the bytes of its workbook: the same for the same workbook, wherever it is run."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from dataclasses import replace
from typing import Final
from urllib.parse import quote

from turnabout_sheets.changes.effects import LATE
from turnabout_sheets.changes.log import LOG, REMEMBERED
from turnabout_sheets.core.file_names import as_text
from turnabout_sheets.core.problems import Severity
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
from turnabout_sheets.event.results import Results, find_rounds_ahead, running_round
from turnabout_sheets.jobs.next_step import NextStep, advise, find_next_step, title_sheet
from turnabout_sheets.jobs.outcome import Computed
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


def graft_sheets(computed: Computed, sheets: Sequence[OutputSheet], state: State | None, folder: str) -> bytes:
    """Return the workbook with these sheets, Desk, Problems, the state, and new rounds, the running one in front.

    ``folder`` beside it has the pages, to which a link leads; blank: they are elsewhere.
    """
    event, results, new_sheets = computed.event, computed.results, (*computed.new_rounds, *computed.to_type)
    book = NewBook(event.settings.paper) if event is not None else NewBook()
    problems = (each for each in computed.problems if each.severity is Severity.ERROR or each.place.cell)
    seen = {each.place.sheet for each in problems}  # that have an error, or a cell to follow a link to
    hidden, front, beside = set[str](), "", dict[str, str]()
    if results is not None:
        desk = _fill_desk_sheet(computed, results, sheets[0], folder)
        add_desk(book, desk)
        seen |= {line.link.sheet for line in desk.lines if line.link}
    for sheet in (*sheets, problems_sheet(computed.problems, computed.workbook.name)):
        add_output_sheet(book, sheet)
        (hidden if sheet.idle else seen).add(sheet.sheet.name)
    if state is not None:
        add_log(book, state.lines)
        (seen if any(line.followed.startswith(LATE) for line in state.lines) else hidden).add(LOG.name)
        add_remembered(book, write_state(state.as_inside()))
    if event is not None:
        for new in new_sheets:
            add_round(book, new, event, computed.format)
        beside |= find_neighbours(event, computed.format, [new.number for new in new_sheets])
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


def _fill_desk_sheet(computed: Computed, results: Results, standings: OutputSheet, folder: str) -> DeskSheet:
    """Return the sheet after a run without errors."""

    def link(title: str) -> Link:
        return Link(title, sheet=title)

    after = replace(computed, waiting=(), paired=())  # as the next run finds it, to which no round is new
    step = find_next_step(after, to_print=True)
    advice = advise(step, after, load_words(FALLBACK))
    if step is NextStep.TYPE_RESULTS:  # the lines below say which are missing
        advice = advice._replace(stands="")
    ending = ": run again." if step is NextStep.PAIR else ", save, and run again." if advice.is_typed else "."
    lines, number = [Line("Next", advice.say(ending))], 0 if results.finished else running_round(results)
    if matches := [match for match in results.event.rounds.get(number, ()) if match.b != BYE]:
        missing = sum(match.index in results.event.outstanding for match in matches)
        sheet = link(title_sheet(results, number))
        lines.append(Line("Round", f"{number} of {results.scheduled}", sheet))
        lines.append(Line("Results missing", f"{missing} of {len(matches)}", sheet))
    warnings = sum(problem.severity is Severity.WARNING for problem in computed.problems)
    lines.append(Line("Warnings", warnings, link(PROBLEMS.name) if warnings else None))  # else hidden, perhaps
    lines.append(Line("Standings", describe_progress(results), link(standings.sheet.name)))
    for what, count in results.event.count_marked().items():
        lines.append(Line(what.capitalize(), f"{count} of {len(results.event.expected)}", link("Players")))
    with contextlib.suppress(UnicodeError):  # whatever encoding the system has here
        folder = os.fsencode(folder).decode()
    # No path of this computer: a workbook that is renamed leads to its former pages until the next run.
    if folder and folder == as_text(folder):
        # Letters of other alphabets stay, as spreadsheet programs write them.
        address = "".join(quote(each) if each.isascii() else each for each in f"{folder}/{INDEX}")
        lines.append(Line("Pages", "Slips, pairings and standings, to print.", Link(INDEX, address=address)))
    leaders = standings.frame[["rank", "player", "points"]].head(MOST_LEADERS)
    charts = results.format.make_charts(results) if results.played >= FEWEST_ROUNDS else ()
    return DeskSheet(lines, [*leaders.itertuples(index=False, name=None)], results.format.points_name, charts)
