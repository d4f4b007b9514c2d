"""What the buttons of the desk's page do: print, undo, open the folder, answer a question."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar, get_type_hints

from turnabout_sheets.changes.guards import Asked
from turnabout_sheets.core.atomic_write import link_into_place
from turnabout_sheets.core.backups import Backup, list_backups
from turnabout_sheets.core.ordinary_files import follow_links
from turnabout_sheets.core.text import isolate, to_spans
from turnabout_sheets.desk.archiving import NotArchivedError, archive_event
from turnabout_sheets.desk.page import find_round_to_pair_anew
from turnabout_sheets.desk.people import AskedName, BackOrder, MoveOrder
from turnabout_sheets.desk.remedies import Remedy
from turnabout_sheets.desk.sentences import say_reason, words_of
from turnabout_sheets.desk.state import ToPrint
from turnabout_sheets.jobs.kept_rounds import drop_rounds
from turnabout_sheets.jobs.put_back import PutBackError, put_back, put_back_missing
from turnabout_sheets.jobs.restore import restore
from turnabout_sheets.prints.making import make_pages
from turnabout_sheets.prints.page import load_page
from turnabout_sheets.prints.publish import PrintsError, list_pages, read_page
from turnabout_sheets.prints.round_page import join_pages
from turnabout_sheets.prints.selection import Selection
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.files.other_programs import find_other_program
from turnabout_sheets.workbook.files.save import explain_errors
from turnabout_sheets.workbook.ooxml.package import WorkbookError

if TYPE_CHECKING:
    from turnabout_sheets.desk.loop import Desk
    from turnabout_sheets.prints.words import Words


class Reply(NamedTuple):
    """What a button has come to, in a sentence, and the code of its language; a passing one ends with any news."""

    text: str
    language: str
    is_passing: bool = False


class Buttons:
    """The buttons of a desk's page, and the pages that they print."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._shown = ToPrint()
        """What was shown last to be printed: by the time that it is, there may be more."""

    def show_print(self, name: str) -> bytes | None:
        """Return a page of ours that lies in the folder of prints, by its name; None for anything else."""
        state = self._desk.state
        folder = state.prints
        try:
            page = read_page(folder / name) if name in list_pages(folder) else None
        except PrintsError:
            return None
        if name == state.to_print.page:
            self._shown = ToPrint(page=name)
        return page

    def show_again(self) -> bytes | None:
        """Return what is to be printed again, in one page: slips of some tables, lists; None where there is nothing."""
        state = self._desk.state
        results, again = state.results, state.to_print.again
        if again is None or results is None:
            return None
        tables = Selection(to_spans(again.tables))
        slips = make_pages(
            results, [load_page("slips")] if again.tables else [], (), rounds=[again.round], selection=tables
        )
        lists = (self.show_print(name) for name in again.files)
        pages = [*slips.values(), *(page for page in lists if page is not None)]
        self._shown = ToPrint(again=again)
        return bytes(join_pages(results.event, again.round, pages)) if pages else None

    def note_printed(self) -> Reply:
        """Remember that what was shown last is printed."""
        self._desk.note_printed(self._shown)
        w = words_of(self._desk.state)
        return Reply(w("desk.sent"), w.language)

    def list_versions(self) -> Sequence[Backup]:
        """Return the earlier versions of the workbook, the newest first; none is opened for it."""
        try:
            return list_backups(follow_links(self._desk.state.workbook))
        except OSError:
            return ()

    def undo(self) -> Reply:
        """Bring back the version before, if the workbook is closed; the desk asks what is meant by it (`go_on`)."""
        w = words_of(self._desk.state)
        path = follow_links(self._desk.state.workbook)
        with self._desk.paused():
            if other := find_other_program(path):
                return Reply(w("desk.undo.open", file=path.name, program=other.name), w.language)
            try:
                # A run that could not go on has left the version that stands there.
                backup = next((each for each in list_backups(path) if not save.is_version(path, each)), None)
                if backup is None:
                    return Reply(w("desk.undo.none", file=path.name), w.language)
                restore(path, backup)
            except (OSError, WorkbookError) as reason:
                return Reply(*say_reason(reason, w))
        return Reply(w("desk.undo.done", file=path.name, time=f"{backup.replaced:%H:%M:%S}"), w.language)

    def go_on(self) -> Reply:
        """Have the workbook run as it is, though it is an earlier version."""
        self._desk.run_now()
        w = words_of(self._desk.state)
        return Reply(w("desk.next.read"), w.language, is_passing=True)

    def pair(self) -> Reply:
        """Have the first round paired, or what else can be."""
        self._desk.pair_now()
        w = words_of(self._desk.state)
        return Reply(w("desk.next.read"), w.language, is_passing=True)

    def pair_anew(self) -> Reply:
        """Forget the rounds that are published and have no sheet yet: they are paired from what there is now."""
        with self._desk.paused():
            state = self._desk.state
            w = words_of(state)
            number = find_round_to_pair_anew(state)
            if not number or state.outcome is None:
                return Reply(w("desk.anew.too_late"), w.language)
            dropped = {new.number for new in state.outcome.new_rounds}
            drop_rounds(follow_links(state.workbook), dropped)
            self._desk.accept([(Asked.GONE, each) for each in dropped])
        return Reply(w("desk.anew.done", n=number), w.language)

    def archive(self, *, is_same: bool = False) -> Reply:
        """Put the event into the archive, or ask whether it is the one there; ``is_same``: that is answered."""
        w = words_of(self._desk.state)
        with self._desk.paused():
            try:
                kind, event, archived = archive_event(self._desk.state.workbook, is_same=is_same)
            except NotArchivedError as reason:
                return Reply(*say_reason(reason, w))
            self._desk.note_archived(archived)
        return Reply(w(_ARCHIVED[kind], event=isolate(event)), w.language)

    def open_folder(self) -> Reply:
        """Show the workbook in the system's file manager, and say where it is."""
        import click  # slow to load

        w = words_of(self._desk.state)
        path = follow_links(self._desk.state.workbook)
        show = partial(click.launch, str(path), wait=True, locate=True)
        Thread(target=show, daemon=True).start()  # somebody has to wait for its end, but not the page
        return Reply(w("desk.folder_is", folder=path.parent), w.language)


