"""What is to be printed, from one run to the next: until it is printed, it stays to be printed."""

from __future__ import annotations

from turnabout_sheets.desk.state import ToPrint
from turnabout_sheets.event.results import Results
from turnabout_sheets.event.waiting import list_waiting, running_round
from turnabout_sheets.jobs.outcome import RunOutcome
from turnabout_sheets.prints.outdated import Outdated
from turnabout_sheets.prints.page import ROUND_FILE


def note_paired(before: ToPrint, outcome: RunOutcome) -> ToPrint:
    """Return what is to be printed before the pages of a run are written: those of a new round, if there is one.

    Of rounds that are over nothing is to be printed any more, and no slip of a match whose result is in.
    """
    if outcome.paired:
        return ToPrint(ROUND_FILE.format(outcome.paired[0].number))
    if outcome.results is None:
        return before
    running = running_round(outcome.results)
    return ToPrint(
        before.page if before.page == ROUND_FILE.format(running) else "",
        _leave_out_reported(before.again, outcome.results) if before.again and before.again.round == running else None,
    )


def note_outdated(before: ToPrint, outcome: RunOutcome) -> ToPrint:
    """Return what is to be printed when they are written: also what was no longer right.

    Of a round that is not printed yet nothing is printed again.
    """
    if before.page or outcome.outdated is None:
        return before
    return ToPrint(again=_join(before.again, outcome.outdated))


def take_off(there: ToPrint, printed: ToPrint) -> ToPrint:
    """Return what is still to be printed; what has become more meanwhile, is to be printed all."""
    return ToPrint(
        "" if there.page == printed.page else there.page, None if there.again == printed.again else there.again
    )


def _leave_out_reported(again: Outdated, results: Results) -> Outdated | None:
    """Return what is still to be printed again of the running round; None for nothing."""
    waiting = {match.table for match in list_waiting(results) if match.round == again.round}
    left = again._replace(tables=tuple(table for table in again.tables if table in waiting))
    return left if left.tables or left.files or left.later else None


def _join(before: Outdated | None, now: Outdated) -> Outdated:
    """Return all that is outdated by now in the round that is running."""
    if before is None:
        return now
    return Outdated(
        now.round,
        tuple(sorted({*before.tables, *now.tables})),
        tuple(dict.fromkeys((*before.files, *now.files))),
        tuple(dict.fromkeys((*before.later, *now.later))),
    )
