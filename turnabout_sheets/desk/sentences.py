"""What the desk says is to be done next, and what is in the way: a sentence for each, in the language of the event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from turnabout_sheets.core.problems import SaidError, say_system
from turnabout_sheets.desk.state import DeskState, Fault
from turnabout_sheets.jobs.next_step import NextStep, advise, find_next_step, find_round_to_play
from turnabout_sheets.prints.words import FALLBACK, Words, load_words
from turnabout_sheets.sheets.settings import LANGUAGES

if TYPE_CHECKING:
    from turnabout_sheets.jobs.compare import Finding
    from turnabout_sheets.jobs.outcome import Outcome


Form = Mapping[str, str]
"""The fields of an order, as the page sends them."""


class Reply(NamedTuple):
    """What came of an order, for the page."""

    text: str = ""
    language: str = FALLBACK
    answer: str = ""  # of a form: "written", "same", "taken" or "refused"
    problems: Sequence[tuple[str, str]] = ()  # what is wrong or odd, each with its language
    back: str = ""  # the label of the button that takes the last change back
    number: int = 0  # the number of that change
    is_passing: bool = False  # the text ends with any news
    html: str = ""  # a piece of the page
    field: str = ""  # of the start page: the field that the text is about
    address: str = ""  # where to go


def words_of(state: DeskState) -> Words:
    """Return the words in the language of the event, in English before it was read."""
    events = (each.computed.event for each in (state.outcome, state.good) if each is not None)
    event = next(filter(None, events), None)
    return load_words(LANGUAGES[event.settings.language] if event else FALLBACK)


def describe_next_step(state: DeskState, w: Words) -> str:
    """Return what is to be done next: first of all, to answer what is asked."""
    if state.outcome is None or (state.outcome.computed.questions and not state.questions):
        return w("desk.next.read")
    if state.questions:
        return w("desk.next.answer", question=ask(state.questions[0], w))
    if state.is_held_up:
        return w("desk.next.mend", n=state.outcome.computed.paired[0].number)
    return _describe_step(state, state.outcome, w)


def _describe_step(state: DeskState, outcome: Outcome, w: Words) -> str:
    """Return the step of an event; a round is to be printed until somebody says that it is, if nothing is typed."""
    to_print = bool(state.to_print.page)
    step = find_next_step(outcome.computed, to_print=to_print)
    if step is NextStep.ARCHIVE and state.archived.place:
        return w("desk.next.archived")
    if outcome.waiting and (new := find_round_to_play(outcome.computed)):
        return w("desk.next.print_and_close" if to_print else "desk.next.close_workbook", n=new.number)
    advice = advise(step, outcome.computed, w)
    return advice.say(w("desk.next.and_save") if advice.is_typed else ".")


def describe_fault(state: DeskState, fault: Fault, w: Words) -> str:
    """Return what is in the way, and what to do."""
    there = fault.path or state.workbook
    return w(f"desk.fault.{fault.kind}", file=state.workbook.name, name=there.name, path=there)


def say_reason(reason: Exception, w: Words) -> tuple[str, str]:
    """Return why something cannot be done, and the code of the language: English where pages have no words for it."""
    said = reason.said if isinstance(reason, SaidError) else None
    if isinstance(reason, OSError):
        said = say_system(reason)
    return (str(reason), FALLBACK) if said is None else (w.say(said), w.language)


def ask(found: Finding, w: Words) -> str:
    """Return how a question is asked in short."""
    return w(f"desk.asked.{found.kind}", sheet=found.sheet, n=found.round)
