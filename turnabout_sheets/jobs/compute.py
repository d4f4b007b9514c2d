"""The first half of a run: what an event comes to, and who plays whom next. Nothing is written here."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from turnabout_sheets.changes.guards import Asked, choose_asked
from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.core.problems import Problem, Severity, has_errors
from turnabout_sheets.event.model import Event
from turnabout_sheets.event.results import Results, compute
from turnabout_sheets.jobs.check import examine_sheets, find_problems
from turnabout_sheets.jobs.kept_rounds import make_new_rounds, read_kept_rounds
from turnabout_sheets.jobs.knowledge import Knowledge
from turnabout_sheets.jobs.lost_sheets import ask_about_lost_sheets, find_lost, put_beside
from turnabout_sheets.jobs.outcome import Options, RunOutcome
from turnabout_sheets.jobs.pair_anew import find_blank_round, has_blank_sheet, leave_out_round, offer_blank_round
from turnabout_sheets.jobs.read import read_source
from turnabout_sheets.reading.checks import check_event
from turnabout_sheets.reading.matches import round_number, title_round
from turnabout_sheets.reading.players import describe_few
from turnabout_sheets.reading.published import PublishedRound
from turnabout_sheets.rounds.elimination import check_bracket
from turnabout_sheets.rounds.new_round import NewRound
from turnabout_sheets.rounds.next_rounds import add_notes, due_rounds, make_blank_round, pair
from turnabout_sheets.sheets.grid import Grid
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.ooxml.ownership import Ours, require_free
from turnabout_sheets.workbook.ours.recognition import ours_of
from turnabout_sheets.workbook.ours.round_sheet import foresee_grid


@dataclass(frozen=True)
class Computed:
    """What a run has found out before it writes anything.

    ``outcome`` is what the run comes to where everything can be written as it should be. ``source`` and ``kept`` are
    what it was computed from, ``read`` the event as it stands there; ``ours`` says which sheets are the program's, and
    ``knowledge`` what was known of it, ``answered`` the questions that would have been asked and are answered.
    ``anew``: the round that is paired though its sheet is there, 0 for none.
    """

    outcome: RunOutcome
    source: save.Source
    kept: Sequence[PublishedRound]
    ours: Ours
    knowledge: Knowledge
    read: Event | None = None
    answered: Set[tuple[Asked, int]] = frozenset()
    anew: int = 0


def compute_run(path: Path, options: Options) -> Computed:
    """Read a workbook, and do what `compute_source` does. Raises `WorkbookError`, also where it cannot be read."""
    return compute_source(path, save.open_workbook(path), options)


def compute_source(path: Path, source: save.Source, options: Options) -> Computed:
    """Check the workbook called ``path`` as it is in ``source``, compute what the event comes to, and pair what is due.

    Rounds that were published before are in the event, whatever was asked for. Raises
    `WorkbookError` where there is a sheet in the way of a new round's, or something that is damaged.
    """
    computed = _compute(path, source, options)
    if computed.anew and computed.anew not in {new.number for new in computed.outcome.paired}:
        computed = _compute(path, source, replace(options, anew=0))
    outcome = computed.outcome
    blank = offer_blank_round(outcome.event, outcome.format, outcome.problems)
    return replace(computed, outcome=replace(outcome, blank_round=blank))


def _compute(path: Path, source: save.Source, options: Options) -> Computed:
    kept = read_kept_rounds(source.path)
    lost = find_lost(source)
    event, format, in_cells = read_source(source, kept, partial(put_beside, lost))
    anew = options.anew if event is not None and options.anew == find_blank_round(event, format) else 0
    if anew:
        event, format, in_cells = read_source(source, kept, leave_out_round(anew))
        if event is not None and anew == 1 and describe_few(event) is not None:  # it was answered when it was paired
            options = replace(options, answers=options.answers | {(Asked.FEW, 1)})
    ours = ours_of(format)
    knowledge = Knowledge(source, ours)
    asked = ask_about_lost_sheets(lost) or (knowledge.ask(event, format) if event is not None else [])
    answered = {(each.asked, each.round) for each in asked if each.asked is not Asked.LOST} & options.answers
    questions = choose_asked([each for each in asked if (each.asked, each.round) not in answered])
    problems, results = find_problems(event, format, in_cells, questions)
    warnings = examine_sheets(source, ours, problems)
    notes: list[Problem] = []
    if event is not None:
        notes += knowledge.warn(event, format)
        warnings += knowledge.warn_of_changed(event, format)
    published = [*make_new_rounds(kept, event, format)] if event is not None else []
    numbers = tuple(new.number for new in published)
    require_free(source.package, map(title_round, numbers))
    outcome = RunOutcome(
        path,
        ExitCode.DONE,
        event,
        format,
        problems,
        notes,
        results,
        published,
        numbers,
        questions=questions,
    )
    if results is None or has_errors(problems):
        problems = problems + warnings
        outcome = replace(outcome, exit=ExitCode.PROBLEMS, problems=problems, results=None)
        return Computed(outcome, source, kept, ours, knowledge, event, anew=anew)

    paired: list[NewRound] = []
    found: list[Problem] = []
    while due := _find_due(source, results, options, anew):
        new, said = _pair_rounds(results, due)
        paired, found = paired + new, found + said
        if new:
            results, problems = _read_again(source, kept, lost, results.event, paired)
        if len(new) < len(due):
            break
    questions, void, again = knowledge.judge(results.event, format, [new.number for new in paired], options.answers)
    if questions:
        problems = [*(each.problem for each in questions), *problems, *warnings]
        outcome = replace(outcome, exit=ExitCode.PROBLEMS, problems=problems, results=None, questions=questions)
        return Computed(outcome, source, kept, ours, knowledge, event, anew=anew)
    answered |= {(asked, new.number) for new in paired for asked in (Asked.GONE, Asked.FEW)} & options.answers
    errors = [each for each in found if each.severity is Severity.ERROR]
    told = {(each.place, each.message) for each in errors}  # more than the check's warning of the same
    problems = [each for each in problems if (each.place, each.message) not in told] + errors + warnings
    found += void
    outcome = replace(
        outcome,
        exit=ExitCode.NO_PAIRING if has_errors(problems) else ExitCode.DONE,
        event=results.event,
        problems=problems,
        notes=notes + knowledge.find_notes(results.event, format) + [each for each in found if each not in errors],
        results=results,
        new_rounds=published + paired,
        to_type=make_blank_round(results),
        paired_again=again,
    )
    return Computed(outcome, source, kept, ours, knowledge, event, answered, anew)


def _find_due(source: save.Source, results: Results, options: Options, anew: int) -> Sequence[int]:
    """Return the rounds to be paired now. Raises `WorkbookError` where a sheet is in the way, before the work of it."""
    event, may_pair = results.event, options.pair and (options.pair_first or results.event.last_round > 0)
    due = due_rounds(results) if may_pair else ()
    taken = (each for each in due if each != anew and not has_blank_sheet(event, results.format, each))
    require_free(source.package, map(title_round, taken))
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


def _read_again(
    source: save.Source,
    kept: Sequence[PublishedRound],
    lost: Sequence[Grid],
    before: Event,
    paired: Sequence[NewRound],
) -> tuple[Results, list[Problem]]:
    """Return what the next run will find once the ``paired`` rounds have their sheets, so that both write the same."""
    sheets = {new.number: foresee_grid(new, before) for new in paired}

    def change(grids: Sequence[Grid]) -> list[Grid]:
        return [*(each for each in put_beside(lost, grids) if round_number(each.name) not in sheets), *sheets.values()]

    followed = [each for each in kept if each.number in before.published]  # the others are forgotten now
    event, format, problems = read_source(source, followed, change)
    assert event is not None, "an event without errors"
    results = compute(event, format)
    return results, problems + check_event(event, format) + check_bracket(results)
