"""The questions of the desk's page, with the buttons that answer them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlencode

from turnabout_sheets.core.problems import Message
from turnabout_sheets.desk.sentences import ask
from turnabout_sheets.jobs.compare import Kind
from turnabout_sheets.prints.words import FALLBACK

if TYPE_CHECKING:
    from turnabout_sheets.desk.state import DeskState
    from turnabout_sheets.prints.words import Words


class Answer(NamedTuple):
    """A button that answers a question."""

    label: str
    does: str  # what it does, in a sentence
    data: str  # the form that it sends


class ShownQuestion(NamedTuple):
    """A question as it is shown."""

    name: str
    asked: str
    found: str
    language: str  # of what was found
    answers: Sequence[Answer]


def show_questions(state: DeskState, w: Words) -> Iterator[ShownQuestion]:
    """Yield the questions that are open."""
    for each in state.questions:
        form, values, answers = {"asked": each.kind, "sheet": each.sheet}, {"sheet": each.sheet, "n": each.round}, []
        if each.answers.put_back:
            does = w(f"desk.asked.{each.kind}_back", **values)
            if each.kind is Kind.GONE and state.open_in:
                # What a spreadsheet program has deleted while the workbook is open, it may be able to bring back.
                does = f"{does} {w('desk.asked.gone_open', program=state.open_in.name)}"
            answers.append(Answer(w(f"desk.asked.{each.answers.put_back}"), does, urlencode(form)))
        if each.answers.stay:
            does = w(f"desk.asked.{each.kind}_stay", **values)
            label = w(f"desk.asked.{each.answers.stay}")
            answers.append(Answer(label, does, urlencode({**form, "stays": "yes"})))
        said = each.problem.message
        found, language = (w.say(said), w.language) if isinstance(said, Message) else (said, FALLBACK)
        yield ShownQuestion(f"{each.kind}-{each.round}", ask(each, w), found, language, answers)
