"""The desk while the workbook has errors: what is wrong first, and all else as far as it is still known (desk 5.2)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, NamedTuple

from turnabout_sheets.core.problems import Problem, Severity, sort_problems
from turnabout_sheets.event.progress import find_running_round
from turnabout_sheets.event.results import list_waiting, running_round

if TYPE_CHECKING:
    from turnabout_sheets.desk.state import DeskState
    from turnabout_sheets.event.model import Event, Match


class WaitingMatch(NamedTuple):
    """A match whose result is missing, with the names of the two; ``is_wrong``: there is an error in its row."""

    match: Match
    names: tuple[str, str]
    is_wrong: bool = False


def find_first_error(state: DeskState) -> Problem | None:
    """Return the error that is told large: the first, where the workbook has any and nothing is asked."""
    if state.computed is None or state.computed.results is not None or state.computed.questions:
        return None
    errors = (each for each in state.computed.problems if each.severity is Severity.ERROR)
    return next(iter(sort_problems(errors)), None)


def find_running(state: DeskState) -> int:
    """Return the round that is being played, also where a desk has begun on errors; 0 where that is not known."""
    if state.results is not None:
        return running_round(state.results)
    event = state.computed.event if state.computed is not None else None
    if event is None or state.computed is None:
        return 0
    is_at_once = event.settings.method.at_once
    return find_running_round(event) if is_at_once else event.last_round


def find_waiting(state: DeskState) -> Sequence[WaitingMatch]:
    """Return whose results are missing.

    While the workbook has errors, a row that has one is missing, too; and of a row whose names cannot be read, those
    who were missing there before.
    """
    results, computed = state.results, state.computed
    before = list_waiting(results) if results is not None else []
    event = computed.event if computed is not None else None
    if computed is None or event is None or (results is not None and event is results.event):
        return [_name(results.event, match) for match in before] if results is not None else ()
    wrong = {(each.place.sheet, each.place.position[0]) for each in computed.problems if _is_in_cell(each)}
    running = find_running(state)
    there = {(match.sheet, match.row): match for match in event.rows if match.round <= running and _has_names(match)}
    missing = [match for row, match in there.items() if row in wrong or match.index in event.outstanding]
    found = [_name(event, match, wrong) for match in missing]
    if results is not None:
        found += [_name(results.event, match, wrong) for match in before if (match.sheet, match.row) not in there]
    return sorted(found, key=lambda each: (each.match.round, each.match.table is None, each.match.table or 0))


def _has_names(match: Match) -> bool:
    return match.a is not None and match.b is not None


def _is_in_cell(problem: Problem) -> bool:
    return problem.severity is Severity.ERROR and bool(problem.place.cell)


def _name(event: Event, match: Match, wrong: Collection[tuple[str, int]] = ()) -> WaitingMatch:
    a, b = (event.players[player].shown for player in match.pair)
    return WaitingMatch(match, (a, b), (match.sheet, match.row) in wrong)
