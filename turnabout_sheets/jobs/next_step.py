"""What is to be done next with an event, from the state that a run leaves it in, and how the sheet Desk says it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from types import MappingProxyType
from typing import Final, NamedTuple

from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.core.text import join_words
from turnabout_sheets.event.format import LiveValue
from turnabout_sheets.event.model import BYE
from turnabout_sheets.event.output_sheets import PROBLEMS, Line, Link, Shown, get_value
from turnabout_sheets.event.results import Results, list_waiting, running_round
from turnabout_sheets.formats.live import first_true, quoted
from turnabout_sheets.jobs.outcome import RunOutcome
from turnabout_sheets.reading.matches import title_round
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


TABLES, OUT, CHECK, ERRORS = "Tables", "Tables out", "To look at", "Errors"
"""What the lines of the sheet are about that this one looks at."""

Told = Mapping[str, tuple[str, Shown]]
"""Of other lines, by what they are about, the cell and what stands there."""


class Case(NamedTuple):
    """What to do where a test holds, which is a formula's; and whether it holds now."""

    test: str
    holds: bool
    words: str


def describe_next(outcome: RunOutcome, told: Told) -> Line:
    """Return the line that says what to do, where the others say what is ``told``."""
    results = outcome.results
    assert results is not None, "a run without errors"
    step = find_next_step(replace(outcome, new_rounds=()))  # as the next run finds it, to which no round is new
    link, words = _STEPS[step](results)
    cell, errors = told[ERRORS]
    cases = [Case(f"{cell}>0", get_value(errors) != 0, CORRECT)]
    if step is NextStep.TYPE_RESULTS and OUT in told:
        cases += _follow_typing(told, _find_running(results).text)
    formula = first_true([(each.test, quoted(each.words)) for each in cases], quoted(words))
    now = next((each.words for each in cases if each.holds), words)
    return Line("Next", LiveValue(formula, now), link)


def _follow_typing(told: Told, sheet: str) -> Iterator[Case]:
    """Yield what to do until every result of the running round is in, and all is well with it."""
    (all, tables), (out, missing) = told[TABLES], told[OUT]
    nothing = get_value(missing) == get_value(tables)
    yield Case(f"{out}={all}", nothing, f"Print the pages of the round, play, and type the results into {sheet}.")
    yield Case(f"{out}>0", get_value(missing) != 0, f"Type the results into {sheet}, save, and run again.")
    if CHECK in told:
        cell, check = told[CHECK]
        yield Case(f'{cell}<>""', get_value(check) != "", f"Put right what Check says in {sheet}, save, and run again.")


CORRECT: Final = f"Do what the sheet {PROBLEMS.name} says of the errors, save, and run again."
"""What comes before all else: errors stop a run, or the pairing of the next round."""

Step = tuple[Link | None, str]


def _type_results(results: Results) -> Step:
    """What is left when all of the running round is typed: results of earlier ones, or nothing."""
    running = running_round(results)
    earlier = sorted({match.round for match in list_waiting(results)} - {running})
    words = "Every result of the round is in: save, close the workbook, and run again."
    if earlier:
        rounds = join_words(list(map(title_round, earlier)), "and")
        words = f"Type the results that {rounds} still lack{'s' if len(earlier) == 1 else ''}, save, and run again."
    return _find_running(results), words


def _decide(results: Results) -> Step:
    number = len(results.undecided)
    drawn = f"{number} drawn match{'' if number == 1 else 'es'}"
    return _find_running(results), f"Say who goes on from {drawn} in the column Ruling, save, and run again."


def _list_players(results: Results) -> Step:
    return _find_players(results), "Type the names of two players or more into the sheet Players, save, and run again."


def _pair(results: Results) -> Step:
    return None, f"Every result is in: run again, and round {_following(results)} is paired."


def _type_pairings(results: Results) -> Step:
    sheet = title_round(_following(results))
    return None, f"Every result is in: type the pairings into a sheet {sheet}, save, and run again."


def _close(results: Results) -> Step:
    following = _following(results)
    words = (
        f"Round {following} cannot be paired: too few players are left. If the event is over, set Rounds on the sheet "
        f"Event to {following - 1}; else correct Dropped after or Away on Players; save, and run again."
    )
    return _find_players(results), words


def _archive(results: Results) -> Step:
    standings = results.format.sheets.output[0].name
    words = "The event is finished: print the standings and the report, and put it into the archive."
    return Link(standings, sheet=standings), words


_STEPS: Final[Mapping[NextStep, Callable[[Results], Step]]] = MappingProxyType(
    {
        NextStep.LIST_PLAYERS: _list_players,
        NextStep.TYPE_RESULTS: _type_results,
        NextStep.DECIDE: _decide,
        NextStep.ALLOW_PAIRING: lambda results: (Link(PROBLEMS.name, sheet=PROBLEMS.name), CORRECT),
        NextStep.PAIR: _pair,
        NextStep.TYPE_PAIRINGS: _type_pairings,
        NextStep.CLOSE: _close,
        NextStep.ARCHIVE: _archive,
    }
)
"""Errors in cells stop a run before it comes here, and a round that is paired is to be typed from then on."""


def _find_running(results: Results) -> Link:
    """Return the way to the sheet of the running round."""
    matches = results.event.rounds[running_round(results)]
    title = results.event.tables[matches[0].sheet].title
    return Link(title, sheet=title)


def _find_players(results: Results) -> Link:
    title = results.event.tables["Players"].title
    return Link(title, sheet=title)


def _following(results: Results) -> int:
    return results.event.last_round + 1
