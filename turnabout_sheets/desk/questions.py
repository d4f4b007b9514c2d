"""The questions of the desk's page, and the buttons that answer them; `desk.answers` does what they say."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from turnabout_sheets.desk.sentences import ASKED
from turnabout_sheets.event.guards import Asked
from turnabout_sheets.prints.archive.wording import isolate

if TYPE_CHECKING:
    from turnabout_sheets.desk.state import Copy, DeskState
    from turnabout_sheets.event.guards import Question
    from turnabout_sheets.prints.words import Words


class Answer(NamedTuple):
    """A button that answers a question: its ``label``, what it ``does`` in a sentence, the ``order`` and its data."""

    label: str
    does: str
    order: str
    data: str


class ShownQuestion(NamedTuple):
    """A question as it is shown: how it is ``asked``, what was ``found``, in a language, and its answers."""

    name: str
    asked: str
    found: str
    language: str
    answers: Sequence[Answer]


class _Words(NamedTuple):
    """The keys of an answer's label, and of what it does."""

    label: str
    does: str


_PLAYED_SO: Final = "desk.asked.played_so"

_ANSWERS: Final[Mapping[Asked, tuple[_Words, _Words]]] = {
    Asked.PAIRS: (
        _Words("desk.asked.put_back", "desk.asked.put_pairs_back"),
        _Words(_PLAYED_SO, "desk.asked.pairs_stay"),
    ),
    Asked.GONE: (
        _Words("desk.asked.put_back", "desk.asked.put_round_back"),
        _Words("desk.anew.yes", "desk.asked.anew"),
    ),
    Asked.RESULTS: (
        _Words("desk.asked.put_back", "desk.asked.put_results_back"),
        _Words(_PLAYED_SO, "desk.asked.results_stay"),
    ),
    Asked.OLDER: (
        _Words("desk.asked.put_missing_back", "desk.asked.put_cells_back"),
        _Words("desk.asked.as_it_is", "desk.asked.older_stays"),
    ),
}
"""The answers to each question: it is put back, or stays as it is."""


def show_questions(state: DeskState, w: Words) -> Iterator[ShownQuestion]:
    """Yield what is asked now."""
    for question in state.questions:
        yield _show(question, w)
    if state.copy is not None:
        yield _show_copy(state, state.copy, w)


def _show(question: Question, w: Words) -> ShownQuestion:
    number = question.round
    answers = [
        Answer(
            w(each.label),
            w(each.does, n=number),
            "answer",
            json.dumps({"asked": question.asked, "round": number, "stays": stays}),
        )
        for stays, each in zip((False, True), _ANSWERS[question.asked], strict=True)
    ]
    asked = w(ASKED[question.asked], n=number)
    return ShownQuestion(f"{question.asked}-{number}", asked, question.problem.message, "en", answers)


def _show_copy(state: DeskState, copy: Copy, w: Words) -> ShownQuestion:
    name, file = isolate(copy.path.name), isolate(state.workbook.name)
    found = w("desk.copy.found", name=name, file=file, time=f"{copy.saved:%H:%M:%S}")
    follow, stay = (json.dumps({"name": copy.path.name, "follows": follows}) for follows in (True, False))
    answers = [
        Answer(w("desk.copy.follow", name=name), w("desk.copy.if_followed", file=file), "follow", follow),
        Answer(w("desk.copy.stay"), w("desk.copy.if_not", name=name), "follow", stay),
    ]
    return ShownQuestion("copy", w("desk.copy.asked"), found, w.language, answers)
