"""Fills the sheet Desk from what a run comes to: the same for the same workbook, whoever looks at it and where."""

from __future__ import annotations

from collections.abc import Iterator
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
    warnings = sum(problem.severity is Severity.WARNING for problem in computed.problems)
    lines = [
        _describe_next(computed),
        *_describe_round(results),
        Line("Warnings", warnings, Link(PROBLEMS.name, sheet=PROBLEMS.name) if warnings else None),  # else it is hidden
        Line("Standings", describe_progress(results), Link(standings.sheet.name, sheet=standings.sheet.name)),
        *_count_marked(results),
        *_lead_to_pages(workbook, prints),
    ]
    leaders = standings.frame[["rank", "player", "points"]].head(MOST_LEADERS)
    return DeskSheet(lines, list(leaders.itertuples(index=False, name=None)), results.format.points_name)


def _describe_next(computed: Computed) -> Line:
    """Return the line that says what to do, as the next run finds it, to which no round is new."""
    computed, results = replace(computed, waiting=(), paired=()), computed.results
    step = find_next_step(computed)
    assert results is not None, "a run without errors"
    if step is NextStep.TYPE_RESULTS and is_untouched(results):
        step = NextStep.PLAY
    advice = advise(step, computed, load_words(FALLBACK))
    if step is NextStep.TYPE_RESULTS:  # the lines below say which are missing
        advice = advice._replace(stands="")
    ending = ": run again." if step is NextStep.PAIR else ", save, and run again." if advice.is_typed else "."
    return Line("Next", advice.say(ending), _link(step, results))


def _link(step: NextStep, results: Results) -> Link | None:
    """Return where it is done, if that is a sheet that is there."""
    match step:
        case NextStep.LIST_PLAYERS | NextStep.CLOSE:
            title = results.event.tables["Players"].title
        case NextStep.PLAY | NextStep.TYPE_RESULTS | NextStep.DECIDE:
            title = title_sheet(results, running_round(results))
        case NextStep.ALLOW_PAIRING:
            title = PROBLEMS.name
        case NextStep.ARCHIVE:
            title = results.format.output[0].name
        case _:
            return None
    return Link(title, sheet=title)


def _describe_round(results: Results) -> Iterator[Line]:
    """Yield how far the running round was; nothing where none is running."""
    number = 0 if results.finished else running_round(results)
    matches = [match for match in results.event.rounds.get(number, ()) if match.b != BYE]
    if matches:
        missing = sum(not is_reported(match, results.format.result_fields) for match in matches)
        link = Link(title_sheet(results, number), sheet=title_sheet(results, number))
        yield Line("Round", f"{number} of {results.scheduled}", link)
        yield Line("Results missing", f"{missing} of {len(matches)}", link)


def _count_marked(results: Results) -> Iterator[Line]:
    """Yield how many players are marked as here, and how many have paid; nothing where nobody is marked."""
    for what, count in results.event.count_marked().items():
        shown = f"{count} of {len(results.event.expected)}"
        yield Line(what.capitalize(), shown, Link("Players", sheet="Players"))


def _lead_to_pages(workbook: Path, prints: Path) -> Iterator[Line]:
    """Yield where the pages are, if that can be said without a path of this computer, and at all: beside the workbook.

    Who renames the workbook finds those of before until the next run, which makes new ones and leads to them.
    """
    folder = read_name(prints.name)
    if follow_links(prints.parent) == follow_links(workbook.parent) and folder == as_text(folder):
        # Letters of other alphabets stay, as spreadsheet programs write them.
        address = "".join(quote(each) if each.isascii() else each for each in f"{folder}/{INDEX}")
        yield Line("Pages", "Slips, pairings and standings, to print.", Link(INDEX, address=address))
