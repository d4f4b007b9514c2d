"""Fills the sheet Desk from what a run comes to: the same for the same workbook, whoever looks at it and where."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final
from urllib.parse import quote

from turnabout_sheets.core.file_names import as_text, read_name
from turnabout_sheets.core.ordinary_files import follow_links
from turnabout_sheets.core.problems import Severity
from turnabout_sheets.event.model import BYE
from turnabout_sheets.event.output_sheets import PROBLEMS, DeskSheet, Line, Link, OutputSheet, describe_progress
from turnabout_sheets.event.progress import is_reported
from turnabout_sheets.event.results import Results, running_round
from turnabout_sheets.jobs.next_step import NextStep, advise, find_next_step, is_untouched, title_sheet
from turnabout_sheets.jobs.outcome import Computed
from turnabout_sheets.prints.making import FILE as INDEX
from turnabout_sheets.prints.words import FALLBACK, load_words

MOST_LEADERS: Final = 10


def fill_desk_sheet(computed: Computed, standings: OutputSheet, workbook: Path, prints: Path) -> DeskSheet:
    """Return the sheet of a ``workbook``, after a run without errors, with its pages in ``prints``."""
    results = computed.results
    assert results is not None, "a run without errors"
    lines = [_describe_next(computed, results)]
    number = 0 if results.finished else running_round(results)
    if matches := [match for match in results.event.rounds.get(number, ()) if match.b != BYE]:
        missing = sum(not is_reported(match, results.format.result_fields) for match in matches)
        link = _link(title_sheet(results, number))
        lines.append(Line("Round", f"{number} of {results.scheduled}", link))
        lines.append(Line("Results missing", f"{missing} of {len(matches)}", link))
    warnings = sum(problem.severity is Severity.WARNING for problem in computed.problems)
    lines.append(Line("Warnings", warnings, _link(PROBLEMS.name) if warnings else None))  # else that sheet is hidden
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
    return DeskSheet(lines, list(leaders.itertuples(index=False, name=None)), results.format.points_name)


def _describe_next(computed: Computed, results: Results) -> Line:
    """Return the line that says what to do, as the next run finds it, to which no round is new."""
    computed = replace(computed, waiting=(), paired=())
    step = find_next_step(computed)
    if step is NextStep.TYPE_RESULTS and is_untouched(results):
        step = NextStep.PLAY
    advice, title = advise(step, computed, load_words(FALLBACK)), ""
    match step:
        case NextStep.LIST_PLAYERS | NextStep.CLOSE:
            title = results.event.tables["Players"].title
        case NextStep.PLAY | NextStep.TYPE_RESULTS | NextStep.DECIDE:
            title = title_sheet(results, running_round(results))
        case NextStep.ALLOW_PAIRING:
            title = PROBLEMS.name
        case NextStep.ARCHIVE:
            title = results.format.output[0].name
    if step is NextStep.TYPE_RESULTS:  # the lines below say which are missing
        advice = advice._replace(stands="")
    ending = ": run again." if step is NextStep.PAIR else ", save, and run again." if advice.is_typed else "."
    return Line("Next", advice.say(ending), _link(title) if title else None)


def _link(title: str) -> Link:
    return Link(title, sheet=title)
