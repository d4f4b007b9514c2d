"""Results that are typed on the desk's page: the form of a match, the way into the workbook, and taking them back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from turnabout_sheets.core.ordinary_files import follow_links
from turnabout_sheets.core.text import isolate
from turnabout_sheets.desk.sentences import Form, Reply, say_reason, words_of
from turnabout_sheets.event.results import compute, running_round
from turnabout_sheets.jobs.enter_result import (
    Answer,
    Entered,
    EntryError,
    ResultCell,
    enter_result,
    show_result,
    take_back,
)
from turnabout_sheets.prints.words import FALLBACK
from turnabout_sheets.reading.typed_results import word_line
from turnabout_sheets.sheets.cell_kinds import MOST_ROUNDS, WINNER, whole
from turnabout_sheets.workbook.files.other_programs import find_other_program
from turnabout_sheets.workbook.ooxml.package import WorkbookError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from turnabout_sheets.core.problems import Problem
    from turnabout_sheets.desk.loop import Desk
    from turnabout_sheets.desk.state import DeskState
    from turnabout_sheets.event.format import Format
    from turnabout_sheets.event.model import Event
    from turnabout_sheets.prints.words import Words


class EntryField(NamedTuple):
    """A field to be typed into, and what it is called; ``choices`` of which one is taken; whether it is a ``number``.

    A choice is what is typed then, and how it is said.
    """

    name: str
    label: str
    choices: Sequence[tuple[str, str]]
    number: bool


class EntryForm(NamedTuple):
    """The form: the running round, its fields, and ``how`` they are typed, with a line that says all of them.

    ``closed`` says why nothing can be entered now, blank where it can.
    """

    round: int
    fields: Sequence[EntryField]
    how: str
    closed: str


def make_form(state: DeskState, w: Words) -> EntryForm | None:
    """Return the form for the event of a state; None as long as no round is paired."""
    event = state.outcome.event if state.outcome else None
    if state.outcome is None or event is None or not event.rounds:
        return None
    format, other = state.outcome.format, state.open_in
    not_asked = format.entry.not_asked(event.settings)
    example = {name: value for name, value in format.guidance.example_match.items() if name not in not_asked}
    fields = tuple(_make_field(event, format, name, w) for name in format.entry.fields if name not in not_asked)
    how = "desk.entry.how" if any(field.number for field in fields) else "desk.entry.how_winner"
    return EntryForm(
        running_round(state.outcome.results or compute(event, format)),
        fields,
        w(how, example=word_line(format, example)),
        w("desk.entry.open", file=state.workbook.name, program=other.name) if other else "",
    )


def _make_field(event: Event, format: Format, name: str, w: Words) -> EntryField:
    column = format.sheets.matches.column(name)
    choices = () if column.kind is WINNER else format.entry.choices(event).get(name, column.kind.choices)
    return EntryField(name, w.name_column(column), [(each, word_value(each, w)) for each in choices], column.kind.whole)


_RULINGS: Final[Mapping[str, str]] = {
    "A no-show": "desk.ruling.a_no_show",
    "B no-show": "desk.ruling.b_no_show",
    "Both no-show": "desk.ruling.both_no_show",
    "A advances": "desk.ruling.a_advances",
    "B advances": "desk.ruling.b_advances",
    "Waits": "desk.ruling.waits",
}
"""What the rulings of a match are called."""


def word_value(value: str, w: Words) -> str:
    """Return how a value of a field is said."""
    return w(_RULINGS[value]) if value in _RULINGS else value


MOST_KEPT: Final = 50
"""How many of the last entries can be taken back, one after the other."""

_TABLE: Final = whole(1)
_ROUND: Final = whole(1, MOST_ROUNDS)


class Entries:
    """Enters results for the page, and keeps in mind what it has entered."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._done: list[Entered] = []

    def show_match(self, number: str, table: str) -> Mapping[str, Any]:
        """Return who plays at a table, and what is in of their result, by field; nothing where there is no match."""
        outcome = self._desk.state.outcome
        if outcome is None or outcome.event is None or not (_TABLE.takes(table) and _ROUND.takes(number)):
            return {}
        try:
            shown = show_result(outcome.event, outcome.format, _ROUND.read(number), _TABLE.read(table))
        except EntryError:
            return {}
        return {"players": shown.players, "typed": {cell.field: cell.shown_before for cell in shown.cells}}

    def enter(self, form: Form) -> Reply:
        """Enter a result: behind the number of the table may be a line with all of it, else it is in the other fields.

        ``confirmed``: in place of a result that is in.
        """
        w, typed = words_of(self._desk.state), {**form}
        table, round, confirmed = typed.pop("table"), typed.pop("round"), bool(typed.pop("confirmed", ""))
        first, _, line = " ".join(table.split()).partition(" ")
        for kind, found in ((_TABLE, first), (_ROUND, round)):
            if not kind.takes(found):
                return self._refuse(w("desk.entry.no_number", found=found), w.language)
        result = line or typed
        if not result:
            return self._refuse(w("desk.entry.blank", table=first), w.language)
        number, path = _ROUND.read(round), self._desk.state.workbook
        enter = partial(enter_result, path, _TABLE.read(first), result, round=number, confirmed=confirmed)
        return self._do(enter, _SENTENCES)

    def take_back(self, _: Form) -> Reply:
        """Take back what was entered last and is not taken back yet."""
        if not self._done:
            w = words_of(self._desk.state)
            return self._refuse(w("desk.entry.nothing"), w.language)
        last = self._done.pop()
        return self._do(partial(take_back, self._desk.state.workbook, last), _SENTENCES_BACK, is_new=False)

    def _do(self, enter: Callable[[], Entered], sentences: Mapping[Answer, str], *, is_new: bool = True) -> Reply:
        w, workbook = words_of(self._desk.state), self._desk.state.workbook
        if other := find_other_program(follow_links(workbook)):
            return self._refuse(w("desk.entry.open", file=workbook.name, program=other.name), w.language)
        try:
            with self._desk.at_rest():
                entered = enter()
        except (EntryError, WorkbookError) as reason:
            return self._refuse(*say_reason(reason, w))
        if entered.answer is Answer.WRITTEN:
            self._desk.run_now()  # also if that is, byte for byte, what it was before
        if is_new and entered.can_be_taken_back:
            self._done = [*self._done, entered][-MOST_KEPT:]
        problems = [_describe_problem(problem, entered, workbook, w) for problem in entered.problems]
        sentence = sentences.get(entered.answer)
        text = _describe(entered, sentence, w) if sentence else ""
        return Reply(text, w.language, entered.answer.value, problems, self._describe_back(w))

    def _refuse(self, text: str, language: str) -> Reply:
        return Reply(text, language, Answer.REFUSED.value, back=self._describe_back(words_of(self._desk.state)))

    def _describe_back(self, w: Words) -> str:
        return w("desk.entry.take_back", round=self._done[-1].round, table=self._done[-1].table) if self._done else ""


