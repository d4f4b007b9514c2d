"""What is to be done next with an event, from the state that a run leaves it in; `cli.next_step` has the words."""

from __future__ import annotations

from enum import StrEnum

from turnabout_sheets.core.exit_codes import ExitCode
from turnabout_sheets.event.model import BYE
from turnabout_sheets.event.results import Results
from turnabout_sheets.event.waiting import list_waiting
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
    """Return the first new round that is to be played: one of byes only has nothing to type (rules 1.4.13)."""
    unplayed = () if outcome.results is None else outcome.results.event.unplayed
    to_play = (new for new in outcome.new_rounds if any(row["b"] != BYE for row in new.rows))
    return next((new for new in to_play if new.number not in unplayed), None)


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
