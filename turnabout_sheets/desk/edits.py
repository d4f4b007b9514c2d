"""What the page's forms have typed into the workbook: what is said of it, and taking it back, the last first."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from turnabout_sheets.core.text import isolate
from turnabout_sheets.desk.sentences import Form, Reply, say_reason, words_of
from turnabout_sheets.jobs.edit import Answer, Edit, EditError, undo
from turnabout_sheets.jobs.enter_result import list_points
from turnabout_sheets.prints.words import FALLBACK
from turnabout_sheets.reading.typed_results import list_players
from turnabout_sheets.workbook.ooxml.package import WorkbookError

if TYPE_CHECKING:
    from turnabout_sheets.core.problems import Problem
    from turnabout_sheets.desk.loop import Desk
    from turnabout_sheets.desk.steps import Steps
    from turnabout_sheets.prints.words import Words

MOST_KEPT: Final = 50
"""How many of the last edits can be taken back, one after the other."""

_RULINGS: Final[Mapping[str, str]] = {
    "A no-show": "desk.ruling.a_no_show",
    "B no-show": "desk.ruling.b_no_show",
    "Both no-show": "desk.ruling.both_no_show",
    "A advances": "desk.ruling.a_advances",
    "B advances": "desk.ruling.b_advances",
    "Waits": "desk.ruling.waits",
}
"""What the rulings of a match are called."""

_SENTENCES: Final[Mapping[Answer, str]] = {
    Answer.WRITTEN: "desk.entry.written",
    Answer.SAME: "desk.entry.same",
    Answer.TAKEN: "desk.entry.taken",
}
"""What is said of a result by what came of it; of one that is refused its problems say it."""


class Edits:
    """Types into the workbook for the page, and keeps in mind what it has typed."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._done: list[tuple[int, Edit, str]] = []
        self._count = 0

    def type(self, make: Callable[[Path, Steps], Edit], what: str = "") -> Reply:
        """Have something typed, and return what came of it; ``what`` it is, is known of a result by itself."""
        w, path = words_of(self.desk.state), self.desk.state.workbook
        with self.desk.at_rest() as steps:
            try:
                made = make(path, steps)
            except (EditError, WorkbookError) as reason:
                return self.refuse(*say_reason(reason, w))
            if made.match is not None:
                what = w("desk.entry.name", round=made.match.round, table=made.match.table)
            if made.can_be_undone:
                self._count += 1
                self._done = [*self._done, (self._count, made, what)][-MOST_KEPT:]
        said = [(w.say(each), w.language) for each in made.said if len({cell.place.sheet for cell in made.cells}) > 1]
        return self._tell(made, what, [*said, *self._word(made, made.remarks if made.match else ())])

    def undo(self, form: Form) -> Reply:
        """Take back what was typed last, if that is what is meant: the page may show what is taken back already."""
        w = words_of(self.desk.state)
        with self.desk.at_rest():
            number, last, what = self._done[-1] if self._done else (0, Edit(Answer.SAME), "")
            if not number or form["number"] != str(number):
                return self.refuse(w("people.taken_back_already"), w.language)
            try:
                made = undo(self.desk.state.workbook, last)
            except (EditError, WorkbookError) as reason:
                if isinstance(reason, EditError):
                    self._done.pop()
                return self.refuse(*say_reason(reason, w))
            if made.is_done:
                self._done.pop()
        return self._tell(made, what, (), undone=True)

    def refuse(self, text: str, language: str, problems: Sequence[tuple[str, str]] = ()) -> Reply:
        """Return that nothing was typed, and why."""
        return Reply(text, language, Answer.REFUSED.value, problems, *self._offer_undo())

    def _tell(self, made: Edit, what: str, more: Sequence[tuple[str, str]], *, undone: bool = False) -> Reply:
        """Return what came of an edit; where it is done, what ``more`` there is to say."""
        w = words_of(self.desk.state)
        shown = ((cell.place, isolate(cell.shown[1]) if cell.shown[1] else w("desk.blank")) for cell in made.cells)
        cells = ", ".join(f"{place} = {after}" for place, after in shown)
        if made.is_done:
            self.desk.run_now()  # also if that is, byte for byte, what it was before
        if made.match and made.answer in _SENTENCES:
            text = _describe_result(made, "desk.entry.taken_back" if undone else _SENTENCES[made.answer], w)
        elif made.is_done:
            text = w("people.taken_back" if undone else "people.done", said=what, cells=cells)
        elif made.other is not None:
            text = w("people.open", file=self.desk.state.workbook.name, program=made.other.name, cells=cells)
        else:
            text = w("people.mend" if made.answer is Answer.MEND else "people.refused") if not made.match else ""
        if made.answer not in _SENTENCES:
            return self.refuse(text, w.language, self._word(made, made.problems))
        return Reply(text, w.language, made.answer.value, more, *self._offer_undo())

    def _offer_undo(self) -> tuple[str, int]:
        if not self._done:
            return "", 0
        number, _, what = self._done[-1]
        return words_of(self.desk.state)("people.take_back", said=what), number

    def _word(self, made: Edit, problems: Sequence[Problem]) -> list[tuple[str, str]]:
        w, workbook = words_of(self.desk.state), self.desk.state.workbook
        return [_describe_problem(each, made, workbook, w) for each in problems]


def word_value(value: str, w: Words) -> str:
    """Return how a value of a field is said."""
    return w(_RULINGS[value]) if value in _RULINGS else value


def _describe_result(made: Edit, sentence: str, w: Words) -> str:
    assert made.match is not None, "it is a result"
    assert made.event is not None, "it has a match"
    cells = []
    for cell in made.cells:
        before, after = (word_value(shown, w) for shown in cell.shown)
        label, after = w.name_column(cell.column), after or w("desk.blank")
        instead = w("desk.entry.instead", header=label, after=after, before=before)
        cells.append(instead if before else f"{label} {after}")
    players = " – ".join(isolate(player.name) for player in list_players(made.event, made.match).values())
    said = w(sentence, round=made.match.round, table=made.match.table, players=players, cells=", ".join(cells))
    points = ", ".join(f"{each.measure} {each.a}–{each.b}" for each in list_points(made))
    return f"{said} {points}." if points else said


def _describe_problem(problem: Problem, made: Edit, workbook: Path, w: Words) -> tuple[str, str]:
    """Return what is wrong, and the code of its language; a field of a result is named, not its cell."""
    if problem.said is not None:
        return w.say(problem.said), w.language
    text = f"{problem.message} {problem.word_hint(workbook, word=None)}"
    field = ""
    if made.event and made.match and problem.place.cell:
        table = made.event.tables[made.match.sheet]
        columns = (each for each in table.sheet.columns if table.place(made.match.row, each.field) == problem.place)
        field = next((column.header for column in columns), "")
    if field and problem.message.startswith(field):
        return text, FALLBACK
    return f"{field or problem.place}: {text}", FALLBACK