_SENTENCES: Final[Mapping[Answer, str]] = {
    Answer.WRITTEN: "desk.entry.written",
    Answer.SAME: "desk.entry.same",
    Answer.TAKEN: "desk.entry.taken",
}
"""What is said of a result by what came of it; of one that is refused its problems say it."""

_SENTENCES_BACK: Final[Mapping[Answer, str]] = {Answer.WRITTEN: "desk.entry.taken_back"}


def _describe(entered: Entered, sentence: str, w: Words) -> str:
    players, cells = (
        " – ".join(map(isolate, entered.players)),
        ", ".join(_describe_cell(cell, w) for cell in entered.cells),
    )
    said = w(sentence, round=entered.round, table=entered.table, players=players, cells=cells)
    points = ", ".join(f"{each.measure} {each.a}–{each.b}" for each in entered.points)
    return f"{said} {points}." if points else said


def _describe_cell(cell: ResultCell, w: Words) -> str:
    label = w.name_column(cell.column)
    after, before = word_value(cell.shown_after, w) or w("desk.blank"), word_value(cell.shown_before, w)
    return w("desk.entry.instead", header=label, after=after, before=before) if before else f"{label} {after}"


def _describe_problem(problem: Problem, entered: Entered, workbook: Path, w: Words) -> tuple[str, str]:
    """Return what is wrong, and the code of its language; a field of the form is named, not its cell."""
    if problem.said is not None:
        return w.say(problem.said), w.language
    text = f"{problem.message} {problem.word_hint(workbook, word=None)}"
    field = next((each.header for each in entered.fields if each.place == problem.place), "")
    if field and problem.message.startswith(field):
        return text, FALLBACK
    return f"{field or problem.place}: {text}", FALLBACK
