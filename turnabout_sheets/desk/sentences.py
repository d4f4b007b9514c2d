"""What the desk says is to be done next, and what is in the way: a sentence for each, in the language of the event.

`cli.next_step` says it to who has to run again; here saving is enough.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Final

from turnabout_sheets.changes.guards import Asked
from turnabout_sheets.core.command_line import is_started_by_icon, word_command
from turnabout_sheets.core.problems import Severity
from turnabout_sheets.core.text import join_words
from turnabout_sheets.desk.state import DeskState, Fault, FaultKind
from turnabout_sheets.event.model import BYE, Match
from turnabout_sheets.event.results import Results, list_waiting, running_round
from turnabout_sheets.jobs.next_step import NextStep, find_next_step
from turnabout_sheets.prints.selection import to_spans
from turnabout_sheets.prints.words import FALLBACK, Words, load_words
from turnabout_sheets.reading.matches import title_round
from turnabout_sheets.sheets.settings import LANGUAGES
from turnabout_sheets.workbook.files.other_programs import Why

if TYPE_CHECKING:
    from turnabout_sheets.jobs.outcome import RunOutcome

SHOWN_TABLES: Final = 12
"""Of more tables only the number is said; all of them are listed below."""


def words_of(state: DeskState) -> Words:
    """Return the words in the language of the event, in English before it was read."""
    event = state.outcome and state.outcome.event
    return load_words(LANGUAGES[event.settings.language] if event else FALLBACK)


def describe_next_step(state: DeskState, w: Words) -> str:
    """Return what is to be done next: first of all, to answer what is asked."""
    if state.outcome is None or (state.outcome.questions and not state.questions):
        return w("desk.next.read")
    if state.questions:
        asked = state.questions[0]
        return w("desk.next.answer", question=w(ASKED[asked.asked], n=asked.round))
    if state.copy is not None:
        return w("desk.next.answer", question=w("desk.copy.asked"))
    if state.is_held_up:
        return w("desk.next.mend", n=state.outcome.paired[0].number)
    return _NEXT[find_next_step(state.outcome)](state, state.outcome, w)


def describe_fault(state: DeskState, fault: Fault, w: Words) -> str:
    """Return what is in the way, and what to do."""
    there = fault.path or state.workbook
    key = _FAULTS[SAVING if fault.saving else fault.kind]
    return w(key, file=state.workbook.name, name=there.name, path=there, command=name_way_back(there, w))


def name_way_back(workbook: Path, w: Words) -> str:
    """Return by what the desk of a workbook is started again: an icon if one has started it, else a command."""
    return w("desk.icon") if is_started_by_icon() else word_command("watch", workbook)


def list_tables(tables: Sequence[int], w: Words) -> str:
    """Return tables in words: "3, 4, 7–9 and 12"."""
    spans = to_spans(sorted(tables))
    words = [f"{span[0]}–{span[-1]}" if len(span) > 2 else ", ".join(map(str, span)) for span in spans]
    return join_words(", ".join(words).split(", "), w("balance.and"))


def _correct(state: DeskState, outcome: RunOutcome, w: Words) -> str:
    errors = sum(problem.severity is Severity.ERROR for problem in outcome.problems)
    return w.counted("desk.next.correct", errors)


def _list_players(state: DeskState, outcome: RunOutcome, w: Words) -> str:
    return w("desk.next.list_players")


def _play(state: DeskState, outcome: RunOutcome, w: Words) -> str:
    number = running_round(_results(outcome))
    to_print = bool(state.to_print.page)
    return w(_PLAY[to_print, outcome.waiting and outcome.waiting.why], n=number, sheet=title_round(number))


_PLAY: Final[Mapping[tuple[bool, Why | None], str]] = {
    (True, Why.OPEN): "desk.next.print_and_close",
    (True, Why.HELD): "desk.next.print_and_close",
    (True, Why.CLOUD): "desk.next.print_and_leave_alone",
    (True, None): "desk.next.print_and_play",
    (False, Why.OPEN): "desk.next.close_workbook",
    (False, Why.HELD): "desk.next.close_workbook",
    (False, Why.CLOUD): "desk.next.leave_alone",
    (False, None): "desk.next.play",
}
"""What to do with a round that is paired: by whether it is to be printed, and what its sheet waits for."""


def _type_results(state: DeskState, outcome: RunOutcome, w: Words) -> str:
    results = _results(outcome)
    waiting, running = list_waiting(results), running_round(results)
    if len(waiting) == sum(match.b != BYE for match in results.event.rounds[running]) and waiting[0].round == running:
        to_print = bool(state.to_print.page)
        return w(_PLAY[to_print, None], n=running, sheet=title_round(running))
    rounds = {number: list(matches) for number, matches in groupby(waiting, lambda match: match.round)}
    said = {number: _miss(results, matches, w) for number, matches in rounds.items()}
    if list(said) == [running]:
        return said[running]
    return " ".join(w("desk.next.in_round", n=number, what=what) for number, what in said.items())


def _miss(results: Results, matches: Sequence[Match], w: Words) -> str:
    """Return whose results are out, of one round: by table, where there is none by name; of many how many."""
    if len(matches) > SHOWN_TABLES:
        return w("desk.next.results", n=len(matches))
    name = [player.shown for player in results.event.players]
    tables = [match.table for match in matches if match.table is not None]
    pairs = [" – ".join(name[player] for player in match.pair) for match in matches if match.table is None]
    said = [w.counted("desk.next.tables", len(tables), tables=list_tables(tables, w))] if tables else []
    return " ".join([*said, *(w("desk.next.pair_is_out", pair=pair) for pair in pairs)])


def _decide(state: DeskState, outcome: RunOutcome, w: Words) -> str:
    return w.counted("desk.next.decide", len(_results(outcome).undecided))


def _allow_pairing(state: DeskState, outcome: RunOutcome, w: Words) -> str:
    return w("desk.next.allow_pairing", n=_following(outcome))


def _pair(state: DeskState, outcome: RunOutcome, w: Words) -> str:
    number = _following(outcome)
    if number > 1:
        return w("desk.next.pair", n=number)
    return w.counted("desk.next.pair_first", len(_results(outcome).event.playing(1)))


def _type_pairings(state: DeskState, outcome: RunOutcome, w: Words) -> str:
    return w("desk.next.type_pairings", sheet=title_round(_following(outcome)))


def _close(state: DeskState, outcome: RunOutcome, w: Words) -> str:
    following = _following(outcome)
    return w("desk.next.close", n=following, last=following - 1)


def _archive(state: DeskState, outcome: RunOutcome, w: Words) -> str:
    if state.archived.place:
        return w("desk.next.archived")
    dated = "" if _results(outcome).event.settings.day else w("desk.next.fill_in_date")
    return " ".join(each for each in (w("desk.next.archive"), dated) if each)


_NEXT: Final[Mapping[NextStep, Callable[[DeskState, RunOutcome, Words], str]]] = {
    NextStep.CORRECT: _correct,
    NextStep.LIST_PLAYERS: _list_players,
    NextStep.PLAY: _play,
    NextStep.TYPE_RESULTS: _type_results,
    NextStep.DECIDE: _decide,
    NextStep.ALLOW_PAIRING: _allow_pairing,
    NextStep.PAIR: _pair,
    NextStep.TYPE_PAIRINGS: _type_pairings,
    NextStep.CLOSE: _close,
    NextStep.ARCHIVE: _archive,
}

ASKED: Final[Mapping[Asked, str]] = {
    Asked.PAIRS: "desk.asked.pairs",
    Asked.GONE: "desk.asked.gone",
    Asked.RESULTS: "desk.asked.results",
    Asked.OLDER: "desk.asked.older",
}
"""How each question is asked in short."""

SAVING: Final = "saving"
"""What a file is while it is not whole because it is being saved."""

_FAULTS: Final[Mapping[FaultKind | str, str]] = {
    SAVING: "desk.fault.saving",
    FaultKind.BROKEN: "desk.fault.broken",
    FaultKind.MISSING: "desk.fault.missing",
    FaultKind.RENAMED: "desk.fault.renamed",
    FaultKind.FOLDER_GONE: "desk.fault.folder_gone",
    FaultKind.OLDER: "desk.fault.older",
    FaultKind.UNREADABLE: "desk.fault.unreadable",
    FaultKind.UNLISTED: "desk.fault.unlisted",
    FaultKind.DISK_FULL: "desk.fault.disk_full",
    FaultKind.NOT_WRITTEN: "desk.fault.not_written",
    FaultKind.NEWER: "desk.fault.newer",
    FaultKind.OTHER_DESK: "desk.fault.other_desk",
    FaultKind.OURS: "desk.fault.ours",
}


def _results(outcome: RunOutcome) -> Results:
    assert outcome.results is not None, "all steps but the first are of an event without errors"
    return outcome.results


def _following(outcome: RunOutcome) -> int:
    return _results(outcome).event.last_round + 1