_ARCHIVED: Final[Mapping[str, str]] = {
    "add": "desk.archive.added",
    "replace": "desk.archive.replaced",
    "same": "desk.archive.as_it_was",
    "doubt": "desk.archive.doubt",
}
"""What is said of an event by what came of archiving it."""


class Choice(NamedTuple):
    """An answer as the page sends it: to which question, about which round; ``stays``: it is so as it is."""

    asked: str
    round: int
    stays: bool


class Wanted(NamedTuple):
    """Whether the desk is to follow another workbook, as the page sends it; ``name`` is that of its file."""

    name: str
    follows: bool


T = TypeVar("T", Choice, Wanted, Remedy, AskedName, MoveOrder, BackOrder)


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
        return Reply(w("desk.next.read"), w.language, is_passing=True)

    def _put_back(self, asked: Asked, number: int, w: Words) -> Reply:
        path = follow_links(self._desk.state.workbook)
        if other := find_other_program(path):
            return Reply(w("desk.asked.open", file=path.name, program=other.name), w.language)
        try:
            put = put_back_missing(path) if number == 0 else put_back(path, number)
        except (PutBackError, WorkbookError) as reason:
            return Reply(*say_reason(reason, w))
        self._desk.note_answered([(asked, number)])
        return Reply(" ".join(map(w.say, put.said)), w.language)

    def follow(self, wanted: Wanted) -> Reply:
        """Follow the copy that is asked about, or the renamed file; or stay with the workbook, of its old name."""
        with self._desk.paused():
            state, w = self._desk.state, words_of(self._desk.state)
            other = state.other_name
            if other is None or other.name != wanted.name:
                return Reply(w("desk.asked.answered"), w.language)
            if not wanted.follows and state.copy is None:
                return _give_name_back(follow_links(state.workbook), other, w)
            if not wanted.follows:
                self._desk.stay()
                return Reply(w("desk.copy.stayed", file=isolate(state.workbook.name)), w.language)
            try:
                self._desk.follow(other)
            except WorkbookError as reason:
                return Reply(*say_reason(reason, w))
        return Reply(w("desk.copy.followed", name=isolate(wanted.name)), w.language)


def _give_name_back(path: Path, now: Path, w: Words) -> Reply:
    """Call a workbook as before that is called otherwise now; never over another file."""
    if other := find_other_program(now):
        return Reply(w("remedies.open", file=now.name, program=other.name), w.language)
    try:
        with explain_errors(path):
            link_into_place(now, path)
            now.unlink(missing_ok=True)  # where it could only be moved, it is gone
    except WorkbookError as error:
        return Reply(*say_reason(error, w))
    return Reply(w("remedies.done_old_name", file=isolate(path.name)), w.language)
