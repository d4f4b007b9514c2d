"""Reads a workbook and finds its problems, which every job begins with. What only writing needs is not loaded here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from turnabout_sheets.core.problems import Problem, has_errors
from turnabout_sheets.event.model import Event
from turnabout_sheets.event.output_sheets import PROBLEMS
from turnabout_sheets.event.results import Results, compute
from turnabout_sheets.jobs.compare import Finding, Kind, choose, find, warn_of_changed
from turnabout_sheets.jobs.outcome import Computed
from turnabout_sheets.jobs.read import Book, read_book
from turnabout_sheets.jobs.state import State
from turnabout_sheets.reading.checks import check_event, sum_up_columns
from turnabout_sheets.rounds.elimination import check_bracket
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.ours.recognition import ours_of, warn_of_others


def check(path: Path) -> Computed:
    """Read and check a workbook; nothing is written. Raises `WorkbookError` where it cannot be read."""
    return check_source(path, save.open_workbook(path))


def check_source(path: Path, source: save.Source, *, is_alone: bool = False) -> Computed:
    """Do the same as the workbook is in ``source``; ``is_alone``: nothing is kept beside it."""
    return check_read(path, read_book(source, State() if is_alone else None))


def check_read(path: Path, book: Book) -> Computed:
    """Check the workbook called ``path`` as it was read."""
    questions = choose(find(book))
    problems, results = find_problems(book, questions)
    problems += [*warn(book, is_stopped=results is None), *find_notes(book, book.event)]
    return Computed(path, book, book.event, problems, questions=questions, results=results)


def find_problems(book: Book, questions: Sequence[Finding]) -> tuple[list[Problem], Results | None]:
    """Return all problems, and the results where there is no error.

    What is asked takes the place of all that its sheet has besides, and of what does not fit across rows and rounds:
    that has the same cause.
    """
    event, format = book.event, book.format
    if questions:
        asked = [each.problem for each in questions]
        sheets = {each.place.sheet for each in asked}
        is_new = questions[0].kind is Kind.NEW_EVENT  # then what does not fit is of the earlier event
        return asked + [each for each in book.problems if not is_new and each.place.sheet not in sheets], None
    problems = [*book.problems, *(check_event(event, format) if event else [])]
    if event is None or has_errors(problems):
        return [*sum_up_columns(problems, event, format), *problems], None
    results = compute(event, format)
    problems += check_bracket(results)
    return problems, None if has_errors(problems) else results


def warn(book: Book, *, is_stopped: bool) -> Iterator[Problem]:
    """Yield what is odd about the program's own sheets, and about rounds that were changed before any result."""
    yield from warn_of_others(book.homes, [PROBLEMS.name] if is_stopped else ours_of(book.format).names)
    yield from warn_of_changed(book)


def find_notes(book: Book, event: Event | None) -> list[Problem]:
    """Return what is shown once of an event, and had not to be shown when the last run read it."""
    found = [problem for note in book.format.notes for problem in note(event)] if event is not None else []
    before = book.printed if found else None
    known = [problem for note in book.format.notes for problem in note(before[0])] if before else []
    return [each for each in found if each not in known]
