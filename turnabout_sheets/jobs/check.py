"""Reads a workbook and finds its problems, which every job begins with. What only writing needs is not loaded here."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from turnabout_sheets.changes.guards import Question, choose_asked
from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.core.problems import Problem, has_errors
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import Event
from turnabout_sheets.event.output_sheets import PROBLEMS
from turnabout_sheets.event.results import Results, compute
from turnabout_sheets.jobs.kept_rounds import read_kept_rounds
from turnabout_sheets.jobs.knowledge import Knowledge
from turnabout_sheets.jobs.lost_sheets import ask_about_lost_sheets, find_lost, put_beside
from turnabout_sheets.jobs.outcome import RunOutcome
from turnabout_sheets.jobs.pair_anew import offer_blank_round
from turnabout_sheets.jobs.read import read_source
from turnabout_sheets.reading.checks import check_event, sum_up_columns
from turnabout_sheets.reading.published import PublishedRound
from turnabout_sheets.rounds.elimination import check_bracket
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.ooxml.ownership import Ours, find_homes
from turnabout_sheets.workbook.ours.recognition import ours_of, warn_of_others


def check(path: Path) -> RunOutcome:
    """Read and check a workbook; nothing is written. Raises `WorkbookError` where it cannot be read."""
    source = save.open_workbook(path)
    return check_source(path, source, read_kept_rounds(source.path))


def check_source(path: Path, source: save.Source, kept: Sequence[PublishedRound] = ()) -> RunOutcome:
    """Read and check the workbook called ``path`` as it is in ``source``, with ``kept`` rounds (see `read_source`).

    Raises `WorkbookError`.
    """
    lost = find_lost(source)
    event, format, in_cells = read_source(source, kept, partial(put_beside, lost))
    ours = ours_of(format)
    questions: list[Question] = []
    changed: list[Problem] = []
    if event is not None:
        knowledge = Knowledge(source, ours)
        changed += knowledge.warn_of_changed(event, format)
        changed += knowledge.find_notes(event, format)
        questions = choose_asked(ask_about_lost_sheets(lost) or knowledge.ask(event, format))
    problems, results = find_problems(event, format, in_cells, questions)
    problems += examine_sheets(source, ours, problems) + changed
    exit = ExitCode.PROBLEMS if has_errors(problems) else ExitCode.DONE
    waiting = event.published if event is not None else ()
    return RunOutcome(
        path,
        exit,
        event,
        format,
        problems,
        results=results,
        kept=waiting,
        only_checked=True,
        questions=questions,
        blank_round=offer_blank_round(event, format, problems),
    )


def find_problems(
    event: Event | None, format: Format, in_cells: list[Problem], questions: Sequence[Question] = ()
) -> tuple[list[Problem], Results | None]:
    """Return all problems, and the results where there is no error before they are computed.

    What is asked takes the place of all that its sheet has besides, and of what does not fit across rows and rounds:
    that has the same cause.
    """
    if questions:
        asked = [each.problem for each in questions]
        sheets = {each.place.sheet for each in asked}
        return asked + [each for each in in_cells if each.place.sheet not in sheets], None
    problems = in_cells + (check_event(event, format) if event else [])
    if event is None or has_errors(problems):
        return [*sum_up_columns(problems, format), *problems], None
    results = compute(event, format)
    return problems + check_bracket(results), results


def examine_sheets(source: save.Source, ours: Ours, problems: Sequence[Problem]) -> list[Problem]:
    """Return warnings of sheets of the organizer's that have our names.

    Where problems stop a run, it writes no other sheet than Problems.
    """
    written = [PROBLEMS.name] if has_errors(problems) else ours.names
    return [*warn_of_others(find_homes(source.package, ours), written)]
