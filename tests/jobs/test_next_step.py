"""What a run says is to be done next, in each state that it can leave an event in."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.reading.grids import event_sheet, players
from tests.rounds.noted_rounds import computed
from tests.support.states_of_events import FIRST, FOUR, STATES, after_a_run
from turnabout_sheets.cli.next_words import describe_next_step
from turnabout_sheets.cli.output import describe_outcome
from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.event.results import compute
from turnabout_sheets.formats.turnabout.format import TURNABOUT
from turnabout_sheets.jobs.next_step import NextStep, find_next_step
from turnabout_sheets.jobs.outcome import RunOutcome
from turnabout_sheets.rounds.new_round import append_round
from turnabout_sheets.rounds.next_rounds import pair


@pytest.mark.parametrize("state", STATES)
def test_each_state_has_its_words(state: str) -> None:
    sheets, step, words = STATES[state]
    outcome = after_a_run(computed(*sheets))
    assert find_next_step(outcome) is step
    assert list(describe_next_step(outcome)) == [words]


def test_who_has_started_by_an_icon_is_not_told_to_type(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("turnabout_sheets.cli.next_words.is_started_by_icon", lambda: True)
    outcome = after_a_run(computed(*STATES["nothing paired"][0]))
    (said,) = describe_next_step(outcome)
    assert said.endswith(" pair round 1 with: the Turnabout icon, with My cup.xlsx dropped on it")


@pytest.mark.parametrize(
    ("state", "is_said"), [("finished without a day", True), ("finished", False), ("nobody", False)]
)
def test_a_check_says_what_the_archive_will_ask_for(state: str, is_said: bool) -> None:
    outcome = replace(after_a_run(computed(*STATES[state][0])), only_checked=True)
    words = "The event is finished, but Date on the sheet Event is blank: the archive needs the day."
    assert (words in describe_outcome(outcome)) is is_said


def test_the_states_that_a_run_itself_makes() -> None:
    found = computed(event_sheet(), players(*FOUR), FIRST)
    new, _ = pair(found, 2)
    assert new is not None
    then = compute(append_round(found.event, new), TURNABOUT)
    paired = replace(after_a_run(then), new_rounds=[new])
    page = Path("My cup prints/round-02.html")
    assert [*describe_next_step(paired)] == [f"Next: print {page}, and type the results into the sheet Round 2."]
    assert find_next_step(paired) is NextStep.PLAY
    assert find_next_step(after_a_run(found, ExitCode.NO_PAIRING)) is NextStep.ALLOW_PAIRING
    broken = RunOutcome(Path("My cup.xlsx"), ExitCode.PROBLEMS, None, TURNABOUT, [])
    assert find_next_step(broken) is NextStep.CORRECT
    told = {step for _, step, _ in STATES.values()} | {NextStep.PLAY, NextStep.ALLOW_PAIRING, NextStep.CORRECT}
    assert told == set(NextStep)
    assert "(all)" not in "".join(describe_outcome(after_a_run(found)))
