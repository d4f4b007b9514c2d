"""What comes of an answer to a question on the desk's page: it is put back, goes on as it is, or a copy is followed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple, TypeVar, get_type_hints

from turnabout_sheets.core.ordinary_files import follow_links
from turnabout_sheets.desk.actions import Reply
from turnabout_sheets.desk.sentences import words_of
from turnabout_sheets.event.guards import Asked
from turnabout_sheets.jobs.put_back import PutBackError, put_back, put_back_missing
from turnabout_sheets.prints.archive.wording import isolate
from turnabout_sheets.workbook.files.open_elsewhere import find_other_program
from turnabout_sheets.workbook.ooxml.package import WorkbookError

if TYPE_CHECKING:
    from turnabout_sheets.desk.loop import Desk
    from turnabout_sheets.prints.words import Words


class Choice(NamedTuple):
    """An answer as the page sends it: to which question, about which round; ``stays``: it is so as it is."""

    asked: str
    round: int
    stays: bool


class Wanted(NamedTuple):
    """Whether the desk is to follow another workbook, as the page sends it; ``name`` is that of its file."""

    name: str
    follows: bool


T = TypeVar("T", Choice, Wanted)


def read_answer(kind: type[T], body: bytes) -> T:
    """Return an answer as the page sends it. Raises `ValueError` for what no page of ours sends."""
    try:
        answer = kind(**json.loads(body))
    except (TypeError, RecursionError) as reason:
        raise ValueError("not the fields of an answer") from reason
    if [type(each) for each in answer] != [*get_type_hints(kind).values()]:
        raise ValueError("not the values of an answer")
    return answer


class Answers:
    """Answers questions for the page, each once."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def answer(self, choice: Choice) -> Reply:
        """Put back what is asked about, or have it go on as it is."""
        with self._desk.paused():
            w = words_of(self._desk.state)
            asked = [(each.asked, each.round) for each in self._desk.state.questions]
            wanted = [each for each in asked if each == (choice.asked, choice.round)]
            if not wanted:
                return Reply(w("desk.asked.answered"), w.language)
            if not choice.stays:
                return self._put_back(*wanted[0], w)
            self._desk.accept(wanted)
        return Reply(w("desk.next.read"), w.language)

    def _put_back(self, asked: Asked, number: int, w: Words) -> Reply:
        path = follow_links(self._desk.state.workbook)
        if other := find_other_program(path):
            return Reply(w("desk.asked.open", file=path.name, program=other.name), w.language)
        try:
            put = put_back_missing(path) if asked is Asked.OLDER else put_back(path, number)
        except (PutBackError, WorkbookError) as reason:
            return Reply(str(reason), "en")
        self._desk.note_answered([(asked, number)])
        return Reply(put.done, "en")

    def follow(self, wanted: Wanted) -> Reply:
        """Follow the copy that is asked about, or stay with the workbook."""
        with self._desk.paused():
            state, w = self._desk.state, words_of(self._desk.state)
            if state.copy is None or state.copy.path.name != wanted.name:
                return Reply(w("desk.asked.answered"), w.language)
            if not wanted.follows:
                self._desk.stay()
                return Reply(w("desk.copy.stayed", file=isolate(state.workbook.name)), w.language)
            try:
                self._desk.follow(state.copy.path)
            except WorkbookError as reason:
                return Reply(str(reason), "en")
        return Reply(w("desk.copy.followed", name=isolate(wanted.name)), w.language)
