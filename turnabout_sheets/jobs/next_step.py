"""What is to be done next with an event, from the state that a run leaves it in; `cli.next_step` has the words."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.event.model import BYE
from turnabout_sheets.event.results import Results, list_waiting
from turnabout_sheets.jobs.outcome import RunOutcome
from turnabout_sheets.rounds.new_round import NewRound
from turnabout_sheets.rounds.next_rounds import due_rounds


class NextStep(StrEnum):
    """All that there can be to do next, as the machine-readable report has it."""

    CORRECT = "correct the errors"
    LIST_PLAYERS = "list the players"
    PLAY = "print the slips and play"
    TYPE_RESULTS = "type the results"
    DECIDE = "say who goes on from drawn matches"
    ALLOW_PAIRING = "make a pairing possible"
    PAIR = "run to pair the next round"
    TYPE_PAIRINGS = "type the pairings"
    CLOSE = "end the event early, because nobody is left to be paired"
    ARCHIVE = "print the report and archive the event"


def find_next_step(outcome: RunOutcome) -> NextStep:
    """Return what is to be done next after a run."""
    results = outcome.results
    if results is None or outcome.exit is ExitCode.PROBLEMS:
        return NextStep.CORRECT
    if find_round_to_play(outcome) is not None:
        return NextStep.PLAY
    if list_waiting(results):
        return NextStep.TYPE_RESULTS
    if results.undecided:
        return NextStep.DECIDE
    if results.finished:
        return NextStep.ARCHIVE
    if outcome.exit is ExitCode.NO_PAIRING:
        return NextStep.ALLOW_PAIRING
    return _find_next_round(results)


def find_round_to_play(outcome: RunOutcome) -> NewRound | None:
    """Return the first new round that is to be played.

    One of byes only has nothing to type (rules 1.4.13), and one that was put back has its results.
    """
    if outcome.results is None:
        return None
    unplayed, fields = outcome.results.event.unplayed, outcome.format.entry.result_fields
    return next((new for new in outcome.new_rounds if new.number not in unplayed and _is_to_play(new, fields)), None)


def _is_to_play(new: NewRound, fields: Sequence[str]) -> bool:
    has_results = any(row.get(field) is not None for row in new.rows for field in fields)
    return not has_results and any(row["b"] != BYE for row in new.rows)


def _find_next_round(results: Results) -> NextStep:
    """Return how the next round of an event comes about in which every result is in.

    Where nobody is left to be paired, the event is to be closed (rules 1.4.14).
    """
    event = results.event
    if due_rounds(results):
        return NextStep.PAIR
    if len(event.playing(event.last_round + 1)) >= 2:
        return NextStep.TYPE_PAIRINGS
    return NextStep.CLOSE if event.last_round else NextStep.LIST_PLAYERS
