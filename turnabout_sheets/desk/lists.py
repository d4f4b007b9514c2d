"""The lists on the desk's page: missing results, problems, what was changed, standings."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from turnabout_sheets.core.problems import Problem, Severity, sort_problems
from turnabout_sheets.core.text import format_number
from turnabout_sheets.desk.people import PersonButton, make_button
from turnabout_sheets.desk.state import DeskState
from turnabout_sheets.desk.trouble import find_first_error, find_running, find_waiting
from turnabout_sheets.event.status import find_statuses
from turnabout_sheets.prints.shared import translate_status
from turnabout_sheets.prints.words import Words

if TYPE_CHECKING:
    from turnabout_sheets.changes.differences import Change

MOST_LINES: Final = 40
"""How many tables, problems and changes are listed, each; the sheets and pages have them all."""

MOST_PLAYERS: Final = 64
"""How many lines of the standings are shown; the page Standings has them all."""


class TableLine(NamedTuple):
    """A match whose result is missing: ``table`` is blank where it has none, ``round`` where it is the running one.

    ``wrong`` says that an error is in its row, blank where none is.
    """

    round: str
    table: str
    a: str
    b: str
    wrong: str


class ProblemLine(NamedTuple):
    """A problem of the workbook in the words of the program, which are English; ``severity`` is translated.

    The ``button`` does what helps.
    """

    severity: str
    is_error: bool
    place: str
    message: str
    hint: str
    button: PersonButton | None


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


def show_outstanding(state: DeskState, w: Words) -> Shown:
    """Return the matches that the desk waits for."""
    waiting, running = find_waiting(state), find_running(state)
    lines = [
        TableLine(
            "" if match.round == running else str(match.round),
            "" if match.table is None else str(match.table),
            *names,
            w("desk.error") if is_wrong else "",
        )
        for match, names, is_wrong in waiting[:MOST_LINES]
    ]
    note = w.counted("outstanding.missing", len(waiting)) if waiting else ""
    if waiting and (state.computed is None or state.computed.event is None):
        note = f"{note} · {_say_of_when(state, w)}"
    return Shown(w("outstanding.title"), note, lines, _count_more(len(waiting), MOST_LINES, w))


def show_problems(state: DeskState, w: Words) -> Shown:
    """Return what is wrong in the workbook, errors first; what is asked has its own place, and what is told large."""
    computed = state.computed
    asked = [each.problem for each in computed.questions] if computed else []
    found = sort_problems((*computed.problems, *computed.notes)) if computed else []
    found = [each for each in found if each not in asked and each != find_first_error(state)]
    lines = [word_problem(problem, state, w) for problem in found[:MOST_LINES]]
    return Shown(w("desk.problems"), "", lines, _count_more(len(found), MOST_LINES, w))


def word_problem(problem: Problem, state: DeskState, w: Words) -> ProblemLine:
    """Return a problem with the buttons that help."""
    is_error = problem.severity is Severity.ERROR
    severity = w("desk.error") if is_error else w("desk.warning")
    hint, button = problem.word_hint(), make_button(problem, state, w)
    return ProblemLine(severity, is_error, str(problem.place), str(problem.message), hint, button)


def show_standings(state: DeskState, w: Words) -> Shown:
    """Return the standings as they are now, else as they were before the last save; no line before a result."""
    results = state.results
    if results is None or not results.played:
        return Shown(w("standings.heading"), "", (), "")
    note = _say_of_when(state, w) or (w("standings.provisional") if results.provisional else "")
    statuses, standings, ranks = find_statuses(results), results.standings, results.ranks
    lines = [
        StandingLine(
            str(ranks[player] or ""),
            results.event.players[player].shown,
            format_number(standings["points"][player]),
            translate_status(statuses[player], w),
        )
        for player in results.order[:MOST_PLAYERS]
    ]
    heading = w("standings.final") if results.finished else w("standings.title", n=results.played)
    return Shown(heading, note, lines, _count_more(len(standings), MOST_PLAYERS, w))


def _say_of_when(state: DeskState, w: Words) -> str:
    """Return of when the results are, if they are not those of the last save."""
    if state.computed is None or state.computed.results is not None or state.good_saved is None:
        return ""
    error, time = find_first_error(state), f"{state.good_saved:%H:%M:%S}"
    return w("trouble.as_of", time=time, place=error.place) if error else w("trouble.as_of_save", time=time)


def show_changes(changes: Sequence[Change], w: Words) -> Shown:
    """Return what the last save has changed, what was changed in one row together."""
    rows = groupby(changes[:MOST_LINES], lambda each: (each.who, each.sheet))
    lines = [ChangedRow(who, sheet, list(row)) for (who, sheet), row in rows]
    return Shown(w("desk.changes"), "", lines, _count_more(len(changes), MOST_LINES, w))


def _count_more(number: int, most: int, w: Words) -> str:
    return w("desk.more", n=number - most) if number > most else ""
