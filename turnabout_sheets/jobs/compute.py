"""The first half of a run: what an event comes to, and who plays whom next. Nothing is written here."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from pathlib import Path

from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.core.problems import Problem, Severity, has_errors
from turnabout_sheets.event.results import Results, compute
from turnabout_sheets.jobs.check import check_book, find_notes
from turnabout_sheets.jobs.compare import Kind, judge
from turnabout_sheets.jobs.outcome import Options, RunOutcome
from turnabout_sheets.jobs.pair_anew import find_blank_round, has_blank_sheet, offer_blank_round
from turnabout_sheets.jobs.read import Book, read_book
from turnabout_sheets.reading.checks import check_event
from turnabout_sheets.reading.matches import round_number, title_round
from turnabout_sheets.reading.players import describe_few
from turnabout_sheets.rounds.elimination import check_bracket
from turnabout_sheets.rounds.new_round import NewRound
from turnabout_sheets.rounds.next_rounds import add_notes, due_rounds, make_blank_round, pair
from turnabout_sheets.sheets.grid import Grid
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.ooxml.ownership import require_free
from turnabout_sheets.workbook.ours.round_sheet import foresee_grid, read_foreseen


@dataclass(frozen=True)
class Computed:
    """What a run has found out before it writes anything: what it comes to where everything can be written."""

    outcome: RunOutcome
    book: Book
    answered: Set[tuple[Kind, str]] = frozenset()  # what would have been asked


def compute_run(path: Path, options: Options) -> Computed:
    """Read a workbook, and do what `compute_source` does. Raises `WorkbookError`, also where it cannot be read."""
    return compute_source(path, save.open_workbook(path), options)


def compute_source(path: Path, source: save.Source, options: Options) -> Computed:
    """Check the workbook called ``path`` as it is in ``source``, compute what the event comes to, and pair what is due.

    Rounds that were published before are in the event, whatever was asked for. Raises
    `WorkbookError` where there is a sheet in the way of a new round's, or something that is damaged.
    """
    book, anew = read_book(source), 0
    if options.anew and book.event is not None and options.anew == find_blank_round(book.event, book.format):
        anew, whole = options.anew, book
        book = read_book(source, lambda grids: [each for each in grids if round_number(each.name) != anew])
        if anew == 1 and book.event is not None and describe_few(book.event):  # it was answered when it was paired
            options = replace(options, answers=options.answers | {(Kind.FEW, "")})
    computed = _compute(path, book, options, anew)
    if anew and anew not in {new.number for new in computed.outcome.paired}:
        computed = _compute(path, whole, replace(options, anew=0), 0)
    outcome = computed.outcome
    blank = offer_blank_round(outcome.event, outcome.format, outcome.problems)
    return replace(computed, outcome=replace(outcome, blank_round=blank))


def _compute(path: Path, book: Book, options: Options, anew: int) -> Computed:
    outcome, warnings, answered = check_book(path, book, options.answers)
    event, results = book.event, outcome.results
    published = [read_foreseen(event, book.format, number) for number in event.published] if event is not None else []
    require_free(book.source.package, [new.sheet.name for new in published])
    notes = [*book.warn()] if event is not None else []
    outcome = replace(outcome, notes=notes, new_rounds=published)
    if results is None or has_errors(outcome.problems):
        problems = [*outcome.problems, *warnings]
        return Computed(replace(outcome, problems=problems, results=None), book, answered)

    paired: list[NewRound] = []
    found: list[Problem] = []
    problems = [*outcome.problems]
    while due := _find_due(book, results, options, anew):
        new, said = _pair_rounds(results, due)
        paired, found = paired + new, found + said
        if new:
            results, problems = _read_again(book, results, paired)
        if len(new) < len(due):
            break
    questions, void, again = judge(book, results.event, [new.number for new in paired], options.answers)
    if questions:
        problems = [*(each.problem for each in questions), *problems, *warnings]
        outcome = replace(outcome, exit=ExitCode.PROBLEMS, problems=problems, results=None, questions=questions)
        return Computed(outcome, book, answered)
    answered |= {(Kind.GONE, new.sheet.name) for new in paired} & options.answers
    answered |= {(Kind.FEW, "")} & options.answers if paired and paired[0].number == 1 else set()
    errors = [each for each in found if each.severity is Severity.ERROR]
    told = {(each.place, each.message) for each in errors}  # more than the check's warning of the same
    problems = [each for each in problems if (each.place, each.message) not in told] + errors + warnings
    outcome = replace(
        outcome,
        exit=ExitCode.NO_PAIRING if has_errors(problems) else ExitCode.DONE,
        event=results.event,
        problems=problems,
        notes=[*notes, *find_notes(book, results.event), *(each for each in found if each not in errors), *void],
        results=results,
        new_rounds=published + paired,
        to_type=make_blank_round(results),
        paired_again=again,
    )
    return Computed(outcome, book, answered)


def _find_due(book: Book, results: Results, options: Options, anew: int) -> Sequence[int]:
    """Return the rounds to be paired now. Raises `WorkbookError` where a sheet is in the way, before the work of it."""
    event, may_pair = results.event, options.pair and (options.pair_first or results.event.last_round > 0)
    due = due_rounds(results) if may_pair else ()
    taken = (each for each in due if each != anew and not has_blank_sheet(event, results.format, each))
    require_free(book.source.package, map(title_round, taken))
    return due


def _pair_rounds(results: Results, due: Sequence[int]) -> tuple[list[NewRound], list[Problem]]:
    """Pair rounds, up to the first that cannot be paired; return them and what there is to say."""
    paired: list[NewRound] = []
    problems: list[Problem] = []
    for number in due:
        new, found = pair(results, number)
        problems += found
        if new is None:
            break
        paired.append(add_notes(results, new))
    return paired, problems


def _read_again(book: Book, before: Results, paired: Sequence[NewRound]) -> tuple[Results, list[Problem]]:
    """Return what the next run will find once the ``paired`` rounds have their sheets, so that both write the same."""
    sheets = {new.number: foresee_grid(new, before.event) for new in paired}
    waiting = tuple(each for each in book.kept.waiting if round_number(each) in before.event.published)

    def change(grids: Sequence[Grid]) -> list[Grid]:
        return [*(each for each in grids if round_number(each.name) not in sheets), *sheets.values()]

    again = read_book(book.source, change, (book.inside, book.kept._replace(waiting=waiting)))
    assert again.event is not None, "an event without errors"
    results = compute(again.event, again.format)
    return results, [*again.problems, *check_event(again.event, again.format), *check_bracket(results)]
