"""Reads a workbook and finds its problems, which every job begins with. What only writing needs is not loaded here."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path

from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.core.problems import Problem, has_errors
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import Event
from turnabout_sheets.event.output_sheets import PROBLEMS
from turnabout_sheets.event.results import Results, compute
from turnabout_sheets.jobs.compare import Finding, Kind, choose, find, warn_of_changed
from turnabout_sheets.jobs.outcome import RunOutcome
from turnabout_sheets.jobs.pair_anew import offer_blank_round
from turnabout_sheets.jobs.read import Book, read_book
from turnabout_sheets.jobs.state import State, read_inside
from turnabout_sheets.reading.checks import check_event, sum_up_columns
from turnabout_sheets.rounds.elimination import check_bracket
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.ours.recognition import ours_of, warn_of_others


def check(path: Path) -> RunOutcome:
    """Read and check a workbook; nothing is written. Raises `WorkbookError` where it cannot be read."""
    return check_source(path, save.open_workbook(path))


def check_source(path: Path, source: save.Source, *, is_alone: bool = False) -> RunOutcome:
    """Read and check the workbook called ``path`` as it is in ``source``; ``is_alone``: nothing is kept beside it.

    Raises `WorkbookError`.
    """
    return check_read(path, read_book(source, known=(read_inside(source), State()) if is_alone else None))


def check_read(path: Path, book: Book) -> RunOutcome:
    """Check the workbook called ``path`` as it was read."""
    outcome, warnings, _ = check_book(path, book)
    problems = [*outcome.problems, *warnings, *find_notes(book, book.event)]
    blank = offer_blank_round(book.event, book.format, problems)
    return replace(outcome, problems=problems, blank_round=blank, only_checked=True)


def check_book(
    path: Path, book: Book, answers: Collection[tuple[Kind, str]] = ()
) -> tuple[RunOutcome, list[Problem], set[tuple[Kind, str]]]:
    """Return what a workbook comes to, warnings that are told after all else, and the questions that are answered.

    Without the sheets Event and Players nothing goes on.
    """
    found = find(book)
    asked = choose([each for each in found if each.name not in answers or not each.answers.stay])
    problems, results = find_problems(book.event, book.format, book.problems, asked)
    # Where problems stop a run, it writes no other sheet than Problems.
    written = [PROBLEMS.name] if has_errors(problems) else ours_of(book.format).names
    warnings = [*warn_of_others(book.homes, written), *warn_of_changed(book)]
    exit = ExitCode.PROBLEMS if has_errors(problems) else ExitCode.DONE
    waiting = book.event.published if book.event is not None else ()
    outcome = RunOutcome(path, exit, book.event, book.format, problems, results=results, kept=waiting, questions=asked)
    return outcome, warnings, {each.name for each in found} & {*answers}


def find_problems(
    event: Event | None, format: Format, in_cells: Sequence[Problem], found: Sequence[Finding] = ()
) -> tuple[list[Problem], Results | None]:
    """Return all problems, and the results where there is no error before they are computed.

    What is ``found`` takes the place of all that its sheet has besides, and of what does not fit across rows and
    rounds: that has the same cause.
    """
    if found:
        asked = [each.problem for each in found]
        sheets = {each.place.sheet for each in asked}
        return asked + [each for each in in_cells if each.place.sheet not in sheets], None
    problems = [*in_cells, *(check_event(event, format) if event else [])]
    if event is None or has_errors(problems):
        return [*sum_up_columns(problems, format), *problems], None
    results = compute(event, format)
    return problems + check_bracket(results), results


def find_notes(book: Book, event: Event | None) -> list[Problem]:
    """Return what is told once of an event, and was not to be told of it when the last run read it."""
    if event is None:
        return []
    found = [problem for note in book.format.notes for problem in note(event, book.format)]
    last = book.inside if book.inside.number < book.state.number else book.state  # an edit since was no run
    before = book.read(last) if found else None
    known = [problem for note in book.format.notes for problem in note(before[0], book.format)] if before else []
    return [each for each in found if each not in known]
