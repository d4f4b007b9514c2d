"""What the buttons of the desk's page do: print, pair, archive, open the folder, answer a question."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from threading import Thread
from typing import TYPE_CHECKING, Final

from turnabout_sheets.core.safe_files import follow_links
from turnabout_sheets.core.text import isolate, to_spans
from turnabout_sheets.desk.archiving import NotArchivedError, archive_event
from turnabout_sheets.desk.page import find_round_to_pair_again, name_round
from turnabout_sheets.desk.sentences import Form, Reply, say_reason, words_of
from turnabout_sheets.desk.state import ToPrint
from turnabout_sheets.jobs.compare import Kind
from turnabout_sheets.jobs.outcome import RefusedError
from turnabout_sheets.jobs.put_back import put_back
from turnabout_sheets.prints.making import make_pages
from turnabout_sheets.prints.page import load_page
from turnabout_sheets.prints.publish import PrintsError, list_pages, read_page
from turnabout_sheets.prints.round_page import join_pages
from turnabout_sheets.prints.selection import Selection
from turnabout_sheets.workbook.files.other_programs import find_other_program
from turnabout_sheets.workbook.ooxml.package import WorkbookError

if TYPE_CHECKING:
    from turnabout_sheets.desk.loop import Desk

_ARCHIVED: Final[Mapping[str, str]] = {
    "add": "desk.archive.added",
    "replace": "desk.archive.replaced",
    "same": "desk.archive.as_it_was",
    "doubt": "desk.archive.doubt",
}
"""What is said of an event by what came of archiving it."""


class Buttons:
    """The buttons of a desk's page, and the pages that they print."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        # What was shown last to be printed: by the time that it is, there may be more.
        self._shown = ToPrint()

    def show_print(self, name: str) -> bytes | None:
        """Return a page of ours from the folder of prints, by its name; None for anything else."""
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

    def note_printed(self, _: Form) -> Reply:
        """Remember that what was shown last is printed."""
        with self._desk.at_rest() as steps:
            steps.note_printed(self._shown)
        return self._say("desk.sent")

    def go_on(self, _: Form) -> Reply:
        """Have the workbook run as it is, though it is an earlier version."""
        self._desk.run_now()
        return self._read()

    def pair(self, _: Form) -> Reply:
        """Have the first round paired, or what else can be."""
        with self._desk.at_rest() as steps:
            steps.pair_now()
        return self._read()

    def pair_again(self, form: Form) -> Reply:
        """Have a round paired again from the present results, whether it waits for its sheet or is blank."""
        with self._desk.at_rest() as steps:
            state = self._desk.state
            path, (number, waits) = follow_links(state.workbook), find_round_to_pair_again(state)
            if not waits and (other := find_other_program(path)):
                return self._say("files.open", file=path.name, program=other.name)
            if not number or form["round"] != name_round(state, number) or not steps.pair_again(number):
                return self._say("desk.too_late")
        return self._say("desk.pair_again.done", n=number)

    def archive(self, form: Form) -> Reply:
        """Put the event into the archive, or ask whether it is the one there; ``same``: that is answered."""
        with self._desk.at_rest() as steps:
            try:
                kind, event, archived = archive_event(self._desk.state.workbook, is_same=bool(form.get("same")))
            except NotArchivedError as reason:
                return Reply(*say_reason(reason, words_of(self._desk.state)))
            steps.note(archived=archived)
        return self._say(_ARCHIVED[kind], event=isolate(event))

    def open_folder(self, _: Form) -> Reply:
        """Show the workbook in the system's file manager, and say where it is."""
        import click  # slow to load

        path = follow_links(self._desk.state.workbook)
        show = partial(click.launch, str(path), wait=True, locate=True)
        Thread(target=show, daemon=True).start()  # somebody has to wait for its end, but not the page
        return self._say("desk.folder_is", folder=path.parent)

    def answer(self, form: Form) -> Reply:
        """Put back what a question is about, or, where it ``stays``, have it go on as it is; each once."""
        with self._desk.at_rest() as steps:
            asked = (form["asked"], form["sheet"])
            found = next((each for each in self._desk.state.questions if each.name == asked), None)
            if found is None:
                return self._say("desk.asked.answered")
            if form.get("stays"):
                steps.accept([found.name])
                return self._read()
            path = follow_links(self._desk.state.workbook)
            if other := find_other_program(path):
                return self._say("desk.asked.open", file=path.name, program=other.name)
            if found.kind is Kind.NEW_EVENT:
                steps.begin_new_event()
                return self._read()
            w = words_of(self._desk.state)
            try:
                said = put_back(path, found.round)
            except (RefusedError, WorkbookError) as reason:
                return Reply(*say_reason(reason, w))
            steps.note_answered([found.name])
        return Reply(" ".join(map(w.say, said)), w.language)

    def _say(self, key: str, **values: object) -> Reply:
        w = words_of(self._desk.state)
        return Reply(w(key, **values), w.language)

    def _read(self) -> Reply:
        return self._say("desk.next.read")._replace(is_passing=True)
