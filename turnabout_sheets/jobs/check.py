"""Reads a workbook and finds its problems, which every job begins with. What only writing needs is not loaded here."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace
from pathlib import Path

from turnabout_sheets.core.problems import Problem, has_errors
from turnabout_sheets.event.model import Event
from turnabout_sheets.event.output_sheets import PROBLEMS
from turnabout_sheets.event.results import compute
from turnabout_sheets.jobs.compare import Kind, choose, find
from turnabout_sheets.jobs.outcome import Computed
from turnabout_sheets.jobs.read import Book, read_book
from turnabout_sheets.reading.checks import check_event, sum_up_columns
from turnabout_sheets.rounds.elimination import check_bracket
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.ours.recognition import ours_of, warn_of_others


def check(path: Path) -> Computed:
    """Read and check a workbook; nothing is written. Raises `WorkbookError` where it cannot be read."""
    return check_read(path, read_book(save.open_workbook(path)))


def check_read(path: Path, book: Book, answers: Set[tuple[Kind, str]] = frozenset()) -> Computed:
    """Check the workbook called ``path`` as it was read; nothing is asked that is answered.

    What is asked takes the place of all that its sheet has besides, and of what does not fit across rows and rounds:
    that has the same cause.
    """
    (found, told), event, format = find(book), book.event, book.format
    questions = choose([each for each in found if each.name not in answers or not each.answers.stay])
    problems, results, notes = [*book.problems], None, [*book.warn()] if event is not None else []
    if questions:
        asked = [each.problem for each in questions]
        sheets = {each.place.sheet for each in asked}
        if questions[0].kind is Kind.NEW_EVENT:  # then what does not fit is of the earlier event
            problems = []
        problems = asked + [each for each in problems if each.place.sheet not in sheets]
    else:
        problems += check_event(event, format) if event else ()
        if event is None or has_errors(problems):
            problems = [*sum_up_columns(problems, event, format), *problems]
        else:
            results = compute(event, format)
            problems += check_bracket(results)
            results = None if has_errors(problems) else results
    if results is not None and (found_once := _list_notes(book, results.event)):
        shown = _list_notes(book, book.last[0]) if book.last else ()
        notes += [each for each in found_once if each not in shown]
    problems += told
    problems += warn_of_others(book.homes, [PROBLEMS.name] if results is None else ours_of(format).names)
    answered = {each.name for each in found} & answers
    computed = Computed(path, book, event, problems, notes, changed=told, results=results)
    return replace(computed, questions=questions, answered=answered)


def _list_notes(book: Book, event: Event) -> list[Problem]:
    return [problem for note in book.format.notes for problem in note(event)]
