"""Types into the workbook for the page's forms, and undoes what they typed last, step by step.

That is undone in the cells that were changed. Where nothing was typed, or a sheet is gone, an earlier version is
restored.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import urlencode

from turnabout_sheets.core.backups import Backup, list_backups
from turnabout_sheets.core.problems import Message
from turnabout_sheets.core.safe_files import digest_of, follow_links, read_file
from turnabout_sheets.core.text import format_number, isolate
from turnabout_sheets.desk.sentences import Form, Reply, say_reason, words_of
from turnabout_sheets.desk.state import FaultKind
from turnabout_sheets.event.rulings import RULINGS
from turnabout_sheets.jobs.edit import Answer, Edit, EditError, undo
from turnabout_sheets.jobs.read import restore
from turnabout_sheets.jobs.state import has_note
from turnabout_sheets.prints.words import FALLBACK
from turnabout_sheets.reading.typed_results import list_players
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.files.other_programs import find_other_program
from turnabout_sheets.workbook.ooxml.package import WorkbookError

if TYPE_CHECKING:
    from turnabout_sheets.core.problems import Problem
    from turnabout_sheets.desk.loop import Desk
    from turnabout_sheets.event.model import Event, Match
    from turnabout_sheets.prints.words import Words

MOST_KEPT: Final = 50
"""How many of the last edits can be taken back, one after the other."""

_SAID: Final = (Answer.WRITTEN, Answer.SAME, Answer.TAKEN)
"""What can come of a result that has a sentence of its own; one that is refused has its problems."""


class Done(NamedTuple):
    """An edit that can be undone, and what it is called."""

    number: int
    edit: Edit
    what: str


class Undo(NamedTuple):
    """What Undo does next."""

    label: str  # of its button
    costs: str
    data: str  # the form that it sends
    asks: bool  # another version of the workbook is restored, which the page asks about first


class Edits:
    """Types into the workbook for the page, and keeps in mind what was typed there."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._done: list[Done] = []
        self._count = 0

    def type(self, make: Callable[[Path], Edit], what: str = "", again: int = 0) -> Reply:
        """Have something typed, and a round paired ``again`` then; return what came of it.

        ``what`` it is, is known of a result by itself.
        """
        w, path = words_of(self.desk.state), self.desk.state.workbook
        with self.desk.at_rest() as steps:
            try:
                made = make(path)
            except (EditError, WorkbookError) as reason:
                return self.refuse(*say_reason(reason, w))
            if made.answer is Answer.WRITTEN:
                self._keep(made, what)
                if again:
                    steps.pair_again(again)
        said = [(w.say(each), w.language) for each in made.said]
        return self._tell(made, what, [*said, *self._describe(made.problems if made.match else ())])

    def undo(self, form: Form) -> Reply:
        """Undo what a form typed last, unless the page shows what is undone already."""
        w = words_of(self.desk.state)
        with self.desk.at_rest():
            if "until" in form:
                return self.go_back(form)
            last = self._done[-1] if self._done else None
            if last is None or form["number"] != str(last.number):
                return self.refuse(w("people.taken_back_already"), w.language)
            try:
                made = undo(self.desk.state.workbook, last.edit)
            except (EditError, WorkbookError) as reason:
                if isinstance(reason, EditError):
                    self._done.pop()
                return self.refuse(*say_reason(reason, w))
            if made.answer is Answer.WRITTEN:
                self._done.pop()
        return self._tell(made, last.what, (), undone=True)

    def go_back(self, form: Form) -> Reply:
        """Restore the version that was there ``until`` some time, else the last; the desk asks before it goes on."""
        w, path, until = words_of(self.desk.state), follow_links(self.desk.state.workbook), form.get("until", "")
        with self.desk.at_rest():
            if other := find_other_program(path):
                return Reply(w("files.open", file=path.name, program=other.name), w.language)
            try:
                # A run that could not go on has left the version that is there now.
                wanted = (each for each in list_backups(path) if until in ("", str(each.replaced)))
                backup = next((each for each in wanted if not save.is_version(path, each)), None)
                if backup is None:
                    return Reply(w("desk.too_late" if until else "desk.undo.none", file=path.name), w.language)
                restore(path, backup)
            except (OSError, WorkbookError) as reason:
                return Reply(*say_reason(reason, w))
            self._done.clear()
        return Reply(w("desk.undo.done", file=path.name, time=f"{backup.replaced:%H:%M:%S}"), w.language)

    def list_versions(self) -> Sequence[Backup]:
        """Return the earlier versions of the workbook, the newest first; none is opened for it."""
        with suppress(OSError):
            return list_backups(follow_links(self.desk.state.workbook))
        return ()

    def offer_undo(self) -> Undo | None:
        """Return what Undo does next; None where there is nothing."""
        state, versions, w = self.desk.state, self.list_versions(), words_of(self.desk.state)
        path, digest = follow_links(state.workbook), ""
        is_lost, is_back = state.fault is not None and state.fault.kind is not FaultKind.OLDER, has_note(path)
        label, number = self._offer_undo()
        if number and not is_lost and not is_back:
            return Undo(label, w("desk.undo.types"), urlencode({"number": number}), asks=False)
        with suppress(OSError):
            digest = digest_of(read_file(path))[:8]
        version = next((each for each in versions if each.path.stem[-8:] != digest), None)
        if version is None:
            return None
        said = w("desk.undo.back") if is_back else w("desk.undo.written", time=f"{version.replaced:%H:%M}")
        costs = "desk.undo.restores_round" if version.before_round and not is_back else "desk.undo.restores"
        return Undo(
            w("desk.undo.button") if is_lost else w("people.take_back", said=said),
            w(costs, time=f"{version.replaced:%H:%M:%S}", n=version.before_round),
            urlencode({"until": version.replaced}),
            asks=True,
        )

    def _keep(self, edit: Edit, what: str) -> None:
        self._count += 1
        self._done = [*self._done, Done(self._count, edit, what)][-MOST_KEPT:]

    def refuse(self, text: str, language: str, problems: Sequence[tuple[str, str]] = ()) -> Reply:
        """Return that nothing was typed, and why."""
        return Reply(text, language, Answer.REFUSED.value, problems, *self._offer_undo())

    def _tell(self, made: Edit, what: str, more: Sequence[tuple[str, str]], *, undone: bool = False) -> Reply:
        """Return what came of an edit; where it is done, what ``more`` there is to say."""
        w, answer = words_of(self.desk.state), made.answer
        after = [(cell.place, cell.shown[1]) for cell in made.cells]
        named = [f"{place} = {isolate(shown) if shown else w('desk.blank')}" for place, shown in after]
        if made.answer is Answer.WRITTEN:
            self.desk.run_now()  # also if that is, byte for byte, what it was before
        text, cells = "", ", ".join(named)
        if made.match and made.event and answer in _SAID:
            said = "taken_back" if undone else answer
            text = _describe_result(made, made.event, made.match, f"desk.entry.{said}", w)
        elif made.answer is Answer.WRITTEN:
            text = w("people.taken_back" if undone else "people.done", said=what, cells=cells)
        elif made.other is not None:
            text = w("people.open", file=self.desk.state.workbook.name, program=made.other.name, cells=cells)
        elif not made.match:
            text = w("people.refused")
        if answer not in _SAID:
            return self.refuse(text, w.language, self._describe(made.problems))
        return Reply(text, w.language, answer.value, more, *self._offer_undo())

    def _offer_undo(self) -> tuple[str, int]:
        if not self._done:
            return "", 0
        last, w = self._done[-1], words_of(self.desk.state)
        match = last.edit.match
        what = w("desk.entry.name", round=match.round, table=match.table) if match is not None else last.what
        return w("people.take_back", said=what), last.number

    def _describe(self, problems: Sequence[Problem]) -> list[tuple[str, str]]:
        """Return what is wrong or odd, each with the code of its language."""
        w = words_of(self.desk.state)
        return [
            (w.say(each.message), w.language)
            if isinstance(each.message, Message)
            else (f"{each.place}: {each.message} {each.word_hint()}", FALLBACK)
            for each in problems
        ]


def word_value(value: str, w: Words) -> str:
    """Return how a value of a field is worded: a ruling has its own words."""
    return w(f"desk.ruling.{re.sub('[ -]', '_', value.lower())}") if value in RULINGS else value


def _describe_result(made: Edit, event: Event, match: Match, sentence: str, w: Words) -> str:
    cells = []
    for cell in made.cells:
        before, after = (word_value(shown, w) for shown in cell.shown)
        label, after = w.name_column(cell.table.sheet.column(cell.field)), after or w("desk.blank")
        instead = w("desk.entry.instead", header=label, after=after, before=before)
        cells.append(instead if before else f"{label} {after}")
    players = " – ".join(isolate(player.name) for player in list_players(event, match).values())
    said = w(sentence, round=match.round, table=match.table, players=players, cells=", ".join(cells))
    results = made.outcome.results if made.outcome else None
    if results is None or match.index not in results.scored_by_index:
        return said
    points = "–".join(format_number(side.points) for side in results.sides_of(match) if side)
    return f"{said} {results.format.points_name} {points}."
