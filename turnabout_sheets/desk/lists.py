"""The lists of the desk's page: tables that are out, problems, changes, standings; each cut to what is read."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from turnabout_sheets.core.numbers import format_number
from turnabout_sheets.core.problems import Problem, Severity, sort_problems
from turnabout_sheets.event.status import find_statuses
from turnabout_sheets.event.waiting import list_waiting, running_round
from turnabout_sheets.prints.wording import translate_status

if TYPE_CHECKING:
    from turnabout_sheets.event.differences import Change
    from turnabout_sheets.event.results import Results
    from turnabout_sheets.jobs.outcome import RunOutcome
    from turnabout_sheets.prints.words import Words

MOST_LINES: Final = 40
"""So many tables, problems and changes are listed, each; the sheets and pages have them all."""

MOST_PLAYERS: Final = 64
"""So many lines of the standings are shown; the page Standings has them all."""


class TableLine(NamedTuple):
    """A match whose result is out: ``table`` is blank where it has none, ``round`` where it is the running one."""

    round: str
    table: str
    a: str
    b: str


class ProblemLine(NamedTuple):
    """A problem of the workbook in the words of the program, which are English; ``severity`` is translated."""

    severity: str
    is_error: bool
    place: str
    message: str
    hint: str


class StandingLine(NamedTuple):
    """A player in the standings."""

    rank: str
    name: str
    points: str
    status: str


class ChangedRow(NamedTuple):
    """What the last save changed of one player or match, or of what belongs to nobody, on one sheet."""

    whose: str
    sheet: str
    changes: Sequence[Change]


class Shown(NamedTuple):
    """Lines of which there may be more than are shown: ``more`` is how many, as a sentence, blank for none."""

    heading: str
    note: str
    lines: Sequence[TableLine | ProblemLine | StandingLine | ChangedRow]
    more: str


def show_outstanding(results: Results | None, w: Words) -> Shown:
    """Return the matches that the desk waits for."""
    if results is None:
        return Shown(w("outstanding.title"), "", (), "")
    waiting, running = list_waiting(results), running_round(results)
    name = [player.shown for player in results.event.players]
    lines = [
        TableLine(
            "" if match.round == running else str(match.round),
            "" if match.table is None else str(match.table),
            *(name[player] for player in match.pair),
        )
        for match in waiting[:MOST_LINES]
    ]
    note = w.counted("outstanding.missing", len(waiting)) if waiting else ""
    return Shown(w("outstanding.title"), note, lines, _count_more(len(waiting), MOST_LINES, w))


def show_problems(outcome: RunOutcome | None, workbook: Path, w: Words) -> Shown:
    """Return what is wrong in the workbook, errors first; what is asked has its own place."""
    asked = [each.problem for each in outcome.questions] if outcome else []
    found = sort_problems((*outcome.problems, *outcome.notes)) if outcome else []
    found = [each for each in found if each not in asked]
    lines = [_word_problem(problem, workbook, w) for problem in found[:MOST_LINES]]
    return Shown(w("desk.problems"), "", lines, _count_more(len(found), MOST_LINES, w))


def _word_problem(problem: Problem, workbook: Path, w: Words) -> ProblemLine:
    is_error = problem.severity is Severity.ERROR
    severity = w("desk.error") if is_error else w("desk.warning")
    return ProblemLine(severity, is_error, str(problem.place), problem.message, problem.word_hint(workbook))


def show_standings(results: Results | None, w: Words) -> Shown:
    """Return the standings as they are now; no line before a result."""
    if results is None or not results.played:
        return Shown(w("standings.heading"), "", (), "")
    note = w("standings.provisional") if results.provisional else ""
    statuses, standings = find_statuses(results), results.standings
    lines = [
        StandingLine(
            str(standings["rank"][player]),
            results.event.players[player].shown,
            format_number(standings["points"][player]),
            translate_status(statuses[player], w),
        )
        for player in results.order[:MOST_PLAYERS]
    ]
    return Shown(w("standings.title", n=results.played), note, lines, _count_more(len(standings), MOST_PLAYERS, w))


def show_changes(changes: Sequence[Change], w: Words) -> Shown:
    """Return what the last save has changed, what was changed in one row together."""
    rows = groupby(changes[:MOST_LINES], lambda each: (each.who, each.sheet))
    lines = [ChangedRow(who, sheet, list(row)) for (who, sheet), row in rows]
    return Shown(w("desk.changes"), "", lines, _count_more(len(changes), MOST_LINES, w))


def _count_more(number: int, most: int, w: Words) -> str:
    return w("desk.more", n=number - most) if number > most else ""
