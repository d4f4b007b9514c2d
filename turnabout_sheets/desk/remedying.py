"""What the buttons of `desk.remedies` do, each once: what is done by now, or is otherwise by now, is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from turnabout_sheets.core.backups import list_backups
from turnabout_sheets.core.ordinary_files import follow_links
from turnabout_sheets.core.text import isolate
from turnabout_sheets.desk.actions import Reply
from turnabout_sheets.desk.remedies import (
    ANEW,
    BACK_TO,
    MEANT,
    SHOW,
    TELL_AGAIN,
    Remedy,
    digest_warning,
    find_round_to_write_anew,
    name_round,
)
from turnabout_sheets.desk.sentences import say_reason, words_of
from turnabout_sheets.jobs.beside import accept, keep_accepted, list_warnings, read_accepted
from turnabout_sheets.jobs.new import show_sheets
from turnabout_sheets.jobs.restore import restore
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.files.other_programs import find_other_program
from turnabout_sheets.workbook.ooxml.package import WorkbookError

if TYPE_CHECKING:
    from turnabout_sheets.desk.loop import Desk
    from turnabout_sheets.prints.words import Words

_WHILE_OPEN: Final = {BACK_TO: "remedies.open", ANEW: "remedies.open", SHOW: "remedies.open_sheet"}
"""What cannot be done while the workbook is open, and how that is said."""


class RemedyButtons:
    """Does what is wanted about the workbook."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._does: Final[Mapping[str, Callable[[Path, str, Words], str]]] = {
            BACK_TO: self._go_back,
            MEANT: self._accept,
            TELL_AGAIN: self._tell_again,
            ANEW: self._pair_anew,
            SHOW: self._show_sheet,
        }

    def press(self, remedy: Remedy) -> Reply:
        """Do it, if it can be done."""
        with self._desk.paused():
            state, w = self._desk.state, words_of(self._desk.state)
            path = follow_links(state.workbook)
            other = find_other_program(path)
            if other and remedy.what in _WHILE_OPEN:
                return Reply(w(_WHILE_OPEN[remedy.what], file=path.name, program=other.name), w.language)
            try:
                does = self._does.get(remedy.what)
                said = does(path, remedy.about, w) if does else ""
            except (OSError, WorkbookError) as reason:
                return Reply(*say_reason(reason, w))
        return Reply(said or w("remedies.too_late"), w.language)

    def _go_back(self, path: Path, name: str, w: Words) -> str:
        backup = next((each for each in list_backups(path) if each.path.name == name), None)
        if backup is None or save.is_version(path, backup):
            return ""
        restore(path, backup)
        return w("remedies.done_back", file=path.name, time=f"{backup.replaced:%H:%M:%S}")

    def _accept(self, path: Path, name: str, w: Words) -> str:
        outcome = self._desk.state.outcome
        told = list_warnings(outcome) if outcome is not None else []
        problem = next((each for each in told if digest_warning(each) == name), None)
        if problem is None:
            return ""
        accept(path, problem)
        self._desk.run_now()
        return w("remedies.meant_does")

    def _tell_again(self, path: Path, _: str, w: Words) -> str:
        if not read_accepted(path):
            return ""
        keep_accepted(path, frozenset())
        self._desk.run_now()
        return w("remedies.done_again")

    def _pair_anew(self, _: Path, name: str, w: Words) -> str:
        state = self._desk.state
        number = find_round_to_write_anew(state)
        if not number or name != name_round(state, number) or not self._desk.pair_anew(number):
            return ""
        return w("desk.anew.done", n=number)

    def _show_sheet(self, path: Path, title: str, w: Words) -> str:
        outcome = self._desk.state.outcome
        if outcome is None or title not in outcome.hidden or not show_sheets(path, [title]):
            return ""
        return w("remedies.done_show", sheet=isolate(title))
